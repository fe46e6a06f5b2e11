"""What may be done without being asked: orders, a card on one's own turn, a Security on others', another bid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.billionaire import actions, auction, orders, turn
from engine.billionaire.auction import list_missing_bidders
from engine.billionaire.state import Auction, Billionaire, PendingAction
from engine.billionaire.tables import BILLION_DOLLARS, INVESTMENTS, POWER_DECK, SECURITY
from engine.kernel.errors import Illegal
from engine.kernel.event import Event
from engine.kernel.question import MAX_ANSWER_LENGTH, Option, Play, list_valid_options
from engine.kernel.table import GameInPlay
from engine.kernel.text import Words, build_told, phrase

BOARD_TABLE = "board"
CARD, SECURE, BID = "card", "security", "bid"
BILLIONAIRE_SECRET_PLAYS = (*orders.ORDER_KEYS, CARD, SECURE, BID)
QUIET_TIMES = (actions.CHOOSE, actions.DRAWN_CARD)  # actions in hand that wait for the player on turn only
STAYS = "The bid that you have sealed stays as it is, unless you change it as well."


def list_billionaire_plays(game: GameInPlay[Billionaire], who: str) -> list[Play]:
    """Return everything that this player may do now without being asked: give standing orders, change a bid that they
    have made, play a Security, or in their own turn another card. Return none before the first turn, after the end, and
    once they have left.
    """
    state = game.state
    if state.phase in ("deal", "first", "over") or who not in state.here():
        return []
    found = orders.list_order_plays(state, who)
    if state.auction and who in state.auction.bids and not state.auction.winner:
        buttons, now = auction.list_bid_buttons(state, who), build_sealed_bid_option(state.auction, who)
        found.append(Play(BID, "Change your bid", buttons, auction.TYPED_BID_FORM, secret=True, now=now, example="2m"))
    if find_security_target(state, who):
        found.append(Play(SECURE, "Play Security now", secret=True))
    if may_play_power_cards(state, who) and (playable := actions.list_card_plays(state, who)):
        found.append(Play(CARD, "Play a card now", [Option(*each) for each in playable.items()], secret=True))
    return found


def find_security_target(state: Billionaire, who: str) -> PendingAction | None:
    """Return the pending action, or (as a new action that is on no list) the opening of the auction in progress, on
    which a player could play a Security card now, to stop it or to cancel another player's Security; None if there is
    none, it is their own, theirs was the last card on it, or they hold no Security.
    """
    action = state.find_open_action() if state.holds_security(who) else None
    if action is None or action.kind == actions.DRAWN_CARD or action.securities[-1:] == [who]:
        return None
    return None if actions.will_action_happen(action) and action.who == who else action


def may_play_power_cards(state: Billionaire, who: str) -> bool:
    """Return whether the moment lets a player play Power Play cards, whatever they hold: only in their own turn, while
    nothing is pending but a choice of theirs (what to analyze, what to do with a drawn card), and until the bids of the
    turn's auction are revealed.
    """
    waiting = state.actions[0].kind in QUIET_TIMES if state.actions else True
    return is_in_own_turn(state, who) and not state.revealed and waiting


def is_in_own_turn(state: Billionaire, who: str) -> bool:
    """Return whether it is this player's turn. At the end of a round it is nobody's, while the game waits for a player
    who has a look at their orders.
    """
    return state.turn == who and state.phase != "round"


def run_billionaire_play(game: GameInPlay[Billionaire], who: str, key: str, value: Any) -> None:
    """Carry out what a player does without being asked: play a card or a Security, change a bid, or give a standing
    order, which is confirmed to them in private (also that a standing bid comes too late for a bid already made). Raise
    Illegal, and change nothing, if what they typed cannot be read, or a Security can stop nothing; whether a card may
    be played so has been checked.
    """
    state = game.state
    if key == CARD:
        actions.play_power_card(game.wake_table(BOARD_TABLE), who, str(value))
    elif key == SECURE:
        play_security_unasked(game, who)
    elif key == BID:
        auction.seal_bid(game.wake_table(BOARD_TABLE), who, auction.compute_bid_amount(state, who, value))
    else:
        tell_one_player(game, who, "{order}", order=orders.save_order(state, who, key, value))
        if key in list_outdated_order_keys(state, who):
            tell_one_player(game, who, STAYS)
        game.wake_table(BOARD_TABLE)


def build_sealed_bid_option(found: Auction, who: str) -> list[Option]:
    """Return, as a list of one answer option, the bid that this player has already made in this auction; it is offered
    so that they can leave it as it is. Raise KeyError if they have not bid.
    """
    amount = found.bids[who]
    return [Option(amount, phrase("{amount:$}", amount=amount) if amount else "Nothing")]


def list_outdated_order_keys(state: Billionaire, who: str) -> list[str]:
    """Return, in a list, the key of the play by which a player changes the standing bid for the kind of auction in
    progress, if they have bid there already, so that such a change comes too late for it; otherwise an empty list.
    """
    found = state.auction
    return (
        [f"{orders.ORDER_PREFIX}{auction.find_standing_lot(found, who)}"]
        if found and who in found.bids and not found.winner
        else []
    )


def play_security_unasked(game: GameInPlay[Billionaire], who: str) -> None:
    """Play a player's Security card, without being asked, against the current action or the opening of the current
    auction, which becomes the current action with that, so that bidding stops; raise Illegal if there is nothing to
    stop.
    """
    state, action = game.state, find_security_target(game.state, who)
    if action is None:
        raise Illegal("Your Security card can stop nothing at the moment.", code="nothing_to_stop")
    if not state.actions:
        state.actions.append(action)
    actions.play_security(game.wake_table(BOARD_TABLE), who, action)


def tell_one_player(game: GameInPlay[Billionaire], to: str, what: Event | str, **facts: Words) -> None:
    """Tell an event, or a sentence whose placeholders `facts` fill, to the player `to` only."""
    game.say(build_told(what, facts, to, BOARD_TABLE))


# -- what the host does


def list_billionaire_host_plays(state: Billionaire) -> list[Play]:
    """Return the plays by which the person who hosts the game can remove a player, whose cards then go back to the
    decks. Return none before the first turn, after the end, and in games where a computer plays on for players who
    leave.
    """
    if state.phase in ("deal", "first", "over") or state.options.leaving == "computer":
        return []
    seats = [Option(who, who) for who in state.here()]
    return [Play("kick", "Remove a player", seats), Play("leave", "A player leaves", seats)]


def run_billionaire_host_play(game: GameInPlay[Billionaire], who: str) -> None:
    """Remove the player `who`, who must still be in the game, because the person who hosts the game asks for it (`kick`
    and `leave` do the same); the player's cards go back to the decks.
    """
    turn.buy_out_player(game.wake_table(BOARD_TABLE), who)


def explain_billionaire_refusal(state: Billionaire, who: str, key: str, value: object) -> Illegal | None:
    """Return, without raising it, an error with the specific reason why a player's play or answer (`key` and `value`)
    is refused, which the caller has found; None if the general reason says enough, or if they have left. Only bids,
    Power Play cards, Security and analyses have reasons of their own.
    """
    word, _, rest = key.partition(" ")  # what is not on offer comes as it was written
    if key not in REFUSAL_EXPLAINERS and word in REFUSAL_EXPLAINERS:
        key, value = word, rest
    return REFUSAL_EXPLAINERS[key](state, who, value) if key in REFUSAL_EXPLAINERS and who in state.here() else None


def explain_refused_bid(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Return an error with the reason why a player cannot bid `value` now, such as that there is no auction or that
    they have yet to answer the question for their bid; None if there is no special reason.
    """
    auction = state.auction
    if auction is None or auction.winner:
        return Illegal("There is no auction at the moment.", code="nothing_for_bids")
    if who not in (*auction.bids, *list_missing_bidders(state, auction)):
        return Illegal("You do not take part in this auction.", code="not_bidding")
    if isinstance(value, str) and len(value) > MAX_ANSWER_LENGTH and value.strip().isdigit():
        return Illegal("That is too much. You can bid {most:$} at most.", code="bid_too_high", most=BILLION_DOLLARS)
    return (
        None
        if who in auction.bids or not is_readable_bid(value)
        else Illegal("You have not bid yet. Answer the question first.", code="not_bid_yet")
    )


