"""A game from the deal to its last turn, one short step after another; and what each space of the track does."""

from __future__ import annotations

from collections.abc import Callable

from engine.billionaire import actions, auction, decks, events, orders
from engine.billionaire.actions import ANALYSIS, DISASTROUS, FIGHT, SPYING
from engine.billionaire.decks import Board
from engine.billionaire.state import Billionaire, PendingAction
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


def find_billionaire_step(t: Board) -> Script[None] | None:
    """Return the coroutine that plays the next step of the game, for the caller to run; None once the game is over."""
    if t.state.phase == "over":
        return None
    return OPENING[t.state.phase](t) if t.state.phase in OPENING else find_step_in_play(t)


def find_step_in_play(t: Board) -> Script[None]:
    """Return the coroutine that plays the next step of a running game: its end or the announcement of the last round,
    else the current action, the auction, a pause for reviewing orders, or the turn itself.
    """
    state = t.state
    if is_billionaire_over(state):
        return finish_billionaire(t)
    if needs_last_round(state):
        return announce_last_round(t)
    if state.actions:
        return find_action_step(t, state.actions[0])
    if state.auction:
        return BIDDING[auction.find_auction_stage(state, state.auction)](t)
    if orders.list_players_to_wake(state):
        return orders.pause_for_order_review(t)
    return PHASES[state.phase](t)


def find_action_step(t: Board, action: PendingAction) -> Script[None]:
    """Return the coroutine that goes on with this action (what a space or a card has set off): ask who plays a Security
    card as long as one may be played, then carry the action out or stop it.
    """
    if actions.is_action_contested(t.state, action):
        return actions.ask_for_securities(t, action)
    return EFFECTS[action.kind](t, action) if actions.will_action_happen(action) else stop_action(t, action)


async def stop_action(t: Board, action: PendingAction) -> None:
    """Announce that a Security card has stopped an action, and drop the action; if it was to open an auction, one that
    it has opened already is called off.
    """
    state = t.state
    t.tell(events.ActionStopped(who=action.who))
    state.actions.remove(action)
    if action.kind in (BIDS, THREE_BIDS):
        auction.call_off_auction(state)


# -- the beginning


async def deal_profit_cards(t: Board) -> None:
    """Everybody gets five Profit cards, face down, and starts on the corner of their colour. This corner is their
    Headquarters.

    Play the first step of the game: deal, whisper to each their cards, announce their number with a receipt, and go on
    to the roll for the first player.
    """
    state = t.state
    for who, player in state.players.items():
        drawn = decks.draw_cash(t, f"deal.{who}", state.profit, DEALT)
        decks.move_cash(drawn, state.profit, player.cash)
        receipt = t.game.seal_choice(f"hand|{who}", ", ".join(map(str, player.cash)))
        t.whisper(who, events.HandDealtSeen(cards=decks.format_profit_cards(drawn)))
        t.tell(events.HandDealt(who=who, n=DEALT, receipt=receipt))
    state.phase = "first"


