"""What happens in every race: each event says itself in its docstring, in the words of each Race."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.kernel.event import Event, Seat, Seats, Words

SQUARE, SPACE = "square", "space"

LOCK_STANDS = {
    SQUARE: "You have locked square {n}, and you cannot change that.",
    SPACE: "You have locked space {n}, and you cannot change that.",
}

OPEN_ALREADY = {
    SQUARE: "Square {n} is already open.",
    SPACE: "Space {n} is already open.",
}

NO_SUCH = {
    SQUARE: "There is no square {name}.",
    SPACE: "There is no space {name}.",
}

NOT_THERE = {
    SQUARE: "There is no square {name}. Rows are {first} to {last}, columns 1 to {columns}.",
    SPACE: "There is no space {name}. Rows are {first} to {last}, columns 1 to {columns}.",
}

LOCKED_BY = {
    SQUARE: "{owner} has locked square {n}.",
    SPACE: "{owner} has locked space {n}.",
}

COACHING: Mapping[str, str] = MappingProxyType(
    {
        "seal": "A player who opens a bomb is out and loses money. Only you know where yours is.",
        "select": "Most squares hide money or a surprise, and some hide a bomb. The last player left wins.",
        "pick": "Most spaces hide money or a surprise, and some hide a bomb.",
        "peek": "A peek tells only you what kind of thing is on a square. You have few of them.",
        "lock": "A lock keeps a square for your next turn: everybody sees it, and nobody else can open it.",
    }
)

OPEN_PEEK_COACHING = "A peek tells everybody what kind of thing is on a square. You have few of them."


class MinigameOver(Event):
    """The game {game} is over."""

    game: str


class ListNoted(Event):
    """Your list: {squares}."""

    squares: list[int]


class ListCleared(Event):
    """Your list is empty."""


class PlayerWithdrew(Event):
    """{who} does not join the game after all."""

    who: Seat


class PlayerShownOut(Event):
    """{who} has to leave the race."""

    who: Seat


class PlayerLeft(Event):
    """{who} leaves the race."""

    who: Seat


# -- of fields, which one Race calls squares and another spaces


def _by_field(cls: type[Event], facts: Mapping[str, Any]) -> str:
    """Return the template of the sentence for an event whose facts name what players call a place on the board
    (`field`): the plain one for a square or without that fact, the event's other one for a space.
    """
    return cls.says if facts.get("field", SQUARE) == SQUARE else cls.variants[0]


class LockedIn(Event):
    """{who} locks square {n}."""

    deed = "locks"
    variants = ("{who} locks space {n}.",)
    who: Seat
    n: int
    field: str = SQUARE

    sentence = classmethod(_by_field)


class LocksLifted(Event):
    """Locked squares are free again. These players can lock one again: {players}."""

    variants = ("Locked spaces are free again. These players can lock one again: {players}.",)
    players: Seats
    field: str = SQUARE

    sentence = classmethod(_by_field)


class Peeked(Event):
    """{who} peeks at square {n}."""

    deed = "peeks"
    variants = ("{who} peeks at space {n}.",)
    who: Seat
    n: int
    field: str = SQUARE

    sentence = classmethod(_by_field)


class PeekSeen(Event):
    """Square {n} is {what}."""

    variants = ("Space {n} is {what}.",)
    n: int
    what: Words
    field: str = SQUARE

    sentence = classmethod(_by_field)


class BombSealed(Event):
    """Your bomb is hidden on square {n}. Code to check this later: {receipt}"""

    proof = "receipt"
    variants = ("Your bomb is hidden on space {n}. Code to check this later: {receipt}",)
    n: int
    receipt: str
    field: str = SQUARE

    sentence = classmethod(_by_field)
