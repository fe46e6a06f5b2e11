"""What may be done without being asked: orders, a card on one's own turn, a Security on others', another bid."""

from __future__ import annotations

from typing import Any

from engine.billionaire import auction, ends, orders, powers, security
from engine.billionaire.state import Action, Auction, Billionaire
from engine.kernel.errors import Illegal
from engine.kernel.event import Event
from engine.kernel.game import Game
from engine.kernel.question import Option, Play
from engine.kernel.text import Words, as_told, phrase

TABLE = "board"
CARD, SECURE, BID = "card", "security", "bid"
SECRET = (*orders.KEYS, CARD, SECURE, BID)
QUIET_TIMES = (security.CHOOSE, powers.DRAWN)  # actions in hand that wait for the player on turn only
STAYS = "The bid that you have sealed stays as it is, unless you change it as well."


def offered(game: Game[Billionaire], who: str) -> list[Play]:
    """All that a player may do now."""
    state = game.state
    if state.phase in ("deal", "first", "over") or who not in state.here():
        return []
    found = orders.offered(state, who)
    if state.auction and who in state.auction.bids and not state.auction.winner:
        buttons, now = auction.buttons(state, who), sealed_bid(state.auction, who)
        found.append(Play(BID, "Change your bid", buttons, auction.WORDS, secret=True, now=now, example="2m"))
    if secure(state, who):
        found.append(Play(SECURE, "Play Security now", secret=True))
    if may_play(state, who) and (playable := powers.playable(state, who)):
        found.append(Play(CARD, "Play a card now", [Option(*each) for each in playable.items()], secret=True))
    return found


def secure(state: Billionaire, who: str) -> Action | None:
    """What a Security in this player's hand could stop now, or let happen where another has stopped it."""
    action = state.open_action() if state.holds_security(who) else None
    if action is None or action.kind == powers.DRAWN or action.securities[-1:] == [who]:
        return None
    return None if security.stands(action) and action.who == who else action


def may_play(state: Billionaire, who: str) -> bool:
    """Power Play cards belong to one's own turn, until bids have been revealed in it."""
    waiting = state.actions[0].kind in QUIET_TIMES if state.actions else True
    return state.turn == who and not state.revealed and waiting


def do(game: Game[Billionaire], who: str, key: str, value: Any) -> None:
    """Do it."""
    state = game.state
    if key == CARD:
        powers.play(game.table(TABLE), who, str(value))
    elif key == SECURE:
        stop(game, who)
    elif key == BID:
        auction.seal(game.table(TABLE), who, auction.amount_of(state, who, value))
    else:
        say(game, who, "{order}", order=orders.take(state, who, key, value))
        if key in sealed_before(state, who):
            say(game, who, STAYS)
        game.table(TABLE)


def sealed_bid(found: Auction, who: str) -> list[Option]:
    """The bid that stands unless it is changed."""
    amount = found.bids[who]
    return [Option(amount, phrase("{amount:$}", amount=amount) if amount else "Nothing")]


def sealed_before(state: Billionaire, who: str) -> list[str]:
    """The order that comes too late for the bid that is sealed, if there is one."""
    found = state.auction
    return [f"{orders.ORDER}{auction.ordered(found, who)}"] if found and who in found.bids and not found.winner else []


def stop(game: Game[Billionaire], who: str) -> None:
    """A Security out of turn, at one's own word: against the action in hand, or the auction while bids are sealed."""
    state, action = game.state, secure(game.state, who)
    if action is None:
        raise Illegal("There is nothing that a Security of yours could stop now.")
    if not state.actions:
        state.actions.append(action)
    security.use(game.table(TABLE), who, action)


def say(game: Game[Billionaire], to: str, what: Event | str, **facts: Words) -> None:
    """Said to one person."""
    game.say(as_told(what, facts, to, TABLE))


# -- what the host does


def for_host(state: Billionaire) -> list[Play]:
    """Where it was agreed that leavers are bought out, the host lets them go; else a computer goes on for them."""
    if state.phase in ("deal", "first", "over") or state.options.leaving == "computer":
        return []
    seats = [Option(who, who) for who in state.here()]
    return [Play("kick", "Show a player out", seats), Play("leave", "A player leaves", seats)]


def do_for_host(game: Game[Billionaire], who: str) -> None:
    """Buy somebody out."""
    ends.depart(game.table(TABLE), who)
