"""What an input reads, and how often."""

import pytest

from host.core.store import MemoryTable
from host.core.store.items import DeleteItem, Failed, Item, PutItem
from host.doors.aws.tables import MOST_KEPT, PrefetchingTable

ANN, GAME, NEW = ("who/ann", "who"), ("game/g", "session"), ("game/h", "session")


class Counted(MemoryTable):
    """A table that notes what is read."""

    def __init__(self):
        super().__init__()
        self.reads = []

    def get(self, pk, sk):
        self.reads.append([(pk, sk)])
        return super().get(pk, sk)

    def several(self, keys, *, strong=True):
        assert strong
        self.reads.append(list(keys))
        return [MemoryTable.get(self, *key) for key in keys]


@pytest.fixture
def below():
    table = Counted()
    table.write([PutItem(Item(*ANN, b"ann")), PutItem(Item(*GAME, b"1", 1))])
    return table


@pytest.fixture
def prefetching(below):
    return PrefetchingTable(below)


def test_what_is_sure_to_be_needed_is_read_in_one_call_and_nothing_twice(prefetching, below):
    prefetching.begin_input([GAME])
    assert [prefetching.get(*key) is not None for key in (ANN, GAME, GAME, NEW)] == [True, True, True, False]
    assert below.reads == [[ANN, GAME], [NEW]]


def test_what_has_been_written_is_known(prefetching, below):
    prefetching.begin_input()
    assert prefetching.get(*GAME).body == b"1"
    prefetching.write([PutItem(Item(*GAME, b"2", 2), 1), DeleteItem(*ANN)])
    assert (prefetching.get(*GAME).body, prefetching.get(*ANN)) == (b"2", None)
    assert below.reads == [[GAME]]


def test_posts_of_others_may_tell_of_newer_games_and_own_ones_do_not(prefetching, below):
    prefetching.begin_input()
    prefetching.write([PutItem(Item(*GAME, b"2", 2)), PutItem(Item("chat:c", "post/1"))])
    assert len(prefetching.query("chat:c")) == 1
    assert prefetching.get(*GAME).body == b"2"
    assert below.reads == []
    below.write([PutItem(Item(*GAME, b"3", 3)), PutItem(Item("chat:c", "post/2"))])
    assert len(prefetching.query("chat:c")) == 2
    assert prefetching.get(*GAME).body == b"3"


def test_other_items_of_others_make_nothing_be_read_again(prefetching, below):
    prefetching.begin_input()
    assert prefetching.get(*GAME).body == b"1"
    below.write([PutItem(Item(*GAME, b"2", 2), 1), PutItem(Item(GAME[0], "log/0000001"))])
    assert [item.sk for item in prefetching.query(GAME[0], "log/", "log/9")] == ["log/0000001"]
    assert prefetching.get(*GAME).body == b"1"


def test_what_a_place_keeps_is_read_in_one_query(prefetching, below):
    kept = ("board/g", "games", "kept/a", "kept/b")
    below.write([PutItem(Item("chat:c", sk, sk.encode())) for sk in kept])
    prefetching.begin_input()
    assert [prefetching.get("chat:c", sk).body for sk in ("kept/a", "board/g", "kept/b")] == [
        b"kept/a",
        b"board/g",
        b"kept/b",
    ]
    assert prefetching.get("chat:c", "kept/none") is None
    assert below.reads == []
    assert prefetching.get("chat:c", "past/g") is None
    assert below.reads == [[("chat:c", "past/g")]]
    prefetching.write([PutItem(Item("chat:c", "kept/none", b"1")), DeleteItem("chat:c", "kept/a")])
    assert (prefetching.get("chat:c", "kept/none").body, prefetching.get("chat:c", "kept/a")) == (b"1", None)
    below.write([PutItem(Item("chat:c", "kept/a", b"2"))])
    prefetching.forget_partition("chat:c")
    assert prefetching.get("chat:c", "kept/a").body == b"2"


def test_what_a_place_keeps_is_read_with_its_posts(prefetching, below, monkeypatch):
    kept = ("aside/1", "board/g", "games", "kept/a", "past/g", "post/1", "post/2")
    below.write([PutItem(Item("chat:c", sk, sk.encode())) for sk in kept])
    prefetching.begin_input()
    assert [item.sk for item in prefetching.query("chat:c", "post/", "post/~", 1)] == ["post/1"]
    monkeypatch.setattr(below, "query", None)  # nothing more is read
    assert prefetching.get("chat:c", "kept/a").body == b"kept/a"
    assert prefetching.get("chat:c", "kept/none") is None


def test_a_place_with_very_many_finished_games_has_its_posts_all_the_same(prefetching, below):
    for n in range(MOST_KEPT):
        below.write([PutItem(Item("chat:c", f"past/{n:03}"))])
    below.write([PutItem(Item("chat:c", "kept/a", b"1")), PutItem(Item("chat:c", "post/1"))])
    prefetching.begin_input()
    assert [item.sk for item in prefetching.query("chat:c", "post/", "post/~")] == ["post/1"]
    assert prefetching.get("chat:c", "kept/a").body == b"1"


def test_of_a_place_that_keeps_very_much_the_rest_is_read_one_by_one(prefetching, below):
    for n in range(MOST_KEPT + 1):
        below.write([PutItem(Item("chat:c", f"kept/{n:03}", b"1"))])
    prefetching.begin_input()
    assert all(prefetching.get("chat:c", f"kept/{n:03}") for n in (0, MOST_KEPT))
    assert below.reads == [[("chat:c", f"kept/{MOST_KEPT}")]]


def test_a_partition_that_others_may_have_changed_is_forgotten(prefetching, below):
    prefetching.begin_input()
    assert prefetching.get(*ANN) and prefetching.get(*GAME)
    below.write([PutItem(Item(*ANN, b"bob"))])
    prefetching.forget_partition(ANN[0])
    assert prefetching.get(*ANN).body == b"bob"


def test_what_turned_out_to_be_old_is_read_again(prefetching, below):
    prefetching.begin_input()
    assert prefetching.get(*GAME).body == b"1"
    below.write([PutItem(Item(*GAME, b"2", 2), 1)])
    with pytest.raises(Failed):
        prefetching.write([PutItem(Item(*GAME, b"3", 2), 1)])
    assert prefetching.get(*GAME).body == b"2"


def test_without_an_input_everything_is_read_whenever_it_is_asked_for(prefetching, below):
    prefetching.get(*GAME)
    below.write([PutItem(Item(*GAME, b"2", 2))])
    assert prefetching.get(*GAME).body == b"2"
    assert [item.body for item in prefetching.several([ANN, GAME])] == [b"ann", b"2"]
