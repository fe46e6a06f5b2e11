"""Sends at once what was just saved; and handles queue messages: a place with unsent posts, or a game that is due soon.

The queue gives out one message at a time for each lane. A message that has to wait goes back to the queue, hidden until
then, so that it keeps its lane in order and no other lane waits.
"""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from msgspec.structs import replace

from host.core.extras import import_target
from host.core.store.items import Overloaded
from host.delivery.outbox import Limits, OutboxDispatcher
from host.doors.aws import clock, telemetry
from host.doors.aws.settings import is_door_on
from host.doors.aws.tables import try_wakeup
from host.doors.aws.wiring import DeployedHost
from host.doors.local.settings import UnfitSetting
from host.doors.registry import Cloud, Door, list_pushed_doors, list_send_only_doors

Outboxes = Callable[[str], OutboxDispatcher | None]  # the sender that serves a place at once, if there is one


def load_pushed_senders() -> None:
    """Import everything needed to send to platforms that push messages to the host, while the process starts, so that
    the first message is fast.
    """
    for _, cloud in list_pushed_doors():
        if is_door_on(os.environ, cloud):
            import_target(f"{cloud.module}:begin")()


def find_pushed_sender(place: str) -> OutboxDispatcher | None:
    """Return the object that sends queued posts to a place on a platform that pushes messages to the host; None for
    other platforms and ones that are off.
    """
    return _find_sender(list_pushed_doors(), place)


def _find_sender(doors: Sequence[tuple[Door, Cloud]], place: str) -> OutboxDispatcher | None:
    """Return this process's object that sends queued posts, built at the first call, if a place is on one of these
    platforms; None if it is on none of them, or its platform is switched off.
    """
    cloud = next((cloud for door, cloud in doors if place.startswith(door.places)), None)
    if cloud is None or not is_door_on(os.environ, cloud):
        return None
    found: OutboxDispatcher = import_target(f"{cloud.module}:build_dispatcher")()
    return found


