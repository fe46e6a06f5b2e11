"""`rtab simulate season7`: careless players, or some who think, race to the billion and are measured.

The same seed gives the same bytes on standard output. How fast it went is another thing each time,
so it is said on standard error (as a line of JSON with --json).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

import msgspec

from engine.kernel import Game, Illegal, Play, format_money, format_text
from engine.race.table import format_coordinate, parse_number_row
from engine.season7 import tables
from engine.season7.events import Gained, Lost, PricePaid, PutOut, RoundOver
from engine.season7.rules import SEASON7, parse_season7_options
from engine.season7.state import Season, Season7Player, Season7Round, Season7Seat
from host.core import games
from host.core.deadlines.clocks import compute_allowed_seconds, parse_pace
from host.core.stand_ins import pick_random_answer
from workshop.bots import sample_players
from workshop.simulate.progress import Progress

KEPT_EVERY = 10  # of so many games one is saved after every decision, to measure what is stored


class SeasonResult(msgspec.Struct):
    """The result of one season."""

    cycles: int = 0
    decisions: int = 0
    seats_won: list[int] = msgspec.field(default_factory=list)
    halfway: list[int] = msgspec.field(default_factory=list)  # the seats that led after half of the cycles
    played: Counter[int] = msgspec.field(default_factory=Counter)  # seats in rounds, by the size of the round
    survived: Counter[int] = msgspec.field(default_factory=Counter)
    cash: Counter[str] = msgspec.field(default_factory=Counter)
    record_bytes: int = 0
    tape_entries: int = 0
    seconds: float = 0.0


def play_season(players: int, sensible: int, chosen: dict[str, Any], seed: str, *, kept: bool) -> SeasonResult:
    """Play one whole season; the first `sensible` players think, the others are careless. If `kept`, save it after
    every decision to measure what is stored.
    """
    dice, fared, began = Random(seed), SeasonResult(), time.process_time()  # noqa: S311 # whims need no cryptography
    game = Game.start(SEASON7, list_seat_names(players), chosen, seed, keep=kept)
    thinkers = list_seat_names(players)[:sensible]
    while not game.over:
        make_next_decision(game, thinkers, dice)
        fared.decisions += 1
        for told in game.told:
            match told.event:
                case RoundOver(seats=seats, winners=winners):
                    fared.played[seats] += seats
                    fared.survived[seats] += len(winners)
                case Gained(source=source, amount=amount):
                    fared.cash[source] += amount
                case Lost(source=source, amount=amount) | PricePaid(source=source, amount=amount):
                    fared.cash[source] -= amount
        if kept:
            record_saved_size(game, fared)
    fared.seconds = time.process_time() - began
    return record_season_result(game, fared)


def make_next_decision(game: Game[Season], thinkers: list[str], dice: Random) -> None:
    """Answer the first question that is pending, with thought if its player is one of the thinkers."""
    question = game.list_questions()[0] if thinkers else None
    if question is not None and question.who in thinkers:
        sample_players.answer_sensibly(game, question, dice)
    else:
        sample_players.move_carelessly(game, dice)


def record_saved_size(game: Game[Season], fared: SeasonResult) -> None:
    """Save the game and keep the largest record and tape seen."""
    record = game.save()
    fared.tape_entries = max(fared.tape_entries, len(record.tape))
    fared.record_bytes = max(fared.record_bytes, len(record.to_json()))


def record_season_result(game: Game[Season], fared: SeasonResult) -> SeasonResult:
    """Fill in what is known only when the season is over, and return it."""
    season = game.state
    fared.cycles = season.cycle
    fared.seats_won = [n for n, who in enumerate(season.players) if who in season.champions]
    fared.halfway = list_halfway_leaders(season)
    return fared


def list_halfway_leaders(season: Season) -> list[int]:
    """Return the seats that led when half of the cycles were over, or none if there was only one cycle."""
    half = season.cycle // 2
    totals = [parse_number_row(player.chart)[half - 1] for player in season.players.values()] if half else []
    return [n for n, total in enumerate(totals) if total == max(totals)]


def list_seat_names(players: int) -> list[str]:
    """Return the seats p1, p2 and so on."""
    return [f"p{n}" for n in range(1, players + 1)]


def play_nth_season(players: int, sensible: int, chosen: dict[str, Any], seed: int, n: int) -> SeasonResult:
    """Play one of many seasons, with a seed of its own; every so many is saved."""
    return play_season(players, sensible, chosen, f"{seed}|{n}", kept=n % KEPT_EVERY == 0)


def iter_seasons(players: int, sensible: int, chosen: dict[str, Any], games: int, seed: int) -> Iterator[SeasonResult]:
    """Play many seasons on all cores, and yield the results in order."""
    one = partial(play_nth_season, players, sensible, chosen, seed)
    cores = min(os.cpu_count() or 1, games)
    if cores == 1:
        yield from map(one, range(games))
    else:
        with Pool(cores) as pool:
            yield from pool.imap(one, range(games))


# -- what it comes to


def compute_percentiles(numbers: list[int]) -> dict[str, int]:
    """Return the 5th, 50th and 95th percentile."""
    ranked = sorted(numbers)
    return {f"p{p}": ranked[min(len(ranked) - 1, len(ranked) * p // 100)] for p in (5, 50, 95)}


def build_season_summary(
    players: int, sensible: int, games: int, seed: int, fared: list[SeasonResult]
) -> dict[str, Any]:
    """Return all figures except the time it took."""
    played: Counter[int] = sum((it.played for it in fared), Counter())
    survived: Counter[int] = sum((it.survived for it in fared), Counter())
    wins = Counter(seat for it in fared for seat in it.seats_won)
    cash: Counter[str] = Counter()
    for it in fared:
        cash.update(it.cash)
    led = [it for it in fared if it.halfway]
    kept = sum(bool({*it.halfway} & {*it.seats_won}) for it in led)
    return {
        "players": players,
        "sensible": sensible,
        "games": games,
        "seed": seed,
        "cycles": compute_percentiles([it.cycles for it in fared]),
        "decisions": compute_percentiles([it.decisions for it in fared]),
        "decisions_total": sum(it.decisions for it in fared),
        "win_rate_by_seat": [round(wins[seat] / games, 4) for seat in range(players)],
        "half_time_leader_wins": round(kept / len(led), 4) if led else 0.0,
        "survival_by_player_count": {str(n): round(survived[n] / played[n], 4) for n in sorted(played)},
        "cash_by_source_per_game": {name: round(cash[name] / games) for name in sorted(cash)},
        "largest_record_bytes": max(it.record_bytes for it in fared),
        "longest_tape_entries": max(it.tape_entries for it in fared),
    }


def format_season_summary(found: dict[str, Any]) -> Iterator[str]:
    """Yield the summary as lines for people."""
    yield "{games} seasons of {players} players, {sensible} of whom think (seed {seed})".format_map(found)
    for name in ("cycles", "decisions"):
        yield "{0:<10} {p5:,} · {p50:,} · {p95:,}  (5th, 50th, 95th percentile)".format(name, **found[name])
    yield "wins by seat       " + " ".join(f"{rate:.0%}" for rate in found["win_rate_by_seat"])
    yield "half-time leader   wins {half_time_leader_wins:.0%}".format_map(found)
    survival = found["survival_by_player_count"]
    yield "survival by seats  " + " · ".join(f"{n}: {rate:.0%}" for n, rate in survival.items())
    for source, amount in sorted(found["cash_by_source_per_game"].items(), key=lambda item: -item[1]):
        yield f"{source:<24} {format_money(amount):>20} a game"
    yield "largest record {largest_record_bytes:,} bytes, longest tape {longest_tape_entries} entries".format_map(found)


def run_season7_simulation(argv: list[str]) -> int:
    """Play the seasons and print what they come to."""
    options = build_season7_parser().parse_args(argv)
    chosen = dict(options.option)
    try:
        SEASON7.create_state(list_seat_names(options.players), chosen)
    except Illegal as no:
        print(format_text(no.text, no.facts), file=sys.stderr)
        return 2
    games = iter_seasons(options.players, options.sensible, chosen, options.games, options.seed)
    fared = list(Progress(sys.stderr, "seasons", options.games).iter_with_bar(games))
    found = build_season_summary(options.players, options.sensible, options.games, options.seed, fared)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print(*format_season_summary(found), sep="\n")
    if options.plot:
        from workshop.simulate.plot import draw_season_charts  # noqa: PLC0415 # pictures are slow to import and seldom wanted

        draw_season_charts(found, [it.cycles for it in fared]).save(options.plot)
    print_speed(found["decisions_total"] / sum(it.seconds for it in fared), as_json=options.json)
    return 0


def print_speed(per_second: float, *, as_json: bool) -> None:
    """Print the decisions per second on one core to standard error; saving counts in the games that were saved."""
    speed = {"decisions_per_second": round(per_second)}
    line = msgspec.json.encode(speed).decode() if as_json else f"{per_second:,.0f} decisions per second on one core"
    print(line, file=sys.stderr)


def build_season7_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab simulate season7`."""
    words = argparse.ArgumentParser(
        prog="rtab simulate season7", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--players", type=int, default=16, help="2 to 40 (default 16)")
    words.add_argument("--games", type=parse_positive_count, default=20, help="how many seasons (default 20)")
    words.add_argument("--sensible", type=int, default=0, help="how many of the players think (default 0)")
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same seasons)")
    add_option_argument(words)
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--plot", type=Path, metavar="FILE.png", help="draw a plot of it into this file")
    return words


