"""`rtab telegram setup|doctor`: tells Telegram what the bot can do, and looks whether all is well with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from telegram.error import TelegramError

from host.core.context import HostContext
from host.core.session import RUNNING, Session
from host.doors.command.line import parse_command_line
from host.doors.local.open_store import open_configured_host
from host.doors.local.settings import UnfitSetting
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.door import read_telegram_account
from host.doors.telegram.heard import command_menu
from host.doors.telegram.heard.polling import format_polling_trouble
from host.doors.telegram.heard.web_app_launch import ENTRANCE
from host.doors.telegram.messages.welcome import build_add_bot_link
from host.doors.telegram.places import TELEGRAM_PREFIX, is_private_chat
from host.doors.telegram.set_up.doctor import examine_bot

FIRST_SETUP_STEP = (
    "Step 1 of 6. In Telegram, open https://t.me/BotFather, send /newbot and give the bot a name. BotFather answers "
    "with its token. Set TELEGRAM_BOT_TOKEN to that token on this computer, then: rtab telegram setup"
)

JOINS = "In Telegram, open https://t.me/BotFather, send /setjoingroups, choose @{name} and tap Enable."
START_HOST_ADVICE = "On this computer, in a window of its own and with the same TELEGRAM_BOT_TOKEN: rtab play"
OPENS = "On your telephone, open {link} and choose a group. When I say hello there, tap Open a table."
BEGINS = "Everybody who plays taps Join and presses Start. Or add computer players. Then tap Begin."
READY = "The game is on. `rtab telegram doctor` looks whether all is well, whenever you like."

INSIDE = (
    "If you like, the table opens inside Telegram, too. It needs an https address (RTAB_WEB=https://…). In BotFather: "
    "/newapp, choose @{name}, give a title, a line about it and a picture of 640 by 360, /empty for the GIF, "
    "{web}{entrance} as the Web App URL, and a short name. Set TELEGRAM_APP to that short name, and start the host "
    "again."
)

HEARTBEAT_FRESH_SECONDS = 120.0  # seconds in which a host that runs gives a sign of life


class SetupStep(NamedTuple):
    """A setup step: its title, and a function that returns what is still to do, or an empty string."""

    title: str
    missing: Callable[[TelegramConnection], str]


def list_setup_steps() -> list[SetupStep]:
    """List all steps of setting up the Telegram bot, in order."""
    return [
        SetupStep("A bot of your own", _verify_token),
        SetupStep("It hears, and knows its commands", _switch_to_polling),
        SetupStep("It may come into groups", _find_missing_group_setting),
        SetupStep("The host runs", _find_missing_host),
        SetupStep("A group with a table", _find_missing_group_table),
        SetupStep("The first game", _find_missing_first_game),
    ]


def run_setup_steps(wire: TelegramConnection, tell: Callable[[str], None], goes_on: Callable[[], bool]) -> bool:
    """Run the steps of setting up the bot and return whether all are done. Tell what is missing, and check again as
    long as `goes_on` returns True.
    """
    found = list_setup_steps()
    for n, step in enumerate(found, 1):
        while missing := step.missing(wire):
            tell(f"Step {n} of {len(found)}: {step.title}. {missing}")
            if not goes_on():
                return False
        tell(f"✓ {n} of {len(found)}: {step.title}.")
    tell(READY)
    web = os.environ.get("RTAB_WEB", "").strip().rstrip("/") or "https://…"
    tell(INSIDE.format(name=wire.name, web=web, entrance=ENTRANCE))
    return True


def _verify_token(wire: TelegramConnection) -> str:
    wire.call(lambda bot: bot.get_me())  # the error tells of an unknown token
    return ""


def _switch_to_polling(wire: TelegramConnection) -> str:
    """Register the bot's commands and delete its webhook, so that a host at home can poll; return an empty text, as
    nothing is left to do.
    """
    command_menu.register_bot_commands(wire)
    wire.call(lambda bot: bot.delete_webhook())
    return ""


def _find_missing_group_setting(wire: TelegramConnection) -> str:
    return "" if wire.call(lambda bot: bot.get_me()).can_join_groups else JOINS.format(name=wire.name)


def _find_missing_host(_: TelegramConnection) -> str:
    with _open_local_host() as host:
        return "" if host and host.now() - host.store.load_last_beat() < HEARTBEAT_FRESH_SECONDS else START_HOST_ADVICE


def _find_missing_group_table(wire: TelegramConnection) -> str:
    with _open_local_host() as host:
        return "" if any(_iter_group_games(host)) else OPENS.format(link=build_add_bot_link(wire.name))


def _find_missing_first_game(_: TelegramConnection) -> str:
    with _open_local_host() as host:
        return "" if any(session.stage == RUNNING for session in _iter_group_games(host)) else BEGINS


def _iter_group_games(host: HostContext | None) -> Iterator[Session]:
    """Yield the games that are shown in a Telegram group."""
    for session in host.store.iter_sessions() if host else ():
        if any(place.startswith(TELEGRAM_PREFIX) and not is_private_chat(place) for place in session.places):
            yield session


@contextmanager
def _open_local_host() -> Iterator[HostContext | None]:
    """Open the host on this machine for the block, or yield None if it has no stored data."""
    try:
        with open_configured_host() as host:
            yield host
    except (UnfitSetting, OSError):
        yield None


NO_TOKEN = "TELEGRAM_BOT_TOKEN is not set. " + FIRST_SETUP_STEP
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
    """Check the Telegram bot for `rtab doctor`, which runs the checks of all platforms; return the exit code."""
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
    """Run the steps of setting up the bot; at a keyboard, wait after each that is incomplete."""
    run_setup_steps(wire, lambda line: print(line, flush=True), _wait_for_enter)
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
    """Print what works and what does not with the bot; return 1 if anything does not."""
    well, troubles = examine_bot(wire)
    print("\n".join([*well, *(troubles or ["All is well."])]))
    return 1 if troubles else 0


TELEGRAM_SUBCOMMANDS = {"setup": run_telegram_setup, "doctor": print_telegram_findings}
