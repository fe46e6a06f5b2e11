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
LOOKS = ("GET", "HEAD")


class Waiting(NamedTuple):
    """A request, and where its answer goes."""

    request: HttpRequest
    answer: asyncio.Future[Response]


class FairQueue:
    """Requests of which each network gives one in turn, and in each network each person."""

    def __init__(self) -> None:
        self._networks: OrderedDict[str, OrderedDict[str, deque[Waiting]]] = OrderedDict()
        self._sizes: dict[str, int] = {}

    def __len__(self) -> int:
        """How many networks wait."""
        return len(self._networks)

    def add(self, waiting: Waiting) -> bool:
        """Take a request, unless its network has too many here."""
        network, person = waiting.request.network, waiting.request.inside or waiting.request.cookie(COOKIE)
        if self._sizes.get(network, 0) >= MAX_WAITING:
            return False
        self._networks.setdefault(network, OrderedDict()).setdefault(person, deque()).append(waiting)
        self._sizes[network] = self._sizes.get(network, 0) + 1
        return True

    def take(self) -> Waiting:
        """Give the next request, and put its sender behind all others."""
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


class Turns:
    """Answers requests turn by turn; what is done within `together` is saved when that ends.

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

    async def answered(self, request: HttpRequest) -> Response:
        """Wait for this request's turn, and for the disk."""
        loop = asyncio.get_running_loop()
        waiting = Waiting(request, loop.create_future())
        if not (self._looks if request.method in LOOKS else self._moves).add(waiting):
            return self._refuse(None)
        self._plan(loop)
        return await waiting.answer

    def _plan(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._planned:
            self._planned = True
            loop.call_soon(self._take_turn)

    def _take_turn(self) -> None:
        self._planned = False
        if self._moves:
            self._answer_together(self._next_moves())
        if self._looks:
            self._answer_together(self._next_looks())
        if self._moves or self._looks:
            self._plan(asyncio.get_running_loop())

    def _next_moves(self) -> Iterator[Waiting]:
        for _ in range(MAX_MOVES):
            if not self._moves:
                return
            yield self._moves.take()

    def _next_looks(self) -> Iterator[Waiting]:
        until = time.monotonic() + LOOK_SECONDS
        while self._looks and time.monotonic() < until:
            yield self._looks.take()

    def _answer_together(self, asked: Iterable[Waiting]) -> None:
        """Answer in one transaction; nobody hears of it before its end."""
        todo, responses = list[Waiting](), list[Response]()
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
