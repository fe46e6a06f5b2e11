"""Numbers in sentences, at the edges where one way of writing them ends and the next begins."""

import pytest

from engine.kernel.text import PLAIN_READER, format_short_money


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (999, "£999"),
        (1_000, "£1k"),
        (999_999, "£999k"),
        (1_000_000, "£1M"),
        (-1_250_000, "-£1.25M"),
        (999_499_999, "£999M"),
        (999_500_000, "£1bn"),
        (999_999_999, "£1bn"),
        (-1_020_000_000, "-£1.02bn"),
    ],
)
def test_short_money_is_short_just_below_the_next_unit_too(amount, shown):
    assert format_short_money(amount) == shown


def test_places_end_as_they_are_said():
    said = [PLAIN_READER.format_sentence("{n:th}", n=n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111, 112)]
    assert said == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
        "22nd",
        "23rd",
        "101st",
        "111th",
        "112th",
    ]
