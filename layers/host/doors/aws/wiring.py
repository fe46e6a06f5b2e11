"""Builds a function's host from its environment, once a process."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.kernel import Illegal
from engine.rulesets import RULESETS, ruleset
from host.core.context import IN_DYNAMO, HostContext
from host.core.extras import import_target
from host.core.store import dynamo
from host.core.store.store import Store
from host.doors.aws import settings, telemetry
from host.doors.aws.settings import get_client, make_clients
from host.doors.aws.tables import PrefetchingTable, WakeupTable
from host.doors.aws.timers_and_queue import ScheduleTimers, WakeupSqsQueue
from host.doors.local.settings import UnfitSetting
from host.doors.registry import (
    Cloud,
    build_webhooks,
    list_cloud_doors,
    list_door_apps,
    list_notify_only_doors,
    list_polled_doors,
    list_private_notification_doors,
    list_pushed_doors,
)
from host.said.desk import refusals

# The sweep comes once a minute, and computer players need no pause where queue messages take their own time.
LISTENED = {door.name: door.late for door, _ in list_polled_doors()}
ALWAYS = tuple(door.name for door, cloud in list_cloud_doors() if not cloud.switch)
CONFIG = replace(
    IN_DYNAMO,
    bot_pause=0.0,
    beat=55.0,
    outage=240.0,
    elsewhere=ALWAYS,
    listened=LISTENED,
    called=list_private_notification_doors(),
)

log = logging.getLogger(__name__)


class DeployedHost(NamedTuple):
    """The host with the parts of this deployment."""

    host: HostContext
    table: WakeupTable
    prefetching: PrefetchingTable
    queue: WakeupSqsQueue
    settings: settings.AwsSettings


@cache
def build_deployed_host() -> DeployedHost:
    """Build the host of this function from its environment variables: store, queue, timers; once a process."""
    found = settings.read_aws_settings(os.environ)
    queue = WakeupSqsQueue(lambda: get_client("sqs"), found.queue)
    timers = ScheduleTimers(lambda: get_client("scheduler"), found.stack, found.clock, found.clock_role)
    prefetching = PrefetchingTable(dynamo.DynamoTable(get_client("dynamodb"), found.table))
    table = WakeupTable(prefetching, timers, queue, time.time)
    config = replace(
        CONFIG,
        elsewhere=found.switched,
        rung=list_notify_only_doors(found.switched),
        without=found.without,
    )
    keys: dict[str, Callable[[], bytes]] = {
        door.name: partial(_read_app_key, app.secret) for door, app in list_door_apps() if door.name in found.switched
    }
    host = HostContext(Store(table), config, pause=time.sleep, app_keys=keys, measures=telemetry.MEASURES)
    host.webhooks.update(build_webhooks(host, map_webhook_accounts(found.switched)))
    return DeployedHost(host, table, prefetching, queue, found)


def map_webhook_accounts(switched: Sequence[str]) -> dict[str, Callable[[], Any]]:
    """Return for each platform with a webhook the function that makes its account when it is first needed."""
    return {
        door.name: cache(partial(_make_webhook_account, cloud))
        for door, cloud in list_pushed_doors()
        if cloud.account and door.name in switched
    }


def _make_webhook_account(cloud: Cloud) -> Any:
    return import_target(cloud.account)(os.environ)


def load_webhook_handlers() -> None:
    """Import, while the process starts, what answers the webhooks of platforms that are switched on, because a platform
    may give up after three seconds.
    """
    for door, cloud in list_pushed_doors():
        if cloud.account and settings.is_door_on(os.environ, cloud):
            for target in door.hears.values():
                import_target(target)


def _read_app_key(name: str) -> bytes:
    """Read the key with which a platform signs the users of its embedded page, when the first of them comes."""
    try:
        return bytes.fromhex(settings.read_cached_secret(name))
    except UnfitSetting as unfit:
        log.error("setting is unfit door=web error=%s", unfit)  # noqa: TRY400 - the sentence says it all
        raise Illegal(refusals.NO_APP, code="not_shown_in_apps") from None


def warm_up() -> None:
    """Build everything while the process starts, when it has a whole processor, so that the first
    event need not wait.
    """
    with suppress(UnfitSetting):  # the first event will tell
        build_deployed_host()
        make_clients()
    ruleset(next(iter(RULESETS)))  # most play the first game; the others are loaded when somebody plays them


@contextmanager
def serve_invocation() -> Iterator[DeployedHost]:
    """Give the host to one invocation of the function, and afterwards send the messages and timers it has noted."""
    everything = build_deployed_host()
    try:
        yield everything
    finally:
        everything.prefetching.end_input()
        everything.table.wake()
