"""A grid from its first sealed bomb to its bonuses, one short step after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.deluxe import bonus, booth, events, strikes, tables
from engine.deluxe.state import DeluxeCell, DeluxeGrid, DeluxeRace, DeluxeSeat, GridTable
from engine.deluxe.turn import play_grid_turn
from engine.kernel.table import Script
from engine.kernel.text import Words, phrase
from engine.race.table import build_seal_questions, count_bombs_to_seal, lay_bombs, seal_chosen_or_random_bomb

EXTRA_KINDS_BY_ZONE = {
    "Carnival": tables.FUNKY,
    "Arcade Row": tables.MINIGAME,
}  # zones in which two money spaces more are this


def draw_duds(t: GridTable) -> None:
    """Draw at random which spaces of a grid are duds, on which a bomb cannot go off, and keep their numbers until play
    begins: none to six, or always six while Dud Factory is the active zone (an effect on the whole game). Nobody is
    told.
    """
    size = t.round.rows * t.round.columns
    number = tables.MOST_DUDS
    if not t.is_in_zone("Dud Factory"):
        number = t.draw_one("duds.number", range(tables.MOST_DUDS + 1), weights=tables.DUD_WEIGHTS)
    t.round.duds = sorted(t.draw("duds.spaces", range(1, size + 1), number)) if number else []


def draw_grid_cells(t: GridTable) -> None:
    """Fill a grid with spaces drawn at random: each first gets an amount of money, which stays recorded as its former
    value; then some get another thing in its place. Bombs and duds are not laid here.
    """
    size = t.round.rows * t.round.columns
    values, weights = tables.compute_money_weights(t.state.phase, richer=t.is_in_zone("Gold Seam"))
    money = t.draw("grid.money", values, size, weights=weights, again=True)
    shares = tables.compute_kind_weights(tuple(t.state.options.without))
    kinds = t.draw("grid.kinds", list(shares), size, weights=list(shares.values()), again=True)
    extra = EXTRA_KINDS_BY_ZONE.get(t.state.zone, "")
    for at in draw_zone_spaces(t, kinds) if shares.get(extra) else ():
        kinds[at] = extra
    t.round.cells = [
        DeluxeCell(face, tables.parse_cash_face(value) or 0)
        for face, value in zip(draw_all_faces(t, kinds, money), money, strict=True)
    ]


def lay_plain_grid(t: GridTable) -> None:
    """Lay out a tie-break's grid, whose spaces hold nothing; only bombs are put on them."""
    t.round.cells = [DeluxeCell(tables.format_dollars(0)) for _ in range(t.round.rows * t.round.columns)]


def draw_zone_spaces(t: GridTable, kinds: list[str]) -> list[int]:
    """Draw up to two money spaces of a grid to turn into something else for the active zone (an effect on the whole
    game), given what kind of thing lies on each space (`kinds`); return their positions in `kinds`, counted from 0. The
    caller has checked that the zone does so.
    """
    plain = [at for at, kind in enumerate(kinds) if kind == tables.MONEY]
    return t.draw("grid.zone", plain, min(2, len(plain))) if plain else []


def draw_all_faces(t: GridTable, kinds: list[str], money: list[str]) -> list[str]:
    """Return what lies on each space of a grid: the amount in `money` for a money space, for any other kind something
    of that kind drawn at random.
    """
    drawn = {
        kind: iter(draw_faces_of_kind(t, kind, kinds.count(kind)))
        for kind in dict.fromkeys(kinds)
        if kind != tables.MONEY
    }
    return [value if kind == tables.MONEY else next(drawn[kind]) for kind, value in zip(kinds, money, strict=True)]


def draw_faces_of_kind(t: GridTable, kind: str, k: int) -> list[str]:
    """Draw at random what lies on `k` spaces of the same kind, such as which boosts or which minigames, and return
    their names; one may come more than once, and none is drawn that the game's options leave out. For Funky spaces and
    items, which are drawn only when found, return the kind's own name `k` times.
    """
    if kind in (tables.FUNKY, tables.ITEM):
        return [kind] * k
    if kind in (tables.MULTIPLIER, tables.BOOST):
        chances = tables.MULTIPLIERS if kind == tables.MULTIPLIER else tables.BOOSTS
        drawn = t.draw(f"grid.{kind.lower()}", list(chances), k, weights=list(chances.values()), again=True)
        return [f"{kind} {what}" for what in drawn]
    possible = t.state.options.list_included(tables.FAMILIES[kind])
    return t.draw(FACE_DRAW_KEYS[kind], possible, k, again=True)


