"""Hidden squares in random play, and what nobody may learn of them."""

import random

import msgspec
import pytest

from engine.kernel.game import Game
from engine.kernel.record import Record
from engine.kernel.text import PUBLIC
from engine.minigames import MINIGAMES
from engine.season7 import tables, verbs
from engine.season7.hooks import HOOKS
from engine.season7.rounds import add_round
from engine.season7.rules import SEASON7
from engine.season7.state import Season, Season7Cell, Season7Options, Season7Player
from tests.properties.examples import few

PLAYERS = ["Ann", "Bob", "Cat", "Dan"]
PRIVATE = ["Bomb Finder", "Borrow the Truth", "Conversion", "Kablam!", "Omniscience", "Reveal a Row"]


def box():
    """What this season cannot draw: squares and minigames without a script."""
    others = [*tables.MINIGAMES, *tables.EVENTS, *tables.GAME_CHANGERS, *tables.VINTAGE_SQUARES]
    here = {*HOOKS.squares, *MINIGAMES}
    return [face for face in others if face not in here and tables.parse_cash(face) is None]


def begin(cells, holds=None, players=PLAYERS):
    season = Season(
        Season7Options(without=box()), {who: Season7Player() for who in players}, cycle=1, phase="quadrants"
    )
    r = add_round(season, "Q1", "Q1", players)
    r.cells, r.stage, r.turn = cells, "play", players[0]
    r.rows, r.columns = 1, len(cells)
    for who, held in (holds or {}).items():
        season.players[who].hidden = list(held)
    return Game.start_from_state(SEASON7, season, "secret")


def random_cells(rng):
    faces = ["-£100,000", "£300,000", "£2,000,000", "£?,???,000", "45% Booster", "??% Booster"]
    hides = ["", *tables.HIDDEN_SQUARES]
    cells = [Season7Cell(rng.choice(faces)) for _ in range(20)]
    for cell in cells:
        if tables.find_category(cell.face) < 4:
            cell.hidden = rng.choice(hides)
        if rng.random() < 0.3:
            cell.bombs = rng.sample(PLAYERS, rng.randint(1, 2))
    return cells


def moves(game):
    """Everything that anybody may do, and the clock."""
    out: list = []
    for who in PLAYERS:
        legal = game.list_legal_moves(who)
        for question in legal.questions:
            several = question.form.kind == "several"  # of each as many as are wanted at least, in their order
            first = [option.value for option in question.options][: question.form.low] if several else None
            values = [first] if first else [option.value for option in question.options]
            out += [(game.answer, (who, question.id, value)) for value in values]
            out.append((game.lapse, (question.id,)))
        for play in legal.plays:
            several = play.form.kind == "several"
            values = [option.value for option in play.options] or [None]
            out += [(game.play, (who, play.key, [value] if several else value)) for value in values]
    return out


def playing(game):
    return "Q1" in game.state.rounds and game.state.rounds["Q1"].stage == "play"


def weight(move):
    """Hidden squares more often than anything else; lists and the clock hardly ever."""
    does, args = move
    if does.__name__ == "lapse" or args[1] == "list":
        return 0.1
    return 12 if args[1] in tables.HIDDEN_SQUARES or args[-1] in tables.HIDDEN_SQUARES else 1


def same(game, other):
    def shown(g):
        return [(q.id, q.who, q.key, list(q.options)) for q in g.list_questions()]

    assert msgspec.json.encode(game.state) == msgspec.json.encode(other.state)
    assert shown(game) == shown(other)
    for who in PLAYERS:
        assert list(game.list_legal_moves(who).plays) == list(other.list_legal_moves(who).plays)
        assert msgspec.json.encode(game.build_view(who)) == msgspec.json.encode(other.build_view(who))


@pytest.mark.parametrize("seed", few(20, 60, pytest.mark.whole))
def test_random_play_never_gets_stuck_and_survives_saving(seed):
    rng = random.Random(seed)  # a test wants the same moves each time
    holds = {who: rng.sample(tables.HIDDEN_SQUARES, 4) for who in PLAYERS}
    game = begin(random_cells(rng), holds)
    for _ in range(300):
        if not playing(game):
            break
        assert game.list_questions()
        choices = moves(game)
        (does, args), *_ = rng.choices(choices, [weight(move) for move in choices])
        does(*args)
        same(game, Game.load(SEASON7, Record.from_json(game.save().to_json())))
    assert not playing(game)


