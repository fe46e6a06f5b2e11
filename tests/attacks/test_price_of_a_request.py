"""Law *Price of a request*: whatever is sent, it costs at most ten times what an ordinary request costs.

Headers, parameters and fields are those that the page's own code names. Each shape is tried somewhere, and each place
with some shape; the slow tests try every shape in every place.
"""

import asyncio
import itertools
import re
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from urllib.parse import quote_plus, urlencode

import pytest

from host.doors import web
from host.doors.local.server import BoundedConnection, Connections, LocalServer
from host.doors.web import app
from host.doors.web.app import GAME_FORM_ACTIONS
from host.doors.web.requests.http import MAX_FORM_BYTES
from tests.attacks.shapes import UNITS, shaped
from tests.host.doors.web.asking import answered

PRICE = 10
LONGEST_HEAD = 15_500  # letters of one header that the server still takes
SOURCE = "".join(path.read_text("utf-8") for path in Path(web.__file__).parent.rglob("*.py"))
HEADERS = sorted({"cookie", "connection", "expect", "x-any", *re.findall(r'headers\.get\w*\("([\w-]+)"', SOURCE)})
PARAMS = sorted(set(re.findall(r'\.(?:read_)?param\("(\w+)"\)', SOURCE)))
FIELDS = sorted({"data", *re.findall(r'(?:\bread_field|fields\.get)\("(\w+)"', SOURCE)})
LOOKS = ("", *(f"/{name}" for name in (*app.GAME_PARTS, *app.GAME_PAGES)))
ADDRESSES = ("/new", "/table", "/tg", "/claim", "/me/settings", "/me/link", "/me/mail", "/me/browser", "/me/pack")


def spread(*axes):
    """Each of the longest axis, with the others in turn; and slowly, each of the first with each of the last."""
    short = [tuple(axis[n % len(axis)] for axis in axes) for n in range(max(map(len, axes)))]
    every = enumerate(itertools.product(axes[0], axes[-1]))
    long = ((first, *(axis[n % len(axis)] for axis in axes[1:-1]), last) for n, (first, last) in every)
    return [*short, *(pytest.param(*each, marks=pytest.mark.slow) for each in long)]


def measure_seconds(work, rounds):
    """Processor seconds, the best of some rounds."""
    spent = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)


