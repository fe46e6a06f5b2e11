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


def handle(update: Any) -> None:
    """Deal with one update."""
    Desk(sender()).handle(update)
