"""Routes and forms: which address does what. Each input becomes one use-case; each page is made from one `GameView`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from engine.kernel import Illegal, Reader, format_told
from engine.rulesets import ruleset
from host.core.context import HostContext, Webhook, WebhookRequest
from host.core.extras import (
    TableSheet,
    build_added_functions,
    import_target,
    list_added_targets,
    list_enabled_extras,
    list_extras,
)
from host.core.session import LOBBY, OVER, RUNNING, Session, WritingStyle
from host.core.store.store import SavedGame
from host.doors.registry import list_webhook_paths
from host.doors.web.markup.frame import (
    STATUS,
    build_refusal_response,
    build_trouble_response,
    render_frame,
    serve_static_file,
)
from host.doors.web.markup.html import Child, h
from host.doors.web.pages import for_programs, front_page, looking_back, operator_page, own_page, sharing
from host.doors.web.requests import request_context
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
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table import ending, news, question_forms, table_page
from host.doors.web.table.dock import PLAY, QUESTION
from host.doors.web.table.page_context import KEY_TO_COME, PageContext, PageQuery, WaitingGame, render_action_form
from host.doors.web.table.question_forms import OWN_WORDS
from host.people import accounts
from host.said import hearing
from host.said.answers import DeskAnswer, answer_help
from host.said.desk import playing, refusals
from host.said.desk.menu import ALIASES, DESK, DeskService
from host.said.desk.request import DeskRequest
from host.said.reading import matching, readable
from host.shown import views
from host.shown.views import GameView
from host.shown.words import build_reader

GAME_PATH = re.compile(r"/g/([0-9a-f]{8})(?:/([a-z]+))?/?")


LONGEST_WORD = 60


READ, METHODS = ("GET", "HEAD"), ("GET", "HEAD", "POST")


HEALTH, FAVICON = "/healthz", "icon-192.png"


def answer_http_request(host: HostContext, http: HttpRequest) -> Response:
    """Answer any HTTP request to the web door: with a page, a redirect, a static file, or what the platform's door says
    to its webhook. A POST from another site's page is refused; a refused request, also one that raises Illegal, gets a
    page that says why. Add the login cookie of a person who was registered or whose cookie was renewed meanwhile.
    """
    if (malformed := _refuse_malformed_request(http)) is not None:
        return malformed
    if webhook := host.webhooks.get(http.path):
        return _answer_webhook(webhook, http)
    if http.method == "POST" and (http.foreign or (request_context.is_embedded(http) and not http.own)):
        return build_trouble_response(build_reader({}, WritingStyle()), refusals.FOREIGN, 403)
    head, _, rest = http.path.removeprefix("/").partition("/")
    if head == "static":
        return serve_static_file(rest)
    request = RequestContext(host, http)
    try:
        request = RequestContext.identify_sender(host, http)
        response = _route_request(request, head, rest)
    except Illegal as no:
        response = build_trouble_response(request.words, no.text, STATUS.get(no.code, 404), **no.facts)
    if request.new:
        response.add_cookie(request.new)
    return request_context.allow_framing(response) if request_context.is_embedded(http) else response


def _refuse_malformed_request(http: HttpRequest) -> Response | None:
    """Return an error response to a request whose body is too long (status 413), whose host name has signs that no host
    name has (400; a missing one passes), or whose method is odd (405); else None.
    """
    words = build_reader({}, WritingStyle())
    if len(http.sent) > max_body_bytes(http.path):
        return build_too_large_response(http.path)
    if not http.has_plain_host:
        return build_trouble_response(words, refusals.ODD_HOST, 400)
    return None if http.method in METHODS else _refuse_method(words, ", ".join(METHODS))


def build_too_large_response(path: str) -> Response:
    """Build the response to a body that is too long: a page for people, plain text at a path to which machines post."""
    reader = build_reader({}, WritingStyle())
    if path not in list_webhook_paths():
        return build_trouble_response(reader, refusals.TOO_MUCH, 413)
    return Response(413, f"{refusals.TOO_MUCH}\n".encode(), {"Content-Type": "text/plain", "Cache-Control": NO_STORE})


def _answer_webhook(webhook: Webhook, http: HttpRequest) -> Response:
    """Pass what a platform posts to its webhook to that platform's door (adapter), which checks the sender, and return
    its response.
    """
    request = WebhookRequest(http.method, http.path, http.sent, dict(http.headers), http.url.query, http.origin)
    done = webhook(request)
    return Response(done.status, done.body, {"Cache-Control": NO_STORE, **done.headers})


def _serve_health(request: RequestContext) -> Response:
    """Serve the health check for monitoring, with the text of `format_health`; only a database that cannot be read
    makes it fail, by the store's error.
    """
    request.host.store.load_last_beat()
    return Response(200, format_health(request.host), {"Content-Type": "text/plain", "Cache-Control": "no-store"})


def format_health(host: HostContext) -> bytes:
    """Return, as bytes, the text of the health check: `ok` and, if the store has damaged items, how many."""
    damaged = len(host.store.list_damaged())
    return f"ok\n{damaged} damaged: rtab doctor says which\n".encode() if damaged else b"ok\n"


def _serve_favicon(_: RequestContext) -> Response:
    """Serve the icon at the address where browsers look for one on their own; it is cached for a day."""
    response = serve_static_file(FAVICON)
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


def _refuse_method(words: Reader, allowed: str) -> Response:
    """Return a page with status 405, which says that the HTTP method of the request cannot be used at its address; the
    header `Allow` names those that can (`allowed`).
    """
    response = build_trouble_response(words, refusals.NOT_DONE_HERE, 405)
    response.headers["Allow"] = allowed
    return response


def _route_request(request: RequestContext, head: str, rest: str) -> Response:
    """Return the response of the function that serves the request's address; `head` is the first part of the path,
    `rest` all after it. What that function refuses by Illegal is left to the caller.
    """
    if head == "p":
        return _open_private_link(request, rest)
    if found := GAME_PATH.fullmatch(request.http.path):
        return _serve_game(request, found[1], found[2] or "")
    if head in FOLDERS:
        return FOLDERS[head](request, rest)
    return _serve_fixed_page(request)


def _serve_fixed_page(request: RequestContext) -> Response:
    """Serve a page whose address is fixed, such as the front page. Unknown addresses get an error page, and a method
    that the page does not take is refused.
    """
    read, done = PAGES.get(request.http.path, (None, None))
    act = done if request.http.method == "POST" else read
    if act is not None:
        return act(request)
    if read or done:
        return _refuse_method(request.words, "GET, HEAD" if read else "POST")
    return build_trouble_response(request.words, refusals.NO_PAGE, 404)


def _open_private_link(request: RequestContext, token: str) -> Response:
    """Log the browser in by a private link (`/p/` and a token): set its cookie and redirect to the front page. A
    browser logged in as another person is asked first, as anybody can be made to open a link, and logged in once it has
    confirmed that by a POST; an invalid or expired link gets an error page.
    """
    person = accounts.find_person_by_token(request.host, token)
    if person is None:
        return build_trouble_response(request.words, refusals.OLD_LINK, 403)
    if request.person is not None and request.who != person.id and request.http.method in READ:
        return own_page.serve_other_person_warning(request, person, request.person)
    return redirect_to("/", format_session_cookie(token, secure=request.http.secure))


def _serve_game(request: RequestContext, game: str, action: str) -> Response:
    """Serve a page of a game or, for a POST, carry out a form sent from it (`action`). Each page served gets a new
    random word in all its forms, of which their idempotency keys are made, so that a form sent twice counts once.
    """
    if request.http.method == "POST":
        return handle_game_form(request, game, action)
    response = _serve_game_page(request, game, action)
    response.body = response.body.replace(KEY_TO_COME.encode(), request.host.token(16).encode())
    return response


def _serve_game_page(request: RequestContext, game: str, action: str) -> Response:
    """Serve what `action` asks of a game's page: what its script or other programs fetch again and again, a page of its
    own, or for an empty one the table; an unknown one gets an error page. Raise Illegal if there is no such game.
    """
    if action in GAME_PARTS:
        return GAME_PARTS[action](request, game)
    if action and action not in GAME_PAGES:
        return build_trouble_response(request.words, refusals.NO_PAGE, 404, f"/g/{game}")
    saved = views.load_saved_game(request.host, game)
    context = _build_page_context(request, saved)
    if action:
        return GAME_PAGES[action](request, context)
    refresh = not question_forms.list_questions(context)
    title, heading = context.format_words(context.shown.title), table_page.render_table_heading(context)
    table = _render_table(request, context, saved.session, _compute_etag(saved.version, request, game))
    plain = context.shown.stage == LOBBY
    plays = bool(context.shown.you) and context.shown.stage == RUNNING
    keeps = own_page.render_link_offer(request, game) if context.shown.you and context.shown.stage == LOBBY else None
    beside = own_page.render_link_offer_aside(request, game) if plays else None
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
            preview=None if plays else sharing.render_table_preview(context),  # for those who are sent a link
        )
    )


def _render_added_offer(request: RequestContext) -> Child:
    """Render what an extra (an optional feature) offers beside a game's table to this viewer; only the first offer if
    several extras have one, and None if none has.
    """
    added = [extra.beside_table for extra in list_enabled_extras(request.host.config.without) if extra.beside_table]
    return next((shown for render in added if (shown := import_target(render)(request))), None)


def _build_page_context(request: RequestContext, saved: SavedGame) -> PageContext:
    """Build the context from which every page of a game is rendered for this viewer: what they may see of it, their
    language, what the address asks for, their most urgent other game, the cached pieces, and what extras (optional
    features) add.
    """
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
    """Parse the query parameters of a game's page; malformed ones count as left out, and too long ones are cut."""
    return PageQuery(
        invited=http.read_param("invited")[:LONGEST_WORD],
        chosen=_parse_square_param(http.read_param("square")),
        named=[n for n in map(_parse_square_param, http.read_param("named")[:LONGEST_WORD].split(",")) if n],
        since=_parse_entry_number(http.read_param("n")),
        was=http.read_param("was"),
        table=http.read_param("table")[:LONGEST_WORD],
    )


