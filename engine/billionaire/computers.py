"""How computer players get along: novice, regular and expert. They know what their seat sees, and no more."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from engine.billionaire import actions, money, orders
from engine.billionaire.auction import check_open_auction
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import AMERICAS, DISASTER, ESPIONAGE, EURASIA, INVESTMENTS, REGIONS, THREE, M
from engine.kernel.question import Question
from engine.kernel.ruleset import Advice, Character
from engine.kernel.table import GameInPlay


def compute_mean_worth(cards: Collection[str]) -> float:
    """Return the mean worth in dollars of these Investments, of which there must be one at least."""
    return sum(INVESTMENTS[card].actual for card in cards) / len(cards)


MEAN_INVESTMENT_WORTH = compute_mean_worth(INVESTMENTS)
REGION_LOVE, CHASE = 1.5, 1.5  # how much more is bid for a loved region, and in auctions of the leader
GUARD = "guard 60M"  # what a Security is kept for
BILLIONAIRE_STRENGTHS = ("novice", "regular", "expert")
A_CARD = 3 * M  # what a Profit card in another's hand is worth, more or less


class BiddingHabit(NamedTuple):
    """Describe how much more a character bids than others of the same strength, and what it prefers."""

    bids: float = 1.0
    region: str = ""  # bids half as much again there
    own: float = 1.0  # in auctions of their own, where they have seen the card
    chases: bool = False  # bids more in auctions of the richest other player, and takes from that player first
    guards: bool = True  # keeps a Security for what is worth much


BIDDING_HABITS = {
    "overbidder": BiddingHabit(bids=1.4),
    "miser": BiddingHabit(bids=0.7),
    "eurasian": BiddingHabit(region=EURASIA),
    "chaser": BiddingHabit(chases=True),
    "insider": BiddingHabit(bids=0.9, own=1.5),
    "american": BiddingHabit(region=AMERICAS),
    "gambler": BiddingHabit(bids=1.2, guards=False),
    "seller": BiddingHabit(own=0.6),
}
BILLIONAIRE_CHARACTERS = (
    Character("overbidder", "{who} bids 40% more than other players."),
    Character("miser", "{who} bids 30% less than other players."),
    Character(
        "eurasian",
        "{who} likes {region}, and bids one and a half times as much for an Investment from there.",
        {"region": REGIONS[EURASIA]},
    ),
    Character(
        "chaser", "{who} chases the richest other player: bids high in their auctions, and takes from them first."
    ),
    Character("insider", "{who} bids high in {who}'s own auctions, after seeing the card."),
    Character(
        "american",
        "{who} likes {region}, and bids one and a half times as much for an Investment from there.",
        {"region": REGIONS[AMERICAS]},
    ),
    Character("gambler", "{who} bids high, and never saves a Security card to protect Investments."),
    Character("seller", "{who} bids low in {who}'s own auctions, and earns what other players pay."),
)


def advise_billionaire_computer(
    game: GameInPlay[Billionaire], question: Question, character: str = "", strength: str = ""
) -> Advice | None:
    """Return the answer that a computer player of this character (its habits, such as “miser”) and strength (“novice”,
    “regular” or “expert”; the game's own if empty) should give to a question; None if any answer will do. The
    `strength` counts for bids only: all other answers follow the game's own. In games from releases that had no
    characters, `character` does not count.
    """
    if question.key not in ("bid", *BILLIONAIRE_COMPUTER_ANSWERS):
        return None
    able = strength or game.state.options.computers
    habit = BIDDING_HABITS.get(character if game.state.characters else "", BiddingHabit())
    if question.key == "bid":
        return Advice(question.id, str(compute_computer_bid(game, question, able, habit)))
    if question.key == "security" and not habit.guards:
        held = any(option.value == actions.PLAY for option in question.options)
        return Advice(question.id, actions.PLAY if held else actions.PASS)
    return Advice(question.id, BILLIONAIRE_COMPUTER_ANSWERS[question.key](game, question, habit))


def pick_billionaire_number(game: GameInPlay[Billionaire], question: Question, size: int) -> int:
    """Return a number from 0 to `size` - 1 that nobody at the table can predict: it is computed from the game's secret,
    the question and the number of draws so far.
    """
    return zlib.crc32(f"{game.secret} {question.id} {game.drawn_before} {question.who}".encode()) % size


def has_novice_computers(game: GameInPlay[Billionaire]) -> bool:
    """Return whether this game's computer players are set to be novices, so that they choose at random."""
    return game.state.options.computers == "novice"


# -- bids


def compute_computer_bid(game: GameInPlay[Billionaire], question: Question, able: str, habit: BiddingHabit) -> int:
    """Return what a computer player bids, in dollars, in whole millions and never more than its cash. `able` is its
    strength: a novice bids a random share of its cash, a regular more for better Investments, an expert hardly more
    than needed to win; `habit` is its character.
    """
    state, who = game.state, question.who
    cash = state.compute_cash(who)
    if able == "novice":
        wish = cash * pick_billionaire_number(game, question, 101) / 100 * compute_bid_factor(state, who, habit)
        return min(cash, round(wish)) // M * M
    found = estimate_lot_worth(state, who) / MEAN_INVESTMENT_WORTH
    wish = compute_expert_bid(state, who, found) if able == "expert" else cash * min(0.9, 0.35 * found)
    noise = pick_billionaire_number(game, question, 3) - 1
    return max(0, min(cash, round(wish * compute_bid_factor(state, who, habit) / M) * M + noise * M))


def compute_bid_factor(state: Billionaire, who: str, habit: BiddingHabit) -> float:
    """Return by how much to multiply a computer player's bid in the current auction because of its character (`habit`):
    its general factor, times that for its own auctions, times 1.5 in a region that it prefers and 1.5 if it chases and
    the richest rival sells; below 1 it bids less. Raise Illegal if there is no auction.
    """
    auction = check_open_auction(state)
    times = habit.bids * (habit.own if auction.lander == who else 1.0)
    if habit.region and any(INVESTMENTS[card].region == habit.region for card in auction.cards):
        times *= REGION_LOVE
    return times * (CHASE if habit.chases and auction.lander == find_richest_rival(state, who) else 1.0)


def find_richest_rival(state: Billionaire, who: str) -> str:
    """Return the other player still in the game whose Investments are worth most (cash, which is secret, does not
    count); of several, the first clockwise. There must be one, else raise ValueError.
    """
    return max(state.list_rivals(who), key=state.compute_worth)


def compute_expert_bid(state: Billionaire, who: str, found: float) -> float:
    """Return, in dollars and not rounded, the bid of an expert computer player for cards that are worth `found` times a
    mean Investment: a share of its cash, but at most $1,000,000 more than four fifths of what the richest rival
    probably has.
    """
    return min(state.compute_cash(who) * min(0.9, 0.25 * found), 0.8 * estimate_richest_rival(state, who) + M)


def estimate_lot_worth(state: Billionaire, who: str) -> float:
    """Return what the auctioned Investments are worth in dollars to a computer player: exactly if it has seen the card,
    else the mean worth of those that nobody owns in the region; for three cards the sum of their regions' means. Raise
    Illegal if there is no auction.
    """
    auction = check_open_auction(state)
    if auction.lander == who and auction.lot != THREE:
        return INVESTMENTS[auction.cards[0]].actual
    regions = [INVESTMENTS[card].region for card in auction.cards]
    return sum(compute_mean_worth(state.list_unowned(region)) for region in regions)


def estimate_richest_rival(state: Billionaire, who: str) -> int:
    """Estimate the cash of the richest other player who may bid in this auction as $3,000,000 for each of the Profit
    cards that they hold; 0 if there is no other. Raise Illegal if there is no auction.
    """
    rivals = [name for name in check_open_auction(state).bidders if name != who]
    return max((len(state.players[name].cash) * A_CARD for name in rivals), default=0)


# -- everything else


def pick_computer_payment(game: GameInPlay[Billionaire], _question: Question, _habit: BiddingHabit) -> str:
    """Return, by the name of a suggested payment, how a computer player pays: it keeps its Investments, which are worth
    ten times what they pay, but a novice pays as exactly as possible.
    """
    return money.LEAST if has_novice_computers(game) else money.KEEP_INVESTMENTS


def pick_best_investment(game: GameInPlay[Billionaire], question: Question, habit: BiddingHabit) -> Any:
    """Return the most valuable Investment among the answers to a question put to a computer player, or a random answer
    if computer players are set to be novices. One that chases takes from the richest other player if it can.
    """
    values = [option.value for option in question.options]
    if habit.chases:
        values = list_options_against_leader(game.state, question) or values
    if has_novice_computers(game):
        return values[pick_billionaire_number(game, question, len(values))]
    return max(values, key=lambda value: INVESTMENTS[str(value)].actual if value in INVESTMENTS else 0)


def list_options_against_leader(state: Billionaire, question: Question) -> list[Any]:
    """Return those answers to a question put to a computer player that take something from the richest other player:
    an Investment, or a Power Play card with one as its target.
    """
    leader = find_richest_rival(state, question.who)
    targets = {option.value: str(option.value).rpartition(": ")[2] for option in question.options}
    return [value for value, target in targets.items() if target in INVESTMENTS and state.find_owner(target) == leader]


def pick_power_card(game: GameInPlay[Billionaire], question: Question, habit: BiddingHabit) -> Any:
    """Return a computer player's answer to the question for its Power Play cards: let a Security protect its
    Investments from $60,000,000 on, else play the card that gains most, else play none; one that chases looks first at
    plays against the richest rival. Novices answer at random, but never that they want to be asked no more.
    """
    unwanted = (actions.QUIET,) if habit.guards else (actions.QUIET, GUARD)
    choices = [option.value for option in question.options if option.value not in unwanted]
    if has_novice_computers(game):
        return choices[pick_billionaire_number(game, question, len(choices))]
    if GUARD in choices:
        return GUARD
    if habit.chases:
        choices = list_options_against_leader(game.state, question) or choices
    value = max(choices, key=lambda choice: compute_card_gain(game.state, question.who, str(choice)))
    return value if compute_card_gain(game.state, question.who, str(value)) > 0 else actions.HOLD


def compute_card_gain(state: Billionaire, who: str, choice: str) -> float:
    """Return how many dollars a computer player may expect to gain by the choice `card: target` of a Power Play card,
    compared with keeping the card; below 0 if it is better kept, 0 for choices that are no card.
    """
    name, _, target = choice.partition(": ")
    if name == ESPIONAGE:
        return len(state.players[target].cash) * M - 3 * A_CARD / 2
    if target not in INVESTMENTS:
        return 0
    worth = INVESTMENTS[target].actual
    leads = state.find_owner(target) == find_richest_rival(state, who)
    return (worth if name != DISASTER or leads else 0) - 0.8 * MEAN_INVESTMENT_WORTH


def decide_on_security(game: GameInPlay[Billionaire], question: Question, _habit: BiddingHabit) -> Any:
    """Return a computer player's answer when asked for a Security card on the current action: play it if it holds one
    and an Investment worth $60,000,000 or more is at stake that it owns or is about to take; else pass.
    """
    held = any(option.value == actions.PLAY for option in question.options)
    action = game.state.actions[0]
    worth = actions.compute_worth_at_stake(action) if question.who in (action.who, action.whom) else 0
    return actions.PLAY if held and worth >= actions.GUARDS[GUARD] else actions.PASS


def pick_richest_deck(game: GameInPlay[Billionaire], question: Question, _habit: BiddingHabit) -> Any:
    """Return, for a computer player who may choose a deck, the one whose remaining Investments have the highest mean
    worth.
    """
    return max(
        (str(option.value) for option in question.options),
        key=lambda region: compute_mean_worth(game.state.list_unowned(region)),
    )


def continue_without_review(_game: GameInPlay[Billionaire], _question: Question, _habit: BiddingHabit) -> str:
    """Return a computer player's answer when the game pauses so that players can review their standing orders: it
    continues at once.
    """
    return orders.GO_ON


BILLIONAIRE_COMPUTER_ANSWERS: Mapping[str, Callable[[GameInPlay[Billionaire], Question, BiddingHabit], Any]] = {
    "bids.deck": pick_richest_deck,
    "look": continue_without_review,
    "pay": pick_computer_payment,
    "analyze": pick_best_investment,
    "power.drawn": pick_power_card,
    "turn.card": pick_power_card,
    "security": decide_on_security,
}
