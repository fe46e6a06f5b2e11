"""The bench: slips on who wins, and hunts for bombs, by players who are not in.

Each player has one slip and one hunt a round, on a grid they are on the bench of: full from the bench of their own
grid, two fifths while they are still in elsewhere. They are private until the round is settled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.deluxe import assets, events, tables
from engine.deluxe.state import BenchHunt, BenchSlip, DeluxeGrid, DeluxeRace, GridTable
from engine.kernel.picture import BOARD
from engine.kernel.question import Form, Option, Play
from engine.kernel.table import GameInPlay, Table
from engine.kernel.text import phrase
from engine.race import table

HOUSE, OWN = 8, 6  # house: halves of a stake that the house puts up, and that one may add
SPACES, HOUND_SPACES = 3, 5  # house: to name in a hunt
PRICE = (6, 10)  # house: of a stake, for a bomb
ELSEWHERE_DIVISOR = (5, 2)  # house: all that is divided by, for who is still in on another grid
WINS, FIRST = "wins", "first out"
WATCH = "watch"


def list_bench_plays(game: GameInPlay[DeluxeRace], who: str) -> list[Play]:
    """Return what a player may do beside grids on which they are not in (they are out there, or sit on another), once a
    space is open there: bet on the winner as long as bets are taken (play `slip A` for grid A) and say where bombs lie
    (`hunt A`), each once a round; and, if they are out and one of these is possible, declare that they only watch.
    Return an empty list if the game has no betting, or while no grids are played.
    """
    race = game.state
    plays: list[Play] = []
    may_bet = all(slip.who != who for slip in race.slips)
    may_hunt = all(hunt.who != who for hunt in race.hunts)
    if not race.options.betting or race.step != "grids" or not (may_bet or may_hunt):
        return plays
    for name, r in race.grids.items():
        if r.stage != "play" or not r.picks or (who in r.seats and r.seats[who].status == "in"):
            continue
        if may_bet and is_open_for_slips(r):
            label = phrase("Bet on {grid}: the game adds {house:$}", grid=r.title, house=compute_house_part(race, who))
            plays.append(Play(f"slip {name}", label, list_slip_options(race, r, who), secret=True))
        if may_hunt and not r.is_finished() and list_hunt_targets(r, who):
            most = HOUND_SPACES if race.players[who].hound else SPACES
            spaces = table.list_square_options(r, list_hunt_targets(r, who))
            form = Form("several", 1, min(most, len(spaces)))
            label = phrase(
                "Look for bombs on {grid}, {price:$} for each bomb",
                grid=r.title,
                price=compute_hunt_price(race, r, who),
            )
            plays.append(Play(f"hunt {name}", label, spaces, form, secret=True, of=f"{name}/{BOARD}"))
    if plays and is_undecided_on_bench(race, who):
        plays.append(Play(WATCH, "Only watch now, and let the computers play on", secret=True))
    return plays


def is_undecided_on_bench(race: DeluxeRace, who: str) -> bool:
    """Return whether this player is out of a grid that is still played, and has not yet said that they only watch the
    rest of the round.
    """
    seats = [r.seats[who] for r in race.grids.values() if who in r.seats and r.stage == "play"]
    return any(seat.status == "out" and not seat.watches for seat in seats)


def list_undecided_on_bench(game: GameInPlay[DeluxeRace], grid: str) -> list[str]:
    """Return the players who are out of the grid of this name, have not said that they only watch, and could still bet
    on a winner or hunt for bombs on some grid; so nobody in a game without betting. Raise KeyError if there is no such
    grid.
    """
    r = game.state.grids[grid]
    out = [who for who, seat in r.seats.items() if seat.status == "out" and not seat.watches]
    return [who for who in out if any(play.key == WATCH for play in list_bench_plays(game, who))]


def mark_as_watching(race: DeluxeRace, who: str) -> None:
    """Record that this player only watches for the rest of the round, so that nobody waits for a bet or bomb hunt from
    them.
    """
    for r in race.grids.values():
        if who in r.seats:
            r.seats[who].watches = True


def is_open_for_slips(r: DeluxeGrid) -> bool:
    """Return whether bets (slips) on a grid's winner are still taken: play is not over, more than twice as many spaces
    are closed as players are still in, and nobody may call Failsafe (claim that only bombs are left) yet.
    """
    return not r.is_finished() and not r.active and r.count_closed() > 2 * len(r.list_living())


def list_hunt_targets(r: DeluxeGrid, who: str) -> list[int]:
    """Return the numbers of the closed spaces of a grid that this player may name in a hunt (a prediction where bombs
    lie): all but those where their own bombs lie.
    """
    mine = r.seats[who].sealed if who in r.seats else []
    return [n for n in r.list_closed_squares() if n not in mine]


def find_slip_kind(it: BenchSlip) -> str:
    """Return, as one of the words `wins` and `first out`, what a bet (slip) says of the player it is on; the latter
    comes only in games from old releases.
    """
    return FIRST if it.first else WINS


def is_in_any_grid(race: DeluxeRace, who: str) -> bool:
    """Return whether this player is still in the game on some grid of the round; if so, their bets and bomb hunts
    elsewhere are worth less.
    """
    return any(who in r.seats and r.seats[who].status == "in" and r.stage != "over" for r in race.grids.values())


def list_slip_options(race: DeluxeRace, r: DeluxeGrid, who: str) -> list[Option]:
    """Return, as answer options, the bets a player can make on this grid: for each player still in one that they win
    (`p2 wins`) and, if the bettor has money to add, one with own money (`p2 wins, own`). Nobody can bet on who goes out
    first, because anybody can arrange that.
    """
    living = r.list_living()
    whole, rest = divmod(tables.find_win_odds(len(living), bombed=bool(r.strikes)), 10)
    own = compute_own_part(race, who)
    found = []
    for on in living:
        label = phrase("{on}: {kind} (odds {whole}.{rest})", on=on, kind=WINS, whole=whole, rest=rest)
        found.append(Option(f"{on} {WINS}", label))
        if own:
            found.append(
                Option(f"{on} {WINS}, own", phrase("{bet}, with {own:$} of your own money", bet=label, own=own))
            )
    return found


def compute_own_part(race: DeluxeRace, who: str) -> int:
    """Return how much of their own money a player may add to a bet: at most three stakes (the stake is the current unit
    of payments), at most their score, and never less than 0.
    """
    return max(0, min(tables.PHASES[race.phase].stake * OWN // 2, race.players[who].total))


def compute_house_part(race: DeluxeRace, who: str) -> int:
    """Return how much money the house puts on a player's bet for free: four stakes (the stake is the unit of payments),
    or two fifths of that for a player who is still in on another grid.
    """
    full = tables.PHASES[race.phase].stake * HOUSE // 2
    return assets.divide_half_up(full, ELSEWHERE_DIVISOR) if is_in_any_grid(race, who) else full


def compute_hunt_price(race: DeluxeRace, r: DeluxeGrid, who: str) -> int:
    """Return what a player who hunts for bombs on this grid is to be paid for each bomb found, before their boost, to
    the nearest dollar: six tenths of a stake, times the closed spaces, divided by the bombs that there could be; two
    fifths of that for a player still in on another grid.
    """
    times, of = PRICE
    full = assets.divide_half_up(
        tables.PHASES[race.phase].stake * times * r.count_closed(), (of * max(1, r.possible), 1)
    )
    return assets.divide_half_up(full, ELSEWHERE_DIVISOR) if is_in_any_grid(race, who) else full


def place_slip(game: GameInPlay[DeluxeRace], who: str, name: str, value: str) -> None:
    """Record the bet that a player has chosen (`value`, such as `p2 wins`, or `p2 wins, own` with their own money
    added) on who wins the grid `name`, at the odds and amounts of now, and confirm it to that player in private. The
    caller has checked that it is on offer. No money is taken yet; it is announced and paid when the round is settled.
    """
    race = game.state
    r = race.grids[name]
    own = value.endswith(", own")
    bet = value.removesuffix(", own")
    on = bet.removesuffix(WINS).strip()
    odds = tables.find_win_odds(len(r.list_living()), bombed=bool(r.strikes))
    made = BenchSlip(
        who,
        name,
        on,
        first=False,
        odds=odds,
        house=compute_house_part(race, who),
        own=compute_own_part(race, who) if own else 0,
    )
    race.slips.append(made)
    t = game.find_table(name)
    t.whisper(who, events.SlipNoted(on=on, kind=find_slip_kind(made), whole=odds // 10, rest=odds % 10))


def place_hunt(game: GameInPlay[DeluxeRace], who: str, name: str, spaces: list[int]) -> None:
    """Record under which spaces of the grid `name` a player predicts bombs (their hunt), at the price of now, which
    uses up their Bloodhound, and confirm it to that player in private. Each of these spaces pays once if a live bomb
    lies there now, or is moved there later. The caller has checked that the hunt is on offer.
    """
    race = game.state
    r = race.grids[name]
    found = [n for n in spaces if r.find_cell(n).bombs and not r.find_cell(n).dud]
    race.hunts.append(BenchHunt(who, name, list(spaces), compute_hunt_price(race, r, who), found))
    race.players[who].hound = False
    t = game.find_table(name)
    t.whisper(who, events.HuntNoted(spaces=list(spaces), price=race.hunts[-1].price))


BENCH_PLAY_HANDLERS: dict[str, Callable[[GameInPlay[DeluxeRace], str, str, Any], None]] = {
    "slip": place_slip,
    "hunt": place_hunt,
}


# -- the settlement


def settle_bench(t: Table[DeluxeRace]) -> None:
    """Announce and settle all bets and bomb hunts of the round, then delete them; in the zone Open House the house's
    money and the price of bombs count twice. If the round has no grid left, only delete them.
    """
    race = t.state
    place = assets.find_paying_grid(t)
    if place is not None:
        times = 2 if race.zone == "Open House" else 1
        for each in race.slips:
            settle_slip(place, each, times)
        for one in race.hunts:
            settle_hunt(place, one, times)
    race.slips, race.hunts = [], []


def settle_slip(t: GridTable, it: BenchSlip, times: int) -> None:
    """Announce whether a player's bet was right, and settle it. If right, pay the house's money at the odds, `times`
    over and with the player's boost, and what their own money has won at the odds (it was not taken before); if wrong,
    take their own money.
    """
    r = t.state.grids[it.grid]
    right = r.first_out == it.on if it.first else it.on in r.winners
    if right:
        t.tell(events.SlipRight(who=it.who, on=it.on, kind=find_slip_kind(it)))
        assets.earn(t, it.who, assets.divide_half_up(it.house * times * it.odds, (10, 1)), "bench")
        assets.pay_exactly(t, it.who, -(-it.own * (it.odds - 10) // 10), "bench")
    else:
        t.tell(events.SlipWrong(who=it.who, on=it.on, kind=find_slip_kind(it)))
        assets.pay_exactly(t, it.who, -it.own, "bench")


def settle_hunt(t: GridTable, it: BenchHunt, times: int) -> None:
    """Announce and pay what a player's bomb hunt has earned: the agreed price for each space that they named and under
    which a live bomb lay then or came later (as the hunt itself has noted; several bombs count once), multiplied by
    `times` and by the player's boost.
    """
    n = len(it.found)
    t.tell(events.HuntSettled(who=it.who, spaces=it.spaces, n=n))
    assets.earn(t, it.who, it.price * n * times, "bench")
