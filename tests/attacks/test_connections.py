"""What one visitor does to the connections of a host costs nobody else anything."""

import contextlib
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from host.core import games
from host.core.session import Command
from host.doors.local import server
from host.doors.web import app
from host.doors.web.requests.http import Response
from host.people import accounts
from tests.host.doors.web.running import Running, answer
from tests.waiting import LONGEST, until


def megabytes():
    return int(Path("/proc/self/statm").read_text("utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.whole
def test_who_asks_and_asks_and_takes_no_answer_fills_no_memory(running):
    """A file of 25 KB, four thousand times, would be 100 MB."""
    assert running.get("/static/show.woff2") == 200
    with running.connect() as sent:
        sent.settimeout(2)
        before = megabytes()
        with contextlib.suppress(TimeoutError):
            sent.sendall(b"GET /static/show.woff2 HTTP/1.1\r\nHost: here\r\n\r\n" * 4000)
        for _ in range(800):  # turns of the loop, in each of which another answer could be given
            assert running.get("/healthz") == 200
        assert megabytes() - before < 10


@pytest.mark.parametrize(
    "head", [b"HEAD / HTTP/1.1\r\nHost: here\r\n", b"HEAD / HTTP/1.1\r\nHost: here\r\nContent-Length: 1\r\n"]
)
@pytest.mark.parametrize("rubbish", [b"\0\r\n\r\n", b"no request\r\n\r\n", b"x" * 40_000])
def test_rubbish_after_a_head_leaves_no_line_in_the_log(running, caplog, head, rubbish):
    assert running.raw(head + b"\r\n" + rubbish).count(b"HTTP/1.1 ") in {1, 2}
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n"
    assert running.raw(chunked + rubbish).startswith(b"HTTP/1.1 400 ")
    assert running.get("/healthz") == 200
    assert caplog.records == []


ODD_HOSTS = ["x" * 15_000, "a b", "a/b", '"a"b', "a@b", "a?b", "\u0130", "<script>"]


@pytest.mark.parametrize("name", ODD_HOSTS, ids=lambda name: ascii(name[:9]))
@pytest.mark.parametrize("header", ["Host", "X-Forwarded-Host"])
def test_no_address_is_built_with_a_host_that_is_none(running, caplog, header, name):
    """An invitation holds the host's own address, as a picture to scan: a long one broke it."""
    host = running.server.host
    person = accounts.load_or_create_person(host, "web:ann", "Ann")
    token = accounts.create_web_token(host, person.id)
    game = games.open_lobby(host, Command(by=person.id), "ladder").game
    hosts = f"Host: {name}" if header == "Host" else f"Host: here\r\nX-Forwarded-Host: {name}"
    head = f"GET /g/{game} HTTP/1.1\r\n{hosts}\r\nCookie: rtab={token}\r\nConnection: close\r\n\r\n"
    said = running.raw(head.encode())
    assert said.startswith(b"HTTP/1.1 400 ")
    assert name.encode() not in said
    assert caplog.records == []


@pytest.mark.parametrize("lines", ["--x\r\na b c\r\n\r\n", "--x\r\n: \r\n\r\n--x--", "x--x", "--x\n\n--x--"])
def test_a_malformed_form_leaves_no_line_in_the_log(running, caplog, lines):
    head = "POST /new HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=x\r\nConnection: close\r\n"
    said = running.raw(f"{head}Content-Length: {len(lines)}\r\n\r\n{lines}".encode())
    assert said.startswith(b"HTTP/1.1 ")
    assert not said.startswith(b"HTTP/1.1 5")
    assert caplog.records == []


@pytest.mark.whole
def test_who_never_takes_an_answer_is_given_up(running, monkeypatch):
    monkeypatch.setattr(server, "IDLE_SECONDS", 0.5)
    with running.connect() as sent:
        sent.settimeout(1)
        with contextlib.suppress(TimeoutError, ConnectionError):
            sent.sendall(b"GET /static/show.woff2 HTTP/1.1\r\nHost: here\r\n\r\n" * 4000)
        until(lambda: len(running.server.connections) == 0)


def asks(method, network, cookie=""):
    head = f"{method} /{network or 'first'} HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: {network}\r\n"
    length = "Content-Length: 0\r\n" if method == "POST" else ""
    return f"{head}{length}Cookie: rtab={cookie}\r\n\r\n".encode()


FLOODS = [
    ("GET", ("203.0.113.1", ""), ("198.51.100.1", "")),
    ("POST", ("203.0.113.1", ""), ("198.51.100.1", "")),
    ("GET", ("203.0.113.1", ""), ("203.0.113.1", "bob")),
    ("GET", ("2001:db8:1:2::1", ""), ("2001:db8:1:3::1", "")),
    ("GET", ("2001:db8:1:{n:x}::1", ""), ("2001:db8:2:2::1", "")),
    ("GET", ("::ffff:203.0.113.1", ""), ("::ffff:198.51.100.1", "")),
]


@pytest.mark.parametrize(("method", "flood", "other"), FLOODS)
def test_sixty_connections_of_one_visitor_keep_nobody_waiting(monkeypatch, method, flood, other):
    """Who comes last of all is answered after one of the sixty at most."""
    entered, go, order = threading.Event(), threading.Event(), []

    def answers(_host, request):
        order.append((request.client and request.headers["x-forwarded-for"], request.read_cookie("rtab")))
        if len(order) == 1:
            entered.set()
            assert go.wait(LONGEST)
        return Response(200, b"done")

    monkeypatch.setattr(app, "answer_http_request", answers)
    running = Running()
    try:
        with contextlib.ExitStack() as stack:
            calls = [stack.enter_context(running.connect()) for _ in range(62)]
            calls[0].sendall(asks("GET", "192.0.2.9"))
            assert entered.wait(LONGEST)
            for n, call in enumerate(calls[1:-1]):
                call.sendall(asks(method, flood[0].format(n=n), flood[1]))
            calls[-1].sendall(asks(method, *other))
            go.set()
            assert all(answer(call) == b"done" for call in calls)
        assert order.index(other) <= 2
    finally:
        running.close()


def test_a_network_has_only_so_many_requests_waiting(monkeypatch):
    monkeypatch.setattr(server, "MAX_WAITING", 3)
    entered, go = threading.Event(), threading.Event()

    def answers(*_):
        entered.set()
        return Response(200, str(go.wait(LONGEST)).encode())

    monkeypatch.setattr(app, "answer_http_request", answers)
    running = Running()
    try:
        with contextlib.ExitStack() as stack:
            calls = [stack.enter_context(running.connect()) for _ in range(9)]
            calls[0].sendall(asks("GET", "192.0.2.9"))
            assert entered.wait(LONGEST)
            for call in calls[1:-1]:
                call.sendall(asks("GET", "203.0.113.1"))
            calls[-1].sendall(asks("GET", "198.51.100.1"))
            go.set()
            said = [answer(call) for call in calls]
        assert said.count(b"True") == 1 + 3 + 1
        assert said[-1] == b"True"
        refused = [each.decode() for each in said if each != b"True"]
        assert all(server.TOO_MANY_WAIT in each and server.NOT_SAVED not in each for each in refused)
    finally:
        running.close()


class Held:
    """A connection that somebody holds open."""

    def __init__(self, everybody, address):
        self.everybody, self.site, self.closed = everybody, server.find_site(address), False

    def give_up(self):
        self.closed = True
        self.everybody.forget(self)


@pytest.mark.parametrize("kind", ["resting", "asking"])
@pytest.mark.parametrize("address", ["10.9.9.9", "2001:db8:1:2::{n:x}", "2001:db8:1:{n:x}::1"])
def test_who_holds_many_connections_loses_their_own_and_nobody_elses(kind, address):
    """However many one visitor opens, those of others who are still asking stay."""
    everybody: Any = server.Connections()
    others = [Held(everybody, f"{lead}{n}") for n in range(10) for lead in ("10.0.0.", "::ffff:10.0.1.")]
    everybody.asking.update(dict.fromkeys(others))
    for n in range(2 * server.MAX_CONNECTIONS):
        everybody.make_room()
        getattr(everybody, kind)[Held(everybody, address.format(n=n))] = None
    assert len(everybody) == server.MAX_CONNECTIONS
    assert not any(each.closed for each in others)


def test_of_one_address_who_rests_goes_before_who_asks():
    """Behind a proxy all have its address: a request on its way is not cut for connections that do nothing."""
    everybody: Any = server.Connections()
    asking, resting = Held(everybody, "10.0.0.1"), Held(everybody, "10.0.0.1")
    everybody.asking[asking] = None
    everybody.resting.update(dict.fromkeys([resting, *(Held(everybody, "10.0.0.1") for _ in range(600))]))
    everybody.make_room()
    assert (asking.closed, resting.closed) == (False, True)


SERVER_LIMITS = {name for name in vars(server) if name.startswith("MAX_") and isinstance(getattr(server, name), int)}
LIMIT_TESTS = {  # by the limit of the door: the attack that uses it up
    "MAX_CONNECTIONS": "test_who_holds_many_connections_loses_their_own_and_nobody_elses",
    "MAX_WAITING": "test_a_network_has_only_so_many_requests_waiting",
    "MAX_MOVES": "test_sixty_connections_of_one_visitor_keep_nobody_waiting",
    "MAX_HEAD_BYTES": "test_rubbish_after_a_head_leaves_no_line_in_the_log",
}


def test_each_limit_of_the_door_is_used_up_by_somebody_here():
    """Whoever adds a limit to the server says which attack uses it up, and that nobody else is refused."""
    assert LIMIT_TESTS.keys() == SERVER_LIMITS
    assert all(callable(globals()[name]) for name in LIMIT_TESTS.values())