def _find_shared_markup(request: RequestContext, saved: SavedGame, reader: Reader) -> dict[Hashable, Any]:
    """Return the cache of rendered pieces, to be filled by the caller, for this version of the game and this language,
    which all viewers share; a new one is empty.
    """
    key = (saved.session.id, saved.version, saved.body, reader.language, reader.comma)
    return request.host.shared.get_or_compute(key, request.host.now(), math.inf, dict)


def _find_next_game(request: RequestContext, shown: GameView) -> WaitingGame | None:
    """Return the other game in which a question to the viewer runs out first, with its title and deadline; None if no
    other asks them anything, if they are not logged in, or if this game asks them.
    """
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
    """Render the middle part of a game's page, as HTML: table, news of the last thirty log entries, end (once the game
    is over), and the panels of extras (optional features). `mark` is the ETag by which the browser knows this version
    of it.
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
    """Return the panels beside the board that the extras (optional features) of this host add."""
    return [extra.table_sheet for extra in list_enabled_extras(request.host.config.without) if extra.table_sheet]


def _serve_part(request: RequestContext, game: str) -> Response:
    """Serve the heading and the middle part of a game's page for updates, or status 304 if the browser's copy, named by
    its ETag, is current. Raise Illegal if there is no such game.
    """
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
    """Serve the rule of what the address names (`word`); only the first sixty letters of it count."""
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
    "orders": table_page.serve_standing_orders,
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
    "/claim": (own_page.serve_claim_page, own_page.confirm_claim),
    **dict.fromkeys(request_context.ENTRANCES, (request_context.serve_app_entrance, request_context.enter_from_app)),
    "/waiting": (_serve_waiting_count, None),
    "/sw.js": (front_page.serve_service_worker, None),
    "/offline": (front_page.serve_offline_page, None),
    "/favicon.ico": (_serve_favicon, None),
    HEALTH: (_serve_health, None),
}


FOLDERS |= build_added_functions(lambda extra: extra.page_folders)


PAGES |= {path: (serve, None) for path, serve in build_added_functions(lambda extra: extra.pages).items()}


GAME_PARTS |= build_added_functions(lambda extra: extra.game_parts)


GAME_PAGES |= build_added_functions(lambda extra: extra.game_pages)


LONGEST_WRITTEN = 600  # characters of what is written that are read


READ_AS_PLAYS = ("pick", "use", "lock", "peek", "list")  # which the reader of all doors understands


PAGE_COMMANDS = (
    *("board", "score", "mystuff", "rules", "report", "seals", "check", "stats", "games"),
    *("standin", "pause", "resume", "extend", "settings", "help"),
)


WITH_WORDS = ("rules", "report", "standin", "extend", "settings")  # commands that are followed by more


def _answer_page_help(request: DeskRequest) -> DeskAnswer:
    """Answer with a list of everything that can be written into the page's text field."""
    listed = ((word, DESK[word]) for word in (*READ_AS_PLAYS, *PAGE_COMMANDS))
    return answer_help((each.format_command(word, request.format_words), each.summary) for word, each in listed)


