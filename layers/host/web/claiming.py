"""A browser learns who its user is from what they write elsewhere, under a name that is theirs."""

from __future__ import annotations

from engine.kernel import Illegal, render
from host import claims
from host.claims import LASTS, Claim
from host.web.frame import frame, trouble
from host.web.html import Child, h
from host.web.http import Response, cookie, page, see
from host.web.sight import form
from host.web.visit import Visit

COOKIE = "rtab-claim"
LOOK = 20  # seconds between looks whether the code has come


def claim(visit: Visit) -> Response:
    """The code that this browser shows; or who has written it, to be confirmed here."""
    code, secret = _kept(visit)
    found = claims.claimed(visit.house, code, secret) if code else None
    if found is None:
        return _new(visit)
    return _asked(visit, found) if found.person else _shown(code)


def confirm(visit: Visit) -> Response:
    """It was its user, or it was not."""
    if visit.word("mine") != "yes":
        return _new(visit)
    try:
        token = claims.confirmed(visit.house, *_kept(visit), visit.person)
    except Illegal as no:
        return trouble(render(no.text, no.facts), 409)
    return see("/", cookie(token, secure=visit.request.secure))


def _kept(visit: Visit) -> tuple[str, str]:
    code, _, secret = visit.request.cookie(COOKIE).partition(".")
    return code, secret


def _new(visit: Visit) -> Response:
    code, secret = claims.opened(visit.house)
    response = _shown(code)
    kept = cookie(f"{code}.{secret}", secure=visit.request.secure, age=int(LASTS), name=COOKIE)
    response.headers["Set-Cookie"] = kept
    return response


def _shown(code: str) -> Response:
    return _page(
        h("p", "Write this comment from your Reddit account, in any thread where I host a game:"),
        h("p", h("code", f"link {code}", id="code")),
        h(
            "p",
            "Then come back to this page; it looks by itself whether the comment has come. That takes a minute or so.",
        ),
        h(
            "p",
            "The code is good for an hour, once, and only for this browser: others may read it, it gives them nothing.",
        ),
        h("p", "Write no code that somebody else has given you: it would let their browser in as you.", class_="hint"),
        look=True,
    )


def _asked(visit: Visit, found: Claim) -> Response:
    once = visit.house.token(16)
    return _page(
        h("p", "Your code was written by ", h("strong", f"u/{found.name}"), ". Is that you?"),
        form("/claim", once, _mine("yes"), h("p", h("button", "Yes, let me in", class_="go"))),
        form("/claim", once, _mine("no"), h("p", h("button", "No, give me another code"))),
    )


def _mine(value: str) -> Child:
    return h("input", type="hidden", name="mine", value=value)


def _page(*parts: Child, look: bool = False) -> Response:
    response = page(frame("Your Reddit account", h("main", h("section", parts, class_="card"), class_="pages")))
    if look:
        response.headers["Refresh"] = str(LOOK)
    return response