FACE_DRAW_KEYS = {tables.SPECIAL: "grid.special", tables.MINIGAME: "grid.minigame", tables.CHANGER: "grid.changer"}


def place_trash_picker(t: GridTable) -> None:
    """Turn a random closed space without a bomb into the Trash Picker, the special space whose finder gets everything
    under bombs, in place of what lay there; do nothing if there is no such space. Called once all bombs are laid.
    """
    free = [n for n, cell in enumerate(t.round.cells, 1) if not cell.bombs and not cell.open]
    if free:
        t.find_cell(t.draw_one("trash_picker.space", free)).face = tables.TRASH_PICKER


def open_grid(race: DeluxeRace, name: str, title: Words, who: Sequence[str], *, mini: bool = False) -> DeluxeGrid:
    """Add a grid called `name` to the race, in place of one of that name, and return it, without announcing it. Its
    players `who`, in turn order, have yet to hide their bombs (one each; two in the zone Twin Fuses if they are at most
    five), and nothing lies on it yet; `mini` marks a tie-break's small grid.
    """
    race.laid += 1
    r = race.grids[name] = DeluxeGrid(title, number=race.laid, mini=mini)
    for player in who:
        r.seats[player] = DeluxeSeat()
        r.order.append(player)
        if not mini:
            r.seats[player].bombs = 2 if race.zone == "Twin Fuses" and len(who) <= 5 else 1
            r.seats[player].peeks = count_peeks(race)
    if mini:
        r.rows, r.columns = len(who), tables.MINI_SPACES
    return r


def count_peeks(race: DeluxeRace) -> int:
    """Return how often each player may peek at a closed space in this round: once, but never while the active zone (an
    effect on the whole game) is Fog Bank, and twice while it is Glass House.
    """
    return {"Fog Bank": 0, "Glass House": 2}.get(race.zone, 1)


def find_grid_step(t: GridTable) -> Script[None] | None:
    """Load the grid anew into its table, and return the coroutine that plays its next step (hiding bombs, a turn, or
    its end), or None once the grid is over. Raise KeyError if there is no such grid.
    """
    r = t.reload_round()
    if r.stage == "play":
        return finish_grid(t) if r.is_finished() else play_grid_turn(t)
    return GRID_STAGE_SCRIPTS[r.stage](t) if r.stage in GRID_STAGE_SCRIPTS else None


async def run_bomb_sealing(t: GridTable) -> None:
    """Do the next step before play on a grid: draw the duds (spaces where no bomb goes off; none in a mini game); or
    ask players to hide their bombs until one answers, and hide that one's; or, once all bombs are hidden, begin play. A
    bomb not hidden in time is hidden at random, which is announced and counts as a missed turn.
    """
    r = t.round
    waiting = [who for who in t.list_living() if count_bombs_to_seal(t, who)]
    if not r.mini and not r.drawn:
        draw_duds(t)
        r.drawn = True
    elif waiting:
        reply = await t.ask_first_of(build_seal_questions(t, waiting))
        who = reply.who
        seal_chosen_or_random_bomb(t, who, reply.value)
        if reply.lapsed:
            t.seat(who).lapses += 1
            t.tell(events.SealedByLot(who=who))
    else:
        begin_grid_play(t)


def begin_grid_play(t: GridTable) -> None:
    """Begin play on a grid: draw what lies on its spaces unless that is laid out already, put the duds, the hidden
    bombs and the Trash Picker on them, count how many bombs there could be, give the turn to the player who has it
    already, or if that one is not in to the next who is (at first the first in order), and announce that with the
    receipts by which hidden bombs can be checked later.
    """
    r = t.round
    if not r.cells and r.mini:
        lay_plain_grid(t)
    elif not r.cells:
        draw_grid_cells(t)
    for n in r.duds:
        t.find_cell(n).dud = True
    receipts = lay_bombs(t)
    r.possible = sum(len(seat.sealed) for seat in r.seats.values())
    if not r.mini:
        place_trash_picker(t)
    r.stage = "play"
    r.turn = r.turn if r.turn in r.list_living() else r.find_next_player(r.turn)
    t.tell(events.GridBegun(grid=r.title, order=r.list_living()))
    if receipts:
        t.tell(events.SealsShown(receipts=receipts))