PAGE_SERVICES = {
    **DESK,
    "help": DeskService("", DESK["help"].summary, DESK["help"].right, _answer_page_help),
}


def hear_own_words(request: RequestContext, game: str, text: str, question: str = "") -> DeskAnswer:
    """Carry out or answer a text that a player wrote on a game's page (600 letters of it): a command, with or without a
    sign before it, else an answer, a play or a question to the host; the answer has no words if it is not meant for the
    host. With `question` (an id), a text that is no command can answer only that. Raise Illegal if it is refused or
    nothing asked fits it.
    """
    text = text[:LONGEST_WRITTEN].strip()
    word, _, rest = text.removeprefix("/").removeprefix("!").partition(" ")
    word = ALIASES.get(word.casefold(), word.casefold())
    if word in PAGE_COMMANDS and (not rest or word in WITH_WORDS):
        return PAGE_SERVICES[word].does(FormRequest(request, rest.strip(), game=game))
    form = FormRequest(request, text, game=game)
    form.question = question
    return hearing.answer_free_text(form, readable.PAGE, PAGE_SERVICES) or DeskAnswer()


def serve_words_answer(request: RequestContext, game: str, answer: DeskAnswer) -> Response:
    """Build the page that shows the answer to a text that a player wrote, with a button for each thing that they may
    have meant.
    """
    reader: Reader = request.build_reader(answer.names)
    lines = [h("p", line) for told in answer.lines for line in format_told(told, reader).splitlines() if line.strip()]
    ways = [
        render_action_form(
            f"/g/{game}/{OWN_WORDS}",
            request.host.token(16),
            h("input", type="hidden", name="words", value=line),
            h("button", label),
            class_="simple",
        )
        for label, line in answer.ways
    ]
    back = h("p", h("a", request.say("Back to the game"), href=f"/g/{game}", class_="go"))
    told = h("div", lines, h("div", ways, class_="row") if ways else None, class_="told", role="status")
    title = request.say("The host answers")
    return build_html_response(render_frame(request.words, title, h("main", told, back, class_="pages")))


