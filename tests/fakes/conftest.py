import asyncio
import struct
import zlib

import httpx
import praw
import pytest
from telegram import Bot
from telegram.request import HTTPXRequest

from tests.fakes.reddit import Impatient, RedditSite
from tests.fakes.telegram import BotApi


def request():
    return HTTPXRequest(httpx_kwargs={"verify": False})  # plain HTTP: loading certificates would only cost time


@pytest.fixture(autouse=True)
def durations(monkeypatch):
    monkeypatch.setenv("PTB_TIMEDELTA", "true")  # without it every RetryAfter warns of a change to come


@pytest.fixture
def server():
    with BotApi(limits=None) as server:
        yield server


@pytest.fixture
def loop():
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def do(loop):
    return loop.run_until_complete


@pytest.fixture
def make_bot(do):
    clients = []

    def make(server, token=None):
        clients.extend([request(), request()])
        return Bot(token or server.token, f"{server.url}/bot", request=clients[-1], get_updates_request=clients[-2])

    yield make
    for client in clients:
        do(client.shutdown())
    do(asyncio.sleep(0))  # a closed connection needs one more turn of the loop to be gone


@pytest.fixture
def bot(server, make_bot, do):
    bot = make_bot(server)
    do(bot.initialize())
    return bot


@pytest.fixture
def post(server):
    def send(method, **values):
        return httpx.post(f"{server.url}/bot{server.token}/{method}", json=values).json()

    return send


@pytest.fixture
def ann(server):
    ann = server.user("Ann")
    ann.writes("/start")
    return ann


@pytest.fixture
def bob(server):
    return server.user("Bob", username="bobby")


@pytest.fixture
def group(server, ann, bob):
    return server.group("Friday", bob, admins=[ann])


@pytest.fixture
def picture():
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    def draw(width, height):
        head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
        rows = zlib.compress((b"\0" + b"\x80" * width) * height)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")

    return draw


@pytest.fixture
def site():
    with RedditSite() as site:
        yield site


@pytest.fixture
def session(monkeypatch):
    monkeypatch.setattr("prawcore.sessions.FiniteRetryStrategy.sleep", lambda _: None)  # up to four seconds each
    with Impatient() as session:
        yield session


@pytest.fixture
def reddit(site, session):
    return praw.Reddit(**site.settings, requestor_kwargs={"session": session})


@pytest.fixture
def thread(site):
    return site.thread("Round 1: who is in?", "Say *in*.", by="ann")
