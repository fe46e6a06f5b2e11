"""`rtab telegram setup|doctor`: tells Telegram what the bot can do, and looks whether all is well with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from telegram.error import TelegramError

from host.doors.command.line import given
from host.doors.local.settings import Unfit
from host.doors.telegram import menu
from host.doors.telegram.doctor import looked
from host.doors.telegram.door import account
from host.doors.telegram.polling import cure
from host.doors.telegram.wire import Wire

NO_TOKEN = "TELEGRAM_BOT_TOKEN is not set. Ask @BotFather in Telegram for a bot, and put its token there."  # noqa: S105 # no token


def main(argv: list[str]) -> int:
    """One of the two words."""
    asked = given("telegram", argv, {"setup|doctor": "tell Telegram about the bot, or look whether all is well"})
    try:
        found = account(os.environ)
    except Unfit as error:
        print(error, file=sys.stderr)
        return 2
    if found is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    return _with_wire(Wire(lambda: found.token, found.url), WORDS[asked.word])


def examined() -> int:
    """What the doctor of all asks this one."""
    return main(["doctor"])


def _with_wire(wire: Wire, work: Callable[[Wire], int]) -> int:
    try:
        return work(wire)
    except TelegramError as error:
        print(f"Telegram: {cure(error)}", file=sys.stderr)
        return 1
    finally:
        wire.close()


def setup(wire: Wire) -> int:
    """Register the commands, and have updates fetched by the bot itself."""
    menu.register(wire)
    wire.call(lambda bot: bot.delete_webhook())
    print(f"@{wire.name} is set up. `rtab play` fetches its updates.")
    return 0


def doctor(wire: Wire) -> int:
    """What is well, and what is not and why."""
    well, troubles = looked(wire)
    print("\n".join([*well, *(troubles or ["All is well."])]))
    return 1 if troubles else 0


WORDS = {"setup": setup, "doctor": doctor}
