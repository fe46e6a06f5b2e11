"""Why something is refused, where there is more to say than that it was not among the choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.billionaire import plays, powers
from engine.billionaire.amounts import dollars
from engine.billionaire.auction import missing
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import BILLION, INVESTMENTS, POWER_DECK, SECURITY
from engine.kernel.errors import Illegal
from engine.kernel.question import LONGEST, Option, fitting


def why_not(state: Billionaire, who: str, key: str, value: object) -> Illegal | None:
    """The sentence, if there is one."""
    word, _, rest = key.partition(" ")  # what is not on offer comes as it was written
    if key not in WHY and word in WHY:
        key, value = word, rest
    return WHY[key](state, who, value) if key in WHY and who in state.here() else None


def no_bid(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Why this cannot be bid, or no longer."""
    auction = state.auction
    if auction is None or auction.winner:
        return Illegal("Nothing is up for bids.")
    if who not in (*auction.bids, *missing(state, auction)):
        return Illegal("You do not bid for this.")
    if isinstance(value, str) and len(value) > LONGEST and value.strip().isdigit():
        return Illegal("Nothing here costs more than {most:$}.", most=BILLION)
    return None if who in auction.bids or not readable(value) else Illegal("You have not bid yet: answer the question.")


def readable(value: object) -> bool:
    """Would this be a bid?"""
    try:
        dollars(str(value))
    except Illegal:
        return False
    return True


def no_card(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Why a Power Play card cannot be played now."""
    word = str(value).strip().casefold()
    if word.startswith(SECURITY.casefold()):
        return Illegal("A Security is played against what somebody else does.")
    if state.turn != who:
        return Illegal("Power Play cards are for your own turn. Plan one, and it is played when your turn begins.")
    if state.revealed:
        return Illegal("No Power Play card can be played in a turn after bids have been revealed.")
    return unheld(state, who, word)


def unheld(state: Billionaire, who: str, word: str) -> Illegal | None:
    """Why this card cannot be played, or not against that."""
    named = next((card for card in POWER_DECK if word.startswith(card.casefold())), "")
    if named and named not in state.players[who].power:
        return Illegal("You hold no {card}.", card=named)
    target = next((card for card in INVESTMENTS if word.endswith(card.casefold())), "")
    possible = playable_for(state, who, named)
    if possible and (not target or f"{named}: {target}" in possible):
        fit = fitting([Option(key, powers.named(key)) for key in possible])
        return Illegal("What is {card} for? Write one of these: {fit}.", card=named, fit=fit)
    if not named or not target:
        return None
    if state.owner(target) in ("", who):
        return Illegal("No rival owns {card}.", card=target)
    return Illegal("{card} is protected by a less valuable Investment of the same region.", card=target)


def playable_for(state: Billionaire, who: str, named: str) -> list[str]:
    """All that a card in hand can be played for now, as it is written."""
    playable = powers.playable(state, who) if named and plays.may_play(state, who) else {}
    return [key for key in playable if key.partition(": ")[0] == named]


def no_security(state: Billionaire, who: str, value: object) -> Illegal | None:  # noqa: ARG001 # it has no value
    """Why a Security cannot be played now."""
    if not state.holds_security(who):
        return Illegal("You hold no {card}.", card=SECURITY)
    if state.revealed and state.auction:
        return Illegal("No Power Play card can be played in a turn after bids have been revealed.")
    return Illegal("There is nothing that a Security of yours could stop now.")


def no_analysis(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Why this Investment cannot be analyzed."""
    name = next((card for card in INVESTMENTS if card.casefold() == str(value).strip().casefold()), "")
    owner = state.owner(name)
    if not name or not state.actions:
        return None
    if owner in ("", who):
        return Illegal("No rival owns {card}.", card=name)
    action = state.actions[0]
    if action.region not in ("", INVESTMENTS[name].region) or action.whom not in ("", owner):
        return Illegal("This space does not reach {card}.", card=name)
    return Illegal("{card} is protected by a less valuable Investment of the same region.", card=name)


def no_choice(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Why this card cannot be played on one's own turn."""
    word = str(value).strip().casefold()
    return None if word in (powers.HOLD, powers.QUIET, *powers.GUARDS) else no_card(state, who, value)


WHY: Mapping[str, Callable[[Billionaire, str, object], Illegal | None]] = {
    "bid": no_bid,
    "analyze": no_analysis,
    "power.drawn": no_choice,
    "turn.card": no_choice,
    "card": no_card,
    "security": no_security,
}
