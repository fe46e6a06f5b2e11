"""Routes: which address does what. Every input becomes one use-case; every page is made from one `GameView`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

from engine.kernel import Illegal, Reader
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.extras import (
    TableSheet,
    build_added_functions,
    import_target,
    list_added_targets,
    list_enabled_extras,
)
from host.core.session import LOBBY, OVER, RUNNING, Session, WritingStyle
from host.core.store.store import SavedGame
from host.core.webhooks import Webhook, WebhookRequest
from host.doors.registry import list_webhook_paths
from host.doors.web.markup.frame import STATUS, render_frame, render_trouble, serve_static_file
from host.doors.web.markup.html import Child, h
from host.doors.web.pages import (
    for_programs,
    front_page,
    linking,
    looking_back,
    offline,
    operator_page,
    own_page,
    sharing,
)
from host.doors.web.requests import embedded, form_actions
from host.doors.web.requests.http import (
    NO_STORE,
    SAFE,
    HttpRequest,
    Response,
    build_html_response,
    build_part_response,
    format_session_cookie,
    max_body_bytes,
    redirect_to,
)
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table import ending, private_link_offer, question_forms, table_page
from host.doors.web.table.page_context import KEY_TO_COME, PageContext, PageQuery, WaitingGame
from host.people import accounts
from host.said.desk import refusals
from host.shown import views
from host.shown.views import GameView
from host.shown.words import build_reader

GAME_PATH = re.compile(r"/g/([0-9a-f]{8})(?:/([a-z]+))?/?")
LONGEST_WORD = 60
READ, METHODS = ("GET", "HEAD"), ("GET", "HEAD", "POST")
HEALTH, FAVICON = "/healthz", "icon-192.png"


def answer_http_request(host: HostContext, http: HttpRequest) -> Response:
    """Answer any HTTP request to the web page; a refused request gets a page that says why."""
    if (malformed := _refuse_malformed_request(http)) is not None:
        return malformed
    if webhook := host.webhooks.get(http.path):
        return _answer_webhook(webhook, http)
    if http.method == "POST" and (http.foreign or (embedded.is_embedded(http) and not http.own)):
        return render_trouble(build_reader({}, WritingStyle()), refusals.FOREIGN, 403)
    head, _, rest = http.path.removeprefix("/").partition("/")
    if head == "static":
        return serve_static_file(rest)
    request = RequestContext(host, http)
    try:
        request = RequestContext.identify_sender(host, http)
        response = _route_request(request, head, rest)
    except Illegal as no:
        response = render_trouble(request.words, no.text, STATUS.get(no.code, 404), **no.facts)
    if request.new:
        response.add_cookie(request.new)
    return embedded.allow_framing(response) if embedded.is_embedded(http) else response


def _refuse_malformed_request(http: HttpRequest) -> Response | None:
    """Return an error response to a request that is too long, names no host or has an odd method; else None."""
    words = build_reader({}, WritingStyle())
    if len(http.sent) > max_body_bytes(http.path):
        return build_too_large_response(http.path)
    if not http.has_plain_host:
        return render_trouble(words, refusals.ODD_HOST, 400)
    return None if http.method in METHODS else _refuse_method(words, ", ".join(METHODS))


def build_too_large_response(path: str) -> Response:
    """Build the response to a body that is too long: a page for people, plain text at a path to which machines post."""
    reader = build_reader({}, WritingStyle())
    if path not in list_webhook_paths():
        return render_trouble(reader, refusals.TOO_MUCH, 413)
    return Response(413, f"{refusals.TOO_MUCH}\n".encode(), {"Content-Type": "text/plain", "Cache-Control": NO_STORE})


def _answer_webhook(webhook: Webhook, http: HttpRequest) -> Response:
    """Pass what a platform posts to its webhook to that platform's door (adapter), which checks the sender, and return
    its response.
    """
    request = WebhookRequest(http.method, http.path, http.sent, dict(http.headers), http.url.query, http.origin)
    done = webhook(request)
    return Response(done.status, done.body, {"Cache-Control": NO_STORE, **done.headers})


def _serve_health(request: RequestContext) -> Response:
    """Serve the health check for monitoring; it fails only if the database cannot be read."""
    request.host.store.load_last_beat()
    return Response(200, format_health(request.host), {"Content-Type": "text/plain", "Cache-Control": "no-store"})


def format_health(host: HostContext) -> bytes:
    """Return the text of the health check: `ok`, and how many damaged items the store has."""
    damaged = len(host.store.list_damaged())
    return f"ok\n{damaged} damaged: rtab doctor says which\n".encode() if damaged else b"ok\n"


def _serve_favicon(_: RequestContext) -> Response:
    """Serve the icon at the address where browsers look for one on their own; it is cached for a day."""
    response = serve_static_file(FAVICON)
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


def _refuse_method(words: Reader, allowed: str) -> Response:
    """Return status 405 with the allowed methods."""
    response = render_trouble(words, refusals.NOT_DONE_HERE, 405)
    response.headers["Allow"] = allowed
    return response


def _route_request(request: RequestContext, head: str, rest: str) -> Response:
    """Pass a request to the function that serves its address; `head` is the first part of the path."""
    if head == "p":
        return _open_private_link(request, rest)
    if found := GAME_PATH.fullmatch(request.http.path):
        return _serve_game(request, found[1], found[2] or "")
    if head in FOLDERS:
        return FOLDERS[head](request, rest)
    return _serve_fixed_page(request)


def _serve_fixed_page(request: RequestContext) -> Response:
    """Serve a page with a fixed address, or refuse its method."""
    read, done = PAGES.get(request.http.path, (None, None))
    act = done if request.http.method == "POST" else read
    if act is not None:
        return act(request)
    if read or done:
        return _refuse_method(request.words, "GET, HEAD" if read else "POST")
    return render_trouble(request.words, refusals.NO_PAGE, 404)


def _open_private_link(request: RequestContext, token: str) -> Response:
    """Log the browser in by a private link: set its cookie and redirect to the front page. A browser logged in as
    another person is asked first, as anybody can be made to open a link.
    """
    person = accounts.find_person_by_token(request.host, token)
    if person is None:
        return render_trouble(request.words, refusals.OLD_LINK, 403)
    if request.person is not None and request.who != person.id and request.http.method in READ:
        return linking.render_other_person_warning(request, person, request.person)
    return redirect_to("/", format_session_cookie(token, secure=request.http.secure))


def _serve_game(request: RequestContext, game: str, action: str) -> Response:
    """Serve a game's page, or run one of its forms; forms in the page get a fresh idempotency key."""
    if request.http.method == "POST":
        return form_actions.handle_game_form(request, game, action)
    response = _serve_game_page(request, game, action)
    response.body = response.body.replace(KEY_TO_COME.encode(), request.host.token(16).encode())
    return response


