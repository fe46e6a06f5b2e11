"""Telegram at the webhook: what it brings by HTTP, and what it does with the answers, among them calls for taps."""

import json
import ssl
import threading
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler
from unittest.mock import Mock

import httpx
import pytest
from telegram.error import NetworkError

from functions.delivery import app as delivery
from functions.telegram import app as telegram
from host.core.store.items import OUT, POST, Overloaded
from host.delivery.outbox import PlatformDown, RetryLater
from host.doors.telegram import function as chat
from host.doors.telegram.calls import connection
from host.doors.telegram.heard import incoming
from host.said.desk import refusals
from tests.fakes.listener import Listener, QuietHandler
from tests.fakes.runtime import silence
from tests.host.doors.aws.conftest import SECRET
from tests.waiting import until

TIMEOUT = 25.0  # seconds that the template gives a function


class Door(Listener):
    """A function URL: hands each request to the function as an event, and keeps what it answered."""

    def __init__(self, deployment):
        self.event, self.context, self.answers = deployment.event("telegram_update"), deployment.context, []
        self.one = threading.Lock()
        super().__init__(Request)
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/"


class Request(QuietHandler, BaseHTTPRequestHandler):
    server: Door

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        event = self.server.event | {"headers": {name.lower(): value for name, value in self.headers.items()}}
        with self.server.one:  # a process is given one event at a time
            answer = telegram.handler(event | {"body": body}, self.server.context)
        self.server.answers.append(answer)
        payload = answer["body"].encode()
        self.send_response(answer["statusCode"])
        for name, value in (answer["headers"] | {"Content-Length": str(len(payload))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(payload)


@pytest.fixture
def door(deployment) -> Iterator[Door]:
    door = Door(deployment)
    webhook = {"url": door.url, "secret_token": SECRET}
    answer = httpx.post(f"{deployment.api.url}/bot{deployment.api.token}/setWebhook", json=webhook)
    assert answer.json()["ok"]
    yield door
    door.shutdown()
    door.server_close()


@pytest.fixture
def ann(deployment):
    return deployment.api.user("Ann")


def served(deployment, wanted):
    """Errands are run as the queue would have them run, until this is so."""
    event = deployment.event("delivery_chat")

    def done():
        for message in deployment.errands():
            known = {"receiptHandle": message["ReceiptHandle"], "body": message["Body"]}
            delivery.handler({"Records": [event["Records"][0] | known]}, deployment.context)
        return wanted()

    until(done)


def lobby(deployment, person):
    """The message of a game that somebody has opened alone."""
    person.writes("/newgame ladder daily")
    deployment.api.settle()
    served(deployment, lambda: any("Begin" in message.buttons for message in person.messages))
    return next(message for message in person.messages if "Begin" in message.buttons)


def made(deployment, method):
    return len([call for call in deployment.api.calls if call.method == method])


@pytest.mark.whole
def test_a_tap_is_answered_once_it_is_saved_and_before_anything_is_shown(deployment, door, ann):
    board, before = lobby(deployment, ann), len(deployment.api.calls)
    ann.taps(board, "Begin")
    deployment.api.settle()
    assert deployment.api.calls[before].method == "answerCallbackQuery"
    assert (door.answers[-1]["statusCode"], door.answers[-1]["body"]) == (200, "")
    assert ann.spinning == []
    assert made(deployment, "answerCallbackQuery") == 1
    assert deployment.api.violations == []


def test_whoever_taps_what_is_no_button_is_told_so(deployment, door, ann):
    ann.taps(ann.writes("/start"), data="x")
    deployment.api.settle()
    assert [alert.text for alert in ann.alerts] == [refusals.OLD_BUTTON]
    assert ann.spinning == []
    assert len(door.answers) == 2
    assert deployment.api.violations == []


def test_an_answer_that_is_as_long_as_it_may_be_is_taken(deployment, door, ann, monkeypatch):
    monkeypatch.setattr(refusals, "OLD_BUTTON", "£ƒ𝄞" * 100)
    ann.taps(ann.writes("/start"), data="x")
    deployment.api.settle()
    assert len(ann.alerts[0].text) > 100
    assert len(door.answers) == 2
    assert deployment.api.violations == []


@pytest.mark.whole
def test_the_same_tap_twice_is_answered_alike(deployment, door, ann):
    tap = ann.taps(lobby(deployment, ann), "Begin")
    deployment.api.settle()
    deployment.api.redeliver(tap.update)
    deployment.api.settle()
    first, again = [call.values for call in deployment.api.calls if call.method == "answerCallbackQuery"]
    assert again == first
    assert door.answers[-1]["statusCode"] == 200
    assert deployment.api.violations == []


@pytest.fixture
def silent(deployment, monkeypatch):  # noqa: ARG001 - which sets where Telegram is, before we do
    """From its start the function finds a Telegram that takes every call and never answers."""
    with silence() as nowhere:
        monkeypatch.setenv("RTAB_TELEGRAM", nowhere.url)
        yield nowhere
        chat.build_telegram_sender().wire.close()


@pytest.mark.whole
def test_a_telegram_that_says_nothing_keeps_nobody_waiting_for_long(silent, deployment, door, ann, monkeypatch):
    monkeypatch.setattr(connection, "READ_TIMEOUT", 0.2)
    monkeypatch.setattr(incoming, "TAP_READ", 0.2)
    ann.taps(ann.writes("/newgame ladder daily"), data="x")
    deployment.api.settle(TIMEOUT)
    assert [answer["statusCode"] for answer in door.answers] == [200, 200]
    assert silent.calls <= 3  # nobody tries to speak again after the first has waited
    assert [item.pk for item in deployment.table.every() if item.sk == "session"]
    assert ann.alerts == []
    assert [item.index for item in deployment.table.every() if item.sk.startswith(POST)] == [OUT, OUT]
    assert len(deployment.errands()) == 1


@pytest.mark.whole
def test_what_only_telegram_knows_is_not_waited_for_too_long(silent, deployment, door, ann, monkeypatch):
    longest = connection.READ_TIMEOUT
    monkeypatch.setattr(connection, "READ_TIMEOUT", 0.2)
    ann.writes("/newgame@race_test_bot ladder daily")
    deployment.api.settle(TIMEOUT)
    assert silent.calls * longest < TIMEOUT
    assert door.answers == [BUSY]


def once(trouble, does):
    """The first time there is this trouble."""
    troubles = [trouble]

    def tried(*arguments):
        if troubles:
            raise troubles.pop()
        return does(*arguments)

    return tried


BUSY = {"statusCode": 503, "headers": {"Retry-After": "5"}, "body": ""}


@pytest.mark.whole
def test_a_tap_that_finds_the_table_busy_is_brought_again_and_answered_then(deployment, door, ann, monkeypatch):
    tap = ann.taps(lobby(deployment, ann), "Begin")
    monkeypatch.setattr(incoming, "handle_button_tap", once(Overloaded(), incoming.handle_button_tap))
    deployment.api.settle()
    assert door.answers[1:] == [BUSY]
    deployment.api.advance(5)
    deployment.api.settle()
    assert tap.answer


@pytest.mark.whole
@pytest.mark.parametrize("trouble", [Overloaded(), PlatformDown("nobody is there"), RetryLater(5.0)])
def test_a_command_that_may_work_later_is_brought_again(deployment, door, ann, monkeypatch, trouble):
    monkeypatch.setattr(
        incoming.TelegramIncoming, "_handle_text", once(trouble, incoming.TelegramIncoming._handle_text)
    )
    ann.writes("/newgame ladder daily")
    deployment.api.settle()
    assert door.answers == [BUSY]
    deployment.api.advance(5)
    deployment.api.settle()
    assert [answer["statusCode"] for answer in door.answers] == [503, 200]
    assert len([item for item in deployment.table.every() if item.sk == "session"]) == 1


def test_what_breaks_our_code_is_not_brought_again_and_whoever_tapped_is_told(
    deployment, door, ann, monkeypatch, logged
):
    said = ann.writes("/start")
    deployment.api.settle()

    def broken(*_):
        raise RuntimeError

    monkeypatch.setattr(incoming, "handle_button_tap", broken)
    ann.taps(said, data="x")
    deployment.api.settle()
    assert [answer["statusCode"] for answer in door.answers] == [200, 200]
    assert [alert.text for alert in ann.alerts] == [incoming.BROKEN]
    lines = [json.loads(line)["message"] for line in logged.getvalue().splitlines() if '"level":"ERROR"' in line]
    assert [line.partition(" at ")[0] for line in lines] == ["update failed key=telegram:700000002: RuntimeError"]


@pytest.mark.whole
def test_one_process_serves_many_updates_and_errands_though_connections_are_cut(deployment, door):
    people = [deployment.api.user(name) for name in ("Ann", "Bob", "Cat")]
    for person in people:
        board = lobby(deployment, person)
        deployment.api._http.hang_up()  # as it is after a long while in which nothing was said
        person.taps(board, "Begin")
        deployment.api.settle()
    assert {answer["statusCode"] for answer in door.answers} == {200}
    assert [person.spinning for person in people] == [[]] * 3
    assert deployment.api.violations == []


def test_what_is_trusted_is_loaded_once_for_all_ways_to_telegram(monkeypatch):
    """It takes longer than all else that a function does before it can speak."""
    loaded = Mock(wraps=ssl.create_default_context)
    monkeypatch.setattr(ssl, "create_default_context", loaded)
    connection.load_trusted_certificates.cache_clear()
    for token in ("1:one", "2:two"):
        line = connection.TelegramConnection(partial(str, token), "https://127.0.0.1:9")
        with pytest.raises(NetworkError):
            line.call(lambda bot: bot.get_me())
        line.close()
    assert loaded.call_count == 1


@pytest.mark.whole
def test_the_way_to_telegram_is_opened_only_when_something_is_said(deployment, door, ann):
    telegram.handler(door.event | {"body": '{"update_id": 1, "poll": {}}'}, door.context)
    line = chat.build_telegram_sender().wire
    assert line._line is None
    ann.writes("/newgame ladder daily")
    deployment.api.settle()
    assert line._line is not None
