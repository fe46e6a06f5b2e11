"""The bench: slips on who wins, and hunts for bombs, by whoever is not in.

Each player has one slip and one hunt a round, on a grid they are on the bench of: full from the bench of their own
grid, two fifths while they are still in elsewhere. They are private until the round is settled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.deluxe import changing, events, tables, verbs
from engine.deluxe.state import Grid, Hunt, Race, Slip
from engine.deluxe.table import GridTable
from engine.kernel.game import Game
from engine.kernel.picture import BOARD
from engine.kernel.question import Form, Option, Play
from engine.kernel.table import Table
from engine.kernel.text import phrase
from engine.race import grid

HOUSE, OWN = 8, 6  # house: halves of a stake that the house puts up, and that one may add
SPACES, HOUND_SPACES = 3, 5  # house: to name in a hunt
PRICE = (6, 10)  # house: of a stake, for a bomb
ELSEWHERE = (5, 2)  # house: all that is divided by, for who is still in on another grid
WINS, FIRST = "wins", "first out"
WATCH = "watch"


def offered(game: Game[Race], who: str) -> list[Play]:
    """Slips and hunts on all grids of which this player is on the bench."""
    race = game.state
    plays: list[Play] = []
    may_bet = all(slip.who != who for slip in race.slips)
    may_hunt = all(hunt.who != who for hunt in race.hunts)
    if not race.options.betting or race.step != "grids" or not (may_bet or may_hunt):
        return plays
    for name, r in race.grids.items():
        if r.stage != "play" or not r.picks or (who in r.seats and r.seats[who].status == "in"):
            continue
        if may_bet and open_for_slips(r):
            label = phrase("Bet on {grid}: the house puts in {house:$}", grid=r.title, house=house(race, who))
            plays.append(Play(f"slip {name}", label, bets(race, r, who), secret=True))
        if may_hunt and targets(r, who):
            most = HOUND_SPACES if race.players[who].hound else SPACES
            spaces = grid.options(r, targets(r, who))
            form = Form("several", 1, min(most, len(spaces)))
            label = phrase("Hunt for bombs on {grid}, {price:$} each", grid=r.title, price=price(race, r, who))
            plays.append(Play(f"hunt {name}", label, spaces, form, secret=True, of=f"{name}/{BOARD}"))
    if plays and considers(race, who):
        plays.append(Play(WATCH, "Watch on: let the computers play", secret=True))
    return plays


def considers(race: Race, who: str) -> bool:
    """Is this player out of their grid, and has not said yet that they will only watch on?"""
    seats = [r.seats[who] for r in race.grids.values() if who in r.seats and r.stage == "play"]
    return any(seat.status == "out" and not seat.watches for seat in seats)


def considering(game: Game[Race], grid: str) -> list[str]:
    """Who is out of this grid and could still bet or hunt somewhere."""
    r = game.state.grids[grid]
    out = [who for who, seat in r.seats.items() if seat.status == "out" and not seat.watches]
    return [who for who in out if any(play.key == WATCH for play in offered(game, who))]


def watch_on(race: Race, who: str) -> None:
    """Nobody need wait for this player's slip or hunt any more in this round."""
    for r in race.grids.values():
        if who in r.seats:
            r.seats[who].watches = True


def open_for_slips(r: Grid) -> bool:
    """Bets are off when few spaces are left: twice as many as players in, or when Failsafe is active."""
    return not r.finished() and not r.active and r.closed_count() > 2 * len(r.living())


def targets(r: Grid, who: str) -> list[int]:
    """Closed spaces, but for one's own bomb's."""
    mine = r.seats[who].sealed if who in r.seats else []
    return [n for n in r.closed() if n not in mine]


def kind(it: Slip) -> str:
    """What a slip says of somebody."""
    return FIRST if it.first else WINS


def in_somewhere(race: Race, who: str) -> bool:
    """Still in on another grid: then everything counts less."""
    return any(who in r.seats and r.seats[who].status == "in" and r.stage != "over" for r in race.grids.values())


