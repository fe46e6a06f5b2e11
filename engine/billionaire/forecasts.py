"""What those who watch may predict: who wins the auction, and who the game. From what everybody sees and hears."""

from __future__ import annotations

from collections.abc import Iterator

from engine.billionaire.auction import OFF, OTHERS_UNABLE, THREE_UP, UNABLE, UNWANTED, UNWANTED_BY_OTHERS, UP
from engine.billionaire.state import Billionaire
from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.question import Option
from engine.kernel.text import PUBLIC, Told, phrase

AUCTION, GAME = "auction", "game"
UNSOLD = (UNWANTED, UNWANTED_BY_OTHERS, UNABLE, OTHERS_UNABLE, OFF, UP, THREE_UP)


def offered(state: Billionaire) -> Iterator[Forecast]:
    """The auction until its bids are shown; and the game."""
    here = state.here()
    seats = [Option(who, who) for who in here]
    if state.auction and not state.revealed and state.phase != "over":
        yield Forecast(AUCTION, phrase("Who wins the auction?"), seats, here)
    if state.phase != "over" and len(here) > 1:
        yield Forecast(GAME, phrase("Who wins the game?"), seats, here)


def outcomes(told: Told) -> Iterator[Outcome]:
    """Somebody has bought, nobody bids, it is called off, a new auction begins; or the game is won."""
    if told.to != PUBLIC:
        return
    if told.facts.get("deed") == "bought":
        yield Outcome(AUCTION, [told.facts["who"]])
    elif told.text in UNSOLD:
        yield Outcome(AUCTION)
    elif told.facts.get("deed") == "won":
        yield Outcome(GAME, told.facts["who"])
