"""What somebody may see, described so that any surface can show it without knowing the game.

All `Words` are formatted for a reader by `Reader.format_value`; the words of a status, of a fact's name and of a kind
are names, too.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from msgspec import Struct, field

from engine.kernel.picture import Cell, Picture
from engine.kernel.text import Words


class Board(Struct, gc=False):
    """A grid of numbered squares, row by row from 1. Squares not in `cells` are closed and unmarked.

    `locked` says who has chosen which closed square beforehand, where everybody knows it.
    """

    rows: int
    columns: int
    cells: dict[int, Cell] = field(default_factory=dict)
    locked: dict[int, str] = field(default_factory=dict)


class SeatLine(Struct, gc=False):
    """One player at a table, as everybody sees them: a word for their status, and what they openly have."""

    who: str
    status: str
    marks: list[Words] = field(default_factory=list)


class Panel(Struct, gc=False):
    """One table: a round, a minigame. `to_move` are the players everybody waits for (empty if that is secret)."""

    id: str
    title: Words
    stage: Words
    seats: list[SeatLine] = field(default_factory=list)
    board: Board | None = None
    to_move: list[str] = field(default_factory=list)
    notes: list[Words] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)


class Standing(Struct, array_like=True, gc=False):
    """One line of the leaderboard; equal totals share a place."""

    place: int
    who: str
    total: int
    marks: list[Words] = field(default_factory=list)


def rank_winners_first(lines: list[Standing], winners: Collection[str]) -> list[Standing]:
    """Return the lines of the leaderboard with the game's winners on top in first place, even if other players have
    more money, and the places of the others counted after them; unchanged if nobody has won.
    """
    first = [Standing(1, line.who, line.total, line.marks) for line in lines if line.who in winners]
    others = [line for line in lines if line.who not in winners]
    above = [len(first) + 1 + sum(each.place < line.place for each in others) for line in others]
    return first + [Standing(n, each.who, each.total, each.marks) for n, each in zip(above, others, strict=True)]


class SquareNote(NamedTuple):
    """What only the viewer knows of a closed square: in words, of which kind of cell it is, if that is known, and what
    they have seen there, if they have looked.
    """

    words: Words
    kind: str = ""
    seen: Words = ""


class OwnView(Struct, gc=False):
    """What only the viewer may see: secrets in words, and by table notes on the board's squares, pictures, and the
    squares that they want tried, in order.
    """

    who: str
    secrets: list[Words] = field(default_factory=list)
    notes: dict[str, dict[int, SquareNote]] = field(default_factory=dict)
    pictures: dict[str, list[Picture]] = field(default_factory=dict)
    wishes: dict[str, list[int]] = field(default_factory=dict)


class View(Struct, gc=False):
    """The whole game as one viewer may see it. `public` parts are shared by all views of one moment."""

    title: Words
    stage: Words
    target: int
    currency: str
    panels: list[Panel]
    standings: list[Standing]
    notes: list[Words] = field(default_factory=list)
    chart: dict[str, list[int]] = field(default_factory=dict)  # each one's totals, oldest first, for when it is over
    own: OwnView | None = None
    over: bool = False
    winners: list[str] = field(default_factory=list)  # whom the rules have crowned, whatever the totals say
    won_with: int = 0  # what the winner had when that decided the game, if they have less at its end

    def list_pictures(self, panel: Panel) -> list[Picture]:
        """Return the pictures of a table (`panel`) as this view's own player sees them: pictures only for that player
        come first, and one of theirs with the same id stands in place of the public one.
        """
        mine = self.own.pictures.get(panel.id, []) if self.own else []
        if not mine:
            return panel.pictures
        named = {picture.id: picture for picture in mine}
        theirs = [named.pop(picture.id, picture) for picture in panel.pictures]
        return [*named.values(), *theirs]
