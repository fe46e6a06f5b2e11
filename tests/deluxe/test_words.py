"""Everything that a Deluxe race shows or refuses goes through the catalogue."""

import random
import re

import pytest

from engine.deluxe.rules import DELUXE
from engine.kernel import Game, Illegal, Reader, format_text
from tests.words.marked import every_text
from workshop.bots import sample_players as bots
from workshop.texts import has_translatable_words

SEATS = ("p1", "p2", "p3", "p4")
SEAL = re.compile(r"[0-9a-f]{64}")
TYPED = re.compile(r"[\d ]+|[A-Z]\d")


class Pseudo(Reader):
    """Reads a language in which every word of the catalogue is marked, and remembers what was in no catalogue."""

    def __init__(self, known):
        super().__init__({seat: f"<{seat}>" for seat in SEATS}, self.mark)
        self.known, self.missed = known, set()

    def mark(self, text):
        if text in self.known:
            return f"[{text}]"
        if (
            has_translatable_words(text)
            and re.search(r"[A-Za-z]{2}", text)
            and not SEAL.fullmatch(text)
            and not TYPED.fullmatch(text)
        ):
            self.missed.add(text)
        return text


@pytest.fixture(scope="module")
def known():
    return every_text()


def seen(game, reader):
    for told in game.told:
        yield format_text(told.text, told.facts, reader)
    for question in game.list_questions():
        yield format_text(question.text, {"who": question.who, **question.facts}, reader)
        yield from (reader.format_value(option.label) for option in question.options)
    for who in SEATS:
        for play in game.ruleset.list_plays(game, who):
            yield reader.format_value(play.label)
            yield from (reader.format_value(option.label) for option in play.options)
        view = game.build_view(who)
        yield from map(reader.format_value, (view.title, view.stage, *view.notes))
        for panel in view.panels:
            yield from map(reader.format_value, (panel.title, panel.stage, *panel.notes))
            for seat in panel.seats:
                yield from map(reader.format_value, (seat.status, *seat.marks))
            yield from (reader.format_value(cell.face) for cell in (panel.board.cells.values() if panel.board else ()))
        for standing in view.standings:
            yield from map(reader.format_value, standing.marks)
        yield from map(reader.format_value, view.own.secrets)
        for notes in view.own.notes.values():
            yield from (reader.format_value(note.words) for note in notes.values())


@pytest.mark.whole
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 2))])
def test_every_text_of_a_whole_race_is_in_the_catalogue_and_every_seat_has_its_name(known, seed):
    pseudo, dice = Pseudo(known), random.Random(seed)
    game = Game.start(DELUXE, SEATS, {"target": 60_000_000}, f"words {seed}", keep=False)
    while not game.over:
        bots.move_in_deluxe(game, dice)
        for text in seen(game, pseudo):
            assert not re.search(r"(?<![<\w])p[1234]\b", text), text
    assert not pseudo.missed


@pytest.mark.whole
def test_what_is_refused_is_in_the_catalogue_too(known):
    pseudo, dice, refused = Pseudo(known), random.Random(7), set()
    game = Game.start(DELUXE, SEATS, {"target": 60_000_000}, "refusals", keep=False)
    while not game.over:
        for value in ("", "x", 10**9, None, [], [1, 1], 3, "Failsafe"):
            for no in refusals(game, dice, value):
                refused.add(no.text)
                format_text(no.text, no.facts, pseudo)
        bots.move_in_deluxe(game, dice)
    assert len(refused) > 8
    assert not {text for text in pseudo.missed if not text.startswith("“")}


def refusals(game, dice, value):
    question = dice.choice(game.list_questions())
    try:
        question.check(value)
    except Illegal as no:
        yield no
    refusal = DELUXE.explain_refusal(game, dice.choice(SEATS), dice.choice(["lock", "peek", "pick", "list"]), value)
    if refusal:
        yield refusal
