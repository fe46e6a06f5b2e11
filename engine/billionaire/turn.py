"""A game from the deal to its last turn, one short step after another; and what each space of the track does."""

from __future__ import annotations

from collections.abc import Callable

from engine.billionaire import analyzer, auction, decks, ends, events, powers, security, waking
from engine.billionaire.decks import Board
from engine.billionaire.security import ANALYSIS, DISASTROUS, FIGHT, SPYING
from engine.billionaire.state import Action, Billionaire
from engine.billionaire.tables import (
    ANALYZE,
    BIDS,
    DEALT,
    DIE,
    HEADQUARTERS,
    MOST_PLAYERS,
    POWER,
    PROFIT,
    THREE_BIDS,
    TRACK,
)
from engine.kernel.table import Script


def next_step(t: Board) -> Script[None] | None:
    """What the game goes on with."""
    if t.state.phase == "over":
        return None
    return OPENING[t.state.phase](t) if t.state.phase in OPENING else next_in_play(t)


def next_in_play(t: Board) -> Script[None]:
    """Is it over? If not: what has been set off comes first, then an open auction, then the turn itself."""
    state = t.state
    if ends.over(state):
        return ends.finish(t)
    if ends.to_announce(state):
        return ends.last_round(t)
    if state.actions:
        return act(t, state.actions[0])
    if state.auction:
        return BIDDING[auction.next_step(state, state.auction)](t)
    if waking.to_wake(state):
        return waking.look(t)
    return PHASES[state.phase](t)


def act(t: Board, action: Action) -> Script[None]:
    """The action in hand: Securities first, then what is left of it."""
    if security.contested(t.state, action):
        return security.window(t, action)
    return EFFECTS[action.kind](t, action) if security.stands(action) else stopped(t, action)


async def stopped(t: Board, action: Action) -> None:
    """A Security holds: it is as if nobody had landed there, or as if the card had done nothing."""
    state = t.state
    t.tell(events.ActionStopped(who=action.who))
    state.actions.remove(action)
    if action.kind in (BIDS, THREE_BIDS):
        auction.called_off(state)


# -- the beginning


async def deal(t: Board) -> None:
    """Everybody gets five Profit cards, face down, and stands on the corner of their colour, which is their home."""
    state = t.state
    for who, player in state.players.items():
        drawn = decks.cash_drawn(t, f"deal.{who}", state.profit, DEALT)
        decks.move_cash(drawn, state.profit, player.cash)
        receipt = t.game.seal(f"hand|{who}", ", ".join(map(str, player.cash)))
        t.whisper(who, events.HandDealtSeen(cards=decks.faces(drawn)))
        t.tell(events.HandDealt(who=who, n=DEALT, receipt=receipt))
    state.phase = "first"


async def first(t: Board) -> None:
    """All roll the die, and the highest begins. Who roll the same highest roll again. With four players whoever
    begins returns their lowest Profit card, or not, as was agreed.
    """
    state = t.state
    rolling = state.here()
    while len(rolling) > 1:
        rolls = dict(zip(rolling, t.draw("die.first", DIE, len(rolling), again=True), strict=True))
        for who, rolled in rolls.items():
            t.tell(events.FirstPlayerRolled(who=who, n=rolled))
        rolling = [who for who in rolling if rolls[who] == max(rolls.values())]
    state.turn = state.first = rolling[0]
    t.tell(events.FirstPlayerFound(who=state.turn))
    if state.options.first == "one less" and len(state.players) == MOST_PLAYERS:
        hand = state.players[state.first].cash
        t.tell(events.FirstTurnPaid(who=state.first))
        t.whisper(state.first, events.ProfitReturnedSeen(card=decks.faces(hand[:1])))
        decks.move_cash(hand[:1], hand, state.profit)
    state.phase = "turn"


# -- a turn


async def begin(t: Board) -> None:
    """A turn: before rolling, the player may play Power Play cards, and again while bids are being sealed, but not once
    they are revealed. Whoever holds none is not asked, and rolls.
    """
    state, who = t.state, t.state.turn
    orders = state.players[who].orders
    if orders.plan:
        planned, possible = orders.plan, orders.plan in powers.playable(state, who)
        if not possible:
            t.whisper(who, events.PlanDropped(plan=powers.named(planned)))
        orders.plan = ""
        powers.carry_out(t, who, planned)
    elif to_decide(state):
        choice = await powers.ask(t, "turn.card", who, "Roll")
        state.settled = choice in (powers.HOLD, powers.QUIET, *powers.GUARDS)
        powers.carry_out(t, who, choice)
    else:
        roll(t)


def to_decide(state: Billionaire) -> bool:
    """Does the player on turn decide about cards first? Everybody sees who holds some, but not which."""
    player = state.players[state.turn]
    return bool(player.power) and player.orders.cards == "ask" and not state.settled


