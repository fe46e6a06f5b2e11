"""Where games lie in their index: seldom moved, never lost, and looked at when it is time and no sooner."""

import dataclasses
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core import games
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.core.store.items import DUE, Item, PutItem, place_in_due_index
from host.doors.aws import clock
from host.doors.aws.settings import AwsSettings
from host.doors.aws.tables import PrefetchingTable, WakeupTable
from host.doors.aws.wiring import DeployedHost
from tests.host.conftest import Hands

NOW, HOUR = 1_800_000_000.0, 3600.0


class Aws:
    """The process of a function, whose timers are all lost, and all that it asks for."""

    def __init__(self, table=None):
        self.hands, self.raw, self.sent = Hands(NOW), table or MemoryTable(), []
        self.table = WakeupTable(self.raw, self, self, self.hands)
        self.host = HostContext(Store(self.table), Config(beat=55.0, outage=1e9), self.hands)
        settings = AwsSettings("table", "queue", "clock", "role", "rtab")
        queue: Any = self
        self.wired = DeployedHost(self.host, self.table, PrefetchingTable(self.table), queue, settings)

    def set_timer(self, game_id, due, *, anew):
        """No timer ever comes."""

    def send_messages(self, games, _places, _once="", _hops=0):
        self.sent += games

    @property
    def kept(self):
        return self.raw.get("game/g", "session")

    def sweep(self, seconds=0.0):
        self.hands.now += seconds
        found = clock.sweep_late(self.wired)
        self.table.wake()
        return found


@pytest.fixture
def aws():
    return Aws()


@pytest.mark.parametrize(
    ("entry_at", "due", "moved"),
    [
        (0, 5000, True),  # it comes into the index
        (5000, 5000, False),
        (5000, 9000, False),  # the sweep will find it early
        (5000, 4999, True),
        (900, 5000, True),  # the sweep has found it
        (900, 950, True),  # late already
    ],
)
def test_an_entry_moves_when_it_would_come_up_late(entry_at, due, moved):
    game = place_in_due_index(Item("game/g", "session"), due, 1000.0, entry_at)
    assert (game.when != entry_at) == moved
    assert (game.moment, game.index) == (due, DUE)
    assert game.when <= due


@pytest.mark.whole
@given(st.lists(st.tuples(st.floats(0, 90_000), st.floats(-100, 200_000)), min_size=1, max_size=20))
def test_however_a_game_is_played_its_entry_is_never_later_than_it_is_due(steps):
    now, game = NOW, Item("game/g", "session")
    for passing, wait in steps:
        now += passing
        game = place_in_due_index(game, now + wait, now, game.when)
        assert game.moment == now + wait
        assert game.when <= game.moment


def test_the_sweep_lays_anew_what_came_up_too_early_and_calls_nothing_late(aws, caplog):
    early = Item("game/g", "session", b"", 2, index=DUE, when=NOW + 2 * HOUR, due=NOW + 9 * HOUR)
    aws.raw.write([PutItem(early)])
    found = aws.sweep(3 * HOUR)
    assert found == {
        "rtab_open_games": 1,
        "rtab_late_games": 0,
        "rtab_waiting_places": 0,
        "rtab_deadline_age_seconds": 0.0,
        "rtab_outbox_age_seconds": 0.0,
    }
    assert aws.kept == msgspec.structs.replace(early, when=NOW + 9 * HOUR, due=0.0)
    assert (aws.sent, caplog.messages) == ([], [])


def test_a_sweep_lays_no_more_than_it_has_time_for_and_the_next_one_goes_on(aws, monkeypatch):
    monkeypatch.setattr(clock, "MOST_SEEN", 2)
    games = [Item(f"game/{n}", "session", b"", 1, index=DUE, when=NOW + n, due=NOW + HOUR) for n in range(3)]
    aws.raw.write([PutItem(game) for game in games])
    left: list[int] = []
    while len(left) < 3:
        aws.sweep(60.0)
        left.append(len(aws.raw.due_before(DUE, aws.hands.now)))
    assert left == [1, 0, 0]


def test_a_sweep_sends_only_so_many_errands_and_the_longest_waiting_first(aws, monkeypatch):
    monkeypatch.setattr(clock, "MOST_SEEN", 2)
    aws.raw.write([PutItem(Item(f"game/{n}", "session", b"", 1, index=DUE, when=NOW - 100 * n)) for n in range(1, 4)])
    assert aws.sweep()["rtab_late_games"] == 2
    assert aws.sent == ["3", "2"]


