"""What players may do about seats, and what whoever opened the game may do about the game."""

from __future__ import annotations

from host.core import clocks
from host.core.session import LOBBY, RUNNING
from host.doors.web.html import Child, Markup, h
from host.doors.web.page_context import Sight, act
from host.shown.views import Face

CLOSE = "Close this game for good"
EXTRA = (600, 3600, 86400)  # seconds


def lobby(sight: Sight) -> Child:
    """Before a game begins."""
    shown = sight.shown
    leave = act(sight, "leave", "Leave") if shown.you else None
    if not shown.yours:
        return [h("p", sight.say("Whoever opened this game begins it."), class_="hint"), leave]
    ready = len(shown.faces) > 1
    hint = h("p", sight.say("Whoever you send the address of this page can take a seat."), class_="hint")
    begin = act(sight, "begin", "Begin") if ready else h("p", sight.say("A game needs two players."), class_="hint")
    return [hint, h("div", begin, act(sight, "bot", "Add a computer player"), leave, class_="row")]


def yours(sight: Sight) -> Child:
    """For somebody with a seat in a running game."""
    shown = sight.shown
    if not shown.you or shown.stage != RUNNING:
        return None
    others = [face for face in shown.faces if face.seat != shown.you and not face.bot]
    rest = act(sight, "standin", "Let a computer play for me", seat=shown.you)
    leave = _for_good(sight, "leave", "Leave for good")
    vote = _about(sight, "vote", "Vote for a stand-in for", others, "Vote") if others else None
    summary = h("summary", sight.say("My seat"), id="seat-head")
    return h("details", summary, h("div", rest, leave, vote, class_="row"), id="seat", class_="drawer")


def hosts(sight: Sight) -> Child:
    """For whoever opened the game."""
    shown = sight.shown
    if not shown.yours or shown.stage not in (LOBBY, RUNNING):
        return None
    close = act(sight, "close", CLOSE) if shown.stage == LOBBY else _for_good(sight, "close", CLOSE)
    parts: list[Child] = [*(_running(sight) if shown.stage == RUNNING else []), _out(sight), close]
    summary = h("summary", sight.say("Host’s controls"), id="host-head")
    return h("details", summary, h("div", parts, class_="row"), id="host", class_="drawer")


def _for_good(sight: Sight, action: str, label: str) -> Markup:
    """A button that a slip of the thumb does not press."""
    sure = h("label", h("input", type="checkbox", name="sure", required=True), " ", sight.say("Yes, for good"))
    return sight.form(action, sure, h("button", sight.say(label), id=f"act-{action}", class_="grave"), class_="play")


def _running(sight: Sight) -> list[Child]:
    shown = sight.shown
    stop = act(sight, "resume", "Go on") if shown.paused else act(sight, "pause", "Pause the clocks")
    times = [h("option", sight.name(clocks.spoken(seconds)), value=seconds) for seconds in EXTRA]
    label = h("label", sight.say("More time for everybody"), for_="seconds")
    give = h("button", sight.say("Give it"), id="extend")
    row = h("div", h("select", times, name="seconds", id="seconds"), give, class_="typed")
    people = [face for face in shown.faces if not face.bot and face.seat != shown.you]
    stand_in = _about(sight, "standin", "A computer stands in for", people, "Stand in") if people else None
    return [stop, sight.form("extend", label, row, class_="play"), stand_in]


def _out(sight: Sight) -> Child:
    others = [face for face in sight.shown.faces if face.seat != sight.shown.you and not face.out]
    return _about(sight, "kick", "Show out", others, "Show out") if others else None


def _about(sight: Sight, action: str, text: str, faces: list[Face], go: str) -> Markup:
    """Something to be done about one of these seats."""
    name = f"{action}-seat"
    who = h("select", [h("option", face.name, value=face.seat) for face in faces], name="seat", id=name)
    row = h("div", who, h("button", sight.say(go), id=f"{name}-do"), class_="typed")
    return sight.form(action, h("label", sight.say(text), for_=name), row, class_="play")
