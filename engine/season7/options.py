"""What a group may choose when it starts a season, checked so that every board can be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.errors import Illegal
from engine.kernel.question import format_input_excerpt
from engine.kernel.ruleset import Pounds, convert_option, map_option_types
from engine.kernel.text import phrase
from engine.season7 import tables
from engine.season7.state import Season7Options

SEASON7_OPTION_RANGES = {
    "target": (1_000_000, 1_000_000_000_000),
    "rows": (3, 8),
    "columns": (3, 8),
    "super_rows": (3, 8),
    "super_columns": (3, 8),
    "lone_wildcard": (0, 9),
    "super_seats": (2, 3),
}
SEASON7_OPTIONS_HELP = {
    "target": "How much money wins the race.",
    "rows": "How many rows the board of a quadrant has, from 3 to 8.",
    "columns": "How many columns the board of a quadrant has, from 3 to 8.",
    "super_rows": "How many rows the board of a super round has, from 3 to 8.",
    "super_columns": "How many columns the board of a super round has, from 3 to 8.",
    "wildcard": "When several rounds are played at the same time, one has special rules.",
    "lone_wildcard": (
        "If only one round is played in a cycle, it is a wildcard round every so many cycles. 0 means never."
    ),
    "super_seats": "In a group of four or five: how many players the Super Round has at least, 2 or 3.",
    "forgive_first_miss": "The first time a player is late, they miss a turn and do not walk into a bomb.",
    "wits": (
        "For more thinking: two peeks, which everybody hears about, and a selected square tells of bombs next to it."
    ),
    "peeks": "Who hears what a peek tells: only who peeks (secret), or everybody (open).",
    "duel": "When only two are left in a round, both lock in their next squares at the same time.",
    "computers": "How well computer players play: novice, regular or expert.",
    "without": "Squares that stay in the box, with commas between them: their names, or those of categories.",
}
MILLION = 1_000_000
TO_TARGET = "to {target:£}"
SEASON7_GOALS = {n * MILLION: phrase(TO_TARGET, target=n * MILLION) for n in (1000, 500, 250, 100, 50, 25)}
# Boards of 4 × 4, and 4 × 5 in the Super Round, make a cycle of two minutes where everybody is there.
SMALL_BOARDS = {"rows": 4, "columns": 4, "super_rows": 4, "super_columns": 5}
SEASON7_TIMED = {
    "half-hour": {"target": 400 * MILLION, **SMALL_BOARDS},
    "evening": {"target": 650 * MILLION, **SMALL_BOARDS},
}
# What a wildcard round lives on; without any of it in the box the round stays there too.
LIVES_ON = {"Takeshi's Castle": ["Win Zone"], "Rolling Start": tables.SQUARES_BY_CATEGORY[4]}
EXPECTED_VALUES = {bool: "yes or no", int: "a whole number", Pounds: "a whole number", list[str]: "a list of squares"}
EXPECTED_WORDS = {"peeks": "secret or open", "computers": "novice, regular or expert"}
YES_NO_VALUES = {"yes": True, "no": False}
IN_THE_BOX = {*tables.CATEGORY, *tables.HIDDEN_SQUARES, *tables.WILDCARDS}


def parse_season7_options(options: Mapping[str, Any]) -> Season7Options:
    """Check and convert the options chosen for a new season; raise Illegal with a sentence for people if a name is
    unknown or a value is not allowed.
    """
    types = map_option_types(options, Season7Options)
    found = Season7Options(**{name: parse_season7_option(name, value, types[name]) for name, value in options.items()})
    found.without = list_squares_left_out(found.without)
    return found


def parse_season7_option(name: str, value: object, wanted: Any) -> Any:
    """Convert the value of one option of a new season to the type `wanted`; raise Illegal if that is impossible."""
    meant = YES_NO_VALUES.get(normalise_name(value), value) if isinstance(value, str) else value
    fits = convert_option(name, meant, wanted, EXPECTED_VALUES | EXPECTED_WORDS)
    low, high = SEASON7_OPTION_RANGES.get(name, (fits, fits))
    if not low <= fits <= high:
        raise Illegal(
            "{option} must be between {low:n} and {high:n}.",
            code="option_out_of_range",
            option=name,
            low=low,
            high=high,
        )
    return fits


def normalise_name(word: str) -> str:
    """Return the name of a square in the form in which names are compared: in lower case with a plain apostrophe,
    because phones write a curly one.
    """
    return word.casefold().replace("’", "'")


def map_squares_by_name() -> dict[str, list[str]]:
    """Return which squares each name stands for where an option lists squares to leave out: the name of a category
    stands for all its squares, the name of a square for that one. Names are in lower case.
    """
    categories = {
        tables.CATEGORY_NAMES[c]: faces for c, faces in {**tables.SQUARES_BY_CATEGORY, 9: tables.HIDDEN_SQUARES}.items()
    }
    return {normalise_name(name): faces for name, faces in categories.items()} | {
        normalise_name(name): [name] for name in IN_THE_BOX
    }


def list_squares_left_out(names: list[str]) -> list[str]:
    """Return the squares to be left out of a season, given names of squares or of whole categories. Raise Illegal for
    an unknown name, or if squares would be missing that the season needs.
    """
    known = map_squares_by_name() if names else {}
    out: list[str] = []
    for name in names:
        if normalise_name(name) not in known:
            raise Illegal(
                "There is no square called {square} in this game that you could leave out.",
                code="unknown_exclusion",
                square=format_input_excerpt(name),
            )
        out += known[normalise_name(name)]
    out += [variant for variant, faces in LIVES_ON.items() if all(face in out for face in faces)]
    if all(face in out for face in tables.SQUARES_BY_CATEGORY[3]):
        raise Illegal(
            "You cannot leave out Seven-Figure Cash, because other squares turn into it.", code="cannot_leave_out"
        )
    if all(variant in out for variant in tables.WILDCARDS):
        raise Illegal("If you want no wildcard rounds, switch off the option wildcard.", code="cannot_leave_out")
    return list(dict.fromkeys(out))
