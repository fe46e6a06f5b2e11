"""The functions' own client of AWS: what goes wrong on the way to AWS and back, and what becomes of it."""

import ssl
import threading

import pytest
from botocore.exceptions import ClientError

from host.core.store import aws_errors
from host.core.store.aws_errors import AwsRefused, Unreachable
from host.core.store.dynamo import DynamoTable
from host.core.store.items import AddToCounts, Item, Overloaded, PutItem
from host.doors.aws import client, signing
from host.doors.aws.client import Client
from host.doors.aws.senders import Queue, Schedules
from host.doors.kept_connections import HttpAnswer
from tests.fakes import cloud
from tests.fakes.aws_server import CLOSED, DAMAGED, LOST, MUTE, Refusal
from tests.fakes.aws_server import KEYS as SAME

BUSY = Refusal(400, "ThrottlingException")


@pytest.fixture
def server(aws_server, monkeypatch):
    monkeypatch.setattr(client, "FIRST_PAUSE", 0.001)
    for patience in ("CONNECT", "READ"):  # a busy machine is no silent server
        monkeypatch.setattr(client, patience, 60.0)
    aws_server.asked.clear()
    aws_server.wrong.clear()
    yield aws_server
    aws_server.trouble.clear()
    aws_server.clock = 0.0


@pytest.fixture
def theirs(server):
    return cloud.new_table(server.behind("dynamodb"))


@pytest.fixture
def made(server):
    """Clients of this server, or of another, which are closed in the end."""
    all_of_them = []

    def one(service, **settings):
        all_of_them.append(Client(service, **{"endpoint_url": server.url, **SAME, **settings}))
        return all_of_them[-1]

    yield one
    for each in all_of_them:
        each.close()


@pytest.fixture
def ours(made, theirs):
    return DynamoTable(made("dynamodb"), theirs._name)


def test_every_call_is_signed_as_botocore_signs_it_over_a_connection_that_stays(server, ours):
    before = server.connections
    for n in range(5):
        ours.write([PutItem(Item("p", f"§ {n}", b"\x00\xff"), 0)])
    assert [item.body for item in ours.query("p")] == [b"\x00\xff"] * 5
    assert (server.wrong, server.connections - before) == ([], 1)


def test_a_session_has_a_token_which_is_signed_too(server, theirs, made, monkeypatch):
    for name, value in {
        "ACCESS_KEY_ID": "test",
        "SECRET_ACCESS_KEY": "test",
        "SESSION_TOKEN": "a/token+of=one",
    }.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    monkeypatch.setenv("AWS_DEFAULT_REGION", SAME["region_name"])
    monkeypatch.setenv("AWS_ENDPOINT_URL", server.url)
    by_environment = {"endpoint_url": "", "region_name": "", "aws_access_key_id": ""}
    DynamoTable(made("dynamodb", **by_environment), theirs._name).write([PutItem(Item("p", "s"))])
    assert server.wrong == []


@pytest.mark.parametrize(
    "trouble", [BUSY, Refusal(500, "InternalServerError"), Refusal(503, ""), Refusal(429, "x"), LOST, DAMAGED, CLOSED]
)
def test_what_passes_is_tried_again_and_nothing_happens_twice(server, ours, theirs, trouble):
    ours.write([PutItem(Item("p", "other"))])  # from here on the connection is not new
    server.trouble.extend([trouble, trouble])
    ours.write([AddToCounts("p", "n", {"x": 1}), PutItem(Item("p", "s", version=1), 0)])
    assert theirs.get("p", "n").counts == {"x": 1}
    assert not server.trouble or trouble == CLOSED


def test_what_does_not_pass_is_tried_four_times_and_then_told(server, ours):
    server.trouble.extend([BUSY] * client.TRIES)
    with pytest.raises(Overloaded):
        ours.get("p", "s")
    assert server.asked == ["GetItem"] * client.TRIES
    server.trouble.extend([DAMAGED] * client.TRIES)
    with pytest.raises(Overloaded) as told:
        ours.get("p", "s")
    assert "damaged" in str(told.value.__cause__)


def test_a_silent_server_is_given_up(server, ours, monkeypatch):
    monkeypatch.setattr(client, "READ", 0.1)
    server.trouble.extend([MUTE] * client.TRIES)
    with pytest.raises(Overloaded):
        ours.get("p", "s")
    assert server.asked_so_often(client.TRIES) == ["GetItem"] * client.TRIES


def test_nobody_there_is_told_as_such(made):
    nobody = made("dynamodb", endpoint_url=f"http://127.0.0.1:{cloud.free_port()}")
    with pytest.raises(Unreachable, match="dynamodb gives no answer to GetItem"):
        nobody.get_item(TableName="t", Key={})
    with pytest.raises(Overloaded):
        DynamoTable(nobody, "t").get("p", "s")


@pytest.mark.parametrize("ahead", [3600.0, -3600.0])
def test_a_clock_that_is_wrong_is_put_right_by_the_first_answer(server, ours, ahead):
    server.clock = ahead
    ours.write([PutItem(Item("p", "s"))])
    assert ours.get("p", "s") is not None
    assert server.wrong == ["PutItem"]


