"""A game that nobody needs any more goes at once, without a look of the garbage collector."""

import gc
import weakref

import pytest

from engine.kernel import PUBLIC, Game, Record
from engine.rulesets import RULESETS


@pytest.mark.parametrize("name", ["season7", "deluxe", "billionaire"])
def test_a_closed_game_is_gone_when_it_is_let_go(name):
    rules = RULESETS[name]
    seats = [f"p{n}" for n in range(1, rules.seats[0] + 3)][: rules.seats[-1]]
    record = Game.start(rules, seats, {}, "secret").save().to_json()
    gc.collect()
    gc.disable()
    try:
        game = Game.load(rules, Record.from_json(record))
        question = game.list_questions()[0]
        game.lapse(question.id)
        for who in (PUBLIC, *rules.list_players(game.state)):
            game.build_view(who)
        left, saved = weakref.ref(game), game.save()
        game.close()
        del question, game
        assert left() is None
    finally:
        gc.enable()
    assert Game.load(rules, saved).list_questions()  # what was saved before is whole
