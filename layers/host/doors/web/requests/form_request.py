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
from host.said.desk.answer import DeskAnswer, answer_reply
from host.said.desk.request import DeskRequest
from host.shown import views


class FormRequest(DeskRequest):
    """A form of the page, as a request at the desk."""

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
        """The person's id, or an empty string."""
        return self.request.who

    @property
    def visitor(self) -> Requester:
        """The requester for rate limits."""
        return self.request.visitor

    @property
    def command(self) -> Command:
        """The command with its idempotency key, so that the same form sent twice acts once; each step of a form has a
        key of its own.
        """
        command = self.request.build_command()
        return replace(command, key=f"{command.key} {self.step}") if command.key and self.step else command

    def require_person(self) -> Person:
        """Return the sender; a newcomer is registered."""
        return self.request.ensure_person(self.game)

    def format_command(self, line: str) -> str:
        """Return the command as it would be typed elsewhere."""
        return line

    def check_private(self) -> None:
        """Do nothing: a page is always private."""

    def list_games(self) -> list[Session]:
        """Return the game of this page, in whatever stage it is; it is read once."""
        if self._on_page is None:  # read once: two forms at the same moment must not wait for each other
            self._on_page = views.load_saved_game(self.host, self.game).session
        return [self._on_page]

    def reserve_place(self) -> str:
        """Count the new table against the rate limit and return its place."""
        rate_limits.count_act(self.host, "tables", self.visitor)
        return self.place

    def prepare_seat(self) -> DeskAnswer | None:
        """Return why a newcomer gets no seat, or None, so that nobody is registered in vain."""
        return (
            seating.find_seat_refusal(self, self.pick_game(), self.request.read_field("invited"))
            if not self.by
            else None
        )

    def make_guest(self, person: Person, sealed_word: str = "", invited: str = "") -> Guest:
        """Return the guest with the name and sealed word of this form; a person may use another name at each table."""
        name = self.request.read_field("name").strip() or person.name
        invited = invited or self.request.read_field("invited")
        sealed_word = sealed_word or self.request.read_field("luck")
        return Guest(person.id, name, person.place, person.habits, sealed_word, invited)

    def is_confirmed(self, _: str) -> bool:
        """Return whether the box is ticked, or nothing can be lost because no game runs."""
        running = not self.game or self.pick_game().stage == RUNNING
        return bool(self.request.read_field("sure")) or not running

    def make_confirmation(self, _: str, __: str) -> Illegal:
        """Return the refusal that asks to tick the box."""
        return Illegal(refusals.TICK)

    def answer_done(self, _: Session, reply: Reply) -> DeskAnswer:
        """Return only a refusal, as the page shows the result itself."""
        return answer_reply(reply, alone=True)
