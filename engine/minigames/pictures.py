"""Pieces of the pictures that minigames draw: plain text, 30 columns at most, good to hear as well as to see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.kernel.text import Phrase, Words, phrase

WIDTH = 30


def cash(amount: int) -> Phrase:
    """An amount that stands for itself: £1,250,000."""
    return phrase("{amount:£}", amount=amount)


def brief(amount: int) -> Phrase:
    """An amount in five or six letters: £950k, £1.25M, £40M."""
    return phrase("{amount:£k}", amount=amount)


def listed(items: Iterable[Words], most: int) -> list[Words]:
    """Several things with commas between them, so many to a line."""
    every = list(items)
    rows = [every[i : i + most] for i in range(0, len(every), most)]
    return [Phrase(", ".join(f"{{c{i}}}" for i in range(len(row))), cells_of(row)) for row in rows]


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


def filled(text: str, items: Iterable[Words]) -> list[Words]:
    """A template with {items}, on as many lines as they need; nothing if there are none."""
    lines: list[list[Words]] = []
    room = 0
    for item in items:
        length = len(str(item))
        if not lines or length >= room:
            room = WIDTH + 1 if lines else WIDTH + 1 - len(text.partition("{")[0])
            lines.append([])
        lines[-1].append(item)
        room -= length + 1
    rows = [Phrase(" ".join(f"{{c{i}}}" for i in range(len(row))), cells_of(row)) for row in lines]
    return [phrase(text, items=rows[0]), *rows[1:]] if rows else []
