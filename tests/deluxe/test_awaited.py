"""For whom a computer's pick waits: whoever decides something until then, and the bench."""

from random import Random

from engine.deluxe.rules import DELUXE
from host.core import stand_ins
from tests.deluxe.test_view import staged

TEXT = """rtab     1 deluxe
title    The bench votes until Ann's next pick
players  Ann Bob Cat
grid     A Ann Bob Cat
board    A
    Show of Hands | $10,000 | Bomb@Ann | $10,000 | $1 | $2 | $3 | $4 | $5 | $6
out      Cat
Ann      pick 1
"""


def awaited(text):
    game = staged(text)
    (pick,) = [question for question in game.list_questions() if question.key == "pick"]
    found = DELUXE.find_awaited(game, pick)
    return pick.who, [(question.who, question.key) for question in found.questions], [*found.seats]


def test_another_pick_waits_for_the_bench_alone():
    assert awaited(TEXT + "? Bob pick, Cat show_of_hands.vote\n") == ("Bob", [], ["Cat"])


def test_the_pick_that_ends_a_vote_waits_for_it():
    text = TEXT + "Bob pick 2\n? Ann pick, Cat show_of_hands.vote\n"
    assert awaited(text) == ("Ann", [("Cat", "show_of_hands.vote")], ["Cat"])


def test_nobody_waits_for_who_only_watches():
    text = TEXT + "Cat play watch\n? Bob pick, Cat show_of_hands.vote\n"
    assert awaited(text) == ("Bob", [], [])


def test_every_pick_waits_for_who_may_pass_a_hot_potato_on():
    text = TEXT.replace("Show of Hands", "Hot Potato")
    assert awaited(text + "? Bob pick, Ann hot_potato.player\n") == ("Bob", [("Ann", "hot_potato.player")], ["Cat"])


def test_a_computer_that_is_asked_two_things_answers_the_one_whose_time_has_come():
    """Its pick may have to wait for what a person decides."""
    game = staged(TEXT.replace("Show of Hands", "Bounty") + "Bob pick 2\n? Ann pick, Ann bounty.player\n")
    pick, bounty = game.list_questions()
    stand_ins.answer_for_bot(game, bounty, Random(1))
    assert [question.id for question in game.list_questions()] == [pick.id]
