"""The queue of errands and the timers as AWS has them, on simulated time."""

from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from typing import Any

import msgspec
from botocore.exceptions import ClientError

from tests.chaos.outside import Outside
from tests.fakes import cloud

ASKED = cloud.template()["Resources"]["Errands"]["Properties"]
HIDDEN = float(ASKED["VisibilityTimeout"])
MOST_TRIES = int(ASKED["RedrivePolicy"]["maxReceiveCount"])
KEPT = float(ASKED["MessageRetentionPeriod"])
REMEMBERED = 300.0


class Errand:
    """A message in the queue."""

    def __init__(self, body: str, group: str, made: float) -> None:
        self.body, self.group, self.made = body, group, made
        self.tries = 0
        self.visible = made
        self.receipt = ""


class Groups:
    """A first-in-first-out queue: of each group one errand at a time is out, and it comes back until it is done."""

    def __init__(self, outside: Outside, take: Callable[[Errand, Callable[[bool], None]], None]) -> None:
        self.outside, self.take = outside, take
        self.groups: dict[str, deque[Errand]] = {}
        self.out: dict[str, Errand] = {}  # by receipt
        self.dead: list[Errand] = []
        self.forgotten: list[Errand] = []
        self._receipts = count()
        self._sent: dict[str, float] = {}  # by the name under which each comes only once

    # -- what the host calls

    def send_message_batch(self, *, QueueUrl: str, Entries: list[dict[str, str]]) -> dict[str, Any]:  # noqa: N803 - its own words
        """Errands to be done."""
        assert QueueUrl
        assert len(Entries) <= 10
        outside = self.outside
        outside.step("errands")
        if outside.hits("no_errand"):
            raise ClientError({"Error": {"Code": "ServiceUnavailable"}}, "SendMessageBatch")
        for entry in Entries:
            before = self._sent.get(entry["MessageDeduplicationId"], -REMEMBERED)
            if outside.sim.now < before + REMEMBERED:
                continue
            self._sent[entry["MessageDeduplicationId"]] = outside.sim.now
            self._put(Errand(entry["MessageBody"], entry["MessageGroupId"], outside.sim.now))
        return {}

    def change_message_visibility(self, *, QueueUrl: str, ReceiptHandle: str, VisibilityTimeout: int) -> None:  # noqa: N803 - its own words
        """When an errand comes back."""
        assert QueueUrl
        assert 0 <= VisibilityTimeout <= 12 * 3600
        self.outside.step("hide")
        errand = self.out.get(ReceiptHandle)
        if errand is None:
            raise ClientError({"Error": {"Code": "ReceiptHandleIsInvalid"}}, "ChangeMessageVisibility")
        errand.visible = self.outside.sim.now + VisibilityTimeout

    # -- what the queue does

    def _put(self, errand: Errand) -> None:
        group = self.groups.setdefault(errand.group, deque())
        group.append(errand)
        if len(group) == 1:
            self._soon(errand)

    def _soon(self, errand: Errand) -> None:
        sim = self.outside.sim
        sim.at(max(errand.visible, sim.now + 0.02), lambda: self._give(errand))

    def _give(self, errand: Errand) -> None:
        now = self.outside.sim.now
        if errand.visible > now:
            self._soon(errand)
        elif errand.tries >= MOST_TRIES or now > errand.made + KEPT:
            (self.dead if errand.tries >= MOST_TRIES else self.forgotten).append(errand)
            self._finished(errand)
        else:
            errand.tries += 1
            errand.visible = now + HIDDEN
            errand.receipt = str(next(self._receipts))
            self.out[errand.receipt] = errand
            self.take(errand, lambda done: self._back(errand, done))

    def _back(self, errand: Errand, done: bool) -> None:  # noqa: FBT001 - the answer itself
        del self.out[errand.receipt]
        if done:
            self._finished(errand)
        else:
            self._soon(errand)

    def _finished(self, errand: Errand) -> None:
        group = self.groups[errand.group]
        assert group.popleft() is errand
        if group:
            self._soon(group[0])
        else:
            del self.groups[errand.group]


class Timers:
    """One-time schedules."""

    def __init__(self, outside: Outside, ring: Callable[[dict[str, str]], None]) -> None:
        self.outside, self.ring = outside, ring
        self.set: dict[str, tuple[float, str]] = {}

    def create_schedule(self, **schedule: Any) -> None:
        """A timer."""
        self.outside.step("timer")
        if schedule["Name"] in self.set:
            raise ClientError({"Error": {"Code": "ConflictException"}}, "CreateSchedule")
        self._wind(schedule)

    def update_schedule(self, **schedule: Any) -> None:
        """Another moment for it."""
        self.outside.step("timer moved")
        if schedule["Name"] not in self.set:
            raise ClientError({"Error": {"Code": "ResourceNotFoundException"}}, "UpdateSchedule")
        self._wind(schedule)

    def _wind(self, schedule: dict[str, Any]) -> None:
        name, due = schedule["Name"], moment(schedule["ScheduleExpression"])
        self.set[name] = due, schedule["Target"]["Input"]
        luck = self.outside.sim.luck
        fires = due
        if self.outside.hits("early"):
            fires -= luck.uniform(0.0, 120.0)
        if self.outside.hits("tardy"):
            fires += luck.uniform(0.0, 300.0)
        self.outside.sim.at(fires, lambda: self._fire(name, due))

    def _fire(self, name: str, due: float) -> None:
        if self.set.get(name, (0.0, ""))[0] != due:
            return  # moved meanwhile
        _, body = self.set.pop(name)
        event = msgspec.json.decode(body)
        if not self.outside.hits("no_timer"):
            self.ring(event)
        if self.outside.hits("two_timers"):
            self.outside.sim.after(self.outside.sim.luck.uniform(0.0, 5.0), lambda: self.ring(event))


def moment(expression: str) -> float:
    """When that is."""
    return datetime.strptime(expression, "at(%Y-%m-%dT%H:%M:%S)").replace(tzinfo=UTC).timestamp()
