"""Letters, as the page begins and ends them: a part of one's own page, and two addresses that stand in every letter."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core.session import Person
from host.core.store import mailboxes
from host.doors.registry import letters
from host.doors.web.markup.frame import frame, trouble
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import Response, page, see
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import form
from host.said.desk import refusals

LONGEST = 300


def section(request: RequestContext, person: Person, once: str) -> Child:
    """Where they are written to, and what for; nothing, where nobody carries letters."""
    writing = letters(request.host)
    if writing is None:
        return None
    say, mailbox = request.say, mailboxes.of_person(request.host.store, person.id)
    told = say("I can write to you when it is your turn, but not in your quiet hours. You confirm the address first.")
    ends = [("", say("Only for my turns")), ("1", say("Also when a cycle or a game is over"))]
    now = "1" if mailbox and mailbox.ends else ""
    rows = [
        h("p", h("label", say("Address"), for_="mail"), _address(mailbox.address if mailbox else None)),
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
    begin = form("/me/mail", once, rows, h("button", say("Write to me")), class_="fields")
    stands = None
    if mailbox:
        there = say("Letters go there.") if writing.reads(person) else say("You are told elsewhere just now.")
        text = there if mailbox.confirmed else say("It has not been confirmed yet: look into your mail.")
        stands = form("/me/mail-off", once, h("p", text, " ", h("button", say("No more letters"))))
    return h("section", h("h2", say("Letters")), h("p", told), begin, stands, class_="card ways")


def _address(value: str | None) -> Markup:
    return h(
        "input", type="email", name="mail", id="mail", value=value, maxlength=254, required=True, autocomplete="email"
    )


def begun(request: RequestContext, person: Person) -> Response:
    """Ask at that address."""
    writing = letters(request.host)
    if writing is None:
        raise Illegal(refusals.NO_LETTERS)
    writing.begin(request.visitor, person, request.word("mail").strip()[:LONGEST], ends=bool(request.word("ends")))
    return see("/me")


def ended(request: RequestContext, person: Person) -> Response:
    """No more letters."""
    writing, mailbox = letters(request.host), mailboxes.of_person(request.host.store, person.id)
    if writing is not None and mailbox is not None:
        writing.end(mailbox.word)
    return see("/me")


def answered(request: RequestContext, rest: str) -> Response:
    """Whoever follows a link in a letter: looking alone does nothing, since programs that read mail look, too."""
    deed, _, word = rest.partition("/")
    writing = letters(request.host)
    if writing is None or deed not in ("yes", "off"):
        return trouble(request.words, refusals.NO_PAGE, 404)
    if request.http.method == "POST":
        return _done(request, deed, word)
    address = writing.known(word)
    if not address:
        return trouble(request.words, refusals.OLD_LINK, 403)
    question, yes = {
        "yes": ("Shall I write to {address} when it is your turn?", "Yes, write to me"),
        "off": ("Shall I write to {address} no more?", "No more letters"),
    }[deed]
    asked = form(request.http.path, request.host.token(16), h("button", request.say(yes), class_="go"))
    return _page(request, h("p", request.say(question, address=address)), asked)


def _done(request: RequestContext, deed: str, word: str) -> Response:
    """A mail program may send this by itself (List-Unsubscribe=One-Click), and twice: the end stays the end."""
    writing = letters(request.host)
    if writing is None or (deed == "yes" and not writing.confirm(word)):
        return trouble(request.words, refusals.OLD_LINK, 403)
    if deed == "off":
        writing.end(word)
    text = request.say("I shall write to you there.") if deed == "yes" else request.say("No more letters go there.")
    return _page(
        request, h("p", text, role="status"), h("p", h("a", request.say("To the hall"), href="/", class_="go"))
    )


def _page(request: RequestContext, *parts: Child) -> Response:
    middle = h("main", h("section", parts, class_="card"), class_="pages")
    return page(frame(request.words, request.say("Letters"), middle))
