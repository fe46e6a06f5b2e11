"""A Telegram without a network: whatever is sent is taken, and counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any, TypeVar

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
