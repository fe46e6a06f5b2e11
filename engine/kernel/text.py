"""What is said: a sentence with facts, told to everybody, to one player, or to the host's log.

Sentences are plain English templates (the message ids of the catalogue); facts stay facts until somebody reads
them, so that names, money and numbers can be shown in each reader's own way.
"""

from __future__ import annotations

import string
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

PUBLIC = ""
LOG = "*"


class Told(Struct, array_like=True):
    """One thing said. `to` is a seat, or PUBLIC, or LOG; `table` says where in the game it belongs."""

    text: str
    facts: dict[str, Any]
    to: str = PUBLIC
    table: str = ""


def mark(told: Told) -> int:
    """A short mark by which it is known again."""
    return zlib.crc32(msgspec.json.encode(told))


def money(amount: int, symbol: str = "£", comma: str = ",") -> str:
    """£1,234,567; a loss is -£26,000."""
    return f"{'-' if amount < 0 else ''}{symbol}{abs(amount):,}".replace(",", comma)


class Reader:
    """How one reader wants things written: names for seats, a translation, the mark between thousands."""

    def __init__(
        self,
        names: Mapping[str, str] | None = None,
        translate: Callable[[str], str] = str,
        comma: str = ",",
    ) -> None:
        self.names = names or {}
        self.translate = translate
        self.comma = comma

    def value(self, value: Any, spec: str) -> str:
        """One fact in words. `£` or `$` marks money, `n` a counted number, `s` the plural of what is counted."""
        if spec == "s":
            return "" if value == 1 else "s"
        if isinstance(value, int) and not isinstance(value, bool):
            return money(value, spec, self.comma) if spec in "£$" and spec else self.number(value, spec)
        if isinstance(value, list | tuple):
            return _listed([self.value(item, spec) for item in value])
        return self.names.get(value, str(value))

    def number(self, value: int, spec: str) -> str:
        """Squares and ids stay bare; counted things get their thousands marked."""
        return f"{value:,}".replace(",", self.comma) if spec == "n" else str(value)


PLAIN = Reader()


def render(text: str, facts: Mapping[str, Any], reader: Reader = PLAIN) -> str:
    """The sentence as this reader reads it."""
    return "".join(
        lead + (reader.value(facts[name], spec) if name is not None else "")
        for lead, name, spec in _parsed(reader.translate(text))
    )


@lru_cache(maxsize=4096)
def _parsed(text: str) -> tuple[tuple[str, str | None, str], ...]:
    return tuple((lead, name, spec or "") for lead, name, spec, _ in string.Formatter().parse(text))


def _listed(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words) or "nobody"
    return ", ".join(words[:-1]) + " and " + words[-1]
