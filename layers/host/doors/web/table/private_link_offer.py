"""Keeping one's seats when a browser loses its cookie: a private link, offered early and once to whoever has
no other account.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from host.core.session import Person
from host.doors.registry import doors
from host.doors.web.files import address
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import sharing
from host.doors.web.requests.http import Response, cookie, see
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import form
from host.people import accounts

PLATFORMS = tuple(door.places for door in doors() if door.linked)
COOKIE, OFFERED = "rtab-kept", "1"
GAME = re.compile(r"[0-9a-f]{8}")
WHY = "Only this browser knows that you are {name}. A private link brings you back if it forgets you, on any device."


def offer(request: RequestContext, game: str = "") -> Child:
    """A card with the offer; nothing for whoever has another way in, or has been asked."""
    return h("section", parts, class_="card ways") if (parts := _parts(request, game)) else None


def beside(request: RequestContext, game: str) -> Child:
    """The same beside a table, where the script shows it once they have done something."""
    parts = _parts(request, game)
    return h("aside", parts, class_="bell", id="keep", hidden=True, data_bell=address("keep.js")) if parts else None


def shown(request: RequestContext, person: Person) -> Markup:
    """The link, to copy, to scan, and to send to oneself; it is shown once, for only its hash is kept."""
    link = f"{request.http.origin}/p/{accounts.web_link(request.host, person.id)}"
    text = request.say("Your private link. Whoever has it is you, so keep it to yourself; it is shown only now:")
    copy = h("button", request.say("Copy"), type="button", data_copy="link", hidden=True)
    letter = f"mailto:?subject={quote(request.say('My seat at Race to a Billion'))}&body={quote(link)}"
    send = h("a", request.say("Mail it to myself"), href=letter, class_="btn", id="mail-it")
    ways = h("p", copy, " ", send)
    return h(
        "div",
        h("p", text, " ", h("code", link, id="link")),
        ways,
        sharing.code(link),
        class_="card news",
        role="status",
    )


def asked(request: RequestContext) -> str:
    """The cookie by which this browser knows that it has been offered."""
    return cookie(OFFERED, secure=request.http.secure, name=COOKIE)


def declined(request: RequestContext, _: Person) -> Response:
    """Not now: they are not asked again, and the link stands on their own page."""
    game = request.word("game")
    return see(f"/g/{game}" if GAME.fullmatch(game) else "/", asked(request))


def _parts(request: RequestContext, game: str) -> list[Child]:
    person = request.person
    if person is None or request.http.inside or request.http.cookie(COOKIE) or _has_another(request, person):
        return []
    where = h("input", type="hidden", name="game", value=game) if game else None
    make = h("button", request.say("Make a private link"), class_="go")
    return [
        h("p", request.say(WHY, name=person.name)),
        form("/me/link", request.host.token(16), make, class_="simple"),
        form("/me/kept", request.host.token(16), where, h("button", request.say("Not now")), class_="simple"),
    ]


def _has_another(request: RequestContext, person: Person) -> bool:
    """Are they known elsewhere, or have they made a link before?"""
    known = request.host.store.identities(person.id)
    links = [each for each in known if each.startswith(f"{accounts.WEB}:")]
    return len(links) > 1 or any(each.startswith(PLATFORMS) for each in known)
