"""A table before its game begins: the way in for others stands above everything else."""

from __future__ import annotations

from host.core.deadlines import clocks
from host.doors.web.markup import players
from host.doors.web.markup.html import Markup, h
from host.doors.web.pages import sharing
from host.doors.web.table import controls
from host.doors.web.table.page_context import PageContext
from host.shown.lobby import expected


def place(context: PageContext) -> Markup:
    """The link to send, how long a turn takes, and who is there."""
    shown = context.shown
    word = f"?invited={shown.invited}" if shown.invited and shown.yours else ""
    here = f"{context.address}/g/{shown.id}{word}"
    scan = h(
        "details", h("summary", context.say("To scan with a telephone"), id="scan-head"), sharing.code(here), id="scan"
    )
    link = [
        h("h2", context.say("Send this to your friends")),
        h("p", here, class_="link", id="link"),
        h("button", context.say("Copy the link"), type="button", data_copy="link", hidden=True),
        scan,
    ]
    pace = h("p", context.say("A turn takes up to {time}.", time=clocks.spoken(shown.pace)), class_="hint")
    faces = [
        h("li", players.token(context, face.seat), context.name(face.character) if face.character else face.name)
        for face in shown.faces
    ]
    nobody = None if faces else h("p", context.say("Nobody has taken a seat yet."))
    long = [h("p", context.name(each), class_="hint") for each in expected(shown)]
    inner = [link, nobody, h("ul", faces, class_="faces"), pace, long, controls.who_may_come(context)]
    return h("div", h("div", inner, class_="lobby"), class_="place", id="place", data_part="place")
