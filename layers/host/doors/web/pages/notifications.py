"""Letters, as the page begins and ends them: a part of one's own page, and two addresses that stand in every letter."""

from __future__ import annotations

import base64
import binascii

from engine.kernel import Illegal
from host.core.session import Person
from host.core.store import browsers, mailboxes
from host.core.store.browsers import Browser
from host.doors.registry import make_bell, make_letter_service
from host.doors.web.files import find_content_type, format_static_url, read_static_file
from host.doors.web.markup.frame import render_frame, render_trouble
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import SAFE, Response, build_html_response, redirect_to
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import render_action_form
from host.said.desk import refusals

MAX_MAIL_FIELD = 300


def render_mail_section(request: RequestContext, person: Person, once: str) -> Child:
    """Render the section of one's own page about e-mails; None if the host sends none."""
    writing = make_letter_service(request.host)
    if writing is None:
        return None
    say, mailbox = request.say, mailboxes.load_mailbox(request.host.store, person.id)
    told = say("I can write to you when it is your turn, but not in your quiet hours. You confirm the address first.")
    ends = [("", say("Only for my turns")), ("1", say("Also when a cycle or a game is over"))]
    now = "1" if mailbox and mailbox.ends else ""
    rows = [
        h("p", h("label", say("Address"), for_="mail"), _render_address_field(mailbox.address if mailbox else None)),
        h(
            "p",
            h("label", say("What for"), for_="mail-ends"),
            h(
                "select",
                [h("option", word, value=v, selected=v == now) for v, word in ends],
                name="ends",
                id="mail-ends",
            ),
        ),
    ]
    begin = render_action_form("/me/mail", once, rows, h("button", say("Write to me")), class_="fields")
    stands = None
    if mailbox:
        there = say("Letters go there.") if writing.reads(person) else say("You are notified elsewhere at the moment.")
        text = there if mailbox.confirmed else say("It has not been confirmed yet: look into your mail.")
        stands = render_action_form("/me/mail-off", once, h("p", text, " ", h("button", say("No more letters"))))
    return h("section", h("h2", say("Letters")), h("p", told), begin, stands, class_="card ways")


def _render_address_field(value: str | None) -> Markup:
    return h(
        "input", type="email", name="mail", id="mail", value=value, maxlength=254, required=True, autocomplete="email"
    )


def subscribe_mail(request: RequestContext, person: Person) -> Response:
    """Subscribe the address in the form; it is asked to confirm."""
    writing = make_letter_service(request.host)
    if writing is None:
        raise Illegal(refusals.NO_LETTERS, code="no_mail")
    writing.begin(
        request.visitor,
        person,
        request.read_field("mail").strip()[:MAX_MAIL_FIELD],
        ends=bool(request.read_field("ends")),
    )
    return redirect_to("/me")


def unsubscribe_mail(request: RequestContext, person: Person) -> Response:
    """Unsubscribe the person's address."""
    writing, mailbox = make_letter_service(request.host), mailboxes.load_mailbox(request.host.store, person.id)
    if writing is not None and mailbox is not None:
        writing.end(mailbox.word)
    return redirect_to("/me")


def serve_mail_link(request: RequestContext, rest: str) -> Response:
    """Serve a link from an e-mail. Viewing changes nothing, as mail programs follow links, too."""
    deed, _, word = rest.partition("/")
    writing = make_letter_service(request.host)
    if writing is None or deed not in ("yes", "off"):
        return render_trouble(request.words, refusals.NO_PAGE, 404)
    if request.http.method == "POST":
        return _run_mail_link(request, deed, word)
    address = writing.known(word)
    if not address:
        return render_trouble(request.words, refusals.OLD_LINK, 403)
    question, yes = {
        "yes": ("Write to {address} when it is your turn?", "Yes, write to me"),
        "off": ("Stop writing to {address}?", "No more letters"),
    }[deed]
    asked = render_action_form(request.http.path, request.host.token(16), h("button", request.say(yes), class_="go"))
    return _render_mail_page(request, h("p", request.say(question, address=address)), asked)


def _run_mail_link(request: RequestContext, deed: str, word: str) -> Response:
    """Confirm or unsubscribe the address; unsubscribing twice is harmless, as mail programs do it by themselves."""
    writing = make_letter_service(request.host)
    if writing is None or (deed == "yes" and not writing.confirm(word)):
        return render_trouble(request.words, refusals.OLD_LINK, 403)
    if deed == "off":
        writing.end(word)
    text = (
        request.say("I will write to you there.") if deed == "yes" else request.say("I will send no more e-mail there.")
    )
    return _render_mail_page(
        request, h("p", text, role="status"), h("p", h("a", request.say("To the hall"), href="/", class_="go"))
    )


