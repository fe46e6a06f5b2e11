"""The host's voice in a game: which lines are said in place of what was told, and how they are kept in its log.

What is told stays as it was. A line is chosen once, when its input is saved, and is the same in every place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel import Illegal, Phrase, Question, Ruleset, Told
from engine.kernel.voice import NOT_SAID_ANYWHERE, Spoken, Voice, build_spoken_phrases, join_phrases
from host.core import host_voice
from host.core.posting import find_notification_scope
from host.core.session import Session, ToldLine

LIVELY, PLAIN = "lively", "plain"
OPTION = "voice"
SUSPENSE = "suspense"  # a fact with which rules ask for a moment's silence before a line
NO_VOICE_MEMORY = msgspec.Raw(b"null")
Voiced = dict[int, list[Spoken] | int]


def split_voice_option(rules: Ruleset[Any], options: dict[str, object] | None) -> tuple[dict[str, object] | None, str]:
    """Return the options without the host's voice, and how the host is to speak; the voice is chosen like an option
    but is none of the rules.
    """
    if not isinstance(options, dict) or OPTION not in options or rules.voice is None:
        return options, LIVELY
    manner = options[OPTION]
    if manner not in (LIVELY, PLAIN):
        raise Illegal("The host's voice is {lively} or {plain}.", lively=LIVELY, plain=PLAIN)
    return {name: value for name, value in options.items() if name != OPTION}, str(manner)


def create_voice_memory(rules: Ruleset[Any], options: Mapping[str, Any], manner: str) -> msgspec.Raw:
    """Return the voice's memory for a new game; none if the host is to be plain or the ruleset has no lines."""
    if rules.voice is None or manner == PLAIN:
        return NO_VOICE_MEMORY
    return msgspec.Raw(msgspec.json.encode(rules.voice.build_memory(options)))


def choose_voice_lines(rules: Ruleset[Any], session: Session, told: Sequence[Told]) -> Voiced:
    """Choose the voice's lines for what was told just now, and update its memory."""
    if rules.voice is None or session.voice == NO_VOICE_MEMORY:
        return {}
    voice: Voice[Any] = rules.voice
    memory = msgspec.json.decode(session.voice, type=voice.memory)
    bots = {player.seat for player in session.players if player.bot}
    said = voice.speak(memory, told, bots)
    ours = host_voice.HOST_VOICE.speak(memory, told, bots)
    session.voice = msgspec.Raw(msgspec.json.encode(memory))
    return {**ours.by, **ours.lines, **said.by, **said.lines}


def list_question_wordings(
    rules: Ruleset[Any], session: Session, asked: Sequence[Question], seat: str = ""
) -> list[Phrase | None]:
    """Return how the voice words each of these questions for the player in this seat; None where it has no words of
    its own.
    """
    if rules.voice is None or session.voice == NO_VOICE_MEMORY:
        return [None for _ in asked]
    voice: Voice[Any] = rules.voice
    memory = msgspec.json.decode(session.voice, type=voice.memory)
    bots = {player.seat for player in session.players if player.bot}
    return [voice.phrase_question(memory, each, bots, own=each.who == seat) for each in asked]


def apply_voice_lines(rules: Ruleset[Any], told: Sequence[Told], voiced: Voiced) -> list[Told]:
    """Return what was told with the words in which the voice says it."""
    found: list[Told] = []
    at: list[int] = []  # where each thing told stands among the lines
    for n, each in enumerate(told):
        at.append(len(found))
        first, *rest = _build_voiced_lines(rules, each, voiced.get(n), voiced)
        of = len(found) - at[n - each.of]
        found.append(first if of == first.of else structs.replace(first, of=of))
        for line in rest:  # which goes on with the one before it
            line.of = of + 1
            found.append(line)
    return found


def _build_voiced_lines(
    rules: Ruleset[Any], told: Told, found: list[Spoken] | int | None, voiced: Voiced
) -> list[Told]:
    rings = bool(find_notification_scope(told))
    if found is None:
        pause = bool(told.facts.get(SUSPENSE))
        if not (pause or rings):
            return [told]
        return [ToldLine(told.what, told.facts, told.to, told.table, pause=pause, rings=rings, of=told.of)]
    if isinstance(found, int):
        standing = voiced.get(found, NOT_SAID_ANYWHERE)
        by = [spoken.id for spoken in standing] if isinstance(standing, list) else []
        standing_for = _find_line_template(rules, by[0]) if by else ""
        return [ToldLine(told.what, told.facts, told.to, told.table, [], standing_for, rings=rings, of=told.of)]
    split = next((n for n, spoken in enumerate(found) if spoken.fate), len(found))
    lines = _build_voice_phrases(rules, found[:split]) if split else None
    first = ToldLine(told.what, told.facts, told.to, told.table, lines, rings=rings, of=told.of)
    if split == 0:
        first.said, first.pause = _build_voice_phrases(rules, found), True
        return [first]
    rest = ToldLine(
        "", {}, told.to, told.table, _build_voice_phrases(rules, found[split:]), "", pause=True, rings=rings
    )
    return [first, rest] if split < len(found) else [first]


def _build_voice_phrases(rules: Ruleset[Any], found: Sequence[Spoken]) -> list[Phrase]:
    return [join_phrases(said) for said in build_spoken_phrases(found, lambda name: _find_line_template(rules, name))]


def _find_line_template(rules: Ruleset[Any], name: str) -> str:
    line = (rules.voice.find_line(name) if rules.voice else None) or host_voice.HOST_VOICE.find_line(name)
    return line.text if line else ""
