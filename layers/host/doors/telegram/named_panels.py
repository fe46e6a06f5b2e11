"""Finds a panel by the name under which the outbox keeps it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.kernel import Illegal
from host.doors.telegram import game_menu, own_settings, panels, predicting
from host.doors.telegram.screens import Screen

if TYPE_CHECKING:
    from host.doors.telegram.sender import Sender


def panel(sender: Sender, chat: str, name: str) -> Screen | None:
    """The panel of this name as it is now, or nothing if there is no more use for it."""
    kind, _, rest = name.removeprefix(panels.MARK).partition(":")
    try:
        return PANELS[kind](sender, chat, rest)
    except Illegal:  # its game was closed meanwhile
        return None


PANELS: dict[str, Callable[[Sender, str, str], Screen | None]] = {
    "newgame": lambda sender, chat, _: panels.opening(panels.reader_of(sender, chat)),
    "settings": own_settings.panel,
    "plays": panels.plays_of,
    "predict": predicting.panel,
    "ask": panels.ask,
    "menu": game_menu.panel,
    "link": panels.linking_of,
    "forget": lambda sender, chat, _: panels.forgetting(panels.reader_of(sender, chat)),
}