def _serve_game_page(request: RequestContext, game: str, action: str) -> Response:
    """Serve the updatable part of a game's page, one of its other pages, or the table itself."""
    if action in GAME_PARTS:
        return GAME_PARTS[action](request, game)
    if action and action not in GAME_PAGES:
        return render_trouble(request.words, refusals.NO_PAGE, 404, f"/g/{game}")
    saved = views.load_saved_game(request.host, game)
    context = _build_page_context(request, saved)
    if action:
        return GAME_PAGES[action](request, context)
    refresh = not question_forms.list_questions(context)
    title, heading = context.format_words(context.shown.title), table_page.render_table_heading(context)
    table = _render_table(request, context, saved.session, _compute_etag(saved.version, request, game))
    plain = context.shown.stage != RUNNING
    plays = bool(context.shown.you) and context.shown.stage == RUNNING
    keeps = (
        private_link_offer.render_link_offer(request, game)
        if context.shown.you and context.shown.stage == LOBBY
        else None
    )
    beside = private_link_offer.render_link_offer_aside(request, game) if plays else None
    if plays and not beside:
        beside = _render_added_offer(request)
    return build_html_response(
        render_frame(
            context.reader,
            title,
            [table, h("div", keeps, class_="pages") if keeps else None],
            live=game,
            refresh=refresh,
            heading=heading,
            plain=plain,
            beside=beside,
            preview=sharing.render_table_preview(context),
        )
    )


