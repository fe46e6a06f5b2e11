"""Renders what players may do about seats, and what the game's opener may do about the game."""

from __future__ import annotations

from functools import partial

from engine.rulesets import ruleset
from host.core.deadlines import clocks
from host.core.session import LOBBY, RUNNING
from host.doors.web.files import format_static_url
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import sharing
from host.doors.web.table.page_context import PageContext, format_time_left, render_action_button
from host.shown.views import OpeningView, SeatView, format_listed_seat, list_lobby_notes


def render_lobby(context: PageContext) -> Markup:
    """Render the lobby: the link to send (also as a code to scan; for the opener of a game by invitation with its
    secret word), the players, how long a turn and the game may take, and for the opener the controls for who may join.
    """
    shown = context.shown
    word = f"?invited={shown.invited}" if shown.invited and shown.yours else ""
    here = f"{context.address}/g/{shown.id}{word}"
    scan = h(
        "details",
        h("summary", context.say("Scan this with a phone"), id="scan-head"),
        sharing.render_qr_code(here),
        id="scan",
    )
    seats = [face.seat for face in shown.faces]
    link = [
        h("h2", context.say("{who} {n:is|are} here", who=seats, n=len(seats))) if seats else None,
        h("h2", context.say("Send this link to your friends")),
        h("p", here, class_="link", id="link"),
        h(
            "div",
            h("button", context.say("Send the link"), type="button", class_="go", data_share=here, hidden=True),
            sharing.render_copy_button(context.say("Copy the link"), "link"),
            class_="btns",
        ),
        scan,
    ]
    pace = h("p", context.say("A turn can take up to {time}.", time=clocks.format_duration(shown.pace)), class_="hint")
    faces = [
        h(
            "li",
            players.render_player_token(context, face.seat),
            format_listed_seat(face, face.name),
            [h("small", " ", context.format_words(face.character))] if face.character else None,
        )
        for face in shown.faces
    ]
    nobody = None if faces else h("p", context.say("Nobody has joined yet."))
    long = [h("p", context.format_words(each), class_="hint") for each in list_lobby_notes(shown)]
    inner = [link, nobody, h("ul", faces, class_="faces"), pace, long, render_invitation_controls(context)]
    return h("div", h("div", inner, class_="lobby"), class_="place", id="place", data_part="place")


CLOSE = "Close this game for ever"
EXTRA_TIMES = (600, 3600, 86400)  # seconds


def render_lobby_controls(context: PageContext) -> Child:
    """Render the buttons of a lobby: for the person who opened it, begin (a hint instead if players are missing) and
    add a computer player; for others a hint that only that person can begin; leave, for players. While players' sealed
    words are being opened, render instead whose are missing.
    """
    shown = context.shown
    if shown.opening:
        return render_word_opening(context, shown.opening)
    leave = render_action_button(context, "leave", "Leave") if shown.you else None
    if not shown.yours:
        return [h("p", context.say("Only the player who made this game can start it."), class_="hint"), leave]
    ready = len(shown.faces) >= ruleset(shown.ruleset).seats.start
    begin = (
        render_action_button(context, "begin", "Begin")
        if ready
        else h("p", context.say("A game needs two players."), class_="hint")
    )
    return h("div", begin, render_action_button(context, "bot", "Add a computer player"), leave, class_="row")


def render_invitation_controls(context: PageContext) -> Child:
    """Render the opener's controls for who may join (anybody with the address or only invited people), those that
    extras add, and a link to their own questions if the game uses such; None for anybody else.
    """
    if not context.shown.yours:
        return None
    own = h("p", h("a", context.say("Questions that you have written"), href="/me#packs"), class_="hint")
    asks = ruleset(context.shown.ruleset).packed
    return [_render_invitation(context), *context.lobby_controls, own if asks else None]


