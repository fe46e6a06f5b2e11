"""What an input reads, and how often."""

import pytest

from host.core.store import MemoryTable
from host.core.store.items import Failed, Item, PutItem
from host.doors.aws.prefetch import MOST_KEYS, MOST_TOPICS, PrefetchingTable

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


def one_input(prefetching, *keys, topic="ann in g"):
    prefetching.begin(topic)
    found = [prefetching.get(*key) for key in keys]
    prefetching.end()
    return [item and item.body for item in found]


def test_what_the_last_input_like_it_read_is_read_in_one_call(prefetching, below):
    assert one_input(prefetching, ANN, GAME, GAME) == [b"ann", b"1", b"1"]
    assert below.reads == [[ANN], [GAME]]
    below.write([PutItem(Item(*GAME, b"2", 2))])
    below.reads.clear()
    assert one_input(prefetching, ANN, GAME, GAME) == [b"ann", b"2", b"2"]
    assert below.reads == [[ANN, GAME]]
    assert one_input(prefetching, ANN, topic="ann elsewhere") == [b"ann"]
    assert below.reads[1:] == [[ANN]]


def test_a_wrong_guess_is_made_once_and_costs_no_call(prefetching, below):
    one_input(prefetching, ANN, GAME)
    below.reads.clear()
    assert one_input(prefetching, ANN, NEW) == [b"ann", None]
    one_input(prefetching, ANN, NEW)
    assert below.reads == [[ANN, GAME], [NEW], [ANN, NEW]]


def test_what_has_been_written_is_read_again(prefetching):
    prefetching.begin("ann in g")
    assert prefetching.get(*GAME).body == b"1"
    prefetching.write([PutItem(Item(*GAME, b"2", 2), 1)])
    assert prefetching.get(*GAME).body == b"2"


def test_what_turned_out_to_be_old_is_read_again(prefetching, below):
    prefetching.begin("ann in g")
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


def test_it_remembers_only_so_much(prefetching, below):
    for n in range(MOST_TOPICS + 5):
        one_input(prefetching, ANN, topic=str(n))
    below.reads.clear()
    one_input(prefetching, ANN, *[(f"game/{n}", "session") for n in range(3 * MOST_KEYS)], topic="many")
    one_input(prefetching, ANN, topic="many")
    assert len(below.reads[-1]) == MOST_KEYS
    assert len(prefetching._habits) == MOST_TOPICS
