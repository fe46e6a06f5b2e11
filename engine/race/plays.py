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
class RacePlay(Generic[T]):
    """Something a player who is still in may do at any time; `choices` picks its options from the closed squares."""

    label: str
    does: Callable[[T, str, Any], None]
    choices: Callable[[T, str, Sequence[Option]], Sequence[Option]]
    form: Form = CHOICE
    secret: bool = False
    of: str = BOARD


def build_picture_path(t: RaceTable[Any], of: str) -> str:
    """Build the `table/name` path of a board or picture, or an empty string if the play has none."""
    return f"{t.id}/{of}" if of else ""


def list_race_plays(t: T, who: str, freely: Mapping[str, RacePlay[T]]) -> list[Play]:
    """List the plays of a player who is still in; a play without any option is left out."""
    plays = []
    closed = grid.list_square_options(t.round, t.round.list_closed_squares())
    for key, it in freely.items():
        choices = it.choices(t, who, closed)
        if choices:
            form = it.form
            if form.kind == "several":
                form = Form("several", form.low, min(form.high, len(choices)))
            plays.append(Play(key, it.label, choices, form, it.secret, build_picture_path(t, it.of)))
    return plays


def list_squares_to_lock(t: RaceTable[Any], who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """List the squares a player may lock in: none if they have locked one in, else those not locked by others."""
    return [] if t.seat(who).locked else grid.list_square_options(t.round, locks.list_unlocked_squares(t, who))


def list_clear_options(t: RaceTable[Any], who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """List one option if the player has a list to clear."""
    return [Option("yes", "yes")] if t.seat(who).wishes else []


def list_peekable_squares(t: RaceTable[Any], who: str, closed: Sequence[Option]) -> Sequence[Option]:
    """List the closed squares if the player has a peek left."""
    return closed if t.seat(who).peeks else []


def build_wish_list_play(label: str) -> RacePlay[Any]:
    """Build the play that leaves a list of squares; only its label differs between games."""
    form = Form("several", 1, lists.MOST_WISHES)
    return RacePlay(label, lists.save_wish_list, lambda _t, _who, closed: closed, form, secret=True)


CLEAR_LIST: RacePlay[Any] = RacePlay("Clear your list", lists.clear_wish_list, list_clear_options, secret=True, of="")
