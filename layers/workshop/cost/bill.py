"""What was asked of AWS, as money: amounts, prices of a dated table, paces of play, and which limit binds first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from host.core.deadlines import clocks
from host.doors.aws.tables import TIMER_HORIZON
from workshop.cost.deployment import Invocation, SimulatedDeployment
from workshop.cost.meter import CapacityUsage, load_prices

QUEUE = ("SendMessageBatch", "ChangeMessageVisibility", "ReceiveMessage", "DeleteMessage")


MONTH = 30 * 86400.0


DELIVERIES, CLOCKS, WRITES, READS = 10, 10, 200, 400  # at once, at once, units a second: as the template has them


SCHEDULES = 250  # a second, where it is fewest: large regions have 5,000


DASHBOARDS = 1  # as many as the template has


MB, GB = 1024, 1024**3


class Limit(Struct):
    """What a platform allows, what is needed of it at the busiest time, and the share that this is."""

    name: str
    allowed: float
    needed: float

    @property
    def share(self) -> float:
        """Return the part of the limit that is used."""
        return self.needed / self.allowed


def compute_billed_seconds(run: Invocation) -> float:
    """Return how long an invocation takes in Lambda: our own work on its share of a core, and waiting for other
    services.
    """
    taken = load_prices().taken_for
    waits: Mapping[str, float] = taken["seconds"]
    asked = [*run.taken.calls.items(), *run.sent.items()]
    waiting = sum(waits.get("Telegram" if name.startswith("Telegram") else name, 0.0) * count for name, count in asked)
    slower = max(1.0, float(taken["mb_of_a_core"]) / float(taken["memory_mb"]))
    return (
        run.work * slower
        + waiting
        + run.waited
        + (compute_cold_start_seconds(run.function, slower) if run.cold else 0.0)
    )


def compute_cold_start_seconds(function: str, slower: float) -> float:
    """Return what a cold start adds: the start itself, billed since August 2025, which has a whole processor, and
    what the first event loads, which has not.
    """
    taken = load_prices().taken_for
    first = taken["processor_seconds_of_a_first_event"].get(function, 0.0)
    return float(taken["seconds_of_a_start"].get(function, 0.0)) + float(first) * slower


def compute_used_amounts(runs: Sequence[Invocation]) -> dict[str, float]:
    """Return how much was used of everything that has a price."""
    taken, found = load_prices().taken_for, defaultdict[str, float](float)
    for run in runs:
        found["dynamodb write unit"] += run.taken.writes
        found["dynamodb read unit"] += run.taken.reads
        found["lambda request"] += run.function != "sweep"  # which a sweep does that comes anyway
        found["lambda function URL"] += run.function in ("telegram", "web")
        found["lambda GB second (arm64)"] += compute_billed_seconds(run) * taken["memory_mb"] / MB
        found["sqs fifo request"] += sum(run.sent[name] for name in QUEUE)
        found["scheduler invocation"] += run.sent["Schedule"]
        found["internet GB"] += (run.told + count_telegram_calls(run) * taken["bytes_around_a_call"]) / GB
        found["logs GB"] += (run.logged + taken["log_bytes_of_an_invocation"]) / GB
    return found


def count_telegram_calls(run: Invocation) -> int:
    """Return how many requests a run sent to Telegram."""
    return sum(count for name, count in run.sent.items() if name.startswith("Telegram"))


def compute_costs(used: Mapping[str, float], *, free: bool = False) -> dict[str, float]:
    """Return the cost of these amounts by what it is for; with `free`, after the monthly free tier."""
    table = load_prices().prices
    left = {name: max(0.0, amount - table[name].free) if free else amount for name, amount in used.items()}
    return {name: amount * table[name].price / table[name].per for name, amount in left.items()}


def sum_usage(runs: Sequence[Invocation]) -> CapacityUsage:
    """Add up all that was asked of DynamoDB."""
    whole = CapacityUsage()
    for run in runs:
        whole = whole.plus(run.taken)
    return whole


def compute_idle_amounts(sweep: Invocation, alarms: int, metrics: int, callers: int = 1) -> dict[str, float]:
    """Return the amounts of a month in which nobody plays: a sweep every minute, polls of the queue, alarms and
    metrics. The table asks KMS for its key once in a while for each function that calls it, however often that is.
    """
    polls = load_prices().taken_for["queue_polls_of_a_month"]
    found = {name: amount * MONTH / 60 for name, amount in compute_used_amounts([sweep]).items()}
    found["sqs fifo request"] += polls
    found["kms request"] = callers * MONTH / load_prices().taken_for["seconds_that_a_key_is_remembered"]
    return {**found, "alarm month": alarms, "custom metric month": metrics, "dashboard month": DASHBOARDS}


def list_platform_limits(runs: Sequence[Invocation], decisions: int, rate: float) -> list[Limit]:
    """Return how much so many decisions a second need of each platform limit, the scarcest first."""
    each = rate / decisions
    said = sum(count for run in runs for name, count in run.sent.items() if name in TELEGRAM_MESSAGE_CALLS) * each
    busy = {
        name: sum(compute_billed_seconds(run) for run in runs if run.function == name) * each
        for name in ("telegram", "delivery")
    }
    shelved = max(sum_usage(runs).index.values(), default=0) * each
    found = [
        Limit("Telegram: messages a second of one bot", 30, said),
        Limit("Telegram: updates at the webhook at once (max_connections)", 40, busy["telegram"]),
        Limit("ours: telegram functions at once", 20, busy["telegram"]),
        Limit("ours: deliveries at once", DELIVERIES, busy["delivery"]),
        Limit("ours: write units a second", WRITES, sum_usage(runs).writes * each),
        Limit("ours: read units a second", READS, sum_usage(runs).reads * each),
        Limit("DynamoDB: writes a second to one partition of the index", 1000, shelved),
        Limit("Scheduler: schedules made a second", SCHEDULES, sum(run.sent["CreateSchedule"] for run in runs) * each),
        Limit("Scheduler: schedules fired a second", SCHEDULES, sum(run.sent["Schedule"] for run in runs) * each),
    ]
    return sorted(found, key=lambda limit: -limit.share)


TELEGRAM_MESSAGE_CALLS = ("Telegram send_message", "Telegram send_photo")


TOLD = ("20s", "blitz", "evening", "daily")


TURNS = 12  # that run out


QUICK = 4  # inputs of a table in the time of one turn


IN_FLIGHT = 120_000  # errands that a first-in-first-out queue hides at once


SCHEDULE_LIMITS = {"small regions": 250.0, "large regions": 5000.0}  # made, moved or fired a second


PACE_DAY_SECONDS = 86400.0


DEADLINE_FUNCTIONS = ("delivery", "clock")


def run_idle_turns(cloud: SimulatedDeployment, pace: str) -> list[Invocation]:
    """Let a game that has just begun go on by itself for some turns, and return the runs."""
    mark = len(cloud.runs)
    cloud.wait(TURNS * clocks.parse_pace(pace))
    return cloud.runs[mark:]


def build_pace_report(
    pace: str, alone: Sequence[Invocation], played: Sequence[Invocation], inputs: int
) -> dict[str, Any]:
    """Return what a table of that pace takes: left alone, and while people play as in the round."""
    seconds = clocks.parse_pace(pace)
    days, rate = TURNS * seconds / PACE_DAY_SECONDS, QUICK / seconds
    looks = [run for run in alone if run.function in DEADLINE_FUNCTIONS]
    # Where somebody calls all the time processes stay, and starts do not count.
    warm = [replace(run, cold=False) for run in played] if seconds < clocks.HOUR else list(played)
    first = list_platform_limits(warm, inputs, rate)[0]
    cost = sum(compute_costs(compute_used_amounts(warm)).values()) / inputs
    return {
        "looks_a_day": round(len(looks) / days),
        "dollars_a_day": round(sum(compute_costs(compute_used_amounts(alone)).values()) / days, 6),
        "write_units_a_day": round(sum_usage(alone).writes / days),
        "read_units_a_day": round(sum_usage(alone).reads / days),
        "of_one_input": round(cost, 8),
        "tables_left_alone": compute_table_capacity(alone, TURNS * seconds, hidden=seconds < TIMER_HORIZON),
        "tables_played_at": {"binds_first": first.name, "tables": round(1 / first.share)},
    }


def compute_table_capacity(runs: Sequence[Invocation], seconds: float, *, hidden: bool) -> dict[str, int]:
    """Return how many tables fit into each limit if each does this in so many seconds."""
    busy = sum(compute_billed_seconds(run) for run in runs if run.function == "delivery")
    clocked = sum(compute_billed_seconds(run) for run in runs if run.function == "clock")
    made = sum(run.sent[name] for run in runs for name in ("CreateSchedule", "UpdateSchedule"))
    fired = sum(run.sent["Schedule"] for run in runs)
    allowed = {
        "ours: deliveries at once": (DELIVERIES, busy / seconds),
        "ours: clocks at once": (CLOCKS, clocked / seconds),
        "ours: write units a second": (WRITES, sum_usage(runs).writes / seconds),
        "ours: read units a second": (READS, sum_usage(runs).reads / seconds),
        "queue: errands in flight": (IN_FLIGHT, float(hidden)),
        **{f"scheduler, {where}": (most, max(made, fired) / seconds) for where, most in SCHEDULE_LIMITS.items()},
    }
    return {name: round(most / each) for name, (most, each) in allowed.items() if each}


def format_pace_report(found: dict[str, dict[str, Any]]) -> list[str]:
    """Return the report of each pace as lines for people."""
    text = []
    for pace, part in found.items():
        alone = min(part["tables_left_alone"].items(), key=lambda each: each[1])
        played = part["tables_played_at"]
        text.append(
            f"at {pace}: left alone {part['looks_a_day']} looks a day, ${part['dollars_a_day']:.6f} and "
            f"{part['write_units_a_day']} write units; {alone[1]} such tables until {alone[0]} binds"
        )
        text.append(
            f"  played at: ${part['of_one_input']:.6f} an input; {played['tables']} tables until "
            f"{played['binds_first']} binds"
        )
    return text
