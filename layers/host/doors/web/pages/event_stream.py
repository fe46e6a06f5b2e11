"""The events of a game for programs: lines of JSON, and their schema."""

from __future__ import annotations

from engine.rulesets import RULESETS
from host.doors.web.markup.frame import trouble
from host.doors.web.requests.http import SAFE, Response
from host.doors.web.requests.request_context import RequestContext
from host.said.desk import refusals
from host.shown import event_stream, views

LINES, SCHEMA = "application/x-ndjson", "application/schema+json"


def lines(request: RequestContext, game: str) -> Response:
    """Serve a page of lines from entry `since` on; the `Link` says where to go on, also when nothing is left."""
    session, asked = views.found(request.host, game).session, request.http.param("since")
    since = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 0
    reader = request.reader(session.names(), session.style)
    found = event_stream.read_page(request.host, session, request.who, since, reader)
    link = f'</g/{game}/events?since={found.next}>; rel="next", </events/{session.ruleset}>; rel="describedby"'
    return Response(200, found.body, {"Content-Type": LINES, "Link": link, **SAFE})


def schema(request: RequestContext, name: str) -> Response:
    """Serve the schema of the lines of a game."""
    if name not in RULESETS:
        return trouble(request.words, refusals.NO_PAGE, 404)
    return Response(200, event_stream.schema(name), {"Content-Type": SCHEMA, **SAFE})
