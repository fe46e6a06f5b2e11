"""What becomes of every option of every game, written as people and programs write it: taken as what, or why not."""

from typing import Any

import pytest

from engine.kernel import Illegal, format_text
from engine.rulesets import RULESETS
from tests import listings

pytestmark = pytest.mark.as_released
NAMES = ["Ann", "Bob", "Cat"]
WRITTEN = ("", "yes", "No", " ON ", "flibble", "none", "0", "1", "2", "3", "12", "-1", "1m", "£20m", "1.5", "a, b")
GIVEN: tuple[object, ...] = (True, False, 0, 1, 2, 7, 99, -1, 20_000_000, 1.5, [], ["flibble"], None)


def tell(name):
    rules = RULESETS[name]
    usual = rules.build_default_options()
    for option, default in usual.items():
        yield f"{option} (if nobody says: {default!r})"
        for value in (*WRITTEN, *GIVEN):
            try:
                rules.check_options({option: value})
                state: Any = rules.create_state(NAMES, {option: value})
                taken = getattr(state.options, option)
                yield f"  {value!r}: {taken!r}"
            except Illegal as no:
                yield f"  {value!r}: no, {no.code}: {format_text(no.text, no.facts)}"


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_written_as_an_option_is_taken_as_listed(name):
    listings.compare(f"options_{name}", tell(name))
