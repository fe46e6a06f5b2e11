"""Both ends of the game, and what becomes of somebody who leaves it."""

from __future__ import annotations

from engine.billionaire import auction, decks, events
from engine.billionaire.decks import Board
from engine.billionaire.state import Billionaire


def rich(state: Billionaire) -> list[str]:
    """Those who have reached the goal, Investments and cash together."""
    goal = state.options.amount
    return [who for who in state.here() if state.total(who) >= goal]


def over(state: Billionaire) -> bool:
    """The goal: the game is over when somebody has reached it in Investments and cash, or when the last Investment has
    been bid and paid for; at once or at the end of the round, as was agreed; or when nobody else is left.
    """
    if len(state.here()) < 2:
        return True
    if state.options.finish == "round":
        return state.phase == "round" and state.last_round
    return bool(ended_by(state))


def ended_by(state: Billionaire) -> str:
    """By what the game has come to its end, if it has: the goal is reached, or all cards are bid and paid for."""
    if rich(state):
        return "goal"
    return "cards" if state.revealed and state.auction is None and not state.unsold() else ""


def to_announce(state: Billionaire) -> bool:
    """Has it just come to its end, while the others still have their turns of this round?"""
    return state.options.finish == "round" and not state.last_round and bool(ended_by(state))


async def last_round(t: Board) -> None:
    """The others of this round still have their turns, and then the highest total wins."""
    state = t.state
    state.last_round, state.ended = True, ended_by(state)
    if state.ended == "goal":
        t.tell(events.GoalReached(who=rich(state), amount=state.options.amount))
    else:
        t.tell(events.LastInvestmentSold())


async def finish(t: Board) -> None:
    """All hands are shown. Whoever has most in Investments and cash wins; who is equally rich shares the win."""
    state = t.state
    here = state.here()
    for who in here:
        t.tell(events.HandShown(who=who, cash=state.cash(who), amount=state.total(who)))
    alone = "nobody" if len(here) < 2 else ""
    state.ended = alone or state.ended or ended_by(state) or "rounds"
    auction.called_off(state)  # what nobody has bought is nobody's, and lies in its deck
    state.phase, state.actions = "over", []
    best = max((state.total(who) for who in here), default=0)
    state.champions = [who for who in here if state.total(who) == best]
    t.tell(events.GameWon(who=state.champions, amount=best))


# -- leaving


def depart(t: Board, who: str) -> None:
    """Whoever leaves is bought out: all their cards return to the decks, and what they were about to do is void."""
    state, player = t.state, t.state.players[who]
    t.tell(events.BoughtOut(who=who))
    for card in player.owned:
        decks.put_back(state, card)
    decks.move_cash(list(player.cash), player.cash, state.profit)
    state.bottom += sorted(player.power)
    player.owned, player.power, player.gone = [], [], True
    state.actions = [action for action in state.actions if who not in (action.who, action.whom)]
    leave_auction(t, who)
    if state.turn == who and not state.actions and state.auction is None:
        state.phase = "next"


def leave_auction(t: Board, who: str) -> None:
    """The own auction of whoever leaves is called off; in another's they have bid nothing."""
    found = t.state.auction
    if found is None:
        return
    if who in (found.lander, found.winner):
        t.tell(events.AuctionCalledOff(n=len(found.cards)))
        auction.called_off(t.state)
        return
    found.bidders = [name for name in found.bidders if name != who]
    found.bids.pop(who, None)
