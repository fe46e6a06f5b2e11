"""What players may do at any time: lock in, leave a list, peek, use hidden squares; and what the host may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.kernel.picture import BOARD
from engine.kernel.question import CHOICE, Form, Option, Play
from engine.kernel.text import phrase
from engine.season7 import board, tables, verbs
from engine.season7.table import RoundTable
from engine.season7.turn import free_squares

MOST_WISHES = 8


@dataclass(frozen=True)
class Freely:
    """Something whoever is in a round may do at any time; the choices may be found among the closed squares."""

    label: str
    does: Callable[[RoundTable, str, Any], None]
    choices: Callable[[RoundTable, str, Sequence[Option]], Sequence[Option]]
    form: Form = CHOICE
    secret: bool = False
    of: str = BOARD


def offered(t: RoundTable, who: str) -> list[Play]:
    """All plays open to a player in this round."""
    return (free(t, who) if t.live(who) else []) + used(t, who)


def free(t: RoundTable, who: str) -> list[Play]:
    """What a player can do who is still in."""
    plays = []
    closed = board.options(t.round, t.round.closed())
    for key, freely in FREELY.items():
        choices = freely.choices(t, who, closed)
        if choices:
            form = freely.form
            if form.kind == "several":
                form = Form("several", form.low, min(form.high, len(choices)))
            plays.append(Play(key, freely.label, choices, form, freely.secret, on(t, freely.of)))
    return plays


def used(t: RoundTable, who: str) -> list[Play]:
    """The hidden squares a player can use now."""
    plays = []
    for hidden in dict.fromkeys(t.player(who).hidden):
        use = t.hooks.uses.get(hidden)
        if use is not None and use.allowed(t, who):
            choices = [] if use.choices is None else use.choices(t, who)
            if use.choices is None or choices:
                options = [item if isinstance(item, Option) else Option(item, str(item)) for item in choices]
                label = phrase("Use {hidden}", hidden=hidden)
                plays.append(Play(hidden, label, options, secret=True, of=on(t, use.of)))
    return plays


def on(t: RoundTable, of: str) -> str:
    """A play says on which table its board lies."""
    return f"{t.id}/{of}" if of else ""


def do(t: RoundTable, who: str, key: str, value: Any) -> None:
    """Do it."""
    if key in FREELY:
        FREELY[key].does(t, who, value)
        return
    use = t.hooks.uses[key]
    if not use.armed:
        verbs.spend_hidden(t, who, key, quietly=use.quiet)
    use.does(t, who, value)


def _lockable(t: RoundTable, who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    if t.seat(who).locked or t.seat(who).hypnotised:
        return []
    return board.options(t.round, free_squares(t, who))


def lock(t: RoundTable, who: str, n: int) -> None:
    """A player locks in the next selection; nobody else can take that square."""
    t.seat(who).locked = n
    t.tell("{who} locks in square {n}.", who=who, n=n, deed="locks")


def wish(t: RoundTable, who: str, squares: list[int]) -> None:
    """A player leaves a private list, tried in order when the turn comes."""
    t.seat(who).wishes = list(squares)
    t.whisper(who, "Your list: {squares}.", squares=squares)


def _clearable(t: RoundTable, who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    return [Option("yes", "yes")] if t.seat(who).wishes else []


def clear(t: RoundTable, who: str, _: str) -> None:
    """The list is thrown away."""
    t.seat(who).wishes = []
    t.whisper(who, "Your list is empty.")


def _peekable(t: RoundTable, who: str, closed: Sequence[Option]) -> Sequence[Option]:
    return closed if t.seat(who).peeks else []


def peek(t: RoundTable, who: str, n: int) -> None:
    """The peek is announced to all; only the player learns the category, or that a bomb lies there."""
    seat, cell = t.seat(who), t.cell(n)
    seat.peeks -= 1
    category = 0 if cell.bombs else tables.category(cell.face)
    t.round.peeks.append((who, n, category))
    t.tell("{who} peeks at square {n}.", who=who, n=n, deed="peeks")
    for eyes in [who, *(name for name in t.round.borrowers if name != who and t.live(name))]:
        t.whisper(eyes, "Square {n} is {what}.", n=n, what=tables.peeked_as(category))


FREELY = {
    "lock": Freely("Lock in your next selection", lock, _lockable),
    "list": Freely(
        "Leave a list of squares to try",
        wish,
        lambda _t, _who, closed: closed,
        Form("several", 1, MOST_WISHES),
        secret=True,
    ),
    "clear list": Freely("Clear your list", clear, _clearable, secret=True, of=""),
    "peek": Freely("Peek at a square", peek, _peekable),
}
SECRET = (*tables.HIDDEN, *(key for key, freely in FREELY.items() if freely.secret))
