"""What a group may choose before it begins, and the sentences about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.deluxe import tables
from engine.deluxe.state import DeluxeOptions
from engine.kernel.errors import Illegal
from engine.kernel.question import format_input_excerpt
from engine.kernel.ruleset import YES_NO_BY_WORD, convert_option, map_option_types
from engine.kernel.text import phrase

TARGETS = (1_000_000, 1_000_000_000_000)
MILLION = 1_000_000
DELUXE_GOALS = {n * MILLION: phrase("to {target:$}", target=n * MILLION) for n in (1000, 500, 250, 100, 50)}
DELUXE_OPTION_TEXTS = {
    "target": "How much money you need after a win, twice, to win the race.",
    "start_phase": "The phase in which the race begins. Later phases pay more.",
    "failsafe": (
        "A right Failsafe multiplies the win bonus by the number of closed spaces left (left), or by the number "
        "of all spaces (grid)."
    ),
    "zones": "Zones change the rules on all grids for some rounds. They are announced a round before.",
    "betting": "Players who are not in a round can bet on who wins it, and look for its bombs.",
    "first_miss": (
        "A player does not answer in time, for the first time in a round. Then chance picks a space (space), or "
        "the player misses the turn (pass)."
    ),
    "computers": "How well computer players play: novice, regular or expert.",
    "without": "What you play without: names of kinds of spaces, spaces, items and zones, with commas between them.",
}
DELUXE_OPTION_HINTS = {
    "target": "a whole number",
    "start_phase": "1, 2 or 3",
    "failsafe": "left or grid",
    "zones": "yes or no",
    "betting": "yes or no",
    "first_miss": "space or pass",
    "computers": "novice, regular or expert",
    "without": "a list of names",
}
NAMES_TO_LEAVE_OUT = {
    *(kind for kind in tables.SPACE_KINDS if kind != tables.MONEY),
    *(name for names in tables.FAMILIES.values() for name in names),
    *tables.FUNKIES,
    *tables.ITEMS,
    *tables.ZONE_NAMES,
}


def build_deluxe_options(options: Mapping[str, Any]) -> DeluxeOptions:
    """Return all options of a new game, given those that were chosen, by name; the others have their defaults. Raise
    Illegal with a sentence about the first one that is unknown or invalid.
    """
    types = map_option_types(options, DeluxeOptions)
    found = DeluxeOptions(**{name: convert_deluxe_option(name, value, types[name]) for name, value in options.items()})
    low, high = TARGETS
    if not low <= found.target <= high:
        raise Illegal(
            "{option} must be from {low:n} to {high:n}.",
            code="option_out_of_range",
            option="target",
            low=low,
            high=high,
        )
    found.without = check_left_out_names(found.without)
    return found


def convert_deluxe_option(name: str, value: object, wanted: Any) -> Any:
    """Convert the value chosen for the option `name` to the type `wanted`; raise Illegal, saying what it must be, if it
    does not fit.
    """
    meant = str(value) if name == "start_phase" else value
    if isinstance(meant, str) and wanted is bool:
        meant = YES_NO_BY_WORD.get(meant.casefold(), meant)
    return convert_option(name, meant, wanted, DELUXE_OPTION_HINTS)


def check_left_out_names(names: list[str]) -> list[str]:
    """Return the names of the spaces, items and other things that a new game is to be played without, each once in its
    official spelling; raise Illegal for an unknown name.
    """
    plain = {normalise_left_out_name(name): name for name in NAMES_TO_LEAVE_OUT}
    for name in names:
        if normalise_left_out_name(name) not in plain:
            raise Illegal(
                "There is nothing called {name} in this game that you could leave out.",
                code="unknown_exclusion",
                name=format_input_excerpt(name),
            )
    return list(dict.fromkeys(plain[normalise_left_out_name(name)] for name in names))


def normalise_left_out_name(word: str) -> str:
    """Return a name in lower case with single spaces and plain apostrophes, to compare it with the names that can be
    left out of a game.
    """
    return " ".join(word.split()).casefold().replace("’", "'")
