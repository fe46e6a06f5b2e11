"""A table before its game begins: the way in for others stands above everything else."""

from __future__ import annotations

from host.core.deadlines import clocks
from host.doors.web.markup import players
from host.doors.web.markup.html import Markup, h
from host.doors.web.pages import sharing
from host.doors.web.table import controls
from host.doors.web.table.page_context import PageContext
from host.shown.lobby import list_expected_lengths


def render_lobby(context: PageContext) -> Markup:
    """Render the lobby: the link to send, the pace and the players."""
    shown = context.shown
    word = f"?invited={shown.invited}" if shown.invited and shown.yours else ""
    here = f"{context.address}/g/{shown.id}{word}"
    scan = h(
        "details",
        h("summary", context.say("To scan with a telephone"), id="scan-head"),
        sharing.render_qr_code(here),
        id="scan",
    )
    link = [
        h("h2", context.say("Send this to your friends")),
        h("p", here, class_="link", id="link"),
        h("button", context.say("Copy the link"), type="button", data_copy="link", hidden=True),
        scan,
    ]
    pace = h("p", context.say("A turn takes up to {time}.", time=clocks.format_duration(shown.pace)), class_="hint")
    faces = [
        h(
            "li",
            players.render_player_token(context, face.seat),
            context.format_words(face.character) if face.character else face.name,
        )
        for face in shown.faces
    ]
    nobody = None if faces else h("p", context.say("Nobody has taken a seat yet."))
    long = [h("p", context.format_words(each), class_="hint") for each in list_expected_lengths(shown)]
    inner = [link, nobody, h("ul", faces, class_="faces"), pace, long, controls.render_invitation_controls(context)]
    return h("div", h("div", inner, class_="lobby"), class_="place", id="place", data_part="place")
