"""Games are known before they are loaded, and loaded when one of them is asked for: that one alone."""

import subprocess
import sys

import pytest

from engine.kernel import Illegal, Ruleset
from engine.rulesets import RULESETS, ruleset

KNOWN = [*RULESETS._loaders]  # other tests put games of their own beside these
ASKED = """
import sys
from engine.rulesets import RULESETS, ruleset
known = [*RULESETS], len(RULESETS), sys.argv[1] in RULESETS, "chess" in RULESETS, RULESETS.get("chess")
before = [name for name in RULESETS if f"engine.{name}.rules" in sys.modules]
found = ruleset(sys.argv[1])
after = [name for name in RULESETS if f"engine.{name}.rules" in sys.modules]
unwritten = [name for name in RULESETS if f"engine.{name}.notation" in sys.modules]
found.load_dialect()
written = [name for name in RULESETS if f"engine.{name}.notation" in sys.modules]
print(known, before, found.name, RULESETS[sys.argv[1]] is found, after, unwritten, written)
"""


def test_they_are_listed_the_one_that_most_play_first():
    assert [*RULESETS][:4] == ["season7", "deluxe", "ladder", "billionaire"]
    assert [rules.name for rules in RULESETS.values()] == [*RULESETS]


@pytest.mark.parametrize("name", KNOWN)
def test_only_the_one_that_is_asked_for_is_loaded(name):
    run = subprocess.run([sys.executable, "-c", ASKED, name], capture_output=True, text=True, check=True)
    known = KNOWN, len(KNOWN), True, False, None
    assert run.stdout.strip() == f"{known} [] {name} True {[name]} [] {[name]}"


@pytest.mark.parametrize("name", KNOWN)
def test_all_that_it_offers_stands_in_the_contract(name):
    contract = {*dir(Ruleset), *Ruleset.__annotations__}
    assert [member for member in dir(RULESETS[name]) if not member.startswith("_") and member not in contract] == []


@pytest.mark.parametrize("name", ["chess", "", 7, None, ["season7"]])
def test_what_there_is_not_is_refused_with_what_there_is(name):
    with pytest.raises(Illegal) as refused:
        ruleset(name)
    assert refused.value.facts["names"] == [*RULESETS]
