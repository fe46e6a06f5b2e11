"""One visitor uses up whatever is counted: nobody else may be refused for it."""

import ast
from pathlib import Path

import msgspec
import pytest

from host.core import games, seats
from host.core.context import Config, HostContext, RateLimits
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.people import accounts, rate_limits
from host.people.rate_limits import Crowded, Requester
from tests.host.conftest import Hands
from tests.host.doors.web.test_crowds import ELSEWHERE, HERE, sent
from tests.host.doors.web.visitor import Visitor as Browser

LIMITS = {field.name: field.default for field in msgspec.structs.fields(RateLimits)}
CODE = Path(__file__).parents[2] / "layers" / "host"
SCOPE = "ann@example.com"  # what all of them want the same of, where something is counted apart


@pytest.fixture
def host():
    return HostContext(Store(MemoryTable()), Config(elsewhere=("reddit",)), now=Hands(86400 * 20_000.0))


ATTACKERS = {  # by which share each of them is bounded, and who they say they are the next time
    "a person": ("person", lambda _: Requester("192.0.2.1", "p")),
    "a person who wanders": ("person", lambda n: Requester(f"192.0.2.{n % 200}", "p")),
    "somebody in a chat": ("person", lambda _: Requester("", "p")),
    "a network of strangers": ("network", lambda _: Requester("192.0.2.1")),
    "a network of ever new people": ("network", lambda n: Requester("192.0.2.1", f"p{n}")),
    "a site of ever new networks and people": ("network", lambda n: Requester(f"2001:db8:1:{n:x}::/64", f"p{n}")),
}
CASES = [(act, name) for act, limit in LIMITS.items() for name, (by, _) in ATTACKERS.items() if getattr(limit, by)]


def others(n):
    """Visitors from elsewhere: some with an account, some without, one in a chat."""
    networks = (f"198.51.100.{n}", f"203.0.113.{n}", f"2001:db8:2:{n:x}::/64", f"2001:db8:{n + 9:x}:2::/64")
    return [Requester(network, who) for network, who in zip(networks, ("", f"q{n}", "", f"r{n}"), strict=True)] + [
        Requester("", f"s{n}")
    ]


def use_up(host, act, name):
    """Go on until it is refused three times in a row."""
    refused = n = 0
    while refused < 3:
        try:
            rate_limits.count_act(host, act, ATTACKERS[name][1](n), SCOPE if act == "address" else "")
            refused = 0
        except Crowded:
            refused += 1
        n += 1
        assert n < 10_000, "nothing bounds this"


@pytest.mark.parametrize(("act", "name"), CASES, ids=lambda word: word.replace(" ", "-"))
def test_one_visitor_uses_up_a_counter_and_nobody_else_is_refused(host, act, name):
    for n in range(5):  # again and again, for half a day
        use_up(host, act, name)
        for other in others(n):
            rate_limits.count_act(host, act, other, SCOPE if act == "address" else "")
        host.now.now += 660 * 12


def test_every_limit_has_its_sentence_and_a_share_and_each_is_used_up_by_somebody_here():
    assert rate_limits.TEXTS.keys() == LIMITS.keys() == {act for act, _ in CASES}
    assert all(limit.host and (limit.person or limit.network) for limit in LIMITS.values())


def test_nobody_on_a_network_is_refused_for_what_one_person_of_it_does(host):
    for act, limit in LIMITS.items():
        if limit.person and limit.network and act != "address":
            use_up(host, act, "a person")
            rate_limits.count_act(host, act, Requester("192.0.2.1", "neighbour"))


def test_there_are_no_other_counters():
    """Whatever counts visitors does it through the limits that are tried here."""
    files = {path: path.read_text("utf-8") for path in CODE.rglob("*.py")}
    using = {
        path.relative_to(CODE).as_posix()
        for path, text in files.items()
        if "rate_counters" in text
        for node in ast.walk(ast.parse(text))
        if "rate_counters" in (getattr(node, "module", "") or "", *(each.name for each in getattr(node, "names", ())))
        or (getattr(node, "module", "") or "").endswith("rate_counters")
    }
    assert using == {"core/context.py", "people/rate_limits.py"}
    assert {path.name for path, text in files.items() if "door/" in text} == {"rate_counters.py", "store.py"}


