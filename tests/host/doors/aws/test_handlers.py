"""Each handler given the events of its trigger, real shapes and broken ones."""

import base64
import hmac
import json
import threading
import time
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from botocore.exceptions import ClientError, EndpointConnectionError

from functions.clock import app as clock
from functions.delivery import app as delivery
from functions.telegram import app as telegram
from functions.web import app as web
from host.core import games
from host.core.context import HostContext
from host.core.games import Guest
from host.core.session import Command
from host.core.store.items import DUE, OUT, POST, Item, Overloaded, PutItem
from host.doors.aws import settings, wiring
from host.doors.aws.clock import handle_clock_event
from host.doors.aws.delivery import handle_queue_message
from host.doors.local.settings import UnfitSetting
from host.doors.telegram import deployed, function
from host.doors.telegram import function as chat
from host.doors.telegram.messages.sender import TelegramSender
from host.said.desk import refusals
from tests.host.doors.aws.conftest import SECRET, Cloud
from tests.host.doors.telegram import signed


def update(deployment, group):
    """The event of somebody opening a game in the group."""
    event = deployment.event("telegram_update")
    body = json.loads(event["body"])
    body["message"]["chat"]["id"] = group.id
    event["body"] = json.dumps(body)
    return event


def record(deployment, name, **body):
    event = deployment.event(name)
    event["Records"][0]["body"] = json.dumps(body)
    return event


def opened(deployment, group, *, said=True):
    """A game is opened in the group, and that is said at once, or not."""
    if not said:
        chat.build_dispatcher().back = float("inf")
    assert telegram.handler(update(deployment, group), deployment.context)["statusCode"] == 200
    (game,) = (item.pk for item in deployment.table.every() if item.sk == "session")
    return game.removeprefix("game/")


# -- the webhook


def test_what_an_update_brings_is_saved_and_then_said(deployment, group, monkeypatch):
    seen = []
    real = TelegramSender.send

    def send(*message):
        seen.append(waiting(deployment))
        return real(*message)

    monkeypatch.setattr(TelegramSender, "send", send)
    opened(deployment, group)
    assert [len(each) for each in seen] == [1]
    assert len([call for call in deployment.api.calls if call.method.startswith("send")]) == 1
    assert seen[0][0].index == OUT
    assert waiting(deployment) == []  # the message that shows the lobby says all
    assert deployment.errands() == []


def waiting(deployment):
    return [item for item in deployment.table.every() if item.sk.startswith(POST)]


def test_what_cannot_be_said_at_once_is_put_on_the_shelf_and_an_errand_is_sent(deployment, group):
    game = opened(deployment, group, said=False)
    assert [call.method for call in deployment.api.calls if call.method.startswith("send")] == []
    assert [item.index for item in waiting(deployment)] == [OUT]
    bodies = [json.loads(message["Body"]) for message in deployment.errands()]
    assert bodies == [{"chat": f"telegram:{group.id}"}]
    (timer,) = deployment.timers()
    assert timer["Name"] == f"rtab-game-{game}"
    assert json.loads(timer["Target"]["Input"]) == {"game": game}
    assert timer["ActionAfterCompletion"] == "DELETE"


def test_the_same_update_twice_opens_one_game(deployment, group):
    opened(deployment, group)
    opened(deployment, group)


BAD = [
    ({"headers": {}}, 403),
    ({"headers": {function.SECRET_HEADER: "guessed"}}, 403),
    ({"headers": {function.SECRET_HEADER: "gu€ssed"}, "body": "x" * 10**6}, 403),
    ({"requestContext": {"http": {"method": "GET"}}}, 405),
    ({"body": "x" * (function.BIGGEST_UPDATE + 1)}, 413),
    ({"body": base64.b64encode(b"x" * (function.BIGGEST_UPDATE + 1)).decode(), "isBase64Encoded": True}, 413),
    ({"body": "{"}, 400),
    ({"body": "§", "isBase64Encoded": True}, 400),
    ({"body": None}, 400),
    ({"headers": None}, 403),
    ({"requestContext": {}}, 400),
]


@pytest.mark.parametrize(("changes", "status"), BAD)
def test_what_is_no_update_is_refused_and_handed_to_nobody(changes, status):
    handed: list[object] = []
    event = Cloud.event("telegram_update") | changes
    assert function.answer_webhook_event(event, [SECRET], handed.append)["statusCode"] == status
    assert handed == []


