"""Everything that people are shown goes through the catalogue."""

import random
import re

import pytest

from engine.kernel import Game, Illegal, Reader, render
from engine.season7.rules import SEASON7
from host.shown.picture.spelling import all_spelled
from tests.words.marked import every_text
from workshop.bots import careless
from workshop.texts.harvest import wordy

SEATS = ("p1", "p2", "p3")
SEAL = re.compile(r"[0-9a-f]{64}")


class Pseudo(Reader):
    """Reads a language in which every word of the catalogue is marked, and remembers what was in no catalogue."""

    def __init__(self, known):
        super().__init__({seat: f"<{seat}>" for seat in SEATS}, self.mark)
        self.known, self.missed = known, set()

    def mark(self, text):
        if text in self.known:
            return f"[{text}]"
        if wordy(text) and re.search(r"[A-Za-z]{2}", text) and not SEAL.fullmatch(text):
            self.missed.add(text)
        return text


@pytest.fixture(scope="module")
def known():
    return every_text()


def seen(game, reader):
    """Everything that anybody is shown of a game as it stands."""
    for told in game.told:
        yield render(told.text, told.facts, reader)
    for question in game.pending():
        yield render(question.text, {"who": question.who, **question.facts}, reader)
        yield from (reader.value(option.label) for option in question.options)
    for who in SEATS:
        for play in game.ruleset.plays(game, who):
            yield reader.value(play.label)
            yield from (reader.value(option.label) for option in play.options)
        yield from shown(game.view(who), reader)


def shown(view, reader):
    """All words of a view."""
    yield from map(reader.value, (view.title, view.stage, *view.notes))
    for panel in view.panels:
        yield from map(reader.value, (panel.title, panel.stage, *panel.notes))
        yield from all_spelled(view.pictures(panel), reader)
        for seat in panel.seats:
            yield from map(reader.value, (seat.status, *seat.marks))
        yield from (reader.value(cell.face) for cell in (panel.board.cells.values() if panel.board else ()))
    for standing in view.standings:
        yield from map(reader.value, standing.marks)
    for marks in view.own.marks.values():
        yield from map(reader.value, marks.values())
    yield from map(reader.value, view.own.secrets)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_every_text_of_a_whole_game_is_in_the_catalogue_and_every_seat_has_its_name(known, seed):
    pseudo, dice = Pseudo(known), random.Random(seed)  # a test wants the same game again
    game = Game.new(SEASON7, SEATS, {"target": 60_000_000}, f"words {seed}", keep=False)
    while not game.over:
        careless.move(game, dice)
        for text in seen(game, pseudo):
            assert not re.search(r"(?<![<\w])p[123]\b", text), text
    assert not pseudo.missed


WRONG: tuple[object, ...] = ("", "x", 10**9, None, [], [1, 1], ["x"], "7", 3, "Bomb Finder", "bomb in row Z")


def test_what_is_refused_is_in_the_catalogue_too(known):
    pseudo, dice, refused = Pseudo(known), random.Random(7), set()  # a test wants the same games again
    for seed in range(4):
        game = Game.new(SEASON7, SEATS, {"target": 60_000_000}, f"refusals {seed}", keep=False)
        while not game.over:
            for no in refusals(game, dice.choice(game.pending()), dice):
                refused.add(no.text)
                render(no.text, no.facts, pseudo)
            careless.move(game, dice)
    assert len(refused) > 8
    assert not {text for text in pseudo.missed if not text.startswith("“")}  # what somebody has typed is quoted


def refusals(game, question, dice):
    """The sentences with which wrong answers and plays are refused just now."""
    for value in WRONG:
        try:
            question.check(value)
        except Illegal as no:
            yield no
        refusal = SEASON7.why_not(
            game, dice.choice(SEATS), dice.choice(["lock", "peek", "Revive", "Conversion"]), value
        )
        if refusal:
            yield refusal