async def roll_for_first_player(t: Board) -> None:
    """All players roll the die, and the highest begins. Equal highest roll again. With four players, the first player
    gives back the lowest Profit card, if `first` says so.

    Play this step: draw and announce the rolls, note who begins, and go on to that player's turn.
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
    if state.options.returns_card and len(state.players) == MOST_PLAYERS:
        hand = state.players[state.first].cash
        t.tell(events.FirstTurnPaid(who=state.first))
        t.whisper(state.first, events.ProfitReturnedSeen(card=decks.format_profit_cards(hand[:1])))
        decks.move_cash(hand[:1], hand, state.profit)
    state.phase = "turn"


# -- a turn


async def begin_billionaire_turn(t: Board) -> None:
    """A turn: before the roll you may play Power Play cards, and again during an auction until the bids are shown. If
    you have none, you are not asked.

    Play one step of the turn: carry out the plan left in advance, or ask for a card (the turn then goes on with another
    step), or else roll and move.
    """
    state, who = t.state, t.state.turn
    orders = state.players[who].orders
    if orders.plan:
        planned, possible = orders.plan, orders.plan in actions.list_card_plays(state, who)
        if not possible:
            t.whisper(who, events.PlanDropped(plan=actions.format_card_play(planned)))
        orders.plan = ""
        actions.carry_out_card_choice(t, who, planned)
    elif needs_card_decision(state):
        choice = await actions.ask_power_card(t, "turn.card", who, "Roll")
        state.settled = choice in (actions.HOLD, actions.QUIET, *actions.GUARDS)
        actions.carry_out_card_choice(t, who, choice)
    else:
        roll_and_move(t)


def needs_card_decision(state: Billionaire) -> bool:
    """Return whether the player on turn is to be asked which Power Play card to play before rolling: they hold any
    (Security counts, too), have not yet decided, and have not ordered in advance that they are not asked.
    """
    player = state.players[state.turn]
    return bool(player.power) and player.orders.cards == "ask" and not state.settled


def roll_and_move(t: Board) -> None:
    """You roll one die and move clockwise. If you pass your own Headquarters, you get its card before you land.

    Draw the roll, move the player on turn, and announce it. What the spaces do is only added to the pending actions,
    and carried out in later steps.
    """
    state, who = t.state, t.state.turn
    player, rolled = state.players[who], t.draw_one("die", DIE)
    passed = [(player.at + step) % len(TRACK) for step in range(1, rolled)]
    player.at = (player.at + rolled) % len(TRACK)
    space = TRACK[player.at]
    host = state.find_home_owner(player.at) if space.kind == HEADQUARTERS else ""
    t.tell(events.Landed(who=who, n=rolled, space=space.name, host=host, passed_home=player.corner in passed))
    state.phase = "landed"
    if player.corner in passed:
        state.actions.append(PendingAction(HEADQUARTERS, who, cards=1))
    if space.kind in (BIDS, THREE_BIDS) and not state.count_unsold():
        t.tell(events.NothingLeftToSell())
    else:
        LANDINGS[space.kind](state, who)


async def pass_billionaire_turn(t: Board) -> None:
    """End the turn: forget what was noted of it (whether bids were shown, and the player had decided about their
    cards), and begin the next player's; after the last of a round, note what everybody's Investments are worth for the
    chart, and leave it to the next step to begin another round.
    """
    state = t.state
    after = list_later_players(state)
    state.revealed = state.settled = False
    orders.update_woken_card_counts(state)
    if after:
        state.turn, state.phase = after[0], "turn"
    else:
        for who, player in state.players.items():
            player.chart.append(state.compute_worth(who))
        state.phase = "round"


def list_later_players(state: Billionaire) -> list[str]:
    """Return, in their order, the players still in the game whose turns in this round come after that of the player on
    turn.
    """
    seats = list(state.players)
    at = seats.index(state.first)
    ring = seats[at:] + seats[:at]
    return [who for who in ring[ring.index(state.turn) + 1 :] if not state.players[who].gone]


async def begin_round_or_finish(t: Board) -> None:
    """The last round: no game goes on for ever: after a number of rounds, the richest player wins.

    Called when all have had their turn: count the round, then give the turn to the first player still in, or finish the
    game if that was the last round.
    """
    state = t.state
    state.round += 1
    if state.round > state.options.rounds:
        t.tell(events.RoundsOver(n=state.options.rounds))
        await finish_billionaire(t)
        return
    state.turn, state.phase = state.list_clockwise(state.first)[0], "turn"


# -- spaces


def land_at_headquarters(state: Billionaire, who: str) -> None:
    """Headquarters: your own Headquarters gives you two Profit cards, or one if you only pass it. At another player's,
    you may analyze any unprotected Investment of that player. An empty corner does nothing.

    Called when `who` lands there. Only add the pending action, which a later step carries out.
    """
    host = state.find_home_owner(state.players[who].at)
    if host == who:
        state.actions.append(PendingAction(HEADQUARTERS, who, cards=2))
    elif host:
        state.actions.append(PendingAction(actions.CHOOSE, who, whom=host))


def land_on_profit(state: Billionaire, who: str) -> None:
    """Profit: you draw a Profit card, if any are left.

    Called when `who` lands there. Only add the pending action, which a later step carries out.
    """
    state.actions.append(PendingAction(PROFIT, who, cards=1))


def land_on_power_play(state: Billionaire, who: str) -> None:
    """Power Play: you draw a Power Play card. Play it at once, or keep it for a later turn.

    Called when `who` lands there. Only add the pending action, which a later step carries out.
    """
    state.actions.append(PendingAction(POWER, who))


def land_on_bids(state: Billionaire, who: str) -> None:
    """Sealed Bids: you alone look at the top Investment of the region. Then everybody bids for it in secret. If no
    Investment is left in any deck, there is no auction.

    Called when `who` lands there, if any Investment is unsold. Only add the pending action, which a later step carries
    out.
    """
    state.actions.append(PendingAction(BIDS, who, state.find_space(who).region))


def land_on_three(state: Billionaire, who: str) -> None:
    """Sealed Bids on Three: the top Investment of each deck is sold for one bid together, and nobody has seen them. If
    no Investment is left in any deck, there is no auction.

    Called when `who` lands there, if any Investment is unsold. Only add the pending action, which a later step carries
    out.
    """
    state.actions.append(PendingAction(THREE_BIDS, who))


def land_on_analyze(state: Billionaire, who: str) -> None:
    """Analyze: you may analyze an Investment of another player in this region: the least valuable one that they own
    there.

    Called when `who` lands there. Only add the pending action, which a later step carries out.
    """
    state.actions.append(PendingAction(actions.CHOOSE, who, state.find_space(who).region))


async def bring_profit_cards(t: Board, action: PendingAction) -> None:
    """Give the acting player as many Profit cards as the action says, because they have landed on a Profit space, or
    have passed or reached their own Headquarters. The action is then finished.
    """
    decks.draw_profit_cards(t, action.who, action.cards)
    t.state.actions.remove(action)


OPENING: dict[str, Callable[[Board], Script[None]]] = {"deal": deal_profit_cards, "first": roll_for_first_player}

PHASES: dict[str, Callable[[Board], Script[None]]] = {
    "turn": begin_billionaire_turn,
    "landed": pass_billionaire_turn,
    "next": pass_billionaire_turn,
    "round": begin_round_or_finish,
}

LANDINGS: dict[str, Callable[[Billionaire, str], None]] = {
    HEADQUARTERS: land_at_headquarters,
    PROFIT: land_on_profit,
    POWER: land_on_power_play,
    BIDS: land_on_bids,
    THREE_BIDS: land_on_three,
    ANALYZE: land_on_analyze,
}

EFFECTS: dict[str, Callable[[Board, PendingAction], Script[None]]] = {
    HEADQUARTERS: bring_profit_cards,
    PROFIT: bring_profit_cards,
    POWER: actions.draw_power_play,
    actions.DRAWN_CARD: actions.decide_on_drawn_card,
    BIDS: auction.open_sealed_bids,
    THREE_BIDS: auction.open_bids_on_three,
    actions.CHOOSE: actions.choose_analysis,
    ANALYSIS: actions.spin_analyzer,
    SPYING: actions.espionage,
    FIGHT: actions.proxy_fight,
    DISASTROUS: actions.disaster,
}

BIDDING: dict[str, Callable[[Board], Script[None]]] = {
    "orders": auction.seal_standing_bids,
    "bid": auction.ask_bids,
    "reveal": auction.reveal_bids,
    "pay": auction.pay_auction_price,
}


def list_players_at_goal(state: Billionaire) -> list[str]:
    """Return the players still in the game whose cash and Investments together have reached the sum that ends the game;
    empty if nobody's have.
    """
    goal = state.options.amount
    return [who for who, player in state.players.items() if not player.gone and state.compute_total(who) >= goal]


def is_billionaire_over(state: Billionaire) -> bool:
    """The goal: the game is over when a player has reached the goal in Investments and cash, or when the last
    Investment is paid for. It ends at once or at the end of the round, as the option `finish` says. It is also over
    when only one player is left.

    Return whether the game must end now; nothing is changed. It never must while an auction is open and two players are
    left.
    """
    if len(state.here()) < 2:
        return True
    if state.options.plays_round_out:
        return state.phase == "round" and state.last_round
    return bool(find_end_reason(state))


def find_end_reason(state: Billionaire) -> str:
    """Return why the game is to end now: `goal` if a player is rich enough, `cards` if bids have been shown in this
    turn and no Investment is left in any deck; an empty string if it goes on, as it does while an auction is open:
    nobody grows richer before it is paid.
    """
    if state.auction is not None:
        return ""
    if list_players_at_goal(state):
        return "goal"
    return "cards" if state.revealed and not state.count_unsold() else ""


def needs_last_round(state: Billionaire) -> bool:
    """Return whether the announcement of the last round is due: the options let it be played to its end, there is a
    reason for the game to end now, and it has not been announced yet.
    """
    return state.options.plays_round_out and not state.last_round and bool(find_end_reason(state))


async def announce_last_round(t: Board) -> None:
    """Announce that a player has reached the goal or that everything is sold, and that the round is played to its end,
    or is over if that was its last turn; note the reason.
    """
    state = t.state
    state.last_round, state.ended = True, find_end_reason(state)
    over = state.phase != "turn" and not list_later_players(state)
    if state.ended == "goal":
        t.tell(events.GoalReached(who=list_players_at_goal(state), amount=state.options.amount, round_over=over))
    else:
        t.tell(events.LastInvestmentSold(round_over=over))


async def finish_billionaire(t: Board) -> None:
    """All players show their cards. The player with most in Investments and cash wins. Equally rich players share the
    win.

    Called when the game must end: announce what each player had, note winners and the reason, and drop all pending
    actions and an open auction.
    """
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
    """If a player leaves, all their cards go back to the decks. What the player was about to do does not happen.

    Carry out that `who` leaves, and announce it: return the cards, drop the pending actions of and against them, and
    take them out of the auction. An auction that they opened or won is called off. If it was their turn, and nothing
    else is pending, the turn ends.
    """
    state, player = t.state, t.state.players[who]
    t.tell(events.BoughtOut(who=who))
    for card in player.owned:
        decks.put_back_investment(state, card)
    decks.move_cash(list(player.cash), player.cash, state.profit)
    state.bottom += sorted(player.power)
    player.owned, player.power, player.gone = [], [], True
    state.actions = [action for action in state.actions if who not in (action.who, action.whom)]
    withdraw_from_auction(t, who)
    if state.turn == who and state.phase != "round" and not state.actions and state.auction is None:
        state.phase = "next"


def withdraw_from_auction(t: Board, who: str) -> None:
    """Call off the current auction, and announce that, if the leaving player had opened or won it; otherwise remove
    that player and their bid from it without a word. Do nothing if there is no auction.
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
