"""The functions of the deployment in this process, on a clock of its own: what each is given, does, and asks for.

Telegram's webhook, the deliveries and the clock run the very code that runs in Lambda, over DynamoDB's own client. The
queue and the timers only note what they are asked, and hand it out when its time has come.
"""

from __future__ import annotations

import heapq
import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any

from botocore.exceptions import ClientError
from msgspec import Struct, field

from host.core.context import HostContext
from host.core.store.commit import DUE
from host.core.store.dynamo import DynamoTable
from host.core.store.store import Store
from host.delivery.outbox import Courier
from host.delivery.pace import Pace
from host.doors.aws import clock, delivery, wiring
from host.doors.aws.prefetch import PrefetchingTable
from host.doors.aws.senders import Queue, Schedules
from host.doors.aws.settings import AwsSettings
from host.doors.aws.wakeups import WakeupTable
from host.doors.telegram import function as chat
from host.doors.telegram.messages.sender import TelegramSender
from workshop.cost.crowd import Wire
from workshop.cost.meter import Meter, Taken
from workshop.cost.price_table import prices

START = 1_800_000_000.0
TABLE = "rtab-cost"
MINUTE = 60.0  # from one sweep to the next
AWAKE = ("clock", "sweep")  # whom the sweep of every minute keeps awake
GAP = 0.2  # seconds until somebody's errand is run
FIRST = {"ApproximateReceiveCount": "1"}  # what an errand is given along
ENVELOPE = 300  # bytes that a line has beside its message


class Run(Struct):
    """One invocation of a function: which, the processor time of our own code, and what it asked of others.

    `calls` are those to DynamoDB until everything was saved; what is said takes more. `part` is what of the game was
    being played.
    """

    function: str
    work: float
    taken: Taken
    sent: Counter[str] = field(default_factory=Counter)
    logged: int = 0  # bytes
    told: int = 0  # bytes that Telegram was sent
    calls: Counter[str] = field(default_factory=Counter)
    part: str = ""
    cold: bool = False  # a process had to be started for it
    waited: float = 0.0  # seconds until it might say more


