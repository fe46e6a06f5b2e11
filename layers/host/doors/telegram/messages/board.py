"""The message that shows a game: its lobby, or its boards as a picture with words and squares to tap. Pure."""

from __future__ import annotations

from engine.kernel import Reader
from engine.kernel.view import Panel
from engine.rulesets import RULESETS
from host.core.deadlines import clocks
from host.core.session import CLOSED, LOBBY, OVER, RUNNING
from host.doors.telegram import places
from host.doors.telegram.heard.launch import ENTRANCE
from host.doors.telegram.messages import asking, choosing, squares
from host.doors.telegram.messages.screens import (
    GOOD,
    MOST_BUTTONS,
    Rows,
    Screen,
    button,
    clipped,
    copying,
    escaped,
    link,
    opening,
    units,
    until,
)
from host.said.answers import squares_of
from host.shown.lobby import expected
from host.shown.picture.alt_text import alt_text
from host.shown.picture.board import boards_png
from host.shown.picture.podium import podium_png
from host.shown.picture.spelling import ENDLESS as WHOLE
from host.shown.picture.spelling import PROSE, spelled
from host.shown.text_view import standings, to_come
from host.shown.views import GameView, QuestionView

LONGEST_CAPTION = 1024
LONGEST_ASKED = 500  # of that, for what is asked
MOST_ASKED = 5
PODIUM = "podium"
PICTURED = ("board", PODIUM)
ENDLESS = float("inf")  # of words that stay as they are, no time left is told


JOIN = "Join with the button, or write /join. The host begins with /begin, and /bots 2 adds two computer players."


def lobby(showing: GameView, reader: Reader, username: str) -> Screen:
    """A game that waits for players, or waits no more. Who taps to join opens the private chat on the way."""
    say = reader.say
    if showing.stage == CLOSED:
        return Screen(f"<b>{escaped(say('{title}: this table is closed.', title=showing.title))}</b>")
    names = [f"{i}. {reader.names.get(face.seat, face.name)}" for i, face in enumerate(showing.faces, 1)] or [
        say("Nobody yet.")
    ]
    open_now = say("{title}: a new table is open.", title=showing.title)
    seat = deep_link(username, places.seat_link(showing.id, showing.invited))
    rows = [
        [link(say("Join"), seat), copying(say("Copy the invitation"), seat)],
        [button(say("Add a computer player"), "o", showing.id), button(say("Begin"), "b", showing.id, style=GOOD)],
    ]
    how = " ".join(map(reader.value, RULESETS[showing.ruleset].brief)) if showing.ruleset in RULESETS else ""
    pace = say("A turn takes up to {time}.", time=clocks.spoken(showing.pace))
    long = map(reader.value, expected(showing))
    by = [say("{host} is the host.", host=showing.host)] if showing.host else []
    lines = [*names, *by, "", *([how, ""] if how else []), pace, *long, say(JOIN)]
    return Screen("\n".join([f"<b>{escaped(open_now)}</b>", *map(escaped, lines)]), rows)


def deep_link(username: str, payload: str) -> str:
    """A link that opens the private chat and says why."""
    return f"https://t.me/{username}?start={payload}"


def shown_as(showing: GameView) -> str:
    """What kind of message this game needs now: one kind cannot be edited into another."""
    if showing.stage in (LOBBY, CLOSED):
        return "lobby"
    if showing.view and showing.view.over and showing.view.standings:
        return PODIUM
    return "board" if boards(showing) else "words"


def boards(showing: GameView) -> list[Panel]:
    """The tables that are drawn; after the end, as they lay there last."""
    return [panel for panel in showing.view.panels if panel.board or _drawn(panel)] if showing.view else []


def _drawn(panel: Panel) -> bool:
    """Is there something to look at, other than what is better read?"""
    return bool(panel.pictures) and not any(isinstance(picture, PROSE) for picture in panel.pictures)


def own(showing: GameView) -> list[Panel]:
    """The boards that concern whoever looks: where they are asked something, or sit; or else all."""
    drawn = boards(showing)
    asked = {each.id.partition("#")[0] for each in showing.asked if each.who == showing.you}
    mine = [panel for panel in drawn if panel.id in asked]
    mine = mine or [panel for panel in drawn if any(seat.who == showing.you for seat in panel.seats)]
    return mine or drawn


def picture(showing: GameView, reader: Reader, panels: list[Panel] | None = None) -> bytes:
    """The boards of a game in one picture, or only these; when it is over, who stands on the podium."""
    if showing.view and panels is None and shown_as(showing) == PODIUM:
        return podium_png(reader.value(showing.title), showing.view, reader)
    return boards_png(boards(showing) if panels is None else panels, reader)


