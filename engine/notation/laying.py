"""What header lines of every game are made of: `Ann this; Bob that`, names with commas, whole numbers, players."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

from engine.notation.errors import UnclearLine, near

WHOLE = re.compile(r"-?[0-9]{1,15}")
COUNT = re.compile(r"[0-9]{1,15}")
P = TypeVar("P")


class Seated(Protocol[P]):
    """A state with players by their names."""

    players: dict[str, P]


def each(text: str) -> Iterable[tuple[str, str]]:
    """`Ann this; Bob that`, one after the other."""
    for item in text.split(";"):
        who, _, rest = item.strip().partition(" ")
        if who:
            yield who, rest.strip()


def listed(text: str) -> list[str]:
    """Names with commas between them."""
    return [piece.strip() for piece in text.split(",") if piece.strip()]


def whole(text: str) -> int:
    """A whole number."""
    return _number(text, WHOLE)


def count(text: str) -> int:
    """A whole number that counts something, and so is not below nothing."""
    return _number(text, COUNT)


def _number(text: str, shape: re.Pattern[str]) -> int:
    if not shape.fullmatch(text):
        raise UnclearLine(f"“{text}” is no whole number.")
    return int(text)


def player_of(state: Seated[P], who: str) -> P:
    """A player by name."""
    if who not in state.players:
        raise UnclearLine(f"nobody called “{who}” plays.{near(who, state.players)}")
    return state.players[who]
