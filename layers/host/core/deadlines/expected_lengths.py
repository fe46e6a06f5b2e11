"""How long a game is likely to last, by a table that `rtab simulate length --write` makes; and which goal fits a time.

The table is in turns, for people who look in after a sixth of a turn at the median. So it holds at any pace.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine.kernel import Illegal, Phrase, Ruleset, Words, phrase
from engine.rulesets import ruleset
from host.core.deadlines import clocks
from host.core.deadlines.clocks import DAY, HOUR

TABLE = Path(__file__).with_suffix(".json")
Table = dict[str, dict[str, dict[str, tuple[float, float]]]]  # by ruleset, players and goal: turns of all, and of a lap
USUAL = 4  # players, where nobody knows yet how many there will be
LENIENCE = 1.25  # so much longer than there is time a game may be likely to last


class TimeBudget(NamedTuple):
    """How much time people have: its name, its length, and the pace that goes with it."""

    name: Words
    seconds: float
    pace: str


SPANS: Mapping[str, TimeBudget] = {
    "evening": TimeBudget(phrase("an evening"), 4 * HOUR, "2m"),
    "weekend": TimeBudget(phrase("a weekend"), 2 * DAY, "30m"),
    "fortnight": TimeBudget(phrase("a fortnight"), 14 * DAY, "daily"),
    "season": TimeBudget(phrase("a season"), 91 * DAY, "daily"),
}


class LengthChoice(NamedTuple):
    """A game for such a time: how it is agreed upon, and how long it is likely to last."""

    span: str
    name: Words
    pace: str
    options: dict[str, Any]
    goal: Words
    seconds: float


@cache
def _table() -> Table:
    return msgspec.json.decode(TABLE.read_bytes(), type=Table)


def turns(rules: Ruleset[Any], players: int, goal: object) -> tuple[float, float] | None:
    """How many turns a game to this goal, and one lap of it, are likely to take; nothing, if nobody has measured it.

    A sum that nobody has measured is taken to need as much more or less time than the one that is nearest to it.
    """
    rows = _table().get(rules.name, {})
    by_goal = rows.get(str(min((int(count) for count in rows), key=lambda count: abs(count - players), default=0)), {})
    if str(goal) in by_goal or not isinstance(goal, int):
        return by_goal.get(str(goal))
    near = min((each for each in rules.goals if str(each) in by_goal), key=lambda each: abs(each - goal), default=0)
    whole, lap = by_goal.get(str(near), (0.0, 0.0))
    return (max(lap, whole * goal / near), lap) if whole else None


def fitting(rules: Ruleset[Any], players: int = USUAL) -> list[LengthChoice]:
    """For each time that people may have, the longest game that is likely to fit; none if all are too long."""
    return [choice for span in SPANS if (choice := _fitting(rules, players, span)) is not None]


def _fitting(rules: Ruleset[Any], players: int, name: str) -> LengthChoice | None:
    span = SPANS[name]
    turn = clocks.pace(span.pace)
    for goal, shown in rules.goals.items():
        found = turns(rules, players, goal)
        if found is not None and found[0] * turn <= span.seconds * LENIENCE:
            return LengthChoice(name, span.name, span.pace, {rules.goal: goal}, shown, found[0] * turn)
    return None


def chosen(name: str, span: str, players: int = USUAL) -> LengthChoice:
    """The game of this ruleset for such a time; raises Illegal with what there is."""
    found = fitting(ruleset(name), players)
    for choice in found:
        if choice.span == span.strip().casefold():
            return choice
    raise Illegal("There is no such length of this game. There are: {spans}.", spans=[each.span for each in found])


def expectation(name: str, players: int, pace: float, options: Mapping[str, Any]) -> list[Phrase]:
    """What to expect of a game: how long it is likely to last, and how long with a smaller goal."""
    rules = ruleset(name)
    goal = options.get(rules.goal, rules.usual_goal())
    found = turns(rules, players, goal) if players >= rules.seats[0] else None
    if found is None:
        return []
    facts = {"n": players, "turn": clocks.spoken(pace), "lap": _time(found[1] * pace), "of": rules.lap}
    text = "{n} of you, and up to {turn} a turn: about {lap} {of}, and {whole} {goal}."
    lines = [phrase(text, whole=_time(found[0] * pace), goal=rules.goals.get(goal, phrase("in all")), **facts)]
    for other, shown in rules.goals.items():
        time = turns(rules, players, other)
        if time and time[0] * 3 <= found[0]:
            return [*lines, phrase("{goal:C}: about {time}.", goal=shown, time=_time(time[0] * pace))]
    return lines


def _time(seconds: float) -> Phrase:
    """Nobody knows it to the minute."""
    unit = DAY if seconds >= 2 * DAY else HOUR if seconds >= 2 * HOUR else clocks.MINUTE
    return clocks.spoken(max(1, round(seconds / unit)) * unit)
