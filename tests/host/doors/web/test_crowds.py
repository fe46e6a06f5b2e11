"""Nobody ruins the house by coming as a stranger again and again."""

import json
from urllib.parse import urlencode

import pytest

from host.core.context import Config, HostContext
from host.core.store import MemoryTable, Store
from host.doors.web.http import HttpRequest
from tests.host.doors.web.visitor import Visitor

FEW = ((600.0, 4), (86400.0, 10))


@pytest.fixture
def house(hands):
    config = Config(elsewhere=("reddit",), most_tables=FEW, most_newcomers=FEW, most_at_a_game=FEW, most_by_one=FEW)
    return HostContext(Store(MemoryTable()), config, hands)


def kept(house):
    return sorted((item.pk, item.sk, item.version, json.dumps(item.counts)) for item in house.store.table.every())


def sent(house, path, visitor=None, address="", **fields):
    """A form, sent by somebody nobody knows if nobody else is named; what becomes of it."""
    visitor = visitor or Visitor(house)
    visitor.address = address
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
    assert [sent(house, f"{table}/join") for _ in range(4)] == [303] * 4
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


def test_empty_joins_of_a_game_that_is_not_there_keep_nobody_out(house):
    ann = Visitor(house)
    sent(house, "/new", ann)
    table = ann.page.headers["Location"]
    before = kept(house)
    assert {sent(house, "/g/00000000/join") for _ in range(200)} == {404}
    assert {sent(house, "/g/nonsense/join") for _ in range(20)} == {404}
    assert {sent(house, "/new", ruleset="croquet") for _ in range(1)} == {409}
    people = [item for item in house.store.table.every() if item.sk == "person"]
    assert len(people) == 1, "nothing that fails leaves a person behind"
    assert {key for key, *_ in kept(house)} == {key for key, *_ in before}
    assert sent(house, f"{table}/join") == 303


@pytest.mark.parametrize("over", [False, True])
def test_who_finds_no_seat_is_nobody_still(house, over):
    ann, bob = Visitor(house), Visitor(house)
    sent(house, "/new", ann, bots=1)
    table = ann.page.headers["Location"]
    assert sent(house, f"{table}/{'close' if over else 'begin'}", ann, sure="on") == 303
    before = kept(house)
    assert sent(house, f"{table}/join", bob) == (409 if over else 303)
    assert (kept(house) == before, bool(bob.cookie)) == (over, not over)


def test_many_from_one_address_are_too_many_and_keep_nobody_else_out(house):
    ann = Visitor(house)
    sent(house, "/new", ann, address="192.0.2.1")
    table = ann.page.headers["Location"]
    said = [sent(house, f"{table}/join", address=f"2001:db8::{n:x}") for n in range(8)]
    assert said == [303] * 4 + [429] * 4
    assert sent(house, "/new", address="2001:db8::ffff") == 429
    assert sent(house, "/new", address="198.51.100.7") == 303


def test_whoever_is_invited_gets_in_whatever_goes_on_elsewhere(house):
    ann = Visitor(house)
    sent(house, "/new", ann)
    table = ann.page.headers["Location"]
    while sent(house, "/new") == 303:
        pass
    assert sent(house, "/new") == 429
    assert sent(house, f"{table}/join") == 303


def test_refused_forms_are_not_kept(house):
    ann = Visitor(house)
    sent(house, "/table", ann)
    table = ann.page.headers["Location"]
    before = len(kept(house))
    for n in range(300):
        assert sent(house, f"{table}/answer", ann, question=f"W#{n}", value="nonsense") == 409
    assert len(kept(house)) == before


@pytest.mark.parametrize(
    ("address", "forwarded", "network"),
    [
        ("192.0.2.1", "", "192.0.2.1"),
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),  # who comes directly may say what they like
        ("127.0.0.1", "9.9.9.9, 203.0.113.9", "203.0.113.9"),
        ("::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "", "2001:db8:1:2::/64"),
        ("", "", ""),
        ("nonsense", "nonsense", "nonsense"),
    ],
)
def test_where_a_request_comes_from(address, forwarded, network):
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    assert HttpRequest("GET", "/", headers=headers, address=address).network == network


def test_a_private_link_throws_nobody_out_but_asks(house):
    ann, bob = Visitor(house), Visitor(house)
    for each, name in ((ann, "Ann"), (bob, "Bob")):
        sent(house, "/new", each, name=name)
    link, before = f"/p/{ann.cookie}", bob.cookie
    for method in ("GET", "HEAD"):
        page = bob.ask(method, link)
        assert (page.status, "Set-Cookie" in page.headers, bob.cookie) == (200, False, before)
    assert "This link opens the side of Ann. Here you are Bob." in bob.go(link)
    bob.send(link)
    assert (bob.cookie, bob.page.status) == (ann.cookie, 200)
    assert ann.ask("GET", link).status == 303, "it is theirs"
    assert Visitor(house).ask("GET", link).headers["Set-Cookie"].startswith(f"rtab={ann.cookie}")
    assert bob.ask("POST", link, b"", origin="http://elsewhere.test").status == 403
