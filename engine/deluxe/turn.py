"""One turn: who picks what, what it turns out to be, and who is next."""

from __future__ import annotations

from functools import partial

from engine.deluxe import events, failsafe, strikes, tables
from engine.deluxe.resolve import resolve
from engine.deluxe.state import Aside
from engine.deluxe.table import GridTable, end_asides
from engine.kernel.errors import Withdrawn
from engine.kernel.picture import BOARD
from engine.kernel.question import Option
from engine.race import grid, lists
from engine.race.locks import free_squares

LAPSE: int | str = 0


async def turn(t: GridTable) -> None:
    """Whoever has the turn picks a space, or calls Failsafe."""
    who = t.round.turn
    failsafe.watch(t)
    try:
        if t.live(who):
            await pick_once(t, who)
            await encore(t, who)
    except Withdrawn:
        pass
    for follow in t.hooks.after_turn:
        follow(t, who)
    if t.round.turn == who and not t.round.finished():
        pass_on(t, who)


def was_due(t: GridTable, who: str, aside: Aside) -> bool:
    """Has somebody until this turn's pick is taken to decide this?"""
    return aside.grid == t.grid and aside.by == who and aside.at < t.round.turns


def undecided(t: GridTable, who: str) -> bool:
    """Is something still to be decided before this player's pick is taken?"""
    return any(was_due(t, who, aside) for aside in t.state.asides.values())


async def pick_once(t: GridTable, who: str) -> None:
    """What was locked or listed, or else what is picked now. With that the time is over for what was to be decided
    until then; what was locked or listed waits until it is decided.
    """
    if chosen_before(t, who):
        await t.until(lambda: not (undecided(t, who) and chosen_before(t, who)))
    n = chosen_before(t, who)
    if not n:
        choice: int | str = await t.ask(
            "pick", who, "{who}, pick a space.", partial(choices, t, who), lapse=LAPSE, of=BOARD
        )
        end_asides(t, partial(was_due, t, who))
        await t.until(lambda: not undecided(t, who))
        if choice == failsafe.CALL:
            failsafe.call(t, who)
            return
        if choice == LAPSE:
            lapse(t, who)
            return
        n = int(choice)
    pick(t, who, n)


def chosen_before(t: GridTable, who: str) -> int:
    """A locked space, or the first on the list that can be had; 0 is none."""
    n = lists.chosen_before(t, who)
    return n if n and n in free(t, who) else 0


def free(t: GridTable, who: str) -> list[int]:
    """The closed spaces that nobody else has locked, and that are not frozen; if only such are left, all of them."""
    r = t.round
    frozen = [deal.n for deal in r.dealt("Ice Cube")]
    taken = [seat.second_lock for name, seat in r.seats.items() if name != who and seat.status == "in"]
    unlocked = [n for n in free_squares(t, who) if n not in taken]
    return [n for n in unlocked if n not in frozen] or unlocked or r.closed()


def choices(t: GridTable, who: str) -> list[Option]:
    """The spaces that can be picked, and Failsafe where it is active."""
    found = grid.options(t.round, free(t, who))
    return [*found, Option(failsafe.CALL, failsafe.CALL)] if t.round.active else found


def lapse(t: GridTable, who: str) -> None:
    """The first time in a round: a space by lot, or the turn passes, as was agreed. The second time: a sure bomb."""
    seat = t.seat(who)
    seat.lapses += 1
    if seat.lapses > 1:
        strikes.sure_bomb(t, who)
    elif t.state.options.first_miss == "pass":
        t.tell(events.PickMissed(who=who))
    else:
        t.tell(events.PickMissedAndDrawn(who=who))
        pick(t, who, t.draw_one("lapse.space", free(t, who)))


def pick(t: GridTable, who: str, n: int) -> None:
    """A player opens a space; then everything that counts picks has its say."""
    r = t.round
    end_asides(t, lambda aside: (aside.name, aside.by, aside.grid) == ("Second Thoughts", who, t.grid))
    lists.strike_off(t, who, n)
    strikes.open_space(t, n, who)
    r.picks += 1
    for stands in t.hooks.on_opening:
        stands(t, who, n)
    reveal(t, who, n)
    for follow in t.hooks.after_pick:
        follow(t, who)


def reveal(t: GridTable, who: str, n: int) -> None:
    """A live bomb goes off; a bomb in a dud does nothing, and only its owner is told; else it is what was drawn."""
    cell = t.cell(n)
    if cell.bombs and not cell.dud:
        strikes.bang(t, who, n)
        return
    for owner in dict.fromkeys(cell.bombs):
        if owner:
            t.whisper(owner, events.DudBombSeen(n=n))
    cell.shown = cell.face
    with t.scene(events.SpacePicked(who=who, n=n, face=tables.words(cell.face))):
        if cell.imp == who:
            t.tell(events.OwnDemonBit(who=who))
            strikes.hit(t, who, [])
        elif not t.round.mini:
            resolve(t, who, cell)


async def encore(t: GridTable, who: str) -> None:
    """Whoever has an Encore may open a second space in the same turn; money in it is doubled."""
    deal = next((deal for deal in t.round.dealt("Encore") if deal.who == who and deal.n), None)
    if deal is None or not t.live(who) or t.round.finished():
        return
    if deal.about != "ready":  # found in this very turn: it is for the next two
        deal.about = "ready"
        return
    deal.n -= 1
    n = await t.ask(
        "encore.space",
        who,
        "Encore: a second space, {who}?",
        lambda: [*grid.options(t.round, free(t, who)), Option("enough", "enough")],
        lapse="enough",
        of=BOARD,
    )
    if n != "enough":
        deal.about = "singing"
        pick(t, who, int(n))
        deal.about = "ready"


def pass_on(t: GridTable, who: str) -> None:
    """The turn goes to the next player in order; a Queue Ticket comes in between."""
    r = t.round
    r.turns += 1
    if r.next and t.live(r.next):
        r.turn, r.next, r.resume = r.next, "", r.resume or who
        return
    r.next = ""
    r.turn, r.resume = r.after(r.resume or who), ""
