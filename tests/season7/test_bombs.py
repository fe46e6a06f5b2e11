"""What bombs turn into, over many of them; single cases are transcripts."""

from collections import Counter
from typing import cast

from engine.kernel import Game
from engine.notation import parse_transcript
from engine.notation.layout import begin_transcript_game
from engine.race.table import count_bombs_to_seal
from engine.rulesets import RULESETS
from engine.season7 import tables
from engine.season7.rules import SEASON7
from engine.season7.state import RoundTable

ROUND = """
rtab     1 season7
players  Ann Bob Cat
secret   {secret}
round    Q1 Ann Bob Cat
board    Q1
    £100,000 | Bomb@Ann | £200,000 | £300,000
"""


def mutations(*, asleep):
    """How often a bomb that is met, or slept into, turns into what."""
    found: Counter[str] = Counter()
    for n in range(240):
        game = begin_transcript_game(
            parse_transcript(ROUND.format(secret=f"bombs {n}").lstrip(), RULESETS), RULESETS["season7"], {}
        )
        (question,) = game.list_questions()
        if asleep:
            game.lapse(question.id)
        else:
            game.answer("Ann", question.id, 2)
        found.update("Fizzle" for told in game.told if told.text == "The bomb does not explode. Nothing happens.")
        found.update(
            told.facts["mutant"] for told in game.told if told.text == ("The bomb has changed: it is a {mutant} Bomb!")
        )
    return found


def test_an_auto_bomb_mutates_as_often_but_never_for_the_better_of_the_sleeper():
    assert set(mutations(asleep=False)) == set(tables.MUTATIONS)
    found = mutations(asleep=True)
    assert set(found) == {"Bankrupt", "Double-cluster", "Triple-cluster", "Quad-cluster"}
    assert 24 < found.total() < 72  # a fifth of 240, give or take


def test_who_has_sealed_more_than_is_wanted_is_asked_for_no_other_bomb():
    """As somebody is of whom a bomb fewer is wanted by now: a count below zero would be asked for ever."""
    game = Game.start(SEASON7, ["Ann", "Bob"], {}, "more than wanted")
    ((name, r),) = game.state.rounds.items()
    table, seat = cast("RoundTable", game.find_table(name)), r.seats["Ann"]
    seat.sealed, seat.bombs = [1, 2], 1
    assert count_bombs_to_seal(table, "Ann") == 0
    assert count_bombs_to_seal(table, "Bob") == 1
