"""What a lobby says of the game to come: how long it is likely to last."""

from __future__ import annotations

from engine.kernel import Words
from host.core.deadlines import expected_lengths
from host.shown.views import GameView


def expected(showing: GameView) -> list[Words]:
    """How long, for as many as sit here now; nothing before there are enough of them."""
    return [*expected_lengths.expectation(showing.ruleset, len(showing.faces), showing.pace, showing.options)]
