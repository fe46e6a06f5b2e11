"""Everything that people are shown goes through the catalogue."""

import random
import re

import pytest

from engine.kernel import Game, Illegal, format_text
from engine.season7.rules import SEASON7
from tests.words.marked import every_text
from tests.words.pseudo import SEATS, Pseudo, seen
from workshop.bots import sample_players


@pytest.fixture(scope="module")
def known():
    return every_text()


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_every_text_of_a_whole_game_is_in_the_catalogue_and_every_seat_has_its_name(known, seed):
    pseudo, dice = Pseudo(known), random.Random(seed)  # a test wants the same game again
    game = Game.start(SEASON7, SEATS, {"target": 60_000_000}, f"words {seed}", keep=False)
    while not game.over:
        sample_players.move_carelessly(game, dice)
        for text in seen(game, pseudo):
            assert not re.search(r"(?<![<\w])p[123]\b", text), text
    pseudo.has_missed_nothing()


WRONG: tuple[object, ...] = ("", "x", 10**9, None, [], [1, 1], ["x"], "7", 3, "Bomb Finder", "bomb in row Z")


def test_what_is_refused_is_in_the_catalogue_too(known):
    pseudo, dice, refused = Pseudo(known), random.Random(7), set()  # a test wants the same games again
    for seed in range(4):
        game = Game.start(SEASON7, SEATS, {"target": 60_000_000}, f"refusals {seed}", keep=False)
        while not game.over:
            for no in refusals(game, dice.choice(game.list_questions()), dice):
                refused.add(no.text)
                format_text(no.text, no.facts, pseudo)
            sample_players.move_carelessly(game, dice)
    assert len(refused) > 8
    pseudo.has_missed_nothing()


def refusals(game, question, dice):
    """The sentences with which wrong answers and plays are refused just now."""
    for value in WRONG:
        try:
            question.check(value)
        except Illegal as no:
            yield no
        refusal = SEASON7.explain_refusal(
            game, dice.choice(SEATS), dice.choice(["lock", "peek", "Revive", "Conversion"]), value
        )
        if refusal:
            yield refusal
