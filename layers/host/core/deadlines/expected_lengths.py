"""How long a game is likely to last, by a table that `rtab simulate length --write` makes; and which goal fits a time.

The table is in turns, for people who look in after a sixth of a turn at the median, and answer with as many squares in
order as a turn takes. So it holds at any pace; where a turn takes hours, the nights are added. Between numbers of
players that were measured it is interpolated. Beyond them only "at least" is said.
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
from host.core.session import Session

LENGTH_TABLE_PATH = Path(__file__).with_suffix(".json")
Table = dict[str, dict[str, dict[str, tuple[float, float]]]]  # by ruleset, players and goal: turns of all, and of a lap
USUAL_PLAYER_COUNT = 4  # players, where nobody knows yet how many there will be
CERTAINTY = 0.76  # of the time there is a game may be likely to last, so that it is nearly always over in time
NIGHTS = 1.25  # times as long, by `rtab simulate waiting --nights`, where people sleep while a turn runs
FEWEST_TIMED = 2  # players: who is alone waits for nobody


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
    """Load and cache the table of measured lengths of games."""
    return msgspec.json.decode(LENGTH_TABLE_PATH.read_bytes(), type=Table)


def compute_expected_turns(rules: Ruleset[Any], players: int, goal: object) -> tuple[float, float] | None:
    """Return how many turns a game with this goal (or the options of this name in `timed`) is likely to take, and
    how many one lap (cycle or round) of it; None for a goal never measured, or for fewer players than were. A number
    of players between measured ones is interpolated; more than were measured get the figures of the most, as the
    least it takes.
    """
    rows, key = _load_length_table().get(rules.name, {}), "" if goal is None else str(goal)  # some games have no goals
    counts = sorted(int(count) for count, by_goal in rows.items() if key in by_goal)
    if not counts or players < max(counts[0], FEWEST_TIMED):
        return None
    low = max(count for count in counts if count <= players)
    high = min((count for count in counts if count >= players), default=low)
    share = (players - low) / (high - low) if high > low else 0.0
    (whole, lap), (later, later_lap) = rows[str(low)][key], rows[str(high)][key]
    return whole + share * (later - whole), lap + share * (later_lap - lap)


def count_most_measured(rules: Ruleset[Any]) -> int:
    """Return the largest number of players for which the lengths of games were measured, or 0."""
    return max(map(int, _load_length_table().get(rules.name, {})), default=0)


def count_turn_seconds(pace: float) -> float:
    """Return how many seconds a measured turn takes at this pace (in seconds): the pace and, from an hour on, a quarter
    more for the nights in which people sleep.
    """
    return pace * NIGHTS if pace >= HOUR else pace


def list_fitting_lengths(
    rules: Ruleset[Any], players: int = USUAL_PLAYER_COUNT, turn: float = 0.0
) -> list[LengthChoice]:
    """Return for each time budget (an evening, a week …) the longest game that fits it by measured lengths; a budget
    that no game fits is left out. `turn` is the seconds of a turn, or 0 for the pace that goes with each budget.
    """
    return [choice for span in TIME_BUDGETS if (choice := _find_fitting_length(rules, players, span, turn)) is not None]


def _find_fitting_length(rules: Ruleset[Any], players: int, name: str, turn: float) -> LengthChoice | None:
    """Return the longest game with so many players that takes at most 76 % of the time budget `name` (which must
    exist), or None, also for more players than were measured; the budget without end fits any measured game. `turn` is
    the seconds of a turn, 0 for the budget's own pace.
    """
    span = TIME_BUDGETS[name]
    turn = turn or clocks.parse_pace(span.pace)
    if players > count_most_measured(rules) and name != RACE:
        return None
    for goal, options, known in _list_candidates(rules, name):
        found = compute_expected_turns(rules, players, known)
        seconds = found[0] * count_turn_seconds(turn) if found else math.inf
        if seconds <= span.seconds * CERTAINTY or (found and name == RACE):
            return LengthChoice(name, span.name, span.pace, options, rules.name_goal(goal), seconds)
    return None


def find_suggested_length(found: Sequence[LengthChoice]) -> LengthChoice | None:
    """Return the game that is suggested to a group: the longest of these that is likely to end within three weeks
    (takes at most 76 % of them), or None if there is none.
    """
    ending = [each for each in found if each.seconds <= SUGGESTED_SECONDS * CERTAINTY]
    return max(ending, key=lambda each: each.seconds, default=None)


def fit_options_to_players(session: Session) -> dict[str, Any]:
    """Return the options with which a game that has not begun shall begin, changing nothing. If its opener said how
    much time there is, and enough people are seated, they get the goal that fits that time with so many players, the
    smallest if none fits; else they are the session's own. For more players than were measured a turn counts for
    longer, in proportion.
    """
    rules, players = ruleset(session.ruleset), len(session.players)
    if session.span not in TIME_BUDGETS or players < max(rules.seats[0], FEWEST_TIMED):
        return session.options
    most = count_most_measured(rules)
    turn = session.pace * max(1.0, players / most) if most else session.pace
    fitting = _find_fitting_length(rules, min(players, most), session.span, turn)
    chosen = fitting.options if fitting else _list_candidates(rules, session.span)[-1][1]
    return {**session.options, **chosen}


def phrase_broken_length(name: str, players: int, pace: float, span: str) -> Words:
    """Return the sentence that warns a lobby of so many players that its game may not end within the time budget
    `span`, because no goal fits it or so many were never measured; empty if a goal fits, if no time or one without end
    was named, or while fewer are seated than a game needs. `pace` is the seconds of a turn, 0 for the budget's own.
    """
    rules = ruleset(name)
    if span in ("", RACE) or span not in TIME_BUDGETS or players < max(rules.seats[0], FEWEST_TIMED):
        return ""
    if _find_fitting_length(rules, players, span, pace) is not None:
        return ""
    text = "With {n} players the game may take longer than {span}."
    return phrase(text, n=players, span=TIME_BUDGETS[span].name)


def _list_candidates(rules: Ruleset[Any], name: str) -> list[tuple[Any, dict[str, Any], Any]]:
    """List the goals of a ruleset that can be offered for the time budget `name`, the longest first: each with the
    options that set it, and with its name in the table of measured lengths. A budget with options of its own is also
    offered those of the shorter ones; the budget without end only the rules' usual goal, where it has no options.
    """
    if name in rules.timed:
        most = rules.timed[name][rules.goal]
        sets = [(chosen[rules.goal], dict(chosen), key) for key, chosen in rules.timed.items()]
        return sorted((each for each in sets if each[0] <= most), key=lambda each: -each[0])
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
    """Format how long a game of the ruleset `name` is likely to last, and, as a second line, how long with the first
    goal that takes at most a third of that, if there is one (not for more players than were measured; for these the
    first line says “at least”). `pace` is the seconds of a turn. Return an empty list if the game's length was never
    measured.
    """
    rules, turn = ruleset(name), count_turn_seconds(pace)
    goal = rules.find_goal(options, players)
    found = _find_expected_turns(rules, players, options)
    if found is None:
        return []
    facts = {
        "n": players,
        "turn": clocks.format_duration(pace),
        "lap": _format_rough_duration(found[1] * turn),
        "of": rules.lap,
    }
    text = (
        (
            "With {n} players, {of} usually takes about {lap}, although a turn can take up to {turn}. The game takes "
            "about {whole} {goal}."
        )
        if players <= count_most_measured(rules)
        else (
            "With {n} players, {of} usually takes at least {lap}, although a turn can take up to {turn}. The game"
            " takes at least {whole} {goal}."
        )
    )
    lines = [phrase(text, whole=_format_rough_duration(found[0] * turn), goal=rules.name_goal(goal), **facts)]
    known = _map_measured_goals(rules, options) if players <= count_most_measured(rules) else {}
    for other, shown in rules.goals.items():
        possible = other in known and rules.find_goal({**options, rules.goal: other}, players) == other
        time = compute_expected_turns(rules, players, other) if possible else None
        if time and time[0] * 3 <= found[0]:
            return [
                *lines,
                phrase("The game takes about {time} {goal}.", goal=shown, time=_format_rough_duration(time[0] * turn)),
            ]
    return lines


def format_expected_lap(ruleset_name: str, players: int, pace: float, options: Mapping[str, Any]) -> Words:
    """Format how long one lap of a game (a cycle or round) is likely to take at this pace (the seconds of a turn), or
    return "" if that was never measured; raise Illegal for an unknown ruleset.
    """
    found = _find_expected_turns(ruleset(ruleset_name), players, options)
    return _format_rough_duration(found[1] * count_turn_seconds(pace)) if found else ""


def _find_expected_turns(rules: Ruleset[Any], players: int, options: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return how many turns a game with these options, and one lap of it (a cycle or round), are likely to take; None
    if no game with such boards was measured. For a number as goal that was not measured, scale the nearest measured
    one.
    """
    goal = rules.find_goal(options, players)
    goals = _map_measured_goals(rules, options)
    known = [each for each in goals if isinstance(each, int) and isinstance(goal, int)]
    near = goal if goal in goals else min(known, key=lambda each: abs(each - goal), default=0)
    found = compute_expected_turns(rules, players, goals[near]) if near in goals else None
    if found is None:
        return None
    whole, lap = found
    return (whole, min(whole, lap)) if near == goal else (max(lap, whole * goal / near), lap)


