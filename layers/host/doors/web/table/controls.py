"""What players may do about seats, and what whoever opened the game may do about the game."""

from __future__ import annotations

from functools import partial

from engine.rulesets import ruleset
from host.core.deadlines import clocks
from host.core.session import LOBBY, RUNNING
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import public_lobby
from host.doors.web.table import word_opening
from host.doors.web.table.page_context import PageContext, act
from host.shown.views import SeatView

CLOSE = "Close this game for good"
EXTRA = (600, 3600, 86400)  # seconds


def lobby(context: PageContext) -> Child:
    """Before a game begins."""
    shown = context.shown
    if shown.opening:
        return word_opening.opening(context, shown.opening)
    leave = act(context, "leave", "Leave") if shown.you else None
    if not shown.yours:
        return [h("p", context.say("Whoever opened this game begins it."), class_="hint"), leave]
    ready = len(shown.faces) >= ruleset(shown.ruleset).seats.start
    begin = act(context, "begin", "Begin") if ready else h("p", context.say("A game needs two players."), class_="hint")
    return h("div", begin, act(context, "bot", "Add a computer player"), leave, class_="row")


def who_may_come(context: PageContext) -> Child:
    """For whoever opened the table: all who have its address, or those who are invited; strangers, if they like; and
    where a game has questions, whose they are to be.
    """
    if not context.shown.yours:
        return None
    own = h("p", h("a", context.say("Questions of your own"), href="/me#packs"), class_="hint")
    asks = ruleset(context.shown.ruleset).packed
    return [_with_the_address(context), public_lobby.offer(context), own if asks else None]


def _with_the_address(context: PageContext) -> Child:
    shown = context.shown
    if not shown.invited:
        anybody = h("p", context.say("Whoever you send the address of this page can take a seat."), class_="hint")
        return [anybody, act(context, "invite", "Only those I invite")]
    link = h("code", f"/g/{shown.id}?invited={shown.invited}", id="invitation")
    return h("p", context.say("Only whoever has this address can take a seat:"), " ", link, class_="hint")


def wishes(context: PageContext) -> Child:
    """For those who may let somebody in."""
    shown = context.shown
    if not shown.wishes or not (shown.you or shown.yours) or shown.stage != RUNNING:
        return None
    who = h(
        "select", [h("option", name, value=number) for number, name in shown.wishes.items()], name="wish", id="wish"
    )
    row = h("div", who, h("button", context.say("Let in"), id="admit"), class_="typed")
    return context.form("admit", h("label", context.say("Asks for a seat"), for_="wish"), row, class_="play card")


def yours(context: PageContext) -> Child:
    """For somebody with a seat in a running game."""
    if not context.shown.you or context.shown.stage != RUNNING:
        return None
    return context.once_drawn("yours", partial(_yours, context), own=True)


def _yours(context: PageContext) -> Markup:
    shown = context.shown
    others = [face for face in shown.faces if face.seat != shown.you and not face.bot]
    rest = act(context, "standin", "Let a computer play for me", seat=shown.you)
    leave = _for_good(context, "leave", "Leave for good")
    vote = _about(context, "vote", "Vote for a stand-in for", others, "Vote") if others else None
    summary = h("summary", context.say("My seat"), id="seat-head")
    return h("details", summary, h("div", rest, leave, vote, class_="row"), id="seat", class_="drawer")


def hosts(context: PageContext) -> Child:
    """For whoever opened the game."""
    shown = context.shown
    if not shown.yours or shown.stage not in (LOBBY, RUNNING):
        return None
    key = ("hosts", shown.paused, *[face.out for face in shown.faces])
    return context.once_drawn(key, partial(_hosts, context), own=True)


def _hosts(context: PageContext) -> Markup:
    shown = context.shown
    close = act(context, "close", CLOSE) if shown.stage == LOBBY else _for_good(context, "close", CLOSE)
    parts: list[Child] = [*(_running(context) if shown.stage == RUNNING else []), _out(context), close]
    summary = h("summary", context.say("Host’s controls"), id="host-head")
    return h("details", summary, h("div", parts, class_="row"), id="host", class_="drawer")


def _for_good(context: PageContext, action: str, label: str) -> Markup:
    """A button that a slip of the thumb does not press."""
    sure = h("label", h("input", type="checkbox", name="sure", required=True), " ", context.say("Yes, for good"))
    return context.form(
        action, sure, h("button", context.say(label), id=f"act-{action}", class_="grave"), class_="play"
    )


def _running(context: PageContext) -> list[Child]:
    shown = context.shown
    stop = act(context, "resume", "Go on") if shown.paused else act(context, "pause", "Pause the clocks")
    times = [h("option", context.name(clocks.spoken(seconds)), value=seconds) for seconds in EXTRA]
    label = h("label", context.say("More time for everybody"), for_="seconds")
    give = h("button", context.say("Give it"), id="extend")
    row = h("div", h("select", times, name="seconds", id="seconds"), give, class_="typed")
    people = [face for face in shown.faces if not face.bot and face.seat != shown.you]
    stand_in = _about(context, "standin", "A computer stands in for", people, "Stand in") if people else None
    return [stop, context.form("extend", label, row, class_="play"), stand_in]


def _out(context: PageContext) -> Child:
    others = [face for face in context.shown.faces if face.seat != context.shown.you and not face.out]
    return _about(context, "kick", "Show out", others, "Show out") if others else None


def _about(context: PageContext, action: str, text: str, faces: list[SeatView], go: str) -> Markup:
    """Something to be done about one of these seats."""
    name = f"{action}-seat"
    who = h("select", [h("option", face.name, value=face.seat) for face in faces], name="seat", id=name)
    row = h("div", who, h("button", context.say(go), id=f"{name}-do"), class_="typed")
    return context.form(action, h("label", context.say(text), for_=name), row, class_="play")
