"""Finds a panel by the name under which the outbox keeps it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.kernel import Illegal
from host.doors.telegram.menus import game_menu, group_settings, own_settings, panels
from host.doors.telegram.messages import predicting, welcome
from host.doors.telegram.messages.screens import Screen
from host.said.desk import usual

if TYPE_CHECKING:
    from host.doors.telegram.messages.sender import TelegramSender


def panel(sender: TelegramSender, chat: str, name: str) -> Screen | None:
    """The panel of this name as it is now, or nothing if there is no more use for it."""
    kind, _, rest = name.removeprefix(panels.MARK).partition(":")
    try:
        return PANELS[kind](sender, chat, rest)
    except Illegal:  # its game was closed meanwhile
        return None


def opening(sender: TelegramSender, chat: str) -> Screen:
    """The first step of opening a table; where something is usual, that is one tap."""
    reader = panels.reader_of(sender, chat)
    screen = panels.opening(reader)
    screen.rows = [*group_settings.opens(usual.kept(sender.host, chat), reader), *screen.rows]
    return screen


PANELS: dict[str, Callable[[TelegramSender, str, str], Screen | None]] = {
    "newgame": lambda sender, chat, _: opening(sender, chat),
    "usual": group_settings.panel,
    "welcome": welcome.group,
    "alone": welcome.alone,
    "next": welcome.invitation,
    "settings": own_settings.panel,
    "plays": panels.plays_of,
    "predict": predicting.panel,
    "ask": panels.ask,
    "menu": game_menu.panel,
    "code": lambda sender, chat, code: panels.code(code, panels.reader_of(sender, chat)),
    "link": panels.linking_of,
    "forget": lambda sender, chat, _: panels.forgetting(panels.reader_of(sender, chat)),
}
