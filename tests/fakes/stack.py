"""The whole product, built and deployed into an emulated AWS that enforces the role of every function."""

import base64
import contextlib
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import boto3
import httpx
import yaml

from host.doors.command.operate import deploy
from host.doors.command.operate.deploy.site import DeployTools
from tests.fakes import cloud
from tests.fakes.discord import FakeDiscord
from tests.fakes.telegram import BotApi, RealClock

NAME = "rtab"
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "eu-central-1"}
BUILT = cloud.ROOT / ".aws-sam/build"


class Stack:
    """What is deployed, with a Telegram and a Discord beside it."""

    def __init__(self, url: str, api: BotApi, operator: "Operator", discord: FakeDiscord) -> None:
        self.url, self.api, self.operator, self.discord = url, api, operator, discord
        self.client = cache(lambda service: boto3.client(service, endpoint_url=url, **cloud.KEYS))

    def parameter(self, name: str) -> str:
        """A secret, where the functions look for it."""
        found = self.client("ssm").get_parameter(Name=f"/{NAME}/{name}", WithDecryption=True)["Parameter"]
        return str(found["Value"])

    @property
    def secret(self) -> str:
        """What Telegram says at the webhook."""
        return self.parameter("webhook-secret")

    @property
    def outputs(self) -> dict[str, str]:
        """What the template gives out."""
        (found,) = self.client("cloudformation").describe_stacks(StackName=NAME)["Stacks"]
        return {each["OutputKey"]: each["OutputValue"] for each in found["Outputs"]}

    def reach(self, output: str) -> str:
        """A function URL as the emulator serves it on this machine."""
        return self.operator.tools.reach(self.outputs[output])

    def items(self) -> list[dict[str, Any]]:
        """All that is kept."""
        pages = self.client("dynamodb").get_paginator("scan").paginate(TableName=self.outputs["Table"])
        return [item for page in pages for item in page["Items"]]

    def invoke(self, function: str, event: object, version: str = "live") -> str:
        """Run a function; returns what it logged and answered."""
        values = {"FunctionName": f"{NAME}-{function}", "Qualifier": version, "LogType": "Tail"}
        answer = self.client("lambda").invoke(Payload=json.dumps(event).encode(), **values)
        log = base64.b64decode(answer.get("LogResult", "")).decode()
        return f"{log}\n{answer['Payload'].read().decode()}"

    def invoke_anew(self, function: str, event: object) -> str:
        """Run a function in a process that has just started."""
        self.client("lambda").update_function_configuration(FunctionName=f"{NAME}-{function}", Timeout=25)
        return self.invoke(function, event, "$LATEST")

    @contextlib.contextmanager
    def without(self, role: str, action: str, resource: str) -> Iterator[None]:
        """The role may not do this to that, for a while."""
        iam, name = self.client("iam"), self.role(role)
        before = self._policies(role)
        for each, document in before.items():
            if less := _less(document, action, resource):
                iam.put_role_policy(RoleName=name, PolicyName=each, PolicyDocument=json.dumps(less))
            else:
                iam.delete_role_policy(RoleName=name, PolicyName=each)
        try:
            yield
        finally:
            for each, document in before.items():
                iam.put_role_policy(RoleName=name, PolicyName=each, PolicyDocument=json.dumps(document))

    def role(self, logical: str) -> str:
        """The name of a role of the template."""
        found = self.client("cloudformation").describe_stack_resource(StackName=NAME, LogicalResourceId=logical)
        name: str = found["StackResourceDetail"]["PhysicalResourceId"]
        return name

    def allowed(self, role: str) -> set[tuple[str, str]]:
        """What a role may do, and to what."""
        statements = [each for document in self._policies(role).values() for each in document["Statement"]]
        return {pair for each in statements for pair in _pairs(each)}

    def _policies(self, role: str) -> dict[str, Any]:
        iam, name = self.client("iam"), self.role(role)
        names = iam.list_role_policies(RoleName=name)["PolicyNames"]
        return {each: iam.get_role_policy(RoleName=name, PolicyName=each)["PolicyDocument"] for each in names}

    def logs(self) -> list[str]:
        """What the functions have logged."""
        logs = self.client("logs")
        groups = [each["logGroupName"] for each in logs.describe_log_groups()["logGroups"]]
        found = [event for name in groups for event in logs.filter_log_events(logGroupName=name)["events"]]
        return [event["message"] for event in sorted(found, key=lambda event: event["timestamp"])]

    def schedules(self) -> dict[str, str]:
        """When each game's timer fires."""
        found = self.client("scheduler").list_schedules(NamePrefix=f"{NAME}-game-")["Schedules"]
        names = [each["Name"] for each in found]
        get = self.client("scheduler").get_schedule
        return {name.removeprefix(f"{NAME}-game-"): get(Name=name)["ScheduleExpression"] for name in names}


def _pairs(statement: dict[str, Any]) -> list[tuple[str, str]]:
    actions, resources = (
        [each] if isinstance(each, str) else each for each in (statement["Action"], statement["Resource"])
    )
    return [(action, resource) for action in actions for resource in resources]


def _less(document: dict[str, Any], action: str, resource: str) -> dict[str, Any]:
    """The policy without this; nothing if that was all there was."""
    left = [
        {**each, "Action": one[0], "Resource": one[1]}
        for each in document["Statement"]
        for one in _pairs(each)
        if one != (action, resource)
    ]
    return {**document, "Statement": left} if left else {}


