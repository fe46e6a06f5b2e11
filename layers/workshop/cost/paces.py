"""What a table costs at each pace while nobody is at it, and how many tables of that pace fit into what AWS allows.

A table that is left alone is played through the functions' own code: clocks run out, and nothing else happens. Of one
at which people play, each turn takes a quarter of the time that there is, and an input what it took in the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from host.core.deadlines import clocks
from host.doors.aws.tables import TIMER_HORIZON
from workshop.cost import bill
from workshop.cost.deployment import Invocation, SimulatedDeployment

TOLD = ("20s", "blitz", "evening", "daily")
TURNS = 12  # that run out
QUICK = 4  # inputs of a table in the time of one turn
IN_FLIGHT = 120_000  # errands that a first-in-first-out queue hides at once
SCHEDULES = {"small regions": 250.0, "large regions": 5000.0}  # made, moved or fired a second
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
    first = bill.list_platform_limits(warm, inputs, rate)[0]
    cost = sum(bill.compute_costs(bill.compute_used_amounts(warm)).values()) / inputs
    return {
        "looks_a_day": round(len(looks) / days),
        "dollars_a_day": round(sum(bill.compute_costs(bill.compute_used_amounts(alone)).values()) / days, 6),
        "write_units_a_day": round(bill.sum_usage(alone).writes / days),
        "read_units_a_day": round(bill.sum_usage(alone).reads / days),
        "of_one_input": round(cost, 8),
        "tables_left_alone": compute_table_capacity(alone, TURNS * seconds, hidden=seconds < TIMER_HORIZON),
        "tables_played_at": {"binds_first": first.name, "tables": round(1 / first.share)},
    }


def compute_table_capacity(runs: Sequence[Invocation], seconds: float, *, hidden: bool) -> dict[str, int]:
    """Return how many tables fit into each limit if each does this in so many seconds."""
    busy = sum(bill.compute_billed_seconds(run) for run in runs if run.function == "delivery")
    clocked = sum(bill.compute_billed_seconds(run) for run in runs if run.function == "clock")
    made = sum(run.sent[name] for run in runs for name in ("CreateSchedule", "UpdateSchedule"))
    fired = sum(run.sent["Schedule"] for run in runs)
    allowed = {
        "ours: deliveries at once": (bill.DELIVERIES, busy / seconds),
        "ours: clocks at once": (bill.CLOCKS, clocked / seconds),
        "ours: write units a second": (bill.WRITES, bill.sum_usage(runs).writes / seconds),
        "ours: read units a second": (bill.READS, bill.sum_usage(runs).reads / seconds),
        "queue: errands in flight": (IN_FLIGHT, float(hidden)),
        **{f"scheduler, {where}": (most, max(made, fired) / seconds) for where, most in SCHEDULES.items()},
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
