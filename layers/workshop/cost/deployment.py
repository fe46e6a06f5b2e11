"""A deployment in memory, with a Telegram that takes and counts whatever is sent, and a group that plays on it."""

from __future__ import annotations

import heapq
import json
import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from botocore.exceptions import ClientError
from msgspec import Struct, field

from engine.kernel import Game, Question
from engine.rulesets import ruleset
from host.core import stand_ins
from host.core.context import HostContext, load_engine_game
from host.core.session import RUNNING, Session
from host.core.store.dynamo import DynamoTable
from host.core.store.items import DUE
from host.core.store.store import Store
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.aws import clock, delivery, wiring
from host.doors.aws.settings import AwsSettings
from host.doors.aws.tables import PrefetchingTable, WakeupTable
from host.doors.aws.wiring import ScheduleTimers, WakeupSqsQueue
from host.doors.telegram import function as chat
from host.doors.telegram.messages import asking, screens
from host.doors.telegram.messages.screens import encode_button_data
from host.doors.telegram.messages.sender import TelegramSender
from host.shown import views
from host.shown.views import GameView, QuestionView
from host.shown.words import build_reader
from workshop.cost.meter import CapacityMeter, CapacityUsage, load_prices

T = TypeVar("T")


def compute_payload_bytes(given: object) -> int:
    """Return about how many bytes a value takes in a request."""
    match given:
        case None | bool():
            return 0
        case bytes():
            return len(given)
        case dict():
            return len(json.dumps(given).encode())
        case _:
            return len(str(given).encode())


class FakeTelegramBot:
    """A fake of Telegram's Bot API: accepts every call, and counts calls and bytes."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.bytes = 0
        self._messages = 0

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        """Any call of the Bot API."""

        async def call(*given: Any, **named: Any) -> Any:
            self.calls[name] += 1
            self.bytes += sum(map(compute_payload_bytes, [*given, *named.values()]))
            self._messages += 1
            return SimpleNamespace(message_id=self._messages, status="creator", username="rtab_bot")

        return call


class FakeTelegramWire:
    """Stands in for the connection to Telegram."""

    name = "rtab_bot"

    def __init__(self) -> None:
        self.bot = FakeTelegramBot()

    def call(self, make: Callable[[Any], Coroutine[Any, Any, T]]) -> T:
        """Run a call to its end at once, and return the response. Raises RuntimeError if it would wait."""
        try:
            make(self.bot).send(None)
        except StopIteration as end:
            found: T = end.value
            return found
        raise RuntimeError("nothing here waits")


START = 1_800_000_000.0


COST_TABLE_NAME = "rtab-cost"


MINUTE = 60.0  # from one sweep to the next


WARM_FUNCTIONS = ("clock", "sweep")  # whom the sweep of every minute keeps awake


GAP = 0.2  # seconds until somebody's errand is run


FIRST_RECEIVE_ATTRIBUTES = {"ApproximateReceiveCount": "1"}  # what an errand is given along


ENVELOPE = 300  # bytes that a line has beside its message


class Invocation(Struct):
    """One invocation of a function: which, the processor time of our own code, and what it asked of other services.

    `calls` are those to DynamoDB until everything was saved; what is sent afterwards takes more. `part` is the part of
    the game that was being played.
    """

    function: str
    work: float
    taken: CapacityUsage
    sent: Counter[str] = field(default_factory=Counter)
    logged: int = 0  # bytes
    told: int = 0  # bytes that Telegram was sent
    calls: Counter[str] = field(default_factory=Counter)
    part: str = ""
    cold: bool = False  # a process had to be started for it
    waited: float = 0.0  # seconds until it might say more


class _LogCounter(logging.Handler):
    """Counts the bytes that are logged; every line is wrapped in JSON, which counts too."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.bytes = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.bytes += len(record.getMessage()) + ENVELOPE


