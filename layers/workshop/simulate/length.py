"""`rtab simulate length`: how long games last, for the table by which a lobby says what to expect.

Games of each ruleset, of two to sixteen players and to each of its goals (if it has any), are played by people who look
in some time after they are asked (log-normal, a sixth of a turn at the median, a turn at most). A turn is answered with
as many squares in order as it takes, and who hides a bomb says which squares come first, as they are asked to; nobody
leaves lists or orders otherwise, and nobody sleeps. Everything is measured
in turns, so that it holds at any pace. The same seed gives the same bytes: `rtab simulate length --write` writes the
table that the host reads.

`rtab simulate medals`: how many of the same players earn each medal in their first game of a ruleset, to see that it is
rare.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from statistics import mean, median, stdev
from typing import Any

import msgspec

from engine.kernel import PUBLIC, Game, Ruleset
from engine.rulesets import RULESETS, ruleset
from host.core import games, stand_ins
from host.core.cards import dealt_cards
from host.core.deadlines import expected_lengths
from host.core.deadlines.clocks import HOUR, PATIENCE_SHARES, parse_pace
from host.core.deadlines.expected_lengths import LENGTH_TABLE_PATH, Table
from workshop.bots import sample_players
from workshop.simulate.season7 import list_seat_names, parse_positive_count, pick_squares_in_order

PLAYERS = (2, 3, 4, 5, 6, 8, 12, 16)
GAMES_PER_LENGTH = 200
TYPICAL, SPREAD = 1 / 6, 1.0  # of a turn; of its logarithm
MOST_TURNS = 20_000.0  # nothing that anybody would play lasts longer
THINK = {"season7": sample_players.answer_sensibly}  # where computer players are no measure


class GameLength(msgspec.Struct):
    """How long one game took in turns, and how many laps it had."""

    turns: float
    laps: int


def play_timed_game(rules: Ruleset[Any], players: int, options: dict[str, Any], seed: str) -> GameLength:
    """Play one game: the person who looks in next does all there is for them. Return its length."""
    dice = Random(seed)  # noqa: S311 # when people look in needs no cryptography
    state = dealt_cards.build_initial_state(rules, list_seat_names(players), options, seed)
    game = Game.start_from_state(rules, state, seed, keep=False)
    thinks, comes = THINK.get(rules.name, stand_ins.answer_for_bot), dict[str, float]()
    now, laps = 0.0, set[str]()
    while not game.over and now < MOST_TURNS:
        asked = {question.who: PATIENCE_SHARES.get(question.patience, 1.0) for question in game.list_questions()}
        for who, most in asked.items():
            if who not in comes:
                comes[who] = now + min(most, TYPICAL * dice.lognormvariate(0.0, SPREAD))
        who = min(asked, key=comes.__getitem__)
        now, sealed = comes.pop(who), False
        while not game.over and (mine := [each for each in game.list_questions() if each.who == who]):
            sealed = sealed or mine[0].key.endswith(games.SEAL_KEY)
            if (most := games.count_squares_in_order(mine[0], game.list_plays(who))) > 1:
                leave_list(game, who, most, dice)
            else:
                thinks(game, mine[0], dice)
        if sealed:
            leave_list(game, who, games.MOST_SQUARES_IN_ORDER, dice)
        laps.add(str(game.build_view(PUBLIC).stage))
    return GameLength(now, len(laps))


def leave_list(game: Game[Any], who: str, most: int, dice: Random) -> None:
    """Leave a list of so many squares, if the rules offer it; in one's own turn it is the answer."""
    play = games.find_list_play(game.list_plays(who))
    if play is not None:
        game.play(who, play.key, pick_squares_in_order(game, play, who, dice)[:most])


