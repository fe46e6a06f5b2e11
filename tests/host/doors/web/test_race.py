"""The race: where everybody's pin is drawn, without a browser."""

from itertools import pairwise

import pytest

from engine.kernel.view import Standing
from host.doors.web.table.board import APART, FIRST, place_pins

TARGET = 1_000_000_000
EDGE = 97.5  # percent: further right a pin is cut off on a telephone
RACES = {
    "all begin": [0] * 6,
    "two have it": [0, 10_000_000, 40_000_000, 1_000_000_000, 1_200_000_000],
    "all have it": [TARGET + n for n in range(6)],
    "six near it": [960_000_000, 970_000_000, 980_000_000, 990_000_000, 1_000_000_000, 2_000_000_000],
    "spread": [1_000_000, 90_000_000, 300_000_000, 700_000_000],
}


@pytest.mark.parametrize("name", RACES)
def test_every_pin_is_whole_and_covers_no_other(name):
    found = place_pins([Standing(1, f"p{n}", total) for n, total in enumerate(RACES[name])], TARGET)
    assert len(found) == len(RACES[name])
    assert all(FIRST <= pin.x <= EDGE for pin in found), found
    for height in {pin.y for pin in found}:
        row = sorted(pin.x for pin in found if pin.y == height)
        assert all(right - left >= APART - 0.11 for left, right in pairwise(row)), found