def measure_traced(work):
    """Processor seconds while memory is traced, which takes longer, and bytes of memory at the most."""
    tracemalloc.start()
    seconds = measure_seconds(work, 1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return seconds, peak


class Unwired:
    """A socket that leads nowhere."""

    def getsockname(self):
        return ("127.0.0.1", 2)

    getpeername = getsockname

    def setsockopt(self, *_):
        """It keeps no options."""


class Wire(asyncio.Transport):
    """One end of a connection; what is written to it is kept."""

    def __init__(self):
        super().__init__()
        self.written, self.closed = b"", False

    def get_extra_info(self, name, default=None):
        return {"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2), "socket": Unwired()}.get(name, default)

    def write(self, data):
        self.written += data

    def is_closing(self):
        return self.closed

    def close(self):
        self.closed = True

    abort = close

    def pause_reading(self):
        """Nothing more comes."""

    resume_reading = pause_reading


class Attacked:
    """A host with a season, asked over the bytes of a connection or through its application."""

    def __init__(self, season, server):
        self.season, self.server = season, server
        self.cookie = season.visitor(season.ann).cookie
        ordinary = partial(self.over_the_wire, self.head("accept-encoding", "gzip, deflate, br"))
        self.ordinary = measure_seconds(ordinary, 3), measure_traced(ordinary)[1]

    def head(self, name, value):
        own = {"cookie": f"rtab={self.cookie}", "host": "table.test"}
        own[name] = f"{own['cookie']}; {value}" if name == "cookie" else value
        lines = "".join(f"{key}: {value}\r\n" for key, value in own.items())
        return f"GET {self.season.path} HTTP/1.1\r\n{lines}\r\n".encode()

    def over_the_wire(self, data):
        async def asks():
            self.server._server.lifespan = type("Lifespan", (), {"state": {}})
            state, config = self.server._server.server_state, self.server._server.config
            config.loaded or config.load()
            connection = BoundedConnection(Connections(), config=config, server_state=state, app_state={})
            wire = Wire()
            connection.connection_made(wire)
            connection.data_received(data)
            while state.tasks:
                await asyncio.gather(*state.tasks)
            connection._unset_keepalive_if_required()
            assert wire.written.startswith(b"HTTP/1.1 ")

        with ThreadPoolExecutor(1) as alone:  # a browser's own loop may run in this thread
            alone.submit(asyncio.run, asks()).result()

    def sends(self, method, path, query="", **fields):
        headers = {"host": "table.test", "origin": "http://table.test", "cookie": f"rtab={self.cookie}"}
        answered(self.season.host, method, path, query, headers, urlencode(fields).encode())

    def fair(self, work):
        """What breaks the law, if anything does."""
        seconds, peak = measure_traced(work)
        if seconds > PRICE * self.ordinary[0]:  # it may have been the tracing, or the machine
            seconds = measure_seconds(work, 6)
        return seconds <= PRICE * self.ordinary[0] and peak <= PRICE * self.ordinary[1]

    def header(self, name, shape):
        return partial(self.over_the_wire, self.head(name, shaped(shape, LONGEST_HEAD, ascii_only=name != "cookie")))

    def look(self, look, param, shape):
        value = quote_plus(shaped(shape, 5000))[:LONGEST_HEAD]
        return partial(self.sends, "GET", self.season.path + look, f"{param}={value}")

    def form(self, path, field, shape):
        size = MAX_FORM_BYTES // (3 if quote_plus(UNITS[shape][0]) != UNITS[shape][0] else 1) - 200
        fields = {"once": "0" * 32, "question": "Q1#1", "do": "question:Q1#1", "sure": "on", "name": "Ann"}
        path = path if path.startswith("/") else f"{self.season.path}/{path}"
        return partial(self.sends, "POST", path, "", **{**fields, field: shaped(shape, size)})

    def form_as_it_is(self, kind, body):
        headers = {"host": "table.test", "cookie": f"rtab={self.cookie}", "content-type": kind}
        return partial(answered, self.season.host, "POST", "/me/settings", "", headers, body)


@pytest.fixture
def attacked(season):
    server = LocalServer(season.host, 0, str, lambda _: None)
    yield Attacked(season, server)
    server.server_close()


def test_the_code_was_read():
    assert {"accept-encoding", "origin", "if-none-match", "x-forwarded-for", "content-type"} <= set(HEADERS)
    assert {"n", "at", "since", "named"} <= set(PARAMS)
    assert {"value", "words", "once", "name", "typed"} <= set(FIELDS)


@pytest.mark.whole
@pytest.mark.parametrize(("shape", "name"), spread([*UNITS], HEADERS))
def test_a_header_costs_no_more_than_its_length(attacked, shape, name):
    assert attacked.fair(attacked.header(name, shape))


@pytest.mark.parametrize("lines", ["a: b\r\n" * 2500, "cookie: a=b\r\n" * 1150, "x-forwarded-for: 1.2.3.4,\r\n" * 590])
def test_many_headers_cost_no_more_than_one(attacked, lines):
    start = f"GET {attacked.season.path} HTTP/1.1\r\nhost: table.test\r\n"
    assert attacked.fair(partial(attacked.over_the_wire, f"{start}{lines}\r\n".encode()))


@pytest.mark.whole
@pytest.mark.parametrize(("shape", "look", "param"), spread([*UNITS], LOOKS, PARAMS))
def test_a_parameter_costs_no_more_than_its_length(attacked, shape, look, param):
    assert attacked.fair(attacked.look(look, param, shape))


@pytest.mark.whole
@pytest.mark.parametrize(("shape", "path", "field"), spread([*UNITS], [*GAME_FORM_ACTIONS, *ADDRESSES], FIELDS))
def test_a_field_costs_no_more_than_its_length(attacked, shape, path, field):
    assert attacked.fair(attacked.form(path, field, shape))


@pytest.mark.parametrize("shape", UNITS)
def test_an_address_costs_no_more_than_its_length(attacked, shape):
    word = quote_plus(shaped(shape, 5000))[:LONGEST_HEAD]
    for path in (f"/rules/{word}", f"/p/{word}", f"/g/{word}", f"/{word}", f"/calendar/{word}.ics", f"/u/{word}"):
        assert attacked.fair(partial(attacked.sends, "GET", path))


PART = 'Content-Disposition: form-data; name="a"'
ENVELOPES = [
    ("application/x-www-form-urlencoded", b"a&" * 8000),
    ("application/x-www-form-urlencoded", b"&" * 16_000),
    ("application/x-www-form-urlencoded", b"%" * 16_000),
    ("multipart/form-data; boundary=x", b"--x\r\n" * 3000),
    ("multipart/form-data; boundary=x", f"--x\r\n{PART}\r\n\r\n\r\n".encode() * 300),
    ("multipart/form-data; boundary=x", b"--x\r\n" + b"a: b\r\n" * 2600),
    ("multipart/form-data; boundary=x", f"--x\r\n{PART}{'; b=c' * 3000}\r\n\r\n\r\n--x--\r\n".encode()),
    ("multipart/form-data; boundary=x", f"--x\r\n{PART}\r\n\r\n".encode() + b"\r\n--" * 3000),
    (f"multipart/form-data; boundary={'-' * 15_000}", b"-" * 16_000),
    (f"multipart/form-data; boundary=x{'; a=b' * 3000}", b"--x--\r\n"),
    (f"multipart/form-data;{';' * 15_000}", b"--x--\r\n"),
    ("multipart/form-data; boundary=x", f"--x\r\n{PART}{';' * 15_000}\r\n\r\n\r\n--x--\r\n".encode()),
    ("multipart/form-data; boundary=x; charset=punycode", f"--x\r\n{PART}\r\n\r\n{'a-' * 7000}\r\n--x--".encode()),
    ("multipart/form-data; boundary=x; charset=undefined", f"--x\r\n{PART}\r\n\r\na\r\n--x--".encode()),
]


@pytest.mark.parametrize("envelope", range(len(ENVELOPES)))
def test_what_a_form_comes_in_costs_no_more_than_its_length(attacked, envelope):
    assert attacked.fair(attacked.form_as_it_is(*ENVELOPES[envelope]))


@pytest.mark.parametrize("heads", [";" * 240_000, '; a="' * 50_000, "\r\na: b" * 40_000, "\r\na: " + "b" * 240_000])
def test_what_a_file_comes_in_costs_no_more_than_its_length(attacked, heads):
    headers = {"cookie": f"rtab={attacked.cookie}", "content-type": "multipart/form-data; boundary=x"}
    body = f"--x\r\n{PART}{heads}\r\n\r\n\r\n--x--\r\n".encode()
    assert attacked.fair(partial(answered, attacked.season.host, "POST", "/me/pack", "", headers, body))
