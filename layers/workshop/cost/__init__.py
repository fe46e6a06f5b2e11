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
from host.core.store.aws import make_client
from host.doors.local.settings import UnfitSetting
from workshop.cost import bill, paces
from workshop.cost.cloud import TABLE, Cloud, Run
from workshop.cost.evening import ROUND, Evening
from workshop.cost.price_table import prices

KEYS = {"aws_access_key_id": "none", "aws_secret_access_key": "none", "region_name": "us-east-1"}
PICKS = 24
KNOWN = 2  # rounds that they have played before
ROUNDS = 4  # that are counted: no two are alike
HOUR = 3600.0
DECISIONS_A_DAY = 4
PACE, DECISIONS = "daily", 4  # of a table in the time that one of them has
BUSIEST = 10.0  # how much more comes in the busiest minutes than on average
ALARMS, METRICS = 10, 5  # as many metrics as the template's alarms watch, and as the clock and the logs make
FUNCTIONS = 5  # that use the table: the clock when nobody plays, and at most all of them when somebody does
GAMES = (1, 100, 10_000)
LONG = 120  # decisions


@contextmanager
def clients(endpoint: str) -> Iterator[tuple[Any, Any]]:
    """Two clients of one empty table: one that is counted, and one that is not."""
    if endpoint:
        pair = [make_client("dynamodb", endpoint_url=endpoint, **KEYS) for _ in range(2)]
        with_table(pair[1])
        yield pair[0], pair[1]
        pair[1].delete_table(TableName=TABLE)
        return
    try:
        from moto import mock_aws  # noqa: PLC0415 - only developers have it

    except ImportError:
        raise UnfitSetting("This needs moto: pip install moto, or name a DynamoDB with --endpoint http://…") from None
    with mock_aws():
        pair = [make_client("dynamodb", **KEYS) for _ in range(2)]
        with_table(pair[1])
        yield pair[0], pair[1]


def with_table(client: Any) -> None:
    """The table, new and empty."""
    if TABLE in client.list_tables()["TableNames"]:
        client.delete_table(TableName=TABLE)
    dynamo.create(client, TABLE)


# -- what is played


def rounds(endpoint: str, picks: int = PICKS, pace: str = PACE) -> tuple[list[Run], list[tuple[str, Run]], Cloud]:
    """Four people, who know each other already, play some rounds of so many squares, and all that comes in between.

    What the deployment does last is a usual sweep.
    """
    with clients(endpoint) as pair:
        cloud = Cloud(*pair)
        cloud.sweep()
        evening = Evening(cloud, 4, clocks.pace(pace) / DECISIONS, f"season7 {pace}")
        selected(evening, KNOWN * picks)  # whatever is earned for the first time is earned here
        mark, first = len(cloud.runs), len(evening.inputs)
        selected(evening, ROUNDS * picks)
        runs = cloud.runs[mark:]
        cloud.usual_sweep()
        return runs, evening.inputs[first:], cloud


def selected(evening: Evening, picks: int) -> None:
    """They play until so many squares have been picked."""
    found = (key for key, _ in evening.decisions() if key == "select")
    for _ in islice(found, picks):
        pass


def at_each_pace(endpoint: str, runs: Sequence[Run], inputs: int) -> dict[str, Any]:
    """What a table takes at each pace, left alone and played at."""
    found = {}
    for pace in paces.TOLD:
        with clients(endpoint) as pair:
            cloud = Cloud(*pair)
            Evening(cloud, 4, clocks.pace(pace) / DECISIONS, f"season7 {pace}")
            found[pace] = paces.told(pace, paces.left_alone(cloud, pace), runs, inputs)
    return found