def iter_game_lengths(
    names_: Iterable[str], players: Iterable[int], games: int, seed: int
) -> Iterator[tuple[str, int, str, Any]]:
    """Yield ruleset, number of players and goal, with the median turns of a whole game and the mean turns of a lap."""
    for name in names_:
        rules = ruleset(name)
        for count in (count for count in players if count in rules.seats):
            goals = {str(goal): {rules.goal: goal} for goal in rules.goals} or {format_default_goal(rules): {}}
            for setting, options in {**rules.timed, **goals}.items():
                found = [play_timed_game(rules, count, dict(options), f"{seed} {count} {n}") for n in range(games)]
                whole = median(each.turns for each in found)
                lap = sum(each.turns for each in found) / sum(each.laps for each in found)
                yield name, count, setting, (round(whole, 1), round(lap, 1))


def iter_minute_lines(names_: Iterable[str], players: Iterable[int], games: int, seed: int) -> Iterator[str]:
    """Yield a line for each game of one sitting, by ruleset and number of players: the median, the 90th percentile and
    the longest of so many games in minutes, with the standard error of their mean.
    """
    for name in names_:
        for count in (count for count in players if count in ruleset(name).seats):
            for choice in expected_lengths.list_fitting_lengths(ruleset(name), count):
                pace = parse_pace(choice.pace)
                if pace >= HOUR:
                    continue
                options = dict(choice.options)
                played = (play_timed_game(ruleset(name), count, options, f"{seed} {count} {n}") for n in range(games))
                took = sorted(each.turns * pace / 60 for each in played)
                error = stdev(took) / games**0.5 if games > 1 else 0.0
                yield (
                    f"{name} {choice.span}, {count} players: median {median(took):.0f}, 90th percentile "
                    f"{took[int(0.9 * (games - 1))]:.0f}, longest {took[-1]:.0f} minutes "
                    f"({games} games, mean {mean(took):.0f} ± {error:.1f})"
                )


def format_default_goal(rules: Ruleset[Any]) -> str:
    """Return the name under which a game without goals stands in the table."""
    goal = rules.find_default_goal()
    return "" if goal is None else str(goal)


def build_length_table(rows: Iterable[tuple[str, int, str, Any]]) -> Table:
    """Build the table that the host reads."""
    found: Table = {}
    for name, count, goal, turns in rows:
        found.setdefault(name, {}).setdefault(str(count), {})[goal] = turns
    for by_players in found.values():
        make_lengths_rise(by_players)
    return found


def make_lengths_rise(by_players: dict[str, dict[str, tuple[float, float]]]) -> None:
    """Let no figure fall as players or the goal grow: neighbours that do are replaced by their mean."""
    for goal in {goal for goals in by_players.values() for goal in goals}:
        rows = [goals for goals in by_players.values() if goal in goals]
        both = zip(*(build_rising([goals[goal][part] for goals in rows]) for part in (0, 1)), strict=True)
        for goals, pair in zip(rows, both, strict=True):
            goals[goal] = pair
    for goals in by_players.values():
        sums = sorted((goal for goal in goals if goal.isdigit()), key=int)
        for goal, whole in zip(sums, build_rising([goals[goal][0] for goal in sums]), strict=True):
            goals[goal] = (whole, goals[goal][1])


def build_rising(values: list[float]) -> list[float]:
    """Return the rising numbers that are nearest to these: pools of neighbours take their mean."""
    pools: list[list[float]] = []
    for value in values:
        pools.append([value])
        while len(pools) > 1 and mean(pools[-2]) > mean(pools[-1]):
            pools[-2:] = [[*pools[-2], *pools[-1]]]
    return [round(mean(pool), 1) for pool in pools for _ in pool]


