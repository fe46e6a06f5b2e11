"""Keeping one's seats when a browser loses its cookie: a private link, offered early and once to players who have
no other account.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from host.core.session import Person
from host.doors.registry import list_doors
from host.doors.web.files import format_static_url
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import sharing
from host.doors.web.requests.http import Response, format_session_cookie, redirect_to
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import render_action_form
from host.people import accounts

PLATFORMS = tuple(door.places for door in list_doors() if door.linked)
COOKIE, OFFERED = "rtab-kept", "1"
OFFER_GAME_ID = re.compile(r"[0-9a-f]{8}")
LINK_OFFER_TEXT = "Only this browser knows that you are {name}. With a private link you can come back on any device."


def render_link_offer(request: RequestContext, game: str = "") -> Child:
    """Render the offer of a private login link, with which to return from another browser; None if the person has
    another way or has been asked before.
    """
    return h("section", parts, class_="card ways") if (parts := _render_offer_parts(request, game)) else None


def render_link_offer_aside(request: RequestContext, game: str) -> Child:
    """Render the offer of a private login link beside a table, which the script shows after the viewer's first move;
    None if they have another way to return or have been asked before.
    """
    parts = _render_offer_parts(request, game)
    return (
        h("aside", parts, class_="bell", id="keep", hidden=True, data_script=format_static_url("keep.js"))
        if parts
        else None
    )


def render_new_link(request: RequestContext, person: Person) -> Markup:
    """Make a private login link and render it to copy, scan or send; only its hash is stored, so it is shown once."""
    link = f"{request.http.origin}/p/{accounts.create_web_token(request.host, person.id)}"
    text = request.say(
        "This is your private link. You see it only now. Keep it secret: anybody who has it can play as you."
    )
    copy = sharing.render_copy_button(request.say("Copy"), "link")
    letter = f"mailto:?subject={quote(request.say('My seat at Race to a Billion'))}&body={quote(link)}"
    send = h("a", request.say("E-mail it to myself"), href=letter, class_="btn", id="mail-it")
    ways = h("p", copy, " ", send)
    return h(
        "div",
        h("p", text, " ", h("code", link, id="link")),
        ways,
        sharing.render_qr_code(link),
        class_="card news",
        role="status",
    )


def format_offered_cookie(request: RequestContext) -> str:
    """Return the cookie that notes that the person was offered a private login link and need not be asked again."""
    return format_session_cookie(OFFERED, secure=request.http.secure, name=COOKIE)


def decline_link_offer(request: RequestContext, _: Person) -> Response:
    """Note in a cookie that the person declined a private login link, and redirect to the table that the form names, or
    to the front page.
    """
    game = request.read_field("game")
    return redirect_to(f"/g/{game}" if OFFER_GAME_ID.fullmatch(game) else "/", format_offered_cookie(request))


def _render_offer_parts(request: RequestContext, game: str) -> list[Child]:
    """Return text and buttons of the offer of a private link; empty if the viewer is unknown, inside another app, has
    been asked before, or has another way to log in.
    """
    person = request.person
    if (
        person is None
        or request.http.inside
        or request.http.read_cookie(COOKIE)
        or _has_another_way_in(request, person)
    ):
        return []
    where = h("input", type="hidden", name="game", value=game) if game else None
    make = h("button", request.say("Make a private link"), class_="go")
    return [
        h("p", request.say(LINK_OFFER_TEXT, name=person.name)),
        render_action_form("/me/link", request.host.token(16), make, class_="simple"),
        render_action_form(
            "/me/kept", request.host.token(16), where, h("button", request.say("Not now")), class_="simple"
        ),
    ]


def _has_another_way_in(request: RequestContext, person: Person) -> bool:
    """Return whether the person can log in another way: an account elsewhere, or an earlier private link."""
    known = request.host.store.list_identities(person.id)
    links = [each for each in known if each.startswith(f"{accounts.WEB}:")]
    return len(links) > 1 or any(each.startswith(PLATFORMS) for each in known)
