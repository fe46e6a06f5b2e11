"""A request that is answered already: how python-telegram-bot reads an answer that it has not fetched itself."""

from __future__ import annotations

from typing import Any

from telegram.request import BaseRequest


class AnsweredRequest(BaseRequest):
    """It hands out the answer that it was made with."""

    def __init__(self, status: int, body: bytes) -> None:
        self._answer = status, body

    @property
    def read_timeout(self) -> float:
        """There is nothing to wait for."""
        return 0.0

    async def initialize(self) -> None:
        """Nothing has to be opened."""

    async def shutdown(self) -> None:
        """Nothing is open."""

    async def do_request(self, *_: Any, **__: Any) -> tuple[int, bytes]:
        """The answer."""
        return self._answer

    def tell(self) -> None:
        """Raise what it means."""
        self.post("").send(None)
