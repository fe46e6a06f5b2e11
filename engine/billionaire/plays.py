"""What may be done without being asked: orders, a card on one's own turn, a Security on others', another bid."""

from __future__ import annotations

from typing import Any

from engine.billionaire import auction, ends, orders, powers, security
from engine.billionaire.state import Auction, Billionaire, PendingAction
from engine.kernel.errors import Illegal
from engine.kernel.event import Event
from engine.kernel.game import Game
from engine.kernel.question import Option, Play
from engine.kernel.text import Words, build_told, phrase

BOARD_TABLE = "board"
CARD, SECURE, BID = "card", "security", "bid"
BILLIONAIRE_SECRET_PLAYS = (*orders.ORDER_KEYS, CARD, SECURE, BID)
QUIET_TIMES = (security.CHOOSE, powers.DRAWN_CARD)  # actions in hand that wait for the player on turn only
STAYS = "The bid that you have sealed stays as it is, unless you change it as well."


def list_billionaire_plays(game: Game[Billionaire], who: str) -> list[Play]:
    """Return everything this player may do now without being asked."""
    state = game.state
    if state.phase in ("deal", "first", "over") or who not in state.here():
        return []
    found = orders.list_order_plays(state, who)
    if state.auction and who in state.auction.bids and not state.auction.winner:
        buttons, now = auction.list_bid_buttons(state, who), build_sealed_bid_option(state.auction, who)
        found.append(Play(BID, "Change your bid", buttons, auction.TYPED_BID_FORM, secret=True, now=now, example="2m"))
    if find_security_target(state, who):
        found.append(Play(SECURE, "Play Security now", secret=True))
    if may_play_power_cards(state, who) and (playable := powers.list_card_plays(state, who)):
        found.append(Play(CARD, "Play a card now", [Option(*each) for each in playable.items()], secret=True))
    return found


def find_security_target(state: Billionaire, who: str) -> PendingAction | None:
    """Return the action that a Security in this player's hand could stop now, or restore where another stopped it;
    else None.
    """
    action = state.find_open_action() if state.holds_security(who) else None
    if action is None or action.kind == powers.DRAWN_CARD or action.securities[-1:] == [who]:
        return None
    return None if security.will_action_happen(action) and action.who == who else action


def may_play_power_cards(state: Billionaire, who: str) -> bool:
    """Tell whether this player may play Power Play cards: in their own turn, until bids have been revealed in it."""
    waiting = state.actions[0].kind in QUIET_TIMES if state.actions else True
    return state.turn == who and not state.revealed and waiting


def run_billionaire_play(game: Game[Billionaire], who: str, key: str, value: Any) -> None:
    """Carry out a play: a card, a Security, a changed bid or a standing order."""
    state = game.state
    if key == CARD:
        powers.play_power_card(game.wake_table(BOARD_TABLE), who, str(value))
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
    """Return the player's sealed bid as an option, which stands unless it is changed."""
    amount = found.bids[who]
    return [Option(amount, phrase("{amount:$}", amount=amount) if amount else "Nothing")]


def list_outdated_order_keys(state: Billionaire, who: str) -> list[str]:
    """Return the key of the standing bid that no longer affects a bid already sealed, or an empty list."""
    found = state.auction
    return (
        [f"{orders.ORDER_PREFIX}{auction.find_standing_lot(found, who)}"]
        if found and who in found.bids and not found.winner
        else []
    )


def play_security_unasked(game: Game[Billionaire], who: str) -> None:
    """Play a Security out of turn against the current action or an auction still being bid on; raise Illegal if there
    is none.
    """
    state, action = game.state, find_security_target(game.state, who)
    if action is None:
        raise Illegal("There is nothing that a Security of yours could stop now.")
    if not state.actions:
        state.actions.append(action)
    security.play_security(game.wake_table(BOARD_TABLE), who, action)


def tell_one_player(game: Game[Billionaire], to: str, what: Event | str, **facts: Words) -> None:
    """Tell something to one player only."""
    game.say(build_told(what, facts, to, BOARD_TABLE))


# -- what the host does


def list_billionaire_host_plays(state: Billionaire) -> list[Play]:
    """Return what the host may do: let players go where leavers are bought out, otherwise nothing, because a computer
    continues for them.
    """
    if state.phase in ("deal", "first", "over") or state.options.leaving == "computer":
        return []
    seats = [Option(who, who) for who in state.here()]
    return [Play("kick", "Show a player out", seats), Play("leave", "A player leaves", seats)]


def run_billionaire_host_play(game: Game[Billionaire], who: str) -> None:
    """Buy out a player whom the host lets go."""
    ends.buy_out_player(game.wake_table(BOARD_TABLE), who)
