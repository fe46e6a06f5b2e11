"""`rtab telegram setup|doctor`: tells Telegram what the bot can do, and looks whether all is well with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from telegram import BotCommandScopeAllGroupChats
from telegram.error import TelegramError

from host.doors.command.line import given
from host.doors.local.settings import Unfit
from host.doors.telegram import menu
from host.doors.telegram.door import account
from host.doors.telegram.polling import cure
from host.doors.telegram.update import KINDS
from host.doors.telegram.wire import Wire

BY_WEBHOOK = "with setup: where updates are sent, https://…; without it, rtab play fetches them"
NO_TOKEN = "TELEGRAM_BOT_TOKEN is not set. Ask @BotFather in Telegram for a bot, and put its token there."  # noqa: S105 # no token
WAITING = 100  # updates on the way, at which something must be wrong


def main(argv: list[str]) -> int:
    """One of the two words."""
    takes = {"setup|doctor": "tell Telegram about the bot, or look whether all is well", "[ADDRESS]": BY_WEBHOOK}
    asked = given("telegram", argv, takes)
    try:
        found = account(os.environ)
    except Unfit as error:
        print(error, file=sys.stderr)
        return 2
    if found is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    return _with_wire(Wire(lambda: found.token, found.url), WORDS[asked.word], asked.address or "")


def examined() -> int:
    """What the doctor of all asks this one."""
    return main(["doctor"])


def _with_wire(wire: Wire, work: Callable[[Wire, str], int], address: str) -> int:
    try:
        return work(wire, address)
    except TelegramError as error:
        print(f"Telegram: {cure(error)}", file=sys.stderr)
        return 1
    finally:
        wire.close()


def setup(wire: Wire, address: str) -> int:
    """Register the commands, and how updates are to come: to this address, or fetched by the bot itself."""
    menu.register(wire)
    if address:
        secret = os.environ.get("TELEGRAM_WEBHOOK_SECRET", "")
        if not address.startswith("https://") or not secret:
            print("A webhook needs an https address, and TELEGRAM_WEBHOOK_SECRET set to a long word.", file=sys.stderr)
            return 2
        wire.call(lambda bot: bot.set_webhook(address, allowed_updates=KINDS, secret_token=secret))
        print(f"@{wire.name} is set up. Updates are sent to {address}")
    else:
        wire.call(lambda bot: bot.delete_webhook())
        print(f"@{wire.name} is set up. `rtab play` fetches its updates.")
    return 0


def doctor(wire: Wire, _: str) -> int:
    """What is well, and what is not and why."""
    me, hook = wire.call(lambda bot: bot.get_me()), wire.call(lambda bot: bot.get_webhook_info())
    offered = wire.call(lambda bot: bot.get_my_commands(BotCommandScopeAllGroupChats()))
    waiting = hook.pending_update_count
    print(f"The token is good: @{me.username}")
    print(f"Updates are sent to {hook.url}" if hook.url else "Updates are fetched by `rtab play`.")
    found = [
        "The bot cannot be added to groups: /setjoingroups at @BotFather." if not me.can_join_groups else "",
        "The commands are not registered: rtab telegram setup" if not offered else "",
        f"{waiting} updates wait: is the host running?" if waiting > WAITING else "",
        f"The webhook last failed with: {hook.last_error_message}" if hook.last_error_message else "",
    ]
    troubles = [line for line in found if line]
    print("\n".join(troubles) or "All is well.")
    return 1 if troubles else 0


WORDS = {"setup": setup, "doctor": doctor}