def _map_measured_goals(rules: Ruleset[Any], options: Mapping[str, Any]) -> dict[Any, Any]:
    """Map the goals of games with the boards of these options that were measured to their names in the table; empty if
    none was. The boards are what `timed` sets beside the goal.
    """
    usual = rules.build_default_options()
    boards = {key for chosen in rules.timed.values() for key in chosen if key != rules.goal}

    def list_boards(chosen: Mapping[str, Any]) -> list[Any]:
        """Return what these options choose for the boards, in a fixed order, with the defaults for what they leave
        out.
        """
        return [chosen.get(key, usual.get(key)) for key in sorted(boards)]

    if list_boards(options) == list_boards({}):
        return {goal: goal for goal in rules.goals} or {usual.get(rules.goal): usual.get(rules.goal)}
    same = {key: chosen for key, chosen in rules.timed.items() if list_boards(chosen) == list_boards(options)}
    return {chosen[rules.goal]: key for key, chosen in same.items()}


def _format_rough_duration(seconds: float) -> Phrase:
    """Format an estimated duration in whole days, hours or minutes."""
    unit = DAY if seconds >= 2 * DAY else HOUR if seconds >= 2 * HOUR else clocks.MINUTE
    return clocks.format_duration(max(1, round(seconds / unit)) * unit)