def _render_invitation(context: PageContext) -> Child:
    """Render who may join the game: anybody, with the button that restricts it to invited people, or these only, with
    the address that invites them.
    """
    shown = context.shown
    if not shown.invited:
        anybody = h("p", context.say("Everybody who has the address of this page can join."), class_="hint")
        return [anybody, render_action_button(context, "invite", "Only people I invite")]
    link = h("code", f"/g/{shown.id}?invited={shown.invited}", id="invitation")
    return h("p", context.say("Only people who have this address can join:"), " ", link, class_="hint")


def render_seat_requests(context: PageContext) -> Child:
    """Render the form with which players, or who opened the game, admit people who ask for a seat in the running game;
    None for others, or if nobody asks.
    """
    shown = context.shown
    if not shown.wishes or not (shown.you or shown.yours) or shown.stage != RUNNING:
        return None
    who = h(
        "select", [h("option", name, value=number) for number, name in shown.wishes.items()], name="wish", id="wish"
    )
    row = h("div", who, h("button", context.say("Let in"), id="admit"), class_="typed")
    return context.render_form("admit", h("label", context.say("Wants to join"), for_="wish"), row, class_="play card")


def render_seat_controls(context: PageContext) -> Child:
    """Render a player's controls for their own seat in a running game (let a computer play for them, leave,
    vote that a computer plays for somebody else), from the cache if possible; None for anybody else or in another
    stage.
    """
    if not context.shown.you or context.shown.stage != RUNNING:
        return None
    return context.render_cached("yours", partial(_render_seat_drawer, context), own=True)


def _render_seat_drawer(context: PageContext) -> Markup:
    """Render the folded controls of a player's own seat: computer, leave, and vote about others."""
    shown = context.shown
    others = [face for face in shown.faces if face.seat != shown.you and not face.bot]
    rest = render_action_button(context, "standin", "Let a computer play for me", seat=shown.you)
    leave = _render_confirmed_button(context, "leave", "Leave", "Yes, I leave")
    vote = _render_seat_form(context, "vote", "Vote: a computer plays for", others, "Vote") if others else None
    summary = h("summary", context.say("My seat"), id="seat-head")
    return h("details", summary, h("div", rest, leave, vote, class_="row"), id="seat", class_="drawer")


def render_host_controls(context: PageContext) -> Child:
    """Render, for the person who opened the game, their controls: remove a player and close the game, and while it runs
    also stop the clocks, give more time, and let a computer play for somebody. They come from the cache if possible;
    None for anybody else, or after the end.
    """
    shown = context.shown
    if not shown.yours or shown.stage not in (LOBBY, RUNNING):
        return None
    key = ("hosts", shown.paused, *[face.out for face in shown.faces])
    return context.render_cached(key, partial(_render_host_drawer, context), own=True)


def _render_host_drawer(context: PageContext) -> Markup:
    """Render the folded controls of the person who opened the game."""
    shown = context.shown
    close = (
        render_action_button(context, "close", CLOSE)
        if shown.stage == LOBBY
        else _render_confirmed_button(context, "close", CLOSE, "Yes, for ever")
    )
    parts: list[Child] = [
        *(_list_running_controls(context) if shown.stage == RUNNING else []),
        _render_kick_control(context),
        close,
    ]
    summary = h("summary", context.say("Host’s controls"), id="host-head")
    return h("details", summary, h("div", parts, class_="row"), id="host", class_="drawer")


def _render_confirmed_button(context: PageContext, action: str, label: str, yes: str) -> Markup:
    """Render a button, with this label translated, for an `action` that works only after a box, which says `yes`, is
    ticked, to prevent mistakes.
    """
    sure = h("label", h("input", type="checkbox", name="sure", required=True), " ", context.say(yes))
    return context.render_form(
        action, sure, h("button", context.say(label), id=f"act-{action}", class_="grave"), class_="play"
    )


