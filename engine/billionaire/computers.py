"""How computer players get along: careless, steady and sharp. They know what their seat sees, and no more."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from engine.billionaire import payment, powers, security, waking
from engine.billionaire.auction import open_auction
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import AMERICAS, DISASTER, ESPIONAGE, EURASIA, INVESTMENTS, REGIONS, THREE, M
from engine.kernel.game import Game
from engine.kernel.question import Question
from engine.kernel.ruleset import Advice, Character


def mean(cards: Collection[str]) -> float:
    """What these Investments are worth on the average."""
    return sum(INVESTMENTS[card].actual for card in cards) / len(cards)


USUAL = mean(INVESTMENTS)
REGION_LOVE, CHASE = 1.5, 1.3  # how much more is bid for a loved region, and against the leader
GUARD = "guard 60M"  # what a Security is kept for
A_CARD = 3 * M  # what a Profit card in another's hand is worth, more or less


class Habit(NamedTuple):
    """How much more somebody bids than others of their strength, and what they like."""

    bids: float = 1.0
    region: str = ""  # bids half as much again there
    own: float = 1.0  # in auctions of their own, where they have seen the card
    chases: bool = False  # bids more against whoever leads
    guards: bool = True  # keeps a Security for what is worth much


HABITS = {
    "overbidder": Habit(bids=1.4),
    "miser": Habit(bids=0.7),
    "eurasian": Habit(region=EURASIA),
    "chaser": Habit(chases=True),
    "insider": Habit(bids=0.9, own=1.5),
    "american": Habit(region=AMERICAS),
    "gambler": Habit(bids=1.2, guards=False),
    "seller": Habit(own=0.6),
}
CHARACTERS = (
    Character("overbidder", "{who} overbids: two fifths more than others would."),
    Character("miser", "{who} is thrifty: bids a third less than others would, and waits."),
    Character("eurasian", "{who} loves {region}, and bids half as much again for it.", {"region": REGIONS[EURASIA]}),
    Character("chaser", "{who} chases whoever leads, and bids more in auctions against them."),
    Character("insider", "{who} bids high in auctions of their own, where they have seen the card."),
    Character("american", "{who} loves {region}, and bids half as much again for it.", {"region": REGIONS[AMERICAS]}),
    Character("gambler", "{who} bids high, and never keeps a Security back."),
    Character("seller", "{who} bids low in auctions of their own, and lives on what others pay."),
)


def advise(game: Game[Billionaire], who: str, character: str = "", strength: str = "") -> Advice | None:
    """What this seat's computer player answers to the first thing it is asked."""
    question = next((q for q in game.pending() if q.who == who), None)
    if question is None or question.key not in ("bid", *ANSWERS):
        return None
    able = strength or game.state.options.computers
    habit = HABITS.get(character if game.state.characters else "", Habit())
    if question.key == "bid":
        return Advice(question.id, str(wanted(game, question, able, habit)))
    if question.key == "security" and not habit.guards:
        held = any(option.value == security.PLAY for option in question.options)
        return Advice(question.id, security.PLAY if held else security.PASS)
    return Advice(question.id, ANSWERS[question.key](game, question))


def lot(game: Game[Billionaire], question: Question, size: int) -> int:
    """A number below `size` that nobody at the table can foretell."""
    return zlib.crc32(f"{game.secret} {question.id} {game.drawn_before} {question.who}".encode()) % size


def careless(game: Game[Billionaire]) -> bool:
    """Does this table have computer players that do not think?"""
    return game.state.options.computers == "careless"


# -- bids


def wanted(game: Game[Billionaire], question: Question, able: str, habit: Habit) -> int:
    """Careless: any share of the cash. Steady: more of it for what is worth more. Sharp: no more than it may take."""
    state, who = game.state, question.who
    cash = state.cash(who)
    if able == "careless":
        return cash * lot(game, question, 101) // 100 // M * M
    found = estimate(state, who) / USUAL
    wish = sharp(state, who, found) if able == "sharp" else cash * min(0.9, 0.35 * found)
    noise = lot(game, question, 3) - 1
    return max(0, min(cash, round(wish * liking(state, who, habit) / M) * M + noise * M))


def liking(state: Billionaire, who: str, habit: Habit) -> float:
    """Return how much more than usual somebody of this habit bids for this lot."""
    auction = open_auction(state)
    times = habit.bids * (habit.own if auction.lander == who else 1.0)
    if habit.region and any(INVESTMENTS[card].region == habit.region for card in auction.cards):
        times *= REGION_LOVE
    leader = max(state.rivals(who), key=state.worth)
    return times * (CHASE if habit.chases and leader in auction.bidders else 1.0)


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
    "bids.deck": deck,
    "look": go_on,
    "pay": pay,
    "analyze": best,
    "power.drawn": card,
    "turn.card": card,
    "security": secure,
}
