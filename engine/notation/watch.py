"""A game played again from its history: does it come out the same, and how is each input written?"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field

from engine.kernel.errors import Diverged, Illegal
from engine.kernel.question import Question
from engine.kernel.record import Answer, Played
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import LOG
from engine.notation.history import History, Input, first_state, taken
from engine.notation.moves import named
from engine.notation.transcript import HOST
from engine.notation.values import written
from engine.notation.witness import Witness


class Seen(Struct):
    """One input as a line, whether others may see it, and the names of all that was drawn."""

    move: str = ""
    secret: bool = False
    drew: list[tuple[str, list[str]]] = field(default_factory=list)


def watch(history: History, rules: Ruleset[Any]) -> tuple[Witness, list[Seen]]:
    """Play a history again; raises Diverged where it does not come out the same any more."""
    game = Witness.begin(rules, first_state(history, rules), history.secret, history.words, history.method)
    seen = []
    for number, was in enumerate(history.taken):
        game.drew = game.drew if was.input is None else []
        what = Seen() if was.input is None else _taken_again(game, was.input, number)
        if msgspec.json.encode(taken(game, was.input)) != msgspec.json.encode(was):
            raise Diverged(f"input {number} has other consequences now", number)
        what.drew = game.drew
        seen.append(what)
    return game, seen


def _taken_again(game: Witness, entry: Input, number: int) -> Seen:
    try:
        return _played(game, entry) if isinstance(entry, Played) else _answered(game, entry)
    except Illegal as refusal:
        raise Diverged(f"input {number} is refused now: {refusal.text}", number) from None


def _played(game: Witness, entry: Played) -> Seen:
    offered = game.ruleset.plays(game, entry.who)
    secret = any(play.secret for play in offered if play.key == entry.key)
    game.play(entry.who, entry.key, entry.value)
    return Seen(line_of_play(entry), secret)


def _answered(game: Witness, entry: Answer) -> Seen:
    own = [question for question in game.pending() if question.who == entry.who]
    question = next((asked for asked in own if (asked.table, asked.key) == (entry.table, entry.key)), None)
    if question is None:
        raise Illegal("nobody asks that")
    several = len(named(own, entry.key)) > 1
    secret = question.secret or _private(question, entry.value)
    if entry.lapsed:
        game.lapse(question.id)
    else:
        game.answer(entry.who, question.id, entry.value)
    return Seen(line_of_answer(entry, several=several), secret)


def _private(question: Question, value: Any) -> bool:
    return any(option.private and option.value == value for option in question.options)


def line_of_play(entry: Played) -> str:
    """`Bob play peek 12`."""
    who = HOST if entry.who == LOG else entry.who
    value = "" if entry.value is None else written(entry.value)
    return f"{who:<8} play {entry.key} {value}".rstrip()


def line_of_answer(entry: Answer, *, several: bool = False) -> str:
    """`Bob select 4`, or `Bob lapses select`; with the table where that would not be clear."""
    key = f"{entry.key}@{entry.table}" if several else entry.key
    return f"{entry.who:<8} lapses {key}" if entry.lapsed else f"{entry.who:<8} {key} {written(entry.value)}"
