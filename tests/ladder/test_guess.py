"""Computer players."""

import pytest

from engine.ladder.rules import LADDER


@pytest.mark.parametrize("seed", range(10))
def test_a_computer_that_is_called_picks_up_and_names_a_letter(seed, begun):
    game = begun(seed, ["Ann", "Bob", "Cat"], friend="call")
    ask = next(question for question in game.pending() if question.who == "Ann")
    game.answer("Ann", ask.id, "friend")
    friend = next(question for question in game.pending() if question.key == "friend")
    game.answer("Ann", friend.id, "Bob")
    keys = []
    while (advice := LADDER.advise(game, "Bob")) is not None:
        keys.append(next(question.key for question in game.pending() if question.id == advice.question))
        game.answer("Bob", advice.question, advice.value)
        said = [line.facts["advice"] for line in game.told if "advice" in line.facts]
    assert keys[-2:] == ["call", "advice"]
    assert said[0] in "ABCD"


@pytest.mark.parametrize("seed", range(10))
def test_what_a_computer_knows_does_not_depend_on_others(seed, begun):
    first, second = (begun(seed, ["Ann", "Bob", "Cat"]) for _ in range(2))
    ask = next(question for question in second.pending() if question.who == "Ann")
    second.answer("Ann", ask.id, "A")
    assert LADDER.advise(first, "Bob") == LADDER.advise(second, "Bob")
