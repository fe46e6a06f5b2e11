"""The host in Lambda: processes that come and go, each with a clock of its own, around one table."""

import random
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

from host.core.context import HostContext
from host.core.store import MemoryTable
from host.core.store.store import Store
from host.delivery.outbox import OutboxDispatcher, Pace, Sender
from host.doors.aws import delivery, web
from host.doors.aws.delivery import RetryMessageLater
from host.doors.aws.settings import AwsSettings
from host.doors.aws.tables import PrefetchingTable, WakeupTable
from host.doors.aws.wiring import CONFIG, DeployedHost, ScheduleTimers, WakeupSqsQueue
from host.doors.telegram import function
from host.doors.telegram.function import compute_process_limits
from tests.chaos.counter import Counter
from tests.chaos.outside import Outside
from tests.chaos.platform import Mouth, Platform
from tests.chaos.queue import Errand, Groups, Timers
from tests.chaos.simulation import Killed, Process
from tests.chaos.table import ChaoticTable, Witness
from tests.host.doors.web.asking import carried

SETTINGS = AwsSettings("table", "queue", "clock", "role", "rtab", switched=("reddit", "telegram"))
SECRET = "only-for-tests"  # noqa: S105 - it opens nothing
LONGEST = 25.0  # seconds that a function may take
COLD = 0.05  # how often a new process is started though one is idle
SWEEP = 60.0
SEE, BUSY = 303, 503  # what the page says when it has done something, and when it cannot
DIED = "process died"  # killed, or stopped because it took too long
Done = Callable[[Any], None]
Handle = Callable[[Any], dict[str, Any] | None]
Door = Callable[["Cloud", HostContext, PrefetchingTable], tuple[Sender, Handle]]  # how a process speaks and hears


def small(cloud: "Cloud", host: HostContext, prefetching: PrefetchingTable) -> tuple[Sender, Handle]:
    """The smallest adapter there can be."""
    counter = Counter(host, cloud.replies)

    def take(update: dict[str, Any]) -> None:
        game = update.get("game", "")
        prefetching.begin_input([(f"game/{game}", "session")] if game else [])
        counter.handle(update)

    return Mouth(host, cloud.platform), take


class Box:
    """One process with everything in it."""

    def __init__(self, cloud: "Cloud") -> None:
        outside = cloud.outside
        sim, skew = outside.sim, outside.weather.skew
        wrong = sim.luck.uniform(-skew, skew)
        self.now = lambda: sim.now + wrong
        if skew:
            outside.befell["skew"] += 1
        queue = WakeupSqsQueue(lambda: cloud.queue, "queue")
        timers = ScheduleTimers(lambda: cloud.timers, "rtab", "clock", "role")
        prefetching = PrefetchingTable(ChaoticTable(cloud.table, outside, cloud.witness))
        self.table = WakeupTable(prefetching, timers, queue, self.now)
        self.host = HostContext(Store(self.table), CONFIG, self.now, cloud.token, random.Random)
        self.prefetching = prefetching
        sender, self.handle = cloud.door(cloud, self.host, prefetching)
        self.wired = DeployedHost(self.host, self.table, prefetching, queue, SETTINGS)
        pace, usage = Pace(compute_process_limits()), getattr(sender, "minute", None)
        self.dispatcher = OutboxDispatcher(self.host, sender, pace, usage=usage)

    def ring(self, event: dict[str, Any]) -> Any:
        """The clock rings."""
        return delivery.handle_clock_and_deliver(self.wired, self.dispatcher.find_for_place, event)

    def take(self, raw: Any) -> dict[str, Any] | None:
        """Deal with an update, and say what it brought."""
        return delivery.work_and_deliver(self.wired, self.dispatcher.find_for_place, partial(self.handle, raw))


