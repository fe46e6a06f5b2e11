"""Somebody else is quicker, just before any of our writes: it comes out as if one of the two had come first."""

import dataclasses
import importlib
import re
import sys
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engine.kernel import Illegal, Told
from host.archive import store_migration
from host.core import context, games
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.session import Command, Post, Reply
from host.core.store import MemoryTable, Store, card_changes, items, rate_counters
from host.core.store.card_changes import Report
from host.core.store.items import DUE, DeleteItem, Failed, Item, PutItem, build_count_op
from host.doors.aws import clock
from host.people import account_linking, accounts
from tests import listings
from tests.host.conftest import Hands, begun
from tests.host.core.timing import shout, sit

HOSTS = Path(context.__file__).parents[1]
RATES = {"knock": [(60.0, 2)]}
MOST_WRITES = 60
BEGINS = re.compile(r"^ *def (\w+)")
CATCHES = re.compile(r"(?:except|suppress).*\b(?:Failed|Conflict)\b.*:")
DRAWN = re.compile(r"\b[0-9a-f]{16,}\b")


class Overtaken:
    """A table on which somebody else does something just before our write of this number."""

    def __init__(self, table, at, rival):
        self.table, self.at, self.rival = table, at, rival
        self.writes, self.failed = 0, set()

    def __getattr__(self, name):
        return getattr(self.table, name)

    def write(self, ops):
        self.writes += 1
        if self.writes == self.at:
            self.rival()
        try:
            self.table.write(ops)
        except Failed:
            frame: FrameType | None = sys._getframe(1)
            while frame:
                self.failed.add((frame.f_code.co_filename, frame.f_code.co_name))
                frame = frame.f_back
            raise


def read_key(item):
    return item.pk, item.sk


def number_tokens(lines):
    """The lines with what is drawn by chance numbered in the order in which it appears."""
    seen: dict[str, int] = {}
    return [DRAWN.sub(lambda found: f"#{seen.setdefault(found[0], len(seen))}", line) for line in lines]


class Race:
    """Two processes that share a table, each with tokens of its own, and what they do."""

    def __init__(self, prepare, ours, theirs):
        self.table, self.hands = MemoryTable(), Hands()
        self.there = prepare(self.open_host(self.table, "0")) if prepare else None
        self.ours, self.theirs = ours, theirs

    def open_host(self, table, name):
        tokens = iter(range(10**6))
        return HostContext(
            Store(table), Config(), self.hands, token=lambda n: f"{name}{next(tokens):x}".rjust(2 * n, "0")
        )

    def do(self, deed, table, name):
        host = self.open_host(table, name)
        try:
            found = deed(host) if self.there is None else deed(host, self.there)
            return repr(replace(found, outcome=None) if isinstance(found, Reply) else found)
        except (Illegal, Failed, items.Conflict, items.AlreadyAnswered) as no:
            return f"{type(no).__name__}: {getattr(no, 'code', '')}"

    def run(self, at):
        """What both are answered and what is kept, where the other comes before our write of this number."""
        answers = {}

        def rival():
            answers["theirs"] = self.do(self.theirs, self.table, "b")

        table = Overtaken(self.table, at, rival)
        if at == 0:
            rival()
        answers["ours"] = self.do(self.ours, table, "a")
        if "theirs" not in answers:
            rival()
        lines = [f"{who}: {answer}" for who, answer in sorted(answers.items())]
        return number_tokens(
            [*lines, *(repr(replace(item, version=0)) for item in sorted(self.table.every(), key=read_key))]
        ), table


# -- who does what


def open_with_same_id(host):
    ids = iter(("0123", host.token(1)))
    alike = dataclasses.replace(host, token=lambda n: next(ids) if n == 4 else "0" * 2 * n)
    return games.open_lobby(alike, Command(by="ann"), "toy")


def lobby(host):
    return games.open_lobby(host, Command(by="ann"), "toy").game


def lay_board(host):
    host.store.table.write([PutItem(Item("chat:t:g", "board/g", b"7"))])
    return ()


def queue_answer(host, _):
    host.store.queue_answer("k", [Post("t:g", "g", 5, [Told("Hello", {})])], host.now(), [("t:g", "g")])
    return host.store.find_board_message("t:g", "g")


def answer_and_show(host, _):
    queue_answer(host, _)
    host.store.save_board_message("t:g", "g", "8")
    host.store.drop_posts(host.store.load_posts("t:g"))


def claim(host):
    for name in ("ann", "bob"):
        accounts.load_or_create_person(host, f"t:{name}", name)
    return account_linking.create_browser_code(host)[0], [
        host.store.find_person_id(f"t:{name}", host.now()) for name in ("ann", "bob")
    ]


