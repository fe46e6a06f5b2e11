"""What those who watch may predict: which answer is right, and who wins. From what everybody sees and hears."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.question import Option
from engine.kernel.text import PUBLIC, Told, phrase
from engine.ladder import stage
from engine.ladder.state import LETTERS, Ladder

RIGHT, GAME = "right", "game"


def offered(state: Ladder) -> Iterator[Forecast]:
    """The question on the table, for who neither climbs nor hosts; and the game, for who has no part in it."""
    here = state.here()
    if state.phase == "question" and state.card is not None:
        text = phrase("{question} Which answer is right?", question=state.card.question)
        yield Forecast(RIGHT, text, stage.labelled(state, LETTERS), [*state.climbing(), state.host])
    if state.phase != "over" and len(here) > 1:
        seats = [Option(who, who) for who in here]
        yield Forecast(GAME, phrase("Who wins the game?"), seats, here)


def outcomes(told: Told) -> Iterator[Outcome]:
    """The answer is told, or the champions are."""
    if told.to != PUBLIC:
        return
    if told.text in (stage.ANSWER, stage.CREDITED):
        yield Outcome(RIGHT, [told.facts["letter"]])
    elif told.text in (stage.OVER, stage.SHARED):
        yield Outcome(GAME, told.facts["who"])
