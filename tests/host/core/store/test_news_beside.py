"""News that lie with their game: nobody replaces the game without laying them where they belong, or twice."""

from typing import Any

import msgspec
import pytest

from host.core.store import MemoryTable
from host.core.store.attributes import size
from host.core.store.bases import SESSION
from host.core.store.dynamo import DynamoTable
from host.core.store.items import Failed, Item, PutItem
from host.core.store.news_beside import NewsBeside, without

GAME, PLACE, FIRST = "game/g", "chat:c", "post/1/g"
TABLES = ["memory", "moto", pytest.param("dynamo", marks=pytest.mark.aws)]


@pytest.fixture(params=TABLES)
def raw(request):
    return request.getfixturevalue(f"{request.param}_table")


@pytest.fixture
def ours(raw):
    return NewsBeside(raw)


@pytest.fixture
def other(raw):
    """Another process."""
    return NewsBeside(raw if isinstance(raw, MemoryTable) else DynamoTable(raw._client, raw._name))


def news(*numbers):
    return [Item(PLACE, f"post/{n}/g", b'{"told": "news %d"}' % n) for n in numbers]


def game(version, *numbers):
    holder: Any = {"holder": "we", "held": 50.0} if numbers else {}
    return Item(GAME, SESSION, b'{"n": %d}' % version, version, index="due", when=9.0, news=news(*numbers), **holder)


def line(n):
    return PutItem(Item(GAME, f"log/{n:07d}", b'{"n": %d}' % n), 0)


def waiting(table):
    return [(item.sk, item.body, item.holder, item.held, item.index) for item in table.query(PLACE, "post/")]


def laid(n):
    return f"post/{n}/g", news(n)[0].body, "we", 50.0, "out"


def test_they_are_read_with_their_game_and_found_nowhere_else(ours, other):
    ours.write([PutItem(game(1, 1, 2), 0), line(0)])
    there = other.get(GAME, SESSION)
    assert [(each.pk, each.sk, each.body) for each in there.news] == [
        (each.pk, each.sk, each.body) for each in news(1, 2)
    ]
    assert (there.holder, there.held, there.body) == ("we", 50.0, b'{"n": 1}')
    assert waiting(other) == []
    assert [item.sk for item in other.query(GAME, "log/", "log/9")] == ["log/0000000"]


def test_when_all_is_said_the_game_is_kept_without_them(ours, other):
    ours.write([PutItem(game(1, 1), 0), line(0)])
    ours.write([without(game(1, 1))])
    there = other.get(GAME, SESSION)
    assert (there.news, there.holder, there.version) == ([], "", 1)
    other.write([PutItem(game(2), 1), line(1)])
    assert waiting(ours) == []
    assert [item.sk for item in other.query(GAME, "log/", "log/9")] == ["log/0000000", "log/0000001"]


def test_whoever_saves_the_game_meanwhile_lays_them_where_they_belong(ours, other):
    ours.write([PutItem(game(1, 1, 2), 0)])
    other.get(GAME, SESSION)
    other.write([PutItem(game(2), 1)])
    assert waiting(ours) == [laid(1), laid(2)]
    with pytest.raises(Failed):
        ours.write([without(game(1, 1, 2))])


def test_a_game_that_nobody_has_read_is_read_before_it_is_replaced(ours, other):
    ours.write([PutItem(game(1, 1), 0)])
    other.write([PutItem(game(2), 1)])
    assert waiting(ours) == [laid(1)]


def test_nobody_lays_what_has_been_taken_away_since_the_game_was_read(ours, other):
    ours.write([PutItem(game(1, 1), 0)])
    other.get(GAME, SESSION)
    ours.write([without(game(1, 1))])
    with pytest.raises(Failed):
        other.write([PutItem(game(2), 1)])
    assert waiting(ours) == []
    other.get(GAME, SESSION)
    other.write([PutItem(game(2), 1)])
    assert waiting(ours) == []


def test_what_is_carried_along_is_not_laid(ours, other):
    ours.write([PutItem(game(1, 1), 0)])
    ours.write([PutItem(game(2, 1, 2), 1)])
    assert (waiting(other), len(other.get(GAME, SESSION).news)) == ([], 2)


def test_what_moves_only_on_its_shelf_keeps_them(ours, other):
    ours.write([PutItem(game(1, 1), 0)])
    there = other.get(GAME, SESSION)
    other.write([PutItem(msgspec.structs.replace(there, when=99.0), 1)])
    again = ours.get(GAME, SESSION)
    assert (len(again.news), again.holder, again.when) == (1, "we", 99.0)


def test_more_than_a_transaction_takes_is_laid_before(ours, other):
    ours.write([PutItem(game(1, *range(60)), 0)])
    other.get(GAME, SESSION)
    other.write([PutItem(game(2), 1), *(PutItem(Item("p", str(n))) for n in range(60))])
    assert len(waiting(ours)) == 60


def test_they_cost_nothing_as_long_as_they_fit_into_the_same_kilobyte(moto_table):
    def kept():
        key = {"pk": {"S": GAME}, "sk": {"S": SESSION}}
        return moto_table._client.get_item(TableName=moto_table._name, Key=key)["Item"]

    ours = NewsBeside(moto_table)
    ours.write([PutItem(game(1, 1, 2), 0), line(0)])
    before = size(kept())
    ours.write([without(game(1, 1, 2))])
    assert size(kept()) < before < 400
    assert "tail" in kept()  # the line of the log is there yet


def test_a_game_alone_with_all_beside_it_needs_no_transaction(moto_table):
    asked = list[str]()
    counted = DynamoTable(moto_table._client, moto_table._name, lambda call, _: asked.append(call))
    for version in (1, 2):
        counted.write([PutItem(game(version, version), version - 1), line(version)])
    assert asked == ["put_item", "put_item"]
    counted.write([PutItem(game(3), 2), PutItem(Item("p", "s"))])
    assert asked[2:] == ["transact_write_items"]
    assert [item.sk for item in counted.query(GAME, "log/", "log/9")] == ["log/0000001", "log/0000002"]


def test_where_only_the_answer_was_lost_it_has_happened(moto_table):
    """Its client asks a second time by itself, and that finds what the first has put there."""
    client, asked = moto_table._client, list[str]()

    class Forgetful:
        exceptions = client.exceptions

        def __getattr__(self, name):
            def call(**values):
                if name == "put_item":
                    asked.append(name)
                    client.put_item(**values)
                return getattr(client, name)(**values)

            return call

    table = DynamoTable(Forgetful(), moto_table._name)
    ours = game(1, 1)
    table.write([PutItem(ours, 0), line(1)])
    assert asked == ["put_item"]
    with pytest.raises(Failed):
        table.write([PutItem(game(1, 2), 0), line(1)])
    there = moto_table.get(GAME, SESSION)
    assert there is not None
    assert [each.sk for each in there.news] == ["post/1/g"]