def roll(t: Board) -> None:
    """One die, clockwise. Passing one's own Headquarters comes before landing."""
    state, who = t.state, t.state.turn
    player, rolled = state.players[who], t.draw_one("die", DIE)
    passed = [(player.at + step) % len(TRACK) for step in range(1, rolled)]
    player.at = (player.at + rolled) % len(TRACK)
    space = TRACK[player.at]
    host = state.home(player.at) if space.kind == HEADQUARTERS else ""
    t.tell(events.Landed(who=who, n=rolled, space=space.name, host=host, passed_home=player.corner in passed))
    state.phase = "landed"
    if player.corner in passed:
        state.actions.append(Action(HEADQUARTERS, who, cards=1))
    if space.kind in (BIDS, THREE_BIDS) and not state.unsold():
        t.tell(events.NothingLeftToSell())
    else:
        LANDINGS[space.kind](state, who)


async def go_on(t: Board) -> None:
    """The turn is over, and the next player's begins. When everybody has had one, so is the round."""
    state = t.state
    seats = list(state.players)
    at = seats.index(state.first)
    ring = seats[at:] + seats[:at]
    after = [who for who in ring[ring.index(state.turn) + 1 :] if not state.players[who].gone]
    state.revealed = state.settled = False
    waking.forget_played(state)
    if after:
        state.turn, state.phase = after[0], "turn"
    else:
        for who, player in state.players.items():
            player.chart.append(state.worth(who))
        state.phase = "round"


async def new_round(t: Board) -> None:
    """The last round: so that no game goes on for ever, the richest wins after as many rounds as were agreed upon."""
    state = t.state
    state.round += 1
    if state.round > state.options.rounds:
        t.tell(events.RoundsOver(n=state.options.rounds))
        await ends.finish(t)
        return
    state.turn, state.phase = state.clockwise(state.first)[0], "turn"


# -- spaces


def land_at_headquarters(state: Billionaire, who: str) -> None:
    """Headquarters: your own gives you two Profit cards, and one if you only pass it. At a rival's you may analyze any
    unprotected Investment of theirs. A corner without an owner does nothing.
    """
    host = state.home(state.players[who].at)
    if host == who:
        state.actions.append(Action(HEADQUARTERS, who, cards=2))
    elif host:
        state.actions.append(Action(security.CHOOSE, who, whom=host))


def land_on_profit(state: Billionaire, who: str) -> None:
    """Profit: draw a Profit card, if there is one."""
    state.actions.append(Action(PROFIT, who, cards=1))


def land_on_power_play(state: Billionaire, who: str) -> None:
    """Power Play: draw a card. Play it at once, or hold it for a later turn."""
    state.actions.append(Action(POWER, who))


def land_on_bids(state: Billionaire, who: str) -> None:
    """Sealed Bids: look at the top Investment of the region, alone, and put it up for sealed bids by all. When none is
    left in any deck, nothing comes up.
    """
    state.actions.append(Action(BIDS, who, state.space(who).region))


def land_on_three(state: Billionaire, who: str) -> None:
    """Sealed Bids on Three: the top Investment of each deck, unseen by all, goes to one bid. When none is left in any
    deck, nothing comes up.
    """
    state.actions.append(Action(THREE_BIDS, who))


def land_on_analyze(state: Billionaire, who: str) -> None:
    """Analyze: you may analyze a rival's Investment in the region, the least valuable that they have there."""
    state.actions.append(Action(security.CHOOSE, who, state.space(who).region))


async def profit(t: Board, action: Action) -> None:
    """Profit cards for who has landed on the space, or passed or reached home."""
    decks.draw_profit(t, action.who, action.cards)
    t.state.actions.remove(action)


OPENING: dict[str, Callable[[Board], Script[None]]] = {"deal": deal, "first": first}
PHASES: dict[str, Callable[[Board], Script[None]]] = {
    "turn": begin,
    "landed": go_on,
    "next": go_on,
    "round": new_round,
}
LANDINGS: dict[str, Callable[[Billionaire, str], None]] = {
    HEADQUARTERS: land_at_headquarters,
    PROFIT: land_on_profit,
    POWER: land_on_power_play,
    BIDS: land_on_bids,
    THREE_BIDS: land_on_three,
    ANALYZE: land_on_analyze,
}
EFFECTS: dict[str, Callable[[Board, Action], Script[None]]] = {
    HEADQUARTERS: profit,
    PROFIT: profit,
    POWER: powers.draw,
    powers.DRAWN: powers.decide,
    BIDS: auction.open_bids,
    THREE_BIDS: auction.open_three,
    security.CHOOSE: analyzer.choose,
    ANALYSIS: analyzer.spin,
    SPYING: powers.espionage,
    FIGHT: powers.proxy_fight,
    DISASTROUS: powers.disaster,
}
BIDDING: dict[str, Callable[[Board], Script[None]]] = {
    "orders": auction.orders,
    "bid": auction.bid,
    "reveal": auction.reveal,
    "pay": auction.pay,
}