def is_readable_bid(value: object) -> bool:
    """Return whether what a player typed or chose can be read as a bid, such as 2m or `all`."""
    try:
        auction.parse_bid(str(value))
    except Illegal:
        return False
    return True


def explain_refused_card(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Return an error with the reason why a player cannot play the Power Play card that they typed in `value`, perhaps
    with its target, now, which the caller has found; None if there is no special reason.
    """
    word = str(value).strip().casefold()
    if word.startswith(SECURITY.casefold()):
        return Illegal("You can play Security only to stop another player.", code="security_not_now")
    if not is_in_own_turn(state, who):
        return Illegal(
            (
                "You can play Power Play cards only in your own turn. You can plan one now. It is played when your "
                "turn begins."
            ),
            code="card_for_own_turn",
        )
    if state.revealed:
        return Illegal(
            "The bids have been shown, so you cannot play a Power Play card in this turn any more.",
            code="bids_revealed",
        )
    return explain_refused_target(state, who, word)


def explain_refused_target(state: Billionaire, who: str, word: str) -> Illegal | None:
    """Return an error that says why a player cannot play the Power Play card that they typed, or not on the target that
    they typed after it, or that they must name a target; None if there is no special reason. `word` is what they typed,
    in lower case. The caller has found that it is refused.
    """
    named = next((card for card in POWER_DECK if word.startswith(card.casefold())), "")
    if named and named not in state.players[who].power:
        return Illegal("You do not have {card}.", code="card_not_held", card=named)
    target = next((card for card in INVESTMENTS if word.endswith(card.casefold())), "")
    possible = list_plays_of_card(state, who, named)
    if possible and (not target or f"{named}: {target}" in possible):
        fit = list_valid_options([Option(key, actions.format_card_play(key)) for key in possible])
        return Illegal(
            "Against whom or what do you play {card}? You can write: {fit:or}.",
            code="which_target",
            card=named,
            fit=fit,
        )
    if not named or not target:
        return None
    if state.find_owner(target) in ("", who):
        return Illegal("No other player owns the Investment {card}.", code="no_rival_owns", card=target)
    return Illegal(
        "{card} is protected: first somebody must take its owner's less valuable Investments of the same region.",
        code="card_protected",
        card=target,
    )


def list_plays_of_card(state: Billionaire, who: str, named: str) -> list[str]:
    """Return every use that a player could make now of the Power Play card `named` in their hand, each as one types it
    (`card: target`); an empty list if they may play none.
    """
    playable = actions.list_card_plays(state, who) if named and may_play_power_cards(state, who) else {}
    return [key for key in playable if key.partition(": ")[0] == named]


def explain_refused_security(state: Billionaire, who: str, value: object) -> Illegal | None:  # noqa: ARG001 # it has no value
    """Return an error with the reason why a player cannot play a Security card now, such as that they hold none. The
    caller has found that they cannot: there always is one.
    """
    if not state.holds_security(who):
        return Illegal("You do not have {card}.", code="card_not_held", card=SECURITY)
    if state.revealed and state.auction:
        return Illegal(
            "The bids have been shown, so you cannot play a Power Play card in this turn any more.",
            code="bids_revealed",
        )
    return Illegal("Your Security card can stop nothing at the moment.", code="nothing_to_stop")


def explain_refused_analysis(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Return an error with the reason why a player may not analyze the Investment that they named, which the caller has
    found; None if it names no Investment, or nothing is pending.
    """
    name = next((card for card in INVESTMENTS if card.casefold() == str(value).strip().casefold()), "")
    owner = state.find_owner(name)
    if not name or not state.actions:
        return None
    if owner in ("", who):
        return Illegal("No other player owns the Investment {card}.", code="no_rival_owns", card=name)
    action = state.actions[0]
    if action.region not in ("", INVESTMENTS[name].region) or action.whom not in ("", owner):
        return Illegal("You cannot try to take {card} from this space.", code="out_of_reach", card=name)
    return Illegal(
        "{card} is protected: first somebody must take its owner's less valuable Investments of the same region.",
        code="card_protected",
        card=name,
    )


def explain_refused_card_answer(state: Billionaire, who: str, value: object) -> Illegal | None:
    """Return an error with the reason why a player cannot answer with this Power Play card when asked which card to
    play in their own turn; None if there is no special reason, or if they chose to play none.
    """
    word = str(value).strip().casefold()
    return None if word in (actions.HOLD, actions.QUIET, *actions.GUARDS) else explain_refused_card(state, who, value)


REFUSAL_EXPLAINERS: Mapping[str, Callable[[Billionaire, str, object], Illegal | None]] = {
    "bid": explain_refused_bid,
    "analyze": explain_refused_analysis,
    "power.drawn": explain_refused_card_answer,
    "turn.card": explain_refused_card_answer,
    "card": explain_refused_card,
    "security": explain_refused_security,
}