class _FakeServices:
    """Fakes of SQS and EventBridge Scheduler: requests are counted, and messages and timers come back when they are
    due.
    """

    def __init__(self, cloud: SimulatedDeployment) -> None:
        self.cloud, self.timers = cloud, dict[str, float]()

    def send_message_batch(self, *, QueueUrl: str, Entries: list[dict[str, str]]) -> dict[str, Any]:  # noqa: ARG002, N803
        self.cloud.sent["SendMessageBatch"] += 1
        for entry in Entries:
            self.cloud.schedule_call(GAP, "delivery", entry["MessageBody"])
        return {}

    def change_message_visibility(self, *, QueueUrl: str, ReceiptHandle: str, VisibilityTimeout: int) -> None:  # noqa: ARG002, N803
        self.cloud.sent["ChangeMessageVisibility"] += 1
        self.cloud.schedule_call(VisibilityTimeout, "delivery", ReceiptHandle)

    def create_schedule(self, **schedule: Any) -> None:
        self.cloud.sent["CreateSchedule"] += 1
        if schedule["Name"] in self.timers:
            raise ClientError({"Error": {"Code": "ConflictException"}}, "CreateSchedule")
        self._set_timer(schedule)

    def update_schedule(self, **schedule: Any) -> None:
        self.cloud.sent["UpdateSchedule"] += 1
        self._set_timer(schedule)

    def _set_timer(self, schedule: dict[str, Any]) -> None:
        moment = datetime.strptime(schedule["ScheduleExpression"], "at(%Y-%m-%dT%H:%M:%S)").replace(tzinfo=UTC)
        self.timers[schedule["Name"]] = when = moment.timestamp()
        self.cloud.schedule_call(when - self.cloud.now, "clock", f"{schedule['Name']} {schedule['Target']['Input']}")


