"""`rtab cost`: what a round, a cycle and a month cost in AWS, counted call by call.

A season is played through the functions' own code in this process. DynamoDB's own client is listened to: every request
is counted, and its capacity worked out from the sizes in it. Where the table is makes no difference to that: it is
moto, or whatever `--endpoint` names, such as DynamoDB Local.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import msgspec

from engine.kernel import Illegal, Ruleset
from engine.rulesets import RULESETS
from host.core.deadlines import clocks
from host.core.store import dynamo
from host.core.store.dynamo import make_aws_client
from host.doors.local.settings import UnfitSetting
from workshop.cost import bill
from workshop.cost.deployment import COST_TABLE_NAME, ROUND, Invocation, SimulatedDeployment, TelegramGroupGame
from workshop.cost.meter import load_prices

COST_AWS_KEYS = {"aws_access_key_id": "none", "aws_secret_access_key": "none", "region_name": "us-east-1"}
PICKS = 24
WARM_UP_ROUNDS = 2  # rounds that they have played before
ROUNDS = 4  # that are counted: no two are alike
COST_HOUR_SECONDS = 3600.0
DECISIONS_A_DAY = 4
PACE, DECISIONS = "daily", 4  # of a table in the time that one of them has
BUSIEST = 10.0  # how much more comes in the busiest minutes than on average
ALARMS, METRICS = 10, 10  # as many metrics as the template's alarms watch, and as the functions and the logs make
FUNCTIONS = 5  # that use the table: the clock when nobody plays, and at most all of them when somebody does
MONTHLY_GAME_COUNTS = (1, 100, 10_000)
MAX_COUNTED_DECISIONS = 120  # decisions


@contextmanager
def open_counted_clients(endpoint: str) -> Iterator[tuple[Any, Any]]:
    """Yield two clients of one empty table, on moto or at an endpoint: one that is counted, and one that is not."""
    if endpoint:
        pair = [make_aws_client("dynamodb", endpoint_url=endpoint, **COST_AWS_KEYS) for _ in range(2)]
        create_empty_table(pair[1])
        yield pair[0], pair[1]
        pair[1].delete_table(TableName=COST_TABLE_NAME)
        return
    try:
        from moto import mock_aws  # noqa: PLC0415 - only developers have it

    except ImportError:
        raise UnfitSetting("This needs moto: pip install moto, or name a DynamoDB with --endpoint http://…") from None
    with mock_aws():
        pair = [make_aws_client("dynamodb", **COST_AWS_KEYS) for _ in range(2)]
        create_empty_table(pair[1])
        yield pair[0], pair[1]


def create_empty_table(client: Any) -> None:
    """Create the table, deleting an older one of that name."""
    if COST_TABLE_NAME in client.list_tables()["TableNames"]:
        client.delete_table(TableName=COST_TABLE_NAME)
    dynamo.create_dynamo_table(client, COST_TABLE_NAME)


# -- what is played


def play_counted_rounds(
    endpoint: str, picks: int = PICKS, pace: str = PACE
) -> tuple[list[Invocation], list[tuple[str, Invocation]], SimulatedDeployment]:
    """Let four people, who know each other already, play some rounds, and return the runs, the inputs and the
    deployment. Its last run is a usual sweep.
    """
    with open_counted_clients(endpoint) as pair:
        cloud = SimulatedDeployment(*pair)
        cloud.sweep()
        evening = TelegramGroupGame(cloud, 4, clocks.parse_pace(pace) / DECISIONS, f"season7 {pace}")
        play_picks(evening, WARM_UP_ROUNDS * picks)  # whatever is earned for the first time is earned here
        mark, first = len(cloud.runs), len(evening.inputs)
        play_picks(evening, ROUNDS * picks)
        runs = cloud.runs[mark:]
        cloud.run_usual_sweep()
        return runs, evening.inputs[first:], cloud


def play_picks(evening: TelegramGroupGame, picks: int) -> None:
    """Play until so many squares have been picked."""
    found = (key for key, _ in evening.iter_decisions() if key == "select")
    for _ in islice(found, picks):
        pass


def compute_pace_costs(endpoint: str, runs: Sequence[Invocation], inputs: int) -> dict[str, Any]:
    """Return what a table takes at each pace, left alone and played at."""
    found = {}
    for pace in bill.TOLD:
        with open_counted_clients(endpoint) as pair:
            cloud = SimulatedDeployment(*pair)
            TelegramGroupGame(cloud, 4, clocks.parse_pace(pace) / DECISIONS, f"season7 {pace}")
            found[pace] = bill.build_pace_report(pace, bill.run_idle_turns(cloud, pace), runs, inputs)
    return found


def play_counted_cycle(
    endpoint: str, people: int
) -> tuple[list[Invocation], list[tuple[str, Invocation]], SimulatedDeployment]:
    """Let so many people play the first cycle, and return the runs, the inputs and the deployment."""
    with open_counted_clients(endpoint) as pair:
        cloud = SimulatedDeployment(*pair)
        evening = TelegramGroupGame(cloud, people, 24 / DECISIONS_A_DAY / 4 * COST_HOUR_SECONDS)
        mark, first = len(cloud.runs), len(evening.inputs)
        for _, game in evening.iter_decisions():
            if game.state.cycle > 1:
                break
        return cloud.runs[mark:], evening.inputs[first:], cloud


def play_counted_game(
    endpoint: str, people: int, rules: str
) -> tuple[list[Invocation], list[tuple[str, Invocation]], SimulatedDeployment]:
    """Let so many people play any game to its end, or for a limited number of decisions, and return the runs, the
    inputs and the deployment. Its last run is a usual sweep.
    """
    with open_counted_clients(endpoint) as pair:
        cloud = SimulatedDeployment(*pair)
        cloud.sweep()
        evening = TelegramGroupGame(cloud, people, 24 / DECISIONS_A_DAY * COST_HOUR_SECONDS, f"{rules} daily")
        mark, first = len(cloud.runs), len(evening.inputs)
        for _ in islice(evening.iter_decisions(), MAX_COUNTED_DECISIONS):
            pass
        runs = cloud.runs[mark:]
        cloud.run_usual_sweep()
        return runs, evening.inputs[first:], cloud


# -- what is said of it


def build_cost_report(endpoint: str, people: int, pace: str = PACE) -> dict[str, Any]:
    """Return all figures as plain data. For a pace quicker than a day there are no months, because nobody plays like
    that all day.
    """
    runs, inputs, cloud = play_counted_rounds(endpoint, pace=pace)
    found = {
        "prices": build_price_date(),
        "round": build_priced_part(
            f"a {pace} round of four players with {PICKS} picks, the mean of {ROUNDS}",
            *filter_round_runs(runs, inputs),
            cloud,
            ROUNDS,
        ),
        "with_all_between": build_priced_part(
            "the same with minigames and all else between rounds", runs, inputs, cloud, ROUNDS
        ),
    }
    if people:
        found["cycle"] = build_priced_part(f"a cycle of {people} players", *play_counted_cycle(endpoint, people))
    if clocks.parse_pace(pace) < 24 * COST_HOUR_SECONDS:
        return found
    return found | build_monthly_costs(cloud, runs, inputs) | {"paces": compute_pace_costs(endpoint, runs, len(inputs))}


def build_game_cost_report(endpoint: str, people: int, rules: Ruleset[Any]) -> dict[str, Any]:
    """Return the figures of any game, which has no rounds to tell apart."""
    seats = min(max(people, rules.seats[0]), rules.seats[-1])
    runs, inputs, cloud = play_counted_game(endpoint, seats, rules.name)
    what = f"{len(inputs)} inputs of {seats} at {rules.title}"
    return {
        "prices": build_price_date(),
        "game": build_priced_part(what, runs, inputs, cloud),
        **build_monthly_costs(cloud, runs, inputs),
    }


def build_price_date() -> dict[str, str]:
    """Return date and region of the prices."""
    return {"date": load_prices().date, "region": load_prices().region}


def build_monthly_costs(
    cloud: SimulatedDeployment, runs: Sequence[Invocation], inputs: Sequence[tuple[str, Invocation]]
) -> dict[str, Any]:
    """Return what a month costs when nobody plays, and when so many games are played."""
    awake = bill.compute_idle_amounts(cloud.runs[-1], ALARMS, METRICS, FUNCTIONS)
    return {
        "idle": compute_monthly_cost(bill.compute_idle_amounts(cloud.runs[0], ALARMS, METRICS)),
        "months": {
            str(games): compute_month_of_games(games, awake, runs, len(inputs)) for games in MONTHLY_GAME_COUNTS
        },
    }


def filter_round_runs(
    runs: Sequence[Invocation], inputs: Sequence[tuple[str, Invocation]]
) -> tuple[list[Invocation], list[tuple[str, Invocation]]]:
    """Return the runs and inputs that belong to rounds, from the first sealed bomb to the winner."""
    return [run for run in runs if run.part == ROUND], [each for each in inputs if each[1].part == ROUND]


def build_priced_part(
    what: str,
    runs: Sequence[Invocation],
    inputs: Sequence[tuple[str, Invocation]],
    cloud: SimulatedDeployment,
    times: int = 1,
) -> dict[str, Any]:
    """Return what was used by something that was played `times` times, and what one of it costs before the free
    tier.
    """
    taken, used = (
        bill.sum_usage(runs),
        {name: amount / times for name, amount in bill.compute_used_amounts(runs).items()},
    )
    cost = bill.compute_costs(used)
    return {
        "what": what,
        "inputs": len(inputs) / times,
        "inputs_by_kind": {
            kind: count_calls_by_input(inputs, kind) for kind in dict.fromkeys(kind for kind, _ in inputs)
        },
        "invocations": dict(Counter(run.function for run in runs)),
        "cold_starts": dict(Counter(run.function for run in runs if run.cold)),
        "milliseconds": {
            name: compute_mean_milliseconds(runs, name) for name in dict.fromkeys(run.function for run in runs)
        },
        "calls": dict(taken.calls),
        "write_units_by_item": {name: round(units / times, 2) for name, units in taken.by.most_common()},
        "index_writes_by_shelf": dict(taken.index),
        "used": {name: round(amount, 6) for name, amount in used.items()},
        "cost": {name: round(price, 8) for name, price in cost.items()},
        "total": round(sum(cost.values()), 7),
        "of_one_input": round(sum(cost.values()) * times / max(1, len(inputs)), 8),
        "largest_item_bytes": cloud.meter.compute_largest_item(),
        "kept_bytes": cloud.meter.compute_stored_bytes(),
    }


def count_calls_by_input(inputs: Sequence[tuple[str, Invocation]], kind: str) -> dict[str, Any]:
    """Return how often which calls were made for inputs of this kind, and the mean units written."""
    runs = [run for each, run in inputs if each == kind]
    calls = Counter(", ".join(f"{count} {name}" for name, count in sorted(run.calls.items())) for run in runs)
    units = sum(run.taken.writes for run in runs) / len(runs)
    return {"inputs": len(runs), "write_units": round(units, 1), "calls": dict(calls)}


def compute_mean_milliseconds(runs: Sequence[Invocation], function: str) -> int:
    """Return how long a function takes on average."""
    found = [bill.compute_billed_seconds(run) for run in runs if run.function == function]
    return round(1000 * sum(found) / len(found))


def compute_monthly_cost(used: dict[str, float]) -> dict[str, Any]:
    """Return a month's cost before and after the free tier."""
    cost = bill.compute_costs(used)
    return {
        "cost": {name: round(price, 4) for name, price in cost.items() if price},
        "total": round(sum(cost.values()), 2),
        "total_after_free": round(sum(bill.compute_costs(used, free=True).values()), 2),
    }


