"""A number among a table's options is chosen by taps: at most sixteen values, those nearest to the usual one."""

import msgspec
import pytest

from engine.kernel import Illegal
from host.core import game_options
from host.core.game_options import ChoiceOption
from tests.rulesets.toy import Toy


def option_of(usual, low, high):
    """The option of a game that takes a number from `low` to `high`."""

    class Sized(Toy):
        options_type = msgspec.defstruct("Sizes", [("size", int, usual)], frozen=True)

        def check_options(self, options):
            if not low <= options["size"] <= high:
                raise Illegal("No.")

    return game_options.list_tappable_options(Sized())


@pytest.mark.parametrize(
    ("usual", "low", "high", "values"),
    [
        (1, 1, 99, range(1, 9)),
        (8, 1, 99, range(1, 16)),
        (9, 1, 99, range(1, 17)),
        (10, 1, 99, range(2, 18)),
        (19, 1, 99, range(11, 27)),
        (19, 1, 19, range(4, 20)),
        (19, 1, 22, range(7, 23)),
        (19, 18, 20, range(18, 21)),
        (7, 7, 7, [7]),
        (20, 1, 9999, [1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 100, 200]),
        (20, 10, 49, [10, 15, 20, 25, 30, 40]),
        (1000, 1, 9999, [10, 25, 50, 100, 250, 500, 750, 1000, 1250, 1500, 2000, 2500, 5000]),
    ],
)
def test_a_number_goes_up_and_down_around_the_usual_one(usual, low, high, values):
    (option,) = option_of(usual, low, high)
    assert isinstance(option, ChoiceOption) and option.is_number
    assert option.values == tuple(values)
    assert option.compute_value_after(0) == option.compute_value_after(len(option.values)) == usual
    at = option.values.index(usual)
    assert option.compute_value_after(len(option.values) - at) == option.values[0], "after the last comes the first"


@pytest.mark.parametrize("usual", [0, -1])
def test_a_number_that_is_nothing_is_not_tapped(usual):
    assert option_of(usual, -9, 9) == []
