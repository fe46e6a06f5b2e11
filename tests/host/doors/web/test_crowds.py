"""Nobody ruins the house by coming as a stranger again and again."""

import json
from urllib.parse import urlencode

import pytest

from host.core.context import Config, HostContext, RateLimits
from host.core.store import MemoryTable, Store
from host.core.store.rate_counters import RateLimit
from tests.host.doors.web.asking import asked
from tests.host.doors.web.visitor import Visitor

SHARE, CEILING = ((600.0, 2), (3600.0, 5)), ((600.0, 40), (3600.0, 100))
FEW = RateLimit(SHARE, SHARE, CEILING)
HERE, ELSEWHERE = "192.0.2.1", "198.51.100.7"


@pytest.fixture
def host(hands):
    limits = RateLimits(tables=FEW, newcomers=FEW, guests=FEW, codes=FEW)
    return HostContext(Store(MemoryTable()), Config(elsewhere=("reddit",), limits=limits), hands)


def kept(host):
    return sorted((item.pk, item.sk, item.version, json.dumps(item.counts)) for item in host.store.table.every())


def sent(host, path, visitor=None, address="", **fields):
    """A form, sent by somebody nobody knows if nobody else is named; what becomes of it."""
    visitor = visitor or Visitor(host)
    visitor.address = address
    body = urlencode({"once": host.token(16), **fields}).encode()
    visitor.page = visitor.ask("POST", path, body, origin="http://table.test")
    return visitor.page.status


@pytest.mark.parametrize("path", ["/new", "/table"])
def test_from_one_network_only_so_many_tables_are_opened(host, hands, path):
    hands.now = 3600 * 3_000_000.0
    assert [sent(host, path, address=HERE, bots=7) for _ in range(2)] == [303, 303]
    before, visitor = kept(host), Visitor(host)
    assert sent(host, path, visitor, HERE, bots=7) == 429
    assert "Too many games are being opened now. Try again in 10 minutes." in visitor.text
    assert kept(host) == before
    assert sent(host, path, address=ELSEWHERE, bots=7) == 303
    hands.now += 600
    assert sent(host, path, address=HERE, bots=7) == 303


def test_in_an_hour_they_open_no_more_than_in_an_hour(host, hands):
    hands.now = 3600 * 3_000_000.0
    opened = []
    for _ in range(6):
        opened += [sent(host, "/new", address=HERE) for _ in range(2)]
        hands.now += 600
    assert opened == [303] * 5 + [429] * 7
    hands.now = 3600 * 3_000_001.0
    assert sent(host, "/new", address=HERE) == 303


def test_who_is_known_has_a_share_of_their_own_wherever_they_are(host):
    ann = Visitor(host)
    assert [sent(host, "/new", ann, f"192.0.2.{n}") for n in range(4)] == [
        303,
        303,
        303,
        429,
    ]  # the first as a stranger
    assert sent(host, "/new", address="192.0.2.3") == 303


def test_a_table_that_is_closed_again_is_given_back(host):
    ann = Visitor(host)
    assert sent(host, "/new", ann, HERE) == 303
    for _ in range(20):
        assert sent(host, "/new", ann, HERE) == 303
        table = ann.page.headers["Location"]
        assert sent(host, f"{table}/close", ann, HERE, sure="on") == 303


def test_a_table_that_somebody_else_closes_or_that_has_been_played_is_not_given_back(host):
    ann = Visitor(host)
    assert [sent(host, "/new", ann, HERE, bots=2) for _ in range(2)] == [303, 303]
    table = ann.page.headers["Location"]
    assert sent(host, f"{table}/begin", ann, HERE) == 303
    assert sent(host, f"{table}/close", ann, HERE, sure="on") == 303
    assert sent(host, "/new", ann, HERE) == 429


def test_from_one_network_only_so_many_strangers_sit_down_and_friends_elsewhere_still_do(host):
    ann = Visitor(host)
    sent(host, "/new", ann)
    table = ann.page.headers["Location"]
    assert [sent(host, f"{table}/join", address=HERE) for _ in range(2)] == [303] * 2
    before, visitor = kept(host), Visitor(host)
    assert sent(host, f"{table}/join", visitor, HERE) == 429
    assert "Too many people are arriving now. Try again in" in visitor.text
    assert kept(host) == before
    assert sent(host, f"{table}/join", address=ELSEWHERE) == 303
    assert sent(host, f"{table}/leave", ann) == 303  # who is known plays on


def test_to_sit_down_and_leave_again_is_not_counted(host):
    ann, bob = Visitor(host), Visitor(host)
    sent(host, "/new", ann)
    table = ann.page.headers["Location"]
    for _ in range(30):
        assert sent(host, f"{table}/join", bob, HERE) == 303
        assert sent(host, f"{table}/leave", bob, HERE) == 303
    assert sent(host, f"{table}/join", address=ELSEWHERE) == 303


