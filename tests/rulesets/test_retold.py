"""The host's words in the ladder, Deluxe and Billionaire: each line says all that its sentence says, and no more."""

import itertools
from random import Random

import pytest

from engine.kernel import PUBLIC, Game, render
from engine.kernel.retelling import Retelling
from engine.kernel.voice import needs
from engine.rulesets import RULESETS
from host.core import card_packs
from tests.words.marked import every_text
from workshop.bots import careless

UNSAID = {"receipt", "receipts"}  # they stand with the seals
VOICES = {name: rules.voice for name, rules in RULESETS.items() if isinstance(rules.voice, Retelling)}
NAMES = sorted(VOICES)


def lines(voice, event, kind):
    return voice.book.get(event, {}).get(kind, ())


def test_these_three_have_lines():
    assert NAMES == ["billionaire", "deluxe", "ladder"]


@pytest.mark.parametrize("name", NAMES)
def test_a_line_leaves_out_nothing_of_its_sentence(name):
    voice, known = VOICES[name], every_text()
    shelves = set()
    for text, (event, kind) in voice.heard.items():
        assert text in known
        shelves.add((event, kind))
        assert not event or len(lines(voice, event, kind)) > 1
        for line in lines(voice, event, kind):
            assert line.needs | UNSAID >= needs(text) >= line.needs, line
            assert line.text in known
    assert {(event, kind) for event, shelf in voice.book.items() for kind in shelf} <= shelves


@pytest.mark.parametrize("name", NAMES)
def test_one_line_after_the_other_is_said_in_the_place_of_a_sentence(name):
    rules, voice, dice, said = RULESETS[name], VOICES[name], Random(name), list[str]()
    game = Game.begin(rules, card_packs.laid_out(rules, ["Ann", "Bob", "Cat"], {}, name), name)
    memory = voice.begin({})
    for _ in range(300):
        spoken = voice.speak(memory, game.told).lines
        for n, told in enumerate(game.told):
            assert n not in spoken or told.to == PUBLIC
            assert n not in spoken or told.text in voice.heard
            said += [line.id for line in spoken.get(n, ())]
            for line in spoken.get(n, ()):
                known = voice.line(line.id)
                assert known
                assert render(known.text, line.facts)
        if game.over:
            break
        careless.move(game, dice)
    assert len(said) > 10
    assert all(a != b for a, b in itertools.pairwise(said))
