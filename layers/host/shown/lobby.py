"""What a lobby says of the game to come: how long it is likely to last."""

from __future__ import annotations

from engine.kernel import Words
from host.core.deadlines import expected_lengths
from host.shown.views import GameView


def list_expected_lengths(showing: GameView) -> list[Words]:
    """Return how long the game is likely to last with the present players; empty if they are too few."""
    return [
        *expected_lengths.format_expected_length(showing.ruleset, len(showing.faces), showing.pace, showing.options)
    ]