def test_a_wrong_key_is_not_tried_again(server, made):
    secret = "guessed"  # noqa: S105 - it opens nothing
    stranger = made("dynamodb", aws_secret_access_key=secret)
    with pytest.raises(AwsRefused) as told:
        stranger.get_item(TableName="t", Key={})
    assert (aws_errors.code(told.value), len(server.asked)) == ("InvalidSignatureException", 1)


def test_a_fault_of_ours_is_told_as_boto3_tells_it_and_not_tried_again(server, theirs, made):
    asked = {"TableName": theirs._name, "Key": {"nothing": {"S": "x"}}}
    with pytest.raises(ClientError) as by_boto:
        server.behind("dynamodb").get_item(**asked)
    with pytest.raises(AwsRefused) as by_ours:
        made("dynamodb").get_item(**asked)
    errors = [aws_errors.answer(each.value)["Error"] for each in (by_boto, by_ours)]
    assert errors[0] == errors[1]
    assert server.asked == ["GetItem"]


def test_many_threads_have_a_connection_each(ours, theirs):
    def count():
        for _ in range(5):
            ours.write([AddToCounts("p", "n", {"x": 1})])

    hands = [threading.Thread(target=count) for _ in range(6)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert theirs.get("p", "n").counts == {"x": 30}


def test_errands_secrets_and_timers_go_the_same_way(server, made):
    behind, ours = server.behind, {name: made(name) for name in ("sqs", "ssm")}
    url = behind("sqs").create_queue(QueueName="e.fifo", Attributes={"FifoQueue": "true"})["QueueUrl"]
    Queue(lambda: ours["sqs"], url).send({"g": 1.0}, ["telegram:1"])
    found = behind("sqs").receive_message(QueueUrl=url, MaxNumberOfMessages=10)["Messages"]
    assert sorted(each["Body"] for each in found) == ['{"chat":"telegram:1"}', '{"game":"g","due":1.0}']
    behind("ssm").put_parameter(Name="/client/s", Value="hush", Type="SecureString", Overwrite=True)
    assert ours["ssm"].get_parameter(Name="/client/s", WithDecryption=True)["Parameter"]["Value"] == "hush"
    with pytest.raises(AwsRefused, match="ParameterNotFound"):
        ours["ssm"].get_parameter(Name="/client/none")


def test_a_timer_is_made_or_moved_whatever_was_thought_of_it(server, made):
    scheduler = made("scheduler")
    timers = Schedules(lambda: scheduler, "client", "arn:aws:lambda:x:1:function:c", "arn:aws:iam::1:role/r")
    for due, anew in ((1_900_000_000.0, False), (1_900_000_060.0, True), (1_900_000_120.0, False)):
        timers.set("g", due, anew=anew)
    assert server.asked == ["UpdateSchedule", "CreateSchedule", "CreateSchedule", "UpdateSchedule", "UpdateSchedule"]
    (name,) = [each["Name"] for each in server.behind("scheduler").list_schedules(NamePrefix="client-")["Schedules"]]
    assert server.behind("scheduler").get_schedule(Name=name)["ScheduleExpression"] == "at(2030-03-17T17:48:40)"
    server.behind("scheduler").delete_schedule(Name=name)
    assert server.wrong == []


def test_where_a_service_is(monkeypatch):
    for name in ("AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_SQS"):
        monkeypatch.delenv(name, raising=False)
    at = lambda service, region: client.address(service, region).geturl()  # noqa: E731
    assert at("sqs", "eu-central-1") == "https://sqs.eu-central-1.amazonaws.com"
    assert at("sqs", "cn-north-1") == "https://sqs.cn-north-1.amazonaws.com.cn"
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://a:1")
    monkeypatch.setenv("AWS_ENDPOINT_URL_SQS", "http://b:2")
    assert [at(each, "r") for each in ("ssm", "sqs")] == ["http://a:1", "http://b:2"]


def test_only_those_are_trusted_who_are_named(monkeypatch, tmp_path):
    client.trusted.cache_clear()
    (tmp_path / "none.pem").write_text("")
    monkeypatch.setenv("AWS_CA_BUNDLE", str(tmp_path / "none.pem"))
    with pytest.raises(ssl.SSLError):
        Client("dynamodb", endpoint_url="https://127.0.0.1", **SAME)
    client.trusted.cache_clear()


def test_the_signature_is_that_of_the_worked_example_of_aws():
    """From AWS's own documentation of the key that signs: IAM in us-east-1 on 30 August 2015."""
    key = signing._key("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20150830", "us-east-1", "iam")
    assert key.hex() == "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9"


def test_a_page_instead_of_an_answer_is_an_error_with_its_number():
    error = client.refused("GetItem", HttpAnswer(502, {}, b"<html>"))
    assert aws_errors.code(error) == "502"


def test_the_server_of_these_tests_refuses_what_is_not_signed_for_it(made):
    unsigned = made("dynamodb", region_name="us-east-1")
    with pytest.raises(AwsRefused, match="InvalidSignature"):
        unsigned.get_item(TableName="t", Key={})
