"""A game for programs: what has happened as lines of JSON, the game as it stands, and the schema of both."""

from __future__ import annotations

import msgspec

from engine.kernel import Reader
from engine.rulesets import RULESETS
from host.core.extras import list_added_targets
from host.core.session import Session
from host.doors.web.markup.frame import build_trouble_response
from host.doors.web.requests.http import SAFE, Response
from host.doors.web.requests.request_context import RequestContext
from host.said.desk import refusals
from host.shown import game_data, views
from host.shown.words import build_seat_reader

LINES, SCHEMA, JSON = "application/x-ndjson", "application/schema+json", "application/json"
BEARER = "bearer "


def serve_events(request: RequestContext, game: str) -> Response:
    """Serve a program those events of a game that its reader may know, as lines of JSON, from the log entry whose
    number is the parameter `since` (the first if that is malformed) as far as fits a page; the `Link` header gives the
    address of the next page, also when there is nothing new yet. An invalid token is refused (401); raise Illegal if
    there is no such game.
    """
    session, asked = views.load_saved_game(request.host, game).session, request.http.read_param("since")
    person = _find_program_reader(request, session)
    if person is None:
        return build_trouble_response(request.words, refusals.OLD_LINK, 401)
    since = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 0
    reader = _build_game_reader(request, session)
    found = game_data.read_event_page(request.host, session, person, since, reader)
    link = f'</g/{game}/events?since={found.next}>; rel="next", </events/{session.ruleset}>; rel="describedby"'
    return Response(200, found.body, {"Content-Type": LINES, "Link": link, **SAFE})


def serve_game_data(request: RequestContext, game: str) -> Response:
    """Serve a game as it stands as JSON: table, questions and plays, as this reader may see them; without a token and
    login, as a spectator does. An invalid token is refused (401); raise Illegal if there is no such game.
    """
    saved = views.load_saved_game(request.host, game)
    person = _find_program_reader(request, saved.session)
    if person is None:
        return build_trouble_response(request.words, refusals.OLD_LINK, 401)
    shown = views.build_cached_view(request.host, saved, person)
    data = game_data.build_game_data(shown, _build_game_reader(request, saved.session))
    headers = {"Content-Type": JSON, "Link": '</view>; rel="describedby"', **SAFE}
    return Response(200, msgspec.json.encode(data), headers)


def _read_bearer(request: RequestContext) -> str | None:
    """Return the bearer token that a program sends, or None if the request has none."""
    given = request.http.headers.get("authorization", "")
    return given[len(BEARER) :].strip() if given[: len(BEARER)].casefold() == BEARER else None


def _build_game_reader(request: RequestContext, session: Session) -> Reader:
    """Build the reader (names, language and style) that words a game's sentences for this request: a program's key gets
    seats by their ids, anybody else by the names of their players.
    """
    if _read_bearer(request) is not None:
        return build_seat_reader(session, session.style)
    return request.build_reader(session.map_all_names_by_seat(), session.style)


def _find_program_reader(request: RequestContext, session: Session) -> str | None:
    """Return the id of the person as whom this request reads: the one of its bearer token or, without one, of its
    cookie (empty for a visitor who is not logged in); None for a token that is not valid.
    """
    key = _read_bearer(request)
    if key is None:
        return request.who
    targets = list_added_targets(request.host.config.without, lambda extra: extra.find_bearer)
    found = [find(request.host, session, key) for find in targets]
    return next((person for person in found if person is not None), None)


def serve_event_schema(request: RequestContext, name: str) -> Response:
    """Serve the JSON schema of the events of the game (ruleset) called `name`; an unknown one gets an error page."""
    if name not in RULESETS:
        return build_trouble_response(request.words, refusals.NO_PAGE, 404)
    return Response(200, game_data.build_event_schema(name), {"Content-Type": SCHEMA, **SAFE})


def serve_game_schema(request: RequestContext, rest: str) -> Response:
    """Serve the JSON schema of a game as it stands, which is the same for all games; an address with a `rest` gets an
    error page.
    """
    if rest:
        return build_trouble_response(request.words, refusals.NO_PAGE, 404)
    return Response(200, game_data.build_game_schema(), {"Content-Type": SCHEMA, **SAFE})
