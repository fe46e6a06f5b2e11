"""Everything that people are shown of Billionaire goes through the catalogue, and every seat has its name."""

import random
import re

import pytest

from engine.billionaire.rules import BILLIONAIRE
from engine.kernel import Game, Illegal, format_text
from tests.billionaire.evenings import move, options
from tests.words.marked import every_text
from tests.words.pseudo import SEATS, Pseudo, seen

OWN_WORDS = re.compile(r"“|\[|[0-9a-f]{16}$")  # typed, read before, or a receipt cut short


@pytest.mark.whole
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_every_text_of_a_whole_game_is_in_the_catalogue(seed):
    pseudo, luck = Pseudo(every_text()), random.Random(f"words {seed}")
    game = Game.start(BILLIONAIRE, SEATS, {**options(luck), "rounds": 10}, f"words {seed}", keep=False)
    while not game.over:
        try:
            move(game, luck)
        except Illegal as no:
            format_text(no.text, no.facts, pseudo)
        for text in seen(game, pseudo):
            assert not re.search(r"(?<![<\w])p[123]\b", text), text
    for names in BILLIONAIRE.list_topics().values():
        for name in names:
            pseudo.format_value(BILLIONAIRE.explain(name))
    assert not {text for text in pseudo.missed if not OWN_WORDS.match(text)}
