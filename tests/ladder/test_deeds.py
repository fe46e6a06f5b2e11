"""Computers on the telephone, what is counted, and duels."""

from typing import Any

import pytest

from engine.kernel import Illegal
from engine.kernel.text import build_told
from engine.ladder import events
from engine.ladder.rules import LADDER_RULESET


@pytest.mark.parametrize("seed", range(10))
def test_a_computer_that_is_called_picks_up_and_names_a_letter(seed, begun):
    game = begun(seed, ["Ann", "Bob", "Cat"], friend="call")
    ask = next(question for question in game.list_questions() if question.who == "Ann")
    game.answer("Ann", ask.id, "friend")
    friend = next(question for question in game.list_questions() if question.key == "friend")
    game.answer("Ann", friend.id, "Bob")
    keys = []
    while question := next((each for each in game.list_questions() if each.who == "Bob"), None):
        advice = LADDER_RULESET.advise(game, question)
        if advice is None:
            break
        keys.append(question.key)
        game.answer("Bob", advice.question, advice.value)
        said = [line.facts["advice"] for line in game.told if "advice" in line.facts]
    assert keys[-2:] == ["call", "advice"]
    assert said[0] in "ABCD"


@pytest.mark.parametrize("seed", range(10))
def test_what_a_computer_knows_does_not_depend_on_others(seed, begun):
    first, second = (begun(seed, ["Ann", "Bob", "Cat"]) for _ in range(2))
    ask = next(question for question in second.list_questions() if question.who == "Ann")
    second.answer("Ann", ask.id, "A")
    asked = [next(each for each in game.list_questions() if each.who == "Bob") for game in (first, second)]
    assert LADDER_RULESET.advise(first, asked[0]) == LADDER_RULESET.advise(second, asked[1])


def test_what_was_asked_and_known_is_counted_by_category():
    """A right answer is asked and known, a wrong one asked; silence, and the money, are neither."""
    facts: dict[str, Any] = {"who": "Ann", "category": "sport", "amount": 0}
    told = [
        events.ClimbedOn(who="Ann", letter="A", category="sport"),
        events.ClimberFell(**facts, letter="B", status="out"),
        events.ClimberSilent(**facts, letter="", status="out"),
        events.MoneyTaken(**facts, letter="take", status="walked"),
        events.TopReached(**facts, letter="C", status="won"),
        events.ClimberFell(**{**facts, "category": "choir"}, letter="B", status="out"),
    ]
    names = [deed.name for each in told for deed in LADDER_RULESET.list_deeds(build_told(each, {}))]
    assert (names.count("right.sport"), names.count("asked.sport")) == (2, 3)
    assert not [name for name in names if "choir" in name]


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (3, {}, "A duel needs exactly two players."),
        (2, {"host": "players"}, "In a duel both players climb, and the bot is the host."),
        (2, {"contestants": "one"}, "In a duel both players climb, and the bot is the host."),
    ],
)
def test_a_duel_is_for_two_who_climb(players, options, why):
    with pytest.raises(Illegal) as no:
        LADDER_RULESET.create_state([f"p{n}" for n in range(players)], {"duel": True, **options})
    assert no.value.text == why
    assert LADDER_RULESET.create_state(["a", "b"], {"duel": True, "day": "2026-11-22"}).count_rounds() == 1
