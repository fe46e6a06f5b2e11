"""What a group reads when the bot comes into it, and what somebody reads who is told of a new table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel import Illegal, Reader
from host.core.session import LOBBY, Post
from host.doors.telegram import places
from host.doors.telegram.menus import panels
from host.doors.telegram.messages.board import deep_link
from host.doors.telegram.messages.button_data import words
from host.doors.telegram.messages.screens import GOOD, Rows, Screen, button, link, panel_of
from host.said.desk import refusals, usual, waiting
from host.said.desk.answer import Answer
from host.shown import views

if TYPE_CHECKING:
    from host.core.context import HostContext
    from host.doors.telegram.heard.call import TelegramCall
    from host.doors.telegram.messages.sender import TelegramSender

LETTER = "w"
KEPT = "welcomed"
LATELY = 60.0  # seconds in which a second greeting would be one too many
HERE = "Hello! I host games that are played over days, whenever each of you has a minute."
HOW = "Open a table, take a seat, and I call whoever’s turn it is in private. Or write /newgame."
TWIN = "Or write /newgame, here or in a group that I am in."
SEES = (
    "I read commands, replies to me and answers to my questions. As long as privacy mode is on, Telegram shows me "
    "nothing else that is said here."
)


def group(sender: TelegramSender, chat: str, _: str) -> Screen:
    """What the bot is, a table to open, and what it may not see."""
    reader = panels.reader_of(sender, chat)
    say = reader.say
    rows = [
        [button(say("Open a table"), "n", "", style=GOOD)],
        [
            button(say("What do you read here?"), LETTER, "sees"),
            button(say("Settings of this group"), LETTER, "settings"),
        ],
    ]
    return panel_of(say(HERE), [say(HOW)], rows)


def greet(host: HostContext, chat: str, update: int) -> None:
    """Greet a group, once for each time the bot comes."""
    host.store.keep(chat, KEPT, f"{host.now()}".encode())
    post = Post(chat, "", int(host.now() * 1000), asks=[panels.name_of("welcome")])
    host.store.answer(f"telegram:{update}/welcome", [post], host.now())


def greeted(host: HostContext, chat: str) -> bool:
    """Has it been greeted just now?"""
    return host.now() - float(host.store.kept(chat, KEPT) or b"0") < LATELY


def adds(reader: Reader, username: str) -> Rows:
    """A link with which somebody takes the bot into a group of theirs."""
    return [[link(reader.say("Add me to a group"), startgroup(username))]]


def startgroup(username: str) -> str:
    """A link that asks to which group the bot is to come."""
    return f"https://t.me/{username}?startgroup=hello"


def alone(sender: TelegramSender, chat: str, _: str) -> Screen:
    """What somebody can do in private who comes for the first time."""
    reader = panels.reader_of(sender, chat)
    play = [button(reader.say("Play against computers"), "n", "", style=GOOD)]
    return panel_of(reader.say("Where shall we play?"), [reader.say(TWIN)], [play, *adds(reader, sender.wire.name)])


def invitation(sender: TelegramSender, chat: str, game: str) -> Screen | None:
    """Beside the news that a table is open."""
    shown, reader = sender.seen(chat, game)
    session = views.found(sender.host, game).session
    if shown.stage != LOBBY:
        return None
    seat = deep_link(sender.wire.name, places.seat_link(game, session.invited))
    ends = button(reader.say("Tell me no more"), LETTER, "off")
    return panel_of(
        reader.say("Will you play?"), [reader.say("/next off ends this.")], [[link(reader.say("Join"), seat), ends]]
    )


def tapped(call: TelegramCall, data: str) -> Answer:
    """Below a greeting, or an invitation."""
    what = words(data, 2)[1]
    if what == "sees":
        return Answer(alert=call.say(SEES))
    if what == "settings" and call.message is not None:
        usual.must_look_after(call)
        return Answer(asks=[panels.name_of("usual")])
    if what == "off" and call.private:
        call.words = "off"
        answer = waiting.next_table(call)
        call.relabel([])
        return Answer(alert=call.written(answer))
    raise Illegal(refusals.OLD_BUTTON)
