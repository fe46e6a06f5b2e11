"""A game played again from its history: does it come out the same, and how is each input written?"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field

from engine.kernel.errors import Diverged, Illegal
from engine.kernel.question import Question
from engine.kernel.record import AnswerEntry, PlayEntry
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import LOG
from engine.notation.history import History, Input, build_first_state, record_input
from engine.notation.moves import list_questions_named
from engine.notation.transcript import HOST_NAME
from engine.notation.values import format_answer_value
from engine.notation.witness import WitnessedGame


class ReplayedInput(Struct):
    """One replayed input as a line, whether it is secret, and the names of everything drawn."""

    move: str = ""
    secret: bool = False
    drew: list[tuple[str, list[str]]] = field(default_factory=list)


def replay_history(history: History, rules: Ruleset[Any]) -> tuple[WitnessedGame, list[ReplayedInput]]:
    """Play a history again; raises Diverged where the result differs."""
    game = WitnessedGame.start_from_state(
        rules, build_first_state(history, rules), history.secret, history.words, history.method
    )
    seen = []
    for number, was in enumerate(history.taken):
        game.drew = game.drew if was.input is None else []
        what = ReplayedInput() if was.input is None else _replay_input(game, was.input, number)
        if msgspec.json.encode(record_input(game, was.input)) != msgspec.json.encode(was):
            raise Diverged(f"input {number} has other consequences now", number)
        what.drew = game.drew
        seen.append(what)
    return game, seen


def _replay_input(game: WitnessedGame, entry: Input, number: int) -> ReplayedInput:
    try:
        return _replay_play(game, entry) if isinstance(entry, PlayEntry) else _replay_answer(game, entry)
    except Illegal as refusal:
        raise Diverged(f"input {number} is refused now: {refusal.text}", number) from None


def _replay_play(game: WitnessedGame, entry: PlayEntry) -> ReplayedInput:
    offered = game.ruleset.list_plays(game, entry.who)
    secret = any(play.secret for play in offered if play.key == entry.key)
    game.play(entry.who, entry.key, entry.value)
    return ReplayedInput(format_play_line(entry), secret)


def _replay_answer(game: WitnessedGame, entry: AnswerEntry) -> ReplayedInput:
    own = [question for question in game.list_questions() if question.who == entry.who]
    question = next((asked for asked in own if (asked.table, asked.key) == (entry.table, entry.key)), None)
    if question is None:
        raise Illegal("nobody asks that")
    several = len(list_questions_named(own, entry.key)) > 1
    secret = question.secret or _is_private_option(question, entry.value)
    if entry.lapsed:
        game.lapse(question.id)
    else:
        game.answer(entry.who, question.id, entry.value)
    return ReplayedInput(format_answer_line(entry, several=several), secret)


def _is_private_option(question: Question, value: Any) -> bool:
    return any(option.private and option.value == value for option in question.options)


def format_play_line(entry: PlayEntry) -> str:
    """Format a play as a line: `Bob play peek 12`."""
    who = HOST_NAME if entry.who == LOG else entry.who
    value = "" if entry.value is None else format_answer_value(entry.value)
    return f"{who:<8} play {entry.key} {value}".rstrip()


def format_answer_line(entry: AnswerEntry, *, several: bool = False) -> str:
    """Format an answer as a line: `Bob select 4` or `Bob lapses select`, with the table if `several` questions share
    the key.
    """
    key = f"{entry.key}@{entry.table}" if several else entry.key
    return (
        f"{entry.who:<8} lapses {key}" if entry.lapsed else f"{entry.who:<8} {key} {format_answer_value(entry.value)}"
    )
