"""Nobody is asked for a closed space when none is left: the question would wait for its whole time, with no answer."""

from random import Random

import pytest

from engine.deluxe.rules import DELUXE
from engine.kernel import Game
from host.core import stand_ins

CHOICE = "choice"
SEATS = ["Ann", "Bob", "Cat"]


@pytest.mark.parametrize("seed", ["last 86", "last 129", "last 164"])
def test_a_question_always_has_an_answer(seed):
    dice = Random(seed)
    game = Game.start(DELUXE, SEATS, {}, seed, keep=False)
    while not game.over:
        asked = game.list_questions()
        assert [each.key for each in asked if each.form.kind == CHOICE and not each.look()] == []
        if not asked:
            stand_ins.play_for_bots_unasked(game, SEATS, dice)
            continue
        question = asked[0]
        stand_ins.answer_for_bot(game, question, dice, "Ada (bot)")
