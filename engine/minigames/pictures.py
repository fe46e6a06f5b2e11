"""Pieces of the pictures that minigames draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.kernel.picture import SHUT, Cell, Grid
from engine.kernel.text import Phrase, Words, phrase


def cash(amount: int) -> Phrase:
    """An amount that stands for itself: £1,250,000."""
    return phrase("{amount:£}", amount=amount)


@lru_cache(maxsize=1024)
def brief(amount: int) -> Phrase:
    """An amount in five or six letters: £950k, £1.25M, £40M."""
    return phrase("{amount:£k}", amount=amount)


@lru_cache(maxsize=256)
def shut(n: int) -> Cell:
    """A square that is still closed: it shows its number, and is chosen by it."""
    return Cell(str(n), SHUT, value=n)


@lru_cache(maxsize=256)
def coins(amount: int) -> Cell:
    """A square that held money."""
    return Cell(brief(amount), "cash")


def squares(
    name: str, found: Sequence[Cell | None], columns: int, *, title: Words = "", notes: Sequence[Words] = ()
) -> Grid:
    """Numbered squares: what lies open, and None for each that is closed."""
    cells = [cell or shut(n) for n, cell in enumerate(found, 1)]
    return Grid(id=name, columns=columns, cells=cells, title=title, notes=list(notes))