def _list_running_controls(context: PageContext) -> list[Child]:
    """Return the opener's controls that a running game has: stop or start the clocks, give more time and, if other
    people play, let a computer play for one of them (else None in its place).
    """
    shown = context.shown
    stop = (
        render_action_button(context, "resume", "Start the clocks")
        if shown.paused
        else render_action_button(context, "pause", "Stop the clocks")
    )
    times = [
        h("option", context.format_words(clocks.format_duration(seconds)), value=seconds) for seconds in EXTRA_TIMES
    ]
    label = h("label", context.say("More time for everybody"), for_="seconds")
    give = h("button", context.say("Give more time"), id="extend")
    row = h("div", h("select", times, name="seconds", id="seconds"), give, class_="typed")
    people = [face for face in shown.faces if not face.bot and face.seat != shown.you]
    stand_in = (
        _render_seat_form(context, "standin", "Let a computer play for", people, "Let a computer play")
        if people
        else None
    )
    return [stop, context.render_form("extend", label, row, class_="play"), stand_in]


def _render_kick_control(context: PageContext) -> Child:
    """Render the form with which the opener removes another player from the game; None if there is nobody to remove."""
    others = [face for face in context.shown.faces if face.seat != context.shown.you and not face.out]
    return _render_seat_form(context, "kick", "Remove", others, "Remove") if others else None


def _render_seat_form(context: PageContext, action: str, text: str, faces: list[SeatView], go: str) -> Markup:
    """Render a form that posts `action` for one of these players (`faces`), chosen from a list that is labelled `text`,
    with a button labelled `go`; both labels are translated here.
    """
    name = f"{action}-seat"
    who = h("select", [h("option", face.name, value=face.seat) for face in faces], name="seat", id=name)
    row = h("div", who, h("button", context.say(go), id=f"{name}-do"), class_="typed")
    return context.render_form(action, h("label", context.say(text), for_=name), row, class_="play")


WORD_OPENING_TEXT = (
    "Each player has added a secret word for the random draws. Now all words are shown, and then the game begins."
    " Until then nobody can join or leave."
)

OTHER_BROWSER_HINT = (
    "Your word is saved in the browser in which you joined. Open this page there, or write the word here."
)


def render_word_opening(context: PageContext, found: OpeningView) -> Child:
    """Render, before a game begins, whose sealed words (players' secrets that help to prove fair randomness) are still
    missing, a form for the viewer's own, all hashes and, for the opener, a button that begins without the missing ones.
    The page's script reveals the viewer's own word by itself.
    """
    who = context.say(
        "The secret {n:word|words} of {seats} {n:is|are} still missing.", seats=found.missing, n=len(found.missing)
    )
    time = context.say(
        "The game begins in {time} at the latest.", time=format_time_left(found.due - context.now, context.reader)
    )
    parts = [
        h("p", h("strong", who)),
        h("p", context.say(WORD_OPENING_TEXT), class_="hint"),
        _render_own_word_form(context, found),
    ]
    begin = (
        render_action_button(context, "begin", "Begin without the missing secret words")
        if context.shown.yours
        else None
    )
    return [
        parts,
        h("p", time, class_="hint"),
        begin,
        h("ul", _render_sealed_words(context, found), class_="hint", id="sealed"),
    ]


def _render_own_word_form(context: PageContext, found: OpeningView) -> Child:
    """Render the form that reveals the viewer's own sealed word, or None if they have none or it is open already. The
    hashes of all players' words go with it, so that the page's script opens the word only for the list it saw first.
    """
    if not found.mine:
        return None
    label = h("label", context.say(OTHER_BROWSER_HINT), for_="word")
    field = h("input", name="word", id="word", maxlength=64, autocomplete="off")
    row = h("div", field, h("button", context.say("Open my word"), class_="go"), class_="typed")
    sealed = "\n".join(f"{seat} {hash_}" for seat, hash_ in found.sealed.items())
    players = " ".join(face.seat for face in context.shown.faces)
    saw = f"commitment {context.shown.seal}\nplayers {players}\n{sealed}"
    return context.render_form(
        "word", label, row, data_sealed=found.mine, data_saw=saw, data_script=format_static_url("fair.js")
    )


def _render_sealed_words(context: PageContext, found: OpeningView) -> list[Markup]:
    """Render for each player who has sealed a word its hash, as items of a list."""
    names = context.shown.names
    return [h("li", names.get(seat, seat), ": ", h("code", hash_)) for seat, hash_ in found.sealed.items()]
