"""Nobody ruins the house by coming as a stranger again and again."""

import json
from urllib.parse import urlencode

import pytest

from host.core.context import Config, HostContext
from host.core.store import MemoryTable, Store
from tests.host.doors.web.visitor import Visitor

FEW = ((600.0, 4), (86400.0, 10))


@pytest.fixture
def house(hands):
    return HostContext(Store(MemoryTable()), Config(elsewhere=("reddit",), most_tables=FEW, most_newcomers=FEW), hands)


def kept(house):
    return sorted((item.pk, item.sk, item.version, json.dumps(item.counts)) for item in house.store.table.every())


def sent(house, path, visitor=None, **fields):
    """A form, sent by somebody nobody knows if nobody else is named; what becomes of it."""
    visitor = visitor or Visitor(house)
    body = urlencode({"once": house.token(16), **fields}).encode()
    visitor.page = visitor.ask("POST", path, body, origin="http://table.test")
    return visitor.page.status


@pytest.mark.parametrize("path", ["/new", "/table"])
def test_strangers_open_only_so_many_tables(house, hands, path):
    hands.now = 600 * 3_000_000.0
    assert [sent(house, path, bots=7) for _ in range(2)] == [303, 303]
    before, visitor = kept(house), Visitor(house)
    assert sent(house, path, visitor, bots=7) == 429
    assert "Too many tables are being opened just now; try again in 10 minutes." in visitor.text
    assert kept(house) == before
    hands.now += 600
    assert sent(house, path, bots=7) == 303


def test_in_a_day_they_open_no_more_than_in_a_day(house, hands):
    hands.now = 86400 * 20_000.0
    opened = []
    for _ in range(20):
        opened.append(sent(house, "/new"))
        hands.now += 600
    assert opened == [303] * 5 + [429] * 15
    visitor = Visitor(house)
    sent(house, "/new", visitor)
    assert "try again in 21 hours." in visitor.text  # at midnight
    hands.now = 86400 * 20_001.0
    assert sent(house, "/new") == 303


def test_a_crowd_of_strangers_leaves_room_for_those_who_are_known(house):
    ann, bob = Visitor(house), Visitor(house)
    assert [sent(house, "/new", each) for each in (ann, bob)] == [303, 303]
    assert sent(house, "/new") == 429
    assert [sent(house, "/new", each) for each in (ann, bob, ann)] == [303, 303, 429]


def test_strangers_take_only_so_many_seats(house):
    ann = Visitor(house)
    sent(house, "/new", ann)
    table = ann.page.headers["Location"]
    assert [sent(house, f"{table}/join") for _ in range(3)] == [303] * 3
    before, visitor = kept(house), Visitor(house)
    assert sent(house, f"{table}/join", visitor) == 429
    assert "Too many people are coming in just now; try again in" in visitor.text
    assert kept(house) == before
    assert sent(house, f"{table}/leave", ann) == 303  # who is known plays on


def test_the_same_form_sent_again_and_again_by_a_stranger_is_counted_each_time(house):
    once = house.token(16)
    assert [sent(house, "/new", once=once) for _ in range(3)] == [303, 303, 429]


def test_only_so_many_codes_are_made(house):
    assert [sent(house, "/claim") for _ in range(5)] == [303] * 4 + [429]


@pytest.mark.parametrize(
    "action", ["answer", "play", "bot", "begin", "leave", "kick", "standin", "vote", "close", "pause"]
)
@pytest.mark.parametrize("there", [True, False])
def test_what_a_stranger_may_not_do_leaves_nothing_behind(house, action, there):
    ann = Visitor(house)
    sent(house, "/table", ann)
    game = ann.page.headers["Location"] if there else "/g/00000000"
    before = kept(house)
    assert sent(house, f"{game}/{action}", sure="on", seat="p2", seconds=60) in (404, 409)
    assert kept(house) == before
