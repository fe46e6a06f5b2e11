"""Both ends of the game, and what becomes of somebody who leaves it."""

from __future__ import annotations

from engine.billionaire import auction, decks, events
from engine.billionaire.decks import Board
from engine.billionaire.state import Billionaire


def list_players_at_goal(state: Billionaire) -> list[str]:
    """Return the players whose Investments and cash together have reached the goal."""
    goal = state.options.amount
    return [who for who in state.here() if state.compute_total(who) >= goal]


def is_billionaire_over(state: Billionaire) -> bool:
    """The goal: the game is over when somebody has reached it in Investments and cash, or when the last Investment has
    been bid and paid for; at once or at the end of the round, as was agreed; or when nobody else is left.
    """
    if len(state.here()) < 2:
        return True
    if state.options.finish == "round":
        return state.phase == "round" and state.last_round
    return bool(find_end_reason(state))


def find_end_reason(state: Billionaire) -> str:
    """Return what has ended the game, "goal" or "cards", or an empty string while it goes on."""
    if list_players_at_goal(state):
        return "goal"
    return "cards" if state.revealed and state.auction is None and not state.count_unsold() else ""


def needs_last_round(state: Billionaire) -> bool:
    """Tell whether the end has just come while the others still have their turns of this round."""
    return state.options.finish == "round" and not state.last_round and bool(find_end_reason(state))


async def announce_last_round(t: Board) -> None:
    """Announce that the goal is reached or everything is sold, and that the others still have their turns of this
    round.
    """
    state = t.state
    state.last_round, state.ended = True, find_end_reason(state)
    if state.ended == "goal":
        t.tell(events.GoalReached(who=list_players_at_goal(state), amount=state.options.amount))
    else:
        t.tell(events.LastInvestmentSold())


async def finish_billionaire(t: Board) -> None:
    """All hands are shown. Whoever has most in Investments and cash wins; who is equally rich shares the win."""
    state = t.state
    here = state.here()
    for who in here:
        t.tell(events.HandShown(who=who, cash=state.compute_cash(who), amount=state.compute_total(who)))
    alone = "nobody" if len(here) < 2 else ""
    state.ended = alone or state.ended or find_end_reason(state) or "rounds"
    auction.call_off_auction(state)  # what nobody has bought is nobody's, and lies in its deck
    state.phase, state.actions = "over", []
    best = max((state.compute_total(who) for who in here), default=0)
    state.champions = [who for who in here if state.compute_total(who) == best]
    t.tell(events.GameWon(who=state.champions, amount=best))


# -- leaving


def buy_out_player(t: Board, who: str) -> None:
    """Whoever leaves is bought out: all their cards return to the decks, and what they were about to do is void."""
    state, player = t.state, t.state.players[who]
    t.tell(events.BoughtOut(who=who))
    for card in player.owned:
        decks.put_back_investment(state, card)
    decks.move_cash(list(player.cash), player.cash, state.profit)
    state.bottom += sorted(player.power)
    player.owned, player.power, player.gone = [], [], True
    state.actions = [action for action in state.actions if who not in (action.who, action.whom)]
    withdraw_from_auction(t, who)
    if state.turn == who and not state.actions and state.auction is None:
        state.phase = "next"


def withdraw_from_auction(t: Board, who: str) -> None:
    """Call off the auction if it is the leaving player's own or they have won it; otherwise remove them and their
    bid.
    """
    found = t.state.auction
    if found is None:
        return
    if who in (found.lander, found.winner):
        t.tell(events.AuctionCalledOff(n=len(found.cards)))
        auction.call_off_auction(t.state)
        return
    found.bidders = [name for name in found.bidders if name != who]
    found.bids.pop(who, None)