def test_two_who_are_named_by_a_proxy_as_ipv4_within_ipv6_do_not_share(host):
    """As nginx names everybody that it hears on one socket for both."""
    assert 429 in {sent(host, "/table", None, "::ffff:198.51.100.1") for _ in range(25)}
    assert sent(host, "/table", None, "::ffff:203.0.113.1") == 303


# -- the same by the page


def table_of(host):
    """A lobby, and a game that is over, of somebody else."""
    found = []
    for _ in range(2):
        command = Command(by=accounts.load_or_create_person(host, "web:vic", "Vic").id)
        found.append(games.open_lobby(host, command, "ladder").game)
        games.sit_at_table(host, command, found[-1], Guest(command.by, "Vic", ""))
    games.add_bot(host, command, found[1])
    assert games.start_game(host, command, found[1]).ok
    assert seats.close_table(host, command, found[1]).ok
    return found


def test_who_sits_and_leaves_again_has_taken_nothing_from_their_network(host):
    """Sixty strangers of one network do so in ten minutes: the limit has room for thirty."""
    lobby, _ = table_of(host)
    before = {(item.pk, item.sk) for item in host.store.table.every()}
    for _ in range(60):
        stranger = Browser(host)
        assert sent(host, f"/g/{lobby}/join", stranger, HERE, name="Ann") == 303
        assert sent(host, f"/g/{lobby}/leave", stranger, HERE) == 303
    after = {item.pk for item in host.store.table.every() if (item.pk, item.sk) not in before}
    assert [pk for pk in after if pk.startswith(("person:", "who/guest:"))] == []  # and nothing is kept of any of them


def test_who_leaves_and_is_somebody_elsewhere_stays_who_they_are(host):
    lobby, _ = table_of(host)
    other, _ = table_of(host)
    ann = Browser(host)
    for game in (lobby, other):
        assert sent(host, f"/g/{game}/join", ann, HERE, name="Ann") == 303
    assert sent(host, f"/g/{lobby}/leave", ann, HERE) == 303
    assert ann.ask("GET", "/me").status == 200


@pytest.mark.whole
def test_whatever_one_visitor_does_on_the_page_another_still_can(host):
    lobby, over = table_of(host)
    posts = ["/new", "/table", "/claim", f"/g/{lobby}/join", f"/g/{lobby}/flag", f"/g/{over}/react", "/new"]
    pages = ["/records", "/u/nobody", f"/g/{over}/fame", f"/g/{over}/check", f"/g/{over}/transcript"]
    mine, strangers, theirs = Browser(host), Browser(host), Browser(host)
    mine.address = strangers.address = HERE
    for path in posts:
        for n in range(62):
            sent(host, path, mine if n % 2 else None, HERE, text="x")
    for path in pages:
        seen = {strangers.ask("GET", path).status for _ in range(302)}
        assert 429 not in seen, path
    theirs.address = ELSEWHERE
    for path in pages:
        assert theirs.ask("GET", path).status == (404 if path == "/u/nobody" else 200), path
    for path in ("/new", "/table", "/claim", f"/g/{lobby}/join"):
        assert sent(host, path, None, ELSEWHERE) == 303, path


def test_what_is_counted_for_one_thing_alone_is_counted_for_no_other(host):
    """What is counted for the whole host, too: each address of a mailbox has its own."""
    for _ in range(min(most for _, most in LIMITS["address"].host)):
        rate_limits.count_act(host, "address", Requester(), SCOPE)
    with pytest.raises(Crowded):
        rate_limits.count_act(host, "address", Requester(), SCOPE)
    rate_limits.count_act(host, "address", Requester(), "bob@example.com")