class Cloud:
    """A deployment."""

    def __init__(self, outside: Outside, platform: Platform, door: Door) -> None:
        self.outside, self.platform, self.door = outside, platform, door
        self.table, self.witness = MemoryTable(), Witness()
        self.queue = Groups(outside, self._errand)
        self.timers = Timers(outside, self._ring)
        self.replies: dict[int, list[bool]] = {}
        self.down_until = 0.0
        self._idle: dict[str, list[Box]] = defaultdict(list)
        self._started = 0
        outside.sim.after(1.0, self._sweep)

    def goes_down(self, until: float) -> None:
        """Nothing of ours runs until then."""
        self.down_until = until

    def close(self) -> None:
        """There is nothing to clear away."""

    def entries(self, game: str) -> int:
        """How much of this game's log there is."""
        saved = Store(self.table).load_game(game)
        return saved.session.entries if saved else 0

    def token(self, size: int) -> str:
        """What nobody could guess, if it were not for the seed."""
        return self.outside.sim.luck.randbytes(size).hex()

    # -- what wakes it

    def update(self, update: dict[str, Any], done: Done) -> None:
        """Somebody brings an update; `done` is told the status, or nothing if nobody answered."""
        if "page" in update:
            self._form(update, done)
            return
        event = {
            "headers": {function.SECRET_HEADER: SECRET},
            "requestContext": {"http": {"method": "POST"}},
            "body": update["body"],
        }

        def answered(answer: Any) -> None:
            if answer is not None and answer["body"]:
                self.platform.told(msgspec.json.decode(answer["body"]))
            done(answer and answer["statusCode"])

        def work(box: Box) -> Any:
            return function.answer_webhook_event(event, [SECRET], box.take)

        self._invoke("telegram", work, answered)

    def _form(self, update: dict[str, Any], done: Done) -> None:
        """A form of the page. Whoever sees that it is to be tried again does so."""

        def answered(answer: Any) -> None:
            taken = answer is not None and answer["statusCode"] != BUSY
            if taken:
                self.replies.setdefault(update["id"], []).append(answer["statusCode"] == SEE)
            done(200 if taken else None)

        self.browse(update["page"], answered)

    def browse(self, event: dict[str, Any], done: Done) -> None:
        """Somebody asks for a page."""
        self._invoke("web", lambda box: carried(event, lambda _, asked: web.answer_web_request(box.wired, asked)), done)

    def _errand(self, errand: Errand, done: Callable[[bool], None]) -> None:
        attributes = {"ApproximateReceiveCount": str(errand.tries), "MessageGroupId": errand.group}
        record = SQSRecord({"body": errand.body, "receiptHandle": errand.receipt, "attributes": attributes})

        def work(box: Box) -> bool:
            try:
                delivery.handle_queue_message(box.wired, box.dispatcher.find_for_place, record)
            except RetryMessageLater:
                return False
            return True

        self._invoke("delivery", work, lambda answer: done(answer is True))

    def _ring(self, event: dict[str, Any], tries: int = 3) -> None:
        def done(answer: Any) -> None:
            if answer is None and tries > 1:
                self.outside.sim.after(60.0, lambda: self._ring(event, tries - 1))

        self._invoke("clock", lambda box: box.ring(event), done)

    def _sweep(self) -> None:
        self.outside.sim.after(SWEEP, self._sweep)
        if not self.outside.hits("no_sweep"):
            self._ring({"sweep": True}, tries=1)

    # -- how it runs

    def _invoke(self, function: str, work: Callable[[Box], Any], done: Done) -> None:
        sim = self.outside.sim
        if sim.now < self.down_until:
            self.outside.befell["down"] += 1
            sim.after(0.1, lambda: done(None))
            return
        idle = self._idle[function]
        box = idle.pop() if idle and not sim.chance(COLD) else Box(self)
        self._started += 1
        process = Process(f"{function} {self._started}")

        def stop() -> None:
            process.dead = True

        sim.after(LONGEST, stop)
        sim.start(process, lambda: self._run(function, process, box, work, done))

    def _run(self, function: str, process: Process, box: Box, work: Callable[[Box], Any], done: Done) -> None:
        answer = None
        try:
            try:
                answer = work(box)
            finally:
                box.prefetching.end_input()
                box.table.wake()
            self.outside.sim.alive()
        except Killed:
            self.outside.befell[DIED] += 1
            answer = None
        except Exception as error:  # noqa: BLE001 - whoever called is told nothing
            self.outside.sim.note(f"fails: {error!r}")
        if not process.dead:
            self._idle[function].append(box)
        self.outside.sim.after(0.0, lambda: done(answer))
