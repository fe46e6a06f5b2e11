"""What those who watch may predict: who wins the auction, and who the game. From what everybody sees and hears."""

from __future__ import annotations

from collections.abc import Iterator

from engine.billionaire.events import (
    AuctionCalledOff,
    AuctionOfThreeOpened,
    AuctionOpened,
    GameWon,
    LotBought,
    LotUnwanted,
)
from engine.billionaire.state import Billionaire
from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.question import Option
from engine.kernel.text import PUBLIC, Told, phrase

AUCTION, GAME = "auction", "game"


def list_billionaire_forecasts(state: Billionaire) -> Iterator[Forecast]:
    """Yield what spectators may predict: who wins the auction until its bids are shown, and who wins the game."""
    here = state.here()
    seats = [Option(who, who) for who in here]
    if state.auction and not state.revealed and state.phase != "over":
        yield Forecast(AUCTION, phrase("Who wins the auction?"), seats, here)
    if state.phase != "over" and len(here) > 1:
        yield Forecast(GAME, phrase("Who wins the game?"), seats, here)


def list_billionaire_outcomes(told: Told) -> Iterator[Outcome]:
    """Yield the outcomes of forecasts that a public event settles: an auction bought, void or replaced, or the game
    won.
    """
    if told.to != PUBLIC:
        return
    match told.event:
        case LotBought(who=who):
            yield Outcome(AUCTION, [who])
        case LotUnwanted() | AuctionCalledOff() | AuctionOpened() | AuctionOfThreeOpened():
            yield Outcome(AUCTION)
        case GameWon(who=champions):
            yield Outcome(GAME, champions)
