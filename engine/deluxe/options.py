"""What a group may choose before it begins, and the sentences about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.deluxe import tables
from engine.deluxe.state import Options
from engine.kernel.errors import Illegal
from engine.kernel.options import YES_NO
from engine.kernel.question import shown
from engine.kernel.text import phrase

TARGETS = (1_000_000, 1_000_000_000_000)
MILLION = 1_000_000
GOALS = {n * MILLION: phrase("to {target:$}", target=n * MILLION) for n in (1000, 500, 250, 100, 50)}
ABOUT = {
    "target": "How much money a win has to end with, twice, to win the race.",
    "start_phase": "The phase of the economy that the race begins in.",
    "failsafe": "What a right Failsafe multiplies the win bonus by: the spaces left when it is called, or all of them.",
    "zones": "Zones come over the whole game for some rounds, announced a round ahead.",
    "betting": "Whoever is not in a round may bet on who wins it, and hunt for its bombs.",
    "first_miss": "Whoever is late for the first time in a round gets a space by lot, or the turn passes.",
    "computers": "How well computer players play: novice, regular or expert.",
    "without": "What stays in the box, with commas between: kinds of spaces, spaces, items and zones by their names.",
}
WANTS = {
    "target": "a whole number",
    "start_phase": "1, 2 or 3",
    "failsafe": "left or grid",
    "zones": "yes or no",
    "betting": "yes or no",
    "first_miss": "space or pass",
    "computers": "novice, regular or expert",
    "without": "a list of names",
}
KNOWN = {
    *(kind for kind in tables.KINDS if kind != tables.MONEY),
    *(name for names in tables.FAMILIES.values() for name in names),
    *tables.FUNKIES,
    *tables.ITEMS,
    *tables.ZONES,
}


def chosen(options: Mapping[str, Any]) -> Options:
    """The options as the game keeps them, or a sentence about the one that does not fit."""
    types = {field.name: field.type for field in msgspec.structs.fields(Options)}
    for name in options:
        if name not in types:
            raise Illegal("There is no option {option}. There are: {options}.", option=shown(name), options=list(types))
    found = Options(**{name: fitting(name, value, types[name]) for name, value in options.items()})
    low, high = TARGETS
    if not low <= found.target <= high:
        raise Illegal("{option} goes from {low:n} to {high:n}.", option="target", low=low, high=high)
    found.without = in_the_box(found.without)
    return found


def fitting(name: str, value: object, wanted: Any) -> Any:
    """One option's value, as what it must be."""
    meant = str(value) if name == "start_phase" else value
    if isinstance(meant, str) and wanted is bool:
        meant = YES_NO.get(meant.casefold(), meant)
    try:
        return msgspec.convert(meant, wanted, strict=False)
    except msgspec.ValidationError:
        raise Illegal("{option} wants {what}.", option=name, what=WANTS[name]) from None


def in_the_box(names: list[str]) -> list[str]:
    """What stays in the box. A kind of which nothing is left goes to its sister."""
    plain = {plainly(name): name for name in KNOWN}
    for name in names:
        if plainly(name) not in plain:
            raise Illegal("There is nothing called {name} to leave out.", name=shown(name))
    return list(dict.fromkeys(plain[plainly(name)] for name in names))


def plainly(word: str) -> str:
    """A word without what a telephone may have made of it."""
    return " ".join(word.split()).casefold().replace("’", "'")
