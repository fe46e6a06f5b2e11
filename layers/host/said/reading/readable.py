"""What the reader is given, a question and a play, and what it returns. Light: most answers are taps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from engine.kernel import Form
from engine.kernel.question import CHOICE
from engine.kernel.view import Board
from host.said.answers import Choice

PRIVATE, REPLY, PAGE, GROUP = "private", "reply", "page", "group"
ANSWER, PLAY, ASK_HOST, TALK, UNCLEAR, NOTHING = "answer", "play", "ask", "talk", "unclear", "nothing"
MAX_SUGGESTIONS = 2  # in what is asked back
CHOICE_BY_CHANCE = "any"  # what “random” is read as; chance takes one of the options


class ReadableQuestion(Struct, frozen=True):
    """A question as the reader needs it. `money` is the highest bid on offer where an amount is asked, else None;
    `to_host` says that any question may be typed. `most` squares may be named in order where nobody else reads them.
    """

    form: Form = CHOICE
    options: Sequence[Choice] = ()
    board: Board | None = None
    money: int | None = None
    to_host: bool = False
    secret: bool = False
    people: bool = False  # are its options players, whose names are also said to them?
    most: int = 1
    own: str | None = None  # the writer, where players are chosen
    others: tuple[str, ...] = ()  # the names of the other players: what is said of them is no answer
    aloud: bool = False  # is it answered among others, so that an unknown word beside it makes it none?


class ReadablePlay(Struct, frozen=True):
    """A play that the speaker may make now."""

    key: str
    label: str = ""
    form: Form = CHOICE
    options: Sequence[Choice] = ()
    board: Board | None = None


class Reading(NamedTuple):
    """What a text means: the kind, its value, the index of the question that it answers, the name of the play or topic,
    and suggestions if it is unclear.
    """

    kind: str
    value: object = None
    question: int = -1
    name: str = ""
    suggestions: tuple[str, ...] = ()
