"""What is DynamoDB's own: lost answers, throttles, sizes, and what an input costs."""

import hashlib
import secrets
from collections import Counter
from random import Random

import pytest
from botocore.exceptions import ClientError, ConnectionClosedError
from botocore.httpsession import URLLib3Session
from msgspec.structs import replace

from engine.rulesets import ruleset
from host.core import games, seats, stand_ins, statistics
from host.core.context import Config, HostContext, load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import OVER, Command
from host.core.store import Store, dynamo
from host.core.store.attributes import decode_item, encode_item
from host.core.store.dynamo import DynamoTable
from host.core.store.items import AddToCounts, DeleteItem, Failed, Item, Overloaded, PutItem, TooLarge
from host.shown import views
from tests.fakes import cloud
from tests.host.conftest import Hands

BOTH = [PutItem(Item("p", "s"), 0), PutItem(Item("p", "t"))]


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
    DynamoTable(client, "t").write(BOTH)
    assert len(client.tokens) == 3


def test_a_table_that_stays_busy_says_so(busy):
    client = busy(*[("ThrottlingException",)] * dynamo.TRIES)
    with pytest.raises(Overloaded, match="too busy"):
        DynamoTable(client, "t").write(BOTH)


def test_a_condition_that_failed_beside_a_conflict_is_not_tried_again(busy):
    client = busy(("TransactionCanceledException", "ConditionalCheckFailed", "TransactionConflict"))
    with pytest.raises(Failed):
        DynamoTable(client, "t").write([PutItem(Item("p", "s"), 1), PutItem(Item("p", "t"))])


def test_a_table_that_is_not_there_is_told_to_the_operator_and_nothing_is_lost(moto_client, caplog):
    table = DynamoTable(moto_client, "elsewhere")
    for use in (lambda: table.get("p", "s"), lambda: table.write([PutItem(Item("p", "s"))])):
        with pytest.raises(Overloaded):
            use()
    assert all("table missing" in message for message in caplog.messages)


def test_a_fault_of_ours_is_not_tried_again(busy):
    client = busy(("ValidationException",))
    with pytest.raises(ClientError):
        DynamoTable(client, "t").write(BOTH)
    assert len(client.tokens) == 1


def test_too_much_for_one_transaction_is_refused_before_it_is_sent(busy):
    with pytest.raises(TooLarge, match="101 changes"):
        DynamoTable(busy(), "t").write([PutItem(Item("p", str(n))) for n in range(101)])


def test_what_is_larger_than_an_item_may_be_is_refused_before_it_is_sent(busy):
    client, noise = busy(), Random(1).randbytes(400 * 1024)
    DynamoTable(client, "t").write([PutItem(Item("game/g", "state", noise[1024:], 1), 0), BOTH[1]])
    with pytest.raises(TooLarge, match=r"game/g state would have \d+ bytes; DynamoDB takes 409600"):
        DynamoTable(client, "t").write([PutItem(Item("game/g", "state", noise, 1), 0)])
    assert len(client.tokens) == 1


@pytest.mark.parametrize("body", [b"", b"\x00", b"short", b"long " * 200, bytes(range(256)) * 2])
def test_a_body_is_kept_as_it_is_and_packed_when_that_helps(body):
    item = Item("p", "s", body, 3, {"bombs": 2}, "due", 1_800_000_000.0, 5.0, 1_799_999_999.123)
    kept = encode_item(item)
    assert decode_item(kept) == item
    assert sum(len(kept[name]["B"]) for name in ("body", "packed") if name in kept) <= len(body)


def test_a_change_that_stands_alone_needs_no_transaction(metered, calls):
    metered.write([PutItem(Item("p", "s", b"", 2, index="due", when=1.0, due=5.0))])
    calls.clear()
    metered.write([PutItem(Item("p", "s", b"", 2, index="due", when=6.0, due=5.0), 2)])
    with pytest.raises(Failed):
        metered.write([PutItem(Item("p", "s", b"", 1), 1)])
    metered.write([PutItem(Item("p", "s", b"", 3), 2)])
    metered.write([DeleteItem("p", "s", 3)])
    metered.write([AddToCounts("p", "c", {"n": 1})])
    assert [operation for operation, _ in calls] == [*["put_item"] * 3, "delete_item", "transact_write_items"]


def test_an_expiry_is_rounded_up_to_whole_seconds():
    assert encode_item(Item("p", "s", until=4.2))["until"] == {"N": "5"}


