"""Telegram as the functions use it: one wire a process, made when it is first needed."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from host.aws import wiring
from host.outbox import Courier
from host.pace import Limits, Pace
from host.telegram.desk import Desk
from host.telegram.sender import Sender
from host.telegram.update import Update, read
from host.telegram.wire import Wire

COURIERS = 10  # the template lets so many deliver at once; together they keep within what a bot may say
TOKEN, WEBHOOK = "telegram-token", "webhook-secret"  # the names of two parameters


@cache
def sender() -> Sender:
    """The one way to Telegram."""
    found = wiring.wired()
    wire = Wire(wiring.secret(TOKEN), os.environ.get("RTAB_TELEGRAM", ""))
    return Sender(found.house, wire, web=found.settings.web)


@cache
def courier() -> Courier:
    """Whoever says what waits."""
    limits = Limits()
    mine = Limits(limits.in_all // COURIERS, limits.window, limits.gap, limits.crowd_gap)
    return Courier(wiring.wired().house, sender(), Pace(mine))


def handle(raw: Any) -> None:
    """Deal with one update."""
    update = read(raw)
    if update is not None:
        wiring.wired().glance.begin(topic(update))
    Desk(sender()).handle(raw)


def topic(update: Update) -> str:
    """Who sends it, where, and of a tap about which game."""
    tap, message = update.callback_query, update.message
    somebody = tap.by if tap else message.by if message else None
    place = (tap.message if tap else message) or None
    game = "/".join(tap.data.split("/")[1:2]) if tap else ""
    return f"{somebody.id if somebody else 0} {place.place if place else ''} {game}"
