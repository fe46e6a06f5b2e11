"""Being called back: the offer beside a table, the part of one's own page, and the forms of both."""

from __future__ import annotations

import base64
import binascii

from engine.kernel import Illegal
from host.core.session import Person
from host.core.store import browsers
from host.core.store.browsers import Browser
from host.doors.registry import bell
from host.doors.web.files import address, kind, read
from host.doors.web.markup.frame import frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import SAFE, Response, page, see
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import form
from host.said.desk import refusals

LONGEST = 200  # letters of a key, or of a browser's name
OFFER = "Shall I call you here when it is your turn?"


def offer(request: RequestContext, *, plays: bool) -> Child:
    """Beside a table, for whoever plays in the browser alone. The script shows it once they have done something."""
    person = request.person
    if person is None or not plays or (person.place and not _called(request, person)):
        return None
    words = _words(request, person)
    if not words:
        return None
    yes = h("button", request.say("Yes, call me"), type="button", id="bell-on", class_="go")
    no = h("button", request.say("No"), type="button", id="bell-no")
    question = h("p", request.say(OFFER), id="bell-said", role="status")
    return h("aside", question, yes, no, class_="bell", hidden=True, **words)


def section(request: RequestContext, person: Person, once: str) -> Child:
    """The part of one's own page: where one is called, and how that ends."""
    words = _words(request, person)
    if not words:
        return None
    say = request.say
    told = say("In this browser I can call you when it is your turn, also while no page is open.")
    ends = h(
        "label",
        h("input", type="checkbox", id="bell-ends", checked=True),
        " ",
        say("Also when a cycle or a game is over"),
    )
    button = h("button", say("Call me in this browser"), type="button", id="bell-on", class_="go")
    parts = [h("p", told), h("p", ends), h("p", button), h("p", id="bell-said", role="status")]
    shown = [_row(request, browser, once) for browser in browsers.of_person(request.host.store, person.id)]
    switch = h("div", parts, hidden=True, **words)
    script = h("noscript", h("p", say("That needs JavaScript.")))
    return h("section", h("h2", say("Calls")), switch, script, h("ul", shown), class_="card ways")


def begun(request: RequestContext, person: Person) -> Response:
    """Call them in this browser from now on."""
    ringing = bell(request.host)
    if ringing is None:
        raise Illegal(refusals.NO_BELL)
    place, now = request.word("address"), request.host.now()
    name = request.word("device").strip()[:LONGEST] or request.say("A browser")
    browser = Browser(
        place, _bytes(request.word("key")), _bytes(request.word("secret")), name, bool(request.word("ends")), now
    )
    ringing.begin(person, browser)
    return see("/me")


def ended(request: RequestContext, person: Person) -> Response:
    """Not in this browser any more."""
    ringing = bell(request.host)
    if ringing is not None:
        ringing.end(person, request.word("browser")[:LONGEST])
    return see("/me")


def offline(request: RequestContext) -> Response:
    """What a browser shows that cannot reach us."""
    text = request.say(
        "There is no connection. Your games wait, and their clocks say until when; try again in a moment."
    )
    middle = h("main", h("p", text, class_="alert"), h("p", h("a", request.say("Try again"), href="/", class_="go")))
    return page(frame(request.words, request.say("Offline"), middle))


def worker(_: RequestContext) -> Response:
    """The script that works while no page is open. It lies where all pages do, and browsers ask for it anew."""
    return Response(200, read("worker.js"), {**SAFE, "Content-Type": kind("worker.js"), "Cache-Control": "no-cache"})


def _called(request: RequestContext, person: Person) -> bool:
    return any(person.place.startswith(f"{name}:") for name in request.host.config.rung)


def _words(request: RequestContext, person: Person) -> dict[str, object]:
    """What the script has to know; nothing, if nobody can be called here."""
    ringing = bell(request.host)
    if ringing is None:
        return {}
    known = " ".join(browser.id for browser in browsers.of_person(request.host.store, person.id))
    return {
        "id": "bell",
        "data_bell": address("notices.js"),
        "data_key": ringing.key(),
        "data_known": known,
        "data_done": request.say("I shall call you here."),
        "data_denied": request.say("This browser does not let me. Its settings for this site can change that."),
        "data_failed": request.say("That did not work. Please try again."),
        "data_cannot": request.say(
            "This browser cannot be called; on an iPhone, put this page on the home screen first."
        ),
    }


def _row(request: RequestContext, browser: Browser, once: str) -> Markup:
    worked = request.say("reached") if browser.worked else request.say("not reached yet")
    hidden = h("input", type="hidden", name="browser", value=browser.id)
    stop = form("/me/browser-off", once, hidden, h("button", request.say("Stop")))
    return h("li", browser.name, h("small", " ", worked), stop)


def _bytes(word: str) -> bytes:
    """Base64 as browsers write it; nothing, if it is not."""
    try:
        return base64.urlsafe_b64decode(word[:LONGEST] + "=" * (-len(word) % 4))
    except (binascii.Error, ValueError):
        return b""
