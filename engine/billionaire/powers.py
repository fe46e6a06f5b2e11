"""Power Play cards: drawing one, deciding what to do with those in hand, and what each does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.billionaire import analyzer, decks, events
from engine.billionaire.amounts import format_profit_card
from engine.billionaire.decks import Board
from engine.billionaire.security import DISASTROUS, FIGHT, SPYING
from engine.billionaire.state import UNREACHABLE_WORTH, Billionaire, PendingAction
from engine.billionaire.tables import ANALYZE_ANY, DIE, DISASTER, ESPIONAGE, INVESTMENTS, PROXY_FIGHT, SECURITY, M
from engine.kernel.question import Option
from engine.kernel.text import Phrase, phrase

DRAWN_CARD = "drawn"
HOLD: Final = "hold"
QUIET: Final = "quiet"
GUARDS: Final = {
    f"guard {format_profit_card(amount)}": amount for amount in (10 * M, 60 * M, 100 * M)
}  # ready-made, on drawing it
ACTIONS_BY_CARD = {ESPIONAGE: SPYING, PROXY_FIGHT: FIGHT, DISASTER: DISASTROUS}
CARD_PLAY_LABELS = {
    ANALYZE_ANY: "Analyze Any: {card} of {whom}, worth {amount:$}",
    PROXY_FIGHT: "Proxy Fight: for {card} of {whom}, worth {amount:$}",
    DISASTER: "Disaster: {card} of {whom}, worth {amount:$}",
    ESPIONAGE: "Espionage: on {whom}",
}


# -- drawing and deciding


async def draw_power_play(t: Board, action: PendingAction) -> None:
    """Draw the top card of the Power Play deck for a player, who alone sees it; all cards may be in hands already."""
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
    """Ask the player whether to play a drawn card at once; the question is the same whatever was drawn."""
    state, who = t.state, action.who
    choice = HOLD
    if state.players[who].orders.cards == "ask":
        choice = await ask_power_card(t, "power.drawn", who, "Hold your cards")
    state.actions.remove(action)
    carry_out_card_choice(t, who, choice)


async def ask_power_card(t: Board, key: str, who: str, hold: str) -> str:
    """Ask which card to play now, if any, or what a Security is to defend.
    The question and its first two answers are the same for every hand, so that nothing is revealed.
    """
    state = t.state
    return await t.ask(
        key,
        who,
        "{who}, do you play a Power Play card?",
        lambda: [
            Option(HOLD, hold),
            Option(QUIET, "The same, and do not ask me again until I say so"),
            *list_guard_answers(state, who),
            *(Option(play, label, private=True) for play, label in list_card_plays(state, who).items()),
        ],
        lapse=HOLD,
        secret=True,
        who=who,
    )


def list_guard_answers(state: Billionaire, who: str) -> list[Option]:
    """Return the answers that let a Security defend Investments; only its holder sees them, and only while it defends
    none.
    """
    if not state.holds_security(who) or state.players[who].orders.guard != UNREACHABLE_WORTH:
        return []
    text = "Hold your cards; Security defends what is worth {amount:$} or more"
    return [Option(key, phrase(text, amount=amount), private=True) for key, amount in GUARDS.items()]


def carry_out_card_choice(t: Board, who: str, choice: str) -> None:
    """Carry out a choice about cards: play one, stop being asked, set what Security defends, or hold them."""
    orders = t.state.players[who].orders
    if choice == QUIET:
        orders.cards = QUIET
    elif choice in GUARDS:
        orders.guard = GUARDS[choice]
    elif choice in list_card_plays(t.state, who):
        play_power_card(t, who, choice)


def list_card_plays(state: Billionaire, who: str) -> dict[str, Phrase]:
    """Return everything the cards in hand can be played for, as text to write and its label; Security is not
    included.
    """
    found = {}
    for card in sorted(set(state.players[who].power) & TARGETS.keys()):
        for target in TARGETS[card](state, who):
            worth = INVESTMENTS[target].actual if target in INVESTMENTS else 0
            whom = state.find_owner(target) or target
            found[f"{card}: {target}"] = phrase(CARD_PLAY_LABELS[card], card=target, whom=whom, amount=worth)
    return found


def format_card_play(choice: str) -> Phrase:
    """Return what a card is to be played for, in words."""
    card, _, target = choice.partition(": ")
    return phrase("{card}: {target}", card=card, target=target)


def any_investment(state: Billionaire, who: str) -> list[str]:
    """Analyze Any: analyze any Investment of a rival, protected or not."""
    return [card for rival in state.list_rivals(who) for card in state.players[rival].owned]


def list_unprotected_targets(state: Billionaire, who: str) -> list[str]:
    """Return the least valuable Investments in each region of every rival."""
    return [card for rival in state.list_rivals(who) for card in state.list_all_unprotected(rival)]


TARGETS: dict[str, Callable[[Billionaire, str], list[str]]] = {
    ANALYZE_ANY: any_investment,
    ESPIONAGE: Billionaire.list_rivals,
    PROXY_FIGHT: list_unprotected_targets,
    DISASTER: list_unprotected_targets,
}


def play_power_card(t: Board, who: str, choice: str) -> None:
    """Announce a card and its target, discard it, and queue its action before it takes effect."""
    state = t.state
    card, _, target = choice.partition(": ")
    whom = state.find_owner(target) or target
    if card == ANALYZE_ANY:
        t.tell(events.AnalyzeAnyPlayed(who=who))
        decks.discard_power_card(state, who, card)
        analyzer.begin_analysis(t, who, target)
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
    """Espionage: look at a rival's whole hand, then take one Profit card out of it, unseen."""
    state, whom = t.state, t.state.players[action.whom]
    cards = [*decks.format_profit_cards(whom.cash), *sorted(whom.power)]
    t.whisper(action.who, events.HandSpied(whom=action.whom, cards=cards))
    decks.take_unseen_profit_card(t, action.who, action.whom, "espionage.taken")
    state.actions.remove(action)


async def proxy_fight(t: Board, action: PendingAction) -> None:
    """Proxy Fight: both roll. Higher takes the unprotected Investment; lower loses a Profit card; equal is nothing."""
    who, whom = action.who, action.whom
    mine, theirs = t.draw_one("proxy_fight.mine", DIE), t.draw_one("proxy_fight.theirs", DIE)
    t.state.actions.remove(action)
    with t.scene(events.FightRolled(who=who, mine=mine, whom=whom, theirs=theirs)):
        if mine > theirs:
            analyzer.hand_over_investment(t, action.card, whom, who)
        elif mine < theirs:
            decks.take_unseen_profit_card(t, whom, who, "proxy_fight.taken")
        else:
            t.tell(events.FightTied())


async def disaster(t: Board, action: PendingAction) -> None:
    """Disaster: a rival's unprotected Investment returns to its deck."""
    t.tell(events.InvestmentReturned(card=action.card, whom=action.whom))
    t.state.actions.remove(action)
    t.state.players[action.whom].owned.remove(action.card)
    decks.put_back_investment(t.state, action.card)