def _render_added_offer(request: RequestContext) -> Child:
    """Render what an extra (an optional feature) offers beside a game's table to this viewer; only the first offer if
    several extras have one.
    """
    added = [extra.beside_table for extra in list_enabled_extras(request.host.config.without) if extra.beside_table]
    return next((shown for render in added if (shown := import_target(render)(request))), None)


def _build_page_context(request: RequestContext, saved: SavedGame) -> PageContext:
    """Collect all that the page of a game needs for this viewer."""
    shown = views.build_cached_view(request.host, saved, request.who)
    reader = request.build_reader(shown.names, shown.style)
    extras = [*list_enabled_extras(request.host.config.without)]
    context = PageContext(
        shown,
        reader,
        known=bool(request.person),
        now=request.host.now(),
        once=KEY_TO_COME,
        query=_parse_page_query(request.http),
        address=request.http.origin,
        mine=shown.stage == OVER and bool(shown.you),
        next=_find_next_game(request, shown),
        who=request.who,
        pieces=request.host.pieces,
        shared=_find_shared_markup(request, saved, reader),
        added_tabs=[(sheet.id, sheet.icon, sheet.label) for sheet in _list_sheets(request)],
        leaderboard_links={page: label for extra in extras for page, label in extra.leaderboard_links.items()}
        if shown.places
        else {},
    )
    for add in list_added_targets(request.host.config.without, lambda extra: extra.on_page):
        context = add(request, saved.session, context)
    if shown.stage != LOBBY or not shown.yours:
        return context
    added = [extra.lobby_control for extra in extras if extra.lobby_control]
    return replace(context, lobby_controls=[import_target(each)(request, context) for each in added])


def _parse_page_query(http: HttpRequest) -> PageQuery:
    """Parse the query parameters of a game's page; malformed ones count as left out."""
    return PageQuery(
        invited=http.read_param("invited")[:LONGEST_WORD],
        chosen=_parse_square_param(http.read_param("square")),
        named=[n for n in map(_parse_square_param, http.read_param("named")[:LONGEST_WORD].split(",")) if n],
        since=_parse_entry_number(http.read_param("n")),
        was=http.read_param("was"),
        table=http.read_param("table")[:LONGEST_WORD],
    )


def _find_shared_markup(request: RequestContext, saved: SavedGame, reader: Reader) -> dict[Hashable, Any]:
    """Return the cache of rendered pieces for this version of the game and this language, which all viewers share."""
    key = (saved.session.id, saved.version, saved.body, reader.language, reader.comma)
    return request.host.shared.get_or_compute(key, request.host.now(), math.inf, dict)


def _find_next_game(request: RequestContext, shown: GameView) -> WaitingGame | None:
    """Return the most urgent other game in which the viewer is asked something, or None if this game asks them."""
    if request.person is None or any(asked.who == shown.you for asked in shown.asked):
        return None
    found = [
        WaitingGame(session.id, ruleset(session.ruleset).title, min(clock.due for clock in clocks.values()))
        for session, clocks in accounts.list_games_awaiting(request.host, request.who, besides=shown.id)
    ]
    return min(found, key=lambda each: each.due, default=None)


def _serve_waiting_count(request: RequestContext) -> Response:
    """Serve the number of games that wait for the viewer, shown in the title of the browser's tab."""
    many = len(accounts.list_games_awaiting(request.host, request.who)) if request.person else 0
    return Response(200, str(many).encode(), {"Content-Type": "text/plain", **SAFE})


def _parse_entry_number(word: str) -> int | None:
    """Return the number of a log entry from a query parameter, or None if it is malformed."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


def _parse_square_param(word: str) -> int:
    """Return the number of a square from a query parameter, or 0 if it is malformed."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 5 else 0


