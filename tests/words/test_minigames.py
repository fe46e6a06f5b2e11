"""Every word that a minigame may say or show is in the catalogue: chance and players bring each in its turn."""

from collections import Counter
from random import Random

import pytest

from engine.kernel import Game
from engine.minigames import MINIGAMES
from engine.minigames.leap_of_faith import GAPS
from engine.minigames.texts import iter_minigame_words
from engine.season7.rules import SEASON7
from tests.words.marked import every_text
from tests.words.pseudo import Pseudo, seen
from workshop.bots.minigames import answer_carelessly
from workshop.simulate.minigames import build_minigame_season

PLAYS = 40


@pytest.fixture
def in_turn(monkeypatch):
    """Whatever is drawn, each outcome comes up in its turn: none waits for a lucky seed."""
    turns = Counter[str]()

    def drawn(_game, key, outcomes, k, weights, *, again):  # noqa: ARG001 - nothing here is drawn again
        possible = [n for n in range(len(outcomes)) if weights is None or weights[n]]
        turn, turns[key] = turns[key], turns[key] + 1
        return [possible[(turn + n) % len(possible)] for n in range(k)]

    monkeypatch.setattr(Game, "_draw_new_outcomes", drawn)


def missed(minigame, known):
    """What somebody who plays it again and again reads by itself, and no translator finds."""
    pseudo, dice = Pseudo(known, ("Ann", "Bob")), Random(minigame)  # a test's whims need no cryptography
    for play in range(PLAYS):
        game = Game.start_from_state(SEASON7, build_minigame_season(minigame), "words", keep=False)
        while game.state.booths:
            assert [*seen(game, pseudo)]
            question = game.list_questions()[0]
            if play % 2:  # the careless seldom come far, and who says nothing never dares
                game.answer(question.who, question.id, answer_carelessly(question, "", dice))
            else:
                game.lapse(question.id)
        assert [*seen(game, pseudo)]
    return pseudo


@pytest.mark.usefixtures("in_turn")
@pytest.mark.parametrize("minigame", sorted(MINIGAMES))
def test_every_word_of_a_minigame_is_in_the_catalogue(minigame):
    missed(minigame, every_text()).has_missed_nothing()


@pytest.mark.usefixtures("in_turn")
@pytest.mark.parametrize("minigame", ["Leap of Faith", "Fractioniser", "Treble Chance", "Accelerator"])
def test_a_word_that_is_missing_is_found(minigame):
    words = {*iter_minigame_words(minigame)}
    assert missed(minigame, {text for text in every_text() if text not in words}).missed == words


def test_what_stands_in_the_tables_of_a_minigame_is_found_there():
    assert {*iter_minigame_words("Leap of Faith")} >= {*GAPS, "short", "mighty"}
    assert "HOLE" in iter_minigame_words("Hypercube")
    assert "Canal Terrace" in iter_minigame_words("Postcode Lottery")
    assert all(word != "Higher or Lower" for word in iter_minigame_words("Higher or Lower"))
