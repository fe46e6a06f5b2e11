"""What must hold whatever happens in Season 7: random rounds and seasons, looked at after every move."""

import hashlib
import os
import subprocess
import sys
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine.kernel import LOG, PUBLIC, Game, Illegal, Record, format_text
from engine.race.table import parse_number_row
from engine.season7 import tables
from engine.season7.rules import SEASON7
from tests.properties.examples import few
from tests.properties.seasons import (
    TEEMING,
    cycle_over,
    host_moves,
    move,
    some_options,
    some_round,
    some_season,
    state_of,
)
from tests.season7.money import Purse

LONGEST = 3_000  # moves; no round comes near it
BATCH = 50
encode = msgspec.json.encode


def must_hold(game, purse):
    """Somebody is asked or the game is over; nobody is asked who is out; and the money adds up."""
    season, pending = game.state, game.list_questions()
    assert game.over or pending
    for question in pending:
        assert question.who in season.here()
        r = season.rounds.get(question.table)
        assert r is None or r.seats[question.who].status in ("in", "won"), question.key
        assert question.form.kind in ("number", "text") or question.options, question.key
    purse.add_up(game)
    for who, player in season.players.items():
        assert 0 <= player.booster <= tables.BOOSTER_CAP
        assert who in season.here() or not game.list_legal_moves(who).plays
        assert all(pledge.round in season.rounds for pledge in player.pledges)
    for r in season.rounds.values():
        assert r.seats
        assert set(r.order) == set(r.seats)
        assert r.stage != "play" or r.turn == "" or r.turn in r.order


def saved_and_loaded(game):
    """The game as another process would find it."""
    record = Record.from_json(game.save().to_json())
    again = Game.load(SEASON7, record)
    assert encode(state_of(again)) == encode(state_of(game))
    assert [(q.id, q.key, q.who, q.options) for q in again.list_questions()] == [
        (q.id, q.key, q.who, q.options) for q in game.list_questions()
    ]
    for who in (PUBLIC, *game.state.players):
        assert encode(again.build_view(who)) == encode(game.build_view(who))
        assert again.list_legal_moves(who).plays == game.list_legal_moves(who).plays
    assert len(record.tape) < 300
    return again


def play_round(seed, look_every):
    game, dice = some_round(seed)
    purse = Purse(game)
    for n in range(LONGEST):
        if cycle_over(game) or not any(r.stage != "closed" for r in game.state.rounds.values()):
            return
        must_hold(game, purse)
        if n % look_every == 0:
            game = saved_and_loaded(game)
        move(game, dice)
    pytest.fail("this round does not end")


BATCHES = [*few(1, 4, pytest.mark.whole), *few(4, 6)[4:]]


@pytest.mark.parametrize("batch", BATCHES)
def test_random_rounds(batch):
    for n in range(BATCH):
        play_round(f"round {batch * BATCH + n}", look_every=5)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(400))
def test_twenty_thousand_random_rounds(batch):
    for n in range(BATCH):
        play_round(f"many {batch * BATCH + n}", look_every=7)


@pytest.mark.parametrize("players", [2, 3, 5, 6, 9, 16, 40])
def test_random_seasons_with_people_coming_and_going(players):
    game, dice = some_season(f"season {players}", players)
    purse = Purse(game)
    for n in range(1_500):
        if game.over:
            break
        must_hold(game, purse)
        if n % 20 == 0:
            game = saved_and_loaded(game)
        if dice.random() < 0.02:
            host_moves(game, dice, n)
        else:
            move(game, dice)
    if game.over:
        assert game.state.champions
        assert not game.list_questions()
        assert all(game.list_legal_moves(who).plays == [] for who in (LOG, *game.state.players))


@pytest.mark.parametrize("seed", few(8, 20))
def test_who_comes_back_to_boards_full_of_events_breaks_nothing(seed):
    game, dice = some_season(f"returning {seed}", 5 + seed % 4, TEEMING)
    purse = Purse(game)
    for n in range(600):
        must_hold(game, purse)
        if n % 50 == 0:
            game = saved_and_loaded(game)
        if dice.random() < 0.1 and len(game.state.here()) > 3:
            host_moves(game, dice, n)
        else:
            move(game, dice)


