"""What is counted for people, and what it earns them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.billionaire.events import (
    AuctionCalledOff,
    AuctionOfThreeOpened,
    AuctionOpened,
    BidsTied,
    FightRolled,
    GameWon,
    InvestmentForfeited,
    InvestmentTaken,
    LotBought,
    LotUnwanted,
    ProfitForfeited,
    SecurityPlayed,
)
from engine.billionaire.state import Billionaire
from engine.kernel.event import Event
from engine.kernel.question import Forecast, Option, Outcome
from engine.kernel.ruleset import Achievement, Deed
from engine.kernel.text import PUBLIC, Told, phrase

BARGAIN, SUPER_RICH = 25, 1_100_000_000  # how often the price is in the value; with what a game is won

BILLIONAIRE_ACHIEVEMENTS = (  # rare: fewer than about one in twenty players earn one in a game
    Achievement("Portfolio", "Buy fifty Investments.", "bought", 50),
    Achievement("Raider", "Take ten Investments from other players.", "captured", 10),
    Achievement("Bodyguard", "Play Security ten times.", "security", 10),
    Achievement("Bluffer", "Win an auction with a bid that you cannot pay.", "forfeit", 1),
    Achievement("Tycoon", "Win ten games.", "won", 10),
    Achievement("Super-Rich", "Win a game with $1,100,000,000 or more.", "super_rich", 1),
    Achievement("Steal of the Century", "Buy Investments for a 25th of their value.", "steals", 1),
    Achievement("Winner's Curse", "Buy Investments for twice their value.", "curses", 1),
    Achievement("Fourth Time Lucky", "Win an auction that was tied four times.", "ties_won", 1),
    Achievement("Six to One", "Win a Proxy Fight by six to one.", "six_to_one", 1),
)

BILLIONAIRE_TALLIES = {
    "won": "{n:n} {n:game|games} won as a billionaire",
    "bought": "{n:n} {n:Investment|Investments} bought",
    "spent": "{n:$} paid for Investments",
    "bargain": "most bought at once: {n:$} in Investments",
    "captured": "{n:n} {n:Investment|Investments} taken from other players",
    "security": "{n:n} {n:Security|Securities} played",
    "forfeit": "{n:n} {n:bid|bids} that could not be paid",
}


def list_billionaire_deeds(told: Told) -> Iterator[Deed]:
    """Yield what an announcement adds to players' statistics: Investments bought (how many, for how much, and the most
    at once) or captured, Security cards played, cards forfeited, games won, and rare feats.
    """
    event = told.event
    yield from list_billionaire_feats(event)
    match event:
        case GameWon(who=champions):
            yield from (Deed(who, "won") for who in champions)
        case LotBought(who, lot, worth, amount):
            yield Deed(who, "bought", len(lot))
            yield Deed(who, "spent", amount)
            yield Deed(who, "bargain", worth, best=True)
        case InvestmentTaken(winner=winner):
            yield Deed(winner, "captured")
        case SecurityPlayed(who=who):
            yield Deed(who, "security")
        case InvestmentForfeited(who=who) | ProfitForfeited(who=who):
            yield Deed(who, "forfeit")


def list_billionaire_feats(event: Event | None) -> Iterator[Deed]:
    """Yield the rare feats that one event shows, for which players get medals, such as an auction won at a bargain
    price; nothing for other events or None.
    """
    match event:
        case GameWon(who=champions, amount=amount) if amount >= SUPER_RICH:
            yield from (Deed(who, "super_rich") for who in champions)
        case LotBought(who=who, worth=worth, amount=amount) if 0 < amount * BARGAIN <= worth:
            yield Deed(who, "steals")
        case LotBought(who=who, worth=worth, amount=amount) if amount >= 2 * worth:
            yield Deed(who, "curses")
        case BidsTied(first=first) if first:
            yield Deed(first, "ties_won")
        case FightRolled(who=who, mine=mine, whom=whom, theirs=theirs) if {mine, theirs} == {1, 6}:
            yield Deed(who if mine > theirs else whom, "six_to_one")


AUCTION, GAME = "auction", "game"


def list_billionaire_forecasts(state: Billionaire) -> Iterator[Forecast]:
    """Yield what spectators may predict now: who wins the current auction, until its bids are shown, and who wins the
    game.
    """
    here = state.here()
    seats = [Option(who, who) for who in here]
    if state.auction and not state.revealed and state.phase != "over":
        yield Forecast(AUCTION, phrase("Who wins the auction?"), seats, here)
    if state.phase != "over" and len(here) > 1:
        yield Forecast(GAME, phrase("Who wins the game?"), seats, here)


def list_billionaire_outcomes(told: Told) -> Iterator[Outcome]:
    """Yield the results of spectators' predictions that a public announcement decides: who has won the auction, that it
    is void (also, when another one opens, whatever was predicted before), and who has won the game.
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
