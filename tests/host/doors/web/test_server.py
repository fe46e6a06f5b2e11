"""The server of one machine: strict about framing, patient with nobody for ever, and saving before it answers."""

import contextlib
import resource
import socket
import threading
from typing import Any, cast

import pytest

from host.core.store.items import Item, Overloaded, PutItem
from host.core.store.sqlite import SqliteTable
from host.doors.local import server
from host.doors.web import app
from host.doors.web.requests.http import Response, build_part_response, redirect_to
from tests.host.doors.web.running import Running, answer
from tests.waiting import LONGEST, until

DRIPPING = 2000
POST = b"POST /new HTTP/1.1\r\nHost: here\r\n"
SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize(
    ("framing", "status"),
    [
        (b"Content-Length: 3\r\nContent-Length: 50\r\n", 400),
        (b"Content-Length: 3, 50\r\n", 400),
        (b"Content-Length: -3\r\n", 400),
        (b"Content-Length: +3\r\n", 400),
        (b"Content-Length: 3_0\r\n", 400),
        (b"Content-Length: three\r\n", 400),
        (b"Content-Length : 3\r\n", 400),
        (b"Content-Length: " + b"9" * 5000 + b"\r\n", 400),
        (b"Content-Length: 99999999\r\n", 413),
        (b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", 400),
        (b"Transfer-Encoding: chunked\r\n", 400),  # what follows is no chunk
        (b"Transfer-Encoding: gzip, chunked\r\n", 400),
        (b"Transfer-Encoding: xchunked\r\n", 400),
        (b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400),
    ],
)
def test_a_length_that_is_not_said_plainly_once_is_refused_and_nothing_after_it_is_read(running, framing, status):
    said = running.raw(POST + framing + b"\r\n" + SMUGGLED)
    assert said.startswith(b"HTTP/1.1 %d " % status)
    assert said.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in said.lower()


def test_a_body_in_chunks_is_not_read(running):
    said = running.raw(POST + b"Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n" + SMUGGLED)
    assert said.startswith(b"HTTP/1.1 411 ")
    assert said.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "rubbish", [b"\x16\x03\x01\x02\x00\x01", b"GET\r\n\r\n", b"\0" * 40000, b"A" * 40000, b"GET / HTTP/1.1\r\n\r\n"]
)
def test_what_is_no_request_is_answered_once_and_left(running, rubbish):
    said = running.raw(rubbish + b"\r\n\r\n")
    assert said.count(b"HTTP/1.1 4") == 1
    assert running.get("/healthz") == 200


def test_requests_that_come_at_once_are_answered_in_their_order(running):
    two = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\nHEAD /static/table.css HTTP/1.1\r\nHost: here\r\n\r\n" + SMUGGLED
    said = running.raw(two)
    assert said.count(b"HTTP/1.1 200 ") == 3
    assert said.count(b"ok\n") == 2


