"""Before a release: the new code of a function is called, and what it answers decides."""

import contextlib
import io
import json
from typing import Any

import boto3
import pytest

from functions.clock import app as clock
from functions.delivery import app as delivery
from functions.reddit import app as reddit
from functions.soundcheck import app as soundcheck
from functions.telegram import app as telegram
from functions.web import app as web

FUNCTIONS: dict[str, Any] = {
    "telegram": telegram,
    "web": web,
    "clock": clock,
    "delivery": delivery,
    "reddit": reddit,
}
HOOK = {"DeploymentId": "d-1", "LifecycleEventHookExecutionId": "e-1"}


class Aws:
    """CodeDeploy, and Lambda as far as it is asked."""

    def __init__(self, answer, **more):
        self.answer, self.more = answer, more
        self.called: list[tuple[str, Any]] = []
        self.verdicts: list[str] = []

    def get_deployment(self, **asked):
        assert asked == {"deploymentId": "d-1"}
        return {"deploymentInfo": {"deploymentGroupName": "group-of-the-web"}}

    def invoke(self, **asked):
        self.called.append((asked["FunctionName"], json.loads(asked["Payload"])))
        return {"Payload": io.BytesIO(json.dumps(self.answer).encode()), **self.more}

    def put_lifecycle_event_hook_execution_status(self, **said):
        assert (said["deploymentId"], said["lifecycleEventHookExecutionId"]) == ("d-1", "e-1")
        self.verdicts.append(said["status"])


@pytest.fixture
def judged(monkeypatch):
    """What is said of a deployment whose new function answers so."""

    def judge(answer, **more):
        aws = Aws(answer, **more)
        monkeypatch.setattr(boto3, "client", lambda *_, **__: aws)
        monkeypatch.setenv("RTAB_DEPLOYED", json.dumps({"group-of-the-web": "rtab-web"}))
        with contextlib.suppress(PermissionError):
            soundcheck.handler(HOOK, None)
        assert {function for function, _ in aws.called} <= {"rtab-web"}
        (verdict,) = aws.verdicts
        return verdict

    return judge


@pytest.mark.parametrize(
    "answer", [None, {"statusCode": 200}, {"statusCode": 400}, {"statusCode": 499}, {"batchItemFailures": []}]
)
def test_what_answers_without_trouble_is_released(judged, answer):
    assert judged(answer) == "Succeeded"


def test_what_does_not_even_start_is_not(judged):
    assert judged({"errorType": "Runtime.ImportModuleError"}, FunctionError="Unhandled") == "Failed"


@pytest.mark.parametrize(
    "answer", [{"statusCode": 500}, {"statusCode": 503}, {"batchItemFailures": [{"itemIdentifier": "1"}]}]
)
def test_what_answers_that_it_cannot_is_not(judged, answer):
    assert judged(answer) == "Failed"


def test_what_cannot_be_called_is_not(judged, monkeypatch):
    def refused(*_, **__):
        raise PermissionError

    monkeypatch.setattr(Aws, "invoke", refused)
    assert judged(None) == "Failed"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_passes_and_leaves_no_more_than_a_sign_of_life(deployment, name):
    answer = FUNCTIONS[name].handler(soundcheck.EVENTS[name], deployment.context) or {}
    assert not soundcheck.is_failed_response(answer)
    assert {item.sk for item in deployment.table.every()} <= {"beat"}
    assert deployment.errands() == []
    assert deployment.timers() == []


@pytest.mark.parametrize("name", ["web", "delivery"])
def test_a_function_without_its_table_does_not_pass(deployment, name):
    deployment.client("dynamodb").delete_table(TableName=deployment.table._name)
    assert soundcheck.is_failed_response(FUNCTIONS[name].handler(soundcheck.EVENTS[name], deployment.context))
