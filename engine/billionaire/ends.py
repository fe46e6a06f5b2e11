"""Both ends of the game, and what becomes of somebody who leaves it."""

from __future__ import annotations

from engine.billionaire import auction, decks
from engine.billionaire.decks import Board
from engine.billionaire.state import Billionaire

WON = "{who} has {amount:$} in Investments and cash, and wins the game."
SHARED_WIN = "{who} have {amount:$} each in Investments and cash, and share the win."
NOBODY_THERE = "Nobody is left, and the game is over."


def rich(state: Billionaire) -> list[str]:
    """Those who have reached the goal, Investments and cash together."""
    return [who for who in state.here() if state.total(who) >= state.options.amount]


def over(state: Billionaire) -> bool:
    """The goal: the game is over when somebody has reached it in Investments and cash, at once or at the end of the
    round, as was agreed; or when the last Investment has been bid and paid for; or when nobody else is left.
    """
    if len(state.here()) < 2 or (sold_out(state) and state.revealed):
        return True
    if state.options.finish == "round":
        return state.phase == "round" and (bool(rich(state)) or state.last_round)
    return bool(rich(state))


def sold_out(state: Billionaire) -> bool:
    """Has everything been bid for and paid?"""
    return state.auction is None and not state.unsold()


def to_announce(state: Billionaire) -> bool:
    """Has somebody just reached the goal, while the others still have their turns of this round?"""
    return state.options.finish == "round" and not state.last_round and bool(rich(state))


async def last_round(t: Board) -> None:
    """Somebody is rich enough. The others of this round still have their turns, and then the highest total wins."""
    text = "The goal of {amount:$} is reached by {who}! Once all have had the same number of turns, the richest wins."
    t.tell(text, who=rich(t.state), amount=t.state.options.amount)
    t.state.last_round = True


async def finish(t: Board) -> None:
    """All hands are shown. Whoever has most in Investments and cash wins; who is equally rich shares the win."""
    state = t.state
    here = state.here()
    for who in here:
        shown = {"who": who, "cash": state.cash(who), "amount": state.total(who)}
        t.tell("{who} shows {cash:$} in Profit cards: {amount:$} in all.", **shown)
    state.ended = ended_by(state)
    state.phase, state.auction, state.actions = "over", None, []
    best = max((state.total(who) for who in here), default=0)
    state.champions = [who for who in here if state.total(who) == best]
    words = {0: NOBODY_THERE, 1: WON}.get(len(state.champions), SHARED_WIN)
    t.tell(words, who=state.champions, amount=best, deed="won")


def ended_by(state: Billionaire) -> str:
    """What has ended the game, for those who count."""
    if len(state.here()) < 2:
        return "nobody"
    if rich(state) or state.last_round:
        return "goal"
    return "cards" if sold_out(state) else "rounds"


# -- leaving


def depart(t: Board, who: str, text: str) -> None:
    """Whoever leaves is bought out: all their cards return to the decks, and what they were about to do is void."""
    state, player = t.state, t.state.players[who]
    t.tell(text, who=who)
    for card in player.owned:
        decks.put_back(state, card)
    decks.move_cash(list(player.cash), player.cash, state.profit)
    state.bottom += sorted(player.power)
    player.owned, player.power, player.gone = [], [], True
    state.actions = [action for action in state.actions if who not in (action.who, action.whom)]
    leave_auction(state, who)
    if state.turn == who and not state.actions and state.auction is None:
        state.phase = "next"


def leave_auction(state: Billionaire, who: str) -> None:
    """The own auction of whoever leaves is called off; in another's they have bid nothing."""
    found = state.auction
    if found is None:
        return
    if who in (found.lander, found.winner):
        auction.called_off(state)
        return
    found.bidders = [name for name in found.bidders if name != who]
    found.bids.pop(who, None)
