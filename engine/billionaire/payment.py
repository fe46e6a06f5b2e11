"""Paying: Profit cards, and Investments at their trading value. No change is given, and no card that is not needed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from engine.billionaire.amounts import dollars, short
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import INVESTMENTS, M
from engine.kernel.errors import Illegal
from engine.kernel.question import shown
from engine.kernel.text import Phrase, phrase

T = TypeVar("T")
LEAST, KEEP_INVESTMENTS, KEEP_CASH = "least", "keep investments", "keep cash"
ASK, ALWAYS = "ask", "always"


class Payment(NamedTuple):
    """Cards that somebody lays down: Profit cards by value, Investments by name."""

    cash: tuple[int, ...]
    cards: tuple[str, ...]

    @property
    def amount(self) -> int:
        """What it counts for."""
        return sum(self.cash) + sum(INVESTMENTS[name].trading for name in self.cards)

    def written(self) -> str:
        """As it is typed: 5M, 2M, Ural Steel."""
        return ", ".join([*map(short, self.cash), *self.cards])

    def told(self) -> list[Phrase]:
        """As it is told."""
        text = "{card} (trading at {amount:$})"
        papers = [phrase(text, card=name, amount=INVESTMENTS[name].trading) for name in self.cards]
        return [*(phrase("{card:$}", card=card) for card in self.cash), *papers]


# -- ready-made

Rank = Callable[[tuple[int, int]], tuple[int, ...]]
RANKS: dict[str, Rank] = {  # of cash and of Investments at trading value: the lowest is best
    LEAST: lambda pair: (sum(pair), pair[1]),
    KEEP_INVESTMENTS: lambda pair: (pair[1], pair[0]),
    KEEP_CASH: lambda pair: pair,
}


def ready_made(state: Billionaire, who: str, price: int) -> dict[str, Payment]:
    """The payments worth offering, each once."""
    found: dict[str, Payment] = {}
    for style, payment in styles(state, who, price).items():
        if payment not in found.values():
            found[style] = payment
    return found


def styles(state: Billionaire, who: str, price: int) -> dict[str, Payment]:
    """Ready-made payments: the exact or least overpaid one, the one with the fewest Investments, and the one with the
    least cash. Who does not answer keeps the Investments.
    """
    papers = spendable(state, who, price)
    cash = sums([(card, card) for card in state.players[who].cash], price)
    cards = sums([(INVESTMENTS[name].trading, name) for name in papers], price)
    pairs = [(c, x) for x in cards for c in enough(sorted(cash), price - x)]
    best = {style: min(pairs, key=rank) for style, rank in RANKS.items()}
    return {
        style: Payment(tuple(sorted(cash[c], reverse=True)), tuple(sorted(cards[x]))) for style, (c, x) in best.items()
    }


def sparing(state: Billionaire, who: str, keep: int) -> int:
    """The most that the Profit cards of a hand can pay so that this much is left of them: no change is given."""
    cards, spare = state.players[who].cash, state.cash(who) - keep
    return max(sum_ for sum_ in sums([(card, card) for card in cards], spare) if sum_ <= max(0, spare))


def enough(sums_: Sequence[int], price: int) -> Sequence[int]:
    """The lowest of these sums that reaches the price, if any does."""
    at = bisect_left(sums_, price)
    return sums_[at : at + 1]


def spendable(state: Billionaire, who: str, price: int) -> list[str]:
    """The Investments that may go: all but those to be kept, unless nothing else is enough."""
    player = state.players[who]
    free = [name for name in player.owned if name not in player.orders.keep]
    enough = state.cash(who) + sum(INVESTMENTS[name].trading for name in free) >= price
    return free if enough else player.owned


def sums(cards: Sequence[tuple[int, T]], price: int) -> dict[int, tuple[T, ...]]:
    """Every sum that these cards can make without one too many for a price, with the fewest cards that make it."""
    found: dict[int, tuple[T, ...]] = {0: ()}
    for value, card in sorted(cards, key=lambda pair: -pair[0]):
        for sum_, chosen in list(found.items()):
            more = sum_ + value
            if sum_ < price and (more not in found or len(found[more]) > len(chosen) + 1):
                found[more] = (*chosen, card)
    return found


# -- any other


def ways(state: Billionaire, who: str, price: int) -> Iterator[tuple[int, ...]]:
    """Every payment without a card too many, as the values laid down from the highest to the lowest."""
    player = state.players[who]
    values = sorted([*player.cash, *(INVESTMENTS[name].trading for name in player.owned)], reverse=True)
    yield from covering(values, price)


def covering(values: Sequence[int], price: int) -> Iterator[tuple[int, ...]]:
    """The choices from these, highest first, that reach the price with their last and smallest; none comes twice."""
    if price <= 0:
        yield ()
    elif sum(values) >= price:
        yield from ((values[0], *rest) for rest in covering(values[1:], price - values[0]))
        yield from covering([value for value in values if value < values[0]], price)


def to_choose(state: Billionaire, who: str, price: int) -> bool:
    """Does this player want to choose, and is there something to choose?"""
    order = state.players[who].orders.pay
    if order == ALWAYS:
        return not one_way(state, who, price)
    return order == ASK and len(ready_made(state, who, price)) > 1


def one_way(state: Billionaire, who: str, price: int) -> bool:
    """Is there nothing to choose? Equal Profit cards are alike, Investments never are."""
    player = state.players[who]
    found: set[tuple[int, ...]] = set()
    for way in ways(state, who, price):
        found.add(way)
        if len(found) > 1:
            return False
    used = next(iter(found))
    papers = [INVESTMENTS[name].trading for name in player.owned]
    held = [*player.cash, *papers]
    return not any(value in papers and used.count(value) < held.count(value) for value in used)


def read(state: Billionaire, who: str, price: int, text: str) -> Payment:
    """A payment in words, `5m, 2m, Ural Steel`, if it is enough and nothing too much."""
    word = " ".join(text.casefold().split())
    if word in RANKS:
        return styles(state, who, price)[word]
    player = state.players[who]
    cash, cards = list(player.cash), {name.casefold(): name for name in player.owned}
    chosen: list[int] = []
    papers: list[str] = []
    for piece in word.replace(" and ", ",").split(","):
        if piece.strip() in cards:
            papers.append(cards.pop(piece.strip()))
        else:
            chosen.append(taken(cash, piece.strip()))
    return fitting(Payment(tuple(sorted(chosen, reverse=True)), tuple(sorted(papers))), price)


def taken(cash: list[int], text: str) -> int:
    """One Profit card of this value out of the hand."""
    try:
        cash.remove(value := dollars(text))
    except (Illegal, ValueError):
        raise Illegal("You have no such card to pay with: {card}.", card=shown(text)) from None
    return value


def fitting(payment: Payment, price: int) -> Payment:
    """Free payments: name any cards, such as 5m, 2m, Ural Steel, as long as they are enough and would not be without
    any one of them. They may come to more than other cards would.
    """
    if payment.amount < price:
        raise Illegal("That comes to {amount:$}, and {price:$} is to be paid.", amount=payment.amount, price=price)
    smallest = min([*payment.cash, *(INVESTMENTS[name].trading for name in payment.cards)], default=M)
    if payment.amount - smallest >= price:
        raise Illegal("That is more than is needed: keep {amount:$} of it.", amount=smallest)
    return payment
