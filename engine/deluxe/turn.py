"""One turn: who picks what, what it turns out to be, and who is next."""

from __future__ import annotations

from functools import partial

from engine.deluxe import assets, events, failsafe, strikes, tables
from engine.deluxe.state import Aside, DeluxeCell, GridDeal, GridTable, HeldChanger, end_asides
from engine.kernel.errors import Withdrawn
from engine.kernel.picture import BOARD
from engine.kernel.question import Option
from engine.race import table
from engine.race.table import list_unlocked_squares

SPACE_ASIDES = frozenset({"Stink Bomb", "Phone a Bench", "Second Thoughts"})  # which ask for a closed space


def resolve_space(t: GridTable, who: str, cell: DeluxeCell) -> None:
    """Give the player who opened a space what lies on it, except bombs: pay money, apply its effect, keep it for later,
    or open the decision (aside) that it brings.
    """
    if cell.face == tables.TRASH_PICKER:
        trash_picker(t, who)
    elif cell.face == tables.FUNKY:
        t.open_aside(tables.FUNKY, who, by=who, n=cell.former, whom=[who] if t.player(who).risks else [])
    elif tables.find_space_kind(cell.face) == tables.MONEY:
        assets.pay_found_money(t, who, tables.parse_cash_face(cell.face) or 0)
    else:
        give_find(t, who, cell.face)


def give_find(t: GridTable, who: str, face: str) -> None:
    """Give a player what they have found on a space, other than money or a Funky effect: it takes effect at once, is
    kept for later, or opens a decision to be made beside play (an aside).
    """
    kind, _, what = face.partition(" ")
    if tables.find_space_kind(face) == tables.MULTIPLIER:
        assets.set_multiplier(t, who, compute_multiplier(t.player(who).times, what))
    elif tables.find_space_kind(face) == tables.BOOST and kind == tables.BOOST:
        apply_boost_space(t, who, what)
    elif face == tables.ITEM:
        give_random_item(t, who)
    elif face in tables.FAMILIES[tables.MINIGAME]:
        hold_minigame(t, who, face)
    elif face in tables.CHANGERS:
        t.state.changers.append(HeldChanger(who, face, t.grid))
        t.tell(events.ChangerHeld(who=who, face=face))
    elif face in t.hooks.treats:
        t.hooks.treats[face](t, who)
    else:
        whom = {"Lonely Number": t.list_living, "Show of Hands": t.list_bench}.get(
            face, list
        )()  # as they are when it is found
        t.open_aside(face, who, by="" if face in tables.LATE_SPECIALS else who, whom=whom)


def hold_minigame(t: GridTable, who: str, game: str) -> None:
    """Keep a minigame for the player who found it on a space, and announce that; they play it once they are out of the
    round or have won it.
    """
    t.seat(who).games.append(game)
    t.tell(events.MinigameHeld(who=who, game=game))


def give_random_item(t: GridTable, who: str) -> None:
    """Give a player an item (a thing kept until it is used) drawn at random from those that the game includes, and
    announce it; with a fourth item they must give one up.
    """
    assets.give_item(t, who, t.draw_one("item.found", t.state.options.list_included(tables.ITEMS)))


def compute_multiplier(times: int, what: str) -> int:
    """Return what a player's win-bonus multiplier, `times` in tenths, becomes on the multiplier space `what`: x+1.5
    adds, x-1 subtracts, ÷2 and ×1.5 divide and multiply; halves are rounded up. Limits are not applied.
    """
    if what.startswith("x"):
        return times + round(float(what[1:]) * 10)
    if what == "÷2":
        return assets.divide_half_up(times, (2, 1))
    return assets.divide_half_up(times * round(float(what[1:]) * 10), (10, 1))


def apply_boost_space(t: GridTable, who: str, what: str) -> None:
    """Change a player's boost (the factor on found money) as the boost space `what` says, and announce it: by points
    (`+20`), by halving what is above 100 % (`halved`), or by multiplying all of it (`×2`). The limits hold, and gains
    count twice in the zone Bull Run.
    """
    boost = t.player(who).boost
    if what == "halved":
        above = max(0, boost - tables.FULL_BOOST)
        assets.set_boost(t, who, boost - above + assets.divide_half_up(above, (2, 1)))
    elif what.startswith("×"):
        assets.shift_boost(t, who, assets.divide_half_up(boost * round(float(what[1:]) * 10), (10, 1)) - boost)
    else:
        assets.shift_boost(t, who, int(what))


