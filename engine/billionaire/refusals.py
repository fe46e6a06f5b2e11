"""Why something is refused, where there is more to say than that it was not among the choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.billionaire import plays, powers
from engine.billionaire.amounts import parse_dollars
from engine.billionaire.auction import list_missing_bidders
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import BILLION_DOLLARS, INVESTMENTS, POWER_DECK, SECURITY
from engine.kernel.errors import Illegal
from engine.kernel.question import MAX_ANSWER_LENGTH, Option, list_valid_options


def explain_billionaire_refusal(state: Billionaire, who: str, key: str, value: object) -> Illegal | None:
    """Return the reason why a play or an answer is refused, or None if there is no special one."""
    word, _, rest = key.partition(" ")  # what is not on offer comes as it was written
    if key not in REFUSAL_EXPLAINERS and word in REFUSAL_EXPLAINERS:
        key, value = word, rest
    return REFUSAL_EXPLAINERS[key](state, who, value) if key in REFUSAL_EXPLAINERS and who in state.here() else None


def explain_refused_bid(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Return the reason why this cannot be bid, or not any more."""
    auction = state.auction
    if auction is None or auction.winner:
        return Illegal("Nothing is up for bids.")
    if who not in (*auction.bids, *list_missing_bidders(state, auction)):
        return Illegal("You do not bid for this.")
    if isinstance(value, str) and len(value) > MAX_ANSWER_LENGTH and value.strip().isdigit():
        return Illegal("Nothing here costs more than {most:$}.", most=BILLION_DOLLARS)
    return (
        None
        if who in auction.bids or not is_readable_bid(value)
        else Illegal("You have not bid yet: answer the question.")
    )


def is_readable_bid(value: object) -> bool:
    """Tell whether a value can be read as a bid."""
    try:
        parse_dollars(str(value))
    except Illegal:
        return False
    return True


def explain_refused_card(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Return the reason why a Power Play card cannot be played now."""
    word = str(value).strip().casefold()
    if word.startswith(SECURITY.casefold()):
        return Illegal("A Security is played against what somebody else does.")
    if state.turn != who:
        return Illegal("Power Play cards are for your own turn. Plan one, and it is played when your turn begins.")
    if state.revealed:
        return Illegal("No Power Play card can be played in a turn after bids have been revealed.")
    return explain_refused_target(state, who, word)


def explain_refused_target(state: Billionaire, who: str, word: str) -> Illegal | None:
    """Return the reason why this card cannot be played, or not against that target."""
    named = next((card for card in POWER_DECK if word.startswith(card.casefold())), "")
    if named and named not in state.players[who].power:
        return Illegal("You hold no {card}.", card=named)
    target = next((card for card in INVESTMENTS if word.endswith(card.casefold())), "")
    possible = list_plays_of_card(state, who, named)
    if possible and (not target or f"{named}: {target}" in possible):
        fit = list_valid_options([Option(key, powers.format_card_play(key)) for key in possible])
        return Illegal("What is {card} for? Write one of these: {fit}.", card=named, fit=fit)
    if not named or not target:
        return None
    if state.find_owner(target) in ("", who):
        return Illegal("No rival owns {card}.", card=target)
    return Illegal("{card} is protected by a less valuable Investment of the same region.", card=target)


def list_plays_of_card(state: Billionaire, who: str, named: str) -> list[str]:
    """Return everything that one card in hand can be played for now, as it is written."""
    playable = powers.list_card_plays(state, who) if named and plays.may_play_power_cards(state, who) else {}
    return [key for key in playable if key.partition(": ")[0] == named]


def explain_refused_security(state: Billionaire, who: str, value: object) -> Illegal | None:  # noqa: ARG001 # it has no value
    """Return the reason why a Security cannot be played now."""
    if not state.holds_security(who):
        return Illegal("You hold no {card}.", card=SECURITY)
    if state.revealed and state.auction:
        return Illegal("No Power Play card can be played in a turn after bids have been revealed.")
    return Illegal("There is nothing that a Security of yours could stop now.")


def explain_refused_analysis(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Return the reason why this Investment cannot be analyzed."""
    name = next((card for card in INVESTMENTS if card.casefold() == str(value).strip().casefold()), "")
    owner = state.find_owner(name)
    if not name or not state.actions:
        return None
    if owner in ("", who):
        return Illegal("No rival owns {card}.", card=name)
    action = state.actions[0]
    if action.region not in ("", INVESTMENTS[name].region) or action.whom not in ("", owner):
        return Illegal("This space does not reach {card}.", card=name)
    return Illegal("{card} is protected by a less valuable Investment of the same region.", card=name)


def explain_refused_card_answer(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Return the reason why this card cannot be played as an answer in one's own turn."""
    word = str(value).strip().casefold()
    return None if word in (powers.HOLD, powers.QUIET, *powers.GUARDS) else explain_refused_card(state, who, value)


REFUSAL_EXPLAINERS: Mapping[str, Callable[[Billionaire, str, object], Illegal | None]] = {
    "bid": explain_refused_bid,
    "analyze": explain_refused_analysis,
    "power.drawn": explain_refused_card_answer,
    "turn.card": explain_refused_card_answer,
    "card": explain_refused_card,
    "security": explain_refused_security,
}
