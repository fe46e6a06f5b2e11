"""What was asked of AWS, as money: amounts, prices of a dated table, and which limit of a platform binds first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from workshop.cost.deployment import Invocation
from workshop.cost.meter import CapacityUsage
from workshop.cost.price_table import load_prices

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
