"""Funky effects that ask somebody to decide something: aside, while the grid goes on."""

from __future__ import annotations

from engine.deluxe import events
from engine.deluxe.spaces.choices import or_by_lot, rivals
from engine.deluxe.table import AsideTable, GridTable
from engine.kernel.text import phrase
from engine.race import grid
from engine.race.sealing import seal_one


async def second_thoughts(t: AsideTable, finder: str) -> None:
    """Move your bomb, unseen, until your own next pick; silence leaves it."""
    n = await t.decide(
        "second_thoughts.space",
        finder,
        "Move your bomb?",
        lambda: grid.options(t.round, t.round.closed()),
        lapse=0,
        secret=True,
    )
    at = next((m for m in t.round.closed() if finder in t.cell(m).bombs), 0)
    if n and at and n != at and n in t.round.closed():
        move_bomb(t, finder, at, n)


def move_bomb(t: GridTable, who: str, at: int, to: int) -> None:
    """A bomb lies somewhere else now, sealed anew; it counts for whoever has hunted there."""
    seat = t.seat(who)
    seat.sealed = [n for n in seat.sealed if n != at]
    t.cell(at).bombs.remove(who)
    t.cell(to).bombs.append(who)
    seal_one(t, who, to)
    for hunt in t.state.hunts:
        if hunt.grid == t.grid and to in hunt.spaces and to not in hunt.found and not t.cell(to).dud:
            hunt.found.append(to)


async def blank_cheque(t: AsideTable, finder: str) -> None:
    """The amount is written until the grid is over; silence writes one stake."""
    amounts = {n: phrase("{cash:$}", cash=t.stake(2 * n)) for n in range(1, 11)}
    n = await t.decide("blank_cheque.amount", finder, "What do you write on the cheque?", amounts, lapse=1)
    t.deal("Blank Cheque", finder, n=t.stake(2 * n))
    t.tell(events.ChequeWritten(who=finder, cash=t.stake(2 * n)))


async def kingmaker(t: AsideTable, finder: str) -> None:
    """The king is named until the grid is over; silence names one by lot."""
    name = await t.decide("kingmaker.player", finder, "Whom do you crown?", lambda: rivals(t, finder), lapse="")
    about = or_by_lot(t, "kingmaker.player", finder, name)
    if about:
        t.deal("Kingmaker", finder, about)
        t.tell(events.KingCrowned(who=finder, about=about))
