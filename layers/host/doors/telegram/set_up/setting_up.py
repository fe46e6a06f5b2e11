"""From BotFather to the first game in six steps, one at a time: whether each is done is looked up, not believed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from host.core.context import HostContext
from host.core.session import RUNNING, Session
from host.doors.local.open_store import opened
from host.doors.local.settings import UnfitSetting
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.heard import menu
from host.doors.telegram.heard.launch import ENTRANCE
from host.doors.telegram.messages.welcome import startgroup
from host.doors.telegram.places import PREFIX, private

FIRST = (
    "Step 1 of 6. In Telegram, open https://t.me/BotFather, send /newbot and give the bot a name. BotFather answers "
    "with its token. Set TELEGRAM_BOT_TOKEN to that token on this computer, then: rtab telegram setup"
)
JOINS = "In Telegram, open https://t.me/BotFather, send /setjoingroups, choose @{name} and tap Enable."
PLAYS = "On this computer, in a window of its own and with the same TELEGRAM_BOT_TOKEN: rtab play"
OPENS = "On your telephone, open {link} and choose a group. When I say hello there, tap Open a table."
BEGINS = "Everybody who plays taps Join and presses Start. Or add computer players. Then tap Begin."
READY = "The game is on. `rtab telegram doctor` looks whether all is well, whenever you like."
INSIDE = (
    "If you like, the table opens inside Telegram, too. It needs an https address (RTAB_WEB=https://…). In BotFather: "
    "/newapp, choose @{name}, give a title, a line about it and a picture of 640 by 360, /empty for the GIF, "
    "{web}{entrance} as the Web App URL, and a short name. Set TELEGRAM_APP to that short name, and start the host "
    "again."
)
FRESH = 120.0  # seconds in which a host that runs gives a sign of life


class SetupStep(NamedTuple):
    """One step: what it is called, and what is still to do; nothing, once it is done."""

    title: str
    missing: Callable[[TelegramConnection], str]


def steps() -> list[SetupStep]:
    """All of them, in order."""
    return [
        SetupStep("A bot of your own", _known),
        SetupStep("It hears, and knows its commands", _hears),
        SetupStep("It may come into groups", _joins),
        SetupStep("The host runs", _runs),
        SetupStep("A group with a table", _table),
        SetupStep("The first game", _game),
    ]


def walked(wire: TelegramConnection, tell: Callable[[str], None], goes_on: Callable[[], bool]) -> bool:
    """Step by step; what is missing is told, and looked at again as long as somebody `goes_on`. Are all done?"""
    found = steps()
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


def _known(wire: TelegramConnection) -> str:
    wire.call(lambda bot: bot.get_me())  # whoever is not known is told so by the error
    return ""


def _hears(wire: TelegramConnection) -> str:
    """This is done for them."""
    menu.register(wire)
    wire.call(lambda bot: bot.delete_webhook())
    return ""


def _joins(wire: TelegramConnection) -> str:
    return "" if wire.call(lambda bot: bot.get_me()).can_join_groups else JOINS.format(name=wire.name)


def _runs(_: TelegramConnection) -> str:
    with _host() as host:
        return "" if host and host.now() - host.store.last_beat() < FRESH else PLAYS


def _table(wire: TelegramConnection) -> str:
    with _host() as host:
        return "" if any(_in_group(host)) else OPENS.format(link=startgroup(wire.name))


def _game(_: TelegramConnection) -> str:
    with _host() as host:
        return "" if any(session.stage == RUNNING for session in _in_group(host)) else BEGINS


def _in_group(host: HostContext | None) -> Iterator[Session]:
    """The games that are shown in a group in Telegram."""
    for session in host.store.sessions() if host else ():
        if any(place.startswith(PREFIX) and not private(place) for place in session.places):
            yield session


@contextmanager
def _host() -> Iterator[HostContext | None]:
    """The host on this machine; nothing, where nobody has lived yet."""
    try:
        with opened() as host:
            yield host
    except (UnfitSetting, OSError):
        yield None