def test_whoever_waits_for_leave_to_send_gets_it(running):
    with running.connect() as sent:
        sent.sendall(POST + b"Content-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
        assert sent.recv(100).startswith(b"HTTP/1.1 100 ")
        sent.sendall(b"a=b")
        assert b"".join(iter(lambda: sent.recv(65536), b"")).startswith(b"HTTP/1.1 ")


def test_a_body_does_not_wait_until_its_head_is_acknowledged(running):
    """The kernel acknowledges after 40 ms, where nothing is sent back."""
    with running.connect() as sent:
        sent.sendall(b"GET /static/show.woff2 HTTP/1.1\r\nHost: here\r\n\r\n")
        assert len(answer(sent)) > 20_000
        (connection,) = until(lambda: [*running.server.connections.resting])
        assert connection.transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_an_old_client_is_answered_and_left(running):
    assert running.raw(b"GET /healthz HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200 ")


@pytest.mark.whole
def test_a_request_that_drips_is_given_up_whatever_still_comes(running, monkeypatch):
    monkeypatch.setattr(server, "REQUEST_SECONDS", 0.5)
    with running.connect() as dripping:
        dripping.sendall(b"GET /healthz HTTP/1.1\r\n")
        until(lambda: not drips(dripping), lambda: "it was never given up")


def drips(connection):
    """Send one more header; gives whether anybody still reads it."""
    try:
        connection.sendall(b"X-Slow: 1\r\n")
    except ConnectionError:
        return False
    return True


@pytest.fixture
def many_files():
    """Allow this process to hold both ends of two thousand connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * DRIPPING + 500
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"this machine lets a process hold {hard} files, and {wanted} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.whole
@pytest.mark.usefixtures("many_files")
def test_two_thousand_connections_that_drip_keep_nobody_from_a_page(running):
    """All are held by their visitor to the end. The server keeps 512: the oldest of those who have not finished asking
    make room for whoever comes.
    """
    dripping = []
    for n in range(1, DRIPPING + 1):
        each = running.connect()
        each.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n")
        dripping.append(each)
        if n % 100 == 0:
            assert running.get("/") == 200
    for each in dripping[::50]:
        drips(each)
        assert running.get("/") == 200
    assert len(running.server.connections) <= server.MAX_CONNECTIONS
    for each in dripping:
        each.close()


def test_nobody_is_answered_before_it_is_on_the_disk(tmp_path, monkeypatch):
    """What came in together is one transaction; each answer leaves after its end."""
    table = SqliteTable(tmp_path / "rtab.sqlite")
    elsewhere = SqliteTable(tmp_path / "rtab.sqlite")
    count = iter(range(1000))

    def save(_host, request):
        table.write([PutItem(Item("p", f"{next(count):03}", request.sent))])
        return Response(200, b"saved")

    monkeypatch.setattr(app, "answer_http_request", save)
    running = Running(table, together=table.batch_writes)
    try:
        with running.connect() as sent:
            for n in range(1, 20):
                sent.sendall(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1\r\n\r\nx")
                assert answer(sent) == b"saved"
                assert len(elsewhere.query("p")) == n
    finally:
        running.close()


def test_a_move_is_answered_before_looks_that_came_earlier(monkeypatch):
    entered, go, order = threading.Event(), threading.Event(), []

    def answers(_host, request):
        order.append(request.path)
        if request.path == "/first":
            entered.set()
            assert go.wait(LONGEST)
        return Response(200, b"done")

    monkeypatch.setattr(app, "answer_http_request", answers)
    running = Running()
    try:
        with contextlib.ExitStack() as stack:
            calls = [stack.enter_context(running.connect()) for _ in range(4)]
            for call in calls:  # now it knows all of them
                call.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
                assert answer(call) == b"done"
            calls[0].sendall(b"GET /first HTTP/1.1\r\nHost: here\r\n\r\n")
            assert entered.wait(LONGEST)
            for call in calls[1:3]:
                call.sendall(b"GET /look HTTP/1.1\r\nHost: here\r\n\r\n")
            calls[3].sendall(b"POST /move HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n")
            go.set()
            assert all(answer(call) == b"done" for call in calls)
        assert order[4:] == ["/first", "/move", "/look", "/look"]
    finally:
        running.close()


def test_when_the_disk_is_full_whoever_came_in_together_is_told_that_nothing_has_changed(tmp_path, monkeypatch):
    table = SqliteTable(tmp_path / "rtab.sqlite")

    def save(_host, request):
        table.write([PutItem(Item("p", request.path, b"x" * 100_000))])
        return Response(200, b"saved")

    monkeypatch.setattr(app, "answer_http_request", save)
    (pages,) = table._db.execute("pragma page_count").fetchone()
    table._db.execute(f"pragma max_page_count = {pages + 40}")
    running = Running(table, together=table.batch_writes)
    try:
        ask = b"".join(b"GET /%d HTTP/1.1\r\nHost: here\r\n\r\n" % n for n in range(3))
        said = running.raw(ask + SMUGGLED)
        assert b"HTTP/1.1 503 " in said
        kept = {item.sk for item in SqliteTable(tmp_path / "rtab.sqlite").query("p")}
        assert len(kept) == said.count(b"\r\n\r\nsaved") == 1
    finally:
        running.close()


@pytest.mark.parametrize("broken", [False, True])
def test_what_a_form_did_is_saved_before_the_part_is_rendered_and_whatever_becomes_of_it(tmp_path, monkeypatch, broken):
    table, elsewhere = SqliteTable(tmp_path / "rtab.sqlite"), SqliteTable(tmp_path / "rtab.sqlite")

    def answers(_host, request):
        if request.method == "POST":
            table.write([PutItem(Item("p", "move"))])
            return redirect_to("/g/0123abcd")
        assert (request.path, request.read_param("n")) == ("/g/0123abcd/part", "7")
        assert [item.sk for item in elsewhere.query("p")] == ["move"]
        if broken:
            raise ValueError
        return build_part_response("<main>", '"v"')

    monkeypatch.setattr(app, "answer_http_request", answers)
    running = Running(table, together=table.batch_writes)
    head = b"POST /g/0123abcd/play?n=7 HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: 0\r\n"
    try:
        said = running.raw(head + b"X-Part: 1\r\n\r\n")
        assert said.startswith(b"HTTP/1.1 303 " if broken else b"HTTP/1.1 200 ")
        assert said.endswith(b"\r\n\r\n" if broken else b"<main>")
        assert running.raw(head + b"\r\n").startswith(b"HTTP/1.1 303 ")
    finally:
        running.close()


def test_one_part_that_does_not_hold_leaves_the_others(tmp_path):
    table, broken = SqliteTable(tmp_path / "rtab.sqlite"), cast("Any", object())
    with table.batch_writes():
        table.write([PutItem(Item("p", "1"))])
        with pytest.raises(TypeError):
            table.write([PutItem(Item("p", "2")), PutItem(Item("p", "3", counts=broken))])
        table.write([PutItem(Item("p", "4"))])
    assert [item.sk for item in SqliteTable(tmp_path / "rtab.sqlite").query("p")] == ["1", "4"]


def taken_back(table):
    with table.batch_writes():
        table.write([PutItem(Item("p", "1"))])
        table._db.execute("rollback")  # as a full disk does
        with contextlib.suppress(Overloaded):
            table.write([PutItem(Item("p", "2"))])


def test_what_was_taken_back_as_a_whole_is_never_said_to_be_saved(tmp_path):
    table = SqliteTable(tmp_path / "rtab.sqlite")
    with pytest.raises(Overloaded):
        taken_back(table)
    assert table.query("p") == []