MAX_PART_DIGITS = 15  # of one part of a sum


AGAIN, NOBODY = "again", "-"  # a form names somebody, and never by leaving them out


Does = Callable[[RequestContext, str], DeskAnswer]


def handle_game_form(request: RequestContext, game: str, action: str) -> Response:
    """Run the form `action` of a game's page, then redirect to the table (to that of the new game if one was opened, or
    to the page of the form); show the host's words if the form is answered with words, and the reason if it is refused.
    A newcomer registered for a form that is refused is deleted again, and so is a guest who leaves a lobby.
    """
    back = f"/g/{game}"
    if action == "square" and not request.read_field("do"):
        return build_trouble_response(request.words, refusals.NO_DEED, 409, back)
    if action not in GAME_FORM_ACTIONS:
        return build_trouble_response(request.words, refusals.NOT_DONE_HERE, 404, back)
    answer = DeskAnswer(ok=False)
    try:
        answer = GAME_FORM_ACTIONS[action](request, game)
    except Illegal as no:
        return build_trouble_response(request.words, no.text, STATUS.get(no.code, 409), back, **no.facts)
    finally:
        if not answer.ok:
            request.forget_newcomer()
    if answer.ok and answer.lines and action in SAID_IN_WORDS:
        return serve_words_answer(request, game, answer)
    beside = FORM_RETURNS.get(action, "")
    if not answer.ok:
        return build_refusal_response(answer.lines, request.build_reader(answer.names), back, answer.code)
    if action == "leave" and views.load_saved_game(request.host, game).session.stage == LOBBY:
        request.forget_departed_guest()
    return redirect_to(f"/g/{answer.game or game}{beside}")


def _run_desk_command(word: str, request: RequestContext, game: str) -> DeskAnswer:
    """Run the command `word`, which all platforms share (at the desk), such as to extend a deadline; the form's fields
    say for which seat and with what. Return its answer, which may be a refusal, or raise Illegal.
    """
    chosen = request.read_field("seat") or request.read_field("wish") or NOBODY
    words = {"extend": f"{request.read_field('seconds')}s", "word": request.read_field("word")}.get(word, "")
    return DESK[word].does(FormRequest(request, words, chosen, game))


