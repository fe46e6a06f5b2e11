"""The law of deadlines knows when no clock ran."""

import pytest

from engine.rulesets import RULESETS
from host.core import games
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from tests.chaos.broken import Broken
from tests.chaos.outside import HANG, Outside
from tests.chaos.simulation import START, Process, Simulation
from tests.chaos.timely import Waits
from tests.chaos.weather import MINUTE, Weather
from tests.rulesets.toy import Toy

PACE = 600.0


class Begun:
    """A game of Ann and Bob that has just begun, under the eyes of the law."""

    def __init__(self):
        self.now = 1_000_000.0
        self.host = HostContext(Store(MemoryTable()), Config(), lambda: self.now)
        self.game = games.open_lobby(self.host, Command(by="ann"), "toy", {}, "10m").game
        for person in ("ann", "bob"):
            games.sit_at_table(self.host, Command(by=person), self.game, Guest(person, person))
        games.start_game(self.host, Command(by="ann"), self.game)
        self.waits = Waits([], slack=1.0, late=0.0)
        self.seen()

    @property
    def session(self):
        saved = self.host.store.load_game(self.game)
        assert saved is not None
        return saved.session

    def seen(self):
        """The law sees what was saved last."""
        self.waits.add(self.now, self.host.store.load_log(self.game)[-1], self.session)

    def after(self, seconds, deed):
        """So much later, in which the host was never down, Ann does this."""
        for _ in range(int(seconds // MINUTE)):
            self.now += MINUTE
            ticking.record_heartbeat(self.host)
        self.now += seconds % MINUTE
        assert deed(self.host, Command(by="ann"), self.game).ok
        self.seen()

    def answers(self, host, command, game):
        """She answers what she is asked."""
        (question,) = [key for key, clock in self.session.clocks.items() if clock.who == "p1"]
        return games.submit_answer(host, command, game, question, 3)


@pytest.fixture
def begun(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())
    return Begun()


def test_whoever_answers_while_the_clocks_are_stopped_is_not_late(begun):
    begun.after(100.0, ticking.pause_session_clocks)
    begun.after(PACE, begun.answers)


def test_once_they_run_again_only_that_time_is_given_back(begun):
    begun.after(100.0, ticking.pause_session_clocks)
    begun.after(PACE, ticking.resume_session_clocks)
    with pytest.raises(Broken, match="came too late"):
        begun.after(PACE - 90.0, begun.answers)


def test_whoever_was_late_before_they_were_stopped_is_late(begun):
    begun.after(PACE + 10.0, ticking.pause_session_clocks)
    with pytest.raises(Broken, match="came too late"):
        begun.after(100.0, begun.answers)


def test_at_home_a_save_that_hangs_holds_up_the_signs_of_life_too_so_the_time_is_given_back():
    outside = Outside(Simulation("hangs"), Weather(latency=0.0))
    outside.hangs_whole, woken = True, []
    outside.planned = (1, "hang")

    def save():
        outside.step("write")
        woken.append(("save", outside.sim.now - START))

    def beat():
        outside.step("beat")
        woken.append(("beat", outside.sim.now - START))

    outside.sim.start(Process("listener"), save)
    outside.sim.after(5.0, lambda: outside.sim.start(Process("clock"), beat))
    outside.sim.run(START + 200.0)
    assert woken == [("save", HANG), ("beat", HANG)]
