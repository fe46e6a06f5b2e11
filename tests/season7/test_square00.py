"""What may come of a stake on Square 00."""

import pytest

from engine.kernel.game import Game
from engine.kernel.text import format_text
from engine.season7 import square00
from engine.season7.rounds import add_round
from engine.season7.rules import SEASON7
from engine.season7.state import Season7Cell


@pytest.mark.parametrize("mystery", [True, False])
@pytest.mark.parametrize("added", [True, False])
def test_what_is_not_in_the_box_is_promised_to_nobody(mystery, added):
    out = ["Hidden Squares"] * (not mystery) + ["Minigames"] * (not added)
    season = SEASON7.create_state(["Ann", "Bob"], {"without": out})
    season.cycle, season.phase = 1, "quadrants"
    r = add_round(season, "Q1", "Q1", ["Ann", "Bob"], rows=1, columns=2)
    r.cells, r.stage, r.turn = [Season7Cell("£100,000"), Season7Cell("£200,000")], "play", "Ann"
    r.seats["Bob"].status = "out"
    game = Game.start_from_state(SEASON7, season, "secret")
    (stake,) = game.list_questions()
    assert stake.key == "square00.stake"
    asked = format_text(stake.text, stake.facts)
    assert ("hidden squares" in asked) == mystery
    assert ("keep the bonus and play" in asked) == added
    assert ("MYSTERY PRIZE" in square00.list_stake_outcomes(season.options)) == mystery
    assert ("ADD MINIGAME" in square00.list_stake_outcomes(season.options)) == added
