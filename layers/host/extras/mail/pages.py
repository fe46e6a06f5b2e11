"""Letters, as the page begins and ends them: a part of one's own page, and two addresses that stand in every letter."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.session import Person
from host.doors.web.markup.frame import build_trouble_response, render_frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import Response, build_html_response, redirect_to
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import render_action_form
from host.extras.mail import mailboxes
from host.extras.mail.door import DOOR
from host.extras.mail.mailboxes import MailLetters
from host.said.desk import refusals

MAX_MAIL_FIELD = 300


def render_mail_section(request: RequestContext, person: Person, once: str) -> Child:
    """Render the part of a person's own page about e-mails, whose forms carry `once`, by which a form sent twice is
    recognised; None if the host sends none.
    """
    writing = _make_letter_service(request.host)
    if writing is None:
        return None
    say, mailbox = request.say, mailboxes.load_mailbox(request.host.store, person.id)
    told = say(
        "I can send you an e-mail when it is your turn, but not in your quiet hours. You must confirm the "
        "address first."
    )
    ends = [("", say("Only when it is my turn")), ("1", say("Also when a cycle or a game is over"))]
    now = "1" if mailbox and mailbox.ends else ""
    rows = [
        h("p", h("label", say("Address"), for_="mail"), _render_address_field(mailbox.address if mailbox else None)),
        h(
            "p",
            h("label", say("When"), for_="mail-ends"),
            h(
                "select",
                [h("option", word, value=v, selected=v == now) for v, word in ends],
                name="ends",
                id="mail-ends",
            ),
        ),
    ]
    begin = render_action_form("/me/mail", once, rows, h("button", say("Send me e-mails")), class_="fields")
    stands = None
    if mailbox:
        there = (
            say("E-mails go to this address.")
            if writing.is_mail_reader(person)
            else say("At the moment, your notifications do not come by e-mail but somewhere else.")
        )
        text = (
            there if mailbox.confirmed else say("This address is not confirmed yet. Look for our e-mail in your inbox.")
        )
        stands = render_action_form("/me/mail-off", once, h("p", text, " ", h("button", say("Stop these e-mails"))))
    return h("section", h("h2", say("E-mails")), h("p", told), begin, stands, class_="card ways")


def _render_address_field(value: str | None) -> Markup:
    """Render the field for an e-mail address, filled with `value` if there is one."""
    return h(
        "input", type="email", name="mail", id="mail", value=value, maxlength=254, required=True, autocomplete="email"
    )


def subscribe_mail(request: RequestContext, person: Person) -> Response:
    """Save the address in the form and queue a confirmation e-mail (not if it is confirmed already: then only the
    choice of messages is saved); redirect to the person's own page. Raise Illegal if the host sends no e-mails, the
    address does not fit, or too many have been asked.
    """
    writing = _make_letter_service(request.host)
    if writing is None:
        raise Illegal(refusals.NO_LETTERS, code="no_mail")
    writing.subscribe(
        request.visitor,
        person,
        request.read_field("mail").strip()[:MAX_MAIL_FIELD],
        ends=bool(request.read_field("ends")),
    )
    return redirect_to("/me")


def unsubscribe_mail(request: RequestContext, person: Person) -> Response:
    """Delete the person's e-mail address, so that no e-mail goes there any more, and redirect to their own page; do
    nothing but redirect if this host sends no e-mails.
    """
    writing, mailbox = _make_letter_service(request.host), mailboxes.load_mailbox(request.host.store, person.id)
    if writing is not None and mailbox is not None:
        writing.unsubscribe(mailbox.word)
    return redirect_to("/me")


def serve_mail_link(request: RequestContext, rest: str) -> Response:
    """Serve the page behind a link in an e-mail, which confirms the address or stops e-mails. Only a form sent from
    it (POST) does so; opening it changes nothing, because mail programs open links by themselves.
    """
    deed, _, word = rest.partition("/")
    writing = _make_letter_service(request.host)
    if writing is None or deed not in ("yes", "off"):
        return build_trouble_response(request.words, refusals.NO_PAGE, 404)
    if request.http.method == "POST":
        return _run_mail_link(request, deed, word)
    address = writing.find_address(word)
    if not address:
        return build_trouble_response(request.words, refusals.OLD_LINK, 403)
    question, yes = {
        "yes": ("Write to {address} when it is your turn?", "Yes, write to me"),
        "off": ("Stop writing to {address}?", "Stop these e-mails"),
    }[deed]
    asked = render_action_form(request.http.path, request.host.token(16), h("button", request.say(yes), class_="go"))
    return _build_mail_response(request, h("p", request.say(question, address=address)), asked)


def _run_mail_link(request: RequestContext, deed: str, word: str) -> Response:
    """Confirm the e-mail address to which the token in a link belongs (`deed` is `yes`), or unsubscribe it, and return
    the page that says so; an error page if there is none to confirm. Unsubscribing twice is harmless.
    """
    writing = _make_letter_service(request.host)
    if writing is None or (deed == "yes" and not writing.confirm(word)):
        return build_trouble_response(request.words, refusals.OLD_LINK, 403)
    if deed == "off":
        writing.unsubscribe(word)
    text = (
        request.say("I will send e-mails to this address.")
        if deed == "yes"
        else request.say("I will not send e-mails to this address any more.")
    )
    return _build_mail_response(
        request, h("p", text, role="status"), h("p", h("a", request.say("To all games"), href="/", class_="go"))
    )


def _build_mail_response(request: RequestContext, *parts: Child) -> Response:
    """Return a page about e-mails with these parts in it."""
    middle = h("main", h("section", parts, class_="card"), class_="pages")
    return build_html_response(render_frame(request.words, request.say("E-mails"), middle))


def _make_letter_service(host: HostContext) -> MailLetters | None:
    """Return the object that subscribes people to e-mails, or None if the host has no mail server."""
    return MailLetters(host) if DOOR.name in host.config.rung else None
