"""Calls in a browser, as the page begins and ends them: beside a table, and on one's own page."""

from __future__ import annotations

import base64
import binascii

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.session import Person
from host.doors.web.files import format_static_url
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import Response, redirect_to
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import render_action_form
from host.extras.push import browsers
from host.extras.push.browsers import Browser, PushBell
from host.extras.push.door import DOOR
from host.said.desk import refusals

MAX_KEY_LETTERS = 200  # letters of a key, or of a browser's name
BELL_OFFER = "Do you want me to notify you here when it is your turn?"


def render_bell_offer(request: RequestContext) -> Child:
    """Render the offer of push notices beside a table, for players who get no messages in a chat (None for others,
    or if this host sends none); the page's script shows it after their first move.
    """
    person = request.person
    if person is None or (person.place and not _is_notified_only(request, person)):
        return None
    words = _build_bell_data(request, person)
    if not words:
        return None
    yes = h("button", request.say("Yes, notify me"), type="button", id="bell-on", class_="go")
    no = h("button", request.say("No"), type="button", id="bell-no")
    question = h("p", request.say(BELL_OFFER), id="bell-said", role="status")
    return h("aside", question, yes, no, class_="bell", hidden=True, **words)


def render_bell_section(request: RequestContext, person: Person, once: str) -> Child:
    """Render the part of a person's own page to switch push notices on and off, whose forms carry `once`, by which a
    form sent twice is recognised; None if this host sends none.
    """
    words = _build_bell_data(request, person)
    if not words:
        return None
    say = request.say
    told = say("This browser can notify you when it is your turn, even when no page is open.")
    ends = h(
        "label",
        h("input", type="checkbox", id="bell-ends", checked=True),
        " ",
        say("Also when a cycle or a game is over"),
    )
    button = h("button", say("Notify me in this browser"), type="button", id="bell-on", class_="go")
    parts = [h("p", told), h("p", ends), h("p", button), h("p", id="bell-said", role="status")]
    shown = [
        _render_browser_row(request, browser, once) for browser in browsers.list_browsers(request.host.store, person.id)
    ]
    switch = h("div", parts, hidden=True, **words)
    script = h("noscript", h("p", say("This works only with JavaScript.")))
    return h("section", h("h2", say("Notifications")), switch, script, h("ul", shown), class_="card ways")


def subscribe_browser(request: RequestContext, person: Person) -> Response:
    """Subscribe this browser to push notices for the person, from a form of the page, and redirect to their own page;
    raise Illegal if this host sends none, or the browser's push service or key does not fit.
    """
    ringing = _make_bell(request.host)
    if ringing is None:
        raise Illegal(refusals.NO_BELL, code="no_push")
    place, now = request.read_field("address"), request.host.now()
    name = request.read_field("device").strip()[:MAX_KEY_LETTERS] or request.say("A browser")
    browser = Browser(
        place,
        _decode_key(request.read_field("key")),
        _decode_key(request.read_field("secret")),
        name,
        bool(request.read_field("ends")),
        now,
    )
    ringing.subscribe(person, browser)
    return redirect_to("/me")


def unsubscribe_browser(request: RequestContext, person: Person) -> Response:
    """Unsubscribe a browser from push notices, from a form of the page, and redirect to the person's own page; do
    nothing but redirect if this host sends none.
    """
    ringing = _make_bell(request.host)
    if ringing is not None:
        ringing.unsubscribe(person, request.read_field("browser")[:MAX_KEY_LETTERS])
    return redirect_to("/me")


def _is_notified_only(request: RequestContext, person: Person) -> bool:
    """Return whether the person's messages go to a platform that only notifies (e-mail or browser)."""
    return any(person.place.startswith(f"{name}:") for name in request.host.config.rung)


def _build_bell_data(request: RequestContext, person: Person) -> dict[str, object]:
    """Return the data attributes that the page's script needs to subscribe to push notices; empty if this host sends
    none.
    """
    ringing = _make_bell(request.host)
    if ringing is None:
        return {}
    known = " ".join(browser.id for browser in browsers.list_browsers(request.host.store, person.id))
    return {
        "id": "bell",
        "data_bell": True,
        "data_script": format_static_url("notices.js"),
        "data_key": ringing.load_or_make_public_key(),
        "data_known": known,
        "data_done": request.say("I will notify you here."),
        "data_denied": request.say(
            "This browser blocks notifications. You can change this in its settings for this site."
        ),
        "data_failed": request.say("That did not work. Please try again."),
        "data_cannot": request.say(
            "I cannot notify you in this browser. On an iPhone, first add this page to the home screen."
        ),
    }


def _render_browser_row(request: RequestContext, browser: Browser, once: str) -> Markup:
    """Render one browser of a person's own page: its name, whether a notice has reached it, and a button that ends
    its notices.
    """
    worked = request.say("reached") if browser.worked else request.say("not reached yet")
    hidden = h("input", type="hidden", name="browser", value=browser.id)
    stop = render_action_form("/me/browser-off", once, hidden, h("button", request.say("Stop")))
    return h("li", browser.name, h("small", " ", worked), stop)


def _decode_key(word: str) -> bytes:
    """Decode a browser's push key from URL-safe base64; return empty bytes if it is malformed."""
    try:
        return base64.urlsafe_b64decode(word[:MAX_KEY_LETTERS] + "=" * (-len(word) % 4))
    except (binascii.Error, ValueError):
        return b""


def _make_bell(host: HostContext) -> PushBell | None:
    """Return the object that subscribes browsers to push notices, or None if this host sends none."""
    return PushBell(host) if DOOR.name in host.config.rung else None
