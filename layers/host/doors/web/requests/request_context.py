"""One request with its person: who sends it, which form, and in which words they want to read."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.kernel import Reader
from host.core.commands import Command
from host.core.context import HostContext
from host.core.session import Person, WritingStyle
from host.doors.registry import Door, list_linked_doors
from host.doors.web.requests.http import COOKIE, HttpRequest, format_embedded_cookie, format_session_cookie
from host.people import accounts, rate_limits
from host.people.rate_limits import Requester
from host.shown import words

ONCE = re.compile(r"[0-9a-f]{32}")
NEWCOMER_PAGE_SECONDS = 3600.0  # how long a page that somebody new has opened can make them known
GUEST_NAME = "Guest"
SPECTATOR_STYLE = WritingStyle()


@dataclass
class RequestContext:
    """A request and the person who sends it. `new` is a cookie to send back with any response."""

    host: HostContext
    http: HttpRequest
    person: Person | None = None
    new: str = ""
    fields: Mapping[str, list[str]] = field(default_factory=dict)
    met: bool = False  # just now, for the first time

    @staticmethod
    def identify_sender(host: HostContext, request: HttpRequest) -> RequestContext:
        """Build the context of a request, with the person whose token its cookie holds; the cookie is renewed now and
        then.
        """
        token = request.inside or request.read_cookie(COOKIE)
        person = accounts.find_person_by_token(host, token) if token else None
        kept = format_embedded_cookie(token) if request.inside else format_session_cookie(token, secure=request.secure)
        new = kept if person and accounts.renew_web_token(host, token) else ""
        return RequestContext(host, request, person, new, request.fields)

    @property
    def who(self) -> str:
        """The person's id, or an empty string."""
        return self.person.id if self.person else ""

    def list_linked_doors(self, how: str) -> list[Door]:
        """Return the doors of this host whose accounts are linked in this way."""
        return list_linked_doors(how, self.host.config.elsewhere)

    def read_field(self, name: str) -> str:
        """Return one field of the form, or an empty string."""
        return self.fields.get(name, [""])[0]

    def build_command(self) -> Command:
        """Build the command with an idempotency key from path and body, so that a form sent twice acts once. Without
        a known person there is no key, as such a form can do nothing.
        """
        sent = self.http.path.encode() + b"?" + self.http.sent
        known = self.person is not None and ONCE.fullmatch(self.read_field("once"))
        key = f"web:{hashlib.sha256(sent).hexdigest()}" if known else ""
        return Command(key, self.who, resent=False)

    def build_reader(self, names: Mapping[str, str], style: WritingStyle = SPECTATOR_STYLE) -> Reader:
        """Build the reader in the viewer's style; spectators get the game's style."""
        return words.build_reader(names, self.person.habits.style if self.person else style)

    @property
    def words(self) -> Reader:
        """The reader for texts that are about no game."""
        return self.build_reader({})

    def say(self, text: str, /, **facts: object) -> str:
        """Return a sentence in the viewer's language."""
        return self.words.format_sentence(text, **facts)

    @property
    def visitor(self) -> Requester:
        """The requester for rate limits."""
        return Requester(self.http.network, self.who)

    def ensure_person(self, game: str = "") -> Person:
        """Return the sender; register a newcomer within the rate limits and set their cookie."""
        if self.person is None:
            rate_limits.count_act(self.host, "guests" if game else "newcomers", self.visitor)
            self.met = True
            self.person = self._register_newcomer(self.read_field("name").strip() or GUEST_NAME)
            self.new = format_session_cookie(
                accounts.create_web_token(self.host, self.person.id), secure=self.http.secure
            )
        return self.person

    def forget_newcomer(self) -> None:
        """Delete a newcomer who was registered for this request, as nothing came of it."""
        owner = f"person:{self.who}"
        if self.met and not (self.host.store.list_open_game_ids(owner) or self.host.store.list_past_game_ids(owner)):
            self.host.store.drop_person(self.who)
            self.person, self.new, self.met = None, "", False

    def _register_newcomer(self, name: str) -> Person:
        """Register a newcomer by the page's random word, so that two clicks on one button make one person."""
        once = self.read_field("once")
        fits = ONCE.fullmatch(once) is not None
        met = accounts.load_or_create_person(self.host, f"visit:{once if fits else self.host.token(16)}", name)
        if self.host.now() - met.made <= NEWCOMER_PAGE_SECONDS:
            return met
        return accounts.load_or_create_person(self.host, f"visit:{self.host.token(16)}", name)
