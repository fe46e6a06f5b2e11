"""Each button of a new table's options moves one option by one value, and leaves all others as they are."""

import pytest

from engine.rulesets import RULESETS
from host.core import game_options
from host.core.session import WritingStyle
from host.doors.telegram.menus.panels import build_setup_panel
from host.shown.words import build_reader


def list_carried(rules, taps):
    """What the buttons below the options carry: the letter, and how often each option has been tapped."""
    screen = build_setup_panel(build_reader({}, WritingStyle()), [rules.name, "daily", taps])
    rows = [[button.data.split("/") for button in row] for row in screen.rows]
    return [[(letter, told[-1]) for letter, *told in row] for row in rows]


@pytest.mark.parametrize("name", [name for name in sorted(RULESETS) if name != "toy"])
@pytest.mark.parametrize("tapped", [0, 1])
def test_a_tap_changes_one_option_by_one_value(name, tapped):
    options = game_options.list_tappable_options(RULESETS[name])
    taps = "".join(f"{tapped % len(each.values):x}" for each in options)
    *rows, last = list_carried(RULESETS[name], taps)
    assert last == [("N", taps)]
    assert len(rows) == len(options) > 0
    for at, (row, option) in enumerate(zip(rows, options, strict=True)):
        for letter, after in row:
            assert letter == "n"
            assert len(after) == len(taps)
            assert [n for n, (old, new) in enumerate(zip(taps, after, strict=True)) if old != new] == [at]
        moved = [(int(after[at], 16) - int(taps[at], 16)) % len(option.values) for _, after in row]
        n = option.values.index(option.compute_value_after(int(taps[at], 16)))
        down = [len(option.values) - 1] if option.is_number and n else []
        up = [1] if option.is_number and n + 1 < len(option.values) else []
        assert moved == [*down, 1, *up]
