"""A game is paused, resumed, removed and restored in any order: only the time in which its clocks run is anybody's."""

from random import Random

import pytest

from host.core.deadlines import ticking
from host.core.session import Command
from tests.host.core.timing import DAY

OPERATOR = Command(operator=True)
ACTS = (
    ticking.pause_session_clocks,
    ticking.resume_session_clocks,
    ticking.remove_game,
    ticking.restore_game,
)
STEPS = 40
LONGEST_STEP = DAY / STEPS / 2  # so that nobody has used up their day


@pytest.mark.parametrize("seed", range(12))
def test_people_lose_the_time_in_which_clocks_run_and_no_other(host, hands, playing, seed):
    luck, ran, accepted = Random(seed), 0.0, set()
    (first, *others) = host.store.load_game(playing).session.clocks.values()
    assert all(each.due == first.due for each in others)
    left = first.due - hands.now
    for _ in range(STEPS):
        passed = luck.randrange(1, int(LONGEST_STEP))
        session = host.store.load_game(playing).session
        ran += 0 if session.paused else passed
        hands.now += passed
        host.store.save_beat(hands.now)
        act = luck.choice(ACTS)
        if act(host, OPERATOR, playing).ok:
            accepted.add(act)
        session = host.store.load_game(playing).session
        assert bool(session.removed) <= bool(session.paused)
        if not session.paused:
            assert {round(clock.due - hands.now, 3) for clock in session.clocks.values()} == {round(left - ran, 3)}
    assert accepted == {*ACTS}
    assert 0 < ran < left
