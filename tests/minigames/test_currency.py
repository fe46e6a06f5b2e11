"""A minigame is told in the money of whatever game has opened it, to the last word; what it pays it pays in its own."""

import re

import pytest

from engine.kernel.ruleset import read_rule
from engine.minigames import MINIGAMES
from engine.minigames.currency import POUNDS, Currency
from engine.minigames.texts import build_minigame_rule
from tests.rulesets.arcade import played

PLAYS = 10
QUARTERS = Currency("$", 1, 4)
AMOUNT, SHORT = re.compile(r"£(\d{1,3}(?:,\d{3})*)(?!\d|[.,]\d|[kM])"), re.compile(r"[£$][\d.]+[kM]")


def in_quarters(text):
    """A text with every amount in dollars, four pounds each."""
    return AMOUNT.sub(lambda found: f"${-(-int(found[1].replace(',', '')) // 4):,}", text)


def squeezed(text):
    """Without the spaces that make columns straight."""
    return " ".join(text.split())


@pytest.mark.parametrize("minigame", sorted(MINIGAMES))
def test_all_that_is_read_is_in_the_money_of_the_game(minigame):
    for i in range(PLAYS):
        pounds, dollars = (played(minigame, money, f"{minigame} {i}") for money in (POUNDS, QUARTERS))
        assert dollars[0] == pounds[0]
        assert "£" not in "".join(dollars[1])
        assert len(dollars[1]) == len(pounds[1])
        for here, there in zip(dollars[1], pounds[1], strict=True):
            assert SHORT.search(there) or squeezed(here) == squeezed(in_quarters(there))


@pytest.mark.parametrize("minigame", sorted(MINIGAMES))
def test_its_rules_are_told_in_the_money_of_the_game(minigame):
    told = build_minigame_rule(minigame)
    assert str(told) == read_rule(MINIGAMES[minigame])
    assert "£" not in str(QUARTERS.convert_phrases(told))
    assert str(QUARTERS.convert_phrases(told)) == in_quarters(str(told))


def test_what_a_fraction_of_a_pound_is_worth_goes_to_the_player():
    assert [QUARTERS.convert_amount(amount) for amount in (0, 1, 4, 5)] == [0, 1, 1, 2]
