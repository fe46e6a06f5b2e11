"""The last lines of a log lie with their game, and then in sheaves: each is there, once, in order."""

import random
from typing import Any

import msgspec
import pytest

from host.core.store.attributes import size
from host.core.store.bases import SESSION
from host.core.store.dynamo import DynamoTable
from host.core.store.items import HIGHEST, Failed, Item, PutItem
from host.core.store.tails import MOST_LINES

GAME = "game/g"


@pytest.fixture(params=["moto", pytest.param("dynamo", marks=pytest.mark.aws)])
def first(request):
    return request.getfixturevalue(f"{request.param}_table")


@pytest.fixture
def other(first):
    """Another process."""
    return DynamoTable(first._client, first._name)


def line(n, length=120):
    noise = "".join(f"{random.Random(n * 1000 + at).getrandbits(32):08x}" for at in range(length // 8))
    return msgspec.json.encode({"n": n, "noise": noise})


def key(n):
    return f"log/{n:07d}"


def play(table, version, length=120):
    new = PutItem(Item(GAME, SESSION, b'{"n": %d}' % version, version + 1, index="due", when=5.0), version)
    table.write([new, PutItem(Item(GAME, key(version), line(version, length)), 0), PutItem(Item("chat:c", "post/1"))])


def put_back(table, when):
    """As it is, but for its entry in the index."""
    game = table.get(GAME, SESSION)
    table.write([PutItem(msgspec.structs.replace(game, when=when), game.version)])
    return game


def log(table, start=0, limit=1000):
    return [(item.sk, item.body) for item in table.query(GAME, key(start), f"log/{HIGHEST}", limit)]


def lines(*numbers, length=120):
    return [(key(n), line(n, length)) for n in numbers]


def kept(table):
    """What really lies there, by its second key."""
    asked = {":pk": {"S": GAME}}
    found = table._client.query(
        TableName=table._name, KeyConditionExpression="pk = :pk", ExpressionAttributeValues=asked, ConsistentRead=True
    )
    return {item["sk"]["S"]: item for item in found["Items"]}


@pytest.mark.whole
def test_lines_lie_with_their_game_while_they_cost_nothing_and_then_in_sheaves(first, other):
    for n in range(40):
        play(first, n)
        assert size(kept(first)[SESSION]) <= 1024
        assert log(first, max(0, n - 20)) == log(other, max(0, n - 20)) == lines(*range(max(0, n - 20), n + 1))
    there = [sk for sk in kept(first) if sk.startswith("log/")]
    assert 2 <= len(there) <= 10
    assert all("+" in sk for sk in there)


def test_a_line_too_large_for_the_room_has_an_item_of_its_own(first, other):
    for n in range(3):
        play(first, n)
    play(first, 3, 4000)
    play(first, 4)
    assert key(3) in kept(first)
    assert log(other) == [*lines(0, 1, 2), *lines(3, length=4000), *lines(4)]


@pytest.mark.whole
def test_many_short_lines_are_no_more_than_are_looked_back_for(first, other):
    for n in range(40):
        play(first, n, 8)
    assert max(int(sk.partition("+")[2] or 0) for sk in kept(first) if sk.startswith("log/")) == MOST_LINES
    for start in range(41):
        assert log(other, start) == lines(*range(start, 40), length=8)
        assert log(other, start, 3) == lines(*range(start, min(40, start + 3)), length=8)


def test_one_line_is_found_by_its_key_wherever_it_lies(first, other):
    for n in range(10):
        play(first, n)
    for n in range(10):
        assert other.get(GAME, key(n)) == Item(GAME, key(n), line(n))
    assert other.get(GAME, key(10)) is None
    found = other.several([(GAME, key(3)), ("p", "q"), (GAME, SESSION), (GAME, key(9))])
    assert [item and item.body for item in found] == [line(3), None, b'{"n": 9}', line(9)]


def test_whoever_does_not_know_what_lies_there_reads_it_before_replacing_it(first, other):
    for n in range(3):
        play(first, n)
    play(other, 3)  # without having looked
    play(first, 4)  # though it has changed
    assert log(first) == log(other) == lines(*range(5))
    with pytest.raises(Failed) as failed:
        play(DynamoTable(first._client, first._name), 3)
    assert list(failed.value.found) == [0]
    assert log(other) == lines(*range(5))


def test_a_game_that_is_put_back_keeps_its_lines(first, other):
    for n in range(3):
        play(first, n)
    game = put_back(other, 9.0)
    stranger = DynamoTable(first._client, first._name)
    stranger.write([PutItem(msgspec.structs.replace(game, when=8.0), game.version)])
    first.write([PutItem(msgspec.structs.replace(game, when=7.0))])  # whatever was there
    assert log(other) == lines(0, 1, 2)


def test_a_line_that_lay_in_the_room_of_news_is_in_a_sheaf_once_they_are_said(first, other):
    news = [Item("chat:c", "post/2", line(99, 1000))]
    game = Item(GAME, SESSION, line(50, 900), 1, index="due", when=5.0, holder="a", held=9.0, news=news)
    first.write([PutItem(game, 0), PutItem(Item(GAME, key(0), line(0, 1000)), 0)])
    assert size(kept(first)[SESSION]) > 1024
    first.write([PutItem(msgspec.structs.replace(game, news=[], holder="", held=0.0), 1, "a")])
    assert size(kept(first)[SESSION]) <= 1024
    assert log(first) == log(other) == lines(0, length=1000)


def test_a_sheaf_that_comes_late_takes_nothing_away(first, other, monkeypatch):
    """Two processes bind the same lines; the slower one has met fewer."""
    for n in range(2):
        play(first, n)
    late: list[dict[int, dict[str, Any]]] = []
    write = other._written

    def later(actions, *, alone):
        if alone:
            late.append(actions)
        return alone or write(actions, alone=alone)

    monkeypatch.setattr(other, "_written", later)
    with pytest.raises(Failed):
        slow(first, other)
    assert late
    for actions in late:
        write(actions, alone=True)
    assert log(first) == lines(*range(12))
    assert [item.sk for item in first.every() if item.sk.startswith("log/")] == [key(n) for n in range(12)]


def slow(first, other):
    other.get(GAME, SESSION)
    for n in range(2, 12):
        play(first, n)
    play(other, 2, 3000)


def test_a_damaged_sheaf_damages_its_own_lines_and_no_others(first, other):
    for n in range(14):
        play(first, n)
    where, found = next((sk, item) for sk, item in kept(first).items() if "+" in sk)
    first._client.put_item(TableName=first._name, Item={**found, "packed": {"B": b"no"}})
    count = int(where.partition("+")[2])
    read = other.query(GAME, key(0), f"log/{HIGHEST}")
    assert [item.damaged for item in read] == [True] * count + [False] * (14 - count)
    assert [item.sk for item in read] == [key(n) for n in range(14)]


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(2))
def test_processes_that_take_turns_at_random_lose_no_line_and_have_none_twice(first, seed):
    luck, tables = random.Random(seed), [DynamoTable(first._client, first._name) for _ in range(3)]
    lengths: list[int] = []
    for _ in range(60):
        table, length = luck.choice(tables), luck.choice([8, 120, 120, 400, 1500])
        if luck.random() < 0.2:
            with pytest.raises(Failed):
                play(table, len(lengths) + luck.choice([-1, 1, 2]) if lengths else 5, length)
        elif luck.random() < 0.2 and lengths:
            put_back(table, luck.random())
        else:
            play(table, len(lengths), length)
            lengths.append(length)
    whole = [(key(n), line(n, length)) for n, length in enumerate(lengths)]
    assert all(log(table) == whole for table in tables)
    assert sorted((item.sk, item.body) for item in tables[0].every() if item.sk.startswith("log/")) == whole
