"""What a group may choose before it begins, and the sentences about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.billionaire.money import parse_dollars
from engine.billionaire.state import BillionaireOptions
from engine.billionaire.tables import BILLIONAIRE_GOALS, DEALT, MOST_PLAYERS
from engine.kernel.errors import Illegal
from engine.kernel.record import fill_state
from engine.kernel.ruleset import YES_NO_BY_WORD, convert_option, map_option_types
from engine.kernel.text import phrase

MOST_PROFIT = 60
# Strengths of computer players as they were called before 0.3.0: in saved games, and in options that groups have kept.
STRENGTHS_BEFORE: Mapping[object, str] = {"careless": "novice", "steady": "regular", "sharp": "expert"}
LENGTHS = {word: phrase("to {target:$}", target=amount) for word, amount in BILLIONAIRE_GOALS.items()}
BOOK = {"first": "as many", "finish": "at once"}  # the rules that come with the board; who says either means no `book`
BILLIONAIRE_OPTION_HINTS = {
    "book": "yes or no",
    "goal": "a billion, 750m, 500m, 250m or 100m",
    "profit": "a number from 20 to 60",
    "first": "one less or as many",
    "finish": "round or at once",
    "leaving": "computer or bought out",
    "computers": "novice, regular or expert",
    "rounds": "a number from 10 to 200",
    "security": "orders or ask",
}
BILLIONAIRE_OPTION_TEXTS = {
    "book": (
        "As in the printed rules: all begin with five Profit cards, and the game ends at once when a player "
        "reaches the goal, or with the last Investment. With book=no, `first` and `finish` decide."
    ),
    "goal": (
        "How much a player needs in Investments and cash to end the game: a billion, or for a shorter game 750m, "
        "500m, 250m or 100m."
    ),
    "profit": "The number of Profit cards, from 20 to 60. With fewer cards, the deck is empty more often.",
    "first": (
        "Only with book=no. With four players, the first player gives back their lowest Profit card, because "
        "going first is worth about as much (one less). Or all begin with the same number of cards (as many)."
    ),
    "finish": (
        "Only with book=no. When a player reaches the goal or the last Investment is sold, the round is played to its "
        "end, for equally many turns (round). Or the game ends at once (at once)."
    ),
    "leaving": (
        "When a player leaves: a computer plays on for them (computer), or their cards go back to the decks "
        "(bought out)."
    ),
    "computers": "How well computer players play: novice, regular or expert.",
    "rounds": "The number of rounds after which the richest player wins, from 10 to 200. Most games end sooner.",
    "security": (
        "Security works by standing orders (orders). Or all other players with Power Play cards are asked about "
        "every action (ask). With ask, nobody learns who holds a Security, but the game waits more often."
    ),
}


def build_billionaire_options(options: Mapping[str, Any]) -> BillionaireOptions:
    """Return all options of a new game, given those that were chosen, by name; the others have their defaults, but
    `book` is off if one was chosen that counts only without it. Raise Illegal with a sentence about the first one that
    is invalid.
    """
    fields = map_option_types(options, BillionaireOptions)
    said = {name: convert_billionaire_option(name, value, fields[name]) for name, value in options.items()}
    found = BillionaireOptions(**({"book": BOOK.keys().isdisjoint(said)} | said))
    spans = {"profit": (DEALT * MOST_PLAYERS, MOST_PROFIT), "rounds": (10, 200)}
    for name, (low, high) in spans.items():
        if not low <= getattr(found, name) <= high:
            raise Illegal(
                "{option} needs {what}.", code="bad_option_value", option=name, what=BILLIONAIRE_OPTION_HINTS[name]
            )
    return found


def convert_billionaire_option(name: str, value: object, wanted: Any) -> Any:
    """Convert the value chosen for the option `name` to the type `wanted`; raise Illegal, saying what it must be, if it
    does not fit.
    """
    try:
        meant = PLAINLY.get(name, normalise_option_word)(value)
    except Illegal:  # a goal that is no amount
        meant = value
    return convert_option(name, meant, wanted, BILLIONAIRE_OPTION_HINTS)


def normalise_option_word(value: object) -> object:
    """Return a typed option word in lower case with single spaces; return any other value unchanged."""
    return " ".join(value.casefold().split()) if isinstance(value, str) else value


def parse_goal(value: object) -> object:
    """Return the name of the goal (the wealth that ends the game) that is meant by a typed name or sum of dollars;
    return a sum that is no goal as it came, and raise Illegal for what is neither.
    """
    word = normalise_option_word(value)
    if isinstance(word, str) and word in BILLIONAIRE_GOALS:
        return word
    return next((name for name, amount in BILLIONAIRE_GOALS.items() if amount == parse_dollars(str(value))), value)


def parse_yes_or_no(value: object) -> object:
    """Return True for a typed word such as yes, False for one such as no. Return another text in lower case with single
    spaces, and a value of another type unchanged.
    """
    word = normalise_option_word(value)
    return YES_NO_BY_WORD.get(word, word) if isinstance(word, str) else word


def parse_strength(value: object) -> object:
    """Return the name of a strength of computer players that is meant by a typed word, which may be an old name. Return
    another text in lower case with single spaces, and a value of another type unchanged; whether there is such a
    strength is not checked.
    """
    word = normalise_option_word(value)
    return STRENGTHS_BEFORE.get(word, word) if isinstance(word, str) else word


def rename_strength(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Return a decoded snapshot of format 1, changed in place, as one of format 2, in which strengths of computer
    players have the names that they have in all games.
    """
    options = snapshot["state"]["options"]
    if "computers" in options:
        options["computers"] = parse_strength(options["computers"])
    return snapshot


def name_book(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Return a decoded snapshot of format 2, changed in place, as one of format 3, which says itself whether it is
    played as in the book (before, `first` and `finish` said it), and that its computer players have no characters.
    """
    options = snapshot["state"]["options"]
    options["book"] = {name: options.get(name) for name in BOOK} == BOOK
    return fill_state({"characters": False}, snapshot)


PLAINLY: Mapping[str, Callable[[object], object]] = {
    "goal": parse_goal,
    "book": parse_yes_or_no,
    "computers": parse_strength,
}