def a_cycle(endpoint: str, people: int) -> tuple[list[Run], list[tuple[str, Run]], Cloud]:
    """So many people play a first cycle from its beginning to its end."""
    with clients(endpoint) as pair:
        cloud = Cloud(*pair)
        evening = Evening(cloud, people, 24 / DECISIONS_A_DAY / 4 * HOUR)
        mark, first = len(cloud.runs), len(evening.inputs)
        for _, game in evening.decisions():
            if game.state.cycle > 1:
                break
        return cloud.runs[mark:], evening.inputs[first:], cloud


def a_game(endpoint: str, people: int, rules: str) -> tuple[list[Run], list[tuple[str, Run]], Cloud]:
    """So many people play any game, from its beginning to its end or for as many decisions as a long one is counted."""
    with clients(endpoint) as pair:
        cloud = Cloud(*pair)
        cloud.sweep()
        evening = Evening(cloud, people, 24 / DECISIONS_A_DAY * HOUR, f"{rules} daily")
        mark, first = len(cloud.runs), len(evening.inputs)
        for _ in islice(evening.decisions(), LONG):
            pass
        runs = cloud.runs[mark:]
        cloud.usual_sweep()
        return runs, evening.inputs[first:], cloud


# -- what is said of it


def report(endpoint: str, people: int, pace: str = PACE) -> dict[str, Any]:
    """Everything, as plain data; of a quicker pace than a day no months, because nobody plays like that all day."""
    runs, inputs, cloud = rounds(endpoint, pace=pace)
    found = {
        "prices": dated(),
        "round": priced(
            f"a {pace} round of four players with {PICKS} picks, the mean of {ROUNDS}",
            *of_rounds(runs, inputs),
            cloud,
            ROUNDS,
        ),
        "with_all_between": priced("the same with minigames and all else between rounds", runs, inputs, cloud, ROUNDS),
    }
    if people:
        found["cycle"] = priced(f"a cycle of {people} players", *a_cycle(endpoint, people))
    if clocks.pace(pace) < 24 * HOUR:
        return found
    return found | idling(cloud, runs, inputs) | {"paces": at_each_pace(endpoint, runs, len(inputs))}


def report_of(endpoint: str, people: int, rules: Ruleset[Any]) -> dict[str, Any]:
    """The same for any game: there are no rounds to tell apart."""
    seats = min(max(people, rules.seats[0]), rules.seats[-1])
    runs, inputs, cloud = a_game(endpoint, seats, rules.name)
    what = f"{len(inputs)} inputs of {seats} at {rules.title}"
    return {"prices": dated(), "game": priced(what, runs, inputs, cloud), **idling(cloud, runs, inputs)}


def dated() -> dict[str, str]:
    """Which prices these are."""
    return {"date": prices().date, "region": prices().region}


def idling(cloud: Cloud, runs: Sequence[Run], inputs: Sequence[tuple[str, Run]]) -> dict[str, Any]:
    """What it costs when nobody plays, and months in which so many games are played."""
    awake = bill.idle(cloud.runs[-1], ALARMS, METRICS, FUNCTIONS)
    return {
        "idle": monthly(bill.idle(cloud.runs[0], ALARMS, METRICS)),
        "months": {str(games): month(games, awake, runs, len(inputs)) for games in GAMES},
    }


def of_rounds(runs: Sequence[Run], inputs: Sequence[tuple[str, Run]]) -> tuple[list[Run], list[tuple[str, Run]]]:
    """What was played in rounds, from the first sealed bomb to the winner."""
    return [run for run in runs if run.part == ROUND], [each for each in inputs if each[1].part == ROUND]


