"""Security, the one card for other people's turns: who plays one, who is asked first, and what becomes of the action.

Whether somebody is asked, and when, follows from what they have ordered and from what everybody sees, never from
what they hold. So neither a question nor its absence tells who has a Security.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.billionaire import decks, events
from engine.billionaire.decks import Board
from engine.billionaire.money import format_profit_card
from engine.billionaire.state import UNREACHABLE_WORTH, Billionaire, PendingAction, StandingOrders
from engine.billionaire.tables import (
    ANALYZE_ANY,
    BIDS,
    DIE,
    DISASTER,
    ESPIONAGE,
    GREEN,
    HEADQUARTERS,
    INVESTMENTS,
    POWER,
    PROFIT,
    PROXY_FIGHT,
    RED,
    SECURITY,
    THREE_BIDS,
    M,
)
from engine.kernel import Question
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
    BIDS: "{who} starts an auction of one Investment",
    THREE_BIDS: "{who} starts an auction of one Investment from each deck",
    PROFIT: "{who} draws a Profit card",
    HEADQUARTERS: "{who} draws Profit cards at Headquarters",
    POWER: "{who} draws a Power Play card",
    CHOOSE: "{who} may try to take an Investment with the Analyzer",
    ANALYSIS: "{who} tries to take {whom}'s Investment {card} with the Analyzer",
    SPYING: "{who} plays Espionage to see {whom}'s cards and take one",
    FIGHT: "{who} plays Proxy Fight to take {whom}'s Investment {card}",
    DISASTROUS: "{who} plays Disaster, so that {whom} loses the Investment {card}",
}

SECURITY_QUESTION = "{action}. Do you play a Security card to stop this?"
OFFERED_AGAIN = (
    "{action}, but a Security card stops this. Do you play your own Security card to cancel that Security card?"
)


def will_action_happen(action: PendingAction) -> bool:
    """Return whether an announced action will take place, after the Security cards played on it: the first one stops
    it, a second one lets it happen again, and so on.
    """
    return len(action.securities) % 2 == 0


def format_action(action: PendingAction) -> Phrase:
    """Describe in words what is about to happen (an action, such as the effect of a card), for the question whether
    anybody plays a Security card against it; raise KeyError for an action of a kind that cannot be stopped.
    """
    return phrase(ACTION_TEXTS[action.kind], who=action.who, whom=action.whom, card=action.card)


# -- who wants to


def list_players_ordering_security(state: Billionaire, action: PendingAction) -> list[str]:
    """Return the players, clockwise, whose standing orders (instructions left in advance) say to play a Security card
    on this action now, even those who hold none.
    """
    wants = wants_to_stop if will_action_happen(action) else wants_to_restore
    return [who for who in list_eligible_security_players(state, action) if wants(state, who, action)]


def list_eligible_security_players(state: Billionaire, action: PendingAction) -> list[str]:
    """Return the players, clockwise, who could play a Security card on an action now if they hold one: neither those
    who have passed, nor anybody against their own action or their own Security.
    """
    found = state.list_rivals(action.who) if will_action_happen(action) else state.list_clockwise(action.who)
    return [who for who in found if who not in action.passed and [who] != action.securities[-1:]]


def wants_to_stop(state: Billionaire, who: str, action: PendingAction) -> bool:
    """Return whether a player's standing orders stop this action by a Security card: it is against them or nobody, of a
    kind they stop; or would cost them an Investment worth their guard limit; or is between others, of a kind they stop
    there, about no Investment or one worth their limit for that. Whether they hold one, or want to be asked first, is
    not looked at.
    """
    orders = state.players[who].orders
    if action.whom in ("", who) and action.kind in orders.stop:
        return True
    if action.whom == who:
        return bool(action.card) and compute_worth_at_stake(action) >= compute_guard_limit(orders)
    minded = AGAINST_OTHERS.get(action.kind) in orders.stop
    return minded and (not action.card or compute_worth_at_stake(action) >= orders.others)


def wants_to_restore(state: Billionaire, who: str, action: PendingAction) -> bool:
    """Return whether a player's standing orders play a Security card so that this stopped action happens after all: it
    is their own, and of a kind that they restore or about an Investment worth their limit (any action if that is 0); or
    it is others', not against them, and of such a kind. Whether they hold one, or ask first, is not looked at.
    """
    orders = state.players[who].orders
    if who == action.who:
        return compute_worth_at_stake(action) >= orders.counter or action.kind in orders.answer
    return who != action.whom and OF_OTHERS.get(action.kind) in orders.answer


def compute_guard_limit(orders: StandingOrders) -> int:
    """Return the worth from which on a player's standing order protects their own Investments with a Security card; if
    they have set none, UNREACHABLE_WORTH, but 0 if they want to be asked first.
    """
    return 0 if orders.ask and orders.guard >= UNREACHABLE_WORTH else orders.guard


def compute_worth_at_stake(action: PendingAction) -> int:
    """Return the actual value in dollars of the Investment that its owner would lose by a pending action, or might (in
    an analysis or a fight); 0 if it is about none.
    """
    return INVESTMENTS[action.card].actual if action.card in INVESTMENTS else 0


def find_ordered_security(state: Billionaire, action: PendingAction) -> str:
    """Return the first player clockwise who holds a Security card and whose standing orders (instructions left in
    advance) play it on this action without asking; an empty string if there is none. Who has passed on it, or played
    the last one, does not count.
    """
    ready = (who for who in list_players_ordering_security(state, action) if not state.players[who].orders.ask)
    return next((who for who in ready if state.holds_security(who)), "")


def list_players_asked_about_security(state: Billionaire, action: PendingAction) -> list[str]:
    """Return the players, clockwise, to ask whether they play a Security card on this action: those whose orders would
    play one here, but ask first, or under the option `security=ask` everybody who could. Players without any Power Play
    card, which all can see, are left out, and those who have passed.
    """
    players = state.players
    if state.options.security == "ask":
        return [who for who in list_eligible_security_players(state, action) if players[who].power]
    return [
        who for who in list_players_ordering_security(state, action) if players[who].orders.ask and players[who].power
    ]


def is_action_contested(state: Billionaire, action: PendingAction) -> bool:
    """Return whether a Security card may still stop the action (or restore it, if it is stopped): a player's standing
    order (instruction left in advance) plays one now, or there are players to ask.
    """
    return action.kind in ACTION_TEXTS and bool(
        find_ordered_security(state, action) or list_players_asked_about_security(state, action)
    )


# -- playing it


async def ask_for_securities(t: Board, action: PendingAction) -> None:
    """Play a Security card on an action if a standing order says so; else ask all players to be asked at once, and
    carry out the first answer: play it, or note that this player passes (also without an answer) and, under the option
    `security=orders`, whether their orders ask them again or act alone. The action itself is not carried out here.
    """
    state = t.state
    ready = find_ordered_security(state, action)
    if ready:
        play_security(t, ready, action)
        return
    asked = Question(
        key="security",
        text=SECURITY_QUESTION if will_action_happen(action) else OFFERED_AGAIN,
        lapse=PASS,
        secret=True,
        patience="quick",
        facts={"action": format_action(action)},
    )
    whom = list_players_asked_about_security(state, action)
    who, choice = await t.ask_any(asked, whom, lambda who: list_security_answers(state, who))
    if choice == PLAY:
        play_security(t, who, action)
    else:
        action.passed.append(who)
        if state.options.security == "orders":
            state.players[who].orders.ask = choice != ALONE


def list_security_answers(state: Billionaire, who: str) -> list[Option]:
    """Return the answers to the question whether a player stops an action with a Security card: do nothing; where it is
    asked by default, do nothing and follow the standing orders from now on; and, only for who holds one, play the card.
    """
    rest = [Option(PASS, "Do nothing")]
    if state.options.security == "orders":
        rest.append(Option(ALONE, "Do nothing, and from now on follow my orders without asking me"))
    return [*rest, Option(PLAY, "Play my Security card", private=True)] if state.holds_security(who) else rest


def play_security(t: Board, who: str, action: PendingAction) -> None:
    """Security: stops an action of another player, from a space or a card and against anybody, before it happens. A
    second Security, by anybody else, cancels the first one, and the action happens. It is the only card that you can
    play in another player's turn.

    Play it for `who` on `action`: announce it, discard the card, and add to the cards played on the action. All may
    then be asked anew; the action is carried out or stopped elsewhere.
    """
    t.tell(events.SecurityPlayed(who=who))
    decks.discard_power_card(t.state, who, SECURITY)
    action.securities.append(who)
    action.passed = []


NO_INVESTMENT = "nobody"
ASK, BEST = "ask", "best"
COLOURS_SPUN = (RED, GREEN)


def list_analyzable_investments(state: Billionaire, action: PendingAction) -> list[str]:
    """Return the Investments that the acting player may analyze: the least valuable one of each rival in the space's
    region or, at a rival's Headquarters, that rival's least valuable one of each region. Equally valuable ones are all
    listed.
    """
    if action.whom:
        return state.list_all_unprotected(action.whom)
    return [card for rival in state.list_rivals(action.who) for card in state.list_unprotected(rival, action.region)]


def needs_analysis_choice(state: Billionaire, action: PendingAction) -> bool:
    """Return whether the acting player must be asked which Investment to analyze: they may analyze at least one, and
    have left no standing order (instruction in advance) that decides it.
    """
    return state.players[action.who].orders.analyze == ASK and bool(list_analyzable_investments(state, action))


async def choose_analysis(t: Board, action: PendingAction) -> None:
    """Take the action off the list, and begin the analysis (a chance to take an Investment) that the acting player's
    standing order (instruction left in advance) chooses, or else, if they left none and may analyze any, the one they
    choose when asked; if none is chosen, or they do not answer in time, announce that nothing is analyzed.
    """
    state = t.state
    card = find_ordered_analysis(state, action)
    if needs_analysis_choice(state, action):
        card = await t.ask(
            "analyze",
            action.who,
            "{who}, which Investment do you try to take with the Analyzer?",
            lambda: list_analysis_options(state, action),
            lapse=NO_INVESTMENT,
            who=action.who,
        )
    state.actions.remove(action)
    if card in INVESTMENTS:
        begin_analysis(t, action.who, card)
    else:
        t.tell(events.AnalyzerDeclined(who=action.who))


def find_ordered_analysis(state: Billionaire, action: PendingAction) -> str:
    """Return the most valuable Investment that the acting player may analyze if their standing order (instruction left
    in advance) is to take the best one; else the constant NO_INVESTMENT.
    """
    on_offer = list_analyzable_investments(state, action)
    best = state.players[action.who].orders.analyze == BEST and bool(on_offer)
    return max(on_offer, key=lambda card: INVESTMENTS[card].actual) if best else NO_INVESTMENT


def list_analysis_options(state: Billionaire, action: PendingAction) -> list[Option]:
    """Return the answer options of the question which Investment the acting player analyzes: each one they may analyze,
    with its owner and worth, and one to analyze none.
    """
    return [
        *(Option(card, format_priced_investment(state, card)) for card in list_analyzable_investments(state, action)),
        Option(NO_INVESTMENT, "None"),
    ]


def format_priced_investment(state: Billionaire, card: str) -> Phrase:
    """Format an Investment, which somebody must own, with its owner and worth, for the button that chooses it."""
    text = "{whom}'s {card}, worth {amount:$}"
    return phrase(text, card=card, whom=state.find_owner(card), amount=INVESTMENTS[card].actual)


def begin_analysis(t: Board, who: str, card: str) -> None:
    """Announce which Investment of another player the player `who` analyzes, and put the spin of the Analyzer (two
    needles), which decides whether they get it, first among the pending actions; a Security card may still stop it.
    Whether they may analyze it has been checked.
    """
    whom = t.state.find_owner(card)
    t.tell(events.AnalyzerAimed(who=who, card=card, whom=whom, amount=compute_investment_value(card)))
    t.state.actions.insert(0, PendingAction(ANALYSIS, who, whom=whom, card=card))


def compute_investment_value(card: str) -> int:
    """Return the actual value in dollars of the Investment of this name, which counts for winning (its trading value,
    for paying, is another). Raise KeyError if there is no such Investment.
    """
    return INVESTMENTS[card].actual


# -- spinning


async def spin_analyzer(t: Board, action: PendingAction) -> None:
    """The Analyzer: both needles of the Analyzer are spun. Each stops on red or green, with equal chances.

    Carry out an analysis, the next of the pending actions, which is done with it: draw where the needles stop, announce
    it, note it for the board, and call the function of that result.
    """
    first = t.draw_one("analyzer.first", COLOURS_SPUN)
    second = t.draw_one("analyzer.second", COLOURS_SPUN)
    result = f"{first} {second}"
    with t.scene(events.NeedlesStopped(who=action.who, first=first, second=second)):
        t.state.news = result
        t.state.actions.remove(action)
        RESULTS[result](t, action)


def red_red(t: Board, action: PendingAction) -> None:
    """Red and red: the Investment goes to the player who analyzes it.

    Called for the analysis `action` when the needles have stopped so.
    """
    hand_over_investment(t, action.card, action.whom, action.who)


def red_green(t: Board, action: PendingAction) -> None:
    """Red and green: you take one Profit card from the owner, without seeing it. Then the owner draws one.

    Called for the analysis `action` when the needles have stopped so. An owner without a Profit card loses none.
    """
    decks.take_unseen_profit_card(t, action.who, action.whom, "analyzer.taken")
    decks.draw_profit_cards(t, action.whom, 1)


def green_red(t: Board, action: PendingAction) -> None:
    """Green and red: the owner draws a Profit card, and then you take one from the owner.

    Called for the analysis `action` when the needles have stopped so. An owner without a Profit card loses none.
    """
    decks.draw_profit_cards(t, action.whom, 1)
    decks.take_unseen_profit_card(t, action.who, action.whom, "analyzer.taken")


def green_green(t: Board, action: PendingAction) -> None:
    """Green and green: the owner draws two Profit cards.

    Called for the analysis `action` when the needles have stopped so.
    """
    decks.draw_profit_cards(t, action.whom, 2)


RESULTS = {
    f"{RED} {RED}": red_red,
    f"{RED} {GREEN}": red_green,
    f"{GREEN} {RED}": green_red,
    f"{GREEN} {GREEN}": green_green,
}


def hand_over_investment(t: Board, card: str, loser: str, winner: str) -> None:
    """Move an Investment (`card`) from the player `loser` to the player `winner`, for nothing, and announce it. The
    loser must own it, else raise ValueError.
    """
    t.tell(events.InvestmentTaken(winner=winner, card=card, loser=loser, amount=compute_investment_value(card)))
    t.state.players[loser].owned.remove(card)
    t.state.players[winner].owned.append(card)


DRAWN_CARD = "drawn"
HOLD: Final = "hold"
QUIET: Final = "quiet"

GUARDS: Final = {
    f"guard {format_profit_card(amount)}": amount for amount in (10 * M, 60 * M, 100 * M)
}  # ready-made, on drawing it

ACTIONS_BY_CARD = {ESPIONAGE: SPYING, PROXY_FIGHT: FIGHT, DISASTER: DISASTROUS}

CARD_PLAY_LABELS = {
    ANALYZE_ANY: "Analyze Any: try to take {whom}'s {card}, worth {amount:$}",
    PROXY_FIGHT: "Proxy Fight: roll dice against {whom} for {card}, worth {amount:$}",
    DISASTER: "Disaster: {whom} loses {card}, worth {amount:$}",
    ESPIONAGE: "Espionage: look at {whom}'s cards and take one",
}


# -- drawing and deciding


async def draw_power_play(t: Board, action: PendingAction) -> None:
    """Give the acting player the top card of the Power Play deck, which only they are told (with a Security, also how
    to give the order that it needs, if they have none), and make the question whether they play a card at once the next
    action; if no card is left, announce that, and the action is done.
    """
    state, who = t.state, action.who
    if not state.power and not state.bottom:
        t.tell(events.PowerDeckEmpty(who=who))
        state.actions.remove(action)
        return
    t.tell(events.PowerDrawn(who=who))
    card = decks.draw_power_card(t)
    t.whisper(who, events.PowerSeen(card=card))
    if card == SECURITY and state.players[who].orders.guard == UNREACHABLE_WORTH:
        t.whisper(who, events.GuardOrderTaught())
    state.players[who].power.append(card)
    state.actions[0] = PendingAction(DRAWN_CARD, who)


async def decide_on_drawn_card(t: Board, action: PendingAction) -> None:
    """Ask the player who has just drawn a Power Play card which card to play at once, unless they have ordered not to
    be asked, and carry out the answer; without one they keep it. The action is done with that. The question looks the
    same for every card, so that others learn nothing.
    """
    state, who = t.state, action.who
    choice = HOLD
    if state.players[who].orders.cards == "ask":
        choice = await ask_power_card(t, "power.drawn", who, "Play no card")
    state.actions.remove(action)
    carry_out_card_choice(t, who, choice)


async def ask_power_card(t: Board, key: str, who: str, hold: str) -> str:
    """Ask a player which Power Play card to play now, if any, or which Investments a Security card shall protect;
    return the answer: a play as `card: target`, one of `GUARDS`, QUIET, or HOLD for no card, also without an answer.
    `hold` labels that one. The question and its first two answers are the same for every hand, so that nothing is
    revealed.
    """
    state = t.state
    return await t.ask(
        key,
        who,
        "{who}, do you play a Power Play card?",
        lambda: [
            Option(HOLD, hold),
            Option(QUIET, "Play no card, and do not ask me again"),
            *list_guard_answers(state, who),
            *(Option(play, label, private=True) for play, label in list_card_plays(state, who).items()),
        ],
        lapse=HOLD,
        secret=True,
        who=who,
    )


def list_guard_answers(state: Billionaire, who: str) -> list[Option]:
    """Return the answers by which a player lets their Security card protect Investments from some worth on; empty
    unless the player holds a Security and has no such order yet.
    """
    if not state.holds_security(who) or state.players[who].orders.guard != UNREACHABLE_WORTH:
        return []
    text = "Play no card, and let my Security protect Investments worth {amount:$} or more"
    return [Option(key, phrase(text, amount=amount), private=True) for key, amount in GUARDS.items()]


def carry_out_card_choice(t: Board, who: str, choice: str) -> None:
    """Carry out what a player has chosen about their Power Play cards: play one, or keep all, and change their standing
    orders if they want to be asked no more or let a Security card protect Investments. Do nothing if the card cannot be
    played that way any more.
    """
    orders = t.state.players[who].orders
    if choice == QUIET:
        orders.cards = QUIET
    elif choice in GUARDS:
        orders.guard = GUARDS[choice]
    elif choice in list_card_plays(t.state, who):
        play_power_card(t, who, choice)


def list_card_plays(state: Billionaire, who: str) -> dict[str, Phrase]:
    """Return everything for which a player's Power Play cards could be played now, keyed as one types it (`card:
    target`), each with its label. Security is left out, because it is played on others' actions.
    """
    found = {}
    for card in sorted(set(state.players[who].power) & TARGETS.keys()):
        for target in TARGETS[card](state, who):
            worth = INVESTMENTS[target].actual if target in INVESTMENTS else 0
            whom = state.find_owner(target) or target
            found[f"{card}: {target}"] = phrase(CARD_PLAY_LABELS[card], card=target, whom=whom, amount=worth)
    return found


def format_card_play(choice: str) -> Phrase:
    """Format `card: target`, a choice of a Power Play card and its target, as a phrase for players."""
    card, _, target = choice.partition(": ")
    return phrase("{card}: {target}", card=card, target=target)


def any_investment(state: Billionaire, who: str) -> list[str]:
    """Analyze Any: analyze any Investment of another player, protected or not.

    Return the names of the Investments at which `who` could aim this card now, empty if nobody else owns any. Nothing
    is analyzed here.
    """
    return [card for rival in state.list_rivals(who) for card in state.players[rival].owned]


def list_unprotected_targets(state: Billionaire, who: str) -> list[str]:
    """Return the Investments that a player's Proxy Fight or Disaster may take or destroy: of every rival the least
    valuable one in each region, or several of equal value.
    """
    return [card for rival in state.list_rivals(who) for card in state.list_all_unprotected(rival)]


TARGETS: dict[str, Callable[[Billionaire, str], list[str]]] = {
    ANALYZE_ANY: any_investment,
    ESPIONAGE: Billionaire.list_rivals,
    PROXY_FIGHT: list_unprotected_targets,
    DISASTER: list_unprotected_targets,
}


def play_power_card(t: Board, who: str, choice: str) -> None:
    """Announce which Power Play card a player plays on which target (`choice`, as `card: target`), discard it, and put
    its effect first among the pending actions, where a Security card may still stop it. Whether it may be played is not
    checked.
    """
    state = t.state
    card, _, target = choice.partition(": ")
    whom = state.find_owner(target) or target
    if card == ANALYZE_ANY:
        t.tell(events.AnalyzeAnyPlayed(who=who))
        decks.discard_power_card(state, who, card)
        begin_analysis(t, who, target)
        return
    if card == ESPIONAGE:
        t.tell(events.EspionagePlayed(who=who, whom=whom))
    else:
        played = events.DisasterPlayed if card == DISASTER else events.ProxyFightPlayed
        t.tell(played(who=who, whom=whom, card=target, amount=INVESTMENTS[target].actual))
    decks.discard_power_card(state, who, card)
    state.actions.insert(0, PendingAction(ACTIONS_BY_CARD[card], who, whom=whom, card="" if target == whom else target))


# -- what they do


async def espionage(t: Board, action: PendingAction) -> None:
    """Espionage: look at all cards of another player. Then take one of their Profit cards, without seeing it.

    Carry out this action, which is then done: whisper the cards to the player who acts, and move a Profit card, if
    there is one.
    """
    state, whom = t.state, t.state.players[action.whom]
    cards = [*decks.format_profit_cards(whom.cash), *sorted(whom.power)]
    t.whisper(action.who, events.HandSpied(whom=action.whom, cards=cards))
    decks.take_unseen_profit_card(t, action.who, action.whom, "espionage.taken")
    state.actions.remove(action)


async def proxy_fight(t: Board, action: PendingAction) -> None:
    """Proxy Fight: both players roll. If you roll higher, you take the unprotected Investment. If you roll lower, you
    lose a Profit card. If both roll the same, nothing happens.

    Carry out this action, which is then done: draw both rolls, announce them, and move what is won or lost (a lost
    Profit card, if there is one, at random to the other player). That the Investment is unprotected was checked when
    the card was played.
    """
    who, whom = action.who, action.whom
    mine, theirs = t.draw_one("proxy_fight.mine", DIE), t.draw_one("proxy_fight.theirs", DIE)
    t.state.actions.remove(action)
    with t.scene(events.FightRolled(who=who, mine=mine, whom=whom, theirs=theirs)):
        if mine > theirs:
            hand_over_investment(t, action.card, whom, who)
        elif mine < theirs:
            decks.take_unseen_profit_card(t, whom, who, "proxy_fight.taken")
        else:
            t.tell(events.FightTied())


async def disaster(t: Board, action: PendingAction) -> None:
    """Disaster: another player's unprotected Investment goes back to its deck.

    Carry out this action, which is then done: announce it and move the card. That the Investment is unprotected was
    checked when the card was played.
    """
    t.tell(events.InvestmentReturned(card=action.card, whom=action.whom))
    t.state.actions.remove(action)
    t.state.players[action.whom].owned.remove(action.card)
    decks.put_back_investment(t.state, action.card)
