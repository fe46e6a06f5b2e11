"""What a group may choose before it begins, and the sentences about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.billionaire.amounts import dollars
from engine.billionaire.state import Options
from engine.billionaire.tables import DEALT, GOALS, MOST_PLAYERS
from engine.kernel.errors import Illegal
from engine.kernel.options import YES_NO
from engine.kernel.question import shown
from engine.kernel.text import phrase

MOST_PROFIT = 60
LENGTHS = {word: phrase("to {target:$}", target=amount) for word, amount in GOALS.items()}
BOOK: Mapping[str, object] = {"first": "as many", "finish": "at once"}  # as in the rules that come with the board
WANTS = {
    "book": "yes or no",
    "goal": "a billion, 750m, 500m, 250m or 100m",
    "profit": "a number from 20 to 60",
    "first": "one less or as many",
    "finish": "round or at once",
    "leaving": "computer or bought out",
    "computers": "careless, steady or sharp",
    "rounds": "a number from 10 to 200",
}
ABOUT = {
    "book": "As in the book: all begin with five Profit cards, and the game ends at once with whoever reaches the "
    "goal, or with the last Investment. Without it `first` and `finish` say what holds.",
    "goal": "What ends the game, Investments and cash together: a billion, or less for a shorter game.",
    "profit": "How many Profit cards there are, from 20 to 60. With fewer the deck runs dry more often.",
    "first": "Not as in the book: with four players whoever begins returns their lowest Profit card, since the first "
    "turn is worth about as much: one less; or all begin with as many.",
    "finish": "Not as in the book: when somebody reaches the goal or the last Investment is sold, the round is played "
    "to its end, so that all have had as many turns; or the game ends at once.",
    "leaving": "Whoever leaves: a computer goes on in their seat, or they are bought out and their cards return.",
    "computers": "How well computer players play: careless, steady or sharp.",
    "rounds": "After so many rounds the richest wins, from 10 to 200. No usual game takes so long.",
}


def chosen(options: Mapping[str, Any]) -> Options:
    """The options as the game keeps them, or a sentence about the one that does not fit."""
    fields = {field.name: field.type for field in msgspec.structs.fields(Options)}
    for name in options:
        if name not in fields:
            raise Illegal(
                "There is no option {option}. There are: {options}.", option=shown(name), options=list(fields)
            )
    said = {name: fitting(name, value, fields[name]) for name, value in options.items()}
    found = Options(**({"book": BOOK.keys().isdisjoint(said)} | said))
    if found.book:
        found = msgspec.structs.replace(found, **BOOK)
    spans = {"profit": (DEALT * MOST_PLAYERS, MOST_PROFIT), "rounds": (10, 200)}
    for name, (low, high) in spans.items():
        if not low <= getattr(found, name) <= high:
            raise Illegal("{option} wants {what}.", option=name, what=WANTS[name])
    return found


def fitting(name: str, value: object, wanted: Any) -> Any:
    """One option's value, as what it must be."""
    try:
        return msgspec.convert(PLAINLY.get(name, folded)(value), wanted, strict=False)
    except (msgspec.ValidationError, Illegal):
        raise Illegal("{option} wants {what}.", option=name, what=WANTS[name]) from None


def folded(value: object) -> object:
    """A word however it is spelt."""
    return " ".join(value.casefold().split()) if isinstance(value, str) else value


def goal(value: object) -> object:
    """A goal however its amount is written."""
    word = folded(value)
    if word in GOALS:
        return word
    return next((name for name, amount in GOALS.items() if amount == dollars(str(value))), value)


def yes_or_no(value: object) -> object:
    """A switch however it is said."""
    word = folded(value)
    return YES_NO.get(word, word) if isinstance(word, str) else word


PLAINLY: Mapping[str, Callable[[object], object]] = {"goal": goal, "book": yes_or_no}