def format_length_table(found: Table) -> bytes:
    """Format the table as JSON, with a line for each ruleset and number of players."""
    lines = []
    for name, by_players in found.items():
        rows = [f'  "{count}": {msgspec.json.encode(goals).decode()}' for count, goals in by_players.items()]
        lines.append(f'"{name}": {{\n' + ",\n".join(rows) + "\n}")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def run_length_simulation(argv: list[str]) -> int:
    """Measure and print the table, or write it where the host reads it."""
    words = argparse.ArgumentParser(
        "rtab simulate length", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--ruleset", action="append", choices=list(RULESETS), help="only this one (default: all)")
    words.add_argument(
        "--players", type=int, action="append", help=("only this number of players (default: 2 to 6, 8, 12 and 16)")
    )
    words.add_argument(
        "--games",
        type=parse_positive_count,
        default=GAMES_PER_LENGTH,
        help=f"games of each (default {GAMES_PER_LENGTH})",
    )
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same run)")
    words.add_argument("--write", action="store_true", help="write the result into the file that the host reads")
    words.add_argument(
        "--minutes",
        action="store_true",
        help="only games for half an hour or an evening, and how many minutes they take",
    )
    asked = words.parse_args(argv)
    wanted = asked.ruleset or list(RULESETS)
    if asked.minutes:
        for line in iter_minute_lines(wanted, asked.players or PLAYERS, asked.games, asked.seed):
            print(line)
        return 0
    found = build_length_table(iter_game_lengths(wanted, asked.players or PLAYERS, asked.games, asked.seed))
    if asked.write:  # what was not measured stays as it is
        kept = msgspec.json.decode(LENGTH_TABLE_PATH.read_bytes())
        LENGTH_TABLE_PATH.write_bytes(
            format_length_table({**kept, **{name: kept.get(name, {}) | each for name, each in found.items()}})
        )
    else:
        sys.stdout.write(format_length_table(found).decode())
    return 0


MEDAL_PLAYERS, MEDAL_GAMES = 4, 50


def count_deeds_of_game(rules: Ruleset[Any], players: int, seed: str) -> Mapping[tuple[str, str], int]:
    """Play one whole game and return how often each player did each deed, or the highest figure of a best."""
    dice, seats, found = Random(seed), list_seat_names(players), Counter[tuple[str, str]]()  # noqa: S311 - bots
    state = dealt_cards.build_initial_state(rules, seats, {}, seed)
    game = Game.start_from_state(rules, state, seed, keep=False)
    move = THINK.get(rules.name, stand_ins.answer_for_bot)
    while not game.over:
        move(game, dice.choice(game.list_questions()), dice)
        for deed in (deed for told in game.told for deed in rules.list_deeds(told)):
            done = found[deed.who, deed.name]
            found[deed.who, deed.name] = max(done, deed.amount) if deed.best else done + deed.amount
    return found


def count_medals(rules: Ruleset[Any], players: int, games: int, seed: int) -> Counter[str]:
    """Return how many players of so many games earned each medal, each as if it were their first game."""
    earned, seats = Counter[str](), list_seat_names(players)
    for n in range(games):
        done = count_deeds_of_game(rules, players, f"{seed} {n}")
        for each in rules.achievements:
            earned[each.name] += sum(done.get((who, each.deed), 0) >= each.threshold for who in seats)
    return earned


def run_medals_simulation(argv: list[str]) -> int:
    """Measure and print, for each medal, the share of players who earn it in a first game."""
    words = argparse.ArgumentParser(
        "rtab simulate medals", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--ruleset", action="append", choices=list(RULESETS), help="only this one (default: all)")
    words.add_argument("--players", type=int, default=MEDAL_PLAYERS, help=f"default {MEDAL_PLAYERS}")
    words.add_argument(
        "--games", type=parse_positive_count, default=MEDAL_GAMES, help=f"of each (default {MEDAL_GAMES})"
    )
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same games)")
    asked = words.parse_args(argv)
    for name in asked.ruleset or list(RULESETS):
        earned = count_medals(ruleset(name), asked.players, asked.games, asked.seed)
        for each in ruleset(name).achievements:
            share = earned[each.name] / (asked.players * asked.games)
            print(f"{name:<12} {each.name:<24} {share:6.1%}  {each.sentence}")
    return 0
