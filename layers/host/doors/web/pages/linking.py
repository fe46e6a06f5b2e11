"""The page that links this browser to an account elsewhere, by a code that its user posts there."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core.session import Person
from host.doors.registry import CLAIM
from host.doors.web.markup.frame import render_frame, render_trouble
from host.doors.web.markup.html import Child, h
from host.doors.web.requests.http import Response, build_html_response, format_session_cookie, redirect_to
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import render_action_form
from host.people import account_linking
from host.people.account_linking import LASTS, BrowserClaim
from host.said.desk import own_account as desk

COOKIE = "rtab-claim"
CLAIM_OFFER = "If you play on {platform}, this browser can show you your secrets. For that, you write a code there."
WRITE = "Write this as a comment from your {platform} account, in any thread where I host a game:"
CLAIM_REFRESH_SECONDS = 20  # seconds between looks whether the code has come


def serve_claim_page(request: RequestContext) -> Response:
    """Serve the page that links this browser to an account on a chat platform. It shows the code to post there or, once
    somebody has posted it, asks whether that account is the viewer's. Without a code it only offers to make one.
    """
    _find_platform_title(request)
    code, secret = _read_claim_cookie(request)
    found = account_linking.find_browser_claim(request.host, code, secret) if code else None
    if found is None:
        return _render_claim_offer(request)
    return _render_claim_question(request, found) if found.person else _render_claim_code(request, code)


def render_other_person_warning(request: RequestContext, other: Person, you: Person) -> Response:
    """Serve the question whether to switch to the person of a private link, as the browser is logged in as another."""
    once, say = request.host.token(16), request.say
    stay = h("a", say("Stay {name}", name=you.name), href="/", class_="go")
    parts = (
        h("p", say("This link is for {other}. Here you are {name}.", other=other.name, name=you.name)),
        h("p", say("If somebody else sent you this link, stay who you are now."), class_="hint"),
        h("p", stay),
        render_action_form(request.http.path, once, h("p", h("button", say("Go on as {name}", name=other.name)))),
    )
    return build_html_response(
        render_frame(
            request.words, say("A private link"), h("main", h("section", parts, class_="card"), class_="pages")
        )
    )


def confirm_claim(request: RequestContext) -> Response:
    """Link the chat account that posted the browser's code if its user confirms; otherwise make a new code."""
    _find_platform_title(request)
    if request.read_field("mine") != "yes":
        return _make_claim_code(request)
    try:
        token = account_linking.confirm_browser_claim(request.host, *_read_claim_cookie(request), request.person)
    except Illegal as no:
        return render_trouble(request.words, no.text, 409, "/", **no.facts)
    return redirect_to("/", format_session_cookie(token, secure=request.http.secure))


def _find_platform_title(request: RequestContext) -> str:
    """Return the name of the platform where the browser's code can be posted; raise Illegal if there is none."""
    found = request.list_linked_doors(CLAIM)
    desk.check_code_readers(found)
    return found[0].title


def _read_claim_cookie(request: RequestContext) -> tuple[str, str]:
    """Return the code and its secret from the cookie of this browser."""
    code, _, secret = request.http.read_cookie(COOKIE).partition(".")
    return code, secret


def _make_claim_code(request: RequestContext) -> Response:
    """Make a new code for linking an account, and set it as a cookie."""
    code, secret = account_linking.create_browser_code(request.host, request.visitor)
    return redirect_to(
        "/claim", format_session_cookie(f"{code}.{secret}", secure=request.http.secure, age=int(LASTS), name=COOKIE)
    )


def _render_claim_offer(request: RequestContext) -> Response:
    """Serve the page that offers to link an account by a code."""
    once, say = request.host.token(16), request.say
    return _render_claim_page(
        request,
        h("p", say(CLAIM_OFFER, platform=_find_platform_title(request))),
        render_action_form("/claim", once, h("p", h("button", say("Show me a code"), class_="go"))),
    )


def _render_claim_code(request: RequestContext, code: str) -> Response:
    """Serve the page with the code and where to post it; it reloads until the code has been posted."""
    say = request.say
    return _render_claim_page(
        request,
        h("p", say(WRITE, platform=_find_platform_title(request))),
        h("p", h("code", f"link {code}", id="code")),
        h("p", say("Then come back to this page. It sees your comment in about a minute.")),
        h(
            "p",
            say("The code works once, for one hour, and only for this browser. Nobody else can use it."),
        ),
        h("p", say("Never write a code that you got from somebody else. They could play as you."), class_="hint"),
        look=True,
    )


def _render_claim_question(request: RequestContext, found: BrowserClaim) -> Response:
    """Serve the question whether the account that has posted the code is the viewer's."""
    once, say = request.host.token(16), request.say
    return _render_claim_page(
        request,
        h("p", say("{name} wrote your code. Is that you?", name=f"u/{found.name}")),
        render_action_form(
            "/claim", once, _render_mine_field("yes"), h("p", h("button", say("Yes, that was me"), class_="go"))
        ),
        render_action_form(
            "/claim", once, _render_mine_field("no"), h("p", h("button", say("No, show me another code")))
        ),
    )


def _render_mine_field(value: str) -> Child:
    return h("input", type="hidden", name="mine", value=value)


def _render_claim_page(request: RequestContext, *parts: Child, look: bool = False) -> Response:
    middle = h("main", h("section", parts, class_="card"), class_="pages")
    response = build_html_response(
        render_frame(
            request.words, request.say("Your {platform} account", platform=_find_platform_title(request)), middle
        )
    )
    if look:
        response.headers["Refresh"] = str(CLAIM_REFRESH_SECONDS)
    return response
