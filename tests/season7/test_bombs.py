"""What bombs turn into, over many of them; single cases are transcripts."""

from collections import Counter

from engine.notation import parse_transcript
from engine.notation.layout import begin_transcript_game
from engine.rulesets import RULESETS
from engine.season7 import tables

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
        found.update("Fizzle" for told in game.told if told.text == "The bomb fizzles out. Nothing happens.")
        found.update(told.facts["mutant"] for told in game.told if told.text == "It is a {mutant} Bomb!")
    return found


def test_an_auto_bomb_mutates_as_often_but_never_for_the_better_of_the_sleeper():
    assert set(mutations(asleep=False)) == set(tables.MUTATIONS)
    found = mutations(asleep=True)
    assert set(found) == {"Bankrupt", "Double-cluster", "Triple-cluster", "Quad-cluster"}
    assert 24 < found.total() < 72  # a fifth of 240, give or take
