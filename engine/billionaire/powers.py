"""Power Play cards: drawing one, deciding what to do with those in hand, and what each does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.billionaire import analyzer, decks, events
from engine.billionaire.amounts import short
from engine.billionaire.decks import Board
from engine.billionaire.security import DISASTROUS, FIGHT, SPYING
from engine.billionaire.state import NEVER, Action, Billionaire
from engine.billionaire.tables import ANALYZE_ANY, DIE, DISASTER, ESPIONAGE, INVESTMENTS, PROXY_FIGHT, SECURITY, M
from engine.kernel.question import Option
from engine.kernel.text import Phrase, phrase

DRAWN = "drawn"
HOLD: Final = "hold"
QUIET: Final = "quiet"
GUARDS: Final = {f"guard {short(amount)}": amount for amount in (10 * M, 60 * M, 100 * M)}  # ready-made, on drawing it
KINDS = {ESPIONAGE: SPYING, PROXY_FIGHT: FIGHT, DISASTER: DISASTROUS}
LABELS = {
    ANALYZE_ANY: "Analyze Any: {card} of {whom}, worth {amount:$}",
    PROXY_FIGHT: "Proxy Fight: for {card} of {whom}, worth {amount:$}",
    DISASTER: "Disaster: {card} of {whom}, worth {amount:$}",
    ESPIONAGE: "Espionage: on {whom}",
}


# -- drawing and deciding


async def draw(t: Board, action: Action) -> None:
    """The top card of the deck, which only its player sees. When all are in people's hands there is none to draw."""
    state, who = t.state, action.who
    if not state.power and not state.bottom:
        t.tell(events.PowerDeckEmpty(who=who))
        state.actions.remove(action)
        return
    t.tell(events.PowerDrawn(who=who))
    card = decks.draw_power(t)
    t.whisper(who, events.PowerSeen(card=card))
    if card == SECURITY and state.players[who].orders.guard == NEVER:
        t.whisper(who, events.GuardOrderTaught())
    state.players[who].power.append(card)
    state.actions[0] = Action(DRAWN, who)


async def decide(t: Board, action: Action) -> None:
    """A card just drawn may be played at once, or held. Everybody who draws is asked alike, whatever they drew."""
    state, who = t.state, action.who
    choice = HOLD
    if state.players[who].orders.cards == "ask":
        choice = await ask(t, "power.drawn", who, "Hold your cards")
    state.actions.remove(action)
    carry_out(t, who, choice)


async def ask(t: Board, key: str, who: str, hold: str) -> str:
    """Which card to play now, if any, or what a Security is to defend. The question and its first two answers are the
    same for every hand.
    """
    state = t.state
    return await t.ask(
        key,
        who,
        "{who}, do you play a Power Play card?",
        lambda: [
            Option(HOLD, hold),
            Option(QUIET, "The same, and do not ask me again until I say so"),
            *guards(state, who),
            *(Option(play, label, private=True) for play, label in playable(state, who).items()),
        ],
        lapse=HOLD,
        secret=True,
        who=who,
    )


def guards(state: Billionaire, who: str) -> list[Option]:
    """What a Security may be told to defend, as long as it defends nothing: only its holder sees these answers."""
    if not state.holds_security(who) or state.players[who].orders.guard != NEVER:
        return []
    text = "Hold your cards; Security defends what is worth {amount:$} or more"
    return [Option(key, phrase(text, amount=amount), private=True) for key, amount in GUARDS.items()]


def carry_out(t: Board, who: str, choice: str) -> None:
    """What was decided: a card is played, or not; and perhaps no more questions, or what Security defends."""
    orders = t.state.players[who].orders
    if choice == QUIET:
        orders.cards = QUIET
    elif choice in GUARDS:
        orders.guard = GUARDS[choice]
    elif choice in playable(t.state, who):
        play(t, who, choice)


def playable(state: Billionaire, who: str) -> dict[str, Phrase]:
    """All that the cards of a hand can be played for: what to write, and how it reads. Security is not among it."""
    found = {}
    for card in sorted(set(state.players[who].power) & TARGETS.keys()):
        for target in TARGETS[card](state, who):
            worth = INVESTMENTS[target].actual if target in INVESTMENTS else 0
            whom = state.owner(target) or target
            found[f"{card}: {target}"] = phrase(LABELS[card], card=target, whom=whom, amount=worth)
    return found


def named(choice: str) -> Phrase:
    """What a card is to be played for, in words."""
    card, _, target = choice.partition(": ")
    return phrase("{card}: {target}", card=card, target=target)


def any_investment(state: Billionaire, who: str) -> list[str]:
    """Analyze Any: analyze any Investment of a rival, protected or not."""
    return [card for rival in state.rivals(who) for card in state.players[rival].owned]


def unprotected(state: Billionaire, who: str) -> list[str]:
    """The least valuable Investments of every rival's regions."""
    return [card for rival in state.rivals(who) for card in state.exposed(rival)]


TARGETS: dict[str, Callable[[Billionaire, str], list[str]]] = {
    ANALYZE_ANY: any_investment,
    ESPIONAGE: Billionaire.rivals,
    PROXY_FIGHT: unprotected,
    DISASTER: unprotected,
}


def play(t: Board, who: str, choice: str) -> None:
    """The card is shown, and what it is to do is named, before it does anything."""
    state = t.state
    card, _, target = choice.partition(": ")
    whom = state.owner(target) or target
    if card == ANALYZE_ANY:
        t.tell(events.AnalyzeAnyPlayed(who=who))
        decks.use_power(state, who, card)
        analyzer.begin(t, who, target)
        return
    if card == ESPIONAGE:
        t.tell(events.EspionagePlayed(who=who, whom=whom))
    else:
        played = events.DisasterPlayed if card == DISASTER else events.ProxyFightPlayed
        t.tell(played(who=who, whom=whom, card=target, amount=INVESTMENTS[target].actual))
    decks.use_power(state, who, card)
    state.actions.insert(0, Action(KINDS[card], who, whom=whom, card="" if target == whom else target))


# -- what they do


async def espionage(t: Board, action: Action) -> None:
    """Espionage: look at a rival's whole hand, then take one Profit card out of it, unseen."""
    state, whom = t.state, t.state.players[action.whom]
    cards = [*decks.faces(whom.cash), *sorted(whom.power)]
    t.whisper(action.who, events.HandSpied(whom=action.whom, cards=cards))
    decks.take_unseen(t, action.who, action.whom, "espionage.taken")
    state.actions.remove(action)


async def proxy_fight(t: Board, action: Action) -> None:
    """Proxy Fight: both roll. Higher takes the unprotected Investment; lower loses a Profit card; equal is nothing."""
    who, whom = action.who, action.whom
    mine, theirs = t.draw_one("proxy_fight.mine", DIE), t.draw_one("proxy_fight.theirs", DIE)
    t.state.actions.remove(action)
    with t.scene(events.FightRolled(who=who, mine=mine, whom=whom, theirs=theirs)):
        if mine > theirs:
            analyzer.hand_over(t, action.card, whom, who)
        elif mine < theirs:
            decks.take_unseen(t, whom, who, "proxy_fight.taken")
        else:
            t.tell(events.FightTied())


async def disaster(t: Board, action: Action) -> None:
    """Disaster: a rival's unprotected Investment returns to its deck."""
    t.tell(events.InvestmentReturned(card=action.card, whom=action.whom))
    t.state.actions.remove(action)
    t.state.players[action.whom].owned.remove(action.card)
    decks.put_back(t.state, action.card)
