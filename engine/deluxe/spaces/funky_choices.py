"""Funky effects that ask somebody to decide something: aside, while the grid goes on."""

from __future__ import annotations

from engine.deluxe import events
from engine.deluxe.spaces.choices import draw_unless_named, list_rival_options
from engine.deluxe.table import AsideTable, GridTable
from engine.kernel.text import phrase
from engine.race import grid
from engine.race.sealing import seal_one_bomb


async def ask_second_thoughts(t: AsideTable, finder: str) -> None:
    """Ask a player whether to move their bomb, and move it; without an answer it stays."""
    n = await t.decide(
        "second_thoughts.space",
        finder,
        "Move your bomb?",
        lambda: grid.list_square_options(t.round, t.round.list_closed_squares()),
        lapse=0,
        secret=True,
    )
    at = next((m for m in t.round.list_closed_squares() if finder in t.find_cell(m).bombs), 0)
    if n and at and n != at and n in t.round.list_closed_squares():
        move_bomb(t, finder, at, n)


def move_bomb(t: GridTable, who: str, at: int, to: int) -> None:
    """Move a bomb to another space and seal it anew; it counts for players who have hunted there."""
    seat = t.seat(who)
    seat.sealed = [n for n in seat.sealed if n != at]
    t.find_cell(at).bombs.remove(who)
    t.find_cell(to).bombs.append(who)
    seal_one_bomb(t, who, to)
    for hunt in t.state.hunts:
        if hunt.grid == t.grid and to in hunt.spaces and to not in hunt.found and not t.find_cell(to).dud:
            hunt.found.append(to)


async def ask_blank_cheque(t: AsideTable, finder: str) -> None:
    """Ask for the amount of a Blank Cheque until the grid is over; without an answer it is one stake."""
    amounts = {n: phrase("{cash:$}", cash=t.compute_stake(2 * n)) for n in range(1, 11)}
    n = await t.decide("blank_cheque.amount", finder, "What do you write on the cheque?", amounts, lapse=1)
    t.add_deal("Blank Cheque", finder, n=t.compute_stake(2 * n))
    t.tell(events.ChequeWritten(who=finder, cash=t.compute_stake(2 * n)))


async def ask_kingmaker(t: AsideTable, finder: str) -> None:
    """Ask the Kingmaker whom to crown until the grid is over; without an answer a lot decides."""
    name = await t.decide(
        "kingmaker.player", finder, "Whom do you crown?", lambda: list_rival_options(t, finder), lapse=""
    )
    about = draw_unless_named(t, "kingmaker.player", finder, name)
    if about:
        t.add_deal("Kingmaker", finder, about)
        t.tell(events.KingCrowned(who=finder, about=about))
