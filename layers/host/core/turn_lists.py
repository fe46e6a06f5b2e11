"""Answer a turn with several squares in order: the first that is still closed is opened, the rest waits as a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.kernel import Form, Option, Play
from engine.kernel.picture import BOARD

LIST_PLAY_KEY = "list"  # the play by which one says in order what is to be tried
TURN_KEYS = ("select", "pick")  # how the keys of questions end that ask for the square of one's turn
MOST_SQUARES_IN_ORDER = 5


class Asked(Protocol):
    """A question, as the rules or a view have it."""

    @property
    def id(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def form(self) -> Form: ...
    @property
    def secret(self) -> bool: ...
    @property
    def of(self) -> str: ...


def count_squares_in_order(asked: Asked, plays: Iterable[Play]) -> int:
    """Return how many squares may be given in answer to this question: one, or more if the player may leave a list for
    later turns.
    """
    if (
        asked.secret
        or asked.of != BOARD
        or asked.form.kind != "choice"
        or asked.key.rpartition(".")[2] not in TURN_KEYS
    ):
        return 1
    board = f"{asked.id.partition('#')[0]}/{BOARD}"
    lists = (play for play in plays if play.key == LIST_PLAY_KEY and play.of == board)
    return min(MOST_SQUARES_IN_ORDER, max((play.form.high for play in lists), default=0) + 1)


def list_closed_squares(squares: Iterable[object], options: Iterable[Option]) -> list[object]:
    """Return those of the named squares that are still closed, in order and without repetition."""
    closed = {option.value for option in options if isinstance(option.value, int)}
    return [square for square in dict.fromkeys(each for each in squares if isinstance(each, int)) if square in closed]
