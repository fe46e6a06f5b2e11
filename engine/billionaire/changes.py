"""What Billionaire does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.billionaire import events
from engine.billionaire.plays import STAYS
from engine.kernel.ruleset import COMPUTERS_CHANGED, Change

SINCE = "2026-11-22"
ROUND_OVER = "Where the last turn of a round ends the game, nobody is told that others play on"
ROUND_PLAYED_TO_END = "the round is played to its end when the last Investment is sold, too"
LESS = "of four players the one who begins returns their lowest Profit card"
LEFT = "Where bids were forfeited first and then nobody bids, it says that nobody else does"
STAYS_TOLD = "Who changes a standing bid hears that a bid which is already sealed stays as it is"
STANDING_BID_WITHOUT_CHANGE = "A standing bid bids only what can be paid without change while so much is kept"
SILENT_STEPS_TOLD = "What was silent in Billionaire is said"
PASSED = "Passing one's own Headquarters is told before landing"
FOURTH = "A fourth tie is settled by turn order, and not a fifth"
BOOK = "Billionaire is played as in the book unless `book=no` is agreed"
THIRD = "a standing bid for three is a third of it"
EVERYTHING = "a player who has ordered everything has a look at the end of each round"
ORDERS_RENAMED = "Billionaire's orders and cards are named in plainer words"
BILLIONAIRE_CHANGES = (
    Change(SINCE, THIRD, events.BidShown.says, event=events.BidShown, ruling=True),
    Change(SINCE, EVERYTHING, events.Landed.says, ruling=True),
    Change(SINCE, BOOK, events.GoalReached.says, ruling=True),
    Change(SINCE, BOOK, events.FirstTurnPaid.says, ruling=True),
    Change(SINCE, BOOK, events.LastInvestmentSold.says, ruling=True),
    Change(SINCE, ORDERS_RENAMED, "{order}", "{order}"),
    *(Change(SINCE, ORDERS_RENAMED, event.id, event=event) for event in (events.PlanDropped, events.PricePaid)),
    Change(SINCE, COMPUTERS_CHANGED, "state characters", "state characters"),
    *(
        Change(SINCE, BOOK, path, path)
        for path in ("state options.book", "state options.first", "state options.finish")
    ),
    Change(SINCE, LEFT, events.LotUnwanted.says, event=events.LotUnwanted, now=events.LotUnwanted.variants[1]),
    Change(SINCE, STAYS_TOLD, "", STAYS),
    Change(SINCE, SILENT_STEPS_TOLD, event=events.AuctionCalledOff),
    Change(SINCE, SILENT_STEPS_TOLD, event=events.NothingLeftToSell),
    Change(SINCE, SILENT_STEPS_TOLD, events.BidsTied.says, event=events.BidsTied, now=events.BidsTied.variants[0]),
    Change(
        SINCE, SILENT_STEPS_TOLD, events.LotUnwanted.says, event=events.LotUnwanted, now=events.LotUnwanted.variants[0]
    ),
    Change(
        SINCE, SILENT_STEPS_TOLD, events.LotUnwanted.says, event=events.LotUnwanted, now=events.LotUnwanted.variants[2]
    ),
    Change(SINCE, FOURTH, events.BidsTied.says, event=events.BidsTied, now=events.BidsTied.variants[1], ruling=True),
    Change(SINCE, FOURTH, events.LotBought.id, event=events.LotBought),
    Change(SINCE, SILENT_STEPS_TOLD, "The Profit deck is empty.", event=events.ProfitDeckEmpty),
    Change(SINCE, PASSED, events.Landed.says, event=events.Landed, now=events.Landed.variants[0]),
    Change(SINCE, PASSED, "{who} has passed their own Headquarters.", ""),
    Change(
        SINCE,
        STANDING_BID_WITHOUT_CHANGE,
        events.BidSealed.says,
        event=events.BidSealed,
        ruling=True,
    ),
    *(
        Change(SINCE, ROUND_OVER, event.says, event=event, now=event.variants[0])
        for event in (events.GoalReached, events.LastInvestmentSold)
    ),
    Change(SINCE, LESS, event=events.FirstTurnPaid, ruling=True),
    Change(SINCE, ROUND_PLAYED_TO_END, events.HandShown.says, event=events.LastInvestmentSold, ruling=True),
)
