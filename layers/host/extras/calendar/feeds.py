"""Renders the games that wait for a person as a calendar or a feed (Atom), and shows their addresses.

Each has an address of its own, which can read and nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from engine.rulesets import ruleset
from host.core.deadlines import clocks
from host.core.session import Person
from host.doors.web.markup.frame import SITE_NAME, build_trouble_response
from host.doors.web.markup.html import Markup, h
from host.doors.web.pages.own_page import serve_own_page_with_news
from host.doors.web.requests.http import SAFE, Response
from host.doors.web.requests.request_context import RequestContext
from host.extras.calendar.extra import CALENDAR_TOKEN
from host.people import accounts
from host.said.desk import refusals
from host.shown import words

ATOM = "http://www.w3.org/2005/Atom"
FOLD = 73  # bytes of a line; the standard wants lines of at most 75


def serve_calendar(request: RequestContext, word: str) -> Response:
    """Serve the games that wait for a person as a calendar (address ending in .ics) or a feed (.atom), for programs
    that read these. The token in the address, before that ending, tells whose games; without a valid token or one of
    these endings, serve an error page.
    """
    token, _, tail = word.partition(".")
    person = accounts.find_token_owner(request.host, CALENDAR_TOKEN, token)
    if person is None or tail not in CALENDAR_FORMATS:
        return build_trouble_response(request.words, refusals.OLD_LINK, 403)
    kind, written = CALENDAR_FORMATS[tail]
    kept = {"Content-Type": f"{kind}; charset=utf-8", "Cache-Control": "private, max-age=300"}
    return Response(200, written(request, person).encode(), {**SAFE, **kept})


def _render_calendar(request: RequestContext, person: Person) -> str:
    """Return, as the text of an iCalendar file, an event for each unfinished game in which this person is asked
    something (a paused one does not count).
    """
    return "".join(f"{line}\r\n" for line in _iter_calendar_lines(request, person))


def _iter_calendar_lines(request: RequestContext, person: Person) -> Iterator[str]:
    """Yield the lines of an iCalendar file with an event for each unfinished game in which this person is asked
    something (a paused one does not count), at the earliest of their deadlines in it.
    """
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{SITE_NAME}//EN", f"X-WR-CALNAME:{SITE_NAME}")
    reader, now = words.build_reader({}, person.habits.style), request.host.now()
    for session, running in accounts.list_games_awaiting(request.host, person.id):
        due = min(clock.due for clock in running.values())
        title = reader.format_value(ruleset(session.ruleset).title)
        here = f"{request.http.origin}/g/{session.id}"
        yield from (
            "BEGIN:VEVENT",
            f"UID:{session.id}@race-to-a-billion",
            f"DTSTAMP:{_format_ical_time(now)}",
            f"DTSTART:{_format_ical_time(due)}",
            *_fold_ical_line(
                f"SUMMARY:{_escape_ical(reader.format_sentence('{title}: your time ends now.', title=title))}"
            ),
            *_fold_ical_line(f"URL:{here}"),
            "END:VEVENT",
        )
    yield "END:VCALENDAR"


def _render_feed(request: RequestContext, person: Person) -> str:
    """Return as text an Atom feed with an entry for each unfinished game in which this person is asked something (a
    paused one does not count); when the game asks them something new, it counts as a new entry.
    """
    reader, here = words.build_reader({}, person.habits.style), request.http.origin
    entries, last = [], 0.0
    for session, running in accounts.list_games_awaiting(request.host, person.id):
        asked, due = max(clock.asked for clock in running.values()), min(clock.due for clock in running.values())
        title, last = reader.format_value(ruleset(session.ruleset).title), max(last, asked)
        told = reader.format_sentence("{title}: it is your turn.", title=title)
        until = reader.format_sentence(
            "You can answer until {moment} (UTC).", moment=f"{datetime.fromtimestamp(due, UTC):%Y-%m-%d %H:%M}"
        )
        parts = [
            h("id", f"urn:race-to-a-billion:{session.id}:{asked:.0f}"),
            h("title", told),
            h("updated", _format_atom_time(asked)),
            Markup(h("link", href=f"{here}/g/{session.id}").removesuffix(">") + "/>"),
            h("summary", until),
        ]
        entries.append(h("entry", parts))
    owner = hashlib.sha256(person.id.encode()).hexdigest()[:16]
    head = [
        h("id", f"urn:race-to-a-billion:waits:{owner}"),
        h("title", SITE_NAME),
        h("updated", _format_atom_time(last or person.made)),
    ]
    author = h("author", h("name", SITE_NAME))
    return f'<?xml version="1.0" encoding="utf-8"?>\n{h("feed", head, author, entries, xmlns=ATOM)}'


def _format_atom_time(seconds: float) -> str:
    """Format a moment, in seconds since 1970, as Atom feeds have it: `2026-11-30T18:39:09Z`, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _format_ical_time(seconds: float) -> str:
    """Format a moment, in seconds since 1970, as iCalendar files have it: `20261130T183909Z`, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y%m%dT%H%M%SZ}"


def _escape_ical(text: str) -> str:
    """Return a text with a backslash before each backslash, semicolon and comma, and with each new line as a backslash
    and an n, as iCalendar files want it.
    """
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _fold_ical_line(line: str) -> Iterator[str]:
    """Yield a line in pieces of at most 73 bytes, as the iCalendar format requires, without cutting a character in two;
    each piece after the first begins with a space.
    """
    piece = ""
    for letter in line:
        if len((piece + letter).encode()) > FOLD:
            yield piece
            piece = " "
        piece += letter
    yield piece


CALENDAR_FORMATS: dict[str, tuple[str, Callable[[RequestContext, Person], str]]] = {
    "ics": ("text/calendar", _render_calendar),
    "atom": ("application/atom+xml", _render_feed),
}

CALENDAR_SECONDS = 400 * clocks.DAY


def serve_new_calendar_links(request: RequestContext, person: Person) -> Response:
    """Make a token for a person and show them on their page the addresses of their calendar and feed with it, which
    work for 400 days; earlier ones go on working. Only the token's hash is stored, so they are shown once.
    """
    token = accounts.create_token(request.host, person.id, CALENDAR_TOKEN, CALENDAR_SECONDS)
    link = f"{request.http.origin}/calendar/{token}"
    text = request.say(
        "Add this address to your calendar. Anybody who has it sees when it is your turn in a game, but nothing else: "
    )
    feed = request.say("For a feed reader (Atom), use this address: ")
    lines = [
        h("p", text, " ", h("code", f"{link}.ics", id="calendar")),
        h("p", feed, " ", h("code", f"{link}.atom", id="feed")),
    ]
    return serve_own_page_with_news(request, person, h("div", lines, class_="card news", role="status"))
