"""One's deadlines as a calendar that other programs fetch: an address of its own, which can read and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from engine.rulesets import ruleset
from host.core.session import Person
from host.doors.web.frame import NAME, trouble
from host.doors.web.http import SAFE, Response
from host.doors.web.request_context import RequestContext
from host.people import accounts
from host.said.desk import refusals
from host.shown import words

TAIL = ".ics"
FOLD = 73  # bytes of a line; the standard wants lines of at most 75


def calendar(visit: RequestContext, word: str) -> Response:
    """Every game that waits for whoever made this address, at the moment when its time is up."""
    person = accounts.by_calendar(visit.house, word.removesuffix(TAIL))
    if person is None or not word.endswith(TAIL):
        return trouble(visit.words, refusals.OLD_LINK, 403)
    text = "".join(f"{line}\r\n" for line in _lines(visit, person))
    kept = {"Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, max-age=300"}
    return Response(200, text.encode(), {**SAFE, **kept})


def _lines(visit: RequestContext, person: Person) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{NAME}//EN", f"X-WR-CALNAME:{NAME}")
    reader, now = words.reader({}, person.habits.style), visit.house.now()
    for session, clocks in accounts.waiting_for(visit.house, person.id):
        due = min(clock.due for clock in clocks.values())
        title = reader.value(ruleset(session.ruleset).title)
        here = f"{visit.request.origin}/g/{session.id}"
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
