"""The page inside another app: its entrance, whom the app vouches for, and who may frame what is shown there.

A frame of somebody else's gets no ordinary cookie. Whom the app vouches for gets one of its own kind, which counts for
requests of this site's own pages alone; every form sent with it must say that it comes from here. Only what is asked
for with it, and the entrance, which shows nobody's side, may be framed, and by that app's client alone.
"""

from __future__ import annotations

import re

from engine.kernel import Illegal
from host.core.extras import import_target
from host.doors.registry import App, Door, Launch, list_door_apps
from host.doors.web.files import format_static_url
from host.doors.web.markup.frame import render_frame, render_trouble
from host.doors.web.markup.html import h
from host.doors.web.requests.http import SAFE, HttpRequest, Response, build_html_response, format_embedded_cookie
from host.doors.web.requests.request_context import RequestContext
from host.people import accounts, rate_limits
from host.said.desk import refusals

ENTRANCES = {app.entrance for _, app in list_door_apps()}
LAUNCH_GAME_ID = re.compile(r"[0-9a-f]{8}")
POLICY, NOBODY = "Content-Security-Policy", "frame-ancestors 'none'"

LEAKY = (
    "This app does not save anything for web pages, so it cannot show your secrets. Open the game in your "
    "browser, with a private link from our chat."
)


def is_embedded(request: HttpRequest) -> bool:
    """Return whether this request comes from a page shown inside another app, or is for one."""
    return bool(request.path in ENTRANCES or request.inside)


def allow_framing(response: Response) -> Response:
    """Allow the embedding app to show this response in a frame, and add the scripts that talk to the app."""
    if NOBODY in response.headers.get(POLICY, ""):
        allowed = " ".join(app.frames for _, app in list_door_apps())
        response.headers[POLICY] = response.headers[POLICY].replace(NOBODY, f"frame-ancestors {allowed}")
        scripts = "".join(
            str(h("script", src=format_static_url(app.script.name), defer=True)) for _, app in list_door_apps()
        )
        response.body = response.body.replace(b"</head>", f"{scripts}</head>".encode(), 1)
    return response


def render_app_entrance(request: RequestContext) -> Response:
    """Serve the page that logs in a user of an embedding app; outside the app it does nothing."""
    door, _ = _find_app(request)
    say = request.say
    outside = say("Open this page from our chat in {platform}.", platform=door.title)
    told = {"data_outside": outside, "data_leaky": say(LEAKY)}
    told["data_failed"] = say("That did not work. Please try again.")
    parts = (
        h("p", say("Please wait a moment."), id="entrance", role="status", **told),
        h("p", h("a", say("To all games"), href="/", class_="go"), hidden=True),
        h("noscript", h("p", say("Without JavaScript, the game opens only in your browser."))),
    )
    return build_html_response(render_frame(request.words, say("Race to a Billion"), h("main", parts, class_="pages")))


def enter_from_app(request: RequestContext) -> Response:
    """Log in the person whom the embedding app has identified, and return the address they wanted."""
    try:
        launch = _verify_launch(request)
    except Illegal as no:
        return render_trouble(request.words, no.text, 403, **no.facts)
    if not request.host.store.find_person_id(launch.identity, request.host.now()):
        rate_limits.count_act(request.host, "newcomers", request.visitor)
    person = accounts.load_or_create_person(request.host, launch.identity, launch.name)
    wish = next(filter(LAUNCH_GAME_ID.fullmatch, (launch.wish, request.read_field("game"))), "")
    headers = {"Content-Type": "text/plain; charset=utf-8", **SAFE}
    response = Response(200, (f"/g/{wish}" if wish else "/").encode(), headers)
    if not request.http.inside or request.who != person.id:
        response.add_cookie(format_embedded_cookie(accounts.create_web_token(request.host, person.id)))
    return response


def _verify_launch(request: RequestContext) -> Launch:
    """Verify the user data that the embedding app has signed; raise Illegal if it is not genuine."""
    door, app = _find_app(request)
    found: Launch = import_target(app.read)(
        request.read_field("data"), request.host.app_keys[door.name](), request.host.now()
    )
    return found


def _find_app(request: RequestContext) -> tuple[Door, App]:
    """Return the first platform whose app can embed this page, with its key; raise Illegal if there is none."""
    found = next(((door, app) for door, app in list_door_apps() if door.name in request.host.app_keys), None)
    if found is None:
        raise Illegal(refusals.NO_APP, code="not_shown_in_apps")
    return found
