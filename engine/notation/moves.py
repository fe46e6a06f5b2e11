"""Carrying a written move into a game: which question or play it means, and the value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.game import Game
from engine.kernel.question import Form, Play, Question
from engine.kernel.text import LOG
from engine.notation.errors import UnclearLine
from engine.notation.transcript import HOST_NAME
from engine.notation.values import parse_list, unquote

SETTLED = ""  # an id that no question has: the game says so itself


def make_move(game: Game[Any], who: str, text: str) -> None:
    """Make a written move in a game; raises Illegal if the game refuses it, UnclearLine if it cannot be read."""
    word, _, rest = text.partition(" ")
    seat = LOG if who == HOST_NAME else who
    if word == "play":
        _make_play(game, seat, rest.strip())
    elif word == "lapses":
        _make_lapse(game, seat, rest.strip())
    elif who == HOST_NAME:
        raise UnclearLine("the host is asked nothing; expected “host play KEY VALUE”.")
    else:
        _make_answer(game, who, word, rest.strip())


def _make_play(game: Game[Any], who: str, text: str) -> None:
    plays = game.ruleset.list_plays(game, who)
    play = max(
        (play for play in plays if _starts_with_key(text, play.key)), key=lambda play: len(play.key), default=None
    )
    if play is None:
        game.play(who, text)
    else:
        game.play(who, play.key, parse_value_for(play, text[len(play.key) :].strip()))


def _starts_with_key(text: str, key: str) -> bool:
    return text == key or text.startswith(f"{key} ")


def _make_lapse(game: Game[Any], who: str, key: str) -> None:
    asked = [question for question in game.list_questions() if question.who == who]
    if key:
        asked = list_questions_named(asked, key)
    if len(asked) != 1:
        raise UnclearLine(f"{who} has {len(asked)} such questions open; expected “{who} lapses KEY” for exactly one.")
    game.lapse(asked[0].id)


def _make_answer(game: Game[Any], who: str, key: str, text: str) -> None:
    fits = list_questions_named(game.list_questions(), key)
    own = [question for question in fits if question.who == who]
    if len(own) > 1:
        raise UnclearLine(f"{who} is asked several times for {key}; expected “{key}@TABLE”, or the whole key.")
    if own or fits:
        question = (own or fits)[0]
        game.answer(who, question.id, parse_value_for(question, text))
    else:
        game.answer(who, SETTLED, unquote(text))


def parse_value_for(asked: Question | Play, text: str) -> Any:
    """Parse a written value into the form that is asked for."""
    form: Form = asked.form
    return parse_list(text) if form.kind == "several" else unquote(text) or None


def list_questions_named(questions: Sequence[Question], name: str) -> list[Question]:
    """List the questions meant by a key, by the last part of one, or by `key@table`."""
    key, _, table = name.partition("@")
    here = [question for question in questions if not table or question.table == table]
    whole = [question for question in here if question.key == key]
    return whole or [question for question in here if question.key.endswith(f".{key}")]
