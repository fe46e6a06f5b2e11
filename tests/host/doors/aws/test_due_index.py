"""Where games lie in their index: seldom moved, never lost, and looked at when it is time and no sooner."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core import games
from host.core.commands import Command
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.store import MemoryTable, Store
from host.core.store.commit import DUE
from host.core.store.items import Item, PutItem
from host.doors.aws import clock, due_index
from host.doors.aws.prefetch import PrefetchingTable
from host.doors.aws.settings import AwsSettings
from host.doors.aws.wakeups import IndexingTable
from host.doors.aws.wiring import DeployedHost
from tests.host.conftest import Hands

NOW, HOUR = 1_800_000_000.0, 3600.0


class Aws:
    """The process of a function, whose timers are all lost, and all that it asks for."""

    def __init__(self, table=None):
        self.hands, self.raw, self.sent = Hands(NOW), table or MemoryTable(), []
        self.table = IndexingTable(self.raw, self, self, self.hands)
        self.host = HostContext(Store(self.table), Config(beat=55.0, outage=1e9), self.hands)
        settings = AwsSettings("table", "queue", "clock", "role", "rtab")
        queue: Any = self
        self.wired = DeployedHost(self.host, self.table, PrefetchingTable(self.table), queue, settings)

    def set(self, game_id, due, *, anew):
        """No timer ever comes."""

    def send(self, games, _places, _once="", _hops=0):
        self.sent += games

    def save(self, due, version=1):
        """One input of a game that is due then, as the process sees it: one read, one write."""
        self.table.get("game/g", "session")
        self.table.write([PutItem(Item("game/g", "session", b"", version, index=DUE if due else "", when=due))])
        self.table.wake()
        return self.kept

    @property
    def kept(self):
        return self.raw.get("game/g", "session")

    def sweep(self, seconds=0.0):
        self.hands.now += seconds
        found = clock.sweep(self.wired)
        self.table.wake()
        return found


@pytest.fixture
def aws():
    return Aws()


@pytest.mark.parametrize(
    ("wait", "slack"),
    [
        (-900, 45),
        (0, 45),
        (60, 45),
        (900, 56.25),
        (3599, 3599 / 16),
        (3600, 1800),
        (HOUR * 5, HOUR * 2.5),
        (HOUR * 8, HOUR * 96),
        (HOUR * 99, HOUR * 96),
    ],
)
def test_what_a_lost_timer_adds_is_short_against_the_wait_but_days_where_it_is_long(wait, slack):
    assert due_index.slack(wait) == slack


@pytest.mark.parametrize(
    ("was_due", "lies", "due", "moved"),
    [
        (0, 0, 5000, True),  # it comes into the index
        (5000, 5245, 5000, False),
        (5000, 5245, 9000, False),  # the sweep will find it early
        (5000, 5245, 5100, False),
        (5000, 5245, 4999, False),  # hardly sooner
        (5000, 5245, 4900, False),
        (5000, 7000, 4900, True),
        (5000, 5245, 1010, True),
        (5000, 1001, 1010, False),
        (900, 1000, 5000, True),  # the sweep has found it
        (900, 945, 5000, True),
    ],
)
def test_an_entry_moves_when_it_is_no_net_any_more(was_due, lies, due, moved):
    entry = due_index.entry(due, 1000.0, was_due, lies)
    assert (entry != lies) == moved
    assert entry <= due + due_index.LONGEST + 1
    assert not moved or entry > due


@pytest.mark.whole
@given(st.lists(st.tuples(st.floats(0, 90_000), st.floats(-100, 200_000)), min_size=1, max_size=20))
def test_however_a_game_is_played_its_entry_is_never_much_later_than_it_is_due(steps):
    aws = Aws()
    for n, (passing, wait) in enumerate(steps):
        aws.hands.now += passing
        due = aws.hands.now + wait
        kept = aws.save(due, n + 1)
        assert (kept.moment, kept.version) == (due, n + 1)
        assert kept.when <= due + due_index.LONGEST + 1


def test_a_game_that_is_played_on_leaves_its_entry_where_it_is(aws):
    first = aws.save(NOW + 24 * HOUR).when
    for n in range(2, 9):
        aws.hands.now += 8 * HOUR
        assert aws.save(aws.hands.now + 24 * HOUR, n).when == first
    assert aws.save(aws.hands.now + 60, 9).when == aws.hands.now + 60 + 45
    assert aws.save(0.0, 10).index == ""


def test_a_game_that_was_not_read_before_is_laid_where_it_lasts(aws):
    aws.table.write([PutItem(Item("game/g", "session", b"", 1, index=DUE, when=NOW + 24 * HOUR))])
    assert (aws.kept.moment, aws.kept.when) == (NOW + 24 * HOUR, NOW + 120 * HOUR)


def test_the_sweep_lays_anew_what_came_up_too_early_and_calls_nothing_late(aws, caplog):
    aws.save(NOW + 2 * HOUR)
    aws.hands.now += HOUR
    aws.save(NOW + 9 * HOUR, 2)
    before = aws.kept
    found = aws.sweep(2 * HOUR)
    assert found == {"LateGames": 0, "WaitingPlaces": 0, "DeadlineAge": 0.0, "OutboxAge": 0.0}
    assert aws.kept == msgspec.structs.replace(before, when=NOW + 105 * HOUR)
    assert (aws.sent, caplog.messages) == ([], [])


def test_a_sweep_lays_no_more_than_it_has_time_for_and_the_next_one_goes_on(aws, monkeypatch):
    monkeypatch.setattr(clock, "MOST_LAID", 2)
    games = [Item(f"game/{n}", "session", b"", 1, index=DUE, when=NOW + n, due=NOW + HOUR) for n in range(3)]
    aws.raw.write([PutItem(game) for game in games])
    left: list[int] = []
    while len(left) < 3:
        aws.sweep(60.0)
        left.append(len(aws.raw.due_before(DUE, aws.hands.now)))
    assert left == [1, 0, 0]


def test_a_sweep_sends_only_so_many_errands_and_the_longest_waiting_first(aws, monkeypatch):
    monkeypatch.setattr(clock, "MOST_SENT", 2)
    aws.raw.write([PutItem(Item(f"game/{n}", "session", b"", 1, index=DUE, when=NOW - 100 * n)) for n in range(1, 4)])
    assert aws.sweep()["LateGames"] == 3
    assert aws.sent == ["3", "2"]


@pytest.mark.parametrize(("late", "sent"), [(-1, []), (0, []), (44, []), (45, ["g"]), (700, ["g"])])
def test_how_late_a_game_is_goes_by_when_it_is_due(aws, late, sent):
    due = NOW + 1000.0
    aws.raw.write([PutItem(Item("game/g", "session", b"", 1, index=DUE, when=NOW + 900.0, due=due))])
    found = aws.sweep(1000.0 + late)
    assert (found["LateGames"], found["DeadlineAge"], aws.sent) == (len(sent), max(0.0, late), sent)
    assert (aws.kept.when != NOW + 900.0) == (late < 0)  # what is due is left to whoever sees to it


def test_whoever_plays_while_the_sweep_looks_is_not_undone(aws):
    aws.save(NOW + 100.0)
    aws.save(NOW + HOUR, 2)
    aws.hands.now += 200.0
    early = clock.come_up(aws.wired)
    played = Item("game/g", "session", b"played", 3, index=DUE, when=NOW + 2 * HOUR)
    aws.raw.write([PutItem(played, 2)])
    clock.lay_anew(aws.wired, early)
    assert aws.kept == played


def test_a_game_that_has_left_the_shelf_meanwhile_stays_off_it(aws, monkeypatch):
    aws.save(NOW + 100.0)
    aws.save(0.0, 2)
    monkeypatch.setattr(aws.host.store, "due", lambda _: ["g", "gone"])  # as the index knew it
    assert clock.come_up(aws.wired) == []


def test_a_timer_that_was_lost_twice_is_found_some_days_later(aws):
    """Nothing but the sweep runs, every ten minutes."""
    game = games.create(aws.host, Command("c", "ann"), "toy", {"laps": 1}).game
    for person in ("ann", "bob"):
        games.join(aws.host, Command(by=person), game, Guest(person, person))
    games.begin(aws.host, Command(by="ann"), game)
    due = aws.raw.get(f"game/{game}", "session").moment
    assert due == NOW + 12 * HOUR
    while not aws.sent:
        aws.sweep(600.0)
    assert due + 96 * HOUR <= aws.hands.now <= due + 96 * HOUR + 600
    assert ticking.tick(aws.host, game)