def bets(race: Race, r: Grid, who: str) -> list[Option]:
    """Who wins, with or without a part of one's own. Nobody may bet on who goes out: anybody can arrange that."""
    living = r.living()
    whole, rest = divmod(tables.odds(len(living), bombed=bool(r.strikes)), 10)
    own = own_part(race, who)
    found = []
    for on in living:
        label = phrase("{on}: {kind} (odds {whole}.{rest})", on=on, kind=WINS, whole=whole, rest=rest)
        found.append(Option(f"{on} {WINS}", label))
        if own:
            found.append(Option(f"{on} {WINS}, own", phrase("{bet}, with {own:$} of your own", bet=label, own=own)))
    return found


def own_part(race: Race, who: str) -> int:
    """What one may add: up to three stakes, and no more than one's score."""
    return max(0, min(tables.PHASES[race.phase].stake * OWN // 2, race.players[who].total))


def house(race: Race, who: str) -> int:
    """What the house puts on a slip; less for who is still in elsewhere."""
    full = tables.PHASES[race.phase].stake * HOUSE // 2
    return verbs.half_up(full, ELSEWHERE) if in_somewhere(race, who) else full


def price(race: Race, r: Grid, who: str) -> int:
    """What a bomb is worth to a hunter now, of public numbers only, to the nearest dollar."""
    times, of = PRICE
    full = verbs.half_up(tables.PHASES[race.phase].stake * times * r.closed_count(), (of * max(1, r.possible), 1))
    return verbs.half_up(full, ELSEWHERE) if in_somewhere(race, who) else full


def slip(game: Game[Race], who: str, name: str, value: str) -> None:
    """A slip is taken; it is told when the round is settled."""
    race = game.state
    r = race.grids[name]
    own = value.endswith(", own")
    bet = value.removesuffix(", own")
    on = bet.removesuffix(WINS).strip()
    odds = tables.odds(len(r.living()), bombed=bool(r.strikes))
    made = Slip(who, name, on, first=False, odds=odds, house=house(race, who), own=own_part(race, who) if own else 0)
    race.slips.append(made)
    t = game.look(name)
    t.whisper(who, events.SlipNoted(on=on, kind=kind(made), whole=odds // 10, rest=odds % 10))


def hunt(game: Game[Race], who: str, name: str, spaces: list[int]) -> None:
    """A hunt is on: what counts is a live bomb that lies there now or comes to lie there."""
    race = game.state
    r = race.grids[name]
    found = [n for n in spaces if r.cell(n).bombs and not r.cell(n).dud]
    race.hunts.append(Hunt(who, name, list(spaces), price(race, r, who), found))
    race.players[who].hound = False
    t = game.look(name)
    t.whisper(who, events.HuntNoted(spaces=list(spaces), price=race.hunts[-1].price))


PLAYS: dict[str, Callable[[Game[Race], str, str, Any], None]] = {"slip": slip, "hunt": hunt}


# -- the settlement


def settle(t: Table[Race]) -> None:
    """Slips and hunts are told and paid in public, with the round."""
    race = t.state
    place = changing.anywhere(t)
    if place is not None:
        times = 2 if race.zone == "Open House" else 1
        for each in race.slips:
            settle_slip(place, each, times)
        for one in race.hunts:
            settle_hunt(place, one, times)
    race.slips, race.hunts = [], []


def settle_slip(t: GridTable, it: Slip, times: int) -> None:
    """Right: the house's part at the odds and one's boost, one's own at the odds. Wrong: one's own is gone."""
    r = t.state.grids[it.grid]
    right = r.first_out == it.on if it.first else it.on in r.winners
    if right:
        t.tell(events.SlipRight(who=it.who, on=it.on, kind=kind(it)))
        verbs.earn(t, it.who, verbs.half_up(it.house * times * it.odds, (10, 1)), "bench")
        verbs.pay(t, it.who, -(-it.own * (it.odds - 10) // 10), "bench")
    else:
        t.tell(events.SlipWrong(who=it.who, on=it.on, kind=kind(it)))
        verbs.pay(t, it.who, -it.own, "bench")


def settle_hunt(t: GridTable, it: Hunt, times: int) -> None:
    """Each live bomb that was named is paid once, at one's boost."""
    n = len(it.found)
    t.tell(events.HuntSettled(who=it.who, spaces=it.spaces, n=n))
    verbs.earn(t, it.who, it.price * n * times, "bench")
