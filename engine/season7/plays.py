"""What players may do at any time: lock in, leave a list, peek, use hidden squares; and what the host may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.question import Option, Play
from engine.kernel.text import phrase
from engine.race import locks, peeks
from engine.race import plays as race
from engine.race.plays import Freely
from engine.season7 import events, tables, verbs
from engine.season7.table import RoundTable


def offered(t: RoundTable, who: str) -> list[Play]:
    """All plays open to a player in this round."""
    return (race.offered(t, who, FREELY) if t.live(who) else []) + used(t, who)


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
                plays.append(Play(hidden, label, options, secret=True, of=race.on(t, use.of)))
    return plays


def do(t: RoundTable, who: str, key: str, value: Any) -> None:
    """Do it."""
    if key in FREELY:
        FREELY[key].does(t, who, value)
        return
    use = t.hooks.uses[key]
    if use.quiet:
        verbs.use_hidden_quietly(t, who, key)
    if use.quiet or use.armed:
        use.does(t, who, value)
        return
    with verbs.use_hidden(t, who, key):
        use.does(t, who, value)


def lockable(t: RoundTable, who: str, closed: Sequence[Option]) -> Sequence[Option]:
    """Whoever is hypnotised has no selection to lock in."""
    return [] if t.seat(who).hypnotised else race.lockable(t, who, closed)


def peek(t: RoundTable, who: str, n: int) -> None:
    """A peek tells the category, or that a bomb lies there; borrowers hear it too, and with `wits` everybody."""
    cell = t.cell(n)
    category = 0 if cell.bombs else tables.category(cell.face)
    t.round.peeks.append((who, n, category))
    if t.state.options.wits:
        t.seat(who).peeks -= 1
        t.tell(events.PeekShown(who=who, n=n, what=tables.peeked_as(category)))
        return
    borrowers = [name for name in t.round.borrowers if name != who and t.live(name)]
    peeks.peek(t, who, n, tables.peeked_as(category), borrowers)


FREELY: Mapping[str, Freely[RoundTable]] = {
    "lock": Freely("Lock in your next selection", locks.lock, lockable),
    "list": race.listing("Leave a list of squares to try"),
    "clear list": race.CLEAR_LIST,
    "peek": Freely("Peek at a square", peek, race.peekable),
}
SECRET = (*tables.HIDDEN, *(key for key, freely in FREELY.items() if freely.secret))
