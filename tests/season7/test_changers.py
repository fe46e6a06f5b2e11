"""Game changers and vintage squares: arithmetic by table, and random play on boards made of nothing else."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel import Game, Record
from engine.season7 import tables, verbs
from engine.season7.hooks import HOOKS
from engine.season7.rounds import add_round
from engine.season7.rules import SEASON7
from engine.season7.squares import vintage
from engine.season7.state import Season, Season7Cell, Season7Options, Season7Player
from tests.season7.money import Purse

PLAYERS = ["Ann", "Bob", "Cat", "Dan"]
CASH = ["£1,000,000", "-£250,000", "£100,000"]
FACES = [
    *tables.GAME_CHANGERS,
    *(face for face in tables.VINTAGE_SQUARES if face not in tables.VINTAGE_MINIGAMES),
    *CASH,
]


@pytest.mark.parametrize(
    ("total", "descending", "ascending"),
    [
        (12_750_000, 17_520_000, 10_000_257),  # the rulebook's own examples
        (0, 0, 0),
        (7, 7, 7),
        (10, 10, 10),
        (102, 120, 102),
        (999_999_999, 999_999_999, 999_999_999),
        (-12_750_000, -12_750_000, -12_750_000),
    ],
)
def test_realignment(total, descending, ascending):
    assert verbs.sort_digits_descending(total) == descending
    assert verbs.sort_digits_ascending(total) == ascending


@pytest.mark.parametrize(
    ("total", "by", "raised"),
    [
        (0, 3, 30_000_000),
        (67_000_001, 3, 97_000_001),
        (78_000_000, 3, 98_000_000),
        (199_000_000, 3, 199_000_000),
        (-5_000_000, 2, 15_000_000),
    ],
)
def test_a_raised_digit_never_ticks_over(total, by, raised):
    assert verbs.raise_digit(total, verbs.TEN_MILLIONS, by) == raised


@pytest.mark.parametrize(
    ("total", "place", "worth"),
    [
        (987_654_321, verbs.TEN_MILLIONS, 80_000_000),
        (987_654_321, verbs.MILLIONS, 7_000_000),
        (987_654_321, verbs.HUNDRED_THOUSANDS, 600_000),
        (99_999, verbs.HUNDRED_THOUSANDS, 0),
        (-987_654_321, verbs.MILLIONS, 0),
    ],
)
def test_what_a_digit_is_worth(total, place, worth):
    assert verbs.compute_digit_worth(total, place) == worth


@pytest.mark.parametrize(("total", "raised"), [(0, 0), (9, 9), (10, 11), (92_789_009, 93_899_119), (-1_234, -1_234)])
def test_oneplus(total, raised):
    assert verbs.raise_digits_after_first(total) == raised


@pytest.mark.parametrize(
    ("year", "tax"),
    [(11_850, 0), (46_350, 6_900), (50_000, 8_360), (100_000, 28_360), (123_700, 42_580), (200_000, 75_600)],
)
def test_income_tax(year, tax):
    assert vintage.compute_income_tax(year) == tax


@pytest.mark.parametrize(("week", "pence"), [(162, 0), (500, 4_056), (892, 8_760), (1_000, 8_976)])
def test_national_insurance(week, pence):
    assert vintage.compute_national_insurance(week) * 100 == pence


@pytest.mark.parametrize(("week", "year"), [(162, 8_424), (100_000, 2_766_773), (250_000, 6_900_773)])
def test_take_home(week, year):
    assert vintage.compute_take_home_pay(week) == year


def test_every_game_changer_has_its_script():
    assert set(FACES) - set(HOOKS.squares) == {
        *CASH,
        *(face for face in tables.VINTAGE_SQUARES if tables.parse_cash(face)),
    }


def laid_out(faces, totals):
    options = Season7Options(without=[face for face in tables.EVENTS if face not in ("Eclipse", "Grid List")])
    players = {who: Season7Player(total, total, 50) for who, total in zip(PLAYERS, totals, strict=True)}
    season = Season(options, players, cycle=1)
    season.phase = "quadrants"
    r = add_round(season, "Q1", "Quadrant 1", PLAYERS, rows=3, columns=4)
    r.cells = [Season7Cell(face) for face in faces]
    r.cells[0].bombs, r.cells[7].bombs = ["Ann"], ["Bob", "Cat"]
    r.stage, r.turn = "play", "Ann"
    return season


def same_when_loaded(game):
    loaded = Game.load(SEASON7, Record.from_json(game.save().to_json()))
    assert msgspec.json.encode(loaded.state) == msgspec.json.encode(game.state)
    assert [question.id for question in loaded.list_questions()] == [question.id for question in game.list_questions()]


@pytest.mark.whole
@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(FACES), min_size=12, max_size=12),
    st.lists(st.integers(-20_000_000, 999_999_999), min_size=4, max_size=4),
    st.text("abc", min_size=1, max_size=8),
    st.randoms(use_true_random=False),
)
def test_random_play_always_comes_to_an_end(faces, totals, secret, chance):
    game = Game.start_from_state(SEASON7, laid_out(faces, totals), secret)
    purse = Purse(game)
    for _ in range(60):
        if game.state.rounds["Q1"].stage != "play":
            break
        question = chance.choice(game.list_questions())
        if question.form.kind != "choice" or chance.random() < 0.1:
            game.lapse(question.id)
        else:
            game.answer(question.who, question.id, chance.choice(question.options).value)
        purse.add_up(game)
        same_when_loaded(game)
    assert game.state.rounds["Q1"].stage == "bonus"
