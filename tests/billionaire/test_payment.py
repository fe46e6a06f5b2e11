"""Ready-made payments are the best there are, and every payment without a card too many can be made."""

import random
from itertools import combinations

import pytest

from engine.billionaire import money
from engine.billionaire.money import parse_dollars
from engine.billionaire.rules import BILLIONAIRE
from engine.billionaire.tables import INVESTMENTS, M
from engine.kernel import Illegal


def somebody(luck):
    state = BILLIONAIRE.create_state(["Ann", "Bob"], {})
    player = state.players["Ann"]
    player.cash = sorted(luck.choice([1, 1, 2, 2, 5, 10]) * M for _ in range(luck.randint(0, 6)))
    player.owned = luck.sample([*INVESTMENTS], luck.randint(0, 4))
    return state


def every(state):
    """All choices of cards, the slow way."""
    player = state.players["Ann"]
    cards = [*player.cash, *player.owned]
    for size in range(1, len(cards) + 1):
        for chosen in combinations(range(len(cards)), size):
            picked = [cards[at] for at in chosen]
            cash = tuple(sorted((card for card in picked if isinstance(card, int)), reverse=True))
            yield money.Payment(cash, tuple(sorted(card for card in picked if isinstance(card, str))))


def needed(each, price):
    least = min([*each.cash, *(INVESTMENTS[card].trading for card in each.cards)])
    return each.amount >= price > each.amount - least


def papers(each):
    return sum(INVESTMENTS[card].trading for card in each.cards)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_offered_ready_made_is_the_best_of_its_kind(seed):
    luck = random.Random(seed)
    state = somebody(luck)
    if not state.compute_means("Ann"):
        return
    price = luck.randint(1, state.compute_means("Ann") // M) * M
    all_ways = [each for each in every(state) if needed(each, price)]
    offered = money.build_ready_payments(state, "Ann", price)
    assert all(needed(each, price) for each in offered.values())
    least, investments, cash = (offered[style] for style in ("least", "keep investments", "keep cash"))
    assert least.amount == min(each.amount for each in all_ways)
    assert papers(investments) == min(map(papers, all_ways))
    assert sum(cash.cash) == min(sum(each.cash) for each in all_ways)
    values = {tuple(sorted([*w.cash, *(INVESTMENTS[c].trading for c in w.cards)], reverse=True)) for w in all_ways}
    assert sorted(money.iter_payments(state, "Ann", price)) == sorted(values)
    assert money.has_single_payment(state, "Ann", price) == (len(set(all_ways)) == 1)
    for way in set(all_ways):
        assert money.parse_payment(state, "Ann", price, way.format_as_typed()).amount == way.amount


@pytest.mark.parametrize("seed", range(60))
def test_what_is_kept_back_is_left_and_more_could_not_be_paid(seed):
    luck = random.Random(f"keep {seed}")
    state = somebody(luck)
    player = state.players["Ann"]
    player.owned, keep = [], luck.randint(0, 12) * M
    most = money.compute_payment_keeping(state, "Ann", keep)
    spared = [each.amount for each in every(state) if state.compute_cash("Ann") - each.amount >= keep]
    assert most == max(spared, default=0)
    for price in range(M, most + M, M):  # whatever is bid up to there, the ready-made payment leaves as much
        paid = money.build_ready_payments(state, "Ann", price)[money.KEEP_INVESTMENTS]
        assert state.compute_cash("Ann") - paid.amount >= keep


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("nothing", 0), ("0", 0), ("pass", 0), ("2", 2), ("2m", 2), ("2 M", 2), ("2 million", 2), ("$2,000,000", 2),
        ("2000000", 2), ("$ 2m", 2), ("2.0m", 2), ("0.002bn", 2), ("1 billion", 1000), ("1000", 1000), ("$0", 0),
    ],
)  # fmt: skip
def test_an_amount_is_understood_however_it_is_written(text, amount):
    assert parse_dollars(text) == amount * M


@pytest.mark.parametrize(
    "text", ["", "two", "-2m", "2,5m", "2.5m", "$2", "1,00,000", "٢m", "1e6", "2x", "1.1bn", "9" * 199, "m", "$", "½m"]
)
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(Illegal):
        parse_dollars(text)
