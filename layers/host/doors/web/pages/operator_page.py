"""`/operator`: the state of the host, for the holder of the link that `rtab operator` prints.

It shows whom games wait for, and nothing of what is sealed. In English, as everything else that an operator reads.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from engine.kernel import Illegal
from engine.kernel.text import PLAIN_READER
from engine.rulesets import RULESETS
from host import VERSION
from host.core import posting
from host.core.context import HostContext, OperatorFinding
from host.core.session import LOBBY, RUNNING, Session
from host.core.store.items import OUT
from host.doors.web.markup.frame import STATUS, build_refusal_response, build_trouble_response, render_frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests import request_context
from host.doors.web.requests.http import Response, build_html_response, format_session_cookie, redirect_to
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import render_action_form
from host.people.accounts import OPERATOR_TOKEN_SECONDS, is_operator_token
from host.said.desk import refusals
from host.said.desk.tables import run_operator_action
from host.shown.text_view import format_game_state, format_game_wait, format_hours, list_open_games

OPERATOR_PATH, OPERATOR_COOKIE = "/operator", "rtab-operator"
MAX_LISTED_GAMES, MAX_COUNTED_POSTS = 200, 10_000


def serve_operator_page(request: RequestContext, rest: str) -> Response:
    """Serve the operator's page: open it by a printed link, whose token (`rest`) is stored in a cookie, show it, or run
    one of its forms. Without a token that is still valid, or inside another app, serve an error page (403).
    """
    if request_context.is_embedded(request.http):
        return build_trouble_response(PLAIN_READER, refusals.OPERATOR_LINK_ENDED, 403)
    if not is_operator_token(request.host, rest or request.http.read_cookie(OPERATOR_COOKIE)):
        return build_trouble_response(PLAIN_READER, refusals.OPERATOR_LINK_ENDED, 403)
    if rest:
        return redirect_to(OPERATOR_PATH, _format_operator_cookie(rest, secure=request.http.secure))
    return _run_operator_form(request) if request.http.method == "POST" else _serve_operator_overview(request)


def _format_operator_cookie(token: str, *, secure: bool) -> str:
    """Format the cookie that lets a browser open the operator's page with this token; the browser keeps it for as long
    as a new token is valid.
    """
    return format_session_cookie(
        token, secure=secure, age=int(OPERATOR_TOKEN_SECONDS), name=OPERATOR_COOKIE, path=OPERATOR_PATH
    )


def _run_operator_form(request: RequestContext) -> Response:
    """Carry out what the operator's form asks for (pause, resume, remove or restore a game), and lead back to the
    operator's page, or show why it was refused.
    """
    try:
        reply = run_operator_action(request.host, request.read_field("do"), request.read_field("game"))
    except Illegal as no:
        return build_trouble_response(PLAIN_READER, no.text, STATUS.get(no.code, 409), OPERATOR_PATH, **no.facts)
    if not reply.ok:
        return build_refusal_response(reply.lines, PLAIN_READER, OPERATOR_PATH, reply.code)
    return redirect_to(OPERATOR_PATH)


# -- showing


def _serve_operator_overview(request: RequestContext) -> Response:
    """Serve the operator's page: open games with their buttons, queued messages, errors, backups and, if asked for,
    what the `doctor` command finds.
    """
    host, once = request.host, request.host.token(16)
    games = list_open_games(host)
    main = h(
        "main",
        _render_games(games, host.now(), once),
        _render_section("Outbox", _list_outbox_lines(host), "Nothing waits to be sent."),
        _render_section("Errors", host.operator.list_errors(), host.operator.errors_elsewhere),
        _render_section("Backups", host.operator.list_backups(), host.operator.backups_elsewhere),
        _render_findings(request),
        class_="pages operator",
    )
    return build_html_response(render_frame(PLAIN_READER, f"Operator, release {VERSION}", main))


def _render_section(title: str, lines: Iterable[str], none: str) -> Markup:
    """Render a titled list of lines, or the sentence `none` if there are none."""
    rows = [h("li", line) for line in lines]
    return h("section", h("h2", title), h("ul", rows) if rows else h("p", none, class_="hint"), class_="card")


def _render_games(games: Sequence[Session], now: float, once: str) -> Markup:
    """Render the open games, 200 at most, those that stand still (paused, removed, broken or put off) first, each with
    how long it has waited by the time `now`, and with its buttons for the operator; all forms have the page's
    idempotency key `once`.
    """
    shown = sorted(games, key=lambda game: format_game_state(game, now) in (LOBBY, RUNNING))
    rows = [_render_game_row(game, now, once) for game in shown[:MAX_LISTED_GAMES]]
    more = h("p", f"{len(games) - len(rows)} more: rtab games", class_="hint") if len(rows) < len(games) else None
    many = f"{len(games)} open game{'' if len(games) == 1 else 's'}"
    return h("section", h("h2", many), h("ul", rows, class_="games") if rows else None, more, class_="card")


def _render_game_row(game: Session, now: float, once: str) -> Markup:
    """Render one game with its state by the time `now`, and with the operator's buttons; `once` is the page's
    idempotency key.
    """
    title = PLAIN_READER.format_value(RULESETS[game.ruleset].title) if game.ruleset in RULESETS else game.ruleset
    words = h(
        "div",
        h("a", f"{game.id} {title}", href=f"/g/{game.id}"),
        h("p", f"{format_game_state(game, now)}: {format_game_wait(game, now)}"),
    )
    return h("li", words, h("div", _list_game_forms(game, once)))


def _list_game_forms(game: Session, once: str) -> list[Child]:
    """Return the operator's buttons for a game: remove it (which takes a second tap) and, while it runs, pause or
    resume it; for a removed game only one that restores it. `once` is the page's idempotency key.
    """
    if game.removed:
        return [_render_game_form("restore", game.id, once)]
    remove = h("details", h("summary", "Remove …"), _render_game_form("remove", game.id, once))
    if game.stage != RUNNING:
        return [remove]
    return [_render_game_form("resume" if game.paused else "pause", game.id, once), remove]


def _render_game_form(do: str, game: str, once: str) -> Markup:
    """Render the button with which the operator does something (`do`, such as pause) to the game of this id; `once` is
    the page's idempotency key.
    """
    fields = [h("input", type="hidden", name=name, value=value) for name, value in (("do", do), ("game", game))]
    return render_action_form(OPERATOR_PATH, once, fields, h("button", f"{do.capitalize()} {game}"))


def _list_outbox_lines(host: HostContext) -> list[str]:
    """Return a line for each platform, by name, about how many messages wait to be sent there (ten thousand in all are
    counted at most) and since when the oldest is due.
    """
    items = host.store.table.due_before(OUT, math.inf, limit=MAX_COUNTED_POSTS)
    waiting, oldest = Counter[str](), dict[str, float]()
    for item in items:
        platform = posting.parse_platform(item.pk.removeprefix("chat:"))
        waiting[platform] += 1
        oldest[platform] = min(item.moment, oldest.get(platform, math.inf))
    ages = {name: format_hours(max(0.0, host.now() - moment)) for name, moment in oldest.items()}
    return [f"{name}: {many} waiting, the oldest for {ages[name]}" for name, many in sorted(waiting.items())]


def _render_findings(request: RequestContext) -> Markup:
    """Render everything that the `doctor` command checks, well or not, only if the request asks for it, because that
    reads all stored data; otherwise a link that asks for it.
    """
    if not request.http.read_param("doctor"):
        ask = h("p", h("a", "Run the doctor", href=f"{OPERATOR_PATH}?doctor=yes", class_="btn"))
        return h("section", h("h2", "Doctor"), ask, class_="card")
    found = request.host.operator.list_findings(request.host)
    return _render_section("Doctor", map(_format_finding, found), "Nothing is damaged.")


def _format_finding(finding: OperatorFinding) -> str:
    """Format what was checked and, after it, what to do about it, or “OK” if nothing."""
    return f"{finding.what}: {finding.cure or 'OK'}"
