"""`rtab telegram setup|doctor`: tells Telegram what the bot can do, and looks whether all is well with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from telegram.error import TelegramError

from host.doors.command.line import given
from host.doors.local.settings import UnfitSetting
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.door import account
from host.doors.telegram.heard.polling import cure
from host.doors.telegram.set_up import setting_up
from host.doors.telegram.set_up.doctor import looked

NO_TOKEN = "TELEGRAM_BOT_TOKEN is not set. " + setting_up.FIRST
DONE = "When that is done, press Enter. "


def main(argv: list[str]) -> int:
    """One of the two words."""
    asked = given("telegram", argv, {"setup|doctor": "tell Telegram about the bot, or look whether all is well"})
    try:
        found = account(os.environ)
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 2
    if found is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    return _with_wire(TelegramConnection(lambda: found.token, found.url), WORDS[asked.word])


def examined() -> int:
    """What the doctor of all asks this one."""
    return main(["doctor"])


def _with_wire(wire: TelegramConnection, work: Callable[[TelegramConnection], int]) -> int:
    try:
        return work(wire)
    except TelegramError as error:
        print(f"Telegram: {cure(error)}", file=sys.stderr)
        return 1
    finally:
        wire.close()


def setup(wire: TelegramConnection) -> int:
    """From BotFather to the first game, one step at a time; at a keyboard it waits for each."""
    setting_up.walked(wire, lambda line: print(line, flush=True), _goes_on)
    return 0


def _goes_on() -> bool:
    """Is somebody there who does what is missing?"""
    if not sys.stdin.isatty():
        return False
    try:
        input(DONE)
    except EOFError:
        return False
    return True


def doctor(wire: TelegramConnection) -> int:
    """What is well, and what is not and why."""
    well, troubles = looked(wire)
    print("\n".join([*well, *(troubles or ["All is well."])]))
    return 1 if troubles else 0


WORDS = {"setup": setup, "doctor": doctor}
