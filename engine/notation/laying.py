"""What header lines of every game are made of: `Ann this; Bob that`, names with commas, whole numbers, players."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

from engine.notation.errors import UnclearLine, format_hint

WHOLE_NUMBER_TEXT = re.compile(r"-?[0-9]{1,15}")
COUNT_TEXT = re.compile(r"[0-9]{1,15}")
P = TypeVar("P")


class Seated(Protocol[P]):
    """A state with players by their names."""

    players: dict[str, P]


def iter_named_items(text: str) -> Iterable[tuple[str, str]]:
    """Yield the name and the rest of each item of `Ann this; Bob that`."""
    for item in text.split(";"):
        who, _, rest = item.strip().partition(" ")
        if who:
            yield who, rest.strip()


def parse_name_list(text: str) -> list[str]:
    """Parse names separated by commas."""
    return [piece.strip() for piece in text.split(",") if piece.strip()]


def parse_whole(text: str) -> int:
    """Parse a whole number."""
    return _parse_number(text, WHOLE_NUMBER_TEXT)


def parse_count(text: str) -> int:
    """Parse a whole number that is not negative."""
    return _parse_number(text, COUNT_TEXT)


def _parse_number(text: str, shape: re.Pattern[str]) -> int:
    if not shape.fullmatch(text):
        raise UnclearLine(f"“{text}” is no whole number.")
    return int(text)


def find_named_player(state: Seated[P], who: str) -> P:
    """Return a player by name; raise UnclearLine if there is none."""
    if who not in state.players:
        raise UnclearLine(f"nobody called “{who}” plays.{format_hint(who, state.players)}")
    return state.players[who]