def test_a_guess_takes_as_long_as_any_other_to_be_found_wrong(monkeypatch):
    compared = Mock(wraps=hmac.compare_digest)
    monkeypatch.setattr(hmac, "compare_digest", compared)
    guessed = Cloud.event("telegram_update") | {"headers": {function.SECRET_HEADER: "guessed"}}
    assert function.answer_webhook_event(guessed, [SECRET], Mock())["statusCode"] == 403
    assert [each.args for each in compared.call_args_list] == [(b"guessed", SECRET.encode())]


@pytest.mark.parametrize("body", ["5", "[]", '{"update_id": 1, "poll": {}}'])
def test_an_update_of_an_unknown_kind_is_taken_and_changes_nothing(deployment, body):
    event = deployment.event("telegram_update") | {"body": body}
    assert telegram.handler(event, deployment.context)["statusCode"] == 200
    assert list(deployment.table.every()) == []


def test_telegram_is_asked_to_try_again_when_the_table_is_too_busy():
    def busy(_):
        raise Overloaded

    event = {"headers": {function.SECRET_HEADER: "s"}, "requestContext": {"http": {"method": "POST"}}, "body": "{}"}
    answer = function.answer_webhook_event(event, ["s"], busy)
    assert (answer["statusCode"], answer["headers"]) == (503, {"Retry-After": "5"})


def test_a_missing_parameter_is_told_with_its_cure(deployment, group):
    deployment.client("ssm").delete_parameter(Name="/rtab/webhook-secret")
    with pytest.raises(UnfitSetting, match=r"/rtab/webhook-secret cannot be read .* put-parameter"):
        telegram.handler(update(deployment, group), deployment.context)


@pytest.mark.parametrize(
    ("trouble", "cure"),
    [
        (ClientError({"Error": {"Code": "ThrottlingException"}}, "GetParameter"), r"\(Throttling.* tried again"),
        (EndpointConnectionError(endpoint_url="x"), r"\(EndpointConnectionError.* tried again"),
        (ClientError({"Error": {"Code": "AccessDeniedException"}}, "GetParameter"), r"\(AccessDenied.*make deploy"),
    ],
)
def test_a_parameter_that_is_there_is_not_to_be_made(deployment, group, monkeypatch, trouble, cure):
    monkeypatch.setattr(settings.get_client("ssm"), "get_parameter", Mock(side_effect=trouble))
    with pytest.raises(UnfitSetting, match=rf"/rtab/webhook-secret cannot be read {cure}") as told:
        telegram.handler(update(deployment, group), deployment.context)
    assert "put-parameter" not in str(told.value)


def test_a_process_that_began_while_a_release_failed_knows_the_secret_that_was_put_back(deployment, group):
    deployment.secret("webhook-secret", "of a release that failed")
    assert telegram.handler(update(deployment, group), deployment.context)["statusCode"] == 403
    deployment.secret("webhook-secret", SECRET)
    settings.make_provider(settings.MINUTE).store.clear()  # as after a minute
    assert telegram.handler(update(deployment, group), deployment.context)["statusCode"] == 200


def test_strangers_have_the_secret_looked_up_once_a_minute_and_no_more(deployment, group, monkeypatch):
    read = Mock(wraps=settings.get_client("ssm").get_parameter)
    monkeypatch.setattr(settings.get_client("ssm"), "get_parameter", read)
    event = update(deployment, group)
    event["headers"] = {**event["headers"], function.SECRET_HEADER: "a guess"}
    statuses = {telegram.handler(event, deployment.context)["statusCode"] for _ in range(5)}
    assert (statuses, read.call_count) == ({403}, 2)


def test_a_missing_setting_is_told_by_its_name(deployment, group, monkeypatch):
    monkeypatch.delenv("RTAB_TABLE")
    with pytest.raises(UnfitSetting, match="RTAB_TABLE is not set"):
        telegram.handler(update(deployment, group), deployment.context)


def test_what_is_saved_is_logged_with_its_game_and_no_secret(deployment, group, logged):
    game = opened(deployment, group)
    telegram.handler(update(deployment, group) | {"headers": {}}, deployment.context)
    lines = logged.getvalue()
    (saved,) = [line for line in map(json.loads, lines.splitlines()) if line["message"] == "commit saved"]
    assert (saved["game"], saved["kind"], saved["function_request_id"]) == (game, "create", "request-1")
    assert deployment.api.token not in lines
    assert "only-for-tests" not in lines


