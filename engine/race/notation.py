"""How a Race is written as a text: boards below a header line, and paths to squares and seats of a round."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

from engine.kernel.game import Game
from engine.kernel.ruleset import Header
from engine.notation.errors import UnclearLine
from engine.notation.laying import WHOLE
from engine.race.table import RaceRound

S = TypeVar("S")


class RaceNotation(ABC, Generic[S]):
    """The part of the notation that every Race knows. `laid` is what each of its words does."""

    once: Collection[str]
    once_each: Collection[str]

    def __init__(self, words: Mapping[str, str], laid: Mapping[str, Callable[[S, Header], None]]) -> None:
        self.words, self.laid = words, laid

    @abstractmethod
    def rounds(self, state: S) -> Mapping[str, RaceRound[Any, Any]]:
        """Its rounds, by the names that they have in a text."""

    @abstractmethod
    def fact(self, game: Game[S], text: str) -> str:
        """The fact that this text is about, written the same way, as it really is."""

    def lay(self, state: S, header: Header) -> None:
        """Bring the state to what a header line says."""
        if header.rows and header.word != "board":
            raise UnclearLine("only a board has rows below it.")
        self.laid[header.word](state, header)

    def find(self, state: Any, path: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """A path starts at a round (then one of its seats, or a square by number), at a player, or at the game."""
        first, *rest = path
        r = self.rounds(state).get(first)
        if r is None:
            return (state.players[first], rest) if first in state.players else (state, path)
        if rest and rest[0] in r.seats:
            return r.seats[rest[0]], rest[1:]
        if rest and WHOLE.fullmatch(rest[0]) and 1 <= int(rest[0]) <= len(r.cells):
            return r.cell(int(rest[0])), rest[1:]
        return r, rest


def named(header: Header, expected: str) -> tuple[str, bool]:
    """The round whose board a header line lays, and whether bombs are still to be sealed on it."""
    name, _, stage = header.rest.partition(" ")
    if stage.strip() not in ("", "sealing"):
        raise UnclearLine(f"expected “board {expected}”.")
    return name, bool(stage)


def rows_below(header: Header) -> list[list[str]]:
    """The squares of a board as they stand below its line."""
    rows = [[cell.strip() for cell in row.text.strip("|").split("|")] for row in header.rows]
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise UnclearLine("a board is rows of equally many cells, indented, with | between them.")
    return rows


def seal_all(r: RaceRound[Any, Any]) -> None:
    """Whose bombs lie on the board has sealed those."""
    for who, seat in r.seats.items():
        seat.sealed = [n for n, cell in enumerate(r.cells, 1) if who in cell.bombs]