def _submit_answer_form(request: RequestContext, game: str) -> DeskAnswer:
    """Answer the question that a form names, with its values or, if it has parts of a sum, with the sum of these."""
    parts = [int(each) for each in request.fields.get("add", []) if each.isdecimal() and len(each) <= MAX_PART_DIGITS]
    values = [str(sum(parts))] if parts else request.fields.get("value", [])
    return _submit_parsed_answer(request, game, request.read_field("question"), values)


def _submit_parsed_answer(request: RequestContext, game: str, question: str, values: list[str]) -> DeskAnswer:
    """Parse the values that a form sent for a question (an id) and answer the question with them; a text that does not
    fit is heard as the player's own words. If the viewer is not asked it any more, only the first value is submitted,
    and the game refuses it.
    """
    shown = views.build_cached_view(request.host, views.load_saved_game(request.host, game), request.who)
    asked = next((asked for asked in shown.asked if asked.who == shown.you and asked.has_id_among([question])), None)
    value: object = values[:1]
    if asked is not None:
        # Somebody asked to name a player types the name and not the seat.
        # A button beside an empty field sends both.
        text = ", ".join(filter(None, values))
        value = matching.parse_answer_value(shown, asked, text) if values else ""
        if text and not matching.is_valid_answer(asked, value) and asked.form.kind != "text":
            return hear_own_words(request, game, text, asked.id)
    return playing.answer_exact_question(FormRequest(request, game=game), game, asked.id if asked else question, value)


def _submit_play_form(request: RequestContext, game: str) -> DeskAnswer:
    """Make the play that a form names, with its words or else its values."""
    values = [request.read_field("words")] if request.read_field("words") else request.fields.get("value", [])
    return _submit_parsed_play(request, game, request.read_field("key"), values)


def _submit_parsed_play(request: RequestContext, game: str, key: str, values: list[str]) -> DeskAnswer:
    """Make the play (a move that no question asks for) of this `key` with the values that a form sent, parsed for it; a
    play that is not open to the viewer is submitted without a value, and refused by the game.
    """
    shown = views.build_cached_view(request.host, views.load_saved_game(request.host, game), request.who)
    play = next((item for item in shown.plays if item.key == key), None)
    value: object = None
    if play is not None:
        value = matching.parse_play_value(shown, play, ", ".join(values))
    return playing.submit_exact_play(FormRequest(request, game=game), game, key, value)


def _submit_square_form(request: RequestContext, game: str) -> DeskAnswer:
    """Carry out the form of a square: its field `do` says which question it answers or which play it makes. The square
    is the one typed if the field `by` is filled in, else the one tapped (`value`).
    """
    do = request.read_field("do")
    values = [request.read_field("typed")] if request.read_field("by") else request.fields.get("value", [])
    if do.startswith(PLAY):
        return _submit_parsed_play(request, game, do.removeprefix(PLAY), values)
    return _submit_parsed_answer(request, game, do.removeprefix(QUESTION), values)


def _submit_own_words(request: RequestContext, game: str) -> DeskAnswer:
    """Hear what a player has written freely into the page's text field, as `hear_own_words` does: as a command, an
    answer, a play or a question to the host; return the answer, which the caller makes a page.
    """
    return hear_own_words(request, game, request.read_field("words"))


SAID_IN_WORDS = (OWN_WORDS, "answer", "square")  # forms that may be answered with words


AT_DESK = ("again", "join", "word", "begin", "admit", "invite", "leave", "kick", "standin", "vote", "pause", "resume")


GAME_FORM_ACTIONS: Mapping[str, Does] = {
    "answer": _submit_answer_form,
    "play": _submit_play_form,
    "square": _submit_square_form,
    OWN_WORDS: _submit_own_words,
    **news.REPORT_FORM_ACTIONS,
    **build_added_functions(lambda extra: {word: form.does for word, form in extra.game_forms.items()}),
    "bot": partial(_run_desk_command, "bots"),
    "close": partial(_run_desk_command, "endgame"),
    "extend": partial(_run_desk_command, "extend"),
    **{word: partial(_run_desk_command, word) for word in AT_DESK},
}


FORM_RETURNS = {
    word: f"/{form.back}" for extra in list_extras() for word, form in extra.game_forms.items() if form.back
}
