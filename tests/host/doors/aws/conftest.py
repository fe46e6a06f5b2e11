import io
import json
import logging
import uuid
from contextlib import contextmanager
from types import SimpleNamespace

import boto3
import pytest
from botocore.config import Config

from host.doors.aws import settings, telemetry, wiring
from host.doors.telegram import function as chat
from tests.fakes import cloud
from tests.fakes.aws_server import AwsServer
from tests.fakes.loops import own_loop
from tests.fakes.telegram import BotApi

SECRET = "only-for-tests"  # noqa: S105 - it opens nothing
CACHES = (
    settings.get_client,
    wiring.build_deployed_host,
    settings.make_provider,
    telemetry.get_logger,
    chat.build_telegram_sender,
    chat.build_dispatcher,
)


def aside(service):
    """A client of the test's own, which goes straight to moto."""
    return boto3.client(service, config=Config(ignore_configured_endpoint_urls=True), **cloud.KEYS)


@contextmanager
def emulated(patch):
    """An account whose services the functions' clients reach, for a process that has just started."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        patch.setenv(name, "test")
    patch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    patch.setenv("POWERTOOLS_SERVICE_NAME", "rtab")
    patch.setattr(telemetry, "MEASURES", telemetry.FunctionMeasures())  # errors of other tests were counted in the old
    for each in CACHES:
        each.cache_clear()
    with own_loop(), cloud.empty_account(config={"core": {"mock_credentials": False}}), AwsServer() as server:
        patch.setenv("AWS_ENDPOINT_URL", server.url)
        yield
        for service in ("dynamodb", "sqs", "ssm", "scheduler"):
            settings.get_client(service).close()


class Cloud:
    """A deployment in this process, with a Telegram beside it."""

    def __init__(self, api, monkeypatch):
        self.api = api
        self.context = SimpleNamespace(
            aws_request_id="request-1",
            function_name="rtab",
            function_version="1",
            invoked_function_arn="arn:aws:lambda:eu-central-1:123456789012:function:rtab",
            memory_limit_in_mb=1024,
        )
        self.client = aside
        self.table = cloud.new_table(self.client("dynamodb"))
        fifo = {"FifoQueue": "true", "VisibilityTimeout": "150"}
        self.queue = self.client("sqs").create_queue(QueueName=f"{uuid.uuid4().hex}.fifo", Attributes=fifo)["QueueUrl"]
        for name, value in {
            "RTAB_TABLE": self.table._name,
            "RTAB_QUEUE": self.queue,
            "RTAB_CLOCK": "arn:aws:lambda:eu-central-1:123456789012:function:rtab-clock:live",
            "RTAB_CLOCK_ROLE": "arn:aws:iam::123456789012:role/timer",
            "RTAB_STACK": "rtab",
            "RTAB_TELEGRAM": api.url,
        }.items():
            monkeypatch.setenv(name, value)
        self.secret("telegram-token", api.token)
        self.secret("webhook-secret", SECRET)

    def secret(self, name, value):
        self.client("ssm").put_parameter(Name=f"/rtab/{name}", Value=value, Type="SecureString", Overwrite=True)

    @staticmethod
    def event(name):
        return json.loads((cloud.ROOT / f"events/{name}.json").read_text("utf-8"))

    def errands(self):
        """What waits in the queue now, as the delivery is given it."""
        found = self.client("sqs").receive_message(QueueUrl=self.queue, MaxNumberOfMessages=10, AttributeNames=["All"])
        return found.get("Messages", [])

    def timers(self):
        scheduler = self.client("scheduler")
        return [
            scheduler.get_schedule(Name=each["Name"])
            for each in scheduler.list_schedules(NamePrefix="rtab-game-")["Schedules"]
        ]


@pytest.fixture
def deployment(monkeypatch):
    with emulated(monkeypatch), BotApi(limits=None) as api:
        yield Cloud(api, monkeypatch)
        if chat.build_telegram_sender.cache_info().currsize:
            chat.build_dispatcher().close()
            chat.build_telegram_sender().wire.close()
        assert api.violations == []


@pytest.fixture
def logged(deployment):
    """What this deployment logs from now on, as it is written."""
    stream = io.StringIO()
    assert deployment.context
    telemetry.get_logger()
    for name in ("host",):
        for handler in logging.getLogger(name).handlers:
            if isinstance(handler, logging.StreamHandler):
                handler.stream = stream  # what another test had there may be closed, and not to be flushed
    return stream


@pytest.fixture
def group(deployment):
    ann = deployment.api.user("Ann")
    return deployment.api.group("Friday", admins=[ann], kind="supergroup")


@pytest.fixture(scope="module")
def resources():
    return cloud.template()["Resources"]
