"""How a Race is written as a text: boards below a header line, and paths to squares and seats of a round."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

from engine.kernel.ruleset import Header
from engine.kernel.table import GameInPlay
from engine.notation.values import WHOLE_NUMBER_TEXT, UnclearLine
from engine.race.table import RaceRound

S = TypeVar("S")


class RaceNotation(ABC, Generic[S]):
    """The part of the notation shared by all Race games. `laid` maps each header word to its function."""

    once: Collection[str]
    once_each: Collection[str]

    def __init__(self, words: Mapping[str, str], laid: Mapping[str, Callable[[S, Header], None]]) -> None:
        self.words, self.laid = words, laid

    @abstractmethod
    def list_rounds(self, state: S) -> Mapping[str, RaceRound[Any, Any]]:
        """Return the rounds that the game is playing now, keyed by the names that they have in a transcript (a game
        written as text). Each Race defines this.
        """

    @abstractmethod
    def format_real_fact(self, game: GameInPlay[S], text: str) -> str:
        """Return what is really so in the game, written like `text`, the fact that a transcript's `=` line claims, so
        that the two can be compared; raise UnclearLine if `text` cannot be read. Each Race defines this.
        """

    def apply_header(self, state: S, header: Header) -> None:
        """Apply one line of a transcript's header (what the game is like before the first move) to the game's state.
        Raise UnclearLine if the line cannot be read, or if rows follow one that lays out no board. Its word must be
        among `laid`.
        """
        if header.rows and header.word != "board":
            raise UnclearLine("only a board has rows below it.")
        self.laid[header.word](state, header)

    def find(self, state: Any, path: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """Return the object inside a game's state with which a path of names in a transcript begins (a round, its seat
        or square, a player, or else the whole game), and the rest of the path, of which nobody has looked whether it
        exists. The path must not be empty.
        """
        first, *rest = path
        r = self.list_rounds(state).get(first)
        if r is None:
            return (state.players[first], rest) if first in state.players else (state, path)
        if rest and rest[0] in r.seats:
            return r.seats[rest[0]], rest[1:]
        if rest and WHOLE_NUMBER_TEXT.fullmatch(rest[0]) and 1 <= int(rest[0]) <= len(r.cells):
            return r.find_cell(int(rest[0])), rest[1:]
        return r, rest


def parse_board_name(header: Header, expected: str) -> tuple[str, bool]:
    """Parse the header line of a transcript that lays out a board: return the name of the round, which need not exist,
    and whether its players have still to seal (secretly place) their bombs. Raise UnclearLine, which quotes `expected`
    as the form of the line, for other words.
    """
    name, _, stage = header.rest.partition(" ")
    if stage.strip() not in ("", "sealing"):
        raise UnclearLine(f"expected “board {expected}”.")
    return name, bool(stage)


def parse_board_rows(header: Header) -> list[list[str]]:
    """Parse the rows of a board, written below a header line of a transcript, into the texts of its squares; raise
    UnclearLine if there are none, or if they are not equally long.
    """
    rows = [[cell.strip() for cell in row.text.strip("|").split("|")] for row in header.rows]
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise UnclearLine("a board is rows of equally many cells, indented, with | between them.")
    return rows


def seal_laid_bombs(r: RaceRound[Any, Any]) -> None:
    """Note for each player that the bombs which a transcript has laid on the board as theirs are the ones that they
    have sealed (secretly placed); what was noted before is replaced. Raise UnclearLine for the bomb of a player who has
    no seat there.
    """
    for who in (who for cell in r.cells for who in cell.bombs):
        if who and who not in r.seats:
            raise UnclearLine(f"{who} has a bomb on that board, but no seat in its round.")
    for who, seat in r.seats.items():
        seat.sealed = [n for n, cell in enumerate(r.cells, 1) if who in cell.bombs]