def test_the_same_form_sent_again_and_again_by_a_stranger_is_counted_each_time(host):
    once = host.token(16)
    assert [sent(host, "/new", address=HERE, once=once) for _ in range(3)] == [303, 303, 429]


def test_only_so_many_codes_are_made(host):
    assert [sent(host, "/claim", address=HERE) for _ in range(3)] == [303] * 2 + [429]
    assert sent(host, "/claim", address=ELSEWHERE) == 303


def test_all_networks_of_one_site_have_a_share_together(host):
    said = [sent(host, "/new", address=f"2001:db8:1:{n:x}::1") for n in range(12)]
    assert said == [303] * 8 + [429] * 4
    assert sent(host, "/new", address="2001:db8:2:1::1") == 303


@pytest.mark.parametrize(
    "action", ["answer", "play", "bot", "begin", "leave", "kick", "standin", "vote", "close", "pause"]
)
@pytest.mark.parametrize("there", [True, False])
def test_what_a_stranger_may_not_do_leaves_nothing_behind(host, action, there):
    ann = Visitor(host)
    sent(host, "/table", ann)
    game = ann.page.headers["Location"] if there else "/g/00000000"
    before = kept(host)
    assert sent(host, f"{game}/{action}", sure="on", seat="p2", seconds=60) in (404, 409)
    assert kept(host) == before


def test_empty_joins_of_a_game_that_is_not_there_keep_nobody_out(host):
    ann = Visitor(host)
    sent(host, "/new", ann)
    table = ann.page.headers["Location"]
    before = kept(host)
    assert {sent(host, "/g/00000000/join") for _ in range(200)} == {404}
    assert {sent(host, "/g/nonsense/join") for _ in range(20)} == {404}
    assert {sent(host, "/new", ruleset="croquet") for _ in range(1)} == {409}
    people = [item for item in host.store.table.every() if item.sk == "person"]
    assert len(people) == 1, "nothing that fails leaves a person behind"
    assert {key for key, *_ in kept(host)} == {key for key, *_ in before}
    assert sent(host, f"{table}/join") == 303


@pytest.mark.parametrize("over", [False, True])
def test_who_finds_no_seat_is_nobody_still(host, over):
    ann, bob = Visitor(host), Visitor(host)
    sent(host, "/new", ann, bots=1)
    table = ann.page.headers["Location"]
    assert sent(host, f"{table}/{'close' if over else 'begin'}", ann, sure="on") == 303
    before = kept(host)
    assert sent(host, f"{table}/join", bob) == (409 if over else 303)
    assert (kept(host) == before, bool(bob.cookie)) == (over, not over)


def test_many_from_one_address_are_too_many_and_keep_nobody_else_out(host):
    ann = Visitor(host)
    sent(host, "/new", ann, address="192.0.2.1")
    table = ann.page.headers["Location"]
    said = [sent(host, f"{table}/join", address=f"2001:db8::{n:x}") for n in range(8)]
    assert said == [303] * 2 + [429] * 6
    assert sent(host, "/new", address="198.51.100.7") == 303


def test_whoever_is_invited_gets_in_whatever_goes_on_elsewhere(host):
    ann = Visitor(host)
    sent(host, "/new", ann)
    table = ann.page.headers["Location"]
    assert 429 in [sent(host, "/new", address=f"192.0.2.{n}") for n in range(50)]
    assert sent(host, "/new", address=ELSEWHERE) == 429
    assert sent(host, f"{table}/join") == 303


def test_refused_forms_are_not_kept(host):
    ann = Visitor(host)
    sent(host, "/table", ann)
    table = ann.page.headers["Location"]
    before = len(kept(host))
    for n in range(300):
        assert sent(host, f"{table}/answer", ann, question=f"W#{n}", value="nonsense") == 409
    assert len(kept(host)) == before


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
    assert asked("GET", "/", headers=headers, address=address).network == network


def test_a_private_link_throws_nobody_out_but_asks(host):
    ann, bob = Visitor(host), Visitor(host)
    for each, name in ((ann, "Ann"), (bob, "Bob")):
        sent(host, "/new", each, name=name)
    link, before = f"/p/{ann.cookie}", bob.cookie
    for method in ("GET", "HEAD"):
        page = bob.ask(method, link)
        assert (page.status, "Set-Cookie" in page.headers, bob.cookie) == (200, False, before)
    assert "This link is for Ann. Here you are Bob." in bob.go(link)
    bob.send(link)
    assert (bob.cookie, bob.page.status) == (ann.cookie, 200)
    assert ann.ask("GET", link).status == 303, "it is theirs"
    assert Visitor(host).ask("GET", link).headers["Set-Cookie"].startswith(f"rtab={ann.cookie}")
    assert bob.ask("POST", link, b"", origin="http://elsewhere.test").status == 403
