"""What waits for somebody, as a calendar or a feed (Atom) that other programs fetch.

Each has an address of its own, which can read and nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from engine.rulesets import ruleset
from host.core.session import Person
from host.doors.web.markup.frame import NAME, trouble
from host.doors.web.markup.html import Markup, h
from host.doors.web.requests.http import SAFE, Response
from host.doors.web.requests.request_context import RequestContext
from host.people import accounts
from host.said.desk import refusals
from host.shown import words

ATOM = "http://www.w3.org/2005/Atom"
FOLD = 73  # bytes of a line; the standard wants lines of at most 75


def calendar(request: RequestContext, word: str) -> Response:
    """Every game that waits for whoever made this address, at the moment when its time is up."""
    token, _, tail = word.partition(".")
    person = accounts.by_calendar(request.host, token)
    if person is None or tail not in KINDS:
        return trouble(request.words, refusals.OLD_LINK, 403)
    kind, written = KINDS[tail]
    kept = {"Content-Type": f"{kind}; charset=utf-8", "Cache-Control": "private, max-age=300"}
    return Response(200, written(request, person).encode(), {**SAFE, **kept})


def _calendar(request: RequestContext, person: Person) -> str:
    return "".join(f"{line}\r\n" for line in _lines(request, person))


def _lines(request: RequestContext, person: Person) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{NAME}//EN", f"X-WR-CALNAME:{NAME}")
    reader, now = words.reader({}, person.habits.style), request.host.now()
    for session, clocks in accounts.waiting_for(request.host, person.id):
        due = min(clock.due for clock in clocks.values())
        title = reader.value(ruleset(session.ruleset).title)
        here = f"{request.http.origin}/g/{session.id}"
        yield from (
            "BEGIN:VEVENT",
            f"UID:{session.id}@race-to-a-billion",
            f"DTSTAMP:{_moment(now)}",
            f"DTSTART:{_moment(due)}",
            *_folded(f"SUMMARY:{_escaped(reader.say('{title} waits for you until now.', title=title))}"),
            *_folded(f"URL:{here}"),
            "END:VEVENT",
        )
    yield "END:VCALENDAR"


def _feed(request: RequestContext, person: Person) -> str:
    """An entry for whatever waits; another question of the same game is another entry."""
    reader, here = words.reader({}, person.habits.style), request.http.origin
    entries, last = [], 0.0
    for session, clocks in accounts.waiting_for(request.host, person.id):
        asked, due = max(clock.asked for clock in clocks.values()), min(clock.due for clock in clocks.values())
        title, last = reader.value(ruleset(session.ruleset).title), max(last, asked)
        told = reader.say("{title} waits for you.", title=title)
        until = reader.say(
            "You have until {moment} (UTC).", moment=f"{datetime.fromtimestamp(due, UTC):%Y-%m-%d %H:%M}"
        )
        parts = [
            h("id", f"urn:race-to-a-billion:{session.id}:{asked:.0f}"),
            h("title", told),
            h("updated", _stamp(asked)),
            Markup(h("link", href=f"{here}/g/{session.id}").removesuffix(">") + "/>"),
            h("summary", until),
        ]
        entries.append(h("entry", parts))
    owner = hashlib.sha256(person.id.encode()).hexdigest()[:16]
    head = [
        h("id", f"urn:race-to-a-billion:waits:{owner}"),
        h("title", NAME),
        h("updated", _stamp(last or person.made)),
    ]
    author = h("author", h("name", NAME))
    return f'<?xml version="1.0" encoding="utf-8"?>\n{h("feed", head, author, entries, xmlns=ATOM)}'


def _stamp(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _moment(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """Long lines go on in the next, after a blank; no letter is cut in two."""
    piece = ""
    for letter in line:
        if len((piece + letter).encode()) > FOLD:
            yield piece
            piece = " "
        piece += letter
    yield piece


KINDS: dict[str, tuple[str, Callable[[RequestContext, Person], str]]] = {
    "ics": ("text/calendar", _calendar),
    "atom": ("application/atom+xml", _feed),
}
