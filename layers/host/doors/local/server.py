"""The web table over plain HTTP: one thread, one event loop, and what comes in together is saved together.

Framing is h11's, which is strict about it; the loop is asyncio's. A visitor who is slow to send or to read keeps nobody
waiting, and pages are made one after the other, for in threads they would only wait for each other. The moves that came
in during one turn of the loop are one transaction, and nobody is answered before it is on the disk. They go before the
looks: a look takes longer, and can wait.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from http import HTTPStatus
from ipaddress import ip_address

import h11

from engine.kernel.text import PLAIN
from host.core.context import HostContext
from host.core.error_lines import where
from host.core.store.items import Overloaded
from host.doors.local.connections import Connections
from host.doors.local.settings import LOOPBACK, Network
from host.doors.web import app
from host.doors.web.markup.frame import trouble
from host.doors.web.requests.http import HttpRequest, Response, most

log = logging.getLogger(__name__)
TOGETHER = 48  # requests at most in one turn: whoever comes first should not wait for too many
MOVES = TOGETHER // 2  # of these at most: whoever only looks gets a turn, too
LOOKS = ("GET", "HEAD")
BACKLOG = 128  # connections taken in one turn of the loop: with those that are open, fewer than a process may hold
BIGGEST_HEAD = 16 * 1024
SWEEP = 1.0  # seconds between two looks for connections whose time is over
FORWARDED = "x-forwarded-"  # how the words begin with which a proxy says for whom it asks
REASONS = {status.value: status.phrase for status in HTTPStatus}
NOT_SAVED = "This could not be saved, so nothing has changed. Please try again later."


class Server:
    """`ill` says what is wrong with the host, if anything is, `seen` hears of each address asked for, and what is done
    within `together` is saved when that ends.
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
    ) -> None:
        self.host, self.ill, self.seen, self._together = host, ill, seen, together
        self.connections = Connections()
        self._proxies = proxies
        self._waiting: list[tuple[Visitor, HttpRequest]] = []
        self._stopping = asyncio.Event()
        self._serving = False  # once it has served, it lets go of the port and the loop by itself
        family = socket.AF_INET6 if ":" in bind else socket.AF_INET
        self._socket = socket.create_server((bind, port), family=family, backlog=BACKLOG)
        self._loop = asyncio.new_event_loop()

    @property
    def url(self) -> str:
        """Where it is found on this machine."""
        name, port, *_ = self._socket.getsockname()
        name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(name, f"[{name}]" if ":" in name else name)  # noqa: S104 - read, not bound
        return f"http://{name}:{port}"

    def serve_forever(self) -> None:
        """Answer until `shutdown`."""
        self._serving = True
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    def shutdown(self) -> None:
        """End `serve_forever`, from another thread."""
        with suppress(RuntimeError):  # it has stopped already
            self._loop.call_soon_threadsafe(self._stopping.set)

    def server_close(self) -> None:
        """Let go of the port, if it never served; else `shutdown` does so."""
        if not self._serving:
            self._socket.close()
            self._loop.close()

    async def _serve(self) -> None:
        server = await self._loop.create_server(lambda: Visitor(self), sock=self._socket, backlog=BACKLOG)
        sweeping = self._loop.create_task(self._sweep())
        await self._stopping.wait()
        sweeping.cancel()
        server.close()
        if coming := asyncio.all_tasks() - {asyncio.current_task()}:  # whoever is being let in just now is let out, too
            await asyncio.wait(coming, timeout=1.0)
        self.connections.close()
        await asyncio.sleep(0)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.connections.expire(self._loop.time())

    def believed(self, address: str) -> bool:
        """May whoever asks from there say for whom they ask? This machine may, and the proxies that were named."""
        where = ip_address(address.partition("%")[0])
        where = getattr(where, "ipv4_mapped", None) or where
        return where.is_loopback or any(where in network for network in self._proxies)

    def put(self, visitor: Visitor, request: HttpRequest) -> None:
        """A request has come in whole."""
        self._waiting.append((visitor, request))
        if len(self._waiting) == 1:
            self._loop.call_soon(self._answer_all)

    def _answer_all(self) -> None:
        """What has come in: the moves first, whose senders have their answers before anybody's look is drawn."""
        moves = [each for each in self._waiting if each[1].method not in LOOKS]
        looks = [each for each in self._waiting if each[1].method in LOOKS]
        now = moves[:MOVES]
        soon = looks[: TOGETHER - len(now)]
        self._waiting = moves[len(now) :] + looks[len(soon) :]
        if self._waiting:
            self._loop.call_soon(self._answer_all)
        for todo in filter(None, (now, soon)):
            self._answer_together(todo)

    def _answer_together(self, todo: Sequence[tuple[Visitor, HttpRequest]]) -> None:
        """In one transaction; then everybody is answered."""
        responses: list[Response] = []
        try:
            with self._together():
                responses += [self._answer(request) for _, request in todo]
        except Exception as error:  # noqa: BLE001 - a disk that is full must not stop the loop
            log.error("nothing could be saved: %s", error)  # noqa: TRY400 - the cause is all that there is to tell
            responses = [trouble(PLAIN, NOT_SAVED, 503) for _ in todo]
        for (visitor, _), response in zip(todo, responses, strict=True):
            visitor.reply(response)

    def _answer(self, request: HttpRequest) -> Response:
        try:
            if request.path == app.HEALTH:
                return self._health()
            self.seen(request.path)
            return app.answer(self.host, request)
        except Overloaded as error:
            log.error("nothing could be read or saved: %s", error)  # noqa: TRY400 - the cause is all that there is to tell
            return trouble(PLAIN, NOT_SAVED, 503)
        except Exception as error:  # noqa: BLE001 - one broken page must not stop the others
            log.error("a page broke down: %s", where(error))  # noqa: TRY400 - values could hold secrets
            return trouble(PLAIN, "Something is wrong at our end; nothing has changed.", 500)

    def _health(self) -> Response:
        ill = self.ill()
        status, word = (503, f"{ill}\n".encode()) if ill else (200, app.health(self.host))
        return Response(status, word, {"Content-Type": "text/plain", "Cache-Control": "no-store"})


