"""The page that links this browser to an account elsewhere, by a code that its user posts there."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core.session import Person
from host.doors.registry import CLAIM
from host.doors.web.markup.frame import frame, trouble
from host.doors.web.markup.html import Child, h
from host.doors.web.requests.http import Response, cookie, page, see
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import form
from host.people import browser_linking
from host.people.browser_linking import LASTS, BrowserClaim
from host.said.desk import linking as desk

COOKIE = "rtab-claim"
OFFER = "If you play on {platform}, this browser can open your own side: with a code, which you write there."
WRITE = "Write this comment from your {platform} account, in any thread where I host a game:"
LOOK = 20  # seconds between looks whether the code has come


def claim(request: RequestContext) -> Response:
    """The code that this browser shows; or who has written it, to be confirmed here. Looking alone makes no code."""
    _there(request)
    code, secret = _kept(request)
    found = browser_linking.claimed(request.host, code, secret) if code else None
    if found is None:
        return _offered(request)
    return _asked(request, found) if found.person else _shown(request, code)


def asked_who(request: RequestContext, other: Person, you: Person) -> Response:
    """The link is somebody else's than this browser's."""
    once, say = request.host.token(16), request.say
    stay = h("a", say("Stay {name}", name=you.name), href="/", class_="go")
    parts = (
        h("p", say("This link opens the side of {other}. Here you are {name}.", other=other.name, name=you.name)),
        h("p", say("If somebody else has sent it to you, stay who you are."), class_="hint"),
        h("p", stay),
        form(request.http.path, once, h("p", h("button", say("Go on as {name}", name=other.name)))),
    )
    return page(
        frame(request.words, say("A private link"), h("main", h("section", parts, class_="card"), class_="pages"))
    )


def confirm(request: RequestContext) -> Response:
    """It was its user, or it was not; or they want a code in the first place."""
    _there(request)
    if request.word("mine") != "yes":
        return _new(request)
    try:
        token = browser_linking.confirmed(request.host, *_kept(request), request.person)
    except Illegal as no:
        return trouble(request.words, no.text, 409, "/", **no.facts)
    return see("/", cookie(token, secure=request.http.secure))


def _there(request: RequestContext) -> str:
    """Where the code will be read: none is shown that nobody would read."""
    found = request.linked(CLAIM)
    desk.must_be_read(found)
    return found[0].title


def _kept(request: RequestContext) -> tuple[str, str]:
    code, _, secret = request.http.cookie(COOKIE).partition(".")
    return code, secret


def _new(request: RequestContext) -> Response:
    code, secret = browser_linking.opened(request.host, request.visitor)
    return see("/claim", cookie(f"{code}.{secret}", secure=request.http.secure, age=int(LASTS), name=COOKIE))


def _offered(request: RequestContext) -> Response:
    once, say = request.host.token(16), request.say
    return _page(
        request,
        h("p", say(OFFER, platform=_there(request))),
        form("/claim", once, h("p", h("button", say("Show me a code"), class_="go"))),
    )


def _shown(request: RequestContext, code: str) -> Response:
    say = request.say
    return _page(
        request,
        h("p", say(WRITE, platform=_there(request))),
        h("p", h("code", f"link {code}", id="code")),
        h("p", say("Then come back to this page; it looks by itself, and knows it in a minute or so.")),
        h(
            "p",
            say("The code is good for an hour, once, and only for this browser: to others who read it it is no use."),
        ),
        h("p", say("Write no code that somebody else has given you: it would let them in as you."), class_="hint"),
        look=True,
    )


def _asked(request: RequestContext, found: BrowserClaim) -> Response:
    once, say = request.host.token(16), request.say
    return _page(
        request,
        h("p", say("Your code was written by {name}. Is that you?", name=f"u/{found.name}")),
        form("/claim", once, _mine("yes"), h("p", h("button", say("Yes, let me in"), class_="go"))),
        form("/claim", once, _mine("no"), h("p", h("button", say("No, give me another code")))),
    )


def _mine(value: str) -> Child:
    return h("input", type="hidden", name="mine", value=value)


def _page(request: RequestContext, *parts: Child, look: bool = False) -> Response:
    middle = h("main", h("section", parts, class_="card"), class_="pages")
    response = page(frame(request.words, request.say("Your {platform} account", platform=_there(request)), middle))
    if look:
        response.headers["Refresh"] = str(LOOK)
    return response