async def finish_grid(t: GridTable) -> None:
    """Finish a grid's play: wait until all decisions still open beside it (asides) are made, mark all who are still in
    as winners and announce them, settle the grid (unless it is a tie-break's mini game, in which nothing is paid), and
    close it.
    """
    r = t.round
    await t.wait_until(lambda: not any(aside.grid == t.grid for aside in t.state.asides.values()))
    r.winners = t.list_living()
    for who in r.winners:
        r.seats[who].status = "won"
    verdict = phrase("{winners} {n:wins|win}", winners=r.winners, n=len(r.winners)) if r.winners else NOBODY_WINS_GRID
    t.tell(
        events.GridOver(
            grid=r.title, verdict=verdict, deeds={} if r.mini else {"rounds": list(r.order), "rounds_won": r.winners}
        )
    )
    if not r.mini:
        settle_grid(t)
    r.stage = "over"


NOBODY_WINS_GRID = phrase("Nobody wins it")


def settle_grid(t: GridTable) -> None:
    """Settle a finished grid: announce where bombs and duds lay, pay the winners' bonuses, note them as winners of the
    round, count a lost round for players who are out and give them back a multiplier left at Coat Check, settle deals
    and effects, and start the winners' minigames.
    """
    r = t.round
    duds = [n for n, cell in enumerate(r.cells, 1) if cell.dud]
    if duds:
        t.tell(events.DudsShown(spaces=duds))
    tell_unopened_spaces(t)
    bonus.pay_bonuses(t, r.winners)
    t.state.won += r.winners
    for who in r.order:
        if r.seats[who].status == "out":
            t.player(who).lost_row += 1
            restore_checked_multiplier(t, who)
    for settles in t.hooks.settling:
        settles(t)
    for who in r.winners:
        booth.open_found_minigames(t, who, t.player(who).row)


def tell_unopened_spaces(t: GridTable) -> None:
    """Announce where the bombs lay that nobody opened, and the amounts on closed spaces that add up to R, the part of a
    winner's bonus for what is left on the grid; in several announcements if not the same amounts count for all winners.
    """
    closed = {n: cell for n, cell in enumerate(t.round.cells, 1) if not cell.open}
    bombs = [n for n, cell in closed.items() if bonus.is_live_bomb(cell)]
    if bombs:
        t.tell(events.BombsLeft(spaces=bombs))
    winners_by_parts: dict[tuple[tuple[int, int], ...], list[str]] = {}
    for who in t.round.winners:
        counted = ((n, bonus.compute_counted_value(t, who, cell)) for n, cell in closed.items())
        winners_by_parts.setdefault(tuple((n, amount) for n, amount in counted if amount), []).append(who)
    for money, winners in winners_by_parts.items():
        parts = [phrase("{amount:$} (space {n})", amount=amount, n=n) for n, amount in money]
        if parts and len(winners_by_parts) == 1:
            t.tell(events.RemainingShown(parts=parts))
        elif parts:
            t.tell(events.RemainingShownOf(winners=winners, parts=parts))


def restore_checked_multiplier(t: GridTable, who: str) -> None:
    """Give a player back the multiplier that they put aside by the space Coat Check, added to what they have gained
    since, without announcing it; do nothing if they put none aside.
    """
    seat, player = t.seat(who), t.player(who)
    player.times += seat.coat - tables.ONE if seat.coat else 0
    seat.coat = 0


def leave_grid(t: GridTable, who: str) -> None:
    """Mark a player as having left a grid for good, without announcing it, and give them back a multiplier left at Coat
    Check, in case they return to the race. If they were still in, delete the spaces that they had chosen in advance
    (locked or listed) and end the decisions open until their next pick; their bombs stay. If theirs was the only pick
    still due under Last Orders, the grid is over.
    """
    seat = t.seat(who)
    if seat.status == "in":
        strikes.clear_grid_seat(t, who)
    restore_checked_multiplier(t, who)
    seat.status = "left"
    if t.state.mended and who in t.round.last_picks:
        t.round.last_picks.remove(who)
        t.round.ended = t.round.ended or not t.round.last_picks


GRID_STAGE_SCRIPTS: Mapping[str, Callable[[GridTable], Script[None]]] = {"seal": run_bomb_sealing}
