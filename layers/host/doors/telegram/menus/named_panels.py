"""Finds a panel by the name under which the outbox keeps it."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Illegal
from host.doors.telegram.menus import game_menu, group_settings, own_settings, panels
from host.doors.telegram.messages import action_buttons, welcome
from host.doors.telegram.messages.chats import TelegramChats
from host.doors.telegram.messages.screens import Screen
from host.said.desk import group_defaults
from host.said.desk.own_account import build_export_file


def build_named_panel(sender: TelegramChats, chat: str, name: str) -> Screen | None:
    """Build the message with buttons that is stored in the outbox under this name, as it looks now; None if it is no
    longer needed.
    """
    kind, _, rest = name.removeprefix(panels.MARK).partition(":")
    try:
        return PANELS[kind](sender, chat, rest)
    except Illegal:  # its game was closed meanwhile
        return None


def build_first_setup_panel(sender: TelegramChats, chat: str) -> Screen:
    """Build the message for the first step of opening a table, with a button for the group's usual table if there is
    one.
    """
    reader = panels.build_chat_reader(sender, chat)
    screen = panels.build_setup_panel(reader)
    screen.rows = [
        *group_settings.list_usual_table_buttons(group_defaults.read_group_defaults(sender.host, chat), reader),
        *screen.rows,
    ]
    return screen


def build_export_screen(sender: TelegramChats, chat: str, _: str) -> Screen | None:
    """Build the message with a file of all data stored about the person in this private chat, or None if they are
    unknown.
    """
    person = sender.host.store.find_person_id(chat, sender.host.now())
    return Screen("", about="export", file=build_export_file(sender.host, person)) if person else None


PANELS: dict[str, Callable[[TelegramChats, str, str], Screen | None]] = {
    "newgame": lambda sender, chat, _: build_first_setup_panel(sender, chat),
    "usual": group_settings.build_group_settings_panel,
    "welcome": welcome.build_group_welcome,
    "alone": welcome.build_private_welcome,
    "next": welcome.build_invitation_panel,
    "export": build_export_screen,
    "settings": own_settings.build_own_settings_panel,
    "plays": panels.build_plays_panel_for_chat,
    "predict": action_buttons.build_prediction_panel,
    "ask": panels.build_question_panel,
    "hint": panels.build_hint_panel,
    "menu": game_menu.build_game_menu,
    "code": lambda sender, chat, code: panels.build_code_panel(code, panels.build_chat_reader(sender, chat)),
    "link": panels.build_link_panel_for_chat,
    "forget": lambda sender, chat, _: panels.build_forget_panel(panels.build_chat_reader(sender, chat)),
}
