"""The web table over plain HTTP: uvicorn in one thread, strict about framing, patient with nobody for ever."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from ipaddress import ip_address
from typing import Any, NamedTuple, cast

import h11
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from engine.kernel.text import PLAIN_READER
from host.core.context import HostContext
from host.core.error_lines import format_error_location
from host.core.store.items import Overloaded
from host.doors.local.settings import LOOPBACK, Network
from host.doors.web import app
from host.doors.web.markup.frame import build_trouble_response
from host.doors.web.requests.http import COOKIE, HttpRequest, Response, WebApplication, find_network, max_body_bytes
from host.people.rate_limits import find_ipv6_site

MAX_CONNECTIONS = 512  # open at once; a process may hold about a thousand files, and needs some for itself
REQUEST_SECONDS = 10.0  # from the first byte of a request to its last
IDLE_SECONDS = 60.0  # between two requests, and for taking an answer
COMPLETE_STATES = (h11.DONE, h11.MUST_CLOSE)
REFUSAL_HEADERS = [("Content-Length", "0"), ("Connection", "close")]


class Connections:
    """All open connections: those with an incomplete request, the oldest first, and the idle ones."""

    def __init__(self) -> None:
        self.asking: dict[BoundedConnection, None] = {}
        self.resting: dict[BoundedConnection, None] = {}

    def __len__(self) -> int:
        """Return how many connections are open."""
        return len(self.asking) + len(self.resting)

    def make_room(self) -> None:
        """Close a connection if 512 or more are open: one of the site (see `find_site`) that has most of them, the one
        idle longest or, if none is idle, the slowest.
        """
        if len(self) >= MAX_CONNECTIONS:
            everybody = [*self.resting, *self.asking]
            counts = Counter(each.site for each in everybody)
            busiest = max(counts.values())
            next(each for each in everybody if counts[each.site] == busiest).give_up()

    def forget(self, connection: BoundedConnection) -> None:
        """Stop counting a connection that has been closed."""
        self.asking.pop(connection, None)
        self.resting.pop(connection, None)


def find_site(address: str) -> str:
    """Return to whose share a connection from this address counts: for IPv6 the large network (site) to which it
    belongs, for IPv4 the address itself, and any text that is no address as it is.
    """
    try:
        network = find_network(address)
    except ValueError:
        return address
    return find_ipv6_site(network) or network


class BoundedConnection(H11Protocol):
    """A connection of uvicorn's with a timeout for everything it waits for."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._all = connections
        self._end: asyncio.TimerHandle | None = None
        self.site = ""  # of the other end; behind a proxy that of the proxy

    def give_up(self) -> None:
        """Close the connection at once, without sending or reading what is left."""
        self.transport.abort()
        self._all.forget(self)

    def _start_timeout(self, kind: dict[BoundedConnection, None], seconds: float) -> None:
        """Count this connection as `kind` (the idle ones or those with an incomplete request) from now on, and close it
        after so many seconds unless this is called again.
        """
        self._all.forget(self)
        kind[self] = None
        if self._end:
            self._end.cancel()
        self._end = self.loop.call_later(seconds, self.give_up)

    def _note_request_started(self) -> None:
        """Start the time limit for receiving a request; further bytes do not extend it."""
        if self not in self._all.asking:
            self._start_timeout(self._all.asking, REQUEST_SECONDS)

    def _note_idle(self) -> None:
        """Start the time limit for an idle connection when a request is complete or answered."""
        self._start_timeout(self._all.resting, IDLE_SECONDS)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Accept a new connection, closing another one if too many are open, and start the time limit for its first
        request. Nagle's algorithm is switched off, because head and body are sent separately.
        """
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)
        self.site = find_site(self.client[0] if self.client else "")
        self._all.make_room()
        self._note_request_started()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the connection's timeout and count it no more, once either side has closed it."""
        self._all.forget(self)
        if self._end:
            self._end.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive bytes of a request: start the time limit for receiving it whole and, once it is, count the connection
        as idle.
        """
        if self.conn.their_state not in COMPLETE_STATES:
            self._note_request_started()
        super().data_received(data)
        if self.conn.their_state in COMPLETE_STATES and self in self._all.asking:
            self._note_idle()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's own words
        """Answer a malformed request with status 400 and close; uvicorn's own answer fails after a HEAD."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            refusal = h11.Response(status_code=400, headers=REFUSAL_HEADERS, reason=b"Bad Request")
            for event in (refusal, h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def eof_received(self) -> bool:  # type: ignore[override] # it may say so
        """Return whether a connection that the other side has half closed stays open for the response: only if its
        request is complete.
        """
        return self.conn.their_state in COMPLETE_STATES

    def on_response_complete(self) -> None:
        """Prepare the connection for its next request, part of which may have arrived already."""
        self._note_idle()
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._note_request_started()


MAX_MOVES = 24  # in one transaction: the first should not wait for too many
LOOK_SECONDS = 0.02  # for looks in one turn of the loop
MAX_WAITING = 512  # requests of one site: as many as there may be connections
READ_METHODS = ("GET", "HEAD")


class QueuedRequest(NamedTuple):
    """A request, and the future of its response."""

    request: HttpRequest
    answer: asyncio.Future[Response]


class FairQueue:
    """A queue that serves sites in turn, and within each site its networks and people in turn."""

    def __init__(self) -> None:
        self._sites: OrderedDict[str, OrderedDict[tuple[str, str], deque[QueuedRequest]]] = OrderedDict()
        self._sizes: dict[str, int] = {}

    def __len__(self) -> int:
        """Return how many visitors (sites) have requests waiting in this queue."""
        return len(self._sites)

    def add(self, waiting: QueuedRequest) -> bool:
        """Queue a request behind the others of its sender (network and session cookie); return False, and queue
        nothing, if 512 of its site (an address, or a large IPv6 network) wait already.
        """
        network, person = waiting.request.network, waiting.request.inside or waiting.request.read_cookie(COOKIE)
        site = find_ipv6_site(network) or network
        if self._sizes.get(site, 0) >= MAX_WAITING:
            return False
        self._sites.setdefault(site, OrderedDict()).setdefault((network, person), deque()).append(waiting)
        self._sizes[site] = self._sizes.get(site, 0) + 1
        return True

    def take(self) -> QueuedRequest:
        """Remove and return the oldest request of the sender whose turn it is within the site whose turn it is, and put
        both behind all others; the caller makes sure that there is one.
        """
        site, people = self._sites.popitem(last=False)
        person, theirs = people.popitem(last=False)
        found = theirs.popleft()
        if theirs:
            people[person] = theirs
        self._sizes[site] -= 1
        if people:
            self._sites[site] = people
        else:
            del self._sizes[site]
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
        """Queue a request and return its response once its changes are saved; return a refusal at once if its visitor
        (site) has too many waiting.
        """
        loop = asyncio.get_running_loop()
        waiting = QueuedRequest(request, loop.create_future())
        if not (self._looks if request.method in READ_METHODS else self._moves).add(waiting):
            return self._refuse(None)
        self._schedule_turn(loop)
        return await waiting.answer

    def _schedule_turn(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the event loop take a turn soon, unless that is planned already."""
        if not self._planned:
            self._planned = True
            loop.call_soon(self._take_turn)

    def _take_turn(self) -> None:
        """Answer some of the queued requests, first those that write, then those that only read, and plan another turn
        if any are left.
        """
        self._planned = False
        if self._moves:
            self._answer_batch(self._iter_writes())
        if self._looks:
            self._answer_batch(self._iter_reads())
        if self._moves or self._looks:
            self._schedule_turn(asyncio.get_running_loop())

    def _iter_writes(self) -> Iterator[QueuedRequest]:
        """Take requests that write from their queue and yield them, at most 24."""
        for _ in range(MAX_MOVES):
            if not self._moves:
                return
            yield self._moves.take()

    def _iter_reads(self) -> Iterator[QueuedRequest]:
        """Take requests that only read from their queue and yield them, for at most 20 milliseconds."""
        until = time.monotonic() + LOOK_SECONDS
        while self._looks and time.monotonic() < until:
            yield self._looks.take()

    def _answer_batch(self, asked: Iterable[QueuedRequest]) -> None:
        """Answer these requests in one database transaction, and release the responses only after it; if it fails, all
        of them are refused.
        """
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


log = logging.getLogger(__name__)
BACKLOG = 128  # connections taken in one turn of the loop: with those that are open, fewer than a process may hold
MAX_HEAD_BYTES = 16 * 1024
FORWARDED = b"x-forwarded-"  # how the words begin with which a proxy says for whom it asks
METRICS = "/metrics"
NOT_SAVED = "I could not save this, so nothing has changed. Please try again later."
TOO_MANY_WAIT = "Too many requests from your address are waiting, so I did nothing. Please try again in a minute."


class LocalServer:
    """The web server of the local host. `ill` returns what is wrong with the host, `seen` is called with each
    path,
    and what is done within `together` is saved when that ends.
    """

    def __init__(
        self,
        host: HostContext,
        port: int,
        ill: Callable[[], str],
        seen: Callable[[str], None],
        together: Callable[[], AbstractContextManager[None]] = nullcontext,
        bind: str = LOOPBACK,
        proxies: Sequence[Network] = (),
        metrics: Callable[[HttpRequest], Response] | None = None,
    ) -> None:
        self.host, self.ill, self.seen = host, ill, seen
        self.connections = Connections()
        self._proxies, self._metrics = proxies, metrics
        self._application = WebApplication(
            RequestScheduler(self._answer_request, make_save_refusal, together).answer_in_turn
        )
        self._serving = False  # once it has served, it lets go of the port by itself
        family = socket.AF_INET6 if ":" in bind else socket.AF_INET
        self._socket = socket.create_server((bind, port), family=family, backlog=BACKLOG)
        self._server = uvicorn.Server(self._make_config())

    def _make_config(self) -> uvicorn.Config:
        """Build uvicorn's settings for the web server: our limits, no log of addresses, no headers that tell of the
        server.
        """
        return uvicorn.Config(
            self.serve,
            http=cast("type[asyncio.Protocol]", partial(BoundedConnection, self.connections)),
            interface="asgi3",
            ws="none",
            lifespan="off",
            loop="asyncio",
            backlog=BACKLOG,
            log_config=None,
            log_level=logging.ERROR,
            access_log=False,  # no address is logged
            proxy_headers=False,
            server_header=False,
            date_header=False,
            timeout_keep_alive=int(IDLE_SECONDS),
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        )

    @property
    def url(self) -> str:
        """The server's address on this machine."""
        name, port, *_ = self._socket.getsockname()
        name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(name, f"[{name}]" if ":" in name else name)  # noqa: S104 - read, not bound
        return f"http://{name}:{port}"

    def serve_forever(self) -> None:
        """Run the web server until `shutdown` is called."""
        self._serving = True
        self._server.run(sockets=[self._socket])

    def shutdown(self) -> None:
        """Tell the web server, from another thread, to stop; return at once. It gives requests in hand a second, and
        closes its socket by itself.
        """
        self._server.should_exit = True

    def server_close(self) -> None:
        """Close the server's socket if it never served; otherwise `shutdown` closes it."""
        if not self._serving:
            self._socket.close()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI request; refuse it and close the connection if its body is too large or comes in parts of
        unknown length. What a proxy forwards about the visitor counts only if the proxy is trusted.
        """
        refusal = find_length_refusal(scope)
        if refusal is not None:
            refusal.headers["Connection"] = "close"
            await refusal.to_asgi()(scope, receive, send)
            return
        if scope["client"] and self._trusts_proxy(scope["client"][0]):
            scope["client"] = (LOOPBACK, 0)
        else:
            scope["headers"] = [each for each in scope["headers"] if not each[0].startswith(FORWARDED)]
        await self._application(scope, receive, send)

    def _trusts_proxy(self, address: str) -> bool:
        """Return whether requests from this address may name the real visitor: this machine and
        configured proxies may.
        """
        where = ip_address(address.partition("%")[0])
        where = getattr(where, "ipv4_mapped", None) or where
        return where.is_loopback or any(where in network for network in self._proxies)

    def _answer_request(self, request: HttpRequest) -> Response:
        """Return the response to one request: health check, metrics or a page, whose path is first told to `seen`. If
        it fails, return a refusal where the store is too busy, else log that and return an error page with status 500.
        """
        try:
            if request.path == app.HEALTH:
                return self._answer_health()
            if request.path == METRICS and self._metrics:
                return self._metrics(request)
            self.seen(request.path)
            return app.answer_http_request(self.host, request)
        except Overloaded as error:
            return make_save_refusal(error)
        except Exception as error:  # noqa: BLE001 - one broken page must not stop the others
            log.error("page failed method=%s error=%s", request.method, format_error_location(error))  # noqa: TRY400 - values could hold secrets
            return build_trouble_response(
                PLAIN_READER,
                ("Something is wrong on our side. Nothing in the game has changed. Please try again."),
                500,
            )

    def _answer_health(self) -> Response:
        """Return the response of the health check: status 503 with what is wrong with the host, or 200 with `ok` and
        how many stored items are damaged.
        """
        ill = self.ill()
        status, word = (503, f"{ill}\n".encode()) if ill else (200, app.format_health(self.host))
        return Response(status, word, {"Content-Type": "text/plain", "Cache-Control": "no-store"})


def make_save_refusal(error: Exception | None) -> Response:
    """Build the response (status 503) that refuses a request: because its changes could not be saved, which is logged,
    or, without an error, because too many requests are waiting.
    """
    if error:
        log.error("commit of a batch failed error=%s", format_error_location(error, str(error)))
    return build_trouble_response(PLAIN_READER, NOT_SAVED if error else TOO_MANY_WAIT, 503)


def find_length_refusal(scope: Scope) -> Response | None:
    """Return an error response to a request whose body comes in parts of unknown length (Transfer-Encoding) or is
    longer than its address allows, without reading it; None for any other, such as one without a body.
    """
    sizes = [value for name, value in scope["headers"] if name == b"content-length"]
    if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
        return build_trouble_response(
            PLAIN_READER,
            (
                "Your program sent this message in parts, and I cannot read that. Send it in one piece, "
                "with its length (Content-Length)."
            ),
            400 if sizes else 411,
        )
    if sizes and int(sizes[0]) > max_body_bytes(scope["path"]):
        return app.build_too_large_response(scope["path"])
    return None
