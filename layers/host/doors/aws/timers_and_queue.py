"""AWS clients for timers (one-time schedules) and wake-up messages (a first-in-first-out queue)."""

from __future__ import annotations

import hashlib
import logging
import math
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from botocore.exceptions import ClientError

from host.core.store.aws import read_aws_error_code

log = logging.getLogger(__name__)
MOST_ENTRIES = 10  # in one batch
OTHERWISE = {"ConflictException", "ResourceNotFoundException"}  # there is a timer, or there is none


class ScheduleTimers:
    """Game timers as one-time EventBridge schedules, each named after its game, which delete themselves when they
    fire.
    """

    def __init__(self, client: Callable[[], Any], stack: str, clock: str, role: str) -> None:
        self._client, self._stack, self._clock, self._role = client, stack, clock, role

    def set_timer(self, game_id: str, due: float, *, anew: bool) -> None:
        """Create a timer for this game at the time `due` if `anew`, else move its existing one. If AWS answers that it
        exists already, or does not exist, do the other.
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
        """Queue a message for each game, to be handled at its deadline, and for each place, whose posts are to be sent.
        Those with the same name `once` are queued only once in five minutes; `hops` is how many messages have led to
        these.
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
        """Send a received queue message again, behind all others of its group."""
        group, once = record.attributes.message_group_id or "", os.urandom(16).hex()
        entry = {"Id": "0", "MessageBody": record.body, "MessageGroupId": group, "MessageDeduplicationId": once}
        self._send_batch([entry])

    def _send_batch(self, entries: Sequence[dict[str, str]]) -> None:
        answer = self._client().send_message_batch(QueueUrl=self._url, Entries=entries)
        if answer.get("Failed"):
            log.warning("queue refused messages, left to the sweep messages=%d", len(answer["Failed"]))

    def _build_entry(self, i: int, message: dict[str, Any], group: str, once: str) -> dict[str, str]:
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
