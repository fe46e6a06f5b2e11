"""What a program asks for, as the desk takes it: in the name of its person, who alone reads the answer."""

from __future__ import annotations

from host.core.context import HostContext
from host.core.games import Guest
from host.core.session import Command, Person, ReachableHours, Session
from host.extras.programs.door import DOOR
from host.people.rate_limits import Requester
from host.said.desk.request import DeskRequest
from host.shown import views

ALWAYS_AWAKE = ReachableHours(reminders=False)


class ProgramCall(DeskRequest):
    """A call of somebody's program about one game."""

    place = ""  # nothing is posted to a program: it looks
    is_direct = True

    def __init__(
        self, host: HostContext, person: Person, game: str = "", words: str = "", key: str = "", invitation: str = ""
    ) -> None:
        super().__init__(host, words)
        self.person, self.game, self.key, self.invitation = person, game, key, invitation

    @property
    def by(self) -> str:
        """The id of the person whose program calls."""
        return self.person.id

    @property
    def visitor(self) -> Requester:
        """The person against whose rate limits this call counts."""
        return Requester(person=self.by)

    @property
    def command(self) -> Command:
        """The call as a command of a program, with its idempotency key, or an empty one if the call has no key (then a
        repetition is not recognised).
        """
        return Command(f"{DOOR.places}{self.key}" if self.key else "", self.by, program=True)

    def require_person(self) -> Person:
        """Return the person whose program calls."""
        return self.person

    def format_command(self, line: str) -> str:
        """Return a command line unchanged, because programs call tools that have the same names as the commands."""
        return line

    def check_private(self) -> None:
        """Do nothing, because the program alone reads the answer."""

    def list_games(self) -> list[Session]:
        """Return the game of this call as the only one, whatever its stage; none if the call names none. Raise Illegal
        if there is no game of that id.
        """
        return [views.load_saved_game(self.host, self.game).session] if self.game else []

    def make_guest(self, person: Person, sealed_word: str = "", invited: str = "") -> Guest:
        """Return the record with which a program takes a seat for this person: it can be asked at any hour, and no
        messages are sent to it. `sealed_word` is the hash of a secret word of its own; without `invited`, the
        invitation of this call is used.
        """
        invited = invited or self.invitation
        return Guest(person.id, person.name, "", ALWAYS_AWAKE, sealed_word, invited, program=True)
