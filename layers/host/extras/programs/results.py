"""What the tools answer: each is described to programs by its JSON schema."""

from __future__ import annotations

from msgspec import Struct

from host.shown.game_data import EventLine, GameData, PlayData, QuestionData, SeatData


class TableRow(Struct, omit_defaults=True):
    """A table: `you` is your seat there, `asked` how many questions wait for you, `open` whether you can join it."""

    game: str
    ruleset: str
    title: str
    stage: str
    players: int
    you: str = ""
    asked: int = 0
    open: bool = False


class TablesResult(Struct):
    """Your tables, and those that look for players and let programs in."""

    tables: list[TableRow]


class DoneResult(Struct):
    """It is done; look for what has come of it."""

    done: bool
    game: str


class LookResult(Struct, omit_defaults=True):
    """The table in words, and the news since entry `since`; go on from `next`. `data` is the same as typed data."""

    game: str
    stage: str
    seats: list[SeatData]
    says: list[str]
    news: list[EventLine]
    next: int
    you: str = ""
    data: GameData | None = None


class LegalResult(Struct):
    """Your open questions, and what you may play without being asked. `others` are the seats that are asked openly."""

    game: str
    questions: list[QuestionData]
    plays: list[PlayData]
    others: list[str]


class RulesResult(Struct):
    """The rules in words, and the names that can be asked for."""

    says: list[str]
    topics: list[str] = []


class RefusedResult(Struct):
    """A call was refused: why, as a code and in words. Nothing has changed."""

    code: str
    says: list[str]
