"""Pieces of the pictures that minigames draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.kernel.picture import SHUT_CELL, Cell, Grid
from engine.kernel.text import Phrase, Words, phrase


def format_cash_phrase(amount: int) -> Phrase:
    """Return an amount written in full, as £1,250,000."""
    return phrase("{amount:£}", amount=amount)


@lru_cache(maxsize=1024)
def format_short_cash(amount: int) -> Phrase:
    """Return an amount in five or six letters: £950k, £1.25M, £40M."""
    return phrase("{amount:£k}", amount=amount)


@lru_cache(maxsize=256)
def build_shut_cell(n: int) -> Cell:
    """Build the picture of a closed square, which shows its number and is chosen by it."""
    return Cell(str(n), SHUT_CELL, value=n)


@lru_cache(maxsize=256)
def build_cash_cell(amount: int) -> Cell:
    """Build the picture of an opened square that held money."""
    return Cell(format_short_cash(amount), "cash")


def build_square_grid(
    name: str, found: Sequence[Cell | None], columns: int, *, title: Words = "", notes: Sequence[Words] = ()
) -> Grid:
    """Build a picture of numbered squares in rows of so many columns: the given cell for each opened one, a closed
    square with its number where `found` has None.
    """
    cells = [cell or build_shut_cell(n) for n, cell in enumerate(found, 1)]
    return Grid(id=name, columns=columns, cells=cells, title=title, notes=list(notes))


def build_numbered_options(numbers: Iterable[int], **ways: Words) -> dict[int | str, Words]:
    """Build the options for choosing closed squares by number, in that order, then other choices (`ways`) with their
    labels.
    """
    options: dict[int | str, Words] = {n: str(n) for n in numbers}
    options.update(ways)
    return options
