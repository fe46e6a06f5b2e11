"""The page inside another app: its entrance, whom the app vouches for, and who may frame what is shown there.

A frame of somebody else's gets no ordinary cookie. Whom the app vouches for gets one of its own kind, which counts for
requests of this site's own pages alone; every form sent with it must say that it comes from here. Only what is asked
for with it, and the entrance, which shows nobody's side, may be framed, and by that app's client alone.
"""

from __future__ import annotations

import re

from engine.kernel import Illegal
from host.doors.registry import App, Door, Launch, apps, load
from host.doors.web.files import address
from host.doors.web.markup.frame import frame, trouble
from host.doors.web.markup.html import h
from host.doors.web.requests.http import SAFE, HttpRequest, Response, cookie_inside, page
from host.doors.web.requests.request_context import RequestContext
from host.people import accounts, rate_limits
from host.said.desk import refusals

ENTRANCES = {app.entrance for _, app in apps()}
GAME = re.compile(r"[0-9a-f]{8}")
POLICY, NOBODY = "Content-Security-Policy", "frame-ancestors 'none'"
LEAKY = (
    "This app keeps nothing for pages, so it cannot show you your side. Open the table in your browser; a private link "
    "from our chat lets you in there."
)


def meant(request: HttpRequest) -> bool:
    """Is this for, or from, somebody inside another app?"""
    return bool(request.path in ENTRANCES or request.inside)


def framed(response: Response) -> Response:
    """The same for the app's frame: it may be shown there, and its script says to the app what the app has to know."""
    if NOBODY in response.headers.get(POLICY, ""):
        allowed = " ".join(app.frames for _, app in apps())
        response.headers[POLICY] = response.headers[POLICY].replace(NOBODY, f"frame-ancestors {allowed}")
        scripts = "".join(str(h("script", src=address(app.script.name), defer=True)) for _, app in apps())
        response.body = response.body.replace(b"</head>", f"{scripts}</head>".encode(), 1)
    return response


def entrance(request: RequestContext) -> Response:
    """What waits until the app has said who that is. It knows nobody, and does nothing outside of the app."""
    door, _ = _app(request)
    say = request.say
    outside = say("Open this page from our chat in {platform}.", platform=door.title)
    told = {"data_outside": outside, "data_leaky": say(LEAKY)}
    told["data_failed"] = say("That did not work. Please try again.")
    parts = (
        h("p", say("One moment."), id="entrance", role="status", **told),
        h("p", h("a", say("To the hall"), href="/", class_="go"), hidden=True),
        h("noscript", h("p", say("Without JavaScript the table opens in your browser only."))),
    )
    return page(frame(request.words, say("Race to a Billion"), h("main", parts, class_="pages")))


def enter(request: RequestContext) -> Response:
    """Lets in exactly whom the app vouches for, and says where they want to go."""
    try:
        launch = _launch(request)
    except Illegal as no:
        return trouble(request.words, no.text, 403, **no.facts)
    if not request.host.store.who(launch.identity, request.host.now()):
        rate_limits.count(request.host, "newcomers", request.visitor)
    person = accounts.known(request.host, launch.identity, launch.name)
    wish = next(filter(GAME.fullmatch, (launch.wish, request.word("game"))), "")
    headers = {"Content-Type": "text/plain; charset=utf-8", **SAFE}
    response = Response(200, (f"/g/{wish}" if wish else "/").encode(), headers)
    if not request.http.inside or request.who != person.id:
        response.add_cookie(cookie_inside(accounts.web_link(request.host, person.id)))
    return response


def _launch(request: RequestContext) -> Launch:
    door, app = _app(request)
    found: Launch = load(app.read)(request.word("data"), request.host.app_keys[door.name](), request.host.now())
    return found


def _app(request: RequestContext) -> tuple[Door, App]:
    found = next(((door, app) for door, app in apps() if door.name in request.host.app_keys), None)
    if found is None:
        raise Illegal(refusals.NO_APP)
    return found