def caption(showing: GameView, reader: Reader, most: int = LONGEST_CAPTION) -> str:
    """How the game stands as HTML, with as much as there is room for: the board in words, for those who cannot see it;
    what everybody holds; what is going on. Nobody's place is left out before that.
    """
    status, short = _status(showing, reader), standings(showing, reader, marked=False)
    ways = [
        [in_words(showing, reader)],
        [*status, *standings(showing, reader)],
        [*status, *short],
        [*status[:1], *short],
    ]
    texts = ["\n".join(way) for way in ways]
    fits = (escaped(text) for text in texts if len(escaped(text)) <= most)
    return next(fits, escaped(clipped(texts[-1], most * 4 // 5)))


def in_words(showing: GameView, reader: Reader) -> str:
    """How the game stands, and its boards in words."""
    told = [*_status(showing, reader), *standings(showing, reader)]
    return "\n".join([*told, *(alt_text(panel, reader) for panel in boards(showing))])


def screen(showing: GameView, reader: Reader, most: int = LONGEST_CAPTION, beside: Rows | None = None) -> Screen:
    """How the game stands, with what is openly asked: the words of it, and the buttons; below them what leads away."""
    found = _screen(showing, reader, most)
    if beside and len(asking.flat([*found.rows, *beside])) <= MOST_BUTTONS:
        found.rows = [*found.rows, *beside]
    return found


def leads(showing: GameView, reader: Reader, username: str, web: str) -> Rows:
    """From the board to predictions, to one's own side of the game, and to the page; of a game that is over, to its
    check and its transcript.
    """
    foresee = [[button(reader.say("Predict what comes"), "P", showing.id)]] if showing.forecasts else []
    row = [link(reader.say("My side"), deep_link(username, f"m_{showing.id}"))] if showing.stage == RUNNING else []
    page = f"{web}/g/{showing.id}"
    fair = [[link(reader.say("Check this game yourself"), f"{page}/check")]] if web and showing.stage == OVER else []
    return [*foresee, [*row, *([link(reader.say("Watch on the web"), page)] if web else [])], *fair]


def inside(showing: GameView, reader: Reader, username: str, web: str, app: str) -> Rows:
    """The table itself, inside Telegram: in private by its address, in groups, with a username, by the name of the app.

    Telegram shows no page without https, and in groups none but those that BotFather was told of.
    """
    if not web.startswith("https://") or (username and not app):
        return []
    if username:
        return [[link(reader.say("Open the table here"), f"https://t.me/{username}/{app}?startapp={showing.id}")]]
    return [[opening(reader.say("Open the table here"), f"{web}{ENTRANCE}?game={showing.id}")]]


def _screen(showing: GameView, reader: Reader, most: int) -> Screen:
    asked = [each for each in showing.asked if not each.secret]
    there = squares.on_board(showing)
    beside = [each for each in asked if not (there and squares_of(showing, each))]
    rows = [*keyboard(showing), *(row for each in _screens(showing, beside, reader) for row in each.rows)]
    more = "\n".join([*(each.text for each in _screens(showing, asked, reader)), *_deadline(asked, reader)])
    if units(more) > LONGEST_ASKED or len(asked) > MOST_ASKED or not _clear(rows):
        return Screen(caption(showing, reader, most), keyboard(showing))
    text = caption(showing, reader, most - units(more) - 1)
    return Screen(f"{text}\n{more}" if more else text, rows)


def _deadline(asked: list[QuestionView], reader: Reader) -> list[str]:
    """When the first of those must have answered who are asked: a moment stays true, however long it is read."""
    due = [each.due for each in asked if each.due]
    return [f"⏳ {until(min(due), reader)}"] if due else []


def _screens(showing: GameView, asked: list[QuestionView], reader: Reader) -> list[Screen]:
    return asking.screens(showing, asked, reader, ENDLESS, {}, board=True)


def _clear(rows: Rows) -> bool:
    """Are these not too many buttons, and does no label stand there twice?"""
    labels = [each.text for row in rows for each in row if each.text != squares.BLANK]
    return len(asking.flat(rows)) <= MOST_BUTTONS and len(set(labels)) == len(labels) and choosing.one_at_most(rows)


def keyboard(showing: GameView) -> Rows:
    """The squares that somebody is openly asked to choose from, laid out as on the board; of one board only."""
    return squares.below(showing) if squares.on_board(showing) else []


def _status(showing: GameView, reader: Reader) -> list[str]:
    view, say = showing.view, reader.say
    lines = [f"{reader.value(showing.title)}. {reader.value(view.stage)}." if view else reader.value(showing.title)]
    if showing.paused:
        lines.append(say("The host has paused the game."))
    if showing.stage == OVER:
        lines.append(say("The game is over."))
    waiting = sorted({asked.who for asked in showing.asked if not asked.secret})
    if waiting:
        lines.append(say("Waiting for {who}.", who=waiting))
    if showing.sealed:
        lines.append(to_come(showing, reader))
    lines += map(reader.value, view.notes if view else [])
    panels = view.panels if view else []
    for panel in panels:
        which = f"{reader.value(panel.title)}: " if len(panels) > 1 else ""
        lines += [f"{which}{reader.value(note)}" for note in panel.notes]
        lines += _read(panel, reader)
    return lines


def _read(panel: Panel, reader: Reader) -> list[str]:
    """What is better read than drawn."""
    told = [picture for picture in panel.pictures if isinstance(picture, PROSE)]
    return [line for picture in told for line in spelled(picture, reader, WHOLE)]
