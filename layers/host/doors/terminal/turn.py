"""One line typed at the keyboard, as the desk takes it."""

from __future__ import annotations

from collections.abc import Callable

from host.core.commands import Command
from host.core.context import HostContext
from host.core.session import OVER, Person, Reply, Session
from host.said.desk.answer import DeskAnswer, answer_reply
from host.said.desk.request import DeskRequest


class KeyboardRequest(DeskRequest):
    """A line typed at the keyboard, as a request to the desk."""

    apart = False

    def __init__(self, host: HostContext, person: Person, words: str, game: str, aside: Callable[[], None]) -> None:
        super().__init__(host, words)
        self.person, self.game, self.aside = person, game, aside

    @property
    def place(self) -> str:
        """Empty, because nothing is posted here; people at the keyboard read the game's log."""
        return ""

    @property
    def private(self) -> bool:
        """Always true: secrets are shown only while the others look away."""
        return True

    @property
    def by(self) -> str:
        """The person's id."""
        return self.person.id

    @property
    def command(self) -> Command:
        """The command; a line is typed only once, so it needs no idempotency key."""
        return Command(by=self.person.id)

    def require_person(self) -> Person:
        """Return the person at the keys."""
        return self.person

    def format_command(self, line: str) -> str:
        """Return the command as it is, without a prefix."""
        return line

    def check_private(self) -> None:
        """Ask the others to look away."""
        self.aside()

    def answer_done(self, _: Session, reply: Reply) -> DeskAnswer:
        """Build the answer to a reply: only a refusal, because people here read the news anyway."""
        return answer_reply(reply, alone=True)

    def list_games(self) -> list[Session]:
        """List the game on this table, unless it is over."""
        saved = self.host.store.load_game(self.game)
        return [saved.session] if saved and saved.session.stage != OVER else []