def trash_picker(t: GridTable, who: str) -> None:
    """You get everything that bombs cover: the money in one sum, then multipliers, boosts and the rest. Specials and
    Funky spaces pay the money that was there before. Bombs in duds count, too.

    Called when `who` opens the Trash Picker. Pay and apply all of it at once; minigames and score changers are kept for
    later, as when they are found.
    """
    covered = [cell for cell in t.round.cells if cell.bombs]
    kinds = [(tables.find_space_kind(cell.face), cell) for cell in covered]
    worth = {tables.SPECIAL, tables.FUNKY, tables.MONEY}
    sums = [
        cell.former if kind != tables.MONEY else tables.parse_cash_face(cell.face) or 0
        for kind, cell in kinds
        if kind in worth
    ]
    t.tell(events.TrashPicked(who=who, faces=[tables.format_face(cell.face) for cell in covered]))
    if sum(sums):
        assets.pay_found_money(t, who, sum(sums), feeds=False)
    for wanted in (tables.MULTIPLIER, tables.BOOST, tables.ITEM, tables.MINIGAME, tables.CHANGER):
        for kind, cell in kinds:
            if kind == wanted:
                give_find(t, who, cell.face)


LAPSE: int | str = 0


async def play_grid_turn(t: GridTable) -> None:
    """Play one turn on a grid: let the player whose turn it is pick a space (with an Encore perhaps a second) or call
    Failsafe (claim that only bombs are left), run the effects that follow a turn, then pass the turn on unless the grid
    is over. The turn also ends if the player can no longer be asked.
    """
    who = t.round.turn
    failsafe.update_failsafe_activity(t)
    try:
        if t.is_live(who):
            await take_pick(t, who)
            if t.round.list_deals("Encore"):
                await offer_encore(t, who)
    except Withdrawn:
        pass
    for follow in t.hooks.after_turn:
        follow(t, who)
    if t.round.turn == who and not t.round.is_finished():
        pass_grid_turn(t, who)


def is_aside_due(t: GridTable, who: str, aside: Aside) -> bool:
    """Return whether this open decision beside play (aside) must be made before the player's current pick counts: it
    ends with a pick of theirs, and was opened in an earlier turn of this grid.
    """
    return aside.grid == t.grid and aside.by == who and aside.at < t.round.turns


def has_undecided_aside(t: GridTable, who: str) -> bool:
    """Return whether any decision beside play (aside) must still be made before this player's current pick counts."""
    return any(is_aside_due(t, who, aside) for aside in t.state.asides.values())


def can_pick_unasked(t: GridTable, who: str) -> bool:
    """Return whether the space that a player has chosen in advance (locked or listed) may be opened now: not while
    decisions due before their pick are open, nor while a Hot Potato may be passed on.
    """
    passing = any((aside.name, aside.grid) == ("Hot Potato", t.grid) for aside in t.state.asides.values())
    return not passing and not has_undecided_aside(t, who)


async def take_pick(t: GridTable, who: str) -> None:
    """Let a player pick: open the space that they locked or listed in advance, or ask for one; they may call Failsafe
    instead, or miss the turn. A space chosen in advance waits until decisions (asides) due before this pick, or about a
    Hot Potato, are made; an answer ends those that are due.
    """
    n = find_chosen_space(t, who)
    if n:
        await t.wait_until(lambda: can_pick_unasked(t, who) or not find_chosen_space(t, who))
        n = find_chosen_space(t, who)
    if not n:
        choice: int | str = await t.ask(
            "pick", who, "{who}, pick a space.", partial(list_pick_options, t, who), lapse=LAPSE, of=BOARD
        )
        if t.state.asides:
            end_asides(t, partial(is_aside_due, t, who))
            await t.wait_until(lambda: not has_undecided_aside(t, who))
        if choice == failsafe.CALL:
            failsafe.call_failsafe(t, who)
            return
        if choice == LAPSE:
            handle_missed_pick(t, who)
            return
        n = int(choice)
    open_picked_space(t, who, n)


def find_chosen_space(t: GridTable, who: str) -> int:
    """Return the space that a player has chosen in advance for their turn: the one locked, else the first on their
    private list that they may open; 0 if there is none. In a race from before this rule the first that is closed and
    not locked, or 0 if that one is frozen.
    """
    free, seat = list_free_spaces(t, who), t.seat(who)
    if seat.locked or not t.state.list_skips_frozen:
        n = table.find_square_chosen_before(t, who)
        return n if n in free else 0
    return next((n for n in seat.wishes if n in free), 0)


def list_free_spaces(t: GridTable, who: str) -> list[int]:
    """Return the closed spaces that a player may open: neither locked by others nor frozen; if no such space is left,
    frozen ones, and in the end all closed ones.
    """
    r = t.round
    frozen = [deal.n for deal in r.list_deals("Ice Cube")]
    taken = [seat.second_lock for name, seat in r.seats.items() if name != who and seat.status == "in"]
    unlocked = [n for n in list_unlocked_squares(t, who) if n not in taken]
    return [n for n in unlocked if n not in frozen] or unlocked or r.list_closed_squares()


