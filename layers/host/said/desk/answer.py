"""What comes back from the desk: sentences with facts, and what a door may show below them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from engine.kernel import Told, Words
from host.core.session import InputOutcome, Reply

HELP_LINE = "{line}: {summary}"


class DeskAnswer(Struct):
    """What the desk answers: lines, panels below them, a notice on a tap, a board to show again, a file.
    If `menu` is set, a door with buttons shows that menu instead.
    """

    lines: list[Told] = field(default_factory=list)
    game: str = ""  # that it is about
    ok: bool = True  # or it was refused, and the words say why
    code: str = ""  # why, for programs
    menu: str = ""
    link_code: str = ""  # shown in it, for a door that can copy it
    asks: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    alert: str = ""
    board: str = ""
    file: bytes = b""
    outcome: InputOutcome | None = None  # of an accepted input
    ways: list[tuple[str, str]] = field(default_factory=list)  # what may be meant: its label, and the line that says it

    @property
    def speaks(self) -> bool:
        """Whether this answer has anything to post: lines, questions or a board."""
        return bool(self.lines or self.asks or self.board)

    def name_seats(self) -> list[Told]:
        """Return the answer's sentences with players' names in place of seats, so that they can stand beside sentences
        about another game.
        """
        names = {seat: name for seat, name in self.names.items() if name}
        return [
            Told(told.text, {key: _replace_seats(value, names) for key, value in told.facts.items()})
            for told in self.lines
        ]


def _replace_seats(value: object, names: dict[str, str]) -> object:
    if isinstance(value, list):
        return [_replace_seats(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def answer_sentence(text: str, /, **facts: object) -> DeskAnswer:
    """Build an answer of one sentence, to be shown in the reader's language."""
    return DeskAnswer([Told(text, dict(facts))])


def answer_lines(lines: list[str]) -> DeskAnswer:
    """Build an answer of finished lines, to be shown as they are."""
    return DeskAnswer([Told("{line}", {"line": line}) for line in lines])


def answer_help(offers: Iterable[tuple[Words, Words]], lead: str = "") -> DeskAnswer:
    """Build a platform's help: one line for each command as it is typed there, with its summary."""
    told = [Told(HELP_LINE, {"line": line, "summary": summary}) for line, summary in offers]
    return DeskAnswer([*(answer_sentence(lead).lines if lead else []), *told])


def answer_reply(reply: Reply, *, alone: bool = False) -> DeskAnswer:
    """Build the answer to a game's reply: the reasons of a refusal, or nothing if the input was accepted, because its
    news are posted anyway. Reasons that are secret are included only in private (`alone`).
    """
    if reply.ok:
        return DeskAnswer(game=reply.game, outcome=reply.outcome)
    lines = [told for told in reply.lines if alone or not told.to]
    return DeskAnswer(lines, reply.game, ok=False, code=reply.code, names=reply.names)
