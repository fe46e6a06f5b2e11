"""`rtab simulate waiting`: how long people wait in Season 7 who answer some hours after they are asked.

Everybody takes a while to look in after something is asked of them (log-normal, 4 hours at the median, at most
a turn), and then does all there is to do. Some also leave a list of squares for their next turn. The same seed gives
the same bytes.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from random import Random
from statistics import median
from typing import Any

import msgspec

from engine.kernel import Game
from engine.season7.rules import SEASON7
from engine.season7.state import Season
from host.core.computer_player import pick_random_answer
from host.core.deadlines.clocks import compute_allowed_seconds, parse_pace
from workshop.simulate.season7 import list_seat_names, parse_positive_count

HOUR, DAY = 3600.0, 86400.0
SPREAD = 1.0  # of the logarithm: one in six takes more than e times the median
MAX_LISTED_SQUARES = 8  # squares on a list


class WaitingTimes(msgspec.Struct):
    """How long some cycles took, and how long people waited in them, in hours."""

    cycles: list[float] = []
    out: list[float] = []  # from falling in a round to being asked again, whatever it is
    alone: Counter[str] = msgspec.field(default_factory=Counter)  # hours in which all waited for one question, by key


class WaitingPerson:
    """Somebody who looks in some time after being asked."""

    def __init__(self, seed: str, typical: float, *, lists: bool) -> None:
        self.dice = Random(seed)  # noqa: S311 # when people look in needs no cryptography
        self.typical, self.lists, self.comes = typical, lists, 0.0

    def schedule_visit(self, now: float, most: float) -> None:
        """Draw when the person comes after something is asked: some time later, and before the time is up."""
        self.comes = now + min(most * 0.99, self.typical * self.dice.lognormvariate(0.0, SPREAD))


class TimedSeason:
    """One season played on a clock by people who answer some time after they are asked."""

    def __init__(
        self, players: int, chosen: dict[str, Any], typical: float, share: float, turn: float, seed: str
    ) -> None:
        self.game = Game.start(SEASON7, list_seat_names(players), chosen, seed, keep=False)
        self.turn, self.now, self.waited = turn, 0.0, WaitingTimes()
        listing = round(players * share)
        self.people = {
            who: WaitingPerson(f"{seed} {who}", typical, lists=n < listing)
            for n, who in enumerate(list_seat_names(players))
        }
        self.since: dict[str, float] = {}  # since when somebody is out
        self.known: set[str] = set()

    def play(self, cycles: int) -> WaitingTimes:
        """Play until so many cycles are complete, or the race is over."""
        began, cycle = 0.0, self.game.state.cycle
        while not self.game.over and len(self.waited.cycles) < cycles:
            self.play_next_visit()
            state: Season = self.game.state
            if state.cycle != cycle or self.game.over:
                self.waited.cycles.append((self.now - began) / HOUR)
                began, cycle = self.now, state.cycle
        return self.waited

    def play_next_visit(self) -> None:
        """Move the clock to the next person who looks in, and let them do all there is for them."""
        asked: dict[str, list[Any]] = defaultdict(list)
        for question in self.game.list_questions():
            asked[question.who].append(question)
        for who, questions in asked.items():
            person = self.people[who]
            if person.comes <= self.now and who not in self.known:
                person.schedule_visit(
                    self.now, min(compute_allowed_seconds(each.patience, self.turn) for each in questions)
                )
                self.known.add(who)
                if who in self.since:
                    self.waited.out.append((self.now - self.since.pop(who)) / HOUR)
        who = min(asked, key=lambda each: self.people[each].comes)
        if len(asked) == 1:
            self.waited.alone[asked[who][0].key] += round((self.people[who].comes - self.now) / 60)
        self.now = max(self.now, self.people[who].comes)
        self.known.discard(who)
        self.answer_visit(who)

    def answer_visit(self, who: str) -> None:
        """Answer until nothing is left to answer, and leave a list of squares if the person does so."""
        person, game = self.people[who], self.game
        while not game.over and (mine := [each for each in game.list_questions() if each.who == who]):
            game.answer(who, mine[0].id, pick_random_answer(mine[0], person.dice))
            self.record_falls()
        play = next((each for each in game.list_plays(who) if each.key == "list"), None) if person.lists else None
        if play is not None:
            values = [option.value for option in play.options]
            game.play(who, "list", person.dice.sample(values, min(MAX_LISTED_SQUARES, len(values))))
            self.record_falls()

    def record_falls(self) -> None:
        """Note since when players who have just fallen are out."""
        for told in self.game.told:
            if told.deed == "outs":
                self.since.setdefault(told.facts["who"], self.now)


def measure_waiting(
    players: int, games: int, cycles: int, typical: float, share: float, turn: float, seed: int
) -> dict[str, Any]:
    """Play so many games and return the figures over all their cycles."""
    chosen = {"target": 10**12}
    found = [TimedSeason(players, chosen, typical, share, turn, f"{seed} {n}").play(cycles) for n in range(games)]
    days = [round(hours / 24, 2) for each in found for hours in each.cycles]
    out = [round(hours / 24, 2) for each in found for hours in each.out]
    alone: Counter[str] = sum((each.alone for each in found), Counter())
    total = sum(alone.values()) or 1
    return {
        "players": players,
        "cycles": len(days),
        "leave_lists": share,
        "days_a_cycle": compute_hours_spread(days),
        "days_from_falling_to_being_asked": compute_hours_spread(out),
        "waits_for_one_alone": {key: round(part / total, 3) for key, part in alone.most_common(6)},
    }


def compute_hours_spread(values: list[float]) -> dict[str, float]:
    """Return the median and the 95th percentile."""
    ranked = sorted(values)
    return {"p50": round(median(ranked), 2), "p95": ranked[min(len(ranked) - 1, len(ranked) * 19 // 20)]}


def run_waiting_simulation(argv: list[str]) -> int:
    """Print a line for every share of players who leave lists, or JSON."""
    words = argparse.ArgumentParser("rtab simulate waiting", description=__doc__)
    words.add_argument("--players", type=int, default=4, help="how many play (default 4)")
    words.add_argument("--games", type=parse_positive_count, default=10, help="games to play (default 10)")
    words.add_argument("--cycles", type=parse_positive_count, default=10, help="cycles of each (default 10)")
    words.add_argument("--hours", type=float, default=4.0, help="after how long half of the answers come (default 4)")
    words.add_argument("--lists", type=float, action="append", help="which share leaves lists (default 0, 0.5 and 1)")
    words.add_argument("--pace", default="daily", help="how long a turn may take (default daily)")
    words.add_argument("--seed", type=int, default=1, help="another seed, another run")
    words.add_argument("--json", action="store_true", help="print JSON")
    asked = words.parse_args(argv)
    typical, turn = asked.hours * HOUR, parse_pace(asked.pace)
    shares = asked.lists or [0.0, 0.5, 1.0]
    rows = [
        measure_waiting(asked.players, asked.games, asked.cycles, typical, each, turn, asked.seed) for each in shares
    ]
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(rows)).decode())
    else:
        for row in rows:
            print("  ".join(f"{name} {value}" for name, value in row.items()))
    return 0
