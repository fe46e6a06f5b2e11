"""A grid from its first sealed bomb to its bonuses, one short step after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.deluxe import board, bonus, booth, events, strikes, tables
from engine.deluxe.state import Grid, Race, Seat
from engine.deluxe.table import GridTable
from engine.deluxe.turn import turn
from engine.kernel.table import Script
from engine.kernel.text import Words, phrase
from engine.race.sealing import lay_bombs, left_to_seal, seal_or_lot, to_seal


def open_grid(race: Race, name: str, title: Words, who: Sequence[str], *, mini: bool = False) -> Grid:
    """Set up a grid for these players, in this turn order."""
    race.laid += 1
    r = race.grids[name] = Grid(title, number=race.laid, mini=mini)
    for player in who:
        r.seats[player] = Seat()
        r.order.append(player)
        if not mini:
            r.seats[player].bombs = 2 if race.zone == "Twin Fuses" and len(who) <= 5 else 1
            r.seats[player].peeks = peeks(race)
    if mini:
        r.rows, r.columns = len(who), tables.MINI_SPACES
    return r


def peeks(race: Race) -> int:
    """One a round; none in a Fog Bank, two in a Glass House."""
    return {"Fog Bank": 0, "Glass House": 2}.get(race.zone, 1)


def next_step(t: GridTable) -> Script[None] | None:
    """What a grid goes on with."""
    r = t.look_again()
    if r.stage == "play":
        return finish(t) if r.finished() else turn(t)
    return STEPS[r.stage](t) if r.stage in STEPS else None


async def seal(t: GridTable) -> None:
    """Duds are drawn, then everybody seals a bomb in secret. Once all have, the grid is drawn and play begins."""
    r = t.round
    waiting = [who for who in t.living() if left_to_seal(t, who)]
    if not r.mini and not r.drawn:
        board.draw_duds(t)
        r.drawn = True
    elif waiting:
        reply = await t.first_of(to_seal(t, waiting))
        who = reply.who
        seal_or_lot(t, who, reply.value)
        if reply.lapsed:
            t.seat(who).lapses += 1
            t.tell(events.SealedByLot(who=who))
    else:
        begin_play(t)


def begin_play(t: GridTable) -> None:
    """Draw the grid unless it lies there already, put the bombs on it and the Trash Picker where none lies."""
    r = t.round
    if not r.cells and r.mini:
        board.draw_plain(t)
    elif not r.cells:
        board.draw_grid(t)
    for n in r.duds:
        t.cell(n).dud = True
    receipts = lay_bombs(t)
    r.possible = sum(len(seat.sealed) for seat in r.seats.values())
    if not r.mini:
        board.place_trash_picker(t)
    r.stage = "play"
    r.turn = r.turn if r.turn in r.living() else r.after(r.turn)
    t.tell(events.GridBegun(grid=r.title, order=r.living()))
    if receipts:
        t.tell(events.SealsShown(receipts=receipts))


async def finish(t: GridTable) -> None:
    """What is still to be decided is waited for; then who is in has won, and is paid."""
    r = t.round
    await t.until(lambda: not any(aside.grid == t.grid for aside in t.state.asides.values()))
    r.winners = t.living()
    for who in r.winners:
        r.seats[who].status = "won"
    verdict = phrase("{winners} {n:wins|win}", winners=r.winners, n=len(r.winners)) if r.winners else NOBODY
    t.tell(
        events.GridOver(
            grid=r.title, verdict=verdict, deeds={} if r.mini else {"rounds": list(r.order), "rounds_won": r.winners}
        )
    )
    if not r.mini:
        settle(t)
    r.stage = "over"


NOBODY = phrase("Nobody wins it")


def settle(t: GridTable) -> None:
    """Bonuses, what was promised for the end, the duds, and the winners' minigames."""
    r = t.round
    duds = [n for n, cell in enumerate(r.cells, 1) if cell.dud]
    if duds:
        t.tell(events.DudsShown(spaces=duds))
    lay_open(t)
    bonus.pay_bonuses(t, r.winners)
    t.state.won += r.winners
    for who in r.order:
        if r.seats[who].status == "out":
            t.player(who).lost_row += 1
            give_coat_back(t, who)
    for settles in t.hooks.settling:
        settles(t)
    for who in r.winners:
        booth.open_for(t, who, t.player(who).row)


def lay_open(t: GridTable) -> None:
    """Tell where bombs lay that nobody opened, and what R is made of."""
    closed = {n: cell for n, cell in enumerate(t.round.cells, 1) if not cell.open}
    bombs = [n for n, cell in closed.items() if bonus.is_live(cell)]
    if bombs:
        t.tell(events.BombsLeft(spaces=bombs))
    money = {n: amount for n, cell in closed.items() if (amount := bonus.counted(t, "", cell))}
    if money and t.round.winners:
        parts = [phrase("{amount:$} ({n})", amount=amount, n=n) for n, amount in money.items()]
        t.tell(events.RemainingShown(parts=parts))


def give_coat_back(t: GridTable, who: str) -> None:
    """A multiplier from the cloakroom: the two are added, less the x1 that was worn meanwhile."""
    seat, player = t.seat(who), t.player(who)
    player.times += seat.coat - tables.ONE if seat.coat else 0
    seat.coat = 0


def leave(t: GridTable, who: str) -> None:
    """Somebody leaves for good: their bomb stays as nobody's."""
    seat = t.seat(who)
    if seat.status == "in":
        strikes.end_for(t, who)
    seat.status = "left"


STEPS: Mapping[str, Callable[[GridTable], Script[None]]] = {"seal": seal}