def vouch(n):
    return lambda host, there: account_linking.record_code_author(host, there[0], there[1][n], f"t:{n}", f"Name {n}")


def known(host):
    return accounts.load_or_create_person(host, "t:ann", "Ann", "t:ann").id


def counted(host):
    host.store.table.write([build_count_op("person:goes", {f"toy.deed{n}": n + 1 for n in range(30)})])
    return ()


def leased(host):
    lease = host.store.acquire_lane_lease("t:g", host.now())
    return lease, host.now() + 40


def take_lane(host, *_):
    return bool(host.store.acquire_lane_lease("t:g", host.now() + 40).number)


def queued(host):
    posts = [Post("t:g", "g", n, [Told(f"line {n}", {})]) for n in (1, 2)]
    host.store.queue_posts(posts, host.now())
    return posts


def indexed(host):
    game = begun(host)
    return game, [item for item in host.store.table.every() if item.index == DUE]


def moved(host):
    game, (item,) = indexed(host)
    host.store.table.write([DeleteItem(item.pk, item.sk)])
    return game, item


def open_moved(host, there):
    store_migration._open_game(host, there[1])


def deployed(host) -> Any:
    return SimpleNamespace(host=host, table=host.store.table)


def down(host):
    host.store.save_beat(host.now())
    host.now.now += 7200
    return host.now() - 7200


def damaged(host):
    host.store.table.write([PutItem(Item("person:ann", "person", b"{"))])
    return ()


def load_damaged(host, *_):
    return host.store.load_person("ann")


def shout_there(host, there):
    return shout(host, there[0])


REPORT = Report("wrong", "A question?", "g", 1.0)
DEEDS: dict[
    str, list[Any]
] = {  # where Failed or Conflict is caught: what is there, what we do, and what somebody else does meanwhile
    "core/transaction.py _run_with_retries": [
        (lobby, sit("bob"), sit("cat")),
        (lobby, sit("bob"), sit("bob")),
    ],
    "core/store/card_changes.py update_card_change": [
        (
            None,
            lambda h: card_changes.update_card_change(h.store, "toy", "c", lambda now: replace(now, withdrawn=True)),
            lambda h: card_changes.update_card_change(
                h.store, "toy", "c", lambda now: replace(now, fields={"level": 2})
            ),
        )
    ],
    "core/store/card_changes.py claim_review": [
        (None, *[lambda h: card_changes.claim_review(h.store, "toy", 1.0, 0)] * 2)
    ],
    "core/store/card_changes.py save_day_cards": [
        (
            None,
            lambda h: card_changes.save_day_cards(h.store, "toy", "2027-01-15", [{"id": "a"}], h.now()),
            lambda h: card_changes.save_day_cards(h.store, "toy", "2027-01-15", [{"id": "b"}], h.now()),
        )
    ],
    "core/store/card_changes.py save_card_report": [
        (None, *[lambda h: card_changes.save_card_report(h.store, "toy", "c", "ann", REPORT)] * 2)
    ],
    "core/store/rate_counters.py count_within_rates": [
        (
            lambda h: (rate_counters.count_within_rates(h.store.table, RATES, h.now()),),
            *[lambda h, _: rate_counters.count_within_rates(h.store.table, RATES, h.now()) > 0] * 2,
        )
    ],
    "core/store/rate_counters.py take_back_count": [
        (
            lambda h: (rate_counters.count_within_rates(h.store.table, RATES, h.now()),),
            *[lambda h, _: rate_counters.take_back_count(h.store.table, RATES, h.now(), h.now())] * 2,
        )
    ],
    "core/store/store.py save_beat": [(down, *[lambda h, since: h.store.save_beat(h.now(), since)] * 2)],
    "core/deadlines/ticking.py _record_outage": [(down, *[lambda h, _: ticking.record_heartbeat(h)] * 2)],
    "core/store/store.py put_off_game": [(indexed, lambda h, g: h.store.put_off_game(g[0], h.now() + 60), shout_there)],
    "doors/aws/clock.py reindex_early_games": [
        (
            indexed,
            lambda h, g: clock.reindex_early_games(deployed(h), g[1]),
            shout_there,
        )
    ],
    "archive/store_migration.py _reschedule_clock": [
        (indexed, lambda h, g: store_migration._reschedule_clock(h, g[0]), shout_there)
    ],
    "archive/store_migration.py _close_game": [
        (
            indexed,
            lambda h, g: store_migration._close_game(h.store.table, g[0], "elsewhere"),
            shout_there,
        )
    ],
    "archive/store_migration.py _open_game": [
        (moved, open_moved, lambda h, g: (open_moved(h, g), shout(h, g[0]))),
    ],
    "core/store/store.py _write_or_conflict": [(lobby, sit("bob"), sit("cat"))],
    "core/store/store.py save_refusal": [
        (None, *[lambda h: h.store.save_refusal("k", Reply(ok=False, lines=[]), h.now())] * 2)
    ],
    "core/store/store.py queue_answer": [(lay_board, queue_answer, answer_and_show)],
    "core/store/store.py drop_or_redirect_posts": [
        (
            queued,
            lambda h, _: h.store.drop_or_redirect_posts("t:g", "t:new", h.now()),
            lambda h, posts: h.store.mark_posts_said(posts[:1]),
        )
    ],
    "core/store/store.py acquire_lane_lease": [(None, take_lane, take_lane), (leased, take_lane, take_lane)],
    "core/store/store.py release_lane_lease": [
        (leased, lambda h, there: h.store.release_lane_lease("t:g", *there), take_lane),
        (leased, lambda h, there: h.store.release_lane_lease("t:g", *there, left=b"[1]"), take_lane),
    ],
    "core/store/store.py _save_identity_owner": [
        (
            known,
            lambda h, ann: h.store.hand_over_identities(ann, "other", ["t:ann"]),
            lambda h, ann: h.store.drop_identities(ann, ["t:ann"]),
        )
    ],
    "core/store/items.py mark_damaged": [(damaged, load_damaged, load_damaged)],
    "core/store/items.py hand_over_counts": [
        (
            counted,
            lambda h, _: items.hand_over_counts(h.store.table, "goes", "stays"),
            lambda h, _: h.store.table.write([build_count_op("person:goes", {"toy.deed3": 1})]),
        )
    ],
    "core/games.py open_lobby": [(None, open_with_same_id, open_with_same_id)],
    "people/accounts.py load_or_create_person": [
        (None, *[lambda h: accounts.load_or_create_person(h, "t:ann", "Ann").id] * 2)
    ],
    "people/accounts.py _save_person_fields": [
        (
            known,
            lambda h, ann: accounts._save_person_fields(h, ann, name="Anna"),
            lambda h, ann: accounts._save_person_fields(h, ann, place="t:new"),
        )
    ],
    "people/accounts.py add_identity": [
        (
            known,
            lambda h, ann: accounts.add_identity(h, ann, "r:ann"),
            lambda h, ann: accounts.add_identity(h, ann, "d:ann"),
        )
    ],
    "people/account_linking.py record_code_author": [(claim, vouch(0), vouch(1))],
}
MAY_COME_TO_NOTHING = {  # ours, and why that is meant
    "core/store/store.py put_off_game": "they have played, so their clocks count",
}
EXTRAS = Path(__file__).parents[1] / "extras"
for path in sorted(EXTRAS.glob("*/races.py")):  # each extra brings its own
    found = importlib.import_module(f"tests.host.extras.{path.parent.name}.races")
    DEEDS |= found.DEEDS
    MAY_COME_TO_NOTHING |= getattr(found, "MAY_COME_TO_NOTHING", {})
