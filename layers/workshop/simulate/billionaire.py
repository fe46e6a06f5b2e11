"""`rtab simulate billionaire`: whole games of computer players, as people would play them who look in twice a day.

It measures who wins from which seat, what ends the games and after how long, how often somebody must be awake to decide
something, with and without standing orders, and how often all wait for somebody. The same seed gives the same bytes.
With --all FILE it plays everything of which docs/billionaire.md tells figures, and keeps them in a file.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec

from engine.billionaire import computers
from engine.billionaire.rules import BILLIONAIRE
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import REGIONS, THREE, M
from engine.kernel import Game, Illegal
from workshop.simulate.progress import Progress
from workshop.simulate.season7 import counted

NAMES = ("Ann", "Bob", "Cat", "Dan")
LOOKS = (8, 20)  # o'clock at which people look in, give or take two hours
SHARE = 0.3  # of the cash that a standing bid may cost
ORDERS = ("none", "bids", "cards", "all")
SIZES = (2, 3, 4)
AS_PRINTED, HOUSE = {"book": "yes"}, {"book": "no"}
FEW = 5  # games that are played anew wherever somebody asks whether the figures are still those of these rules


class BillionaireFared(msgspec.Struct):
    """How one game went."""

    champions: list[str] = msgspec.field(default_factory=list)
    first: str = ""
    end: str = ""
    rounds: int = 0
    auctions: int = 0
    awake: Counter[str] = msgspec.field(default_factory=Counter)  # looks at which somebody had to decide something
    alone: int = 0  # of these, how often all waited for one person only
    hours: float = 0.0


class DailyPerson:
    """Somebody who looks in twice a day, at hours of their own."""

    def __init__(self, seed: str) -> None:
        self.dice = Random(seed)  # noqa: S311 # when people look in needs no cryptography
        self.next, self.looks = 0.0, 0

    def after(self, now: float) -> float:
        """When they next look in."""
        while self.next <= now:
            day, part = divmod(self.looks, len(LOOKS))
            self.next = 24 * day + LOOKS[part] + self.dice.uniform(-2, 2)
            self.looks += 1
        return self.next


def play(players: int, chosen: dict[str, Any], orders: str, seed: str) -> BillionaireFared:
    """One game from look to look: whoever looks in answers all there is for them, and leaves orders."""
    game, fared = Game.new(BILLIONAIRE, NAMES[:players], chosen, seed, keep=False), BillionaireFared()
    people = {who: DailyPerson(f"{seed} {who}") for who in game.state.players}
    for who in people:
        leave_orders(game, who, orders)
    while not game.over:
        waiting = sorted({question.who for question in game.pending()})
        fared.hours, who = min((people[who].after(fared.hours), who) for who in waiting)
        fared.awake[who] += 1
        fared.alone += len(waiting) == 1
        answer_all(game, who)
        leave_orders(game, who, orders)
    fared.champions, fared.first, fared.rounds = game.state.champions, game.state.first, game.state.round
    fared.auctions, fared.end = game.state.auctions, game.state.ended
    return fared


def answer_all(game: Game[Billionaire], who: str) -> None:
    """Answer until nothing is left to answer."""
    while not game.over and (advice := computers.advise(game, who)):
        game.answer(who, advice.question, advice.value)


def leave_orders(game: Game[Billionaire], who: str, orders: str) -> None:
    """Standing bids for what others auction and how to pay; what becomes of cards in hand, too; or everything."""
    if game.over or orders == "none" or game.state.phase in ("deal", "first"):
        return
    most = max(M, round(game.state.cash(who) * SHARE / M) * M)
    left = {**{f"order {region}": str(most) for region in REGIONS}, f"order {THREE}": str(2 * most)}
    left["order pay"] = "keep investments"
    if orders in ("cards", "all"):
        left |= {"order cards": "quiet", "order guard": "60m"}
    if orders == "all":
        left |= {"order own": "50%", "order analyze": "best", "order wake": "never"}
    for key, value in left.items():
        if not game.over:
            order(game, who, key, value)


def order(game: Game[Billionaire], who: str, key: str, value: str) -> None:
    """One order, if it is not given already."""
    try:
        game.play(who, key, value)
    except Illegal:
        return


# -- what came of it


def measured(games: list[BillionaireFared], players: int) -> dict[str, Any]:
    """The figures of all games."""
    seats = won(games)
    looks = [fared.awake[who] for fared in games for who in NAMES[:players]]
    stops = [fared.awake.total() for fared in games]
    return {
        "players": players,
        "games": len(games),
        "wins": {who: round(seats[who] / len(games), 3) for who in NAMES[:players]},
        "opener_wins": round(sum(part(fared, fared.first) for fared in games) / len(games), 3),
        "ends": {end: round(count / len(games), 3) for end, count in sorted(Counter(f.end for f in games).items())},
        "rounds": spread([fared.rounds for fared in games]),
        "auctions": spread([fared.auctions for fared in games]),
        "awake_each": spread(looks),
        "stops": spread(stops),
        "stops_for_one_alone": round(sum(fared.alone for fared in games) / max(1, sum(stops)), 3),
        "days": spread([round(fared.hours / 24, 1) for fared in games]),
    }


def won(games: list[BillionaireFared]) -> dict[str, float]:
    """How many games each seat has won."""
    return {who: sum(part(fared, who) for fared in games) for who in NAMES}


def part(fared: BillionaireFared, who: str) -> float:
    """How much of a game this player has won: of a shared win a part."""
    return (who in fared.champions) / max(1, len(fared.champions))


def spread(values: list[Any]) -> dict[str, Any]:
    """The middle, and what 95 in a hundred stay below."""
    return {"p50": median(values), "p95": sorted(values)[min(len(values) - 1, len(values) * 19 // 20)]}


def several(
    games: int, players: int, orders: str = "bids", chosen: dict[str, Any] | None = None, seed: int = 1
) -> dict[str, Any]:
    """The figures of so many games."""
    chosen = HOUSE if chosen is None else chosen
    played = (play(players, chosen, orders, f"{seed} {n}") for n in range(games))
    return measured(list(Progress(sys.stderr, "games", games).over(played)), players)


def few() -> dict[str, Any]:
    """The first games of each size, which tell whether anything comes out otherwise than it did."""
    return {str(players): several(FEW, players) for players in SIZES}


def everything() -> dict[str, Any]:
    """All that is told of seats, of the plain rules, and of standing orders."""
    return {
        "few": few(),
        "seats": {str(players): several(4000, players) for players in SIZES},
        "as printed": several(1500, 4, chosen=AS_PRINTED),
        "orders": {orders: several(300, 4, orders) for orders in ORDERS},
    }


def run(argv: list[str]) -> int:
    """Print a line for every figure, or JSON."""
    words = argparse.ArgumentParser("rtab simulate billionaire", description=__doc__)
    words.add_argument("--games", type=counted, default=100, help="games to play (default 100)")
    words.add_argument("--players", type=int, default=4, choices=SIZES, help="how many play (default 4)")
    words.add_argument(
        "--orders", default="bids", choices=ORDERS, help="standing orders that people leave (default bids)"
    )
    words.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    words.add_argument("--seed", type=int, default=1, help="another seed, another run")
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--all", metavar="FILE", help="play all that the rules page tells figures of, and keep them")
    asked = words.parse_args(argv)
    if asked.all:
        Path(asked.all).write_text(json(everything()) + "\n", "utf-8")
        return 0
    chosen = dict(option.partition("=")[::2] for option in asked.option)
    try:
        BILLIONAIRE.agree(chosen)
    except Illegal as no:
        print(no.text.format_map(no.facts), file=sys.stderr)
        return 2
    found = several(asked.games, asked.players, asked.orders, chosen, asked.seed)
    if asked.json:
        print(json(found))
    else:
        print("\n".join(f"{name}: {value}" for name, value in found.items()))
    return 0


def json(found: dict[str, Any]) -> str:
    """Figures as they are kept."""
    return msgspec.json.format(msgspec.json.encode(found)).decode()
