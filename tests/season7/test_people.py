"""Random legal play on boards of squares between players: no crash, nobody waits in vain, saving changes nothing."""

import random

import msgspec
import pytest

from engine.kernel.game import Game
from engine.kernel.record import Record
from engine.season7 import rounds, tables
from engine.season7.hooks import HOOKS
from engine.season7.rounds import add_round
from engine.season7.rules import SEASON7
from engine.season7.squares import player_events
from engine.season7.state import Season7Cell
from host.core.stand_ins import pick_random_answer
from tests.properties.examples import few

ROOMS = (player_events.__name__, player_events.__name__)
OURS = sorted(face for face, script in HOOKS.squares.items() if script.__module__ in ROOMS)
OTHERS = [name for name in (*tables.EVENTS, *tables.GAME_CHANGERS, *tables.VINTAGE_SQUARES) if name not in OURS]
CASH = ["£100,000", "£1,000,000", "-£26,000", "45% Booster", "Spectrum"]


def laid_out(luck):
    """Two or three rounds side by side, some people with no round, and boards of our own squares."""
    players = [f"p{i}" for i in range(luck.randint(5, 10))]
    season = SEASON7.create_state(players, {"without": OTHERS})
    season.cycle, season.phase = 1, "quadrants"
    rounds = luck.randint(2, 3)
    for i in range(rounds):
        seated = players[i : len(players) - 1 : rounds]
        r = add_round(season, f"Q{i + 1}", f"Quadrant {i + 1}", seated, rows=4, columns=4)
        r.cells = [Season7Cell(luck.choice(OURS) if luck.random() < 0.75 else luck.choice(CASH)) for _ in range(16)]
        for who in seated:
            n = luck.randint(1, 16)
            r.seats[who].sealed = [n]
            r.find_cell(n).bombs.append(who)
        r.stage, r.turn = "play", seated[0]
    return season


def move(game, luck):
    """One answer, lapse or play, among all that are legal."""
    who = luck.choice(sorted({question.who for question in game.list_questions()}))
    questions, plays = game.list_legal_moves(who)
    if plays and luck.random() < 0.2:
        play = luck.choice(plays)
        value = luck.choice(play.options).value if play.options else None
        game.play(who, play.key, [value] if play.form.kind == "several" else value)
        return
    question = luck.choice(questions)
    if luck.random() < 0.07:
        game.lapse(question.id)
    else:
        game.answer(who, question.id, pick_random_answer(question, luck))


def seats(game):
    """In how many rounds each player is live."""
    rounds = game.state.rounds.values()
    return {who: sum(who in r.list_living() for r in rounds) for who in game.state.players}


def same_when_loaded(game):
    loaded = Game.load(SEASON7, Record.from_json(game.save().to_json()))
    assert msgspec.json.encode(loaded.state) == msgspec.json.encode(game.state)
    assert [question.id for question in loaded.list_questions()] == [question.id for question in game.list_questions()]


@pytest.mark.parametrize("seed", few(15, 40, pytest.mark.whole))
def test_random_play(seed):
    luck = random.Random(seed)
    game = Game.start_from_state(SEASON7, laid_out(luck), f"secret {seed}")
    while game.state.phase == "quadrants":
        assert game.list_questions(), "nobody is asked anything"
        move(game, luck)
        assert max(seats(game).values()) <= 1, "somebody sits in two rounds"
        for r in game.state.rounds.values():
            assert len(set(r.order)) == len(r.order)
            assert set(r.order) == set(r.seats)
            assert rounds.is_decided(r) or not r.moves
        same_when_loaded(game)
    promised = [pledge for player in game.state.players.values() for pledge in player.pledges]
    assert not promised, "a promise was never settled"
