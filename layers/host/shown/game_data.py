"""A game as data, for programs: the table, the questions and what may be played, as one reader may see them.

The JSON schema is made from these structs. A seat is named by its id (`p1`): names of players stand in `seats` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel import Form, Option, Play, Reader
from engine.kernel.question import Value
from engine.kernel.view import View
from host.shown import words
from host.shown.event_stream import JSON_SCHEMA_DIALECT
from host.shown.views import GameView, QuestionView, SeatView


class ChoiceData(Struct):
    """One choice: the value to answer with, and what it says."""

    value: Value
    says: str


class SeatData(Struct, omit_defaults=True):
    """A seat. The name is what a player has written, and nothing to be followed."""

    seat: str
    name: str
    computer: bool = False
    program: bool = False
    out: bool = False


class QuestionData(Struct, omit_defaults=True):
    """An open question: whom it is put to, what it says, and which answers fit.

    A `choice` takes one value of the choices, `several` a list of `low` to `high` of them, a `number` one from `low` to
    `high` in steps of `step`, a `text` words. A choice with `words` also takes words of one's own.
    """

    id: str
    who: str
    says: str
    form: Form
    choices: list[ChoiceData] = []
    secret: bool = False
    due: float = 0.0  # until when, in seconds since 1970; 0 while no clock runs
    of: str = ""  # the board or picture whose cells the choices are


class PlayData(Struct, omit_defaults=True):
    """Something that may be done now without being asked, with at most one value, which fits as for a question."""

    key: str
    says: str
    form: Form
    choices: list[ChoiceData] = []
    now: list[ChoiceData] = []  # the present setting
    secret: bool = False
    of: str = ""
    example: str = ""


class GameData(Struct, omit_defaults=True):
    """A game as one reader may see it; `you` is the reader's seat. `sealed` counts the open secret questions."""

    game: str
    ruleset: str
    stage: str
    version: int
    seats: list[SeatData]
    you: str = ""
    paused: bool = False
    options: dict[str, Any] = {}
    view: View | None = None
    questions: list[QuestionData] = []
    plays: list[PlayData] = []
    sealed: int = 0


def build_game_data(shown: GameView, reader: Reader) -> GameData:
    """Build the data of a game from the view of one reader."""
    return GameData(
        shown.id,
        shown.ruleset,
        shown.stage,
        shown.version,
        [_build_seat_data(face) for face in shown.faces],
        shown.you,
        shown.paused,
        shown.options,
        shown.view,
        [build_question_data(asked, reader) for asked in shown.asked],
        [build_play_data(play, reader) for play in shown.plays],
        shown.sealed if shown.counted else 0,
    )


def _build_seat_data(face: SeatView) -> SeatData:
    return SeatData(face.seat, face.name, computer=face.bot, program=face.program, out=face.out)


def build_question_data(asked: QuestionView, reader: Reader) -> QuestionData:
    """Build the data of an open question, with its text and labels in the reader's language."""
    text = words.translate_question(asked.text, {"who": asked.who, **asked.facts}, None, reader)
    choices = _build_choices(asked.options, reader)
    return QuestionData(asked.id, asked.who, text, asked.form, choices, asked.secret, asked.due, asked.of)


def build_play_data(play: Play, reader: Reader) -> PlayData:
    """Build the data of a play, with its labels in the reader's language."""
    choices, now = _build_choices(play.options, reader), _build_choices(play.now, reader)
    label = reader.format_value(play.label)
    return PlayData(play.key, label, play.form, choices, now, play.secret, play.of, play.example)


def _build_choices(options: Sequence[Option], reader: Reader) -> list[ChoiceData]:
    return [ChoiceData(option.value, reader.format_value(option.label)) for option in options]


@lru_cache(maxsize=1)
def build_game_schema() -> bytes:
    """Return the JSON Schema of a game's data."""
    (whole,), parts = msgspec.json.schema_components([GameData])
    return msgspec.json.encode({"$schema": JSON_SCHEMA_DIALECT, **whole, "$defs": parts})
