"""Events that change the board or how it is played."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.errors import Withdrawn
from engine.kernel.text import Phrase, Words, phrase
from engine.race import table
from engine.race.table import add_sealed_bomb, lift_locks, open_cell
from engine.season7 import board, events, rounds, square00, tables, verbs
from engine.season7.squares.player_events import NEEDS_A_PLACE
from engine.season7.state import RoundTable, Season7Cell, Season7Round
from engine.season7.turn import draw_mystery_amount, find_cash_for_player, resolve_square

# -- what lies on the board


async def add_a_row(t: RoundTable, finder: str) -> None:
    """The board gets one more row, with squares of all kinds, and the finder hides a bomb on it. The bomb is hidden
    first, so that nobody can lock a square before.

    Play the square for its finder: ask where the bomb goes (without an answer it is drawn), then add the row to the
    board, and announce the bomb's receipt.
    """
    r = t.round
    new = [len(r.cells) + i for i in range(1, r.columns + 1)]
    t.tell(events.RowAdded(first=new[0], last=new[-1], who=finder))
    try:
        n = await t.ask(
            "add_a_row.bomb",
            finder,
            "Where on the new row do you hide your bomb?",
            [table.build_square_option(n, r.columns) for n in new],
            lapse=0,
            secret=True,
            patience="bomb",
        )
    except Withdrawn:
        n = 0
    faces = board.draw_faces(t, "add_a_row.squares", len(new), board.list_board_categories(t))
    row = [Season7Cell(face) for face in faces]
    board.hide_squares_behind_cash(t, row)
    t.round.rows += 1
    t.round.cells += row
    receipt = add_sealed_bomb(t, finder, n or t.draw_one("bomb.placed_by_host", new))
    t.tell(events.RowOpened(receipt=receipt))


async def board_booster(t: RoundTable, _finder: str) -> None:
    """All cash still on the board is raised by 50 to 100 percent. Several are added up, to 200 at most. No board has
    more than three of these.

    Play the square; who found it does not matter: raise the booster that the round keeps, up to the cap. It lifts cash
    opened from now on.
    """
    percent = t.draw_one("board_booster.percent", tables.BOARD_BOOST)
    r = t.round
    capped = r.booster + percent > tables.BOARD_BOOSTER_CAP
    r.booster = min(tables.BOARD_BOOSTER_CAP, r.booster + percent)
    t.tell(
        events.BoardBoostedToCap(percent=percent, booster=r.booster)
        if capped
        else events.BoardBoosted(percent=percent, booster=r.booster)
    )


async def eclipse(t: RoundTable, _finder: str) -> None:
    """All closed squares are shuffled, bombs too. What anybody knew about them is worth nothing now.

    Play the square; who found it does not matter: move the closed squares, end all lock-ins, and delete what players
    know of them, even where their own bombs lie. Only announce it with fewer than two.
    """
    r = t.round
    closed = r.list_closed_squares()
    if len(closed) < 2:
        t.tell(events.NothingToShuffle())
        return
    shuffled = [r.find_cell(n) for n in t.draw("eclipse.shuffle", closed, len(closed))]
    for n, cell in zip(closed, shuffled, strict=True):
        r.cells[n - 1] = cell
    board.forget_squares(r, set(closed))
    for seat in r.seats.values():
        seat.sealed = [0] * len(seat.sealed)  # nobody knows where any more
    t.tell(events.BoardShuffled(n=len(closed)))
    lift_locks(t)


async def grid_list(t: RoundTable, _finder: str) -> None:
    """I read out everything that is still on the board, and the number of bombs. What is hidden behind cash stays
    secret.

    Play the square; who found it does not matter. Only announce the list, sorted by kind so that it tells no places;
    what bombs cover is left out.
    """
    r = t.round
    faces = sorted((cell.face for cell in board.list_unbombed_cells(r)), key=_compute_catalogue_order)
    squares = list(map(tables.format_square, faces)) or [phrase("nothing else")]
    t.tell(events.BoardListed(squares=squares, bombs=len(r.list_bomb_squares())))


def _compute_catalogue_order(face: str) -> tuple[int, int, str]:
    # By kind and amount, so that the list says nothing about places.
    """Return a sort key by kind and amount, so that the read-out list does not reveal where anything lies."""
    return tables.find_category(face), tables.parse_cash(face) or tables.parse_booster(face) or 0, face


async def lockdown(t: RoundTable, _finder: str) -> None:
    """Every closed square without a bomb becomes seven-figure cash. Bombs cost £2,500,000, and winners must risk the
    win bonus on Square 00.

    Play the square; who found it does not matter: draw the squares again at once (but a guaranteed Invite), end spells
    untold, and set the penalty. That Lockdown is active is noted for the end of the round.
    """
    r = t.round
    r.spells = []
    board.redraw_squares(t, "lockdown.squares", board.list_unbombed_cells(r), (3,))
    r.penalty = tables.LOCKDOWN_PENALTY
    if not t.is_in_force("Lockdown"):
        r.in_force.append("Lockdown")
    t.tell(events.LockdownBegun(penalty=r.penalty))


async def minefield(t: RoundTable, _finder: str) -> None:
    """For each player still in, one more bomb is put on a random square without a bomb.

    Play the square; who found it does not matter: lay the bombs, which belong to nobody, and end all lock-ins. Fewer
    are laid if fewer squares are left.
    """
    clean = [n for n in t.round.list_closed_squares() if not t.find_cell(n).bombs]
    if not clean:
        t.tell(events.NothingToMine())
        return
    mined = t.draw("minefield.squares", clean, min(len(t.list_living()), len(clean)))
    for n in mined:
        t.find_cell(n).bombs.append("")
    t.tell(events.BombsMined(n=len(mined)))
    lift_locks(t)


async def minesweeper(t: RoundTable, _finder: str) -> None:
    """One to four bombs, if there are any, are turned over and do no harm.

    Play the square; who found it does not matter: draw how many and which, open these squares for nobody, and announce
    them.
    """
    there = t.round.list_bomb_squares()
    if not there:
        t.tell(events.NothingToSweep())
        return
    count = t.draw_one("minesweeper.count", tables.SWEPT[: len(there)])
    swept = sorted(t.draw("minesweeper.bombs", there, count))
    for n in swept:
        open_cell(t.round, n).shown = "Bomb"
    t.tell(events.BombsSwept(n=count, squares=swept))


async def power_spike(t: RoundTable, _finder: str) -> None:
    """Every closed square without a bomb is seven-figure cash until all players have selected once. Then all of them
    are drawn again.

    Play the square; who found it does not matter. Only begin the spell (which turns the squares at once): it is counted
    and ended after later selections.
    """
    board.cast_spell(t, "Power Spike", 3)


# -- whose turn it is, and for how long


async def double_dip(t: RoundTable, _finder: str) -> None:
    """The player with the next turn must make two selections.

    Play the square; who found it does not matter. Only note it at the round: `begin_double_dip` gives the extra
    selection when the next turn begins.
    """
    t.round.in_force.append("Double Dip")
    t.tell(events.DoubleDipSet())


def begin_double_dip(t: RoundTable, who: str) -> None:
    """Give the player `who`, whose turn begins, one extra selection for each Double Dip found before in this round, and
    announce it; these are then used up. Do nothing if there are none.
    """
    r = t.round
    dips = r.in_force.count("Double Dip")
    if dips:
        r.in_force = [name for name in r.in_force if name != "Double Dip"]
        t.seat(who).owed += dips
        t.tell(events.DoubleDipDue(who=who, n=dips + 1))


async def extra_peek(t: RoundTable, finder: str) -> None:
    """The finder may peek once more in this round.

    Play the square for its finder: add to their peeks, and announce how many they have.
    """
    seat = t.seat(finder)
    seat.peeks += 1
    t.tell(events.PeeksGiven(who=finder, n=seat.peeks))


async def hypnotise(t: RoundTable, finder: str) -> None:
    """The finder's next one to four selections are made by chance. Everything they gain in that time is doubled.

    Play the square for its finder. Only draw and note the number (of two Hypnotises the longer counts), and end their
    lock-in: the turn draws their squares, and `count_hypnosis` counts down.
    """
    n = t.draw_one("hypnotise.selections", tables.HYPNOTISED_FOR)
    seat = t.seat(finder)
    # The selection in progress will be counted off, but is none of those to come.
    seat.hypnotised = max(seat.hypnotised, n + (t.round.selecting == finder))
    seat.locked = 0
    t.tell(events.Hypnotised(who=finder, n=n))


def count_hypnosis(t: RoundTable, who: str) -> None:
    """Reduce by one the selections that a hypnotised player still makes at random, and after the last announce the end
    of it, if they are still in; do nothing for others.
    """
    seat = t.round.seats.get(who)
    if seat is not None and seat.hypnotised:
        seat.hypnotised -= 1
        if not seat.hypnotised and seat.status == "in":
            t.tell(events.HypnosisOver(who=who))


async def quick_finish(t: RoundTable, _finder: str) -> None:
    """With at most five squares left (eight in a Super Round) the round ends, and all squares count as open.

    Play the square; who found it does not matter. If few enough are left, mark the round as ended and cleared, which
    the round's next step finds; else only announce how many are left.
    """
    r = t.round
    left, most = len(r.list_closed_squares()), tables.QUICK_FINISH[r.kind]
    if left > most:
        t.tell(events.QuickFinishMissed(left=left, most=most))
        return
    r.clear = True
    r.in_force.append("Finished")
    t.tell(events.QuickFinishHit(left=left))


async def win_zone(t: RoundTable, finder: str) -> None:
    """If the finder wins within the next eight squares that anybody selects, the win bonus is doubled.

    Play the square for its finder. Only note the number at their seat: `count_win_zones` counts down, and the win bonus
    looks whether any are left.
    """
    # The selection in progress will be counted off, but is none of the eight.
    t.seat(finder).win_zone = tables.WIN_ZONE + bool(t.round.selecting)
    t.tell(events.WinZoneEntered(who=finder, n=tables.WIN_ZONE))


def count_win_zones(t: RoundTable, _who: str) -> None:
    """Reduce by one the selections left in every Win Zone, and announce each that ends. The selection that ends the
    round still counts as within, even if it moves the player elsewhere.
    """
    r = t.round
    for who in r.order:
        seat = r.seats[who]
        if seat.win_zone and r.has_next_selection():
            seat.win_zone -= 1
            if not seat.win_zone:
                t.tell(events.WinZoneLeft(who=who))


# -- money


async def jackpot(t: RoundTable, finder: str) -> None:
    """The finder gains all positive cash found so far, without boosters, and £1,000,000 times the cycle's number. It
    is only on boards of the Super Round and of Head to Head.

    Play the square for its finder: pay at once, raised by their own booster but not by the board's.
    """
    faces = [tables.parse_cash(cell.shown or cell.face) or 0 for cell in t.round.cells if cell.open]
    amount = sum(face for face in faces if face > 0) + tables.JACKPOT_STEP * t.state.cycle
    with t.scene(events.JackpotStands(amount=amount)):
        verbs.gain(
            t, finder, verbs.compute_handed_cash(t, finder, amount), "jackpot", verbs.find_lift(t, finder, amount)
        )


async def pay_day(t: RoundTable, finder: str) -> None:
    """The finder gets the win bonus of a round that would end now, and plays on.

    Play the square for its finder: compute and pay the sum at once; nothing is taken off a win bonus later.
    """
    clear = not t.round.list_closed_squares()
    bonus = rounds.compute_winner_bonus(t, finder, clear=clear)
    squares, each = square00.count_bonus_squares(t.round, clear=clear)
    pay = verbs.double_if_hypnotised(t, finder, bonus)
    with t.scene(events.PayDayWorked(who=finder, fixed=tables.WIN_BONUS, each=each, n=squares)):
        verbs.gain(t, finder, pay, "pay day", find_pay_day_lift(t, finder, tables.WIN_BONUS + each * squares))


def find_pay_day_lift(t: RoundTable, who: str, base: int) -> verbs.Lift | None:
    """Return the multipliers that raise a Pay Day of the sum `base`, to show them beside what is paid (a booster raises
    only the part for squares, a Win Zone and Hypnotise all of it); None if there are none.
    """
    booster, by = t.player(who).booster, list[Words]()
    if booster:
        by.append(phrase("booster {percent}% on the squares", percent=booster))
    if t.seat(who).win_zone:
        by.append(phrase("Win Zone × 2"))
    if verbs.double_if_hypnotised(t, who, base) > base:
        by.append(verbs.lift_by_hypnosis())
    return verbs.Lift(base, by) if by else None


async def penalty_box(t: RoundTable, finder: str) -> None:
    """The finder loses £1,000,000 and misses the next turn.

    Play the square for its finder: charge them now, raised by their booster, and note the turn that they miss.
    """
    penalty = tables.PENALTY_BOX
    with t.scene(events.PenaltyBoxEntered(who=finder)):
        verbs.lose(
            t, finder, verbs.boost_amount(t, finder, penalty), "penalty box", verbs.find_lift(t, finder, -penalty)
        )
    t.seat(finder).misses += 1


# What reaches only those still in, of whom there may be none by the time somebody who is out has such a square.
NEEDS_OTHERS = ("Military Aid", "Realignment", "Reparations", "Revolution")


async def leftovers(t: RoundTable, finder: str) -> None:
    """The finder gets everything that bombs have covered in this round, hidden squares too. Only the finder learns
    exactly what it is. The others hear how many squares of each category there were, and what they pay. A second
    Leftovers finds no hidden square.

    Play the square for its finder: pay the cash as one sum, give boosters and hidden squares, then carry out the other
    squares one by one.
    """
    faces = [draw_mystery_amount(t, face) for face in list_covered_faces(t.round)]
    if not faces:
        t.tell(events.NothingLeftOver())
        return
    with t.scene(events.LeftoversTaken(who=finder, squares=format_category_summary(faces))):
        t.whisper(finder, events.BuriedSeen(squares=list(map(tables.format_square, faces))))
        take_leftover_cash(t, finder, faces)
        for cell in t.round.cells:
            if cell.hidden and is_covered(cell):
                name, cell.hidden = cell.hidden, ""
                verbs.give_hidden(t, finder, name)
        # A Quick Finish ends the round at once, so nothing can come after it.
        await take_leftover_effects(
            t, finder, sorted(filter(_is_neither_cash_nor_booster, faces), key="Quick Finish".__eq__)
        )


def is_covered(cell: Season7Cell) -> bool:
    """Return whether a bomb lies on this square, or was ever found on it."""
    return bool(cell.bombs) or cell.shown == "Bomb"


def list_covered_faces(r: Season7Round) -> list[str]:
    """List the faces that bombs cover or covered on this board, sorted by category and name; Leftovers are left out."""
    faces = [cell.face for cell in r.cells if is_covered(cell)]
    return sorted((face for face in faces if face != "Leftovers"), key=lambda face: (tables.find_category(face), face))


def format_category_summary(faces: Sequence[str]) -> list[Phrase]:
    """Format how many of these squares there are of each category, one phrase a category."""
    categories = [tables.find_category(face) for face in faces]
    return [
        phrase("{n} × {category}", n=categories.count(c), category=tables.CATEGORY_NAMES[c])
        for c in sorted(set(categories))
    ]


def take_leftover_cash(t: RoundTable, who: str, faces: Sequence[str]) -> None:
    """Pay (or charge) a player all cash found by Leftovers as one sum, then raise their booster by all boosters found,
    as one.
    """
    amounts = [amount for face in faces if (amount := find_cash_for_player(t, who, face)) is not None]
    verbs.pay_or_take(
        t,
        who,
        sum(verbs.compute_board_cash(t, who, amount) for amount in amounts),
        "cash",
        find_leftovers_lift(t, who, amounts),
    )
    percents = [percent for face in faces if (percent := tables.parse_booster(face)) is not None]
    if percents:
        verbs.raise_booster(t, who, sum(percents))


def find_leftovers_lift(t: RoundTable, who: str, amounts: Sequence[int]) -> verbs.Lift | None:
    """Return which boosters and multipliers have raised the cash found by Leftovers, for display beside the sum, or
    None if none has. If Hypnotise has doubled the gains but not the losses, announce both apart.
    """
    won, lost = sum(amount for amount in amounts if amount > 0), -sum(amount for amount in amounts if amount < 0)
    found = verbs.find_lift(t, who, won or -lost, board=t.round.booster)
    if won and lost and verbs.double_if_hypnotised(t, who, won) > won:
        t.tell(events.LeftoversLifted(won=won, lost=lost))
    return found and verbs.Lift(abs(won - lost), found.by)


def _is_neither_cash_nor_booster(face: str) -> bool:
    """Return whether a square with this face is neither cash nor a booster."""
    return tables.parse_cash(face) is None and tables.parse_booster(face) is None


async def take_leftover_effects(t: RoundTable, who: str, faces: Sequence[str]) -> None:
    """Apply the remaining squares found by Leftovers to their finder, one after the other and for all to see, until one
    puts the finder out. A finder already out gets only those that need no place in the round.
    """
    status = t.seat(who).status
    for face in faces:
        now = t.round.seats[who].status
        if now not in (status, "in") or t.player(who).gone:
            return
        if now != "in" and face in NEEDS_A_PLACE:
            t.tell(events.LeftoverUseless(face=tables.format_square(face)))
            continue
        if face in NEEDS_OTHERS and not t.list_living():
            t.tell(events.LeftoverForNobody(face=face))
            continue
        try:
            await take_leftover_effect(t, who, face)
        except Withdrawn:
            continue


async def take_leftover_effect(t: RoundTable, who: str, face: str) -> None:
    """Apply one square found by Leftovers to its finder; a minigame is just given, any other square is announced
    first.
    """
    if face not in t.hooks.squares:
        await resolve_square(t, who, face)
        return
    with t.scene(events.LeftoverEffect(face=tables.format_square(face))):
        await resolve_square(t, who, face)
