"""Routes: which address does what. Every input becomes one use-case; every page is made from one `Showing`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable
from typing import Any

from engine.kernel import Illegal, Reader
from engine.rulesets import ruleset
from host.core import predictions
from host.core.context import HostContext
from host.core.session import LOBBY, OVER, RUNNING, Session, WritingStyle
from host.core.store.prediction_slips import PredictionSlip
from host.core.store.store import SavedGame
from host.doors.web.markup.frame import STATUS, frame, static, trouble
from host.doors.web.markup.html import Child, h
from host.doors.web.pages import (
    calendar,
    event_stream,
    fame_pages,
    front_page,
    linking,
    looking_back,
    mailing,
    own_page,
    own_record,
    public_lobby,
    sharing,
)
from host.doors.web.requests import form_actions, inside
from host.doors.web.requests.http import SAFE, HttpRequest, Response, cookie, max_body_bytes, page, part, see
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table import asking, ending, notification_offers, private_link_offer, table_page, talk
from host.doors.web.table.page_context import KEY_TO_COME, PageContext, WaitingGame
from host.people import accounts
from host.said.desk import refusals, strangers
from host.shown import predictions as shown_predictions
from host.shown import views
from host.shown.predictions import PointsLine
from host.shown.views import GameView
from host.shown.words import reader

GAME = re.compile(r"/g/([0-9a-f]{8})(?:/([a-z]+))?/?")
LONGEST_WORD = 60
READ, METHODS = ("GET", "HEAD"), ("GET", "HEAD", "POST")
HEALTH = "/healthz"


def answer(host: HostContext, http: HttpRequest) -> Response:
    """What goes back for a request. Whatever it is, it is answered with a sentence."""
    words = reader({}, WritingStyle())
    if len(http.sent) > max_body_bytes(http.path):
        return trouble(words, refusals.TOO_MUCH, 413)
    if http.method == "POST" and (http.foreign or (inside.meant(http) and not http.own)):
        return trouble(words, refusals.FOREIGN, 403)
    if http.method not in METHODS:
        return _not_so(words, ", ".join(METHODS))
    head, _, rest = http.path.removeprefix("/").partition("/")
    if head == "static":
        return static(rest)
    request = RequestContext(host, http)
    try:
        request = RequestContext.of(host, http)
        response = _routed(request, head, rest)
    except Illegal as no:
        response = trouble(request.words, no.text, STATUS.get(no.code, 404), **no.facts)
    if request.new:
        response.add_cookie(request.new)
    return inside.framed(response) if inside.meant(http) else response


def _healthy(request: RequestContext) -> Response:
    """Well, as long as the table can be read; what in it cannot be read is counted."""
    request.host.store.last_beat()
    return Response(200, health(request.host), {"Content-Type": "text/plain", "Cache-Control": "no-store"})


def health(host: HostContext) -> bytes:
    """What a monitor reads. The host is well, too, where single games stand aside."""
    damaged = len(host.store.damaged())
    return f"ok\n{damaged} damaged: rtab doctor says which\n".encode() if damaged else b"ok\n"


def _not_so(words: Reader, allowed: str) -> Response:
    response = trouble(words, refusals.NOT_DONE_HERE, 405)
    response.headers["Allow"] = allowed
    return response


def _routed(request: RequestContext, head: str, rest: str) -> Response:
    if head == "p":
        return _enter(request, rest)
    if found := GAME.fullmatch(request.http.path):
        return _game(request, found[1], found[2] or "")
    return FOLDERS[head](request, rest) if head in FOLDERS else _page(request)


def _page(request: RequestContext) -> Response:
    read, done = PAGES.get(request.http.path, (None, None))
    act = done if request.http.method == "POST" else read
    if act is not None:
        return act(request)
    if read or done:
        return _not_so(request.words, "GET, HEAD" if read else "POST")
    return trouble(request.words, refusals.NO_PAGE, 404)


def _enter(request: RequestContext, token: str) -> Response:
    """A private link opens one person's own side, and then leaves the address bar. Whoever is somebody else here stays
    so unless they say otherwise: anybody can be made to open a link.
    """
    person = accounts.by_token(request.host, token)
    if person is None:
        return trouble(request.words, refusals.OLD_LINK, 403)
    if request.person is not None and request.who != person.id and request.http.method in READ:
        return linking.asked_who(request, person, request.person)
    return see("/", cookie(token, secure=request.http.secure))


def _game(request: RequestContext, game: str, action: str) -> Response:
    if request.http.method == "POST":
        return form_actions.act(request, game, action)
    response = _looked_at(request, game, action)
    response.body = response.body.replace(KEY_TO_COME.encode(), request.host.token(16).encode())
    return response


def _looked_at(request: RequestContext, game: str, action: str) -> Response:
    if action in PIECES:
        return PIECES[action](request, game)
    if action and action not in LOOKS:
        return trouble(request.words, refusals.NO_PAGE, 404, f"/g/{game}")
    saved = views.found(request.host, game)
    context = _context(request, saved)
    if action:
        return LOOKS[action](request, context)
    refresh = not asking.questions(context)
    title, heading = context.name(context.shown.title), table_page.heading(context)
    table = _table(request, context, saved.session, _mark(saved.version, request, game))
    plain = context.shown.stage != RUNNING
    plays = bool(context.shown.you) and context.shown.stage == RUNNING
    keeps = private_link_offer.offer(request, game) if context.shown.you and context.shown.stage == LOBBY else None
    bell = (
        (private_link_offer.beside(request, game) or notification_offers.offer(request, plays=plays)) if plays else None
    )
    return page(
        frame(
            context.reader,
            title,
            [table, h("div", keeps, class_="pages") if keeps else None],
            live=game,
            refresh=refresh,
            heading=heading,
            plain=plain,
            beside=bell,
            preview=sharing.of_table(context),
        )
    )


def _context(request: RequestContext, saved: SavedGame) -> PageContext:
    shown = views.looked_at(request.host, saved, request.who)
    reader = request.reader(shown.names, shown.style)
    slip, ranked, ever = _predicted(request, shown, saved.session)
    hosted = shown.stage == LOBBY and shown.yours and not shown.invited
    return PageContext(
        shown,
        reader,
        known=bool(request.person),
        now=request.host.now(),
        once=KEY_TO_COME,
        invited=request.http.param("invited")[:LONGEST_WORD],
        chosen=_square(request.http.param("square")),
        since=_since(request.http.param("n")),
        was=request.http.param("was"),
        named=[n for n in map(_square, request.http.param("named")[:LONGEST_WORD].split(",")) if n],
        table=request.http.param("table")[:LONGEST_WORD],
        address=request.http.origin,
        slip=slip,
        ranked=ranked,
        ever=ever,
        strangers=hosted and request.host.config.strangers and not shown.places,
        sought=notice.words if hosted and (notice := strangers.of(request.host, shown.id)) else None,
        mine=shown.stage == OVER and bool(shown.you),
        next=_next(request, shown),
        who=request.who,
        pieces=request.host.pieces,
        shared=_shared(request, saved, reader),
    )


def _shared(request: RequestContext, saved: SavedGame, reader: Reader) -> dict[Hashable, Any]:
    """What has been drawn for all who read alike of a game as it is kept, byte for byte: names are kept in it."""
    key = (saved.session.id, saved.version, saved.body, reader.language, reader.comma)
    return request.host.shared.of(key, request.host.now(), math.inf, dict)


def _next(request: RequestContext, shown: GameView) -> WaitingGame | None:
    """Where else the viewer is waited for; asked only where nothing waits for them here."""
    if request.person is None or any(asked.who == shown.you for asked in shown.asked):
        return None
    found = [
        WaitingGame(session.id, ruleset(session.ruleset).title, min(clock.due for clock in clocks.values()))
        for session, clocks in accounts.waiting_for(request.host, request.who, besides=shown.id)
    ]
    return min(found, key=lambda each: each.due, default=None)


def _waiting(request: RequestContext) -> Response:
    """How many games wait for the viewer, for the title of a tab that nobody looks at."""
    many = len(accounts.waiting_for(request.host, request.who)) if request.person else 0
    return Response(200, str(many).encode(), {"Content-Type": "text/plain", **SAFE})


def _predicted(
    request: RequestContext, shown: GameView, session: Session
) -> tuple[PredictionSlip | None, list[PointsLine], list[PointsLine]]:
    """What the viewer predicts, and the points of all: for whoever takes part in that, and when the game is over."""
    if shown.stage not in (RUNNING, OVER) or not (request.person or shown.stage == OVER):
        return None, [], []
    slip = predictions.mine(request.host, session, request.who)[0] if request.person else None
    if shown.stage != OVER and not (slip and (slip.open or slip.told)):
        return slip, [], []
    ranked = shown_predictions.here(request.host, session, request.who)
    return slip, ranked, shown_predictions.ever(request.host, session, request.who) if ranked else []


def _since(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


def _square(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 5 else 0


def _table(request: RequestContext, context: PageContext, session: Session, mark: str) -> str:
    shown = context.shown
    first = max(0, shown.version - table_page.LOGGED)
    log = views.newest_log(request.host, session, first, table_page.LOGGED + 1)
    said = views.told_to(session, request.who, log)
    ended = ending.drawn(request.host, context) if shown.stage == OVER else None
    talked = _talked(request, context)
    return table_page.middle(context, mark, said, ended, talked)


def _talked(request: RequestContext, context: PageContext) -> Child:
    """The place of talk; what is in it only for whoever has it in view, and a part without it leaves it as it is."""
    if request.http.param("talk"):
        return talk.sheet(context, table_page.close(context), request)
    return None if request.http.path.endswith("/part") else talk.sheet(context, table_page.close(context))


def _part(request: RequestContext, game: str) -> Response:
    """The middle of the page, if it has changed; whether it has takes one short look."""
    saved = views.found(request.host, game)
    mark = _mark(saved.version, request, game)
    if request.http.headers.get("if-none-match") == mark:
        return Response(304, b"", {"ETag": mark, "Cache-Control": "no-store"})
    context = _context(request, saved)
    return part(table_page.heading(context) + _table(request, context, saved.session, mark), mark)


def _mark(version: int, request: RequestContext, game: str) -> str:
    """Changes whenever the page does; each person's is their own."""
    comma = request.person.habits.style.comma if request.person else ""
    return f'"{version}-{request.who[:6]}{ord(comma) if comma else ""}{talk.mark(request, game)}"'


