"""The addresses of a person's calendar and feed, shown once on their own page."""

from __future__ import annotations

from host.core.deadlines import clocks
from host.core.session import Person
from host.doors.web.markup.html import h
from host.doors.web.pages.own_page import render_own_page
from host.doors.web.requests.http import Response
from host.doors.web.requests.request_context import RequestContext
from host.extras.calendar.extra import CALENDAR_TOKEN
from host.people import accounts

CALENDAR_SECONDS = 400 * clocks.DAY


def show_calendar_links(request: RequestContext, person: Person) -> Response:
    """Make and show a person the addresses of their calendar and feed; only the hash of the token in them is stored, so
    they are shown once.
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
    return render_own_page(request, person, h("div", lines, class_="card news", role="status"))
