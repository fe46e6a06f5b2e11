"""What whoever is in a round may do at any time: lock in, leave a list, peek."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.kernel.picture import BOARD
from engine.kernel.question import CHOICE, Form, Option, Play
from engine.race import grid, lists, locks
from engine.race.table import RaceTable

T = TypeVar("T", bound=RaceTable[Any])


@dataclass(frozen=True)
class Freely(Generic[T]):
    """Something whoever is in a round may do at any time; the choices may be found among the closed squares."""

    label: str
    does: Callable[[T, str, Any], None]
    choices: Callable[[T, str, Sequence[Option]], Sequence[Option]]
    form: Form = CHOICE
    secret: bool = False
    of: str = BOARD


def on(t: RaceTable[Any], of: str) -> str:
    """A play says on which table its board lies."""
    return f"{t.id}/{of}" if of else ""


def offered(t: T, who: str, freely: Mapping[str, Freely[T]]) -> list[Play]:
    """What a player can do who is still in; what has no choice to offer is not there."""
    plays = []
    closed = grid.options(t.round, t.round.closed())
    for key, it in freely.items():
        choices = it.choices(t, who, closed)
        if choices:
            form = it.form
            if form.kind == "several":
                form = Form("several", form.low, min(form.high, len(choices)))
            plays.append(Play(key, it.label, choices, form, it.secret, on(t, it.of)))
    return plays


def lockable(t: RaceTable[Any], who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """The squares a player may lock in: one at a time, and none that others have."""
    return [] if t.seat(who).locked else grid.options(t.round, locks.free_squares(t, who))


def clearable(t: RaceTable[Any], who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """A list can be thrown away where there is one."""
    return [Option("yes", "yes")] if t.seat(who).wishes else []


def peekable(t: RaceTable[Any], who: str, closed: Sequence[Option]) -> Sequence[Option]:
    """Any closed square, as long as a peek is left."""
    return closed if t.seat(who).peeks else []


def listing(label: str) -> Freely[Any]:
    """To leave a list is the same everywhere, but for what it is called."""
    form = Form("several", 1, lists.MOST_WISHES)
    return Freely(label, lists.wish, lambda _t, _who, closed: closed, form, secret=True)


CLEAR_LIST: Freely[Any] = Freely("Clear your list", lists.clear, clearable, secret=True, of="")