@pytest.mark.parametrize(("late", "sent"), [(-1, []), (0, []), (44, []), (45, ["g"]), (700, ["g"])])
def test_how_late_a_game_is_goes_by_when_it_is_due(aws, late, sent):
    due = NOW + 1000.0
    aws.raw.write([PutItem(Item("game/g", "session", b"", 1, index=DUE, when=NOW + 900.0, due=due))])
    found = aws.sweep(1000.0 + late)
    assert (found["rtab_late_games"], found["rtab_deadline_age_seconds"], aws.sent) == (len(sent), max(0.0, late), sent)
    assert (aws.kept.when != NOW + 900.0) == (late < 0)  # what is due is left to whoever sees to it


def test_whoever_plays_while_the_sweep_looks_is_not_undone(aws):
    aws.raw.write([PutItem(Item("game/g", "session", b"", 2, index=DUE, when=NOW + 100, due=NOW + HOUR))])
    aws.hands.now += 200.0
    early = clock.list_due_games(aws.wired)
    played = Item("game/g", "session", b"played", 3, index=DUE, when=NOW + 2 * HOUR)
    aws.raw.write([PutItem(played, 2)])
    clock.reindex_early_games(aws.wired, early)
    assert aws.kept == played


def test_a_game_that_has_left_the_index_meanwhile_stays_off_it(aws, monkeypatch):
    aws.raw.write([PutItem(Item("game/g", "session", b"", 2))])
    stale = [Item(f"game/{game}", "session", index=DUE, when=NOW) for game in ("g", "gone")]
    monkeypatch.setattr(aws.raw, "due_before", lambda *_, **__: stale)  # as the index knew it
    assert clock.list_due_games(aws.wired) == []


@pytest.mark.parametrize("pace", ["20s", "15m", "2h", "daily"])
def test_a_timer_that_is_lost_is_noticed_within_two_minutes_at_every_pace(aws, pace):
    """Nothing but the sweep runs, every minute; two players have answered since the entry was made."""
    game = games.open_lobby(aws.host, Command("c", "ann"), "toy", {"laps": 1}, pace).game
    for person in ("ann", "bob"):
        games.sit_at_table(aws.host, Command(by=person), game, Guest(person, person))
    games.start_game(aws.host, Command(by="ann"), game)
    aws.hands.now += 1.0
    games.make_unasked_play(aws.host, Command(by="ann"), game, "shout")
    aws.table.wake()
    aws.sent.clear()
    due = aws.raw.get(f"game/{game}", "session").moment
    if due - aws.hands.now > 600:
        aws.sweep(due - aws.hands.now - 300)
    ages = []
    while not aws.sent:
        ages.append(aws.sweep(60.0)["rtab_deadline_age_seconds"])
    assert due < aws.hands.now <= due + 120
    assert ages[-1] == pytest.approx(aws.hands.now - due)  # what the alarm looks at
    assert aws.sent == [game]
    assert ticking.run_due_steps(aws.host, game)


@pytest.mark.whole
def test_twenty_thousand_games_are_woken_in_pages_and_whoever_is_cut_off_is_followed(aws, monkeypatch):
    games_there = [Item(f"game/{n:05d}", "session", b"", 1, index=DUE, when=NOW + HOUR + n % 7) for n in range(20_000)]
    for start in range(0, len(games_there), 100):
        aws.raw.write([PutItem(game) for game in games_there[start : start + 100]])
    aws.host.store.save_beat(NOW - 10 * HOUR)
    aws.host = dataclasses.replace(aws.host, config=Config(beat=55.0, outage=240.0))
    aws.wired = aws.wired._replace(host=aws.host)
    pages, calls, send = list[int](), 0, aws.send_messages

    def slow(games, places, once="", hops=0):
        nonlocal calls
        calls += 1
        if calls % 9 == 0:  # the queue is out of order, or the function is stopped
            raise TimeoutError
        pages.append(len(games))
        aws.hands.now += 1.0
        send(games, places, once, hops)

    monkeypatch.setattr(aws, "send_messages", slow)
    sweeps = 0
    while aws.host.store.load_wake_cursor() or not sweeps:
        sweeps += 1
        with suppress(TimeoutError):
            aws.sweep(60.0)
    assert sorted(aws.sent) == [game.pk.removeprefix("game/") for game in games_there]
    assert max(pages) == ticking.WOKEN_TOGETHER
    assert 4 < sweeps < 12
    assert len(aws.host.store.load_outages()) == 1  # one outage, and no more while games are woken
