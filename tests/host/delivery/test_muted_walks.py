"""A place where the bot may not write stops the clocks of its games, and starts again just those, however often it is
muted, and whatever people do to the clocks before, meanwhile and after.
"""

from random import Random

import pytest

from engine.kernel import Told
from host.core.deadlines import ticking
from host.core.session import Command
from host.delivery import places
from tests.host.conftest import begun

GROUP, OPERATOR = "t:group", Command(operator=True)
STEPS = 40


def build_line(_session):
    return Told("I may not write there.", {})


@pytest.mark.parametrize("seed", range(6))
def test_a_place_starts_just_the_clocks_that_it_has_stopped(host, hands, seed):
    luck, muted, acts = Random(seed), False, dict.fromkeys(("mute", "write", "pause", "resume"), 0)
    stopped = dict.fromkeys((begun(host), begun(host)), "")  # by whom
    for _ in range(STEPS):
        hands.now += luck.randrange(60, 10_000)
        host.store.save_beat(hands.now)
        act, game = luck.choice([*acts]), luck.choice([*stopped])
        if act == "mute":
            places.stop_muted_place(host, GROUP, build_line)
            stopped = {each: by or ("" if muted else "the place") for each, by in stopped.items()}
            muted = True
        elif act == "write":
            places.resume_muted_place(host, GROUP)
            stopped = {each: "" if by == "the place" else by for each, by in stopped.items()}
            muted = False
        elif act == "pause":
            ticking.pause_session_clocks(host, OPERATOR, game)
            stopped[game] = stopped[game] or "people"
        else:
            ticking.resume_session_clocks(host, OPERATOR, game)
            stopped[game] = ""
        acts[act] += 1
        found = {game: bool(host.store.load_game(game).session.paused) for game in stopped}
        assert found == {game: bool(by) for game, by in stopped.items()}
    assert all(acts.values())
