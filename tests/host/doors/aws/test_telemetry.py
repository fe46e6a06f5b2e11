"""A line of a function's log is one object of JSON that says which event it is about, and what broke where."""

import json
import logging

import pytest

from functions.telegram import app as telegram
from host.core.error_lines import format_error_location
from host.core.session import Command
from host.core.transaction import run_transaction
from host.doors.aws import telemetry, wiring
from host.doors.telegram import function
from tests.host.doors.aws.conftest import SECRET

log = logging.getLogger("host.of.these.tests")


def lines(logged):
    return [json.loads(line) for line in logged.getvalue().splitlines()]


def call(deployment, work):
    return telemetry.observe_handler(lambda *_: work())({}, deployment.context)


def test_a_line_has_its_level_its_time_the_request_and_what_was_added(deployment, logged):
    call(deployment, lambda: log.info("saved", extra={"game": "0badcafe", "entry": 7, "what": {1}}))
    (line,) = lines(logged)
    assert (line["level"], line["message"], line["game"], line["entry"]) == ("INFO", "saved", "0badcafe", 7)
    assert (line["function_request_id"], line["timestamp"][-6:]) == ("request-1", "+00:00")


def test_every_line_about_an_update_carries_its_number_and_the_next_event_forgets_it(deployment, logged, group):
    event = deployment.event("telegram_update")
    told = {"update_id": 77, "message": "not as it should be"}
    event["headers"] = {**event["headers"], function.SECRET_HEADER: SECRET}
    telegram.handler({**event, "body": json.dumps(told), "isBase64Encoded": False}, deployment.context)
    assert {line["correlation_id"] for line in lines(logged)} == {"telegram:77"}
    call(deployment, lambda: log.info("next"))
    assert "correlation_id" not in lines(logged)[-1]
    assert group


@pytest.mark.parametrize(("rate", "levels"), [("1", ["DEBUG", "INFO"]), ("0", ["INFO"])])
def test_a_sampled_invocation_logs_everything(deployment, monkeypatch, request, rate, levels):
    monkeypatch.setenv("POWERTOOLS_LOGGER_SAMPLE_RATE", rate)
    logged = request.getfixturevalue("logged")

    def work():
        log.debug("a detail")
        log.info("news")

    call(deployment, work)
    assert [line["level"] for line in lines(logged)] == levels


def test_an_error_is_told_with_its_frames_and_without_its_values():
    def inner(secret):
        raise ValueError(secret)

    with pytest.raises(ValueError, match="hush") as caught:
        inner("hush")
    told = format_error_location(caught.value)
    assert told.startswith("ValueError at inner aws/test_telemetry.py:")
    assert " < test_an_error_is_told" in told
    assert "hush" not in told


def test_what_a_function_did_is_measured_once_and_by_its_door(deployment, capsys):
    def work():
        telemetry.MEASURES.add_input(0.25, accepted=True)
        telemetry.MEASURES.add_input(0.5, accepted=False)
        telemetry.MEASURES.add_delivery("telegram:", 0.125)
        for part in ("telegram.function", "aws.web", "aws.clock"):
            logging.getLogger(f"host.doors.{part}").error("a test")

    call(deployment, work)
    sent = [json.loads(line) for line in capsys.readouterr().out.splitlines() if '"_aws"' in line]
    measured = {(told.get("door"), name): told[name] for told in sent for name in told if name.startswith("rtab_")}
    assert measured == {
        (None, "rtab_input_seconds"): [0.25, 0.5],
        (None, "rtab_refused_requests"): [1.0],
        ("telegram", "rtab_delivery_seconds"): [0.125],
        ("telegram", "rtab_errors"): [1.0],
        ("web", "rtab_errors"): [1.0],
        ("host", "rtab_errors"): [1.0],
    }
    call(deployment, lambda: None)
    assert '"_aws"' not in capsys.readouterr().out


def test_an_input_that_a_function_refuses_is_measured(deployment, capsys):
    found = wiring.build_deployed_host()
    assert found.host.measures is telemetry.MEASURES
    call(deployment, lambda: run_transaction(found.host, Command(by="somebody"), "nothere", lambda _: None))
    (told,) = [json.loads(line) for line in capsys.readouterr().out.splitlines() if '"_aws"' in line]
    assert len(told["rtab_input_seconds"]) == 1
    assert told["rtab_refused_requests"] == [1.0]