class _Logged(logging.Handler):
    """How much is logged: every line comes in an envelope of JSON."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.bytes = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.bytes += len(record.getMessage()) + ENVELOPE


class _Services:
    """SQS and the scheduler: what they are asked is counted, and comes back in time."""

    def __init__(self, cloud: Cloud) -> None:
        self.cloud, self.timers = cloud, dict[str, float]()

    def send_message_batch(self, *, QueueUrl: str, Entries: list[dict[str, str]]) -> dict[str, Any]:  # noqa: ARG002, N803
        self.cloud.sent["SendMessageBatch"] += 1
        for entry in Entries:
            self.cloud.later(GAP, "delivery", entry["MessageBody"])
        return {}

    def change_message_visibility(self, *, QueueUrl: str, ReceiptHandle: str, VisibilityTimeout: int) -> None:  # noqa: ARG002, N803
        self.cloud.sent["ChangeMessageVisibility"] += 1
        self.cloud.later(VisibilityTimeout, "delivery", ReceiptHandle)

    def create_schedule(self, **schedule: Any) -> None:
        self.cloud.sent["CreateSchedule"] += 1
        if schedule["Name"] in self.timers:
            raise ClientError({"Error": {"Code": "ConflictException"}}, "CreateSchedule")
        self._set(schedule)

    def update_schedule(self, **schedule: Any) -> None:
        self.cloud.sent["UpdateSchedule"] += 1
        self._set(schedule)

    def _set(self, schedule: dict[str, Any]) -> None:
        moment = datetime.strptime(schedule["ScheduleExpression"], "at(%Y-%m-%dT%H:%M:%S)").replace(tzinfo=UTC)
        self.timers[schedule["Name"]] = when = moment.timestamp()
        self.cloud.later(when - self.cloud.now, "clock", f"{schedule['Name']} {schedule['Target']['Input']}")


class Cloud:
    """A deployment whose functions are kept for some minutes after each call; the sweep keeps the clock."""

    def __init__(self, client: Any, other: Any) -> None:
        self.now, self.runs, self.sent, self.updates = START, list[Run](), Counter[str](), 0
        self.calls, self.part, self.waited = Counter[str](), "", 0.0
        self._due: list[tuple[float, int, str, str]] = []
        self._swept = 0.0
        self._called: dict[str, float] = {}  # when each function was last at work
        self._services, self.meter, self.wire = _Services(self), Meter(), Wire()
        self.meter.listen(client)
        queue = Queue(lambda: self._services, "queue")
        timers = Schedules(lambda: self._services, "rtab", "clock", "role")
        prefetching = PrefetchingTable(DynamoTable(client, TABLE))
        table = WakeupTable(prefetching, timers, queue, lambda: self.now)
        luck = Random(1)  # noqa: S311 - the same evening again has the same secrets
        host = HostContext(
            Store(table),
            wiring.CONFIG,
            lambda: self.now,
            lambda size: luck.randbytes(size).hex(),
            pause=self._pause,
        )
        self.wired = wiring.DeployedHost(
            host, table, prefetching, queue, AwsSettings(TABLE, "queue", "clock", "role", "rtab")
        )
        self.sender = TelegramSender(host, self.wire)  # type: ignore[arg-type] # it stands in for the line to Telegram
        self.courier = Courier(host, self.sender, Pace(chat.share()), workers=1)
        self._log = _Logged()
        logger = logging.getLogger("host")
        logger.setLevel(logging.INFO)
        logger.addHandler(self._log)
        logger.propagate = False
        # Somebody who only looks, uncounted.
        self.aside = HostContext(Store(DynamoTable(other, TABLE)), wiring.CONFIG, lambda: self.now)

    @contextmanager
    def invoked(self, function: str) -> Iterator[None]:
        """Everything in here is one invocation of this function."""
        kept = prices().taken_for["seconds_that_a_process_is_kept"]
        cold = function not in AWAKE and self.now - self._called.get(function, -math.inf) > kept
        self._called[function] = self.now
        self.meter.reset()
        self.sent.clear()
        self.calls.clear()
        began, away, said = time.process_time(), self.meter.away, Counter(self.wire.bot.calls)
        told = self.wire.bot.bytes
        self._log.bytes, self.waited = 0, 0.0
        try:
            yield
        finally:
            self.wired.prefetching.end()
            self.wired.table.wake()
        work = time.process_time() - began - (self.meter.away - away)
        said = self.wire.bot.calls - said
        sent = Counter(self.sent) + Counter({f"Telegram {name}": count for name, count in said.items()})
        taken = self.meter.reset()
        calls, told = Counter(self.calls) or taken.calls, self.wire.bot.bytes - told
        run = Run(function, work, taken, sent, self._log.bytes, told, calls, self.part, cold, self.waited)
        self.runs.append(run)

    def update(self, raw: object) -> Run:
        """Telegram's webhook."""
        with self.invoked("telegram"):
            delivery.at_once(self.wired, lambda: self.courier, partial(self._take, raw))
        return self.runs[-1]

    def _rung(self, game: str) -> None:
        clock.ring(self.wired, {"game": game})
        self.calls = Counter(self.meter.taken.calls)

    def _take(self, raw: object) -> None:
        chat.take(self.wired.prefetching, self.sender, raw)
        self.calls = Counter(self.meter.taken.calls)

    def _pause(self, seconds: float) -> None:
        """Somebody waits before they say more, which is billed."""
        self.now += seconds
        self.waited += seconds

    def later(self, seconds: float, function: str, body: str) -> None:
        """This function is to be woken."""
        heapq.heappush(self._due, (self.now + seconds, len(self.runs), function, body))

    def wait(self, seconds: float) -> None:
        """Time passes, and whatever is due in it happens."""
        end = self.now + seconds
        while (upcoming := self._upcoming()) <= end:
            self.now = max(self.now, upcoming)
            self.aside.store.beat(self.now)  # as the sweep of this minute did, which is counted by itself
            if self._due and self._due[0][0] <= self.now:
                _, _, function, body = heapq.heappop(self._due)
                WAKEN[function](self, body)
            else:
                self._shelve()
        self.now = end

    def _upcoming(self) -> float:
        """When something happens next: an errand, a timer, or a game's entry in the index comes up."""
        shelved = self.aside.store.table.due_before(DUE, math.inf, limit=1)
        sweeps = [max(item.when + MINUTE / 2, self._swept + MINUTE) for item in shelved]
        return min([when for when, *_ in self._due[:1]] + sweeps, default=math.inf)

    def _shelve(self) -> None:
        """What a sweep does for entries that have come up, beyond what every sweep does."""
        self._swept = self.now
        with self.invoked("sweep"):
            clock.lay_anew(self.wired, clock.come_up(self.wired))

    def _errand(self, body: str) -> None:
        with self.invoked("delivery"):
            try:
                delivery.run(
                    self.wired, lambda: self.courier, {"body": body, "receiptHandle": body, "attributes": FIRST}
                )
                self.sent["DeleteMessage"] += 1
            except delivery.Later:
                pass
            self.sent["ReceiveMessage"] += 1

    def _ring(self, body: str) -> None:
        name, _, text = body.partition(" ")
        if self._services.timers.get(name) is None or self._services.timers[name] > self.now:
            return  # it has been moved
        del self._services.timers[name]
        with self.invoked("clock"):
            self.sent["Schedule"] += 1
            delivery.at_once(self.wired, lambda: self.courier, partial(self._rung, text.split('"')[3]))

    def sweep(self) -> Run:
        """The sweep of a minute."""
        with self.invoked("clock"):
            self.sent["Schedule"] += 1
            clock.ring(self.wired, {"sweep": True})
        return self.runs[-1]

    def usual_sweep(self) -> Run:
        """One of the many of a month: the first after a silence, which this deployment has between, does more."""
        self.sweep()
        self.wait(MINUTE)
        return self.sweep()


WAKEN: dict[str, Callable[[Cloud, str], None]] = {"delivery": Cloud._errand, "clock": Cloud._ring}  # noqa: SLF001
