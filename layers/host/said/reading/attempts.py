"""Tells whether a text in which the reader finds nothing may still be meant as an answer or a play. Pure.

It is asked only where the writer is asked something and speaks to the bot, so that nobody who tries meets silence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.kernel.text import LazyPattern
from host.said.answers import replace_coordinates
from host.said.reading.language import normalise_sentence
from host.said.reading.readable import MAX_SUGGESTIONS, ReadableQuestion
from host.said.reading.reader import ADDED, MAX_READ_LENGTH, is_said_to_player

PLAY_WORD = LazyPattern(r"\b(?:bomb|seal|lock|peek|peep|list|use|pick|choose|open|square|door|number)\b")
REFUSAL = LazyPattern(r"\W*(?:no(?! worries)|nope|nah|not|never|none|neither|nothing|pass|skip|stop)\b")
CHAT = LazyPattern(  # a normalised sentence says “haha” for “lol”
    r"\W*(?:haha|omg|wow|good (?:luck|morning|evening|night|game|one|question)|gl|gg|nice|well played|thanks"
    r"|thank you|thx|cheers|hi|hello|hey|hang on|hold on|(?:one|1|a) (?:moment|sec|second|minute)|wait|thinking|brb"
    r"|no worries)(?![\w-])|.*\bhaha\b|\W*$"
)
NUMBER = re.compile(r"(?<!\w)\d{1,3}(?!\w)")


def is_attempt(question: ReadableQuestion, text: str, players: Sequence[str], *, aloud: bool) -> bool:
    """Return whether a text, written by who is asked this question, may be meant for the bot: it names a play, a square
    or a number, or refuses (not in private if own words may answer: the rules refuse those better). Said `aloud`,
    anything but chat may be meant. What is said to a player, or very long, never is.
    """
    plain = normalise_sentence(text)
    called = not question.people and plain.strip(" .,!?") in {each.casefold() for each in players}
    if called or len(text) > MAX_READ_LENGTH or ADDED.fullmatch(text) or is_said_to_player(text, players, [question]):
        return False
    if REFUSAL.match(plain) or PLAY_WORD.search(plain) or _list_numbers(question, text):
        return aloud or not question.form.words  # the rules tell better how to write those
    return aloud and not CHAT.match(plain)


def suggest_for_attempt(question: ReadableQuestion, text: str) -> tuple[str, ...]:
    """Return at most two answers to suggest to the writer of an attempt: the squares or numbers that it names, or all
    answers if there are no more; for a question to the host of the game none.
    """
    form, named = question.form, _list_numbers(question, text)
    if question.to_host:
        return ()
    if form.kind == "number" and not question.options:
        steps = range(form.low, form.high + 1, max(1, form.step))
        return tuple(str(n) for n in named if n in steps)[:MAX_SUGGESTIONS]
    few = question.options if question.money is None and len(question.options) <= MAX_SUGGESTIONS else ()
    meant = [each for each in question.options if each.value in named] or few
    as_said = question.board is not None
    return tuple(str(each.value if as_said else each.label) for each in meant[:MAX_SUGGESTIONS])


def _list_numbers(question: ReadableQuestion, text: str) -> list[int]:
    """List the numbers in a text, once each; a place such as B4 counts as the number of its square."""
    return [*dict.fromkeys(map(int, NUMBER.findall(replace_coordinates(text, question.board))))]