def test_counts_may_be_named_anything(metered):
    metered.write([AddToCounts("p", "s", {"when": 1, "a.b c": 2, "#": 3})])
    assert metered.get("p", "s").counts == {"when": 1, "a.b c": 2, "#": 3}


def test_more_than_a_page_is_read_to_the_end(metered, calls):
    big = [Item("p", f"{n:02d}", hashlib.shake_128(b"%d" % n).digest(60_000)) for n in range(30)]
    for item in big:
        metered.write([PutItem(item)])
    assert len(metered.query("p")) == 30
    assert Counter(operation for operation, _ in calls)["query"] > 1


def test_the_end_of_time_is_a_moment_too(metered):
    metered.write([PutItem(Item("p", "s", index="due", when=4e9))])
    assert [item.when for item in metered.due_before("due", float("inf"))] == [4e9]


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
        table.write([AddToCounts("p", "n", {"x": 1}), PutItem(Item("p", "s", version=1), 0)])
    finally:
        dynamo_client.meta.events.unregister("before-send.dynamodb.TransactWriteItems", lose)
    assert len(sent) == 2
    assert [item.counts for item in table.query("p", last="n")] == [{"x": 1}]


class Forgetful:
    """A client that does what it is asked to, and says for so many calls that it has failed."""

    def __init__(self, client, times):
        self.client, self.left = client, times

    def __getattr__(self, name):
        def call(**values):
            answer, self.left = getattr(self.client, name)(**values), self.left - 1
            if self.left >= 0:
                raise ClientError({"Error": {"Code": "InternalServerError"}}, name)
            return answer

        return call


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("change", [PutItem(Item("p", "s", b"new", 2), 1), DeleteItem("p", "s", 1)])
def test_what_has_happened_though_an_error_came_is_done_however_often(moto_table, monkeypatch, change, times):
    monkeypatch.setattr(dynamo, "FIRST_PAUSE", 0)
    moto_table.write([PutItem(Item("p", "s", b"old", 1))])
    DynamoTable(Forgetful(moto_table._client, times), moto_table._name).write([change])
    found = moto_table.get("p", "s")
    assert (found.body if found else None) == (change.item.body if isinstance(change, PutItem) else None)


def test_what_somebody_else_has_written_meanwhile_is_no_success_of_ours(moto_table, monkeypatch):
    monkeypatch.setattr(dynamo, "FIRST_PAUSE", 0)
    moto_table.write([PutItem(Item("p", "s", b"theirs", 2))])
    for times in range(3):
        with pytest.raises(Failed):
            DynamoTable(Forgetful(moto_table._client, times), moto_table._name).write(
                [PutItem(Item("p", "s", b"ours", 2), 1)]
            )


# -- what an input costs: one strongly consistent read and one transaction, whatever it is

COUNTED = ["get_item", "query", "transact_write_items"]
ONE, ONE_OF_SEVERAL = ["get_item", "transact_write_items"], ["batch_get_item", "transact_write_items"]


class Bill:
    """A house whose calls are counted, and a game of two on it."""

    def __init__(self, table, calls, token=secrets.token_hex):
        self.hands, self.calls, self.token = Hands(), calls, token
        self.host = HostContext(Store(table), Config(), self.hands, token)
        self.made = self.of(self.opened)
        self.joined = [self.of(self.join, person) for person in ("ann", "bob")]

    def of(self, do, *words):
        """The calls that this makes."""
        self.calls.clear()
        assert do(*words)
        assert all("ConsumedCapacity" in answer for _, answer in self.calls if "Error" not in answer)
        return [operation for operation, _ in self.calls]

    def opened(self, rules="toy"):
        options: dict[str, object] = {"laps": 1} if rules == "toy" else {}
        self.game = games.open_lobby(self.host, Command(self.token(8), "ann", "t:g"), rules, options).game
        return self.game

    def join(self, person):
        return games.sit_at_table(
            self.host, Command(self.token(8), person), self.game, Guest(person, person, f"t:{person}")
        ).ok

    def begin(self):
        return games.start_game(self.host, Command(self.token(8), "ann"), self.game).ok

    def answer(self, person):
        (asked,) = [
            each for each in views.list_pending_questions(self.host, self.game, person) if each.who == self.seat(person)
        ]
        value = (
            asked.options[0].value
            if asked.form.kind == "choice"
            else stand_ins.pick_random_answer(self.asked(), Random(1))
        )
        self.calls.clear()
        return games.submit_answer(self.host, Command(self.token(8), person), self.game, asked.id, value).ok

    def asked(self):
        return load_engine_game(ruleset("toy"), self.session)[0].list_questions()[0]

    @property
    def session(self):
        return views.load_saved_game(self.host, self.game).session

    def seat(self, person):
        return self.session.find_player_of(person).seat

    def shout(self):
        return games.make_unasked_play(self.host, Command(self.token(8), "ann"), self.game, "shout").ok

    def late(self):
        return ticking.run_due_steps(self.host, self.game)