def compute_month_of_games(
    games: int, idle: dict[str, float], runs: Sequence[Invocation], decisions: int
) -> dict[str, Any]:
    """Return the cost of a month with so many games in play, each with a few decisions a day, and the limits that it
    comes near to.
    """
    times = games * DECISIONS_A_DAY * 30 / decisions
    played = bill.compute_used_amounts(runs)
    used = {name: idle.get(name, 0.0) + played.get(name, 0.0) * times for name in {**idle, **played}}
    rate = games * DECISIONS_A_DAY / 86400 * BUSIEST
    limits = bill.list_platform_limits(runs, decisions, rate)
    return {
        **compute_monthly_cost(used),
        "decisions_a_second_at_the_busiest": round(rate, 4),
        "binds_first": limits[0].name,
        "share_of_it": round(limits[0].share, 4),
        "limits": {limit.name: round(limit.share, 6) for limit in limits},
    }


def format_cost_report(found: dict[str, Any]) -> Iterator[str]:
    """Yield the report as lines for people."""
    yield f"prices of {found['prices']['date']}, {found['prices']['region']}; before anything that is free"
    for part in (found[name] for name in ("round", "with_all_between", "cycle", "game") if name in found):
        yield f"{part['what']}: ${part['total']:.6f} for {part['inputs']:g} inputs"
        yield f"  started anew: {', '.join(f'{name} {n}' for name, n in part['cold_starts'].items()) or 'nobody'}"
        yield from (f"  {name:<28} {part['used'][name]:>14.4f}  ${price:.7f}" for name, price in part["cost"].items())
        yield from (f"  write units, {name:<15} {units:>14.2f}" for name, units in part["write_units_by_item"].items())
    months = {"nobody plays": found["idle"], **found["months"]} if "months" in found else {}
    for name, part in months.items():
        games = name if part is found["idle"] else f"{name} games"
        bound = f"; {part['binds_first']}: {part['share_of_it']:.1%}" if "binds_first" in part else ""
        yield f"a month, {games}: ${part['total']:.2f}, after what is free ${part['total_after_free']:.2f}{bound}"
    yield from bill.format_pace_report(found.get("paces", {}))


def run_cost_command(argv: list[str]) -> int:
    """Count what the options ask for, and print it."""
    asked = build_cost_parser().parse_args(argv)
    try:
        rules = RULESETS.get(asked.ruleset)
        found = (
            build_game_cost_report(asked.endpoint, asked.people, rules)
            if rules
            else build_cost_report(asked.endpoint, asked.people, asked.pace)
        )
    except (UnfitSetting, Illegal) as error:
        print(error, file=sys.stderr)
        return 1
    print(
        msgspec.json.format(msgspec.json.encode(found)).decode() if asked.json else "\n".join(format_cost_report(found))
    )
    return 0


def build_cost_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab cost`."""
    words = argparse.ArgumentParser(
        "rtab cost", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--people", type=int, default=16, help="players in the cycle (default 16; 0: no cycle)")
    words.add_argument(
        "--ruleset", choices=RULESETS, help=("count one game of this ruleset instead of rounds of Season 7")
    )
    words.add_argument("--pace", default=PACE, help="pace of the game, for example blitz or 20s (default daily)")
    words.add_argument("--endpoint", default="", help="URL of a DynamoDB to use instead of moto")
    return words
