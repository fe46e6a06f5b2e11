"""A push service on this machine, which keeps what it is given; and a browser's half of the keys."""

import http.server
import json
import threading
from random import Random
from urllib.parse import urlencode

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from host.core import games
from host.core.context import Config, HostContext
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.delivery.outbox import OutboxDispatcher, Pace
from host.extras.push import encryption
from host.extras.push.sender import PUSH_LIMITS, PushSender
from host.people import accounts
from tests.host.doors.web.visitor import Visitor

WEB = "https://race.example.org"


class PushService(http.server.ThreadingHTTPServer):
    """Takes what is pushed, or says what it has been told to say."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Taking)
        self.taken, self.answers, self.headers = [], [], {}
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Taking(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        service = self.server
        assert isinstance(service, PushService)
        body = self.rfile.read(int(self.headers["content-length"]))
        service.taken.append((self.path, dict(self.headers), body))
        self.send_response(service.answers.pop(0) if service.answers else 201)
        for name, value in service.headers.items():
            self.send_header(name, value)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Telephone:
    """What a browser does: it makes keys, gives half of them away, and reads what comes with the other half."""

    def __init__(self, service, name):
        self.address = f"{service.url}/{name}"
        self.own, self.secret = ec.generate_private_key(ec.SECP256R1()), Random(name).randbytes(16)

    def form(self, **changes):
        key = encryption.encode_base64url(encryption.encode_public_key(self.own))
        secret = encryption.encode_base64url(self.secret)
        return {
            "address": self.address,
            "key": key,
            "secret": secret,
            "device": "Firefox, Android",
            "ends": "1",
            **changes,
        }

    def read(self, body):
        return json.loads(http_ece.decrypt(body, private_key=self.own, auth_secret=self.secret, version="aes128gcm"))


class Called:
    """Ann and Bob at a table that is nowhere but on the page, and a host that can call them."""

    def __init__(self, service, hands):
        self.service, self.hands = service, hands
        self.host = HostContext(Store(MemoryTable()), Config(elsewhere=("push",), rung=("push",)), hands)
        self.people = [accounts.load_or_create_person(self.host, f"visit:{name}", name) for name in ("Ann", "Bob")]
        self.dispatcher = OutboxDispatcher(self.host, PushSender(self.host, WEB, (service.url,)), Pace(PUSH_LIMITS))
        self.game, self.url = "", ""

    def person(self, who):
        found = accounts.load_current_person(self.host, who.id)
        assert found is not None
        return found

    def visitor(self, n):
        return Visitor(self.host, accounts.create_web_token(self.host, self.people[n].id))

    def asks_for_calls(self, n, telephone, **changes):
        return self.visitor(n).ask("POST", "/me/browser", body=urlencode(telephone.form(**changes)).encode())

    def plays(self, ruleset="toy", **options):
        command = Command(by=self.people[0].id)
        self.game = games.open_lobby(self.host, command, ruleset, options or {"laps": 2}).game
        for each in self.people:
            now = self.person(each)
            assert games.sit_at_table(
                self.host, Command(by=now.id), self.game, Guest(now.id, now.name, now.place, now.habits)
            ).ok
        assert games.start_game(self.host, command, self.game).ok

    def rung(self, telephone):
        """All that has been rung since the last look, as this browser reads it."""
        self.hands.now += 2  # in one place not more than one a second
        self.dispatcher.deliver_now()
        taken, self.service.taken[:] = list(self.service.taken), []
        return [telephone.read(body) for path, _, body in taken if telephone.address.endswith(path)]


@pytest.fixture(scope="session")
def push_service():
    server = PushService()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def service(push_service, monkeypatch):
    monkeypatch.setenv("RTAB_PUSH_SERVICES", push_service.url)
    push_service.taken, push_service.answers, push_service.headers = [], [], {}
    return push_service


@pytest.fixture
def called(service, hands):
    return Called(service, hands)
