"""Telegram as the functions use it: one wire a process, made when it is first needed."""

from __future__ import annotations

import logging
import os
import re
from functools import cache
from importlib import import_module
from typing import Any

from host.aws import wiring
from host.aws.glance import Glance
from host.local.settings import Unfit
from host.outbox import Courier
from host.pace import Limits, Pace
from host.store.items import Key
from host.telegram.desk import Desk, Notice
from host.telegram.sender import Sender
from host.telegram.update import Update, read
from host.telegram.wire import Wire

log = logging.getLogger(__name__)
COURIERS = 10  # the template lets so many deliver at once; together they keep within what a bot may say
TOKEN, WEBHOOK = "telegram-token", "webhook-secret"  # the names of two parameters


def begin() -> None:
    """Whoever says things needs the library, its certificates and what draws: load them while the process starts."""
    wiring.begin()
    import_module("host.telegram.line").trusted()
    import_module("host.picture.board")


def token() -> str:
    """The bot's token. Whoever it is missing to may go on without an answer from Telegram, so the log says why."""
    try:
        return wiring.secret(TOKEN)
    except Unfit as unfit:
        log.error("%s", unfit)  # noqa: TRY400 - the sentence says it all
        raise


@cache
def sender() -> Sender:
    """The one way to Telegram."""
    found = wiring.wired()
    wire = Wire(token, os.environ.get("RTAB_TELEGRAM", ""))
    return Sender(found.house, wire, web=found.settings.web)


@cache
def courier() -> Courier:
    """Whoever says what waits; nobody without a token, or what waits would be set aside as if it were to blame."""
    wiring.secret(TOKEN)
    limits = Limits()
    mine = Limits(limits.in_all // COURIERS, limits.window, limits.gap, limits.crowd_gap)
    return Courier(wiring.wired().house, sender(), Pace(mine))


def handle(raw: Any) -> dict[str, Any] | None:
    """Deal with one update."""
    return take(wiring.wired().glance, sender(), raw)


def take(glance: Glance, sender: Sender, raw: Any) -> dict[str, Any] | None:
    """Deal with one update, which reads what it needs in one call.

    Returns what Telegram is to do in answer: it takes one call along with that, which saves us one to Telegram.
    """
    update, notices = read(raw), list[Notice]()
    if update is not None:
        glance.begin(*topics(update), sure=sure(update))
    Desk(sender, notices.append).handle(raw)
    return {"method": "answerCallbackQuery", **notices[-1]._asdict()} if notices else None


def topics(update: Update) -> list[str]:
    """Who sends it, and where, and of a tap about which game; or else who sends it."""
    tap, message = update.callback_query, update.message
    somebody, where = (tap.by, tap.message) if tap else (message.by, message) if message else (None, None)
    who = f"{somebody.id if somebody else 0}"
    return [f"{who} {where.place if where else ''} {_game(update)}", who]


def sure(update: Update) -> list[Key]:
    """The game that a tap or a link names will be needed."""
    return [(f"game/{game}", "session")] if (game := _game(update)) else []


def _game(update: Update) -> str:
    text = update.message.text if update.message else ""
    arrived = re.fullmatch(r"/start j_(\w{1,32})", text)
    words = update.callback_query.data.split("/") if update.callback_query else []
    return arrived[1] if arrived else words[1] if len(words) > 1 else ""
