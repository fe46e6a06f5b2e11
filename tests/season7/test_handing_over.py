"""A newcomer takes a seat over only while its player has seen nothing, and said nothing, in secret."""

import pytest

from engine.notation import parse_transcript
from engine.notation.layout import begin_transcript_game
from engine.rulesets import RULESETS

SEASON7 = RULESETS["season7"]
INVITED = """
rtab     1 season7
players  Ann Bob Cat
{option}
round    Q1 Ann Bob Cat
board    Q1
    £100,000 | £200,000 | £300,000
{more}
"""
VOTING = """
rtab     1 season7
players  Ann Bob Cat
round    Q1 "Remain or Leave" Ann Bob Cat
"""


def begin(text):
    return begin_transcript_game(parse_transcript(text.lstrip(), RULESETS), SEASON7, {})


def is_free(game, who):
    return SEASON7.can_hand_over_seat(game, who, resting=True)


@pytest.mark.parametrize(("option", "free"), [("", False), ("option   peeks open", True), ("option   wits true", True)])
def test_a_seat_whose_player_has_peeked_in_secret_stays_theirs(option, free):
    game = begin(INVITED.format(option=option, more=""))
    assert is_free(game, "Bob")
    game.play("Bob", "peek", 3)
    assert is_free(game, "Bob") == free
    assert is_free(game, "Cat"), "she has seen nothing, or what all have seen"


def test_so_does_one_whose_player_has_borrowed_a_peek():
    game = begin(INVITED.format(option="", more='set      Q1.borrowers ["Cat"]'))
    assert is_free(game, "Cat"), "nobody has peeked yet"
    game.play("Bob", "peek", 3)
    assert not is_free(game, "Cat")
    assert is_free(game, "Ann")


def test_so_does_one_whose_player_has_voted_in_secret():
    game = begin(VOTING)
    vote = next(asked for asked in game.list_questions() if asked.who == "Ann" and asked.key.endswith("vote"))
    assert is_free(game, "Ann")
    game.answer("Ann", vote.id, "Leave")
    assert not is_free(game, "Ann")
    assert is_free(game, "Bob")