@pytest.mark.parametrize("hidden", PRIVATE)
def test_what_is_used_in_private_leaves_no_trace(hidden):
    def board():
        return [
            Season7Cell("£100,000"),
            Season7Cell("£200,000", bombs=["Bob"]),
            Season7Cell("£300,000"),
            Season7Cell("Eclipse"),
        ]

    used, unused = begin(board(), {"Ann": [hidden]}), begin(board())
    play = next(play for play in used.list_legal_moves("Ann").plays if play.key == hidden)
    used.play("Ann", hidden, play.options[0].value if play.options else None)
    assert all(told.to == "Ann" for told in used.told)
    for who in ["Bob", "Cat", "Dan", PUBLIC]:
        assert used.build_view(who) == unused.build_view(who)
        assert list(used.list_legal_moves(who).plays) == list(unused.list_legal_moves(who).plays)
    assert [(q.id, q.options) for q in used.list_questions()] == [(q.id, q.options) for q in unused.list_questions()]


@pytest.mark.parametrize("hidden", tables.HIDDEN_SQUARES)
def test_who_holds_a_hidden_square_knows_it_alone(hidden):
    cells = [Season7Cell("£100,000"), Season7Cell("£200,000")]
    holding, empty = begin(cells, {"Ann": [hidden]}), begin(cells)
    for who in ["Bob", PUBLIC]:
        assert holding.build_view(who) == empty.build_view(who)

    def public(game):
        return [option for question in game.list_questions() for option in question.options if not option.private]

    assert public(holding) == public(empty)


def test_finding_one_is_told_to_nobody_else():
    def found(hidden):
        game = begin([Season7Cell("£100,000", hidden), Season7Cell("£200,000"), Season7Cell("£300,000")])
        game.answer("Ann", game.list_questions()[0].id, 1)
        return [told for told in game.told if told.to != "Ann"], game.build_view(PUBLIC), game.build_view("Bob")

    assert found("Fold") == found("")


@pytest.mark.parametrize("status", ["out", "moved"])
def test_who_borrows_the_truth_sees_no_peek_made_after_they_have_gone(status):
    game = begin([Season7Cell("£100,000") for _ in range(5)], {"Ann": ["Borrow the Truth"]})
    game.play("Bob", "peek", 3)
    game.play("Ann", "Borrow the Truth", None)
    assert list(game.build_view("Ann").own.notes["Q1"]) == [3]
    if status == "out":
        verbs.eliminate_from_round(game.wake_table("Q1"), "Ann")
    else:
        game.state.rounds["Q1"].seats["Ann"].status = status
    game.play("Cat", "peek", 4)
    assert not game.build_view("Ann").own.notes["Q1"]


def test_who_has_folded_plays_what_they_hold_at_the_end():
    game = begin(
        [Season7Cell("£100,000"), Season7Cell("£200,000", bombs=["Bob"]), Season7Cell("£300,000")],
        {"Bob": ["Fold"]},
        PLAYERS[:3],
    )
    game.state.players["Bob"].minigames = ["Times Table"]
    game.play("Bob", "Fold")
    assert game.state.players["Bob"].minigames == ["Times Table"]
    for n in (1, 2):
        game.pins = {"bomb.mutates": [["no"]]}
        question = next(q for q in game.list_questions() if q.key == "select")
        game.answer(question.who, question.id, n)
    assert ("Bob", "times_table.look") in [(q.who, q.key) for q in game.list_questions()]


def test_two_bombs_on_one_square_have_a_seal_each():
    game = begin(
        [Season7Cell("£1,000", bombs=["Bob"]), Season7Cell("£2,000", bombs=["Ann"]), Season7Cell("£3,000")],
        {"Ann": ["Bomb Switch"]},
    )
    seat = game.state.rounds["Q1"].seats["Ann"]
    seat.sealed = [2]
    for value in (1, 2):
        (question,) = [asked for asked in game.list_questions() if asked.who == "Ann"]
        game.answer("Ann", question.id, value)
    assert [sealed.name for sealed in game.sealed] == ["Q1|1|Ann|1"]
    assert game.state.rounds["Q1"].seats["Ann"].sealed == [2, 2]
