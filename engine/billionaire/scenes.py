"""The great scenes of Billionaire as typed pictures, for chats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.billionaire import events
from engine.kernel.picture import Cards, Cell, Picture, Pile, build_pool
from engine.kernel.scene import Scenes, draw_no_picture
from engine.kernel.text import Told, phrase


def draw_sale(facts: Mapping[str, Any], step: Sequence[Told]) -> list[Picture]:
    """Draw for a chat what was sold in an auction, what it is worth, and all bids."""
    bids = [each.facts for each in step if each.kind is events.BidShown]
    best = max((bid["amount"] for bid in bids), default=0)
    shown = [
        Cell(
            phrase("{who}: {amount:$}", who=bid["who"], amount=bid["amount"]),
            mark="chosen" if bid["amount"] == best else "",
        )
        for bid in bids
    ]
    worth = phrase("worth {worth:$}, sold for {amount:$}", worth=facts["worth"], amount=facts["amount"])
    lot = Cards(piles=[Pile(worth, [Cell(name, "own") for name in facts["lot"]])])
    return [lot, *([build_pool(phrase("The bids"), shown)] if shown else [])]


def draw_taken_investment(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Draw for a chat the Investment that one player takes from another."""
    way = phrase("from {loser} to {winner}", loser=facts["loser"], winner=facts["winner"])
    return [Cards(piles=[Pile(way, [Cell(facts["card"], "own")])])]


BILLIONAIRE_SCENES: Scenes = {
    events.GoalReached: draw_no_picture,
    events.InvestmentTaken: draw_taken_investment,
    events.LotBought: draw_sale,
}
