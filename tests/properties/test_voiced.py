"""Whatever the host's voice says of a season is true: names, sums, totals, places, and why a line was chosen."""

from random import Random

import pytest

from engine.kernel import Game
from engine.season7.rules import SEASON7
from engine.season7.voice.narrator import RaceMemory
from tests.properties.voiced import Oracle
from workshop.bots import sample_players

OFTEN = ("cash.six/any", "booster/any", "bomb.left/any", "round.end/pairs", "bomb.yours/any", "seal.all/any")


def heard(players, seed, inputs, **options):
    """So many inputs of a season by careless players, every line of which was looked at."""
    dice, game = Random(seed), Game.start(SEASON7, [f"p{n}" for n in range(1, players + 1)], options, seed, keep=False)
    oracle = Oracle(game, options)
    oracle.hear(game.told)
    while inputs and not game.over:
        sample_players.move_carelessly(game, dice)
        oracle.hear(game.told)
        inputs -= 1
    return oracle


@pytest.mark.whole
@pytest.mark.parametrize(("players", "seed"), [(4, "voiced 1"), (9, "voiced 2")])
def test_every_line_of_a_season_is_true(players, seed):
    oracle = heard(players, seed, 1500)
    assert oracle.lines.total() > 900
    assert [name for name in OFTEN if not oracle.lines[name]] == []


@pytest.mark.slow
@pytest.mark.parametrize("n", range(12))
def test_every_line_of_many_whole_seasons_is_true(n):
    heard((3, 4, 6, 12)[n % 4], f"voiced whole {n}", 100_000)


@pytest.mark.whole
@pytest.mark.parametrize("name", ["find_place", "find_sole_leader", "find_sole_last"])
def test_a_voice_that_gets_something_wrong_is_found_out(monkeypatch, name):
    monkeypatch.setattr(
        RaceMemory,
        name,
        {"find_place": lambda *_: 2, "find_sole_leader": lambda _: "p2", "find_sole_last": lambda _: "p2"}[name],
    )
    with pytest.raises(AssertionError):
        heard(4, "voiced 1", 1500)