def priced(
    what: str, runs: Sequence[Run], inputs: Sequence[tuple[str, Run]], cloud: Cloud, times: int = 1
) -> dict[str, Any]:
    """What was played so many times, what all of it asked for, and what one of it costs before what is free."""
    taken, used = bill.together(runs), {name: amount / times for name, amount in bill.amounts(runs).items()}
    cost = bill.cost(used)
    return {
        "what": what,
        "inputs": len(inputs) / times,
        "inputs_by_kind": {kind: by_kind(inputs, kind) for kind in dict.fromkeys(kind for kind, _ in inputs)},
        "invocations": dict(Counter(run.function for run in runs)),
        "cold_starts": dict(Counter(run.function for run in runs if run.cold)),
        "milliseconds": {name: milliseconds(runs, name) for name in dict.fromkeys(run.function for run in runs)},
        "calls": dict(taken.calls),
        "write_units_by_item": {name: round(units / times, 2) for name, units in taken.by.most_common()},
        "index_writes_by_shelf": dict(taken.index),
        "used": {name: round(amount, 6) for name, amount in used.items()},
        "cost": {name: round(price, 8) for name, price in cost.items()},
        "total": round(sum(cost.values()), 7),
        "of_one_input": round(sum(cost.values()) * times / max(1, len(inputs)), 8),
        "largest_item_bytes": cloud.meter.largest(),
        "kept_bytes": cloud.meter.kept(),
    }


def by_kind(inputs: Sequence[tuple[str, Run]], kind: str) -> dict[str, Any]:
    """How often which calls were made for an input of this kind, and the units written on average."""
    runs = [run for each, run in inputs if each == kind]
    calls = Counter(", ".join(f"{count} {name}" for name, count in sorted(run.calls.items())) for run in runs)
    units = sum(run.taken.writes for run in runs) / len(runs)
    return {"inputs": len(runs), "write_units": round(units, 1), "calls": dict(calls)}


def milliseconds(runs: Sequence[Run], function: str) -> int:
    """How long this function takes on average."""
    found = [bill.seconds(run) for run in runs if run.function == function]
    return round(1000 * sum(found) / len(found))


def monthly(used: dict[str, float]) -> dict[str, Any]:
    """A month's cost, before and after what is free."""
    cost = bill.cost(used)
    return {
        "cost": {name: round(price, 4) for name, price in cost.items() if price},
        "total": round(sum(cost.values()), 2),
        "total_after_free": round(sum(bill.cost(used, free=True).values()), 2),
    }


def month(games: int, idle: dict[str, float], runs: Sequence[Run], decisions: int) -> dict[str, Any]:
    """A month with so many games in play, each with a few decisions a day."""
    times = games * DECISIONS_A_DAY * 30 / decisions
    played = bill.amounts(runs)
    used = {name: idle.get(name, 0.0) + played.get(name, 0.0) * times for name in {**idle, **played}}
    rate = games * DECISIONS_A_DAY / 86400 * BUSIEST
    limits = bill.limits(runs, decisions, rate)
    return {
        **monthly(used),
        "decisions_a_second_at_the_busiest": round(rate, 4),
        "binds_first": limits[0].name,
        "share_of_it": round(limits[0].share, 4),
        "limits": {limit.name: round(limit.share, 6) for limit in limits},
    }


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The same for people."""
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
    yield from paces.lines(found.get("paces", {}))


def run(argv: list[str]) -> int:
    """Count, and print."""
    asked = parser().parse_args(argv)
    try:
        rules = RULESETS.get(asked.ruleset)
        found = (
            report_of(asked.endpoint, asked.people, rules)
            if rules
            else report(asked.endpoint, asked.people, asked.pace)
        )
    except (UnfitSetting, Illegal) as error:
        print(error, file=sys.stderr)
        return 1
    print(msgspec.json.format(msgspec.json.encode(found)).decode() if asked.json else "\n".join(lines(found)))
    return 0


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser(
        "rtab cost", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--people", type=int, default=16, help="how many play the cycle (default 16; 0: no cycle)")
    words.add_argument("--ruleset", choices=RULESETS, help="one game of this instead of a season's rounds")
    words.add_argument("--pace", default=PACE, help="how long they have, such as blitz or 20s (default daily)")
    words.add_argument("--endpoint", default="", help="where a DynamoDB is, instead of moto")
    return words
