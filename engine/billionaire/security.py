"""Security, the one card for other people's turns: who plays one, who is asked first, and what becomes of the action.

Whether somebody is asked, and when, follows from what they have ordered and from what everybody sees, never from
what they hold. So neither a question nor its absence tells who has a Security.
"""

from __future__ import annotations

from engine.billionaire import decks, events
from engine.billionaire.decks import Board
from engine.billionaire.state import NEVER, Action, Billionaire, Orders
from engine.billionaire.tables import (
    BIDS,
    HEADQUARTERS,
    INVESTMENTS,
    POWER,
    PROFIT,
    SECURITY,
    THREE_BIDS,
)
from engine.kernel.question import Option
from engine.kernel.text import Phrase, phrase

CHOOSE, ANALYSIS, SPYING, FIGHT, DISASTROUS = "choose", "analysis", "espionage", "proxy fight", "disaster"
PASS, ALONE, PLAY = "pass", "alone", "play"
STOPPABLE = {
    BIDS: "Sealed Bids of others",
    THREE_BIDS: "Sealed Bids on Three of others",
    PROFIT: "Profit for others",
    HEADQUARTERS: "Profit cards at their Headquarters",
    POWER: "Power Play cards for others",
    SPYING: "Espionage against me",
    "analyses": "Analyses of what others own",
    "fights": "Proxy Fights for what others own",
    "disasters": "Disasters to what others own",
    "spying": "Espionage against others",
}
ANSWERABLE = {
    BIDS: "Sealed Bids of mine",
    THREE_BIDS: "Sealed Bids on Three of mine",
    PROFIT: "Profit for me",
    HEADQUARTERS: "Profit cards at my Headquarters",
    POWER: "Power Play cards for me",
    SPYING: "Espionage of mine",
    "analyses": "Analyses between others",
    "fights": "Proxy Fights between others",
    "disasters": "Disasters between others",
    "spying": "Espionage between others",
    "auctions": "Sealed Bids of others",
    "draws": "Cards that others draw",
}
AGAINST_OTHERS = {ANALYSIS: "analyses", FIGHT: "fights", DISASTROUS: "disasters", SPYING: "spying"}
OF_OTHERS = {
    **AGAINST_OTHERS,
    CHOOSE: "analyses",
    BIDS: "auctions",
    THREE_BIDS: "auctions",
    **dict.fromkeys((PROFIT, HEADQUARTERS, POWER), "draws"),
}
ABOUT = {
    BIDS: "{who} auctions an Investment",
    THREE_BIDS: "{who} auctions an Investment from each deck",
    PROFIT: "{who} draws a Profit card",
    HEADQUARTERS: "{who} draws Profit cards at Headquarters",
    POWER: "{who} draws a Power Play card",
    CHOOSE: "{who} chooses what to analyze",
    ANALYSIS: "{who} analyzes {card} of {whom}",
    SPYING: "{who} spies on {whom}",
    FIGHT: "{who} fights {whom} for {card}",
    DISASTROUS: "{who} brings disaster to {card} of {whom}",
}


OFFERED = "{action}. Do you play Security?"
OFFERED_AGAIN = "{action}, and has been stopped. Do you play Security, so that it happens all the same?"


def stands(action: Action) -> bool:
    """Will it happen? One Security stops it, a second on top of it cancels the first, a third the second."""
    return len(action.securities) % 2 == 0


def about(action: Action) -> Phrase:
    """What is about to happen."""
    return phrase(ABOUT[action.kind], who=action.who, whom=action.whom, card=action.card)


# -- who wants to


def wanting(state: Billionaire, action: Action) -> list[str]:
    """Those who by their orders would play a Security now, if they had one: clockwise, and each once. Nobody answers
    their own.
    """
    if stands(action):
        found = [who for who in state.rivals(action.who) if minds(state, who, action)]
    else:
        found = [who for who in state.clockwise(action.who) if answers(state, who, action)]
    return [who for who in found if who not in action.passed and [who] != action.securities[-1:]]


def minds(state: Billionaire, who: str, action: Action) -> bool:
    """Does this player's order say that a Security should stop it?"""
    orders = state.players[who].orders
    if action.whom in ("", who) and action.kind in orders.stop:
        return True
    if action.whom == who:
        return bool(action.card) and stake(action) >= guarded(orders)
    minded = AGAINST_OTHERS.get(action.kind) in orders.stop
    return minded and (not action.card or stake(action) >= orders.others)


def answers(state: Billionaire, who: str, action: Action) -> bool:
    """Does this player's order say that a Security should cancel the one that has stopped it?"""
    orders = state.players[who].orders
    if who == action.who:
        return stake(action) >= orders.counter or action.kind in orders.answer
    return who != action.whom and OF_OTHERS.get(action.kind) in orders.answer


def guarded(orders: Orders) -> int:
    """From which worth on somebody's own Investments are defended; who wants to be asked is, whatever it is."""
    return 0 if orders.ask and orders.guard >= NEVER else orders.guard


def stake(action: Action) -> int:
    """What the Investment is worth that it is about."""
    return INVESTMENTS[action.card].actual if action.card in INVESTMENTS else 0


def at_once(state: Billionaire, action: Action) -> str:
    """The first whose order plays a Security without asking, or nobody."""
    ready = (who for who in wanting(state, action) if not state.players[who].orders.ask)
    return next((who for who in ready if state.holds_security(who)), "")


def undecided(state: Billionaire, action: Action) -> list[str]:
    """Those who want to be asked first. Whoever has no Power Play card at all need not be, as everybody sees."""
    players = state.players
    return [who for who in wanting(state, action) if players[who].orders.ask and players[who].power]


def contested(state: Billionaire, action: Action) -> bool:
    """Is there still something to be said about it?"""
    return action.kind in ABOUT and bool(at_once(state, action) or undecided(state, action))


# -- playing it


async def window(t: Board, action: Action) -> None:
    """Orders are carried out at once; those who have ordered to be asked are asked together."""
    state = t.state
    ready = at_once(state, action)
    if ready:
        use(t, ready, action)
        return
    who, choice = await t.ask_any(
        "security",
        undecided(state, action),
        OFFERED if stands(action) else OFFERED_AGAIN,
        lambda who: choices(state, who),
        lapse=PASS,
        secret=True,
        patience="quick",
        action=about(action),
    )
    if choice == PLAY:
        use(t, who, action)
    else:
        action.passed.append(who)
        state.players[who].orders.ask = choice != ALONE


def choices(state: Billionaire, who: str) -> list[Option]:
    """Who holds none has the same to decide, but for one button."""
    rest = [Option(PASS, "Let it be"), Option(ALONE, "Let it be, and from now on go by my orders without asking")]
    return [*rest, Option(PLAY, "Play Security", private=True)] if state.holds_security(who) else rest


def use(t: Board, who: str, action: Action) -> None:
    """Security: stops whatever somebody else is about to do, by a space or by a card and against anybody, before it is
    done. A second one on top of it, by anybody else, cancels the first, and the action takes place. It is the only card
    for other people's turns.
    """
    t.tell(events.SecurityPlayed(who=who))
    decks.use_power(t.state, who, SECURITY)
    action.securities.append(who)
    action.passed = []
