"""Some worlds of every kind; many more with `make chaos`."""

from collections import Counter

import pytest

from tests.chaos.weather import Weather
from tests.chaos.world import World, lived, ready, world

WORLDS = 20


@pytest.fixture(autouse=True)
def rules():
    ready()


@pytest.mark.parametrize("seed", range(WORLDS))
def test_whatever_goes_wrong_every_game_ends_as_its_calm_twin_and_every_law_is_kept(seed):
    assert lived(world(seed)).inputs > 5


def test_on_a_calm_day_nothing_happens_twice():
    result = lived(World("calm", Weather()))
    assert result.brought == result.updates
    assert +result.befell <= Counter(conflict=1)  # whoever is about to earn something is looked at once more