def split_limits(limits: Limits, senders: int) -> Limits:
    """Return how fast one of so many processes may send: its share of a platform's limits, counted over some seconds so
    that it may send several messages at once.
    """
    return replace(limits, in_all=limits.in_all * SHARE_SECONDS // senders, window=limits.window * SHARE_SECONDS)


log = logging.getLogger(__name__)
T = TypeVar("T")
SHARE_SECONDS = 8
SHORT_WAIT = 1.5  # seconds: a shorter pause of a lane need not be written down for other processes
MIN_RETRY_SECONDS = 0.1  # there is more, and it is time already
LONGEST_TALK = 5.0  # seconds that one invocation sends before it leaves the rest to the queue
LONGEST_WAIT = 12 * 3600 - 60  # a queue hides nothing for longer than twelve hours
MOST_TIMES = 50  # that a message is hidden; then a copy replaces it, or its receive count would make it a dead letter
MAX_RETRY_SECONDS = 60.0  # the longest pause before a failed message is retried; the template allows a hundred tries


class RetryMessageLater(Exception):
    """Raised when a queue message must come again; the queue has been told when."""


def is_queue_batch(event: object) -> bool:
    """Return whether an event is a batch of queue messages; log it if not."""
    match event:
        case {"Records": [_, *_]}:
            return True
        case _:
            log.warning("ignoring malformed queue event type=%s", type(event).__name__)
            return False


def get_message_subject(record: SQSRecord) -> str:
    """Return the id of the game, or the place, that a queue message is about, for the log; empty if it is malformed."""
    message = _decode_message(record)
    return str(message.get("game") or message.get("chat", "")) if isinstance(message, dict) else ""


def handle_queue_message(wired: DeployedHost, outboxes: Outboxes, record: SQSRecord) -> None:
    """Handle one message of the queue; return if it is finished. If it must come again, hide it in the queue until then
    and raise RetryMessageLater (after 50 times queue a copy instead, and raise nothing). If handling it failed, log
    that, hide it for up to a minute and raise that error again. `outboxes` finds the sender of a place that may be sent
    to at once, or None.
    """
    try:
        wait = _serve_message(wired, outboxes, record)
    except Exception as error:
        _log_failure(get_message_subject(record), error)
        _hide_message(wired, record, min(2.0 ** count_receives(record), MAX_RETRY_SECONDS))
        raise
    if wait and count_receives(record) < MOST_TIMES:
        _hide_message(wired, record, wait)
        raise RetryMessageLater
    if wait:
        try_wakeup(lambda: wired.queue.resend_message(record))


def count_receives(record: SQSRecord) -> int:
    """Return how often this queue message has been received, this time included."""
    return int(record.attributes.approximate_receive_count)


def _hide_message(wired: DeployedHost, record: SQSRecord, seconds: float) -> None:
    """Hide a queue message for so many seconds, twelve hours at most; if that fails, it comes again after its
    visibility timeout.
    """
    try_wakeup(lambda: wired.queue.hide_message(record.receipt_handle, min(math.ceil(seconds), LONGEST_WAIT)))


def _log_failure(subject: str, error: Exception) -> None:
    """Log that handling the queue message about `subject` (a game or place) failed: as a warning if the database was
    only overloaded, so that a retry will help, else as an error.
    """
    match error:
        case Overloaded():
            log.warning("queue message will be retried subject=%s error=%s", subject, error)
        case UnfitSetting():
            log.error("setting is unfit subject=%s error=%s", subject, error)
        case _:
            log.error("queue message failed subject=%s error=%s", subject, telemetry.format_aws_error(error))


def _serve_message(wired: DeployedHost, outboxes: Outboxes, record: SQSRecord) -> float:
    """Do what a queue message asks: do what is due in the game that it names, then send the posts this queues; or send
    the posts of the place that it names. Only log it if it is malformed or no platform that is on sends posts there at
    once. Return in how many seconds the message must come again, or 0.
    """
    match message := _decode_message(record):
        case {"game": str(game)}:
            wired.table.hops = 1 + read_hops(message)
            return work_and_deliver(wired, outboxes, lambda: tick_queued_game(wired, game, message.get("due")))
        case {"chat": str(place)} if found := outboxes(place) or _find_sender(list_send_only_doors(), place):
            return _serve_queued_place(wired, found, place)
        case _:
            log.warning("dropping malformed queue message id=%s", record.get("messageId", "?"))
    return 0.0


def read_hops(message: dict[str, Any]) -> int:
    """Return how many queue messages, each sent while handling the one before, have led to this one without a pause; 0
    for messages of older releases.
    """
    found = message.get("hops", 0)
    return found if isinstance(found, int) else 0


def tick_queued_game(wired: DeployedHost, game: str, due: object) -> float:
    """Do what is due in a game that a queue message names; return in how many seconds the message must come again, for
    the deadline `due` that it names: 0 if that has passed, is no longer the game's deadline or is not named.
    """
    clock.tick_game(wired, game)
    return max(0.0, due - wired.host.now()) if isinstance(due, float) and due == wired.table.get_deadline(game) else 0.0


def work_and_deliver(wired: DeployedHost, outboxes: Outboxes, work: Callable[[], T]) -> T:
    """Run the function `work`, then send the posts it has queued, as many as can be begun in five seconds; the rest is
    sent by the queue later. Return what `work` returned; an error in it is raised, one in sending only logged.
    """
    done, began = work(), wired.host.now()
    for place in wired.table.places:
        if wired.host.now() < began + LONGEST_TALK:
            _deliver_now(wired, outboxes, place)
    return done


def handle_clock_and_deliver(wired: DeployedHost, outboxes: Outboxes, event: object) -> dict[str, float]:
    """Handle an event of a game's timer, of the minute's sweep (a search for missed deadlines) or of the night, and
    send the posts that it has queued; return a sweep's metrics, else an empty dict. If the database is overloaded, put
    a game's timer event into the queue, and leave the rest to the next sweep or night.
    """
    try:
        return work_and_deliver(wired, outboxes, lambda: clock.handle_clock_event(wired, event))
    except Overloaded as busy:
        log.warning("clock event not finished event=%s error=%s", clock.get_clock_subject(event) or event, busy)
        clock.requeue_clock_event(wired, event)
        return {}


def _deliver_now(wired: DeployedHost, outboxes: Outboxes, place: str) -> None:
    """Send the posts of a place now, unless its platform could not be reached within the last minute, or no sender here
    serves it; note the place again if it must be served later (posts are left, or another process sends there). Errors
    are only logged, because the queue retries.
    """
    try:
        outbox = outboxes(place)
        if outbox is None or outbox.back > wired.host.now():
            return
        if deliver_with_lease(wired, outbox, place):
            wired.table.note_place(place)
    except UnfitSetting as unfit:
        log.error("setting is unfit place=%s error=%s", place, unfit)  # noqa: TRY400 - the sentence says it all
    except Overloaded as busy:
        log.warning("delivery left to the queue place=%s error=%s", place, busy)
    except Exception as error:  # noqa: BLE001 - what was saved is saved, and an message will try again
        log.error("outbox delivery failed place=%s error=%s", place, telemetry.format_aws_error(error))  # noqa: TRY400 - values could hold secrets


def _serve_queued_place(wired: DeployedHost, dispatcher: OutboxDispatcher, place: str) -> float:
    """Send the posts of the place that a queue message names; return in how many seconds the message must come again,
    or 0.
    """
    wired.prefetching.begin_input()
    return deliver_with_lease(wired, dispatcher, place)


def deliver_with_lease(wired: DeployedHost, dispatcher: OutboxDispatcher, place: str) -> float:
    """Send the posts queued for a place, holding meanwhile the lease of its lane (the chat with its topics), so that no
    other process sends there. Return after how many seconds the caller must come again (another process holds the
    lease, the platform asked for a pause, or more is queued for later), or 0 if nothing is left.
    """
    host, lane = wired.host, dispatcher.sender.get_lane(place)
    usage = dispatcher.usage if dispatcher.sender.is_crowd(place) else None
    wired.prefetching.forget_partition(f"lane/{lane}")
    lease = host.store.acquire_lane_lease(lane, host.now(), keeps=usage is not None)
    if not lease.number:
        return max(lease.look_again - host.now(), MIN_RETRY_SECONDS)
    pause = 0.0
    try:
        if usage:
            usage.load_lane(lane, lease.left)
        wired.prefetching.forget_partition(f"chat:{place}")  # the last sender there may have changed it
        when, pause = _deliver_place(wired, dispatcher, place, lane)
    finally:
        with suppress(Overloaded):  # then it runs out by itself
            host.store.release_lane_lease(lane, lease, host.now(), pause, usage.dump_lane(lane) if usage else b"")
    return max(when - host.now(), MIN_RETRY_SECONDS) if when else 0.0


def _deliver_place(wired: DeployedHost, dispatcher: OutboxDispatcher, place: str, lane: str) -> tuple[float, float]:
    """Send the posts queued for a place, and note that it needs no queue message from `wake` any more. Return when to
    come back (0: nothing is left), and until when other processes may not send to its lane (the chat with its topics),
    or 0 if they need not be kept from it.
    """
    pace, now = dispatcher.pace, wired.host.now()
    held, busy = pace.free.get(lane, 0.0), pace.is_busy(lane, now)
    when = dispatcher.deliver_to(place)
    wired.table.note_served(place)
    free = pace.free.get(lane, 0.0)
    if free > max(held, now + SHORT_WAIT) and (
        0 < when <= free or busy or free > now + pace.limits.crowd_gap + SHORT_WAIT
    ):
        return when, free
    return when, 0.0


def _decode_message(record: SQSRecord) -> Any:
    """Return the JSON in the body of a queue message, or None if there is none."""
    try:
        return msgspec.json.decode(record.body)
    except (KeyError, TypeError, msgspec.DecodeError):
        return None
