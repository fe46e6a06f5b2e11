"""What an invocation held and could not say is left to others, whatever they have done meanwhile."""

import msgspec
import pytest

from engine.kernel import Told
from host.core.session import Post
from host.core.store import MemoryTable
from host.core.store.commit import DUE, OUT, POST, post_key, posted, spoken
from host.core.store.items import MOST_OPS, DeleteItem, Item, PutItem
from host.doors.aws.wakeups import IndexingTable

NOW = 1000.0
PLACE = "telegram:1"


class Nobody:
    def set(self, game_id, due, *, anew):
        """No timer is needed here."""

    def send(self, games, places, _once="", _hops=0):
        """Nor an errand."""


class Meddled(MemoryTable):
    """A table where others do something between two writes."""

    def __init__(self):
        super().__init__()
        self.writes = []
        self.meanwhile = {}  # by how many writes came before

    def write(self, ops):
        meddle = self.meanwhile.pop(len(self.writes), None)
        self.writes.append(ops)
        if meddle:
            meddle()
        super().write(ops)


@pytest.fixture
def meddled():
    return Meddled()


def process(meddled):
    waking = IndexingTable(meddled, Nobody(), Nobody(), lambda: NOW)
    waking.leases.begin("telegram:")
    return waking


def saves(waking, version, *posts):
    waking.get("game/g", "session")
    game = Item("game/g", "session", b"{}", version, index=DUE, when=NOW + 9999.0)
    waking.write([PutItem(game, version - 1), *(posted(post, NOW) for post in posts)])


def news(stamp, after=0.0):
    return Post(PLACE, "g", stamp, [Told("news", {})], board=True, after=after)


def waiting(meddled):
    items = meddled.query(f"chat:{PLACE}", POST)
    return [(post.stamp, len(post.lines)) for post in (msgspec.json.decode(item.body, type=Post) for item in items)]


@pytest.fixture
def holder(meddled):
    """Somebody saved two things to be said; the first is said but for its board."""
    waking = process(meddled)
    saves(waking, 1, news(1), news(2))
    waking.write([spoken(news(1))])
    return waking


@pytest.fixture
def suspense(meddled):
    """Somebody saved what nobody may say before fate has had its moment."""
    waking = process(meddled)
    saves(waking, 1, news(1, NOW + 20), news(2, NOW + 20))
    return waking


def test_what_nobody_may_say_yet_is_left_to_others_without_a_transaction(meddled, suspense):
    before = len(meddled.writes)
    suspense.let_go()
    written = meddled.writes[before:]
    assert [len(ops) for ops in written] == [1, 1, 1]
    assert written[-1][0].item.sk == "session"  # until then they lie in both
    assert [(item.holder, item.index) for item in meddled.query(f"chat:{PLACE}", POST)] == [("", OUT)] * 2


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_nor_is_it_lost_or_doubled_when_somebody_plays_on_meanwhile(meddled, suspense, n):
    meddled.meanwhile[len(meddled.writes) + n] = lambda: saves(process(meddled), 2)
    suspense.let_go()
    if meddled.meanwhile:
        meddled.meanwhile.popitem()[1]()
    assert waiting(meddled) == [(1, 1), (2, 1)]
    assert [item.holder for item in meddled.query(f"chat:{PLACE}", POST)] == ["", ""]


def test_what_may_soon_be_said_goes_with_its_game_in_one(meddled):
    waking = process(meddled)
    saves(waking, 1, news(1, NOW + 20), news(2, NOW + 5))
    before = len(meddled.writes)
    waking.let_go()
    assert [len(ops) for ops in meddled.writes[before:]] == [3]


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_whoever_plays_on_while_it_is_left_to_others_has_nothing_said_again(meddled, holder, n):
    meddled.meanwhile[len(meddled.writes) + n] = lambda: saves(process(meddled), 2)
    holder.let_go()
    if meddled.meanwhile:  # it took fewer writes
        meddled.meanwhile.popitem()[1]()
    assert waiting(meddled) == [(1, 0), (2, 1)]
    assert [item.holder for item in meddled.query(f"chat:{PLACE}", POST)] == ["", ""]


def test_what_others_have_laid_and_said_is_not_laid_again(meddled, holder):
    def said_by_others():
        saves(process(meddled), 2)
        meddled.write([DeleteItem(f"chat:{PLACE}", post_key(news(n))) for n in (1, 2)])

    meddled.meanwhile[len(meddled.writes)] = said_by_others
    holder.let_go()
    assert waiting(meddled) == []


@pytest.mark.parametrize("others", ["play on", "look for the unsaid"])
def test_whoever_saves_a_game_again_after_others_leaves_in_its_place_what_they_have_laid(meddled, holder, others):
    other = process(meddled)
    saves(other, 2) if others == "play on" else other.lay_beside("game/g")
    saves(holder, 3 if others == "play on" else 2, news(3))
    assert [item.sk for item in holder.query(f"chat:{PLACE}", POST)] == [post_key(news(n)) for n in (1, 2, 3)]
    holder.write([DeleteItem(f"chat:{PLACE}", post_key(news(n))) for n in (1, 2, 3)])
    holder.let_go()
    assert waiting(meddled) == []


def test_what_others_have_laid_is_in_its_place_for_whoever_has_to_wait_for_it(meddled, holder):
    other = process(meddled)
    saves(other, 2, news(4))
    saves(holder, 3, news(5))
    found = other.query(f"chat:{PLACE}", POST)
    assert [item.sk for item in found] == [post_key(news(n)) for n in (1, 2, 4)]
    assert other.leases.ours(found) == []


def test_what_lies_with_a_game_can_be_laid_in_one_transaction(meddled):
    waking = process(meddled)
    for version in range(1, 30):
        saves(waking, version, *(news(100 * version + n) for n in range(5)))
    meddled.writes.clear()
    waking.let_go()
    waking.leave(PLACE)
    assert max(map(len, meddled.writes)) <= MOST_OPS / 2  # and others may lay as many
    assert len(waiting(meddled)) == 29 * 5


def test_where_there_is_no_room_with_a_game_what_was_to_be_said_first_is_found_first(meddled):
    dying = process(meddled)
    for version in range(1, 10):
        saves(dying, version, *(news(100 * version + n) for n in range(5)))
        laid = [stamp for stamp, _ in waiting(meddled)]
        assert laid == [100 * v + n for v in range(1, version + 1) for n in range(5)][: len(laid)]
    assert laid
