"""Imports python-telegram-bot only when something of it is first used.

It takes longer to load than all the rest of a function, and most updates are dealt with without it.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from telegram import (
        Bot,
        BotCommandScope,
        BotCommandScopeAllChatAdministrators,
        BotCommandScopeAllGroupChats,
        BotCommandScopeAllPrivateChats,
        error,
    )

__all__ = (
    "Bot",
    "BotCommandScope",
    "BotCommandScopeAllChatAdministrators",
    "BotCommandScopeAllGroupChats",
    "BotCommandScopeAllPrivateChats",
    "error",
)

os.environ.setdefault("PTB_TIMEDELTA", "true")  # how the library is to tell us waiting times; it warns without


def __getattr__(name: str) -> object:
    return getattr(import_module("telegram"), name)
