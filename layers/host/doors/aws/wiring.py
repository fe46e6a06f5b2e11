"""Builds a function's host from its environment, once a process."""

from __future__ import annotations

import hashlib
import logging
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from botocore.exceptions import ClientError
from msgspec.structs import replace

from engine.kernel import Illegal
from engine.rulesets import RULESETS, ruleset
from host.core.context import IN_DYNAMO, HostContext
from host.core.extras import import_target
from host.core.store import dynamo
from host.core.store.dynamo import read_aws_error_code
from host.core.store.store import Store
from host.doors.aws import settings, telemetry
from host.doors.aws.settings import get_client, make_clients
from host.doors.aws.tables import PrefetchingTable, WakeupTable
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

MOST_ENTRIES = 10  # in one batch


OTHERWISE = {"ConflictException", "ResourceNotFoundException"}  # there is a timer, or there is none


class ScheduleTimers:
    """Game timers as one-time EventBridge schedules, each named after its game, which delete themselves when they
    fire.
    """

    def __init__(self, client: Callable[[], Any], stack: str, clock: str, role: str) -> None:
        self._client, self._stack, self._clock, self._role = client, stack, clock, role

    def set_timer(self, game_id: str, due: float, *, anew: bool) -> None:
        """Create a timer that wakes this game at the time `due` if `anew`, else move its existing one. If AWS answers
        that it exists already, or does not exist, try the other, and then the first again; if that fails, too, only log
        it. Any other error of AWS is raised.
        """
        client, schedule = self._client(), self._build_schedule(game_id, due)
        create, move = client.create_schedule, client.update_schedule
        for act in (create, move, create) if anew else (move, create, move):
            try:
                act(**schedule)
            except ClientError as error:
                if read_aws_error_code(error) not in OTHERWISE:
                    raise
            else:
                return
        log.warning("timer not set, left to the sweep game=%s", game_id)

    def _build_schedule(self, game_id: str, due: float) -> dict[str, Any]:
        """Build the settings of the AWS timer that wakes the host for this game at the time `due`."""
        moment = datetime.fromtimestamp(math.ceil(due), UTC)
        retry = {"MaximumRetryAttempts": 5, "MaximumEventAgeInSeconds": 600}
        body = msgspec.json.encode({"game": game_id}).decode()
        return {
            "Name": f"{self._stack}-game-{game_id}",
            "ScheduleExpression": f"at({moment:%Y-%m-%dT%H:%M:%S})",
            "FlexibleTimeWindow": {"Mode": "OFF"},
            "ActionAfterCompletion": "DELETE",
            "Target": {"Arn": self._clock, "RoleArn": self._role, "Input": body, "RetryPolicy": retry},
        }


class WakeupSqsQueue:
    """Wake-up messages in a FIFO queue. Messages about one chat stay in order; games are independent."""

    def __init__(self, client: Callable[[], Any], url: str) -> None:
        self._client, self._url = client, url

    def send_messages(self, games: Mapping[str, float], places: Sequence[str], once: str = "", hops: int = 0) -> None:
        """Queue a message for each game (`games` gives deadlines by id), to be handled at once and again at its
        deadline, and for each place, whose posts are to be sent. With a name `once`, a message that was queued under it
        in the last five minutes is not queued again; `hops` is how many messages have led to these.
        """
        led = {"hops": hops} if hops else {}
        messages = [({"game": game, "due": due, **led}, game if once else "", once) for game, due in games.items()]
        messages += [({"chat": place, **led}, get_queue_lane(place), once) for place in places]
        for first in range(0, len(messages), MOST_ENTRIES):
            chunk = messages[first : first + MOST_ENTRIES]
            entries = [self._build_entry(i, *message) for i, message in enumerate(chunk)]
            self._send_batch(entries)

    def hide_message(self, receipt: str, seconds: int) -> None:
        """Hide a received queue message, named by its receipt, for this many seconds, after which it is delivered
        again.
        """
        self._client().change_message_visibility(QueueUrl=self._url, ReceiptHandle=receipt, VisibilityTimeout=seconds)

    def resend_message(self, record: SQSRecord) -> None:
        """Send a copy of a received queue message, behind all others of its group; the caller lets the received one be
        deleted.
        """
        group, once = record.attributes.message_group_id or "", os.urandom(16).hex()
        entry = {"Id": "0", "MessageBody": record.body, "MessageGroupId": group, "MessageDeduplicationId": once}
        self._send_batch([entry])

    def _send_batch(self, entries: Sequence[dict[str, str]]) -> None:
        """Send these messages, ten at most, to the queue in one call; log how many it refuses, which the sweep makes up
        for.
        """
        answer = self._client().send_message_batch(QueueUrl=self._url, Entries=entries)
        if answer.get("Failed"):
            log.warning("queue refused messages, left to the sweep messages=%d", len(answer["Failed"]))

    def _build_entry(self, i: int, message: dict[str, Any], group: str, once: str) -> dict[str, str]:
        """Build entry number `i` of a batch of queue messages, in this group or, if that is empty, in one of its own.
        With a word `once`, the queue takes the same message only once in five minutes.
        """
        body, new = msgspec.json.encode(message), os.urandom(16).hex()
        name = hashlib.sha256(b"%b %b" % (once.encode(), body)).hexdigest() if once else new
        return {
            "Id": str(i),
            "MessageBody": body.decode(),
            "MessageGroupId": group or new,
            "MessageDeduplicationId": name,
        }


def get_queue_lane(place: str) -> str:
    """Return the lane (queue group) of a place: all topics of a chat share it, so `DOOR:CHAT:TOPIC` becomes
    `DOOR:CHAT`.
    """
    return ":".join(place.split(":")[:2])


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
    """Build the host for an AWS function from its environment variables, with store, queue and timers; built once and
    then reused in the process. Raise UnfitSetting if a variable is missing.
    """
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
    """Return, by name, for each switched-on platform that sends its events to a webhook, a function that makes the
    bot's account from the environment at its first call and then keeps it.
    """
    return {
        door.name: cache(partial(_make_webhook_account, cloud))
        for door, cloud in list_pushed_doors()
        if cloud.account and door.name in switched
    }


def _make_webhook_account(cloud: Cloud) -> Any:
    """Make the bot's account on a platform from the environment, as the platform's settings for AWS (`cloud`) say."""
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
    """Return, as bytes, the key with which a platform signs who has opened the page embedded in its app; log it and
    raise Illegal if the parameter cannot be read, or is not in hexadecimal digits. Called only when the first such user
    comes.
    """
    try:
        return settings.read_cached_key(name)
    except UnfitSetting as unfit:
        log.error("setting is unfit door=web error=%s", unfit)  # noqa: TRY400 - the sentence says it all
        raise Illegal(refusals.NO_APP, code="not_shown_in_apps") from None


def warm_up() -> None:
    """Build the host, its API clients and the first ruleset while the process starts, when it has a whole processor, so
    that the first event need not wait for that; pass over missing settings, of which the first event tells.
    """
    with suppress(UnfitSetting):  # the first event will tell
        build_deployed_host()
        make_clients()
    ruleset(next(iter(RULESETS)))  # most play the first game; the others are loaded when somebody plays them


@contextmanager
def serve_invocation() -> Iterator[DeployedHost]:
    """Give the host to one invocation of the function for the block, and afterwards, also after an error, end the read
    cache, set the timers and send the wake-up messages that its changes need. Raise UnfitSetting if the host cannot be
    built.
    """
    everything = build_deployed_host()
    try:
        yield everything
    finally:
        everything.prefetching.end_input()
        everything.table.wake()
