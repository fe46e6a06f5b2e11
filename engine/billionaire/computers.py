"""How computer players get along: careless, steady and sharp. They know what their seat sees, and no more."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Mapping
from typing import Any

from engine.billionaire import payment, powers, security, waking
from engine.billionaire.auction import open_auction
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import DISASTER, ESPIONAGE, INVESTMENTS, THREE, M
from engine.kernel.game import Game
from engine.kernel.question import Question
from engine.kernel.ruleset import Advice


def mean(cards: Collection[str]) -> float:
    """What these Investments are worth on the average."""
    return sum(INVESTMENTS[card].actual for card in cards) / len(cards)


USUAL = mean(INVESTMENTS)
GUARD = "guard 60M"  # what a Security is kept for
A_CARD = 3 * M  # what a Profit card in another's hand is worth, more or less


def advise(game: Game[Billionaire], who: str) -> Advice | None:
    """What this seat's computer player answers to the first thing it is asked."""
    question = next((q for q in game.pending() if q.who == who), None)
    if question is None or question.key not in ANSWERS:
        return None
    return Advice(question.id, ANSWERS[question.key](game, question))


def lot(game: Game[Billionaire], question: Question, size: int) -> int:
    """A number below `size` that nobody at the table can foretell."""
    return zlib.crc32(f"{game.secret} {question.id} {game.drawn_before} {question.who}".encode()) % size


def careless(game: Game[Billionaire]) -> bool:
    """Does this table have computer players that do not think?"""
    return game.state.options.computers == "careless"


# -- bids


def bid(game: Game[Billionaire], question: Question) -> str:
    """Any amount goes, so it is written."""
    return str(wanted(game, question))


def wanted(game: Game[Billionaire], question: Question) -> int:
    """Careless: any share of the cash. Steady: more of it for what is worth more. Sharp: no more than it may take."""
    state, who = game.state, question.who
    cash = state.cash(who)
    if careless(game):
        return cash * lot(game, question, 101) // 100 // M * M
    found = estimate(state, who) / USUAL
    wish = cash * min(0.9, 0.35 * found)
    if state.options.computers == "sharp":
        wish = sharp(state, who, found)
    noise = lot(game, question, 3) - 1
    return max(0, min(cash, round(wish / M) * M + noise * M))


def sharp(state: Billionaire, who: str, found: float) -> float:
    """A smaller share of the cash, and no more than the others are likely to have: what is saved buys the next card."""
    return min(state.cash(who) * min(0.9, 0.25 * found), 0.8 * dearest_rival(state, who) + M)


def estimate(state: Billionaire, who: str) -> float:
    """What the lot is worth: exactly for who has seen it, else the mean of what is unsold where it comes from."""
    auction = open_auction(state)
    if auction.lander == who and auction.lot != THREE:
        return INVESTMENTS[auction.cards[0]].actual
    regions = [INVESTMENTS[card].region for card in auction.cards]
    return sum(mean(unseen(state, region)) for region in regions)


def unseen(state: Billionaire, region: str) -> list[str]:
    """The Investments of a region that nobody owns: everybody can work them out."""
    owned = {card for player in state.players.values() for card in player.owned}
    return [card for card, found in INVESTMENTS.items() if found.region == region and card not in owned]


def dearest_rival(state: Billionaire, who: str) -> int:
    """What the richest of the other bidders may hold in Profit cards, by their number."""
    rivals = [name for name in open_auction(state).bidders if name != who]
    return max((len(state.players[name].cash) * A_CARD for name in rivals), default=0)


# -- everything else


def pay(game: Game[Billionaire], _: Question) -> str:
    """Investments are worth ten times what they pay."""
    return payment.LEAST if careless(game) else payment.KEEP_INVESTMENTS


def best(game: Game[Billionaire], question: Question) -> Any:
    """The most valuable Investment on offer; careless players take any, or none."""
    values = [option.value for option in question.options]
    if careless(game):
        return values[lot(game, question, len(values))]
    return max(values, key=lambda value: INVESTMENTS[str(value)].actual if value in INVESTMENTS else 0)


def card(game: Game[Billionaire], question: Question) -> Any:
    """A card is played as soon as there is something worth it."""
    choices = [option.value for option in question.options if option.value != powers.QUIET]
    if careless(game):
        return choices[lot(game, question, len(choices))]
    if GUARD in choices:
        return GUARD
    value = max(choices, key=lambda choice: gain(game.state, question.who, str(choice)))
    return value if gain(game.state, question.who, str(value)) > 0 else powers.HOLD


def gain(state: Billionaire, who: str, choice: str) -> float:
    """What playing a card promises beyond keeping it."""
    name, _, target = choice.partition(": ")
    if name == ESPIONAGE:
        return len(state.players[target].cash) * M - 3 * A_CARD / 2
    if target not in INVESTMENTS:
        return 0
    worth = INVESTMENTS[target].actual
    leads = state.owner(target) == max(state.rivals(who), key=state.worth)
    return (worth if name != DISASTER or leads else 0) - 0.8 * USUAL


def secure(game: Game[Billionaire], question: Question) -> Any:
    """A Security is kept for what is worth more than usual, of one's own. A stand-in leaves orders as they are."""
    held = any(option.value == security.PLAY for option in question.options)
    action = game.state.actions[0]
    worth = security.stake(action) if question.who in (action.who, action.whom) else 0
    return security.PLAY if held and worth >= powers.GUARDS[GUARD] else security.PASS


def deck(game: Game[Billionaire], question: Question) -> Any:
    """The deck with the most valuable cards left."""
    return max(
        (str(option.value) for option in question.options),
        key=lambda region: mean(unseen(game.state, region)),
    )


def go_on(_game: Game[Billionaire], _question: Question) -> str:
    """There is nothing to look at."""
    return waking.GO_ON


ANSWERS: Mapping[str, Callable[[Game[Billionaire], Question], Any]] = {
    "bid": bid,
    "bids.deck": deck,
    "look": go_on,
    "pay": pay,
    "analyze": best,
    "power.drawn": card,
    "turn.card": card,
    "security": secure,
}