def _rules(request: RequestContext, word: str) -> Response:
    return looking_back.rules(request, word[:LONGEST_WORD])


PIECES = {"part": _part, "felt": talk.counted, "events": event_stream.lines}  # what programs ask for again and again
LOOKS: dict[str, Callable[[RequestContext, PageContext], Response]] = {
    "log": looking_back.whole_log,
    "away": looking_back.missed,
    "story": looking_back.public_text,
    "replay": looking_back.replay,
    "record": own_record.record,
    "transcript": looking_back.transcript,
    "check": looking_back.check,
    "talk": talk.whole,
    "flag": public_lobby.flag,
    "fame": fame_pages.hall_of_fame,
    "moment": sharing.moment,
    "card": sharing.card,
    "podium": sharing.podium,
}
Page = Callable[[RequestContext], Response]
FOLDERS: dict[str, Callable[[RequestContext, str], Response]] = {
    "me": own_page.me,
    "rules": _rules,
    "calendar": calendar.calendar,
    "u": fame_pages.profile,
    "mail": mailing.answered,
    "events": event_stream.schema,
}
PAGES: dict[str, tuple[Page | None, Page | None]] = {
    "/": (front_page.hall, None),
    "/new": (None, front_page.opened),
    "/table": (None, front_page.own_table),
    "/records": (fame_pages.records, None),
    "/tables": (public_lobby.tables, None),
    "/claim": (linking.claim, linking.confirm),
    **dict.fromkeys(inside.ENTRANCES, (inside.entrance, inside.enter)),
    "/waiting": (_waiting, None),
    "/sw.js": (notification_offers.worker, None),
    "/offline": (notification_offers.offline, None),
    HEALTH: (_healthy, None),
}