def _render_table(request: RequestContext, context: PageContext, session: Session, mark: str) -> str:
    """Render the middle part of a game's page: table, news, end, and the panels of extras (optional features). `mark`
    is the ETag by which the browser knows this version of it.
    """
    shown = context.shown
    first = max(0, shown.version - table_page.LOGGED)
    log = views.read_log_cached(request.host, session, first, table_page.LOGGED + 1)
    said = views.filter_steps(session, request.who, log)
    ended = ending.render_ending(request.host, context) if shown.stage == OVER else None
    close = table_page.render_sheet_close(context)
    sheets = [import_target(sheet.render)(request, context, close) for sheet in _list_sheets(request)]
    return table_page.render_table_page(context, mark, said, ended, sheets)


def _list_sheets(request: RequestContext) -> list[TableSheet]:
    """Return the panels beside the board that extras (optional features) add for this viewer."""
    return [extra.table_sheet for extra in list_enabled_extras(request.host.config.without) if extra.table_sheet]


def _serve_part(request: RequestContext, game: str) -> Response:
    """Serve the middle part of a game's page for updates, or status 304 if the browser's copy is current."""
    saved = views.load_saved_game(request.host, game)
    mark = _compute_etag(saved.version, request, game)
    if request.http.headers.get("if-none-match") == mark:
        return Response(304, b"", {"ETag": mark, "Cache-Control": "no-store"})
    context = _build_page_context(request, saved)
    return build_part_response(
        table_page.render_table_heading(context) + _render_table(request, context, saved.session, mark), mark
    )


def _compute_etag(version: int, request: RequestContext, game: str) -> str:
    """Return the ETag of a game's page for this viewer, from everything it depends on: version, person, number style,
    extras.
    """
    comma = request.person.habits.style.comma if request.person else ""
    added = "".join(import_target(sheet.mark)(request, game) for sheet in _list_sheets(request))
    return f'"{version}-{request.who[:6]}{ord(comma) if comma else ""}{added}"'


def _serve_rule_page(request: RequestContext, word: str) -> Response:
    return looking_back.serve_rules(request, word[:LONGEST_WORD])


GAME_PARTS: dict[str, Callable[[RequestContext, str], Response]] = {
    "part": _serve_part,
    "events": for_programs.serve_events,
    "view": for_programs.serve_game_data,
}  # what programs ask for again and again
GAME_PAGES: dict[str, Callable[[RequestContext, PageContext], Response]] = {
    "log": looking_back.serve_log,
    "away": looking_back.serve_missed_news,
    "story": looking_back.serve_public_text,
    "replay": looking_back.serve_replay,
    "record": looking_back.serve_own_record,
    "transcript": looking_back.serve_transcript,
    "check": looking_back.serve_fairness_check,
    "moment": sharing.serve_moment,
    "card": sharing.serve_moment_picture,
    "podium": sharing.serve_podium_picture,
    "invitation": sharing.serve_invitation_picture,
}
PageHandler = Callable[[RequestContext], Response]
FOLDERS: dict[str, Callable[[RequestContext, str], Response]] = {
    "me": own_page.serve_own_page,
    "rules": _serve_rule_page,
    "events": for_programs.serve_event_schema,
    "view": for_programs.serve_game_schema,
    "operator": operator_page.serve_operator_page,
}
PAGES: dict[str, tuple[PageHandler | None, PageHandler | None]] = {
    "/": (front_page.serve_front_page, None),
    "/new": (None, front_page.open_game_for_friends),
    "/table": (None, front_page.open_bot_table),
    "/claim": (linking.serve_claim_page, linking.confirm_claim),
    **dict.fromkeys(embedded.ENTRANCES, (embedded.render_app_entrance, embedded.enter_from_app)),
    "/waiting": (_serve_waiting_count, None),
    "/sw.js": (offline.serve_service_worker, None),
    "/offline": (offline.serve_offline_page, None),
    "/favicon.ico": (_serve_favicon, None),
    HEALTH: (_serve_health, None),
}
FOLDERS |= build_added_functions(lambda extra: extra.page_folders)
PAGES |= {path: (serve, None) for path, serve in build_added_functions(lambda extra: extra.pages).items()}
GAME_PARTS |= build_added_functions(lambda extra: extra.game_parts)
GAME_PAGES |= build_added_functions(lambda extra: extra.game_pages)