class SimulatedDeployment:
    """A deployment in this process. Its functions stay warm for some minutes after each call; the sweep keeps the
    clock function warm.
    """

    def __init__(self, client: Any, other: Any) -> None:
        self.now, self.runs, self.sent, self.updates = START, list[Invocation](), Counter[str](), 0
        self.calls, self.part, self.waited = Counter[str](), "", 0.0
        self._due: list[tuple[float, int, str, str]] = []
        self._swept = 0.0
        self._called: dict[str, float] = {}  # when each function was last at work
        self._services, self.meter, self.wire = _FakeServices(self), CapacityMeter(), FakeTelegramWire()
        self.meter.listen(client)
        queue = WakeupSqsQueue(lambda: self._services, "queue")
        timers = ScheduleTimers(lambda: self._services, "rtab", "clock", "role")
        prefetching = PrefetchingTable(DynamoTable(client, COST_TABLE_NAME))
        table = WakeupTable(prefetching, timers, queue, lambda: self.now)
        luck = Random(1)  # noqa: S311 - the same evening again has the same secrets
        host = HostContext(
            Store(table),
            wiring.CONFIG,
            lambda: self.now,
            lambda size: luck.randbytes(size).hex(),
            pause=self._pause_billed,
        )
        self.wired = wiring.DeployedHost(
            host, table, prefetching, queue, AwsSettings(COST_TABLE_NAME, "queue", "clock", "role", "rtab")
        )
        self.sender = TelegramSender(host, self.wire, alone=False)  # type: ignore[arg-type] # a stand-in for the line
        pace, usage = Pace(chat.compute_process_limits()), self.sender.minute
        self.dispatcher = OutboxDispatcher(host, self.sender, pace, workers=1, usage=usage)
        self._log = _LogCounter()
        logger = logging.getLogger("host")
        logger.setLevel(logging.INFO)
        logger.addHandler(self._log)
        logger.propagate = False
        # Somebody who only looks, uncounted.
        self.aside = HostContext(Store(DynamoTable(other, COST_TABLE_NAME)), wiring.CONFIG, lambda: self.now)

    @contextmanager
    def measure_invocation(self, function: str) -> Iterator[None]:
        """Measure everything inside as one invocation of this function, and add it to the runs."""
        kept = load_prices().taken_for["seconds_that_a_process_is_kept"]
        cold = function not in WARM_FUNCTIONS and self.now - self._called.get(function, -math.inf) > kept
        self._called[function] = self.now
        if cold:
            self.wired.host.logs.clear()
        self.meter.reset()
        self.sent.clear()
        self.calls.clear()
        began, away, said = time.process_time(), self.meter.away, Counter(self.wire.bot.calls)
        told = self.wire.bot.bytes
        self._log.bytes, self.waited = 0, 0.0
        try:
            yield
        finally:
            self.wired.prefetching.end_input()
            self.wired.table.wake()
        work = time.process_time() - began - (self.meter.away - away)
        said = self.wire.bot.calls - said
        sent = Counter(self.sent) + Counter({f"Telegram {name}": count for name, count in said.items()})
        taken = self.meter.reset()
        calls, told = Counter(self.calls) or taken.calls, self.wire.bot.bytes - told
        run = Invocation(function, work, taken, sent, self._log.bytes, told, calls, self.part, cold, self.waited)
        self.runs.append(run)

    def handle_update(self, raw: object) -> Invocation:
        """Run Telegram's webhook for one update, and return the invocation."""
        with self.measure_invocation("telegram"):
            delivery.work_and_deliver(self.wired, self.dispatcher.find_for_place, partial(self._take_update, raw))
        return self.runs[-1]

    def _run_game_clock(self, game: str) -> None:
        clock.handle_clock_event(self.wired, {"game": game})
        self.calls = Counter(self.meter.taken.calls)

    def _take_update(self, raw: object) -> None:
        chat.handle_prefetched_update(self.wired.prefetching, self.sender, raw)
        self.calls = Counter(self.meter.taken.calls)

    def _pause_billed(self, seconds: float) -> None:
        """Advance the clock while a function waits before it sends more, which is billed."""
        self.now += seconds
        self.waited += seconds

    def schedule_call(self, seconds: float, function: str, body: str) -> None:
        """Schedule a function to be called after so many seconds."""
        heapq.heappush(self._due, (self.now + seconds, len(self.runs), function, body))

    def wait(self, seconds: float) -> None:
        """Advance the clock by so many seconds, and run everything that is due in them."""
        end = self.now + seconds
        while (upcoming := self._find_next_due()) <= end:
            self.now = max(self.now, upcoming)
            self.aside.store.save_beat(self.now)  # as the sweep of this minute did, which is counted by itself
            if self._due and self._due[0][0] <= self.now:
                _, _, function, body = heapq.heappop(self._due)
                WAKEN[function](self, body)
            else:
                self._sweep_due_games()
        self.now = end

    def _find_next_due(self) -> float:
        """Return when something happens next: a queued message, a timer, or a game's entry in the due index."""
        shelved = self.aside.store.table.due_before(DUE, math.inf, limit=1)
        sweeps = [max(item.when + MINUTE / 2, self._swept + MINUTE) for item in shelved]
        return min([when for when, *_ in self._due[:1]] + sweeps, default=math.inf)

    def _sweep_due_games(self) -> None:
        """Run what a sweep does for games whose entry has come up, beyond what every sweep does."""
        self._swept = self.now
        with self.measure_invocation("sweep"):
            clock.reindex_early_games(self.wired, clock.list_due_games(self.wired))

    def deliver_message(self, body: str) -> None:
        with self.measure_invocation("delivery"):
            try:
                delivery.handle_queue_message(
                    self.wired,
                    self.dispatcher.find_for_place,
                    SQSRecord({"body": body, "receiptHandle": body, "attributes": FIRST_RECEIVE_ATTRIBUTES}),
                )
                self.sent["DeleteMessage"] += 1
            except delivery.RetryMessageLater:
                pass
            self.sent["ReceiveMessage"] += 1

    def fire_schedule(self, body: str) -> None:
        name, _, text = body.partition(" ")
        if self._services.timers.get(name) is None or self._services.timers[name] > self.now:
            return  # it has been moved
        del self._services.timers[name]
        with self.measure_invocation("clock"):
            self.sent["Schedule"] += 1
            delivery.work_and_deliver(
                self.wired, self.dispatcher.find_for_place, partial(self._run_game_clock, text.split('"')[3])
            )

    def sweep(self) -> Invocation:
        """Run the sweep of a minute, and return the invocation."""
        with self.measure_invocation("clock"):
            self.sent["Schedule"] += 1
            clock.handle_clock_event(self.wired, {"sweep": True})
        return self.runs[-1]

    def run_usual_sweep(self) -> Invocation:
        """Sweep twice, a minute apart, and return the second run, because the first one after a gap does more than
        usual.
        """
        self.sweep()
        self.wait(MINUTE)
        return self.sweep()


WAKEN: dict[str, Callable[[SimulatedDeployment, str], None]] = {
    "delivery": SimulatedDeployment.deliver_message,
    "clock": SimulatedDeployment.fire_schedule,
}


ROUND, BETWEEN = "round", "between rounds"  # parts of a game


GROUP = -5000


FIRST_USER_ID = 1001


LOBBY_GAP = 60.0


EVENING_NAMES = (
    "Ann",
    "Bob",
    "Cat",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kim",
    "Lou",
    "Mia",
    "Ned",
    "Oda",
    "Pat",
)