CASES = [(name, n) for name, deeds in DEEDS.items() for n in range(len(deeds))]


def test_every_place_that_catches_a_lost_race_is_run_here():
    found = set()
    for path in HOSTS.rglob("*.py"):
        function = ""
        for line in path.read_text("utf-8").splitlines():
            if within := BEGINS.search(line):
                function = within[1]
            elif CATCHES.search(line):
                found.add(f"{path.relative_to(HOSTS)} {function}")
    assert found == set(DEEDS)


@pytest.mark.parametrize(("name", "n"), CASES)
def test_it_comes_out_as_if_one_of_the_two_had_come_first(name, n):
    prepare, ours, theirs = DEEDS[name][n]
    first, _ = Race(prepare, ours, theirs).run(0)
    later, alone = Race(prepare, ours, theirs).run(MOST_WRITES)
    (_, *without_us), _ = Race(prepare, lambda *_: None, theirs).run(0)
    assert alone.writes < MOST_WRITES
    failed = set()
    for at in range(1, alone.writes + 1):
        found, table = Race(prepare, ours, theirs).run(at)
        failed |= table.failed
        if name not in MAY_COME_TO_NOTHING or found[1:] != without_us:
            assert found in (first, later)
    path, function = name.split()
    assert (str(HOSTS / path), function) in failed


@pytest.mark.parametrize("where", ["", *(path.parent.name for path in sorted(EXTRAS.glob("*/races.py")))])
def test_what_who_comes_second_is_answered_is_listed(where):
    lines = []
    for name, n in CASES:
        if name.startswith("extras/") != bool(where) or (where and not name.startswith(f"extras/{where}/")):
            continue
        found, _ = Race(*DEEDS[name][n]).run(0)
        lines += ["", f"# {name}", *found[:2]]
    listings.compare(f"races_{where}" if where else "races", lines[1:])
