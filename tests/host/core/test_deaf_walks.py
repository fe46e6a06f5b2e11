"""A platform at which the host has to look for messages cannot be reached now and then, the host is down now and then,
and clocks are stopped and started in between: nobody loses time in which nothing that they wrote could be read.
"""

from random import Random

import pytest

from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.session import Command
from host.core.store import MemoryTable, Store
from tests.host.conftest import begun

OPERATOR, PLATFORM = Command(operator=True), "t"
CONFIG = Config(listened={PLATFORM: 0.0})
STEPS = 60
SHORT, LONG, DOWN = (0, 30), (int(CONFIG.silence) + 1, 2000), (int(CONFIG.outage) + 1, 2000)


class Listening:
    """A game on a host that hears its platform or does not, and the moment that its clocks should show."""

    def __init__(self, hands):
        self.hands, self.host = hands, HostContext(Store(MemoryTable()), CONFIG, hands)
        self.game = begun(self.host)
        (self.due,) = self.dues()
        self.deaf = False
        self.lost = {False: 0, True: 0}  # while clocks ran, and while they stood
        ticking.mark_platform_read(self.host, PLATFORM, hands.now)

    def dues(self):
        return {round(clock.due, 3) for clock in self.load().clocks.values()}

    def load(self):
        (saved,) = self.host.store.load_games([self.game])
        return saved.session

    def pass_by(self, seconds, *, lost):
        self.hands.now += seconds
        paused = bool(self.load().paused)
        self.lost[paused] += seconds if lost or paused else 0

    def hear(self, luck):
        """It can be heard again after some seconds, which is noted after some more, and for some time."""
        self.pass_by(luck.randrange(*SHORT), lost=self.deaf)
        ticking.credit_platform_gap(self.host, PLATFORM, self.hands.now)
        self.pass_by(luck.randrange(*SHORT), lost=False)
        ticking.credit_platform_gap(self.host, PLATFORM, self.hands.now)
        self.pass_by(luck.randrange(int(CONFIG.silence)), lost=False)
        ticking.mark_platform_read(self.host, PLATFORM, self.hands.now)
        self.deaf = False

    def miss(self, luck):
        """It cannot be heard for long, though the host works."""
        self.pass_by(luck.randrange(*LONG), lost=True)
        self.deaf = True

    def go_down(self, luck):
        """It cannot be heard for a moment, and then the host is down."""
        self.pass_by(luck.randrange(*SHORT), lost=True)
        self.host.store.save_beat(self.hands.now)
        self.pass_by(luck.randrange(*DOWN), lost=True)
        ticking.record_heartbeat(self.host)
        ticking.expire_question(self.host, self.game, "")
        self.deaf = False

    def stop_or_start(self, luck):
        """The host stops the clocks or starts them, or the game is removed or brought back."""
        if self.load().removed:
            assert ticking.restore_game(self.host, OPERATOR, self.game).ok
        if self.load().paused:
            self.pass_by(luck.randrange(*SHORT), lost=True)
            assert ticking.resume_session_clocks(self.host, OPERATOR, self.game).ok
        else:
            stop = luck.choice((ticking.pause_session_clocks, ticking.remove_game))
            assert stop(self.host, OPERATOR, self.game).ok


@pytest.mark.parametrize("seed", range(10))
def test_nobody_loses_time_in_which_nothing_could_be_read(hands, seed):
    luck, it = Random(seed), Listening(hands)
    for _ in range(STEPS):
        luck.choice((it.hear, it.miss, it.go_down))(luck)
        it.host.store.save_beat(hands.now)
        if not (it.deaf or it.load().paused):
            assert it.dues() == {it.due + sum(it.lost.values())}
        if luck.random() < 0.3:
            it.stop_or_start(luck)
    assert all(it.lost.values())


def test_what_was_not_heard_before_an_outage_is_given_back_though_the_platform_is_heard_before_the_game_is_looked_at(
    hands,
):
    walk = Listening(hands)
    walk.pass_by(LONG[0] + 250, lost=True)
    walk.host.store.save_beat(walk.hands.now)
    walk.pass_by(DOWN[0] + 258, lost=True)
    ticking.record_heartbeat(walk.host)
    for _ in range(2):
        ticking.credit_platform_gap(walk.host, PLATFORM, walk.hands.now)
    ticking.mark_platform_read(walk.host, PLATFORM, walk.hands.now)
    ticking.expire_question(walk.host, walk.game, "")
    assert walk.dues() == {walk.due + walk.lost[False]}