class TelegramGroupGame:
    """A game of so many people in a Telegram group, with about `gap` seconds between one decision and the next."""

    def __init__(
        self, cloud: SimulatedDeployment, people: int, gap: float, rules: str = "season7 daily", seed: int = 1
    ) -> None:
        self.cloud, self.gap, self.luck = cloud, LOBBY_GAP, Random(seed)  # noqa: S311 - players need no cryptography
        self.pauses = Random(seed)  # noqa: S311 - nor do they
        self.inputs: list[tuple[str, Invocation]] = []
        self.users = {
            FIRST_USER_ID + n: EVENING_NAMES[n % len(EVENING_NAMES)] + str(n // len(EVENING_NAMES) or "")
            for n in range(people)
        }
        self._open_game(rules)
        self.gap = gap

    def _open_game(self, rules: str) -> None:
        first, *_ = self.users
        for user in self.users:
            self.send_text("first contact", user, "/start", user)
        self.send_text("open", first, f"/newgame {rules}", GROUP)
        (self.game,) = self.cloud.aside.store.list_open_game_ids(f"chat:telegram:{GROUP}")
        for user in self.users:
            self.send_text("join", user, f"/start j_{self.game}", user)
        self.send_text("begin", first, "/begin", GROUP)
        self.seats = dict(zip([player.seat for player in self.session.players], self.users, strict=True))

    @property
    def session(self) -> Session:
        """Return the session as it is stored."""
        return views.load_saved_game(self.cloud.aside, self.game).session

    def iter_decisions(self) -> Iterator[tuple[str, Game[Any]]]:
        """Let a random person who is asked answer, again and again, and yield the question's key and the game before
        the answer.
        """
        while (session := self.session).stage == RUNNING:
            game = load_engine_game(ruleset(session.ruleset), session)[0]
            question = self.luck.choice(game.list_questions())
            user = self.seats[question.who]
            person = self.cloud.aside.store.find_person_id(f"telegram:{user}", self.cloud.now)
            shown = views.load_game_view(self.cloud.aside, self.game, person)
            self.cloud.part = ROUND if is_on_board(shown, question) else BETWEEN
            asked = next(each for each in shown.asked if each.id == question.id)
            value = stand_ins.pick_random_answer(question, self.luck)
            if self._answer_question(
                user,
                asked,
                value,
                [each.value for each in asking.list_tap_choices(asked, build_reader(shown.names, shown.style))],
            ):
                yield question.key, game

    def _answer_question(self, user: int, asked: QuestionView, value: object, offered: list[object]) -> bool:
        before, place = self.session.entries, user if asked.secret else GROUP
        if value in offered:
            self.send_tap("tap", user, encode_button_data(*screens.build_answer_words(self.game, asked, value)), place)
        else:
            words = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            self.send_text("command", user, f"/pick {words}", place)
        return self.session.entries > before

    # -- what Telegram sends

    def send_text(self, kind: str, user: int, text: str, chat: int) -> None:
        """Send the update of somebody who writes a message."""
        self._send_update(
            kind, {"message": {"from": self._build_user(user), **self._build_message(chat), "text": text}}
        )

    def send_tap(self, kind: str, user: int, data: str, chat: int) -> None:
        """Send the update of somebody who taps a button."""
        tap = {
            "id": str(self.cloud.updates),
            "from": self._build_user(user),
            "message": self._build_message(chat),
            "data": data,
        }
        self._send_update(kind, {"callback_query": tap})

    def _build_user(self, user: int) -> dict[str, object]:
        return {"id": user, "first_name": self.users[user]}

    def _build_message(self, chat: int) -> dict[str, object]:
        return {"message_id": self.cloud.updates, "chat": {"id": chat, "type": "private" if chat > 0 else "supergroup"}}

    def _send_update(self, kind: str, what: dict[str, object]) -> None:
        self.cloud.updates += 1
        self.inputs.append((kind, self.cloud.handle_update({"update_id": self.cloud.updates, **what})))
        self.cloud.wait(self.gap * self.pauses.uniform(0.5, 1.5))


def is_on_board(shown: GameView, question: Question) -> bool:
    """Return whether a question is asked at a panel that has a board."""
    panels = shown.view.panels if shown.view else []
    return any(panel.board is not None for panel in panels if panel.id == question.table)
