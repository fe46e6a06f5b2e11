"""What Billionaire does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.billionaire import events
from engine.billionaire.plays import STAYS
from engine.kernel.changes import Change

SINCE = "2026-11-22"
ROUND = "the round is played to its end when the last Investment is sold, too"
LESS = "of four players whoever begins returns their lowest Profit card"
LEFT = "Where bids were forfeited first and then nobody bids, it says that nobody else does"
STAYS_TOLD = "Who changes a standing bid hears that a bid which is already sealed stays as it is"
KEPT = "A standing bid bids only what can be paid without change while so much is kept"
SAID = "What was silent in Billionaire is said"
PASSED = "Passing one's own Headquarters is told before landing"
FOURTH = "A fourth tie is settled by who sits next, and not a fifth"
UNWANTED = "Nobody bids, and the deck is shuffled."
TIED = "{who} have bid the same. Sealed bids are made again."
SHOWN = "{who} shows {cash:$} in Profit cards: {amount:$} in all."
BOOK = "Billionaire is played as in the book unless `book=no` is agreed"
THIRD = "a standing bid for three is a third of it"
EVERYTHING = "whoever has ordered everything has a look at the end of each round"
CHANGES = (
    Change(SINCE, THIRD, events.BidShown.id, event=events.BidShown, ruling=True),
    Change(SINCE, EVERYTHING, events.Landed.id, ruling=True),
    Change(SINCE, BOOK, events.GoalReached.id, ruling=True),
    Change(SINCE, BOOK, events.FirstTurnPaid.id, ruling=True),
    Change(SINCE, BOOK, events.LastInvestmentSold.id, ruling=True),
    Change(SINCE, LEFT, UNWANTED, event=events.LotUnwanted, now=events.LotUnwanted.variants[1]),
    Change(SINCE, STAYS_TOLD, "", STAYS),
    Change(SINCE, SAID, event=events.AuctionCalledOff),
    Change(SINCE, SAID, event=events.NothingLeftToSell),
    Change(SINCE, SAID, TIED, event=events.BidsTied, now=events.BidsTied.variants[0]),
    Change(SINCE, SAID, UNWANTED, event=events.LotUnwanted, now=events.LotUnwanted.variants[0]),
    Change(SINCE, SAID, UNWANTED, event=events.LotUnwanted, now=events.LotUnwanted.variants[2]),
    Change(SINCE, FOURTH, TIED, event=events.BidsTied, now=events.BidsTied.variants[1], ruling=True),
    Change(SINCE, SAID, "The Profit deck is empty.", event=events.ProfitDeckEmpty),
    Change(SINCE, PASSED, "{who} rolls {n} and lands on {space}.", event=events.Landed, now=events.Landed.variants[0]),
    Change(SINCE, PASSED, "{who} has passed their own Headquarters.", ""),
    Change(SINCE, KEPT, "Your bid is sealed: {amount:$}. Receipt: {receipt}", event=events.BidSealed, ruling=True),
    Change(SINCE, LESS, event=events.FirstTurnPaid, ruling=True),
    Change(SINCE, ROUND, SHOWN, event=events.LastInvestmentSold, ruling=True),
)
