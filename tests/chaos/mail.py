"""Brings updates to the host as Telegram does: in order for each lane, again until they are taken, perhaps twice."""

from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from tests.chaos.outside import Outside

Bring = Callable[[dict[str, Any], Callable[[Any], None]], None]
TAP_LIFE = 150.0
MESSAGE_LIFE = 86400.0
LONGEST_PAUSE = 60.0


class Parcel:
    """An update on its way."""

    def __init__(self, update: dict[str, Any], now: float) -> None:
        self.update, self.made, self.tries, self.out, self.settled = update, now, 0, 0, False

    @property
    def life(self) -> float:
        """How long it is worth bringing."""
        return TAP_LIFE if self.update["do"] == "answer" else MESSAGE_LIFE


class Mail:
    """All that people want, on its way to the host."""

    def __init__(self, outside: Outside, bring: Bring) -> None:
        self.outside, self.bring = outside, bring
        self.issued: dict[int, dict[str, Any]] = {}
        self.settled: dict[int, bool] = {}  # was it taken, or has it become too old?
        self._newest = 0  # of those that are settled
        self.brought = 0
        self.body: Callable[[dict[str, Any]], dict[str, Any]] = dict  # what is brought of it
        self._lanes: dict[str, deque[Parcel]] = {}

    def post(self, lane: str, **update: Any) -> int:
        """Somebody wants something; returns the number of the update."""
        number = len(self.issued) + 1
        update["id"] = number
        if "page" in update:
            update["page"] = update["page"](update)  # each is sent as a form of its own
        else:
            update["body"] = msgspec.json.encode(self.body(update)).decode()
        self.issued[number] = update
        waiting = self._lanes.setdefault(lane, deque())
        waiting.append(Parcel(update, self.outside.sim.now))
        if len(waiting) == 1:
            self._soon(lane, self._delay())
        return number

    def count_waiting(self, lane: str) -> int:
        """How much of this lane is still on its way."""
        return len(self._lanes.get(lane, ()))

    def _delay(self) -> float:
        return self.outside.sim.luck.uniform(0.0, 90.0) if self.outside.hits("late") else 0.05

    def _soon(self, lane: str, seconds: float) -> None:
        self.outside.sim.after(seconds, lambda: self._deliver(lane))

    def _deliver(self, lane: str) -> None:
        parcel, sim = self._lanes[lane][0], self.outside.sim
        if sim.now > parcel.made + parcel.life:
            self._settle(lane, parcel, taken=False)
            return
        parcel.tries += 1
        parcel.out = 2 if self.outside.hits("twice") else 1
        self._bring(lane, parcel)
        if parcel.out == 2:
            sim.after(sim.luck.uniform(0.0, 0.3), lambda: self._bring(lane, parcel))

    def _bring(self, lane: str, parcel: Parcel) -> None:
        if parcel.settled:
            return
        self.brought += 1
        if self.outside.hits("lost"):
            self.outside.sim.after(1.0, lambda: self._answered(lane, parcel, None))
            return
        self.bring(parcel.update, lambda status: self._answered(lane, parcel, status))

    def _answered(self, lane: str, parcel: Parcel, status: int | None) -> None:
        parcel.out -= 1
        if parcel.settled:
            return  # the other one was quicker
        if status == 200 and not self.outside.hits("again"):
            self._settle(lane, parcel, taken=True)
        elif not parcel.out:
            self._soon(lane, 0.0 if parcel.tries == 1 else min(2.0 ** min(parcel.tries - 1, 10), LONGEST_PAUSE))

    def _settle(self, lane: str, parcel: Parcel, *, taken: bool) -> None:
        parcel.settled = True
        number = parcel.update["id"]
        self.settled[number] = taken
        if taken and number < self._newest:
            self.outside.befell["overtaken"] += 1
        elif not taken:
            self.outside.befell["too_old"] += 1
        self._newest = max(number, self._newest)
        waiting = self._lanes[lane]
        assert waiting.popleft() is parcel
        if waiting:
            self._soon(lane, self._delay())
