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
from host.doors.registry import Door, linked
from host.doors.web.requests.http import COOKIE, HttpRequest, cookie, cookie_inside
from host.people import accounts, rate_limits
from host.people.rate_limits import Requester
from host.shown import words

ONCE = re.compile(r"[0-9a-f]{32}")
SOON = 3600.0  # how long a page that somebody new has opened can make them known
NOBODY = "Guest"
PLAIN = WritingStyle()


@dataclass
class RequestContext:
    """A request, and the person behind it. `new` is a cookie that goes back with whatever is answered."""

    host: HostContext
    http: HttpRequest
    person: Person | None = None
    new: str = ""
    fields: Mapping[str, list[str]] = field(default_factory=dict)
    met: bool = False  # just now, for the first time

    @staticmethod
    def of(host: HostContext, request: HttpRequest) -> RequestContext:
        """Who this is, by the cookie that a private link has set. It lasts as long as they come now and then."""
        token = request.inside or request.cookie(COOKIE)
        person = accounts.by_token(host, token) if token else None
        kept = cookie_inside(token) if request.inside else cookie(token, secure=request.secure)
        new = kept if person and accounts.renew(host, token) else ""
        return RequestContext(host, request, person, new, request.fields)

    @property
    def who(self) -> str:
        """The person's id, or nothing."""
        return self.person.id if self.person else ""

    def linked(self, how: str) -> list[Door]:
        """The doors of this host whose accounts are linked like this."""
        return linked(how, self.host.config.elsewhere)

    def word(self, name: str) -> str:
        """One field of the form that was sent."""
        return self.fields.get(name, [""])[0]

    def command(self) -> Command:
        """The same form sent twice by the same person does nothing twice; another answer is another input. Of
        what nobody in particular sends nothing is remembered: it can do nothing even once.
        """
        sent = self.http.path.encode() + b"?" + self.http.sent
        known = self.person is not None and ONCE.fullmatch(self.word("once"))
        key = f"web:{hashlib.sha256(sent).hexdigest()}" if known else ""
        return Command(key, self.who, resent=False)

    def reader(self, names: Mapping[str, str], style: WritingStyle = PLAIN) -> Reader:
        """How this viewer wants things written; a spectator, as the game's own style is."""
        return words.reader(names, self.person.habits.style if self.person else style)

    @property
    def words(self) -> Reader:
        """How this viewer wants to read what is about no game."""
        return self.reader({})

    def say(self, text: str, /, **facts: object) -> str:
        """A sentence."""
        return self.words.say(text, **facts)

    @property
    def visitor(self) -> Requester:
        """Whose share of what is limited this request uses."""
        return Requester(self.http.network, self.who)

    def known(self, game: str = "") -> Person:
        """Whoever sent this. Somebody new becomes known, and keeps that in a cookie."""
        if self.person is None:
            rate_limits.count(self.host, "guests" if game else "newcomers", self.visitor)
            self.met = True
            self.person = self._met(self.word("name").strip() or NOBODY)
            self.new = cookie(accounts.web_link(self.host, self.person.id), secure=self.http.secure)
        return self.person

    def unmet(self) -> None:
        """Nothing came of what somebody new wanted: nobody is left behind."""
        owner = f"person:{self.who}"
        if self.met and not (self.host.store.games_of(owner) or self.host.store.past_of(owner)):
            self.host.store.drop_person(self.who)
            self.person, self.new, self.met = None, "", False

    def _met(self, name: str) -> Person:
        """The page's own random word makes two clicks on one button one person."""
        once = self.word("once")
        fits = ONCE.fullmatch(once) is not None
        met = accounts.known(self.host, f"visit:{once if fits else self.host.token(16)}", name)
        if self.host.now() - met.made <= SOON:
            return met
        return accounts.known(self.host, f"visit:{self.host.token(16)}", name)
