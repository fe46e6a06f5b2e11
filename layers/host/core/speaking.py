"""The host's voice in a game: which lines are said in place of what was told, and how they are kept in its log.

What is told stays as it was. A line is chosen once, when its input is saved, and is the same in every place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel import Illegal, Phrase, Question, Ruleset, Told
from engine.kernel.voice import NOWHERE, Spoken, Voice, one_line, read
from host.core import host_voice
from host.core.posting import ringing
from host.core.session import Session, ToldLine

LIVELY, PLAIN = "lively", "plain"
OPTION = "voice"
SUSPENSE = "suspense"  # a fact with which rules ask for a moment's silence before a line
SILENT = msgspec.Raw(b"null")
Voiced = dict[int, list[Spoken] | int]


def chosen(rules: Ruleset[Any], options: dict[str, object] | None) -> tuple[dict[str, object] | None, str]:
    """The options of the rules, and how their host is to speak: that is agreed upon like them, and is none of them."""
    if not isinstance(options, dict) or OPTION not in options or rules.voice is None:
        return options, LIVELY
    manner = options[OPTION]
    if manner not in (LIVELY, PLAIN):
        raise Illegal("The host's voice is {lively} or {plain}.", lively=LIVELY, plain=PLAIN)
    return {name: value for name, value in options.items() if name != OPTION}, str(manner)


def begin(rules: Ruleset[Any], options: Mapping[str, Any], manner: str) -> msgspec.Raw:
    """The memory of a new game; none, where its host is to be plain or the ruleset has no lines."""
    if rules.voice is None or manner == PLAIN:
        return SILENT
    return msgspec.Raw(msgspec.json.encode(rules.voice.begin(options)))


def speak(rules: Ruleset[Any], session: Session, told: Sequence[Told]) -> Voiced:
    """Choose lines for what was told just now, and remember it."""
    if rules.voice is None or session.voice == SILENT:
        return {}
    voice: Voice[Any] = rules.voice
    memory = msgspec.json.decode(session.voice, type=voice.memory)
    bots = {player.seat for player in session.players if player.bot}
    said = voice.speak(memory, told, bots)
    ours = host_voice.VOICE.speak(memory, told, bots)
    session.voice = msgspec.Raw(msgspec.json.encode(memory))
    return {**ours.by, **ours.lines, **said.by, **said.lines}


def questions(rules: Ruleset[Any], session: Session, asked: Sequence[Question], seat: str = "") -> list[Phrase | None]:
    """How these are put to whoever has this seat, where the voice has words of its own for them."""
    if rules.voice is None or session.voice == SILENT:
        return [None for _ in asked]
    voice: Voice[Any] = rules.voice
    memory = msgspec.json.decode(session.voice, type=voice.memory)
    bots = {player.seat for player in session.players if player.bot}
    return [voice.put(memory, each, bots, own=each.who == seat) for each in asked]


def lines(rules: Ruleset[Any], told: Sequence[Told], voiced: Voiced) -> list[Told]:
    """What was told, with the words in which it is said."""
    found: list[Told] = []
    at: list[int] = []  # where each thing told stands among the lines
    for n, each in enumerate(told):
        at.append(len(found))
        first, *rest = _lines(rules, each, voiced.get(n), voiced)
        of = len(found) - at[n - each.of]
        found.append(first if of == first.of else structs.replace(first, of=of))
        for line in rest:  # which goes on with the one before it
            line.of = of + 1
            found.append(line)
    return found


def _lines(rules: Ruleset[Any], told: Told, found: list[Spoken] | int | None, voiced: Voiced) -> list[Told]:
    rings = bool(ringing(told))
    if found is None:
        pause = bool(told.facts.get(SUSPENSE))
        if not (pause or rings):
            return [told]
        return [ToldLine(told.what, told.facts, told.to, told.table, pause=pause, rings=rings, of=told.of)]
    if isinstance(found, int):
        standing = voiced.get(found, NOWHERE)
        by = [spoken.id for spoken in standing] if isinstance(standing, list) else []
        standing_for = _template(rules, by[0]) if by else ""
        return [ToldLine(told.what, told.facts, told.to, told.table, [], standing_for, rings=rings, of=told.of)]
    split = next((n for n, spoken in enumerate(found) if spoken.fate), len(found))
    lines = _phrases(rules, found[:split]) if split else None
    first = ToldLine(told.what, told.facts, told.to, told.table, lines, rings=rings, of=told.of)
    if split == 0:
        first.said, first.pause = _phrases(rules, found), True
        return [first]
    rest = ToldLine("", {}, told.to, told.table, _phrases(rules, found[split:]), "", pause=True, rings=rings)
    return [first, rest] if split < len(found) else [first]


def _phrases(rules: Ruleset[Any], found: Sequence[Spoken]) -> list[Phrase]:
    return [one_line(said) for said in read(found, lambda name: _template(rules, name))]


def _template(rules: Ruleset[Any], name: str) -> str:
    line = (rules.voice.line(name) if rules.voice else None) or host_voice.VOICE.line(name)
    return line.text if line else ""