def parse_positive_count(text: str) -> int:
    """Parse a number of at least 1 from the command line."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("play at least one")
    return number


def add_option_argument(words: argparse.ArgumentParser) -> None:
    """Add `--option`, which may be repeated, for the options of the game."""
    words.add_argument(
        "--option",
        type=parse_option_choice,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as a host sets it",
    )


def parse_option_choice(text: str) -> tuple[str, Any]:
    """Parse an option of the game, such as `target=100000000`. A value that is not JSON is taken as a word."""
    name, _, value = text.partition("=")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


RICHEST = 300_000_000  # what a player may have when the round begins


def play_single_round(
    variant: str, players: int, sensible: int, options: dict[str, Any], seed: str, *, habits: bool = False
) -> list[str]:
    """Play one round and return its winners. The sensible players have the first names; the turn order is drawn. With
    `habits` each of the others hides where they hid before, and the sensible players read it.
    """
    dice = Random(seed)  # noqa: S311 # whims need no cryptography
    season = build_round_season(variant, list_seat_names(players), options, dice)
    skilled = list_seat_names(players)[:sensible]
    think = sample_players.answer_knowing_habits if habits else sample_players.answer_sensibly
    usual = {}
    if habits:
        squares = range(1, season.options.rows * season.options.columns + 1)
        usual = {name: dice.choice(squares) for name in season.players if name not in skilled}
        for name, n in usual.items():
            season.players[name].hiding_places = [format_coordinate(n, season.options.columns)]
    game = Game.start_from_state(SEASON7, season, seed, keep=False)
    while (r := find_measured_round(game.state)) is not None and r.stage in ("seal", "play"):
        question = game.list_questions()[0]
        if question.who in skilled:
            think(game, question, dice)
        elif question.who in usual and question.key == "bomb.seal":
            game.answer(question.who, question.id, usual[question.who])
        else:
            sample_players.move_carelessly(game, dice)
    return r.winners if r is not None else []


def find_measured_round(season: Season) -> Season7Round | None:
    """Return the round, or None once it is gone: where nobody wins, the cycle ends at once."""
    return season.rounds.get("W") if season.cycle == 1 else None


def build_round_season(variant: str, who: list[str], options: dict[str, Any], dice: Random) -> Season:
    """Build a season in which only this round is played, with random totals."""
    found, order = parse_season7_options(options), dice.sample(who, len(who))
    peeks = tables.WITTY_PEEKS if found.wits else 1
    seats = {name: Season7Seat(peeks=peeks) for name in order}
    r = Season7Round(
        variant or "Quadrant 1", variant=variant, rows=found.rows, columns=found.columns, seats=seats, order=order
    )
    players = {name: Season7Player(total=dice.randrange(RICHEST)) for name in who}
    return Season(found, players, cycle=1, phase="quadrants", rounds={"W": r}, wildcard=variant, computers="")


def measure_rounds(
    variant: str, players: int, sensible: int, options: dict[str, Any], rounds: int, seed: int, *, habits: bool = False
) -> dict[str, Any]:
    """Play many rounds and return how often they are won, and by whom."""
    won = [play_single_round(variant, players, sensible, options, f"{seed}|{i}", habits=habits) for i in range(rounds)]
    skilled = set(list_seat_names(players)[:sensible])
    wins = sum(len(skilled & {*each}) for each in won)
    others = sum(len(each) for each in won) - wins
    return {
        "round": variant or "regular",
        "players": players,
        "sensible": sensible,
        "rounds": rounds,
        "seed": seed,
        "won_by_anybody": round(sum(map(bool, won)) / rounds, 4),
        "sensible_seats_win": round(wins / rounds / sensible, 4) if sensible else None,
        "sensible_between": [round(each, 4) for each in compute_wilson_interval(wins / sensible, rounds)[1:]]
        if sensible
        else None,
        "careless_seats_win": round(others / rounds / (players - sensible), 4) if players > sensible else None,
    }


def compute_wilson_interval(won: float, of: int) -> tuple[float, float, float]:
    """Return a share, and the interval in which the true one lies 95 times in a hundred (Wilson)."""
    z, share = 1.96, won / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return share, max(0.0, middle - half), min(1.0, middle + half)


def run_rounds_simulation(argv: list[str]) -> int:
    """Print what was measured, a figure a line, or JSON."""
    options = build_rounds_parser().parse_args(argv)
    if options.variant and options.variant not in tables.WILDCARDS:
        print(
            f"No wildcard round is called {options.variant}. There are: {', '.join(tables.WILDCARDS)}.", file=sys.stderr
        )
        return 2
    sensible = options.players if options.sensible is None else options.sensible
    found = measure_rounds(
        options.variant,
        options.players,
        sensible,
        dict(options.option),
        options.rounds,
        options.seed,
        habits=options.habits,
    )
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print(*(f"{name.replace('_', ' '):<20} {value}" for name, value in found.items()), sep="\n")
    return 0


def build_rounds_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab simulate rounds`."""
    words = argparse.ArgumentParser(
        prog="rtab simulate rounds", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("variant", nargs="?", default="", metavar="WILDCARD", help="a wildcard round (default: regular)")
    words.add_argument("--players", type=parse_positive_count, default=4, help="how many (default 4)")
    words.add_argument("--sensible", type=int, help="how many of them think; the others play at random (default: all)")
    words.add_argument("--rounds", type=parse_positive_count, default=400, help="how many rounds (default 400)")
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same rounds)")
    add_option_argument(words)
    words.add_argument(
        "--habits", action="store_true", help="careless players hide where they hid before, and thinking ones know it"
    )
    words.add_argument("--json", action="store_true", help="print JSON")
    return words


