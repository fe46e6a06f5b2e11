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
from workshop.simulate.season7 import parse_positive_count

BILLIONAIRE_PLAYER_NAMES = ("Ann", "Bob", "Cat", "Dan")
DAILY_LOOK_HOURS = (8, 20)  # o'clock at which people look in, give or take two hours
SHARE = 0.3  # of the cash that a standing bid may cost
ORDERS = ("none", "bids", "cards", "all")
BILLIONAIRE_TABLE_SIZES = (2, 3, 4)
AS_PRINTED, HOUSE = {"book": "yes"}, {"book": "no"}
FEW_GAMES = 5  # games that are played anew wherever somebody asks whether the figures are still those of these rules


class BillionaireResult(msgspec.Struct):
    """The result of one game."""

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

    def compute_next_look(self, now: float) -> float:
        """Return when the person next looks in after this time, in hours."""
        while self.next <= now:
            day, part = divmod(self.looks, len(DAILY_LOOK_HOURS))
            self.next = 24 * day + DAILY_LOOK_HOURS[part] + self.dice.uniform(-2, 2)
            self.looks += 1
        return self.next


def play_billionaire_game(players: int, chosen: dict[str, Any], orders: str, seed: str) -> BillionaireResult:
    """Play one game: the person who looks in next answers all there is for them, and leaves orders."""
    game, fared = (
        Game.start(BILLIONAIRE, BILLIONAIRE_PLAYER_NAMES[:players], chosen, seed, keep=False),
        BillionaireResult(),
    )
    people = {who: DailyPerson(f"{seed} {who}") for who in game.state.players}
    for who in people:
        leave_orders(game, who, orders)
    while not game.over:
        waiting = sorted({question.who for question in game.list_questions()})
        fared.hours, who = min((people[who].compute_next_look(fared.hours), who) for who in waiting)
        fared.awake[who] += 1
        fared.alone += len(waiting) == 1
        answer_all(game, who)
        leave_orders(game, who, orders)
    fared.champions, fared.first, fared.rounds = game.state.champions, game.state.first, game.state.round
    fared.auctions, fared.end = game.state.auctions, game.state.ended
    return fared


def answer_all(game: Game[Billionaire], who: str) -> None:
    """Answer all that this player is asked as the computer player advises."""
    while question := next((each for each in game.list_questions() if each.who == who), None):
        advice = computers.advise_billionaire_computer(game, question)
        if advice is None:
            return
        game.answer(who, advice.question, advice.value)


def leave_orders(game: Game[Billionaire], who: str, orders: str) -> None:
    """Leave standing orders: bids and how to pay, with "cards" also what becomes of cards in hand, with "all"
    everything.
    """
    if game.over or orders == "none" or game.state.phase in ("deal", "first"):
        return
    most = max(M, round(game.state.compute_cash(who) * SHARE / M) * M)
    left = {**{f"order {region}": str(most) for region in REGIONS}, f"order {THREE}": str(2 * most)}
    left["order pay"] = "keep investments"
    if orders in ("cards", "all"):
        left |= {"order cards": "quiet", "order guard": "60m"}
    if orders == "all":
        left |= {"order own": "50%", "order analyze": "best", "order wake": "never"}
    for key, value in left.items():
        if not game.over:
            leave_order(game, who, key, value)


def leave_order(game: Game[Billionaire], who: str, key: str, value: str) -> None:
    """Leave one order, unless the game refuses it because it is already given."""
    try:
        game.play(who, key, value)
    except Illegal:
        return


# -- what came of it


def build_billionaire_figures(games: list[BillionaireResult], players: int) -> dict[str, Any]:
    """Return the figures of all games."""
    seats = count_seat_wins(games)
    looks = [fared.awake[who] for fared in games for who in BILLIONAIRE_PLAYER_NAMES[:players]]
    stops = [fared.awake.total() for fared in games]
    return {
        "players": players,
        "games": len(games),
        "wins": {who: round(seats[who] / len(games), 3) for who in BILLIONAIRE_PLAYER_NAMES[:players]},
        "opener_wins": round(sum(compute_win_share(fared, fared.first) for fared in games) / len(games), 3),
        "ends": {end: round(count / len(games), 3) for end, count in sorted(Counter(f.end for f in games).items())},
        "rounds": compute_spread([fared.rounds for fared in games]),
        "auctions": compute_spread([fared.auctions for fared in games]),
        "awake_each": compute_spread(looks),
        "stops": compute_spread(stops),
        "stops_for_one_alone": round(sum(fared.alone for fared in games) / max(1, sum(stops)), 3),
        "days": compute_spread([round(fared.hours / 24, 1) for fared in games]),
    }


