"""Who wins the race when several have reached the target."""

from types import SimpleNamespace

import pytest

from engine.season7.cycle import find_champions


def season(**players):
    """A season with these still in, each with their total and those after whom they surely reached the target."""
    kept = {who: SimpleNamespace(total=total, behind=behind) for who, (total, *behind) in players.items()}
    return SimpleNamespace(players=kept, list_finishers=lambda: [*kept])


@pytest.mark.parametrize(
    ("players", "champions"),
    [
        ({}, []),
        ({"Ann": (20,), "Bob": (30,)}, ["Bob"]),
        ({"Ann": (20,), "Bob": (30, "Ann")}, ["Ann"]),
        ({"Ann": (20,), "Bob": (20,)}, ["Ann", "Bob"]),
        ({"Ann": (20,), "Bob": (30, "Cat")}, ["Bob"]),  # Cat has left the game
        ({"Ann": (20, "Cat"), "Bob": (30, "Ann"), "Dan": (20,)}, ["Ann", "Dan"]),
    ],
)
def test_who_reached_it_after_somebody_still_in_does_not_win(players, champions):
    assert find_champions(season(**players)) == champions