@pytest.mark.parametrize("seed", few(12, 30))
def test_whatever_is_left_out_and_however_small_the_boards_nothing_breaks(seed):
    options = some_options(Random(f"options {seed}"))
    game, dice = some_season(f"options {seed}", 2 + seed % 9, options)
    for who in game.state.players:  # also some that nothing in the box would give
        game.state.players[who].hidden += dice.sample(tables.HIDDEN_SQUARES, 3)
    game = saved_and_loaded(Game.start_from_state(SEASON7, game.state, f"options {seed}"))
    purse = Purse(game)
    for n in range(200):
        must_hold(game, purse)
        assert all(len(r.cells) in (0, r.rows * r.columns) for r in game.state.rounds.values())
        if n % 50 == 0:
            game = saved_and_loaded(game)
        move(game, dice)


def test_a_season_ends_with_somebody_who_has_reached_the_target():
    game, dice = some_season("whole", 6)
    while not game.over:
        move(game, dice)
    season = game.state
    assert season.champions  # those who reached it first, and may have lost something since
    assert all(season.players[who].reached for who in season.champions)
    assert all(len(parse_number_row(player.chart)) == season.cycle for player in season.players.values())


# -- the same everywhere


HASHED = """
import hashlib
from tests.properties.seasons import move, some_season
game, dice = some_season("hashed", 9)
marks = hashlib.sha256()
for n in range(700):
    if game.over:
        break
    move(game, dice)
    if n % 10 == 0:
        marks.update(game.save().to_json())
print(marks.hexdigest())
"""


@pytest.mark.whole
def test_the_order_of_hashes_changes_nothing():
    root = Path(__file__).parent.parent.parent
    runs = [
        subprocess.run(
            [sys.executable, "-c", HASHED],
            cwd=root,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": f"{root}:{root / 'layers'}"},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0].strip()) == hashlib.sha256().digest_size * 2


# -- bad input

NONSENSE = [
    None, True, False, 0, -1, 10**5_000, "9" * 1_000, 1.5, float("nan"), "", " ", "💣", "\x00\x1b[31m",
    "\u202ereversed", "A" * 10_000, [], {}, [1, [2]], ["1", "1"], {"a": 1},
    b"bytes", object(), "Select", "£1", "-0", "٣",
]  # fmt: skip


def refused(act):
    with pytest.raises(Illegal) as no:
        act()
    sentence = format_text(no.value.text, no.value.facts)
    assert sentence[0].isupper() or sentence[0] in "“£"
    assert sentence.isprintable()
    assert sentence[-1] in ".?!:"
    assert len(sentence) < 500


def would_do(plays, key, value):
    play = next((play for play in plays if play.key == key), None)
    try:
        return play is not None and play.check(value) is value
    except Illegal:
        return False


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(6))
def test_nonsense_is_refused_with_a_sentence_and_changes_nothing(seed):
    game, dice = some_round(f"nonsense {seed}")
    for _ in range(40):
        if cycle_over(game):
            return
        before = encode(state_of(game)), [q.id for q in game.list_questions()]
        for question, value in product(game.list_questions()[:2], NONSENSE):
            if not question.accepts_answer(value):
                refused(partial(game.answer, question.who, question.id, value))
        who = dice.choice(game.state.here())
        plays = game.list_legal_moves(who).plays
        for key, value in product(("lock", "peek", "list", "Fold", "kick", "", None, "💣", 7), NONSENSE[:8]):
            if not would_do(plays, key, value) and not any(play.key == key and not play.options for play in plays):
                refused(partial(game.play, who, key, value))
        for nobody, question_id in (("nobody", "Q1#1"), (who, "Q9#1"), (who, "#"), (who, None), (None, 5)):
            refused(partial(game.answer, nobody, question_id, 1))
        for nobody in (None, "nobody", 5, [], {}, [who]):
            refused(partial(game.play, nobody, "peek", 1))
        assert before == (encode(state_of(game)), [q.id for q in game.list_questions()])
        move(game, dice)
