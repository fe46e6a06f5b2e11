"""Builds a function's host from its environment, once a process."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import NamedTuple

from msgspec.structs import replace

from engine.kernel import Illegal
from engine.rulesets import RULESETS, ruleset
from host.core.context import IN_DYNAMO, HostContext
from host.core.store import dynamo
from host.core.store.store import Store
from host.doors.aws import parameters, settings
from host.doors.aws.clients import client, make_clients
from host.doors.aws.prefetch import PrefetchingTable
from host.doors.aws.senders import Queue, Schedules
from host.doors.aws.wakeups import WakeupTable
from host.doors.local.settings import UnfitSetting
from host.doors.registry import apps, called, clouded, looked_after, pushed, ringing
from host.said.desk import refusals

# The sweep comes once a minute, and computer players need no pause where errands take their own time. Nobody deploys
# without a bot.
LISTENED = {door.name: door.late for door, _ in looked_after()}
ALWAYS = tuple(door.name for door, cloud in clouded() if not cloud.switch)
CONFIG = replace(
    IN_DYNAMO, bot_pause=0.0, beat=55.0, outage=240.0, elsewhere=ALWAYS, listened=LISTENED, called=called()
)


log = logging.getLogger(__name__)


class DeployedHost(NamedTuple):
    """The host, and what belongs to this deployment."""

    host: HostContext
    table: WakeupTable
    prefetching: PrefetchingTable
    queue: Queue
    settings: settings.AwsSettings
    spoken: str = pushed()[0].places  # what is saved for places that begin so is said at once


@cache
def wired() -> DeployedHost:
    """Everything, put together once."""
    found = settings.read(os.environ)
    queue = Queue(lambda: client("sqs"), found.queue)
    timers = Schedules(lambda: client("scheduler"), found.stack, found.clock, found.clock_role)
    prefetching = PrefetchingTable(dynamo.DynamoTable(client("dynamodb"), found.table))
    table = WakeupTable(prefetching, timers, queue, time.time)
    config = replace(CONFIG, elsewhere=found.switched, rung=ringing(found.switched), strangers=found.strangers)
    keys: dict[str, Callable[[], bytes]] = {
        door.name: partial(_app_key, app.secret) for door, app in apps() if door.name in found.switched
    }
    host = HostContext(Store(table), config, pause=time.sleep, app_keys=keys)
    return DeployedHost(host, table, prefetching, queue, found)


def _app_key(name: str) -> bytes:
    """With what a platform signs who opens the page inside its app; it is read when the first one does."""
    try:
        return bytes.fromhex(parameters.secret(name))
    except UnfitSetting as unfit:
        log.error("%s", unfit)  # noqa: TRY400 - the sentence says it all
        raise Illegal(refusals.NO_APP) from None


def begin() -> None:
    """Put everything together while the process starts, when it has a whole processor, and not at its first event."""
    with suppress(UnfitSetting):  # the first event will tell
        wired()
        make_clients()
    ruleset(next(iter(RULESETS)))  # most play the first game; the others are loaded when somebody plays them


@contextmanager
def opened() -> Iterator[DeployedHost]:
    """Serve one invocation, and afterwards wake everybody whom it concerns."""
    everything = wired()
    try:
        yield everything
    finally:
        everything.prefetching.end()
        everything.table.wake()
