"""A process killed at each step that there is, between reading, saving and saying: one world for each."""

import pytest

from tests.chaos.parties import Party
from tests.chaos.weather import Weather
from tests.chaos.world import World, lived, ready

PARTS = 8  # so that two processes may share them


class Evening(World):
    """The same short game each time, on a calm day, until somebody is killed."""

    def populate(self):
        party = Party("toy", {"laps": 1}, "60s", ["ann", "bob"], 0)
        party.place = "t:group0"
        self.crowd.add(party, 5.0)


@pytest.fixture(autouse=True)
def rules():
    ready()


def calm_steps():
    """How many steps the calm evening takes until everything has been said."""
    evening = Evening("evening", Weather())
    lived(evening)
    return range(1, evening.outside.last_said + 2)


@pytest.mark.parametrize("part", range(PARTS))
def test_killed_at_any_step_the_host_loses_nothing_and_does_nothing_twice(part):
    for step in calm_steps()[part::PARTS]:
        assert met(step, "kill") == 1


@pytest.mark.parametrize("trouble", ["busy", "unanswered", "silent", "hang"])
def test_in_trouble_at_any_step_it_loses_nothing_and_does_nothing_twice(trouble):
    assert sum(met(step, trouble) for step in calm_steps()[::12]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("trouble", ["busy", "unanswered", "silent", "hang"])
@pytest.mark.parametrize("part", range(PARTS))
def test_in_trouble_at_each_and_every_step(trouble, part):
    assert sum(met(step, trouble) for step in calm_steps()[part::PARTS]) > 0


def met(step, trouble):
    """An evening with this trouble at this step; how often it came."""
    evening = Evening("evening", Weather())
    evening.outside.planned = step, trouble
    return lived(evening).befell[trouble]
