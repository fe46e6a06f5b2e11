"""What those who watch may predict: which answer is right, and who wins. From what everybody sees and hears."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.question import Option
from engine.kernel.text import PUBLIC, Told, phrase
from engine.ladder import events, stage
from engine.ladder.plays import GUESS
from engine.ladder.state import LADDER_LETTERS, Ladder

RIGHT, GAME = "right", "game"


def list_ladder_forecasts(state: Ladder) -> Iterator[Forecast]:
    """Yield what can be predicted: the right answer, for spectators without influence; and the winner of the game."""
    here = state.here()
    for rung, page in state.map_questions_in_play().items():
        text = phrase("{question} Which answer is right?", question=page.card.question)
        key, number, of = (f"{RIGHT}/{rung}", rung, f"stage/quiz.{rung}") if state.pages else (RIGHT, 0, "stage/quiz")
        options, barred = stage.list_letter_options(state, LADDER_LETTERS, number), [*state.list_climbers(), state.host]
        yield Forecast(key, text, options, barred, GUESS * (not number), of)
    if state.phase != "over" and len(here) > 1:
        seats = [Option(who, who) for who in here]
        yield Forecast(GAME, phrase("Who wins the game?"), seats, here)


def list_ladder_outcomes(told: Told) -> Iterator[Outcome]:
    """Yield the predictions that an announcement decides: the right answer, or the winners."""
    if told.to != PUBLIC:
        return
    match told.event:
        case events.RightAnswerShown(letter=letter, rung=rung):
            yield Outcome(RIGHT, [letter])
            yield Outcome(f"{RIGHT}/{rung}", [f"{rung}{letter}"])  # where the first come at once, each by its rung
        case events.GameWon(who=champions) if champions:
            yield Outcome(GAME, champions)