def _render_mail_page(request: RequestContext, *parts: Child) -> Response:
    middle = h("main", h("section", parts, class_="card"), class_="pages")
    return build_html_response(render_frame(request.words, request.say("Letters"), middle))


MAX_KEY_LETTERS = 200  # letters of a key, or of a browser's name
BELL_OFFER = "Notify you here when it is your turn?"


def render_bell_offer(request: RequestContext, *, plays: bool) -> Child:
    """Render the offer of push notices beside a table, for players without a chat; the script shows it after their
    first move.
    """
    person = request.person
    if person is None or not plays or (person.place and not _is_called_by_notice(request, person)):
        return None
    words = _build_bell_data(request, person)
    if not words:
        return None
    yes = h("button", request.say("Yes, call me"), type="button", id="bell-on", class_="go")
    no = h("button", request.say("No"), type="button", id="bell-no")
    question = h("p", request.say(BELL_OFFER), id="bell-said", role="status")
    return h("aside", question, yes, no, class_="bell", hidden=True, **words)


def render_bell_section(request: RequestContext, person: Person, once: str) -> Child:
    """Render the section of one's own page where push notices are switched on and off."""
    words = _build_bell_data(request, person)
    if not words:
        return None
    say = request.say
    told = say("This browser can notify you when it is your turn, even if no page is open.")
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
    script = h("noscript", h("p", say("That needs JavaScript.")))
    return h("section", h("h2", say("Calls")), switch, script, h("ul", shown), class_="card ways")


def subscribe_browser(request: RequestContext, person: Person) -> Response:
    """Subscribe this browser to push notices."""
    ringing = make_bell(request.host)
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
    ringing.begin(person, browser)
    return redirect_to("/me")


def unsubscribe_browser(request: RequestContext, person: Person) -> Response:
    """Unsubscribe a browser from push notices."""
    ringing = make_bell(request.host)
    if ringing is not None:
        ringing.end(person, request.read_field("browser")[:MAX_KEY_LETTERS])
    return redirect_to("/me")


def serve_offline_page(request: RequestContext) -> Response:
    """Serve the page that the browser caches for when there is no connection."""
    text = request.say("There is no connection. Your games are safe; try again in a moment.")
    middle = h("main", h("p", text, class_="alert"), h("p", h("a", request.say("Try again"), href="/", class_="go")))
    return build_html_response(render_frame(request.words, request.say("Offline"), middle))


def serve_service_worker(_: RequestContext) -> Response:
    """Serve the service worker from the root, uncached, as browsers require."""
    return Response(
        200,
        read_static_file("worker.js"),
        {**SAFE, "Content-Type": find_content_type("worker.js"), "Cache-Control": "no-cache"},
    )


def _is_called_by_notice(request: RequestContext, person: Person) -> bool:
    """Return whether the person's messages go to a door that only notifies."""
    return any(person.place.startswith(f"{name}:") for name in request.host.config.rung)


def _build_bell_data(request: RequestContext, person: Person) -> dict[str, object]:
    """Return the data attributes for the script; empty if this host sends no push notices."""
    ringing = make_bell(request.host)
    if ringing is None:
        return {}
    known = " ".join(browser.id for browser in browsers.list_browsers(request.host.store, person.id))
    return {
        "id": "bell",
        "data_bell": format_static_url("notices.js"),
        "data_key": ringing.key(),
        "data_known": known,
        "data_done": request.say("I will notify you here."),
        "data_denied": request.say("This browser blocks notifications. Its settings for this site can change that."),
        "data_failed": request.say("That did not work. Please try again."),
        "data_cannot": request.say(
            "This browser cannot be notified. On an iPhone, add this page to the home screen first."
        ),
    }


def _render_browser_row(request: RequestContext, browser: Browser, once: str) -> Markup:
    worked = request.say("reached") if browser.worked else request.say("not reached yet")
    hidden = h("input", type="hidden", name="browser", value=browser.id)
    stop = render_action_form("/me/browser-off", once, hidden, h("button", request.say("Stop")))
    return h("li", browser.name, h("small", " ", worked), stop)


def _decode_key(word: str) -> bytes:
    """Decode URL-safe base64; return empty bytes if it is malformed."""
    try:
        return base64.urlsafe_b64decode(word[:MAX_KEY_LETTERS] + "=" * (-len(word) % 4))
    except (binascii.Error, ValueError):
        return b""