def count_seat_wins(games: list[BillionaireResult]) -> dict[str, float]:
    """Return how many games each seat has won; a shared win counts in part."""
    return {who: sum(compute_win_share(fared, who) for fared in games) for who in BILLIONAIRE_PLAYER_NAMES}


def compute_win_share(fared: BillionaireResult, who: str) -> float:
    """Return how much of a game this player has won: one divided by the number of winners, or zero."""
    return (who in fared.champions) / max(1, len(fared.champions))


def compute_spread(values: list[Any]) -> dict[str, Any]:
    """Return the median and the 95th percentile."""
    return {"p50": median(values), "p95": sorted(values)[min(len(values) - 1, len(values) * 19 // 20)]}


def measure_billionaire_games(
    games: int, players: int, orders: str = "bids", chosen: dict[str, Any] | None = None, seed: int = 1
) -> dict[str, Any]:
    """Play so many games and return their figures."""
    chosen = HOUSE if chosen is None else chosen
    played = (play_billionaire_game(players, chosen, orders, f"{seed} {n}") for n in range(games))
    return build_billionaire_figures(list(Progress(sys.stderr, "games", games).iter_with_bar(played)), players)


def measure_few_games() -> dict[str, Any]:
    """Play the first few games of each size, which tell whether the kept figures still hold for these rules."""
    return {str(players): measure_billionaire_games(FEW_GAMES, players) for players in BILLIONAIRE_TABLE_SIZES}


def measure_all_billionaire() -> dict[str, Any]:
    """Measure all that the rules page tells figures of: seats, the rules as printed, and standing orders."""
    return {
        "few": measure_few_games(),
        "seats": {str(players): measure_billionaire_games(4000, players) for players in BILLIONAIRE_TABLE_SIZES},
        "as printed": measure_billionaire_games(1500, 4, chosen=AS_PRINTED),
        "orders": {orders: measure_billionaire_games(300, 4, orders) for orders in ORDERS},
    }


def run_billionaire_simulation(argv: list[str]) -> int:
    """Play the games that the options ask for, and print their figures as lines or as JSON."""
    words = argparse.ArgumentParser("rtab simulate billionaire", description=__doc__)
    words.add_argument("--games", type=parse_positive_count, default=100, help="games to play (default 100)")
    words.add_argument(
        "--players", type=int, default=4, choices=BILLIONAIRE_TABLE_SIZES, help="how many play (default 4)"
    )
    words.add_argument(
        "--orders", default="bids", choices=ORDERS, help="which standing orders the players leave (default bids)"
    )
    words.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same run)")
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument(
        "--all",
        metavar="FILE",
        help=("play everything that the rules page gives figures for, and write them to this file"),
    )
    asked = words.parse_args(argv)
    if asked.all:
        Path(asked.all).write_text(format_figures_json(measure_all_billionaire()) + "\n", "utf-8")
        return 0
    chosen = dict(option.partition("=")[::2] for option in asked.option)
    try:
        BILLIONAIRE.check_options(chosen)
    except Illegal as no:
        print(no.text.format_map(no.facts), file=sys.stderr)
        return 2
    found = measure_billionaire_games(asked.games, asked.players, asked.orders, chosen, asked.seed)
    if asked.json:
        print(format_figures_json(found))
    else:
        print("\n".join(f"{name}: {value}" for name, value in found.items()))
    return 0


def format_figures_json(found: dict[str, Any]) -> str:
    """Format figures as the JSON that is kept in a file."""
    return msgspec.json.format(msgspec.json.encode(found)).decode()
