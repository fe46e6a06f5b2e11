"""What is counted for people is what they did, and every count has its words."""

from collections import Counter

import pytest

from engine.billionaire import computers
from engine.billionaire.rules import BILLIONAIRE
from engine.kernel import Game, format_text
from tests.billionaire.evenings import NAMES, begun


def counted(seed, **chosen):
    """A whole game of computer players: who did what how often, and what was said of it."""
    game = Game.start(BILLIONAIRE, NAMES, chosen, seed, keep=False)
    found, said = Counter[tuple[str, str]](), []
    while not game.over:
        for told in game.told:
            said.append(format_text(told.text, told.facts))
            for deed in BILLIONAIRE.list_deeds(told):
                found[deed.who, deed.name] = max(found[deed.who, deed.name], deed.amount) if deed.best else (
                    found[deed.who, deed.name] + deed.amount
                )  # fmt: skip
        question = game.list_questions()[0]
        advice = computers.advise_billionaire_computer(game, question)
        assert advice
        game.answer(question.who, advice.question, advice.value)
    for told in game.told:
        found.update((deed.who, deed.name) for deed in BILLIONAIRE.list_deeds(told) if deed.name == "won")
    return game, found, said


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_everything_counted_was_done(seed):
    game, found, said = counted(seed, computers="novice")
    for who in NAMES:
        assert found[who, "security"] == sum(line == f"{who} plays a Security card!" for line in said)
        assert found[who, "captured"] == sum(line.startswith(f"{who} takes ") and "worth" in line for line in said)
        assert found[who, "forfeit"] == sum(line.startswith(f"{who} forfeits") for line in said)
        assert (found[who, "won"] == 1) == (who in game.state.champions)
    assert sum(found[who, "bought"] for who in NAMES) >= 5
    assert {name for _, name in found} <= {*BILLIONAIRE.tallies, *(each.deed for each in BILLIONAIRE.achievements)}


def test_every_count_has_its_words():
    for text in BILLIONAIRE.tallies.values():
        assert format_text(text, {"n": 2})


def test_nobody_runs_out_of_orders_to_give():
    """Whoever changes their mind all day long is never told to stop, and the record does not grow."""
    game = begun("restless", seats=3)
    while not game.list_questions():
        game.lapse(game.list_questions()[0].id)
    before = len(game.save().to_json())
    for n in range(400):
        game.play("Ann", "order guard", f"{n % 90 + 1}m")
    assert len(game.save().to_json()) < before + 200
