"""A process killed at each step that there is, between reading, saving and saying: one world for each."""

import pytest

from tests.chaos.parties import Party
from tests.chaos.weather import Weather
from tests.chaos.world import World, lived

PARTS = 8  # so that two processes may share them
FEW, SOME = 9, 30  # in the short run, one in so many steps and occasions is tried
TROUBLES = [
    "busy",
    "unanswered",
    "silent",
    "hang",
    "flood",
    "broken",
    "no_errand",
    "no_timer",
    "two_timers",
    "again",
    "twice",
]


class Evening(World):
    """The same short game each time, on a calm day, until somebody is killed."""

    def populate(self):
        party = Party("toy", {"laps": 1}, "60s", ["ann", "bob"], 0)
        party.place = "t:group0"
        self.crowd.add(party, 5.0)


@pytest.fixture(scope="module")
def calm():
    """The calm evening: how many steps it takes until everything has been said, and what might have come at which."""
    evening = Evening("evening", Weather())
    lived(evening)
    return evening.outside


@pytest.mark.whole
@pytest.mark.parametrize("part", range(2))
def test_killed_at_a_step_the_host_loses_nothing_and_does_nothing_twice(calm, part):
    for step in steps(calm)[::FEW][part::2]:
        assert met(step, "kill") == 1


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_killed_at_any_step_the_host_loses_nothing_and_does_nothing_twice(calm, part):
    for step in steps(calm)[part::PARTS]:
        assert met(step, "kill") == 1


@pytest.mark.parametrize("trouble", TROUBLES)
def test_in_trouble_now_and_then_it_loses_nothing_and_does_nothing_twice(calm, trouble):
    for step in occasions(calm, trouble)[::SOME]:
        assert met(step, trouble) > 0


@pytest.mark.slow
@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("part", range(PARTS))
def test_in_trouble_whenever_there_is_occasion_for_it(calm, trouble, part):
    for step in occasions(calm, trouble)[part::PARTS]:
        assert met(step, trouble) > 0


def steps(calm):
    """All that there are until everything has been said, and one more."""
    return range(1, calm.last_said + 2)


def occasions(calm, trouble):
    """The steps at which this trouble can come while there is still something to be said."""
    return [step for step in dict.fromkeys(calm.occasions[trouble]) if step <= calm.last_said]


def met(step, trouble):
    """An evening with this trouble at this step; how often it came."""
    evening = Evening("evening", Weather())
    evening.outside.planned = step, trouble
    evening.late = evening.latest  # whoever dies may take a timer along
    return lived(evening).befell[trouble]
