"""What a group reads when the bot comes into it, and what somebody reads who is told of a new table."""

from __future__ import annotations

from engine.kernel import Illegal, Reader
from host.core.context import HostContext
from host.core.session import LOBBY, Post
from host.doors.telegram import places
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import panels
from host.doors.telegram.messages.board import build_deep_link
from host.doors.telegram.messages.chats import TelegramChats
from host.doors.telegram.messages.screens import (
    GOOD,
    Rows,
    Screen,
    build_button,
    build_link_button,
    build_panel,
    parse_button_data,
)
from host.said.answers import DeskAnswer
from host.said.desk import invitations, refusals, settings
from host.shown import views

WELCOME_LETTER = "w"
WELCOMED_KEY = "welcomed"
GREETING_REPEAT_SECONDS = 60.0  # seconds in which a second greeting would be one too many
GROUP_GREETING = "Hello! I host games that you play over days, whenever you have a minute."
GROUP_HOW_TO_START = "Open a game and join it, or write /newgame. I tell you in a private chat when it is your turn."
TWIN = "Or write /newgame, here or in a group that has me as a member."
SEES = (
    "I read commands, replies to me and answers to my questions. While privacy mode is on, Telegram does not show"
    " me any other messages in this group."
)


def build_group_welcome(sender: TelegramChats, chat: str, _: str) -> Screen:
    """Build the greeting for a group: what the bot is, and buttons to open a game, to ask which messages it reads, and
    for the group's settings.
    """
    reader = panels.build_chat_reader(sender, chat)
    say = reader.format_sentence
    rows = [
        [build_button(say("Open a game"), "n", "", style=GOOD)],
        [
            build_button(say("Which messages do you read?"), WELCOME_LETTER, "sees"),
            build_button(say("Settings of this group"), WELCOME_LETTER, "settings"),
        ],
    ]
    return build_panel(say(GROUP_GREETING), [say(GROUP_HOW_TO_START)], rows)


def greet_group(host: HostContext, chat: str, update: int) -> None:
    """Queue the greeting for a group to which the bot was added, once for the update with this number, which says so;
    note the time, so that a /start just after it greets no second time.
    """
    host.store.save_place_value(chat, WELCOMED_KEY, f"{host.now()}".encode())
    post = Post(chat, "", int(host.now() * 1000), asks=[panels.build_panel_name("welcome")])
    host.store.queue_answer(f"telegram:{update}/welcome", [post], host.now())


def was_just_greeted(host: HostContext, chat: str) -> bool:
    """Return whether `greet_group` greeted this group within the last minute."""
    return host.now() - float(host.store.load_place_value(chat, WELCOMED_KEY) or b"0") < GREETING_REPEAT_SECONDS


def build_add_bot_rows(reader: Reader, username: str) -> Rows:
    """Return one row with the button that adds the bot to one of the person's groups."""
    return [[build_link_button(reader.format_sentence("Add me to a group"), build_add_bot_link(username))]]


def build_add_bot_link(username: str) -> str:
    """Return the link that asks to which group to add the bot."""
    return f"https://t.me/{username}?startgroup=hello"


def build_private_welcome(sender: TelegramChats, chat: str, _: str) -> Screen:
    """Build the message that follows the hello at /start in a private chat if the person is asked nothing: where they
    want to play, with buttons to set up a table against the computer in this chat, and to add the bot to a group.
    """
    reader = panels.build_chat_reader(sender, chat)
    play = [build_button(reader.format_sentence("Play against the computer"), "n", "", style=GOOD)]
    return build_panel(
        reader.format_sentence("Where do you want to play?"),
        [reader.format_sentence(TWIN)],
        [play, *build_add_bot_rows(reader, sender.wire.name)],
    )


def build_invitation_panel(sender: TelegramChats, chat: str, game: str) -> Screen | None:
    """Build the message under the news of an open table: a button to join, one to get no more such news. Return None
    once the game has begun; raise Illegal if there is no such game.
    """
    shown, reader = sender.view_game(chat, game)
    session = views.load_saved_game(sender.host, game).session
    if shown.stage != LOBBY:
        return None
    seat = build_deep_link(sender.wire.name, places.build_seat_payload(game, session.invited))
    ends = build_button(reader.format_sentence("Stop telling me"), WELCOME_LETTER, "off")
    return build_panel(
        reader.format_sentence("Do you want to play?"),
        [reader.format_sentence("To stop these messages, write /next off")],
        [[build_link_button(reader.format_sentence("Join"), seat), ends]],
    )


def handle_welcome_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Return the answer to a tap below a greeting or an invitation: a pop-up on which messages the bot reads, or a
    request for the group's settings (raise Illegal for those who may not change them); or, in a private chat, stop
    telling the person of open tables. Raise Illegal for any other button.
    """
    what = parse_button_data(data, 2)[1]
    if what == "sees":
        return DeskAnswer(alert=call.format_sentence(SEES))
    if what == "settings" and call.message is not None:
        settings.check_manages_place(call)
        return DeskAnswer(asks=[panels.build_panel_name("usual")])
    if what == "off" and call.is_direct:
        call.words = "off"
        answer = invitations.toggle_table_notices(call)
        call.defer_buttons_edit([])
        return DeskAnswer(alert=call.format_notice(answer))
    raise Illegal(refusals.OLD_BUTTON, code="old_button")
