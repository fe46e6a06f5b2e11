"""Games are known before they are loaded, and loaded when one of them is asked for: that one alone."""

import subprocess
import sys
from contextlib import suppress

import pytest

from engine.kernel import LOG, Game, Illegal, Ruleset
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


ODD_SEATS = ["", "*", "a\nb", "a\u202eb", "a#b", "x" * 41, 7, None]


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("seat", ODD_SEATS, ids=repr)
def test_no_game_takes_a_seat_of_an_odd_name(name, seat):
    """A name that breaks a line, is nobody's, or cannot be told from the number of a question."""
    rules = ruleset(name)
    with pytest.raises(Illegal, match="A player’s name must"):
        rules.create_state(["Ann", seat], {})
    game = Game.start(rules, ["Ann", "Bob"], {}, "secret")
    if any(play.key == "join" for play in game.list_plays(LOG)):
        with suppress(Illegal):  # what is typed may also be put right first
            game.play(LOG, "join", seat)
    there = {str(who) for who in rules.list_players(game.state)}
    assert str(seat) not in there
    assert all(who.isprintable() for who in there)


@pytest.mark.parametrize("name", KNOWN)
def test_a_seat_that_is_taken_is_given_to_nobody_else(name):
    game = Game.start(ruleset(name), ["Ann", "Bob"], {}, "secret")
    if any(play.key == "join" for play in game.list_plays(LOG)):
        with pytest.raises(Illegal, match="is already in this game"):
            game.play(LOG, "join", "Ann")
