"""Pieces of the pictures that minigames draw: plain text, 30 columns at most, good to hear as well as to see."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import money


def brief(amount: int) -> str:
    """An amount in five or six letters: £950k, £1.25M, £40M."""
    if abs(amount) < 1_000:
        return money(amount)
    if abs(amount) < 1_000_000:
        return f"{money(amount // 1000)}k"
    return f"£{amount / 1_000_000:.3g}M"


def grid(cells: Sequence[object], columns: int) -> list[str]:
    """Cells in rows, each as wide as the widest: a closed square shows its number, an open one what it held."""
    width = max(len(str(cell)) for cell in cells)
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    return ["  ".join(f"{cell!s:>{width}}" for cell in row) for row in rows]
