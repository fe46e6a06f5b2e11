"""Money as people write it: nothing, 2m, $2,000,000, two million in digits; and Profit cards as they are pinned."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from engine.billionaire.state import Billionaire
from engine.billionaire.tables import BILLION_DOLLARS, INVESTMENTS, M
from engine.kernel.errors import Illegal
from engine.kernel.question import format_input_excerpt
from engine.kernel.text import Phrase, phrase

NO_AMOUNT_WORDS = frozenset({"nothing", "none", "no", "pass", "zero", "no bid"})
MILLIONS = dict.fromkeys(("m", "mm", "mio", "mln", "million", "millions"), M)
AMOUNT_UNITS = {"": 1, **MILLIONS, **dict.fromkeys(("b", "bn", "billion"), BILLION_DOLLARS)}
BARE = 1_000  # a bare number up to here counts millions, as no card is worth single dollars
DOLLAR_AMOUNT_PATTERN = re.compile(r"(\$?)\s*([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)((?:\.[0-9]+)?)\s*([a-z]*)")
UNREADABLE_CODE = "unreadable_amount"
UNREADABLE_AMOUNT = (
    "I do not understand {answer}. Write a sum, for example “2m” (2 million) or “$2,000,000”, or write “nothing”."
)


def parse_dollars(text: str) -> int:
    """Parse an amount of dollars in whole millions up to a billion, such as 2m, into dollars; words such as “nothing”
    are 0. Raise Illegal for anything else.
    """
    plain = " ".join(text.strip().casefold().split())
    if plain in NO_AMOUNT_WORDS:
        return 0
    found = DOLLAR_AMOUNT_PATTERN.fullmatch(plain)
    if found is None or found[4] not in AMOUNT_UNITS:
        raise Illegal(UNREADABLE_AMOUNT, code=UNREADABLE_CODE, answer=format_input_excerpt(text))
    amount = Fraction(found[2].replace(",", "") + found[3]) * find_amount_unit(found)
    if amount > BILLION_DOLLARS:
        raise Illegal("That is too much. You can bid {most:$} at most.", code="bid_too_high", most=BILLION_DOLLARS)
    if amount % M:
        raise Illegal(
            "Please bid whole millions, because all cards are worth whole millions.", code="bid_not_in_millions"
        )
    return int(amount)


def find_amount_unit(found: re.Match[str]) -> int:
    """Return by how many dollars the number in a typed amount is multiplied: a million for 2m, a billion for 2b, a
    million for a bare number up to 1000, else one. `found` is the typed amount split into its parts by
    DOLLAR_AMOUNT_PATTERN.
    """
    bare = not found[1] and not found[4] and "," not in found[2]
    return M if bare and Fraction(found[2]) <= BARE else AMOUNT_UNITS[found[4]]


def format_profit_card(amount: int) -> str:
    """Return the name of a Profit card worth `amount` dollars as players write it, such as 5M for five million."""
    return f"{amount // M}M"


T = TypeVar("T")
LEAST, KEEP_INVESTMENTS, KEEP_CASH = "least", "keep investments", "keep cash"
ASK, ALWAYS = "ask", "always"


class Payment(NamedTuple):
    """Hold the cards laid down for a payment: Profit cards by value, Investments by name."""

    cash: tuple[int, ...]
    cards: tuple[str, ...]

    @property
    def amount(self) -> int:
        """Return how many dollars the cards of the payment are worth together, Investments at their trading value."""
        return sum(self.cash) + sum(INVESTMENTS[name].trading for name in self.cards)

    def format_as_typed(self) -> str:
        """Return a payment as a player types it, such as 5M, 2M, Ural Steel."""
        return ", ".join([*map(format_profit_card, self.cash), *self.cards])

    def format_as_told(self) -> list[Phrase]:
        """Return the cards of a payment as texts for its announcement, first Profit cards, then Investments with their
        trading value.
        """
        text = "{card} ({amount:$} as payment)"
        papers = [phrase(text, card=name, amount=INVESTMENTS[name].trading) for name in self.cards]
        return [*(phrase("{card:$}", card=card) for card in self.cash), *papers]


# -- ready-made

Rank = Callable[[tuple[int, int]], tuple[int, ...]]

RANKS: dict[str, Rank] = {  # of cash and of Investments at trading value: the lowest is best
    LEAST: lambda pair: (sum(pair), pair[1]),
    KEEP_INVESTMENTS: lambda pair: (pair[1], pair[0]),
    KEEP_CASH: lambda pair: pair,
}


def list_distinct_payments(ready: Mapping[str, Payment]) -> dict[str, Payment]:
    """Return ready-made payments of a price by style (exact, keep Investments, keep cash), without those that are equal
    to an earlier one.
    """
    found: dict[str, Payment] = {}
    for style, payment in ready.items():
        if payment not in found.values():
            found[style] = payment
    return found


def build_ready_payments(state: Billionaire, who: str, price: int) -> dict[str, Payment]:
    """Ready-made payments: the three ready-made payments: as exactly as possible, with the fewest Investments, and with
    the least cash. If you do not answer, you keep your Investments.

    Return them by style (such as LEAST); nothing is paid. Two may be equal. Investments that `who` has ordered to keep
    are used only if the price cannot be paid without. Raise ValueError if `who` cannot pay it at all.
    """
    papers = list_spendable_investments(state, who, price)
    cash = compute_card_sums([(card, card) for card in state.players[who].cash], price)
    cards = compute_card_sums([(INVESTMENTS[name].trading, name) for name in papers], price)
    pairs = [(c, x) for x in cards for c in find_lowest_sum(sorted(cash), price - x)]
    best = {style: min(pairs, key=rank) for style, rank in RANKS.items()}
    return {
        style: Payment(tuple(sorted(cash[c], reverse=True)), tuple(sorted(cards[x]))) for style, (c, x) in best.items()
    }


def compute_payment_keeping(state: Billionaire, who: str, keep: int) -> int:
    """Return the highest sum in dollars that a player can pay exactly with Profit cards alone, without change, so that
    at least `keep` dollars remain in their hand; 0 if there is none.
    """
    cards, spare = state.players[who].cash, state.compute_cash(who) - keep
    return max(sum_ for sum_ in compute_card_sums([(card, card) for card in cards], spare) if sum_ <= max(0, spare))


def find_lowest_sum(sums_: Sequence[int], price: int) -> Sequence[int]:
    """Return a list with the lowest of these ascending sums that reaches the price, or an empty list if none does."""
    at = bisect_left(sums_, price)
    return sums_[at : at + 1]


def list_spendable_investments(state: Billionaire, who: str, price: int) -> list[str]:
    """Return the names of the Investments with which a player may pay a price: all except those that they have ordered
    to keep, or really all if the price cannot be paid with their cash and the rest.
    """
    player = state.players[who]
    free = [name for name in player.owned if name not in player.orders.keep]
    enough = state.compute_cash(who) + sum(INVESTMENTS[name].trading for name in free) >= price
    return free if enough else player.owned


def compute_card_sums(cards: Sequence[tuple[int, T]], price: int) -> dict[int, tuple[T, ...]]:
    """Map each sum that some of these cards (pairs of value and card) make together to the fewest cards that make it.
    Choices with a card more than `price` needs are left out; choices below the price are not.
    """
    found: dict[int, tuple[T, ...]] = {0: ()}
    for value, card in sorted(cards, key=lambda pair: -pair[0]):
        for sum_, chosen in list(found.items()):
            more = sum_ + value
            if sum_ < price and (more not in found or len(found[more]) > len(chosen) + 1):
                found[more] = (*chosen, card)
    return found


# -- any other


def iter_payments(state: Billionaire, who: str, price: int) -> Iterator[tuple[int, ...]]:
    """Yield every way in which a player's cards can pay a price without a card that is not needed. Each way is given as
    the values of its cards, the highest first.
    """
    player = state.players[who]
    values = sorted([*player.cash, *(INVESTMENTS[name].trading for name in player.owned)], reverse=True)
    yield from iter_covering_values(values, price)


def iter_covering_values(values: Sequence[int], price: int) -> Iterator[tuple[int, ...]]:
    """Yield each choice from these values (sorted, highest first) that reaches the price, but would not without its
    lowest value. Choices of equal values are given once.
    """
    if price <= 0:
        yield ()
    elif sum(values) >= price:
        yield from ((values[0], *rest) for rest in iter_covering_values(values[1:], price - values[0]))
        yield from iter_covering_values([value for value in values if value < values[0]], price)


def needs_payment_choice(state: Billionaire, who: str, price: int, ready: Mapping[str, Payment]) -> bool:
    """Return whether a player must be asked how to pay this price, by their own standing order: with `always` if there
    is more than one way, with `ask` if the `ready` payments differ, with any other order never.
    """
    order = state.players[who].orders.pay
    if order == ALWAYS:
        return not has_single_payment(state, who, price)
    return order == ASK and len({*ready.values()}) > 1


def has_single_payment(state: Billionaire, who: str, price: int) -> bool:
    """Return whether there is only one way in which a player's cards can pay this price; equal Profit cards count as
    the same. The player must be able to pay it, else raise StopIteration.
    """
    player = state.players[who]
    found: set[tuple[int, ...]] = set()
    for way in iter_payments(state, who, price):
        found.add(way)
        if len(found) > 1:
            return False
    used = next(iter(found))
    papers = [INVESTMENTS[name].trading for name in player.owned]
    held = [*player.cash, *papers]
    return not any(value in papers and used.count(value) < held.count(value) for value in used)


def parse_payment(state: Billionaire, who: str, price: int, text: str) -> Payment:
    """Parse a typed payment: cards such as `5m, 2m, Ural Steel`, or the name of a suggested payment such as `keep
    cash`. Raise Illegal if the player lacks a card, pays too little, or names a card that is not needed.
    """
    word = " ".join(text.casefold().split())
    if word in RANKS:
        return build_ready_payments(state, who, price)[word]
    player = state.players[who]
    cash, cards = list(player.cash), {name.casefold(): name for name in player.owned}
    chosen: list[int] = []
    papers: list[str] = []
    for piece in word.replace(" and ", ",").split(","):
        if piece.strip() in cards:
            papers.append(cards.pop(piece.strip()))
        else:
            chosen.append(take_typed_cash(cash, piece.strip()))
    return check_payment(Payment(tuple(sorted(chosen, reverse=True)), tuple(sorted(papers))), price)


def take_typed_cash(cash: list[int], text: str) -> int:
    """Remove the Profit card that a player has typed, such as 5m, from the list `cash`, in place, and return its value
    in dollars; raise Illegal if the text is no amount, or the list has no such card.
    """
    try:
        cash.remove(value := parse_dollars(text))
    except (Illegal, ValueError):
        raise Illegal(
            "You do not have this card, so you cannot pay with it: {card}.",
            code="card_not_held",
            card=format_input_excerpt(text),
        ) from None
    return value


def check_payment(payment: Payment, price: int) -> Payment:
    """Free payments: name any cards, such as 5m, 2m, Ural Steel. They must be enough, and you cannot add a card that
    you do not need.

    Return `payment` if it pays `price` and no card in it could be left out; else raise Illegal. That the player holds
    the cards is checked before.
    """
    if payment.amount < price:
        raise Illegal(
            "These cards are worth {amount:$}, but you must pay {price:$}. Add a card.",
            code="paid_too_little",
            amount=payment.amount,
            price=price,
        )
    smallest = min([*payment.cash, *(INVESTMENTS[name].trading for name in payment.cards)], default=M)
    if payment.amount - smallest >= price:
        raise Illegal(
            "That is more than you must pay. Leave out a card of {amount:$}.", code="paid_too_much", amount=smallest
        )
    return payment
