"""What is DynamoDB's own: lost answers, throttles, sizes, and what an input costs."""

import hashlib
from collections import Counter

import pytest
from botocore.exceptions import ClientError, ConnectionClosedError
from botocore.httpsession import URLLib3Session

from host import games, seats
from host.games import Guest
from host.house import Config, House
from host.move import Command
from host.store import Store, dynamo
from host.store.dynamo import DynamoTable, decoded, encoded
from host.store.items import Add, Drop, Failed, Item, Overloaded, Put
from tests.fakes import cloud
from tests.host.conftest import Hands


@pytest.fixture
def calls():
    return []


@pytest.fixture(params=["moto", pytest.param("dynamo", marks=pytest.mark.aws)])
def metered(request, calls):
    table = request.getfixturevalue(f"{request.param}_table")
    return DynamoTable(table._client, table._name, lambda operation, answer: calls.append((operation, answer)))


@pytest.fixture
def busy(monkeypatch):
    """A client whose transactions are refused with these reasons first, and then happen."""

    class Busy:
        def __init__(self, *refusals):
            self.refusals, self.tokens = list(refusals), []

        def transact_write_items(self, **values):
            self.tokens.append(values["ClientRequestToken"])
            if not self.refusals:
                return {}
            code, *reasons = self.refusals.pop(0)
            answer = {"Error": {"Code": code}, "CancellationReasons": [{"Code": reason} for reason in reasons]}
            raise ClientError(answer, "TransactWriteItems")

    monkeypatch.setattr(dynamo, "FIRST_PAUSE", 0)
    return Busy


@pytest.mark.parametrize(
    "refusal",
    [
        ("TransactionCanceledException", "None", "TransactionConflict"),
        ("TransactionCanceledException", "ThrottlingError"),
        ("ThrottlingException",),
        ("TransactionInProgressException",),
    ],
)
def test_what_passes_is_waited_for(busy, refusal):
    client = busy(refusal, refusal)
    DynamoTable(client, "t").write([Put(Item("p", "s"))])
    assert len(client.tokens) == 3


def test_a_table_that_stays_busy_says_so(busy):
    client = busy(*[("ThrottlingException",)] * dynamo.TRIES)
    with pytest.raises(Overloaded, match="too busy"):
        DynamoTable(client, "t").write([Put(Item("p", "s"))])


def test_a_condition_that_failed_beside_a_conflict_is_not_tried_again(busy):
    client = busy(("TransactionCanceledException", "ConditionalCheckFailed", "TransactionConflict"))
    with pytest.raises(Failed):
        DynamoTable(client, "t").write([Put(Item("p", "s"), 1), Put(Item("p", "t"))])


def test_a_table_that_is_not_there_is_told_to_the_operator_and_nothing_is_lost(moto_client, caplog):
    table = DynamoTable(moto_client, "elsewhere")
    for use in (lambda: table.get("p", "s"), lambda: table.write([Put(Item("p", "s"))])):
        with pytest.raises(Overloaded):
            use()
    assert all("is it there" in message for message in caplog.messages)


def test_a_fault_of_ours_is_not_tried_again(busy):
    client = busy(("ValidationException",))
    with pytest.raises(ClientError):
        DynamoTable(client, "t").write([Put(Item("p", "s"))])
    assert len(client.tokens) == 1


def test_too_much_for_one_transaction_is_refused_before_it_is_sent(busy):
    with pytest.raises(ValueError, match="101 changes"):
        DynamoTable(busy(), "t").write([Put(Item("p", str(n))) for n in range(101)])


@pytest.mark.parametrize("body", [b"", b"\x00", b"short", b"long " * 200, bytes(range(256)) * 2])
def test_a_body_is_kept_as_it_is_and_packed_when_that_helps(body):
    item = Item("p", "s", body, 3, {"bombs": 2}, "due", 1_800_000_000.123, 5.0)
    kept = encoded(item)
    assert decoded(kept) == item
    assert sum(len(kept[name]["B"]) for name in ("body", "packed") if name in kept) <= len(body)


def test_an_expiry_is_rounded_up_to_whole_seconds():
    assert encoded(Item("p", "s", until=4.2))["until"] == {"N": "5"}


def test_counts_may_be_named_anything(metered):
    metered.write([Add("p", "s", {"when": 1, "a.b c": 2, "#": 3})])
    assert metered.get("p", "s").counts == {"when": 1, "a.b c": 2, "#": 3}


def test_more_than_a_page_is_read_to_the_end(metered, calls):
    big = [Item("p", f"{n:02d}", hashlib.shake_128(b"%d" % n).digest(60_000)) for n in range(30)]
    for item in big:
        metered.write([Put(item)])
    assert len(metered.query("p")) == 30
    assert Counter(operation for operation, _ in calls)["query"] > 1


def test_the_end_of_time_is_a_moment_too(metered):
    metered.write([Put(Item("p", "s", shelf="due", when=4e9))])
    assert [item.when for item in metered.on_shelf("due", float("inf"))] == [4e9]


@pytest.mark.aws
def test_an_answer_that_was_lost_is_asked_for_again_and_nothing_happens_twice(dynamo_client):
    table = cloud.new_table(dynamo_client)
    sent = []

    def lose(request, **_):
        sent.append(request.headers["x-amz-target"])
        if len(sent) == 1:
            URLLib3Session().send(request)
            raise ConnectionClosedError(endpoint_url=request.url)

    dynamo_client.meta.events.register("before-send.dynamodb.TransactWriteItems", lose)
    try:
        table.write([Add("p", "n", {"x": 1}), Put(Item("p", "s", version=1), 0)])
    finally:
        dynamo_client.meta.events.unregister("before-send.dynamodb.TransactWriteItems", lose)
    assert len(sent) == 2
    assert [item.counts for item in table.query("p", last="n")] == [{"x": 1}]


def test_an_accepted_input_is_reads_alone_and_then_one_transaction(metered, calls):
    house = House(Store(metered), Config(), Hands())
    game = games.create(house, Command("c", "ann", "t:g"), "toy", {"laps": 1}).game
    for person in ("ann", "bob"):
        games.join(house, Command(f"j-{person}", person), game, Guest(person, person, f"t:{person}"))
    calls.clear()
    assert games.begin(house, Command("b", "ann"), game).ok
    *reads, last = [operation for operation, _ in calls]
    assert last == "transact_write_items"
    assert set(reads) == {"get_item"}
    assert all("ConsumedCapacity" in answer for _, answer in calls)


def test_the_same_input_again_changes_nothing_and_costs_one_refused_transaction(metered, calls):
    house = House(Store(metered), Config(), Hands())
    game = games.create(house, Command("c", "ann", "t:g"), "toy", {"laps": 1}).game
    command = Command("j", "ann")
    first = games.join(house, command, game, Guest("ann", "Ann", "t:ann"))
    calls.clear()
    assert games.join(house, command, game, Guest("ann", "Ann", "t:ann")) == first
    assert seats.leave(house, Command("l", "bob"), game).ok is False
    assert [operation for operation, _ in calls] == ["get_item", "get_item", "transact_write_items"]


def test_a_drop_with_a_wrong_version_gives_back_what_is_there(metered):
    metered.write([Put(Item("p", "s", b"it", 4))])
    with pytest.raises(Failed) as failed:
        metered.write([Drop("p", "s", 3)])
    assert failed.value.found == {0: Item("p", "s", b"it", 4)}
