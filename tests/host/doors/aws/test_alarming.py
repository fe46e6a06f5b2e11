"""What each function logs decides whether the operator is called: for what does not mend itself, and for no more."""

import base64
import json
from typing import Any

import pytest

from functions.clock import app as clock
from functions.delivery import app as delivery
from functions.reddit import app as reddit_function
from functions.telegram import app as telegram
from functions.web import app as web
from host.core.store.dynamo import DynamoTable
from host.core.store.items import Item, Overloaded, PutItem
from host.delivery.outbox import PlatformDown
from host.doors.aws import wiring
from host.doors.reddit import function as reddit
from host.doors.telegram import function as chat
from host.doors.telegram.heard import incoming
from tests.fakes import cloud

ASKED = {"method": "GET", "path": "/healthz", "sourceIp": "198.51.100.7"}
HEALTH = {"version": "2.0", "headers": {}, "requestContext": {"http": ASKED}}
CALLS: list[tuple[Any, Any]] = [
    (telegram, "telegram_update"),
    (web, HEALTH),
    (clock, "clock_timer"),
    (clock, "clock_sweep"),
    (delivery, "delivery_game"),
]


def levels(logged):
    return [json.loads(line)["level"] for line in logged.getvalue().splitlines()]


def call(deployment, function, event):
    return function.handler(deployment.event(event) if isinstance(event, str) else event, deployment.context)


@pytest.mark.parametrize(("function", "event"), CALLS)
def test_a_table_that_is_not_there_is_an_error_though_the_function_answers(
    deployment, monkeypatch, logged, function, event
):
    monkeypatch.setenv("RTAB_TABLE", "nowhere")
    for each in (wiring.build_deployed_host, chat.build_telegram_sender, chat.build_dispatcher):
        each.cache_clear()
    call(deployment, function, event)
    assert "ERROR" in levels(logged)


@pytest.mark.parametrize(("function", "event"), CALLS)
def test_a_table_that_is_busy_for_a_moment_is_none(deployment, monkeypatch, logged, function, event):
    def busy(*_, **__):
        raise Overloaded

    monkeypatch.setattr(DynamoTable, "_call", busy)
    call(deployment, function, event)
    assert set(levels(logged)) == {"WARNING"}


def test_a_game_that_a_busy_table_kept_from_the_clock_is_left_to_an_errand(deployment, monkeypatch):
    def busy(*_, **__):
        raise Overloaded

    monkeypatch.setattr(DynamoTable, "_call", busy)
    call(deployment, clock, "clock_timer")
    assert [json.loads(message["Body"]) for message in deployment.errands()] == [{"game": "0badcafe", "due": 0.0}]


def test_a_damaged_game_is_one_error_and_no_more_and_health_counts_it(deployment, logged):
    """Its errors are what the alarms of that function watch."""
    deployment.table.write([PutItem(Item("game/0badcafe", "session", b"noise", 1, index="due", when=1.0))])
    for _ in range(3):
        call(deployment, clock, "clock_timer")
    assert levels(logged).count("ERROR") == 1
    (aside,) = deployment.table.due_before("due", 1e11)
    assert aside.when > 1.0
    said = call(deployment, web, HEALTH)
    assert (said["statusCode"], base64.b64decode(said["body"]).decode().split(":")[0]) == (200, "ok\n1 damaged")


def test_a_visitor_who_finds_the_table_busy_is_told_to_try_again(deployment, monkeypatch):
    def busy(*_, **__):
        raise Overloaded

    monkeypatch.setattr(DynamoTable, "_call", busy)
    assert call(deployment, web, HEALTH)["statusCode"] == 503


@pytest.mark.whole
def test_a_telegram_that_is_away_for_a_moment_is_no_error(deployment, monkeypatch, logged):
    def away(*_):
        raise PlatformDown("nobody is there")

    monkeypatch.setattr(incoming.TelegramIncoming, "_handle_text", away)
    assert call(deployment, telegram, "telegram_update")["statusCode"] == 503
    assert set(levels(logged)) == {"WARNING"}


@pytest.mark.whole
def test_a_fault_of_ours_is_an_error_though_telegram_is_told_that_all_is_well(deployment, monkeypatch, logged):
    def broken(*_):
        raise KeyError

    monkeypatch.setattr(incoming.TelegramIncoming, "_handle_text", broken)
    assert call(deployment, telegram, "telegram_update")["statusCode"] == 200
    assert levels(logged).count("ERROR") == 1


def test_a_look_at_reddit_that_finds_the_table_busy_leaves_it_to_the_next(deployment, monkeypatch, logged):
    def busy(*_):
        raise Overloaded

    monkeypatch.setattr(reddit, "build_function_bot", lambda: None)
    monkeypatch.setattr(reddit, "run_function_turn", busy)
    call(deployment, reddit_function, "reddit_look")
    assert levels(logged) == ["WARNING"]


@pytest.mark.parametrize("name", ["OutboxAlarm", "DeadlinesAlarm"])
def test_an_alarm_watches_what_the_sweep_measures(deployment, capsys, name):
    call(deployment, clock, "clock_sweep")
    (measured,) = [json.loads(line) for line in capsys.readouterr().out.splitlines() if '"_aws"' in line]
    (about,) = measured["_aws"]["CloudWatchMetrics"]
    alarm = cloud.template()["Resources"][name]["Properties"]
    (by,) = alarm["Dimensions"]
    assert (alarm["Namespace"], [[by["Name"]]]) == (about["Namespace"], about["Dimensions"])
    assert {"Name": alarm["MetricName"], "Unit": "Seconds"} in about["Metrics"]
    named = cloud.template()["Globals"]["Function"]["Environment"]["Variables"]["POWERTOOLS_SERVICE_NAME"]
    assert (named, measured[by["Name"]]) == (by["Value"], "rtab")


def test_lambda_can_read_the_time_of_a_line_or_it_would_take_it_for_information(deployment, logged):
    call(deployment, clock, "clock_unknown")
    (line,) = map(json.loads, logged.getvalue().splitlines())
    assert line["level"] == "WARNING"
    assert "T" in line["timestamp"]
    assert line["timestamp"][-6] in "+-"