HOUR, DAY = 3600.0, 86400.0
SPREAD = 1.0  # of the logarithm: one in six takes more than e times the median
MAX_LISTED_SQUARES = 8  # squares on a list
BED_TIME, RISING_TIME = 23 * HOUR, 8 * HOUR  # who comes between them comes in the morning


class Waiters(NamedTuple):
    """How people wait for one another: half of them answer within `typical` seconds of being asked, a turn has `turn`
    seconds, a `share` of them leave lists after each visit, and an answer names `taps` squares in order.
    """

    typical: float
    turn: float
    share: float = 0.0
    taps: int = 1
    nights: bool = False  # do they sleep?
    thinks: bool = False  # do they avoid their own bombs, and play minigames well?


class WaitingTimes(msgspec.Struct):
    """How long some cycles took, and how long people waited in them, in hours."""

    cycles: list[float] = []
    out: list[float] = []  # from falling in a round to being asked again, whatever it is
    alone: Counter[str] = msgspec.field(default_factory=Counter)  # hours in which all waited for one question, by key


class WaitingPerson:
    """Somebody who looks in some time after being asked."""

    def __init__(self, seed: str, ways: Waiters, *, lists: bool) -> None:
        self.dice = Random(seed)  # noqa: S311 # when people look in needs no cryptography
        self.ways, self.lists, self.comes = ways, lists, 0.0

    def schedule_visit(self, now: float, most: float) -> None:
        """Draw when the person comes after something is asked: some time later, awake, and before the time is up."""
        comes = now + self.ways.typical * self.dice.lognormvariate(0.0, SPREAD)
        hour = comes % DAY
        if self.ways.nights and not RISING_TIME <= hour < BED_TIME:
            comes += (RISING_TIME - hour) % DAY + self.dice.random() * HOUR
        self.comes = min(now + most * 0.99, comes)


