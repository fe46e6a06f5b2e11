"""`rtab telegram setup|doctor`: tells Telegram what the bot can do, and looks whether all is well with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from telegram.error import TelegramError

from host.doors.command.line import parse_command_line
from host.doors.local.settings import UnfitSetting
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.door import read_telegram_account
from host.doors.telegram.heard.polling import format_polling_trouble
from host.doors.telegram.set_up import setting_up
from host.doors.telegram.set_up.doctor import examine_bot

NO_TOKEN = "TELEGRAM_BOT_TOKEN is not set. " + setting_up.FIRST_SETUP_STEP
STEP_DONE_PROMPT = "When that is done, press Enter. "


def main(argv: list[str]) -> int:
    """Run `rtab telegram setup` or `rtab telegram doctor`, and return the exit code."""
    asked = parse_command_line(
        "telegram", argv, {"setup|doctor": "tell Telegram about the bot, or look whether all is well"}
    )
    try:
        found = read_telegram_account(os.environ)
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 2
    if found is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    return _run_with_connection(TelegramConnection(lambda: found.token, found.url), TELEGRAM_SUBCOMMANDS[asked.word])


def run_telegram_doctor() -> int:
    """Run the doctor, for `rtab doctor`, which runs those of all doors."""
    return main(["doctor"])


def _run_with_connection(wire: TelegramConnection, work: Callable[[TelegramConnection], int]) -> int:
    try:
        return work(wire)
    except TelegramError as error:
        print(f"Telegram: {format_polling_trouble(error)}", file=sys.stderr)
        return 1
    finally:
        wire.close()


def run_telegram_setup(wire: TelegramConnection) -> int:
    """Run the setup steps; at a keyboard, wait after each that is incomplete."""
    setting_up.run_setup_steps(wire, lambda line: print(line, flush=True), _wait_for_enter)
    return 0


def _wait_for_enter() -> bool:
    """Wait for Enter at a keyboard; return False if nobody is there."""
    if not sys.stdin.isatty():
        return False
    try:
        input(STEP_DONE_PROMPT)
    except EOFError:
        return False
    return True


def print_telegram_findings(wire: TelegramConnection) -> int:
    """Print what is well and what is wrong; return 1 if anything is."""
    well, troubles = examine_bot(wire)
    print("\n".join([*well, *(troubles or ["All is well."])]))
    return 1 if troubles else 0


TELEGRAM_SUBCOMMANDS = {"setup": run_telegram_setup, "doctor": print_telegram_findings}
