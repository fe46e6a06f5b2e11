"""Carrying a written move into a game: which question or play it means, and the value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.game import Game
from engine.kernel.question import Form, Play, Question
from engine.kernel.text import LOG
from engine.notation.errors import UnclearLine
from engine.notation.transcript import HOST
from engine.notation.values import one, several

SETTLED = ""  # an id that no question has: the game says so itself


def carry(game: Game[Any], who: str, text: str) -> None:
    """Make the move; Illegal is the game's own refusal, Unclear a line that cannot be read."""
    word, _, rest = text.partition(" ")
    seat = LOG if who == HOST else who
    if word == "play":
        _play(game, seat, rest.strip())
    elif word == "lapses":
        _lapse(game, seat, rest.strip())
    elif who == HOST:
        raise UnclearLine("the host is asked nothing; expected “host play KEY VALUE”.")
    else:
        _answer(game, who, word, rest.strip())


def _play(game: Game[Any], who: str, text: str) -> None:
    plays = game.ruleset.plays(game, who)
    play = max((play for play in plays if _starts(text, play.key)), key=lambda play: len(play.key), default=None)
    if play is None:
        game.play(who, text)
    else:
        game.play(who, play.key, value_for(play, text[len(play.key) :].strip()))


def _starts(text: str, key: str) -> bool:
    return text == key or text.startswith(f"{key} ")


def _lapse(game: Game[Any], who: str, key: str) -> None:
    asked = [question for question in game.pending() if question.who == who]
    if key:
        asked = named(asked, key)
    if len(asked) != 1:
        raise UnclearLine(f"{who} has {len(asked)} such questions open; expected “{who} lapses KEY” for exactly one.")
    game.lapse(asked[0].id)


def _answer(game: Game[Any], who: str, key: str, text: str) -> None:
    fits = named(game.pending(), key)
    own = [question for question in fits if question.who == who]
    if len(own) > 1:
        raise UnclearLine(f"{who} is asked several times for {key}; expected “{key}@TABLE”, or the whole key.")
    if own or fits:
        question = (own or fits)[0]
        game.answer(who, question.id, value_for(question, text))
    else:
        game.answer(who, SETTLED, one(text))


def value_for(asked: Question | Play, text: str) -> Any:
    """The written value in the shape that is asked for."""
    form: Form = asked.form
    return several(text) if form.kind == "several" else one(text) or None


def named(questions: Sequence[Question], name: str) -> list[Question]:
    """The questions meant by a key, by the last part of one, or by `key@table`."""
    key, _, table = name.partition("@")
    here = [question for question in questions if not table or question.table == table]
    whole = [question for question in here if question.key == key]
    return whole or [question for question in here if question.key.endswith(f".{key}")]