class TimedSeason:
    """One season played on a clock by people who answer some time after they are asked."""

    def __init__(self, players: int, chosen: dict[str, Any], ways: Waiters, seed: str) -> None:
        self.game = Game.start(SEASON7, list_seat_names(players), chosen, seed, keep=False)
        self.turn, self.now, self.waited = ways.turn, 12 * HOUR, WaitingTimes()
        listing = round(players * ways.share)
        self.people = {
            who: WaitingPerson(f"{seed} {who}", ways, lists=n < listing)
            for n, who in enumerate(list_seat_names(players))
        }
        self.since: dict[str, float] = {}  # since when somebody is out
        self.known: set[str] = set()

    def play(self, cycles: int) -> WaitingTimes:
        """Play until so many cycles are complete, or the race is over."""
        began, cycle = self.now, self.game.state.cycle
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
        """Answer until nothing is left to answer, also which squares come first when a bomb is hidden; and leave a list
        of squares if the person does so.
        """
        person, game, sealed = self.people[who], self.game, False
        while not game.over and (mine := [each for each in game.list_questions() if each.who == who]):
            sealed = sealed or mine[0].key.endswith(games.SEAL_KEY)
            in_order = games.count_squares_in_order(mine[0], game.list_plays(who))
            if min(in_order, person.ways.taps) > 1:
                self.leave_list(who, min(in_order, person.ways.taps))
            elif person.ways.thinks:
                sample_players.answer_sensibly(game, mine[0], person.dice)
            else:
                game.answer(who, mine[0].id, pick_random_answer(mine[0], person.dice))
            self.record_falls()
        if sealed and person.ways.taps > 1:
            self.leave_list(who, person.ways.taps)
        if person.lists:
            self.leave_list(who, MAX_LISTED_SQUARES)

    def leave_list(self, who: str, most: int) -> None:
        """Leave a list of so many squares, if it can be left; in one's own turn it is the answer."""
        person, play = self.people[who], games.find_list_play(self.game.list_plays(who))
        if play is not None:
            squares = pick_squares_in_order(self.game, play, who, person.dice, careful=person.ways.thinks)
            self.game.play(who, play.key, squares[:most])
            self.record_falls()

    def record_falls(self) -> None:
        """Note since when players who have just fallen are out."""
        for told in self.game.told:
            if isinstance(fall := told.event, PutOut):
                self.since.setdefault(fall.who, self.now)


