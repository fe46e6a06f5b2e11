"""The events of a game for programs: lines of JSON, and their schema."""

from __future__ import annotations

from engine.rulesets import RULESETS
from host.doors.web.markup.frame import render_trouble
from host.doors.web.requests.http import SAFE, Response
from host.doors.web.requests.request_context import RequestContext
from host.said.desk import refusals
from host.shown import event_stream, views

LINES, SCHEMA = "application/x-ndjson", "application/schema+json"


def serve_events(request: RequestContext, game: str) -> Response:
    """Serve a game's events as lines of JSON from entry `since` on; the `Link` header gives the next page, also when
    there is nothing new yet.
    """
    session, asked = views.load_saved_game(request.host, game).session, request.http.read_param("since")
    since = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 0
    reader = request.build_reader(session.map_names_by_seat(), session.style)
    found = event_stream.read_event_page(request.host, session, request.who, since, reader)
    link = f'</g/{game}/events?since={found.next}>; rel="next", </events/{session.ruleset}>; rel="describedby"'
    return Response(200, found.body, {"Content-Type": LINES, "Link": link, **SAFE})


def serve_event_schema(request: RequestContext, name: str) -> Response:
    """Serve the JSON schema of a game's events."""
    if name not in RULESETS:
        return render_trouble(request.words, refusals.NO_PAGE, 404)
    return Response(200, event_stream.build_event_schema(name), {"Content-Type": SCHEMA, **SAFE})