class Visitor(asyncio.Protocol):
    """One connection: reads one request after the other, and has each answered before it reads the next."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=BIGGEST_HEAD)
        self._head: h11.Request | None = None
        self._body = bytearray()
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has come."""
        if not isinstance(transport, asyncio.Transport):
            raise TypeError(transport)
        self._transport = transport
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        peer = str(transport.get_extra_info("peername")[0])
        self._believed = self._server.believed(peer)
        self._from = LOOPBACK if self._believed else peer
        self._server.connections.opened(transport)

    def connection_lost(self, _error: Exception | None) -> None:
        """They have hung up, or we have."""
        self._server.connections.lost(self._transport)

    def data_received(self, data: bytes) -> None:
        """Some of a request."""
        self._http.receive_data(data)
        self._more()

    def eof_received(self) -> bool:
        """They send no more. Whoever has asked in full is still answered."""
        return self._http.their_state is h11.DONE

    def _more(self) -> None:
        self._server.connections.reading(self._transport)
        try:
            self._read()
        except h11.RemoteProtocolError as wrong:
            self._refuse("That is no request that can be read.", wrong.error_status_hint)

    def _read(self) -> None:
        while not self._transport.is_closing():
            event = self._http.next_event()
            if isinstance(event, h11.Request):
                self._head, self._body = event, bytearray()
                if not self._fits(event):
                    return
            elif isinstance(event, h11.Data):
                self._body += event.data
            elif isinstance(event, h11.EndOfMessage):
                self._hand_over()
            else:  # nothing more has come, or what has come waits for an answer to what came before it
                if self._http.they_are_waiting_for_100_continue:
                    self._send(h11.InformationalResponse(status_code=100, headers=[]))
                return

    def _fits(self, head: h11.Request) -> bool:
        """How long a request is must be said plainly, once, and not too large; nothing else is read."""
        sizes = [value for name, value in head.headers if name == b"content-length"]
        if any(name == b"transfer-encoding" for name, _ in head.headers):
            self._refuse("Please say how long that is before you send it.", 400 if sizes else 411)
        elif sizes and int(sizes[0]) > most(head.target.decode("latin-1").partition("?")[0]):
            self._refuse("That was too much at once.", 413)
        else:
            return True
        return False

    def _hand_over(self) -> None:
        head = self._head
        if head is None:
            raise AssertionError("a request has ended before it began")
        self._server.connections.answering(self._transport)
        path, _, query = head.target.decode("latin-1").partition("?")
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in head.headers}
        if not self._believed:
            headers = {name: value for name, value in headers.items() if not name.startswith(FORWARDED)}
        request = HttpRequest(head.method.decode("latin-1"), path, query, headers, bytes(self._body), self._from)
        self._server.put(self, request)

    def reply(self, response: Response) -> None:
        """The answer; then the next request may be read, which may be here already."""
        if self._transport.is_closing():
            return
        self._write(response, close=False)
        if self._http.our_state is h11.MUST_CLOSE:
            self._transport.close()
            return
        self._http.start_next_cycle()
        self._server.connections.idle(self._transport)
        if self._http.trailing_data[0]:
            self._more()

    def _refuse(self, sentence: str, status: int) -> None:
        """An answer to what will not be read to its end: nothing after it on this connection could be trusted."""
        if self._http.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            self._write(trouble(PLAIN, sentence, status), close=True)
        self._transport.close()

    def _write(self, response: Response, *, close: bool) -> None:
        headers = list(response.headers.items())
        if response.status != HTTPStatus.NOT_MODIFIED:
            headers.append(("Content-Length", str(len(response.body))))
        if close:
            headers.append(("Connection", "close"))
        reason = REASONS.get(response.status, "").encode()
        whole: list[h11.Event] = [h11.Response(status_code=response.status, reason=reason, headers=headers)]
        head_only = self._head is not None and self._head.method == b"HEAD"
        if response.body and not head_only and response.status != HTTPStatus.NOT_MODIFIED:
            whole.append(h11.Data(data=response.body))
        self._send(*whole, h11.EndOfMessage())

    def _send(self, *events: h11.Event) -> None:
        self._transport.write(b"".join(self._http.send(event) or b"" for event in events))
