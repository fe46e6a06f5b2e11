"""What comes back from the desk: sentences with facts, and what a door may show below them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from engine.kernel import Told, Words
from host.core.session import Reply

OFFER = "{line}: {summary}"


class Answer(Struct):
    """Words, panels below them, a notice on a tap, a board to be shown anew, a file.

    A menu of this name says the same with buttons, where a door has any.
    """

    lines: list[Told] = field(default_factory=list)
    game: str = ""  # that it is about
    ok: bool = True  # or it was refused, and the words say why
    code: str = ""  # why, for programs
    menu: str = ""
    asks: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    alert: str = ""
    board: str = ""
    file: bytes = b""

    @property
    def speaks(self) -> bool:
        """Is there anything to be posted?"""
        return bool(self.lines or self.asks or self.board)

    def alone(self) -> list[Told]:
        """Its sentences with names in place of seats, so that they can stand beside those about another game."""
        names = {seat: name for seat, name in self.names.items() if name}
        return [Told(told.text, {key: _name(value, names) for key, value in told.facts.items()}) for told in self.lines]


def _name(value: object, names: dict[str, str]) -> object:
    if isinstance(value, list):
        return [_name(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def say(text: str, /, **facts: object) -> Answer:
    """An answer in words."""
    return Answer([Told(text, dict(facts))])


def said(lines: list[str]) -> Answer:
    """An answer of lines that are ready to be read."""
    return Answer([Told("{line}", {"line": line}) for line in lines])


def helped(offers: Iterable[tuple[Words, Words]], lead: str = "") -> Answer:
    """What a door offers, a line each: how it is written there, and what it is for. All doors' help is made by this."""
    told = [Told(OFFER, {"line": line, "summary": summary}) for line, summary in offers]
    return Answer([*(say(lead).lines if lead else []), *told])


def refusal(reply: Reply, *, alone: bool = False) -> Answer:
    """Why not; an accepted input needs no answer, for its news reach everybody anyway.

    What only its player may know of the reason is said where they are `alone`.
    """
    if reply.ok:
        return Answer(game=reply.game)
    lines = [told for told in reply.lines if alone or not told.to]
    return Answer(lines, reply.game, ok=False, code=reply.code, names=reply.names)
