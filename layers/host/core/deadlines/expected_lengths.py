"""How long a game is likely to last, by a table that `rtab simulate length --write` makes; and which goal fits a time.

The table is in turns, for people who look in after a sixth of a turn at the median, and answer with as many squares in
order as a turn takes. So it holds at any pace.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine.kernel import Illegal, Phrase, Ruleset, Words, phrase
from engine.rulesets import ruleset
from host.core.deadlines import clocks
from host.core.deadlines.clocks import DAY, HOUR
from host.core.session import LOBBY, Session

LENGTH_TABLE_PATH = Path(__file__).with_suffix(".json")
Table = dict[str, dict[str, dict[str, tuple[float, float]]]]  # by ruleset, players and goal: turns of all, and of a lap
USUAL_PLAYER_COUNT = 4  # players, where nobody knows yet how many there will be
CERTAINTY = 0.8  # of the time there is a game may be likely to last, so that it is nearly always over in time


class TimeBudget(NamedTuple):
    """How much time people have: its name, its length, and the pace that goes with it."""

    name: Words
    seconds: float
    pace: str


RACE = "race"  # however long it takes
SUGGESTED_SECONDS = 21 * DAY  # within which the game ends that a group is suggested
TIME_BUDGETS: Mapping[str, TimeBudget] = {
    "half-hour": TimeBudget(phrase("half an hour"), HOUR / 2, "1m"),
    "evening": TimeBudget(phrase("an evening"), 2 * HOUR, "2m"),
    "week": TimeBudget(phrase("a week"), 7 * DAY, "daily"),
    "month": TimeBudget(phrase("a month"), 30 * DAY, "daily"),
    RACE: TimeBudget(phrase("the whole game"), math.inf, "daily"),
}


class LengthChoice(NamedTuple):
    """A game that fits a time budget: its pace and options, and how long it is likely to last."""

    span: str
    name: Words
    pace: str
    options: dict[str, Any]
    goal: Words
    seconds: float


@cache
def _load_length_table() -> Table:
    return msgspec.json.decode(LENGTH_TABLE_PATH.read_bytes(), type=Table)


def compute_expected_turns(rules: Ruleset[Any], players: int, goal: object) -> tuple[float, float] | None:
    """Return how many turns a game with this goal is likely to take, and how many one lap (cycle or round) of it, or
    None if that was never measured. For a number as goal that was not measured, scale the nearest measured one.
    """
    rows = _load_length_table().get(rules.name, {})
    by_goal = rows.get(str(min((int(count) for count in rows), key=lambda count: abs(count - players), default=0)), {})
    key = "" if goal is None else str(goal)  # some games have no goals
    if key in by_goal or not isinstance(goal, int):
        return by_goal.get(key)
    near = min((each for each in rules.goals if str(each) in by_goal), key=lambda each: abs(each - goal), default=0)
    whole, lap = by_goal.get(str(near), (0.0, 0.0))
    return (max(lap, whole * goal / near), lap) if whole else None


def list_fitting_lengths(
    rules: Ruleset[Any], players: int = USUAL_PLAYER_COUNT, turn: float = 0.0
) -> list[LengthChoice]:
    """Return for each time budget (an evening, a week …) the longest game that fits it by measured lengths; a budget
    that no game fits is left out. `turn` is the seconds of a turn, or 0 for the pace that goes with each budget.
    """
    return [choice for span in TIME_BUDGETS if (choice := _find_fitting_length(rules, players, span, turn)) is not None]


def _find_fitting_length(rules: Ruleset[Any], players: int, name: str, turn: float) -> LengthChoice | None:
    """Return the longest game with so many players that probably fits the time budget `name`, or None; `turn` is the
    seconds of a turn, 0 for the usual ones.
    """
    span = TIME_BUDGETS[name]
    turn = turn or clocks.parse_pace(span.pace)
    measured = _find_measured_count(rules, players)
    if measured is None and name != RACE:
        return None
    for goal, options, known in _list_candidates(rules, name):
        found = compute_expected_turns(rules, measured or players, known)
        if found is not None and found[0] * turn <= span.seconds * CERTAINTY:
            return LengthChoice(name, span.name, span.pace, options, rules.name_goal(goal), found[0] * turn)
    return None


def _find_measured_count(rules: Ruleset[Any], players: int) -> int | None:
    """Return the smallest measured number of players that is not below this one, or None if there is none."""
    counts = map(int, _load_length_table().get(rules.name, {}))
    return min((count for count in counts if count >= players), default=None)


def find_suggested_length(found: Sequence[LengthChoice]) -> LengthChoice | None:
    """Return the game that is suggested to a group: the longest of these that is likely to end within three weeks, or
    None if there is none.
    """
    ending = [each for each in found if each.seconds <= SUGGESTED_SECONDS * CERTAINTY]
    return max(ending, key=lambda each: each.seconds, default=None)


def fit_options_to_players(session: Session) -> dict[str, Any]:
    """Return the options of a game. In a lobby whose opener said how much time there is, these get the goal that fits
    that time with the present number of players, or the smallest goal if none fits.
    """
    rules, players = ruleset(session.ruleset), len(session.players)
    if session.stage != LOBBY or session.span not in TIME_BUDGETS or players < rules.seats[0]:
        return session.options
    fitting = _find_fitting_length(rules, players, session.span, session.pace)
    chosen = fitting.options if fitting else _list_candidates(rules, session.span)[-1][1]
    return {**session.options, **chosen}


def _list_candidates(rules: Ruleset[Any], name: str) -> list[tuple[Any, dict[str, Any], Any]]:
    """List the goals of a ruleset that can be offered for the time budget `name`, the longest first: each with the
    options that set it, and with its name in the table of measured lengths.
    """
    if name in rules.timed:
        return [(rules.timed[name][rules.goal], dict(rules.timed[name]), name)]
    usual = rules.find_default_goal()
    goals = [usual] if name == RACE and usual in rules.goals else [*rules.goals]
    return [(goal, {rules.goal: goal}, goal) for goal in goals]


def parse_length_choice(name: str, span: str, players: int = USUAL_PLAYER_COUNT, turn: float = 0.0) -> LengthChoice:
    """Return the game (goal and options) of the ruleset `name` that fits the time budget `span`, such as an evening.
    `turn` is the seconds of a turn, or 0 for the pace that goes with the budget. Raise Illegal, listing the budgets
    that can be kept, for any other.
    """
    found = list_fitting_lengths(ruleset(name), players, turn)
    for choice in found:
        if choice.span == span.strip().casefold():
            return choice
    raise Illegal(
        "This game cannot have that length. Choose one of these: {spans}.",
        code="no_such_length",
        spans=[each.span for each in found],
    )


def format_expected_length(name: str, players: int, pace: float, options: Mapping[str, Any]) -> list[Phrase]:
    """Format how long a game of the ruleset `name` is likely to last, and, as a second line, how long with a goal that
    takes at most a third of that, if it has one. Return an empty list if its length was never measured.
    """
    rules = ruleset(name)
    goal = options.get(rules.goal, rules.find_default_goal())
    found = _find_expected_turns(rules, players, options)
    if found is None:
        return []
    facts = {
        "n": players,
        "turn": clocks.format_duration(pace),
        "lap": _format_rough_duration(found[1] * pace),
        "of": rules.lap,
    }
    text = "With {n} players and up to {turn} for a turn, {of} takes about {lap}. The game takes about {whole} {goal}."
    lines = [phrase(text, whole=_format_rough_duration(found[0] * pace), goal=rules.name_goal(goal), **facts)]
    for other, shown in rules.goals.items():
        time = compute_expected_turns(rules, players, other)
        if time and time[0] * 3 <= found[0]:
            return [
                *lines,
                phrase("The game takes about {time} {goal}.", goal=shown, time=_format_rough_duration(time[0] * pace)),
            ]
    return lines


def format_expected_lap(ruleset_name: str, players: int, pace: float, options: Mapping[str, Any]) -> Words:
    """Format how long one lap of a game (a cycle or round) is likely to take, or return "" if that
    was never measured.
    """
    found = _find_expected_turns(ruleset(ruleset_name), players, options)
    return _format_rough_duration(found[1] * pace) if found else ""


def _find_expected_turns(rules: Ruleset[Any], players: int, options: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return how many turns a game with these options, and one lap of it (a cycle or round), are likely to take; None
    if that was never measured.
    """
    goal = options.get(rules.goal, rules.find_default_goal())
    short = next((each for each, chosen in rules.timed.items() if chosen.items() <= options.items()), goal)
    return compute_expected_turns(rules, players, short) if players >= rules.seats[0] else None


def _format_rough_duration(seconds: float) -> Phrase:
    """Format an estimated duration in whole days, hours or minutes."""
    unit = DAY if seconds >= 2 * DAY else HOUR if seconds >= 2 * HOUR else clocks.MINUTE
    return clocks.format_duration(max(1, round(seconds / unit)) * unit)
