"""Numbers in sentences, at the edges where one way of writing them ends and the next begins."""

import pytest

from engine.kernel.text import PLAIN_READER, Reader, format_short_money, phrase


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (999, "£999"),
        (1_000, "£1k"),
        (999_999, "£999k"),
        (1_000_000, "£1M"),
        (-1_250_000, "-£1.25M"),
        (999_499_999, "£999M"),
        (999_500_000, "£999M"),
        (999_999_999, "£999M"),
        (-1_020_000_000, "-£1.02bn"),
        (-1_500, "-£1k"),
        (-999_999, "-£999k"),
        (999_500_000_000, "£999bn"),
        (1_000_000_000_000, "£1tn"),
        (-1_250_000_000_000, "-£1.25tn"),
        (999_999_999_999_999, "£999tn"),
        (1_234_567_000_000_000, "£1,234tn"),
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


@pytest.mark.parametrize(
    ("template", "value", "shown"),
    [
        ("{x}", 1234567, "1234567"),
        ("{x:n}", 999, "999"),
        ("{x:n}", 1000, "1,000"),
        ("{x:£}", 0, "£0"),
        ("{x:£}", -1000, "-£1,000"),
        ("{x:$}", 1000, "$1,000"),
        ("{x:£k}", 999, "£999"),
        ("{x:£k}", 1000, "£1k"),
        ("{x:$k}", 2_500_000, "$2.5M"),
        ("square{x:s}", 0, "squares"),
        ("square{x:s}", 1, "square"),
        ("square{x:s}", 2, "squares"),
        ("{x:one|many}", 0, "many"),
        ("{x:one|many}", 1, "one"),
        ("{x:one|many}", 2, "many"),
        ("{x:a}", 7, "a 7"),
        ("{x:a}", 8, "an 8"),
        ("{x:a}", 11, "an 11"),
        ("{x:a}", 12, "a 12"),
        ("{x:a}", 18, "an 18"),
        ("{x:a}", 80, "an 80"),
        ("{x:A}", 8, "An 8"),
        ("{x:>4}", 12, "  12"),
        ("{x:>2}", 123, "123"),
        ("{x:C}", "square", "Square"),
        ("{x:C}", "", ""),
        ("{x}", True, "True"),
        ("{x}", [], "nobody"),
        ("{x}", ["Ann"], "Ann"),
        ("{x}", ["Ann", "Bob"], "Ann and Bob"),
        ("{x}", ["Ann", "Bob", "Cat"], "Ann, Bob and Cat"),
        ("{x:£}", [1000, 2000], "£1,000 and £2,000"),
        ("{x:or}", ["Ann", "Bob", "Cat"], "Ann, Bob or Cat"),
        ("{x}", phrase("{n:n} squares", n=1000), "1,000 squares"),
        ("{x}", {"text": "{n:n} squares", "facts": {"n": 1000}}, "1,000 squares"),
    ],
)
def test_each_way_of_writing_a_value_below_at_and_above_where_it_changes(template, value, shown):
    assert PLAIN_READER.format_sentence(template, x=value) == shown


def test_a_reader_has_names_separators_forms_and_words_of_their_own():
    words = {"nobody": "niemand", "{most} and {last}": "{most} und {last}", "Bomb": "Bombe", "{x:th}": "{x:th}"}
    german = Reader(
        {"p1": "Ann"}, lambda text: words.get(text, text), ".", lambda n: 2 if n > 4 else int(n > 1), language="de"
    )
    assert german.format_value("p1") == "Ann"
    assert german.format_value("Bomb") == "Bombe"
    assert german.format_value(["p1", "Bomb"]) == "Ann und Bombe"
    assert german.format_value([]) == "niemand"
    assert german.format_value(1_000_000, "£") == "£1.000.000"
    assert german.format_value(1_000_000, "n") == "1.000.000"
    assert german.format_value("£1,000,000") == "£1.000.000"
    assert german.format_value("£1,000 and more") == "£1,000 and more"
    assert german.format_value(3, "th") == "3."
    assert [german.format_value(n, "a|b|c") for n in (1, 2, 5)] == ["a", "b", "c"]
    assert [german.format_value(n, "a|b") for n in (1, 2, 5)] == ["a", "b", "b"]
