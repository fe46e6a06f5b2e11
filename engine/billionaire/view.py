"""What the public and each player may see."""

from __future__ import annotations

from engine.billionaire.state import Billionaire
from engine.kernel.text import PUBLIC, phrase
from engine.kernel.view import Own, Panel, Standing, View

TITLE = "Billionaire"


def view(state: Billionaire, who: str) -> View:
    """The game for one pair of eyes."""
    seen = View(
        title=TITLE,
        stage=phrase("Round {round}", round=state.round),
        target=state.options.goal,
        currency="$",
        panels=[Panel("board", TITLE, "")],
        standings=[Standing(place, player, state.worth(player)) for place, player in state.standings()],
        over=state.phase == "over",
    )
    if who != PUBLIC and who in state.players:
        seen.own = Own(who)
    return seen
