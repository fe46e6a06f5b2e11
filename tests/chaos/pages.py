"""The page: what people do there and what it shows them; and strangers' pages that would like to do it for them."""

import base64
import hashlib
import html
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from engine.kernel import PUBLIC
from host.core.context import Config, HostContext
from host.core.session import OVER, RUNNING, LogEntry, Person, Session
from host.core.store import Store
from host.people import accounts
from host.shown import words
from tests.chaos.broken import law
from tests.chaos.platform import PREFIX
from tests.host.doors.web.asking import FORM, answered

HOST = "table.test"
ASKED = re.compile(
    r'<input(?=[^>]* name="question")[^>]* value="([^"]*)"'
)  # to read a page as HTML takes 35 times as long
SHORT = 12  # letters: what is as short may stand in a page for other reasons
FORMS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "join": lambda up: {"name": up["by"].title()},
    "begin": lambda _: {},
    "answer": lambda up: {"question": up["question"], "value": _written(up["value"])},
    "play": lambda up: {"key": up["key"], "value": _written(up["value"])},
    "pause": lambda _: {},
    "resume": lambda _: {},
    "extend": lambda _: {"seconds": 600},
    "leave": lambda _: {"sure": "yes"},
    "kick": lambda up: {"seat": up["seat"]},
    "stand_in": lambda up: {"seat": up["seat"]},
}
Bring = Callable[[dict[str, Any], Callable[[Any], None]], None]


def _written(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else "" if value is None else str(value)


class Look(NamedTuple):
    """What somebody was shown; a spectator is nobody."""

    began: float
    ended: float
    game: str
    person: str
    status: int
    body: str


class Browsers:
    """Everybody's browser: its cookie, and all that it was shown."""

    def __init__(self, host: HostContext, share: float) -> None:
        self.host, self.share = host, share  # of all that people do, so much is done here
        self.looks: list[Look] = []
        self._cookies: dict[str, str] = {}

    def cookie(self, person: str) -> str:
        """What their private link has set, which they got long ago."""
        if person not in self._cookies:
            if self.host.store.load_person(person) is None:
                made = Person(person, person.title(), self.host.now(), f"{PREFIX}{person}")
                self.host.store.save_person(made, 0)
            self._cookies[person] = accounts.create_web_token(self.host, person)
        return self._cookies[person]

    def form(self, update: dict[str, Any], person: str) -> dict[str, Any]:
        """A form that is sent, as a function URL brings it."""
        action = {"stand_in": "standin"}.get(update["do"], update["do"])
        fields = {"once": f"{update['id']:032x}", **FORMS[update["do"]](update)}
        event = _event("POST", f"/g/{update['game']}/{action}", self.cookie(person))
        event["headers"] |= _forged(update["id"]) if update.get("forged") else {"origin": f"https://{HOST}"}
        return {**event, "body": urlencode(fields)}

    def look(self, game: str, person: str, bring: Bring) -> None:
        """Somebody looks at the table; what they see is kept."""
        began = self.host.now()

        def seen(answer: Any) -> None:
            if answer is not None:
                body = base64.b64decode(answer["body"]).decode()
                self.looks.append(Look(began, self.host.now(), game, person, answer["statusCode"], body))

        bring(_event("GET", f"/g/{game}", self.cookie(person) if person else ""), seen)


def key(event: dict[str, Any]) -> str:
    """What the host knows a form by."""
    sent = f"{event['requestContext']['http']['path']}?{event['body']}"
    return f"web:{hashlib.sha256(sent.encode()).hexdigest()}"


def _event(method: str, path: str, cookie: str) -> dict[str, Any]:
    about = {"method": method, "path": path, "sourceIp": "198.51.100.7"}
    cookies = [f"rtab={cookie}"] if cookie else []
    headers = {"host": HOST, "x-forwarded-proto": "https", "content-type": FORM}
    return {"version": "2.0", "headers": headers, "cookies": cookies, "requestContext": {"http": about}}


def _forged(number: int) -> dict[str, str]:
    """How a browser tells that somebody else's page sends this; older ones tell less."""
    site = {"sec-fetch-site": "cross-site"} if number % 2 else {}
    return {"origin": "https://evil.test", **site}


class State(NamedTuple):
    """What everybody is asked at one moment, but for computers, and who has which seat, or a computer for them."""

    asked: dict[str, str]  # of whom, by question
    seats: dict[str, str]  # by person
    stage: str


class Shown:
    """What one game's pages may show to whom."""

    def __init__(self) -> None:
        self._at: list[float] = []
        self._states: list[State] = []
        self._told: dict[str, list[tuple[float, str]]] = defaultdict(list)  # by sentence: when, and to whom

    def add(self, at: float, entry: LogEntry, session: Session) -> None:
        """One more input."""
        self._at.append(at)
        seats = {player.person: player.seat for player in session.players if player.person}
        away = {player.seat for player in session.players if player.bot}
        asked = {key: clock.who for key, clock in session.clocks.items() if clock.who not in away}
        self._states.append(State(asked, seats, session.stage))
        reader = words.build_reader(session.map_names_by_seat(), session.style)
        for line in entry.told:
            text = html.escape(reader.format_sentence(line.text, **line.facts))
            if line.to != PUBLIC or text in self._told:
                self._told[text].append((at, line.to))

    def check(self, look: Look) -> None:
        """Raises Broken if somebody saw what was not for them, or was not shown what they are asked."""
        law(look.status in (200, 404, 429, 503), "is no page", look)
        first, last = (bisect_right(self._at, at) for at in (look.began, look.ended))
        states = self._states[max(first - 1, 0) : last]
        if look.status == 200 and states and all(state.stage == RUNNING for state in states):
            self._asks(look, states)
            self._keeps_secrets(look, states)

    def _asks(self, look: Look, states: list[State]) -> None:
        asked = {html.unescape(question) for question in ASKED.findall(look.body)}
        theirs = [{key for key, who in state.asked.items() if who == state.seats.get(look.person)} for state in states]
        law(any(asked <= mine for mine in theirs), "is asked of somebody else", (asked, theirs, look))
        law(bool(asked) or not all(theirs), "is asked and not shown", (theirs, look))

    def _keeps_secrets(self, look: Look, states: list[State]) -> None:
        seats = {state.seats.get(look.person) for state in states}
        body, known = look.body, list[str]()
        for text in sorted(self._told, key=len, reverse=True):  # a short one may be a part of a longer one
            if any(at <= look.ended and (to == PUBLIC or to in seats) for at, to in self._told[text]):
                body = body.replace(text, "")
                known.append(text)
            fits = len(text) < SHORT or text not in body or any(each.startswith(text) for each in known)
            law(fits, "is shown to somebody else", (text, look.person, look))


def check_log(store: Store, game: str, told: int, session: Session, now: float) -> None:
    """The page's own log has all that was ever said in a game that is over."""
    if session.stage == OVER:
        host, lines = HostContext(store, Config(), lambda: now), 0
        for first in range(0, session.entries, 100):
            page = answered(host, "GET", f"/g/{game}/log", f"from={first}", {"host": HOST})
            lines += page.body.decode().partition('<ol class="log">')[2].count("<li")
        law(lines == told, "is not the whole log", (game, lines, told))