def list_pick_options(t: GridTable, who: str) -> list[Option]:
    """Return the answer options of a player's turn: the spaces that they can open, and Failsafe if it may be called."""
    found = table.list_square_options(t.round, list_free_spaces(t, who))
    return [*found, Option(failsafe.CALL, failsafe.CALL)] if t.round.active else found


def handle_missed_pick(t: GridTable, who: str) -> None:
    """Handle a turn in which the player did not answer: the first time in a round, a random space is opened for them or
    their turn is skipped, as the game's option says; the second time, a bomb hits them.
    """
    seat = t.seat(who)
    seat.lapses += 1
    if seat.lapses > 1:
        strikes.hit_with_sure_bomb(t, who)
    elif t.state.options.first_miss == "pass":
        t.tell(events.PickMissed(who=who))
    else:
        t.tell(events.PickMissedAndDrawn(who=who))
        open_picked_space(t, who, t.draw_one("lapse.space", list_free_spaces(t, who)))


def open_picked_space(t: GridTable, who: str, n: int) -> None:
    """Open the space that a player has picked and count the pick, set off its bombs or give the player what lies there,
    and run every effect that follows a pick. The player's own Second Thoughts (a decision beside play) end before that,
    and all decisions about spaces once none is closed; they get their default. Whether the space may be opened is not
    checked.
    """
    r = t.round
    if t.state.asides:
        end_asides(t, lambda aside: (aside.name, aside.by, aside.grid) == ("Second Thoughts", who, t.grid))
    table.remove_wish(t, who, n)
    strikes.open_space(t, n, who)
    r.picks += 1
    for stands in t.hooks.on_opening:
        stands(t, who, n)
    reveal_grid_space(t, who, n)
    for follow in t.hooks.after_pick:
        follow(t, who)
    if r.is_cleared():
        end_asides(t, lambda aside: aside.name in SPACE_ASIDES and aside.grid == t.grid)


def reveal_grid_space(t: GridTable, who: str, n: int) -> None:
    """Set off the bombs on a space that a player has opened, or announce what lies there and give it to the player
    (nothing in a tie-break's mini game); their own demon hits them like a bomb instead. If bombs there cannot go off (a
    dud), only their owners are told of them.
    """
    cell = t.find_cell(n)
    if cell.bombs and not cell.dud:
        strikes.set_off_bombs(t, who, n)
        return
    for owner in dict.fromkeys(cell.bombs):
        if owner:
            t.whisper(owner, events.DudBombSeen(n=n))
    cell.shown = cell.face
    with t.scene(events.SpacePicked(who=who, n=n, face=tables.format_face(cell.face))):
        if cell.imp == who:
            t.tell(events.OwnDemonBit(who=who))
            strikes.hit_player(t, who, [])
        elif not t.round.mini:
            resolve_space(t, who, cell)


async def offer_encore(t: GridTable, who: str) -> None:
    """Offer a player who has an Encore, after their pick, to open a second space in the same turn, on which money
    counts double; not in the turn in which they found the Encore. An offer that they refuse or miss is used up, too.
    """
    deal = next((deal for deal in list_own_encores(t, who) if deal.n and deal.about == "ready"), None)
    if deal is not None and t.is_live(who) and not t.round.is_finished():
        await offer_second_space(t, who, deal)
    for found in list_own_encores(t, who):  # in this very turn: it is for the next two
        found.about = "ready"


def list_own_encores(t: GridTable, who: str) -> list[GridDeal]:
    """Return the Encores that a player has found on this grid, used up or not, in the order of finding."""
    return [deal for deal in t.round.list_deals("Encore") if deal.who == who]


async def offer_second_space(t: GridTable, who: str, deal: GridDeal) -> None:
    """Ask a player which second space they open with their Encore `deal`, count the offer as used, and open it; none is
    left to choose once an effect has ended the grid meanwhile.
    """
    deal.n -= 1
    n = await t.ask(
        "encore.space",
        who,
        "{who}, which second space do you open (Encore)?",
        lambda: [
            *([] if t.round.is_finished() else table.list_square_options(t.round, list_free_spaces(t, who))),
            Option("enough", "enough"),
        ],
        lapse="enough",
        of=BOARD,
    )
    if n != "enough":
        deal.about = "singing"
        open_picked_space(t, who, int(n))
        deal.about = "ready"


def pass_grid_turn(t: GridTable, who: str) -> None:
    """Count the turn and pass it to the next player in order, or first to a player who has used the item Queue Ticket,
    after whom the order goes on where it was.
    """
    r = t.round
    r.turns += 1
    if r.next and t.is_live(r.next):
        r.turn, r.next, r.resume = r.next, "", r.resume or who
        return
    r.next = ""
    r.turn, r.resume = r.find_next_player(r.resume or who), ""
