"""Security, the one card for other people's turns: who plays one, who is asked first, and what becomes of the action.

Whether somebody is asked, and when, follows from what they have ordered and from what everybody sees, never from
what they hold. So neither a question nor its absence tells who has a Security.
"""

from __future__ import annotations

from engine.billionaire import decks, events
from engine.billionaire.decks import Board
from engine.billionaire.state import UNREACHABLE_WORTH, Billionaire, PendingAction, StandingOrders
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
ACTION_TEXTS = {
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


SECURITY_QUESTION = "{action}. Do you play Security?"
OFFERED_AGAIN = "{action}, and has been stopped. Do you play Security, so that it happens all the same?"


def will_action_happen(action: PendingAction) -> bool:
    """Tell whether an action will happen: one Security stops it, a second on top of it lets it happen again."""
    return len(action.securities) % 2 == 0


def format_action(action: PendingAction) -> Phrase:
    """Return in words what is about to happen."""
    return phrase(ACTION_TEXTS[action.kind], who=action.who, whom=action.whom, card=action.card)


# -- who wants to


def list_security_claimants(state: Billionaire, action: PendingAction) -> list[str]:
    """Return the players whose orders would play a Security now if they held one, clockwise.
    Nobody plays one on their own last Security, and those who have passed are left out.
    """
    if will_action_happen(action):
        found = [who for who in state.list_rivals(action.who) if wants_to_stop(state, who, action)]
    else:
        found = [who for who in state.list_clockwise(action.who) if wants_to_restore(state, who, action)]
    return [who for who in found if who not in action.passed and [who] != action.securities[-1:]]


def wants_to_stop(state: Billionaire, who: str, action: PendingAction) -> bool:
    """Tell whether this player's orders say that a Security should stop the action."""
    orders = state.players[who].orders
    if action.whom in ("", who) and action.kind in orders.stop:
        return True
    if action.whom == who:
        return bool(action.card) and compute_action_worth(action) >= compute_guard_limit(orders)
    minded = AGAINST_OTHERS.get(action.kind) in orders.stop
    return minded and (not action.card or compute_action_worth(action) >= orders.others)


def wants_to_restore(state: Billionaire, who: str, action: PendingAction) -> bool:
    """Tell whether this player's orders say that a Security should cancel the one that stopped the action."""
    orders = state.players[who].orders
    if who == action.who:
        return compute_action_worth(action) >= orders.counter or action.kind in orders.answer
    return who != action.whom and OF_OTHERS.get(action.kind) in orders.answer


def compute_guard_limit(orders: StandingOrders) -> int:
    """Return the worth from which a player's own Investments are defended; zero if they want to be asked and set no
    limit.
    """
    return 0 if orders.ask and orders.guard >= UNREACHABLE_WORTH else orders.guard


def compute_action_worth(action: PendingAction) -> int:
    """Return the worth of the Investment that an action is about, or 0."""
    return INVESTMENTS[action.card].actual if action.card in INVESTMENTS else 0


def find_ordered_security(state: Billionaire, action: PendingAction) -> str:
    """Return the first holder of a Security whose orders play it without asking, or an empty string."""
    ready = (who for who in list_security_claimants(state, action) if not state.players[who].orders.ask)
    return next((who for who in ready if state.holds_security(who)), "")


def list_players_asked_about_security(state: Billionaire, action: PendingAction) -> list[str]:
    """Return the players who want to be asked first; those who visibly hold no Power Play card are left out."""
    players = state.players
    return [who for who in list_security_claimants(state, action) if players[who].orders.ask and players[who].power]


def is_action_contested(state: Billionaire, action: PendingAction) -> bool:
    """Tell whether a Security may still be played on an action, by order or after asking."""
    return action.kind in ACTION_TEXTS and bool(
        find_ordered_security(state, action) or list_players_asked_about_security(state, action)
    )


# -- playing it


async def ask_for_securities(t: Board, action: PendingAction) -> None:
    """Play a Security if an order does so without asking; otherwise ask all who want to be asked, together."""
    state = t.state
    ready = find_ordered_security(state, action)
    if ready:
        play_security(t, ready, action)
        return
    who, choice = await t.ask_any(
        "security",
        list_players_asked_about_security(state, action),
        SECURITY_QUESTION if will_action_happen(action) else OFFERED_AGAIN,
        lambda who: list_security_answers(state, who),
        lapse=PASS,
        secret=True,
        patience="quick",
        action=format_action(action),
    )
    if choice == PLAY:
        play_security(t, who, action)
    else:
        action.passed.append(who)
        state.players[who].orders.ask = choice != ALONE


def list_security_answers(state: Billionaire, who: str) -> list[Option]:
    """Return the answers to the question about a Security; only its holder also gets the button that plays it."""
    rest = [Option(PASS, "Let it be"), Option(ALONE, "Let it be, and from now on go by my orders without asking")]
    return [*rest, Option(PLAY, "Play Security", private=True)] if state.holds_security(who) else rest


def play_security(t: Board, who: str, action: PendingAction) -> None:
    """Security: stops whatever somebody else is about to do, by a space or by a card and against anybody, before it is
    done. A second one on top of it, by anybody else, cancels the first, and the action takes place. It is the only card
    for other people's turns.
    """
    t.tell(events.SecurityPlayed(who=who))
    decks.discard_power_card(t.state, who, SECURITY)
    action.securities.append(who)
    action.passed = []
