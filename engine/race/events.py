"""What happens in every race: each event says itself in its docstring, in the words of each Race where they differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.event import Event, Seat, Seats, Words
from engine.race.words import SQUARE


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
    """Return the sentence for an event of any Race, in the words of this Race."""
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
    """Locked squares are free again: {players} can choose again."""

    variants = ("Locked spaces are free again: {players} can choose again.",)
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
    """Your bomb is hidden on square {n}. Receipt: {receipt}"""

    proof = "receipt"
    variants = ("Your bomb is hidden on space {n}. Receipt: {receipt}",)
    n: int
    receipt: str
    field: str = SQUARE

    sentence = classmethod(_by_field)
