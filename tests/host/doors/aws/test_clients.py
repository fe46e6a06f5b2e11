"""Clients of AWS: what goes wrong on the way there and back, and which region counts."""

import pytest
from botocore.config import Config

from host.core.store import dynamo
from host.core.store.dynamo import DynamoTable
from host.core.store.items import AddToCounts, Item, Overloaded, PutItem
from tests.fakes import cloud
from tests.fakes.aws_server import CLOSED, DAMAGED, LOST, MUTE, Refusal

ATTEMPTS = dynamo.CONFIG.retries["total_max_attempts"]


@pytest.fixture
def server(aws_server):
    aws_server.asked.clear()
    yield aws_server
    aws_server.trouble.clear()


@pytest.fixture
def theirs(server):
    return cloud.new_table(server.behind("dynamodb"))


@pytest.fixture
def ours(server, theirs):
    patient = dynamo.CONFIG.merge(Config(connect_timeout=60, read_timeout=60))  # a busy machine is no silent server
    client = dynamo.make_aws_client("dynamodb", endpoint_url=server.url, **{**cloud.KEYS, "config": patient})
    yield DynamoTable(client, theirs._name)
    client.close()


@pytest.mark.parametrize("trouble", [Refusal(500, "InternalServerError"), Refusal(503, ""), LOST, DAMAGED, CLOSED])
def test_what_passes_is_tried_again_and_nothing_happens_twice(server, ours, theirs, trouble):
    ours.write([PutItem(Item("p", "other"))])  # from here on the connection is not new
    server.trouble.extend([trouble, trouble])
    ours.write([AddToCounts("p", "n", {"x": 1}), PutItem(Item("p", "s", version=1), 0)])
    assert theirs.get("p", "n").counts == {"x": 1}


def test_what_does_not_pass_is_told_after_a_few_attempts(server, ours):
    server.trouble.extend([Refusal(500, "InternalServerError")] * ATTEMPTS)
    with pytest.raises(Overloaded):
        ours.get("p", "s")
    assert server.asked == ["GetItem"] * ATTEMPTS


@pytest.mark.whole
def test_a_silent_server_is_given_up(server, theirs):
    hasty = dynamo.CONFIG.merge(Config(read_timeout=0.1))
    client = dynamo.make_aws_client("dynamodb", endpoint_url=server.url, **{**cloud.KEYS, "config": hasty})
    server.trouble.extend([MUTE] * ATTEMPTS)
    with pytest.raises(Overloaded):
        DynamoTable(client, theirs._name).get("p", "s")
    assert server.asked_so_often(ATTEMPTS) == ["GetItem"] * ATTEMPTS
    client.close()


def test_nobody_there_is_overloaded():
    where = {**cloud.KEYS, "endpoint_url": f"http://127.0.0.1:{cloud.free_port()}"}
    with pytest.raises(Overloaded):
        DynamoTable(dynamo.make_aws_client("dynamodb", **where), "t").get("p", "s")


@pytest.mark.parametrize("default", ["us-east-1", ""])
def test_aws_region_counts_before_the_default_of_aws_configure(monkeypatch, tmp_path, default):
    (tmp_path / "config").write_text(f"[default]\nregion = {default}\n" if default else "")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "config"))
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    monkeypatch.setenv("AWS_REGION", "eu-central-1")
    assert dynamo.make_aws_client("dynamodb").meta.region_name == "eu-central-1"
    assert dynamo.make_aws_client("sqs", region_name="eu-west-1").meta.region_name == "eu-west-1"