def pick_squares_in_order(game: Game[Any], play: Play, who: str, dice: Random, *, careful: bool = True) -> list[int]:
    """Return the closed squares in random order; if `careful`, those last of which the player knows something: their
    own bomb.
    """
    own = game.build_view(who).own if careful else None
    known = own.notes.get(play.of.partition("/")[0], {}) if own else {}
    squares = [option.value for option in play.options if isinstance(option.value, int)]
    return sorted(dice.sample(squares, len(squares)), key=known.__contains__)


def measure_waiting(players: int, games: int, cycles: int, target: int, ways: Waiters, seed: int) -> dict[str, Any]:
    """Play so many games, to the target if there is one, and return the figures over all their cycles."""
    chosen = {"target": target or 10**12}
    most = 10**6 if target else cycles
    found = [TimedSeason(players, chosen, ways, f"{seed} {n}").play(most) for n in range(games)]
    days = [round(hours / 24, 2) for each in found for hours in each.cycles]
    out = [round(hours / 24, 2) for each in found for hours in each.out]
    alone: Counter[str] = sum((each.alone for each in found), Counter())
    total = sum(alone.values()) or 1
    return {
        "players": players,
        "cycles": len(days),
        "leave_lists": ways.share,
        "squares_an_answer": ways.taps,
        "days_a_cycle": compute_hours_spread(days),
        **({"days_in_all": compute_hours_spread([sum(each.cycles) / 24 for each in found])} if target else {}),
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
    words.add_argument(
        "--hours", type=float, default=4.0, help=("hours after which half of the answers have come (default 4)")
    )
    words.add_argument(
        "--lists", type=float, action="append", help=("share of the players who leave lists (default 0, 0.5 and 1)")
    )
    words.add_argument(
        "--taps", type=int, default=1, help="squares that an answer names in order (default 1; the page: 5)"
    )
    words.add_argument("--think", action="store_true", help="players avoid their own bombs and play minigames well")
    words.add_argument("--nights", action="store_true", help="everybody sleeps from 23 to 8")
    words.add_argument("--target", type=int, default=0, help="play each game to this sum, and measure its days")
    words.add_argument("--pace", default="daily", help="how long a turn may take (default daily)")
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same run)")
    words.add_argument("--json", action="store_true", help="print JSON")
    asked = words.parse_args(argv)
    typical, turn = asked.hours * HOUR, parse_pace(asked.pace)
    shares = asked.lists or [0.0, 0.5, 1.0]
    ways = [Waiters(typical, turn, share, asked.taps, asked.nights, asked.think) for share in shares]
    rows = [measure_waiting(asked.players, asked.games, asked.cycles, asked.target, each, asked.seed) for each in ways]
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(rows)).decode())
    else:
        for row in rows:
            print("  ".join(f"{name} {value}" for name, value in row.items()))
    return 0
