"""A game is kept as what has changed since its base: whoever writes and reads when, it is always read as it was."""

import random

import msgspec
import pytest

from host.core.store.attributes import encoded, size
from host.core.store.bases import BASE, LARGEST, ROOM, SESSION, BaseState
from host.core.store.dynamo import DynamoTable
from host.core.store.items import Failed, Item, PutItem

GAME = "game/g"
LOG = PutItem(Item("game/g", "log/0000001"))


def body(seed, size=3000):
    """A game that is the same but for a few words from one version to the next, and hardly to be packed by itself."""
    luck = random.Random(7)
    words = [f"{luck.getrandbits(64):x}" for _ in range(size // 20)]
    for n in range(seed):
        words[random.Random(n).randrange(len(words))] = f"{random.Random(n).getrandbits(64):x}"
    return msgspec.json.encode(words)


@pytest.fixture(params=["moto", pytest.param("dynamo", marks=pytest.mark.aws)])
def first(request):
    return request.getfixturevalue(f"{request.param}_table")


@pytest.fixture
def other(first):
    """Another process."""
    return DynamoTable(first._client, first._name)


def play(table, version, body, *beside):
    table.write([PutItem(Item(GAME, SESSION, body, version + 1, index="due", when=5.0), version), LOG, *beside])


def kept(table, sk):
    return table._client.get_item(TableName=table._name, Key={"pk": {"S": GAME}, "sk": {"S": sk}}).get("Item")


@pytest.mark.whole
def test_a_game_that_has_outgrown_a_kilobyte_takes_one_again_and_reads_the_same(first, other):
    for n in range(100):
        play(first, n, body(n))
        assert size(encoded(Item(GAME, SESSION, body(n), n + 1))) > 1024
        assert size(kept(first, SESSION)) <= 1024
        assert read(first).body == body(n)
    assert read(other) == read(first)
    bases = {int(kept(first, BASE)["version"]["N"])}
    assert bases <= set(range(2, 101))  # the first one was outgrown


@pytest.mark.whole
def test_a_small_game_and_a_huge_one_have_no_base(first):
    play(first, 0, b"x" * ROOM)
    play(first, 1, body(0, LARGEST * 2))
    assert kept(first, BASE) is None
    assert read(first).body == body(0, LARGEST * 2)


def test_whoever_knows_another_base_reads_again_with_the_right_one(first, other):
    for n in range(3):
        play(first, n, body(n))
    assert read(other).body == body(2)
    play(first, 3, body(500))  # nearly everything has changed
    play(first, 4, body(501))
    assert read(other).body == body(501)
    assert other.several([(GAME, SESSION)], strong=False) == [read(first)]


def test_a_base_that_another_thread_meets_meanwhile_spoils_no_reading(first, other, monkeypatch):
    for n in range(3):
        play(first, n, body(n))
    known = other._bases.of

    def overtaken(pk, sk):
        found = known(pk, sk)
        other._bases.note(pk, BaseState(99, b"of another thread"))
        return found

    monkeypatch.setattr(other._bases, "of", overtaken)
    for _ in range(3):
        assert read(other).body == body(2)
    play(other, 3, body(3))
    assert read(first).body == body(3)


def test_who_has_not_read_what_lies_there_packs_it_with_nothing_that_may_have_gone(first, other):
    play(first, 0, body(0))
    assert read(other).version == 1
    play(first, 1, body(400))  # lays another base
    first.write([PutItem(Item(GAME, SESSION, body(401), 3))])  # whatever was there: packed with none
    assert "changes" not in kept(first, SESSION)
    assert read(other).body == body(401)
    play(other, 3, body(402))
    for table in (first, other, DynamoTable(first._client, first._name)):
        assert read(table).body == body(402)


def test_a_transaction_that_does_not_happen_lays_no_base(first, other):
    play(first, 0, body(0))
    before = kept(first, BASE)
    with pytest.raises(Failed):
        play(first, 7, body(300))
    assert kept(first, BASE) == before
    play(first, 1, body(1))
    assert read(other).body == body(1)


def test_an_operator_who_copies_everything_meets_games_and_no_bases(first, other):
    for n in range(4):
        play(first, n, body(n))
    found = {(item.pk, item.sk): item.body for item in other.every()}
    assert found == {(GAME, SESSION): body(3), (GAME, "log/0000001"): b""}


def test_a_base_that_is_lost_is_one_damaged_game(first, other):
    for n in range(2):
        play(first, n, body(n))
    first._client.delete_item(TableName=first._name, Key={"pk": {"S": GAME}, "sk": {"S": BASE}})
    assert read(other).damaged
    assert read(other).version == 2
    assert not read(first).damaged


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(3))
def test_processes_that_take_turns_at_random_always_read_what_was_written_last(first, seed):
    luck, tables = random.Random(seed), [DynamoTable(first._client, first._name) for _ in range(3)]
    version, there = 0, b"a game"
    for _ in range(60):
        table, new = luck.choice(tables), body(luck.randrange(300))
        match luck.choice(["play", "play", "stale", "laid", "look"]):
            case "play":
                play(table, version, new) if luck.random() < 0.5 or not version else read_and_play(table, new)
                version, there = version + 1, new
            case "stale":
                with pytest.raises(Failed):
                    play(table, version + luck.choice([-1, 1]) if version > 1 else 9, new)
            case "laid" if version:
                put_back(table, luck.random())
            case "look" if version:
                assert read(table).body == there
    assert [read(table).body for table in tables] == [there] * 3


def read(table):
    found = table.get(GAME, SESSION)
    assert found is not None
    return found


def put_back(table, when):
    item = read(table)
    table.write([PutItem(msgspec.structs.replace(item, when=when), item.version)])


def read_and_play(table, new):
    play(table, read(table).version, new)
