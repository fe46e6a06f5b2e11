"""One form of the page, as the desk takes it: who sends it, about which game, and what its fields name."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Illegal
from host.core.commands import Command
from host.core.games import Guest
from host.core.session import RUNNING, Person, Reply, Session
from host.doors.web.requests.request_context import RequestContext
from host.people import rate_limits
from host.people.rate_limits import Requester
from host.said.desk import refusals, seating
from host.said.desk.answer import Answer, refusal
from host.said.desk.request import Request
from host.shown import views


class FormRequest(Request):
    """A form that somebody has sent."""

    place = ""  # nothing is posted at the page: it shows its games itself
    private = True

    def __init__(
        self, request: RequestContext, words: str = "", chosen: str = "", game: str = "", step: str = ""
    ) -> None:
        super().__init__(request.host, words)
        self.request, self.chosen, self.game, self.step = request, chosen, game, step
        self._on_page: Session | None = None

    @property
    def by(self) -> str:
        """The person's id, or nothing."""
        return self.request.who

    @property
    def visitor(self) -> Requester:
        """Whose share of what is limited this uses."""
        return self.request.visitor

    @property
    def command(self) -> Command:
        """The same form sent twice does nothing twice; where it does several things, each has a key of its own."""
        command = self.request.command()
        return replace(command, key=f"{command.key} {self.step}") if command.key and self.step else command

    def somebody(self) -> Person:
        """Whoever sends this; somebody new becomes known now."""
        return self.request.known(self.game)

    def spelled(self, line: str) -> str:
        """What would be typed elsewhere."""
        return line

    def in_private(self) -> None:
        """A page is for its viewer alone."""

    def sessions(self) -> list[Session]:
        """The game on this page, in whatever state it is."""
        if self._on_page is None:  # read once: two forms at the same moment must not wait for each other
            self._on_page = views.found(self.host, self.game).session
        return [self._on_page]

    def room(self) -> str:
        """Count the table that is about to be opened."""
        rate_limits.count(self.host, "tables", self.visitor)
        return self.place

    def sits(self) -> Answer | None:
        """Somebody new is made known only if they get a seat."""
        return seating.turned_away(self, self.session(), self.request.word("invited")) if not self.by else None

    def guest(self, person: Person, sealed_word: str = "", invited: str = "") -> Guest:
        """They may go by another name at each table."""
        name = self.request.word("name").strip() or person.name
        invited = invited or self.request.word("invited")
        sealed_word = sealed_word or self.request.word("luck")
        return Guest(person.id, name, person.place, person.habits, sealed_word, invited)

    def sure(self, _: str) -> bool:
        """There is a box to be ticked, where a game runs or there is none to lose."""
        running = not self.game or self.session().stage == RUNNING
        return bool(self.request.word("sure")) or not running

    def doubt(self, _: str, __: str) -> Illegal:
        """The form beside it says what would be lost."""
        return Illegal(refusals.TICK)

    def done(self, _: Session, reply: Reply) -> Answer:
        """The page shows what comes of it."""
        return refusal(reply, alone=True)