def sam(*words: str, **environment: str) -> None:
    """Run sam; what it says is shown when it fails."""
    path = f"{cloud.TOOLS / 'python/bin'}:{os.environ['PATH']}"
    settings = {**os.environ, **CREDENTIALS, "PATH": path, "SAM_CLI_TELEMETRY": "0", **environment}
    command = [str(cloud.TOOLS / "sam/bin/sam"), *words]
    run = subprocess.run(command, cwd=cloud.ROOT, env=settings, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]


def built_for_the_emulator(_folder: Path) -> Path:
    """Build it, as far as the emulator can run it."""
    build()
    return emulated()


def build() -> None:
    """Build it for the Python that the emulators run in; where it is not Lambda's, `make` has said so."""
    command = [str(cloud.TOOLS / "python/bin/python"), "-c", "import sys; print(*sys.version_info[:2], sep='.')"]
    version = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    text = (cloud.ROOT / "template.yaml").read_text("utf-8").replace("python3.13", f"python{version}")
    template = cloud.ROOT / "build/template.yaml"
    template.write_text(text.replace("Uri: ", f"Uri: {cloud.ROOT}/"), "utf-8")
    sam("build", "-t", str(template), "--base-dir", str(cloud.ROOT))


def emulated() -> Path:
    """The built template as the emulator understands it.

    It knows no gradual deployment, nor what comes before it, nor alarms that compute, and wants a permission for
    batches by a name of their own, which AWS does not have; and it looks for functions to publish before it knows any
    parameter.
    """
    text = (BUILT / "template.yaml").read_text("utf-8").replace("sqs:SendMessage\n", "sqs:SendMessageBatch\n")
    template = yaml.load(text, cloud.Loader)  # noqa: S506 - a safe loader
    assert "sqs:SendMessageBatch" in text
    del template["Globals"]["Function"]["DeploymentPreference"]
    for name in ("SoundcheckFunction", "SoundcheckRole", "SoundcheckLog", "TableThrottled", "TableReads"):
        del template["Resources"][name]
    for each in template["Resources"].values():
        each["Properties"].pop("AutoPublishCodeSha256", None)
    path = BUILT / "emulated.yaml"
    path.write_text(yaml.safe_dump(template), "utf-8")
    return path


class Operator:
    """Somebody at a terminal, in a folder of their own, who deploys with what `make deploy` calls."""

    def __init__(self, folder: Path, url: str, api: BotApi, build: Callable[[Path], Path]) -> None:
        self.folder, self.url, self.api, self.build = folder, url, api, build
        self.asked: list[str] = []
        self.answers: list[str] = []
        self.credentials: dict[str, str] = {}  # none: those of whoever may do everything
        for name in ("template.yaml", "build", "functions", ".tools"):
            (folder / name).symlink_to(cloud.ROOT / name)
        counted = "A month should cost: next to nothing."
        self.tools = DeployTools(folder, self._answer, self._answer, self._build, self._reach, lambda: lambda: counted)

    def deploy(self, *words: str) -> int:
        """`make deploy`."""
        with self._at_home():
            return deploy.run([*words], self.tools)

    def destroy(self, *words: str) -> int:
        """`make destroy`."""
        with self._at_home():
            return deploy.run_destroy([*words], self.tools)

    def _answer(self, question: str) -> str:
        self.asked.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def _build(self, folder: Path) -> Path:
        return self.build(folder)

    def _reach(self, address: str) -> str:
        return f"{self.url}/_aws/lambda-url/{httpx.URL(address).host.partition('.')[0]}"

    def _at_home(self) -> contextlib.AbstractContextManager[object]:
        settings = CREDENTIALS | self.credentials | {"AWS_ENDPOINT_URL": self.url, "TELEGRAM_API_URL": self.api.url}
        at_home = contextlib.ExitStack()
        at_home.enter_context(patch.dict(os.environ, settings))
        at_home.enter_context(patch.object(boto3, "DEFAULT_SESSION", None))  # it would remember who was here before
        return at_home


def posted(address: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
    """What Discord posts to an address, and what it is answered."""
    answer = httpx.post(address, content=body, headers={**headers, "Content-Type": "application/json"}, timeout=60)
    return answer.status_code, answer.content


@contextlib.contextmanager
def deployed(folder: Path) -> Iterator[Stack]:
    """Somebody deploys it for the first time."""
    with (
        BotApi(clock=RealClock(), limits=None) as api,
        cloud.ministack(folder / "emulator.log", AUTH="true") as url,
        contextlib.closing(FakeDiscord(time.time)) as discord,
    ):
        discord.hear = lambda body, headers: posted(discord.trying, body, headers)
        account = {"Type": "SecureString", "Value": json.dumps(discord.account())}
        boto3.client("ssm", endpoint_url=url, **cloud.KEYS).put_parameter(Name=f"/{NAME}/discord", **account)
        operator = Operator(folder, url, api, built_for_the_emulator)
        operator.answers = ["eu-central-1", NAME, "", "", api.token]
        assert operator.deploy() == 0
        operator.build = lambda _folder: BUILT / "emulated.yaml"  # it stays as it is
        yield Stack(url, api, operator, discord)
