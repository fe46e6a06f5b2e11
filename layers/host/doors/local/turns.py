"""Who is answered next: moves before looks, and everybody in their turn.

What comes in during one turn of the event loop waits here. The moves among it are one transaction, and nobody is
answered before it is on the disk. Then come looks, for a short time; a look takes longer, and can wait. A network gets
no more turns than another, and in a network nobody more than another, however many connections they have.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple

from host.doors.web.requests.http import COOKIE, HttpRequest, Response

MAX_MOVES = 24  # in one transaction: whoever comes first should not wait for too many
LOOK_SECONDS = 0.02  # for looks in one turn of the loop
MAX_WAITING = 512  # requests of one network: as many as there may be connections
READ_METHODS = ("GET", "HEAD")


class QueuedRequest(NamedTuple):
    """A request, and the future of its response."""

    request: HttpRequest
    answer: asyncio.Future[Response]


class FairQueue:
    """A queue that serves networks in turn, and within each network its people in turn."""

    def __init__(self) -> None:
        self._networks: OrderedDict[str, OrderedDict[str, deque[QueuedRequest]]] = OrderedDict()
        self._sizes: dict[str, int] = {}

    def __len__(self) -> int:
        """How many networks wait."""
        return len(self._networks)

    def add(self, waiting: QueuedRequest) -> bool:
        """Queue a request; return False if its network has too many."""
        network, person = waiting.request.network, waiting.request.inside or waiting.request.read_cookie(COOKIE)
        if self._sizes.get(network, 0) >= MAX_WAITING:
            return False
        self._networks.setdefault(network, OrderedDict()).setdefault(person, deque()).append(waiting)
        self._sizes[network] = self._sizes.get(network, 0) + 1
        return True

    def take(self) -> QueuedRequest:
        """Remove and return the next request, and move its sender behind all others."""
        network, people = self._networks.popitem(last=False)
        person, theirs = people.popitem(last=False)
        found = theirs.popleft()
        if theirs:
            people[person] = theirs
        self._sizes[network] -= 1
        if people:
            self._networks[network] = people
        else:
            del self._sizes[network]
        return found


class RequestScheduler:
    """Answers requests turn by turn, writes before reads; what is done within `together` is saved when that ends.
    `answer` makes a response, and `refuse` one for what could not be saved or is too much.
    """

    def __init__(
        self,
        answer: Callable[[HttpRequest], Response],
        refuse: Callable[[Exception | None], Response],
        together: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._answer, self._refuse, self._together = answer, refuse, together
        self._moves, self._looks = FairQueue(), FairQueue()
        self._planned = False

    async def answer_in_turn(self, request: HttpRequest) -> Response:
        """Queue a request and return its response once it is saved."""
        loop = asyncio.get_running_loop()
        waiting = QueuedRequest(request, loop.create_future())
        if not (self._looks if request.method in READ_METHODS else self._moves).add(waiting):
            return self._refuse(None)
        self._schedule_turn(loop)
        return await waiting.answer

    def _schedule_turn(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._planned:
            self._planned = True
            loop.call_soon(self._take_turn)

    def _take_turn(self) -> None:
        self._planned = False
        if self._moves:
            self._answer_batch(self._iter_writes())
        if self._looks:
            self._answer_batch(self._iter_reads())
        if self._moves or self._looks:
            self._schedule_turn(asyncio.get_running_loop())

    def _iter_writes(self) -> Iterator[QueuedRequest]:
        for _ in range(MAX_MOVES):
            if not self._moves:
                return
            yield self._moves.take()

    def _iter_reads(self) -> Iterator[QueuedRequest]:
        until = time.monotonic() + LOOK_SECONDS
        while self._looks and time.monotonic() < until:
            yield self._looks.take()

    def _answer_batch(self, asked: Iterable[QueuedRequest]) -> None:
        """Answer requests in one transaction, and deliver the responses only after it."""
        todo, responses = list[QueuedRequest](), list[Response]()
        try:
            with self._together():
                for each in asked:
                    todo.append(each)
                    responses.append(self._answer(each.request))
        except Exception as error:  # noqa: BLE001 - a disk that is full must not stop the loop
            todo = todo or [*asked]
            responses = [self._refuse(error) for _ in todo]
        for each, response in zip(todo, responses, strict=True):
            if not each.answer.done():
                each.answer.set_result(response)