def test_a_function_has_one_thread_more_for_the_line_to_telegram(deployment, group, monkeypatch):
    begun, real = [], threading.Thread.start

    def start(thread):
        if threading.current_thread() is threading.main_thread():  # and not one of the servers that stand in for others
            begun.append(thread.name)
        real(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    deployment.api.fail_next("sendMessage", 400, description="Bad Request: can't parse entities")
    game = opened(deployment, group)  # and what the refusal means is told by the library
    delivery.handler(record(deployment, "delivery_chat", chat=f"telegram:{group.id}"), deployment.context)
    clock.handler({"game": game}, deployment.context)
    assert web.handler(deployment.event("web_get"), deployment.context)["statusCode"] == 200
    assert {call.method for call in deployment.api.calls} >= {"sendMessage"}
    assert begun == ["telegram"]


# -- the web


def test_a_page_is_shown(deployment):
    page = web.handler(deployment.event("web_get"), deployment.context)
    assert page["statusCode"] == 200
    assert b"<html" in base64.b64decode(page["body"])


@pytest.mark.parametrize(("told", "elsewhere"), [("ENABLED", True), ("DISABLED", False), ("", False)])
@pytest.mark.usefixtures("deployment")
def test_the_pages_offer_reddit_only_where_it_is_looked_at(monkeypatch, told, elsewhere):
    monkeypatch.setenv("RTAB_REDDIT", told)
    wiring.build_deployed_host.cache_clear()
    assert wiring.build_deployed_host().host.config.elsewhere == (
        ("reddit", "telegram") if elsewhere else ("telegram",)
    )


def test_a_form_for_a_game_that_is_not_there_is_refused_in_words(deployment):
    page = web.handler(deployment.event("web_post"), deployment.context)
    assert page["statusCode"] == 404
    assert b"game" in base64.b64decode(page["body"])


def opened_inside(deployment, token):
    """Somebody opens the page inside Telegram, which has signed that for the bot with this token."""
    event = deployment.event("web_post")
    body = urlencode({"data": signed.launch(time.time(), token=token, name="Ann")})
    event |= {
        "rawPath": "/tg",
        "body": base64.b64encode(body.encode()).decode(),
        "isBase64Encoded": True,
        "cookies": [],
    }
    event["headers"] |= {"host": "table.test", "origin": "https://table.test", "sec-fetch-site": "same-origin"}
    event["requestContext"]["http"]["path"] = "/tg"
    return web.handler(event, deployment.context)


def test_the_page_inside_telegram_needs_the_derived_key_alone(deployment, monkeypatch):
    token = deployment.api.token
    deployment.client("ssm").delete_parameter(Name="/rtab/telegram-token")
    shut = opened_inside(deployment, token)
    assert shut["statusCode"] == 403
    assert refusals.NO_APP in base64.b64decode(shut["body"]).decode()
    deployment.secret("app-key", "no key at all")
    said = list[str]()
    monkeypatch.setattr(wiring.log, "error", lambda text, *values: said.append(text % values))
    assert opened_inside(deployment, token)["statusCode"] == 403
    assert "app-key must be a key in hexadecimal digits." in said[0]
    settings.make_provider.cache_clear()
    deployment.secret("app-key", deployed.app_key(token))
    came = opened_inside(deployment, token)
    assert (came["statusCode"], base64.b64decode(came["body"])) == (200, b"/")
    assert "SameSite=None; Secure; Partitioned" in came["cookies"][0]
    assert "frame-ancestors https://web.telegram.org" in came["headers"]["content-security-policy"]
    assert opened_inside(deployment, "1:of-another-bot")["statusCode"] == 403


@pytest.mark.parametrize("event", [{}, {"headers": {}, "requestContext": {"http": {"method": "GET"}}}])
def test_an_event_that_is_no_request_is_a_bad_one(deployment, event):
    assert web.handler(event, deployment.context)["statusCode"] == 400


# -- the clock


@pytest.mark.parametrize("event", [{}, [], None, {"game": 5}, {"detail": {}}])
def test_a_ring_of_an_unknown_shape_does_nothing(event, caplog):
    nowhere: Any = None
    assert handle_clock_event(nowhere, event) == {}
    assert caplog.messages == [f"ignoring malformed event type={type(event).__name__}"]


def test_a_timer_for_a_game_that_is_gone_is_one_line(deployment, logged):
    clock.handler(deployment.event("clock_timer"), deployment.context)
    lines = [line for line in logged.getvalue().splitlines() if "missing game" in line]
    assert len(lines) == 1
    assert deployment.timers() == []


def test_a_timer_that_comes_early_is_set_again(deployment, group):
    game = opened(deployment, group)
    (before,) = deployment.timers()
    deployment.client("scheduler").delete_schedule(Name=before["Name"])
    clock.handler({"game": game}, deployment.context)
    (after,) = deployment.timers()
    assert after["ScheduleExpression"] == before["ScheduleExpression"]


def test_the_sweep_finds_what_was_lost_and_measures_how_late_it_is(deployment, capsys):
    late = Item("game/0badcafe", "session", b"{}", 1, index=DUE, when=1000.0)
    waiting = Item("chat:telegram:-5", "post/1/0badcafe", b"{}", index="out", when=2000.0)
    deployment.table.write([PutItem(late), PutItem(waiting)])
    clock.handler(deployment.event("clock_sweep"), deployment.context)
    bodies = [json.loads(message["Body"]) for message in deployment.errands()]
    assert bodies == [{"game": "0badcafe", "due": 1000.0}, {"chat": "telegram:-5"}]
    metrics = [json.loads(line) for line in capsys.readouterr().out.splitlines() if '"_aws"' in line]
    assert metrics[0]["rtab_late_games"] == [1.0]
    assert metrics[0]["rtab_outbox_age_seconds"][0] > 1e9


# -- delivery


def test_an_errand_says_what_waits(deployment, group):
    opened(deployment, group, said=False)
    event = record(deployment, "delivery_chat", chat=f"telegram:{group.id}")
    answer = delivery.handler(event, deployment.context)
    assert len([call for call in deployment.api.calls if call.method == "sendMessage"]) == 1
    assert answer["batchItemFailures"] == []


def test_a_lane_that_was_held_by_another_process_is_left_alone(deployment, group):
    opened(deployment, group, said=False)
    host = chat.build_dispatcher().host
    assert host.store.acquire_lane_lease(f"telegram:{group.id}", host.now()).number
    event = record(deployment, "delivery_chat", chat=f"telegram:{group.id}")
    assert delivery.handler(event, deployment.context)["batchItemFailures"]
    assert [call for call in deployment.api.calls if call.method == "sendMessage"] == []


def test_how_long_telegram_wants_to_be_left_alone_is_known_to_the_next_process(deployment, group):
    opened(deployment, group, said=False)
    deployment.api.fail_next("sendMessage", 429, retry_after=77)
    event = record(deployment, "delivery_chat", chat=f"telegram:{group.id}")
    assert delivery.handler(event, deployment.context)["batchItemFailures"]
    host = chat.build_dispatcher().host
    lease = host.store.acquire_lane_lease(f"telegram:{group.id}", host.now())
    assert not lease.number
    assert 70 < lease.look_again - host.now() <= 78  # DynamoDB expires by whole seconds


@pytest.mark.parametrize("event", [{}, [], None, {"Records": []}, {"Records": 5}, {"look": True}])
def test_what_does_not_come_from_the_queue_is_no_errand(deployment, event, logged):
    assert delivery.handler(event, deployment.context) is None
    (line,) = map(json.loads, logged.getvalue().splitlines())
    assert (line["level"], line["message"]) == (
        "WARNING",
        f"ignoring malformed queue event type={type(event).__name__}",
    )


@pytest.mark.parametrize("body", [{}, {"chat": 5}, {"chat": "reddit:t3_x"}, {"game": None}, [], None])
def test_an_errand_of_an_unknown_shape_is_dropped(body, caplog):
    nowhere: Any = None
    handle_queue_message(nowhere, lambda _: None, SQSRecord({"body": json.dumps(body)}))
    handle_queue_message(nowhere, lambda _: None, SQSRecord({}))
    assert [each.startswith("dropping malformed queue message") for each in caplog.messages] == [True, True]


def test_an_errand_for_a_game_looks_at_it(deployment):
    assert delivery.handler(deployment.event("delivery_game"), deployment.context) == {"batchItemFailures": []}


@pytest.mark.whole
def test_a_timer_says_at_once_what_it_brings(deployment, group):
    game, place = opened(deployment, group, said=False), f"telegram:{group.id}"
    chat.build_dispatcher().back = 0.0
    host = chat.build_dispatcher().host
    host.store.drop_or_redirect_posts(place, "", host.now())
    saved = host.store.load_game(game)
    assert saved
    by = saved.session.by
    opener = Command(by=by, place=place)
    assert games.sit_at_table(host, opener, game, Guest(by, "Ann", place)).ok
    assert games.add_bot(host, opener, game).ok
    host.store.drop_or_redirect_posts(place, "", host.now())
    long_ago = HostContext(host.store, host.config, lambda: time.time() - 25 * 3600)
    assert games.start_game(long_ago, opener, game).ok
    host.store.drop_or_redirect_posts(place, "", host.now())
    said = len(deployment.api.calls)
    clock.handler({"game": game}, deployment.context)
    assert [call.method for call in deployment.api.calls[said:] if call.method.startswith("send")] == ["sendMessage"]
