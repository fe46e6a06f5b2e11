"""Pieces of the pictures that minigames draw: plain text, 30 columns at most, good to hear as well as to see."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from engine.kernel.text import Phrase, Words, money, phrase

WIDTH = 30


@lru_cache(maxsize=1024)
def brief(amount: int) -> str:
    """An amount in five or six letters: £950k, £1.25M, £40M."""
    if abs(amount) < 1_000:
        return money(amount)
    if abs(amount) < 1_000_000:
        return f"{money(amount // 1000)}k"
    return f"£{amount / 1_000_000:.3g}M"


def grid(cells: Sequence[Words | int], columns: int) -> list[Phrase]:
    """Cells in rows, each as wide as the widest: a closed square shows its number, an open one what it held."""
    width = max(len(str(cell)) for cell in cells)
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    return [Phrase("  ".join(f"{{c{i}:>{width}}}" for i in range(len(row))), cells_of(row)) for row in rows]


def cells_of(row: Sequence[Words | int]) -> dict[str, Any]:
    """The cells of a row under the names they have in its template."""
    return {f"c{i}": cell for i, cell in enumerate(row)}


def headed(heads: Iterable[str], rows: Iterable[Words]) -> list[Words]:
    """Rows with their names before them."""
    return [Phrase("{head} {row}", {"head": head, "row": row}) for head, row in zip(heads, rows, strict=True)]


def filled(text: str, items: Sequence[str]) -> list[Words]:
    """A template with {items}, on as many lines as they need; nothing if there are none."""
    lead = " " * len(text.partition("{")[0])
    first, *more = textwrap.wrap(" ".join(items), WIDTH, initial_indent=lead) or [""]
    return [phrase(text, items=first.strip()), *more] if first else []
