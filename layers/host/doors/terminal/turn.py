"""One line typed at the keyboard, as the desk takes it."""

from __future__ import annotations

from collections.abc import Callable

from host.core.commands import Command
from host.core.context import HostContext
from host.core.session import OVER, Person, Reply, Session
from host.said.desk.answer import Answer, refusal
from host.said.desk.request import Request


class Turn(Request):
    """What one of those at the keyboard wants, in the game that lies on this table."""

    apart = False

    def __init__(self, host: HostContext, person: Person, words: str, game: str, aside: Callable[[], None]) -> None:
        super().__init__(host, words)
        self.person, self.game, self.aside = person, game, aside

    @property
    def place(self) -> str:
        """Nothing is posted here: whoever sits at the keyboard reads the game's log."""
        return ""

    @property
    def private(self) -> bool:
        """Whoever asks is among friends; what is secret waits behind the curtain."""
        return True

    @property
    def by(self) -> str:
        """The person's id."""
        return self.person.id

    @property
    def command(self) -> Command:
        """A line is typed once, so it needs no key."""
        return Command(by=self.person.id)

    def somebody(self) -> Person:
        """Whoever has the keys."""
        return self.person

    def spelled(self, line: str) -> str:
        """Commands are bare words."""
        return line

    def in_private(self) -> None:
        """The others look away."""
        self.aside()

    def done(self, _: Session, reply: Reply) -> Answer:
        """Whoever sits here reads the news of what comes of it."""
        return refusal(reply, alone=True)

    def sessions(self) -> list[Session]:
        """The game on this table."""
        saved = self.host.store.game(self.game)
        return [saved.session] if saved and saved.session.stage != OVER else []