@pytest.fixture
def bill(metered, calls):
    return Bill(metered, calls)


def test_an_accepted_input_is_one_read_and_one_transaction(bill):
    assert bill.made == ONE_OF_SEVERAL  # are they allowed one more, and is anybody there to look at clocks?
    costs = [*bill.joined, bill.of(bill.begin), bill.of(bill.shout)]
    costs += [bill.of(bill.answer, person) for person in ("ann", "bob", "ann", "bob")]
    assert costs == [ONE] * 8


def test_a_clock_that_runs_out_costs_no_more(bill):
    bill.begin()
    bill.hands.now += 13 * 3600
    assert bill.of(bill.late) == ONE_OF_SEVERAL  # a reminder
    bill.hands.now += 12 * 3600
    # Two sealed numbers and then two colours; when nothing more is due, nobody looks.
    assert bill.of(bill.late) == ONE_OF_SEVERAL * 2


def to_the_end(bill):
    bill.begin()
    while len(bill.session.clocks) != 1 or bill.asked().key != "motto":
        bill.answer(next(person for person in ("ann", "bob") if bill.asked().who == bill.seat(person)))
    cost = bill.of(bill.answer, "ann")
    assert bill.session.stage == OVER
    return cost


@pytest.fixture
def no_luck(monkeypatch):
    monkeypatch.setattr("tests.rulesets.toy.PRIZE", 0)


@pytest.mark.usefixtures("no_luck")
def test_the_end_of_a_game_looks_at_the_log_for_what_is_to_be_counted(bill):
    assert to_the_end(bill) == COUNTED


@pytest.mark.whole
def test_what_is_earned_costs_one_refused_transaction_once_in_a_life(metered, calls, monkeypatch):
    monkeypatch.setattr(statistics, "MIN_PEOPLE_TO_READ", 3)  # as if each were counted alone
    luck = Random(4)
    costs = [to_the_end(Bill(metered, calls, lambda size: luck.randbytes(size).hex())) for _ in range(5)]
    assert [cost for cost in costs if cost not in (COUNTED, COUNTED * 2)] == []
    assert costs.count(COUNTED * 2) in (1, 2)  # Ann and Bob, at once or one after the other
    assert costs[-1] == COUNTED


@pytest.mark.whole
def test_where_two_are_counted_together_what_is_earned_costs_half_a_read_each(metered, calls):
    luck = Random(4)
    costs = [to_the_end(Bill(metered, calls, lambda size: luck.randbytes(size).hex())) for _ in range(5)]
    together = [*COUNTED[:-1], "batch_get_item", COUNTED[-1]]
    assert together in costs
    assert [cost for cost in costs if cost not in (COUNTED, together)] == []


@pytest.mark.whole
def test_a_game_from_a_box_looks_at_the_ledgers_and_at_what_its_host_and_place_have_brought(metered, calls):
    """The first of a host notes besides since when that box is open."""
    bill = Bill(metered, calls)
    bill.opened("ladder")
    bill.join("ann")
    bill.join("bob")
    looks = ["batch_get_item", "query", "get_item", "query", "get_item", "query"]
    assert bill.of(bill.begin) == ["get_item", *looks, "put_item", "transact_write_items"]


def test_the_same_input_again_changes_nothing_and_costs_one_refused_write(metered, calls):
    host = HostContext(Store(metered), Config(), Hands())
    game = games.open_lobby(host, Command("c", "ann", "t:g"), "toy", {"laps": 1}).game
    command = Command("j", "ann")
    first = games.sit_at_table(host, command, game, Guest("ann", "Ann", "t:ann"))
    calls.clear()
    again = games.sit_at_table(host, command, game, Guest("ann", "Ann", "t:ann"))
    assert again == replace(first, outcome=None)
    assert seats.leave_game(host, Command("l", "bob"), game).ok is False
    assert [operation for operation, _ in calls] == ["get_item", "put_item"] * 2


def test_a_drop_with_a_wrong_version_gives_back_what_is_there(metered):
    metered.write([PutItem(Item("p", "s", b"it", 4))])
    with pytest.raises(Failed) as failed:
        metered.write([DeleteItem("p", "s", 3)])
    assert failed.value.found == {0: Item("p", "s", b"it", 4)}
