"""What several can answer is asked of all of them at once: bombs of all rounds, votes, Square 00, minigames."""

from collections import Counter
from random import Random

from engine.kernel import Game
from engine.race.table import count_bombs_to_seal
from engine.season7 import rounds
from engine.season7.rules import SEASON7
from workshop.bots import sample_players

NAMES = [f"p{n}" for n in range(1, 14)]
OFTEN = {"bombs", "square00", "minigames"}
LEAST_GAMES, MOST_GAMES = 4, 40


def asked(game, table, key):
    return {question.who for question in game.list_questions() if question.table == table and question.key == key}


def bombs_and_votes(game, name):
    t = game.find_table(name)
    if not rounds.is_before_rolling_start(t):
        yield "bombs", {who for who in t.list_living() if count_bombs_to_seal(t, who)}, asked(game, name, "bomb.seal")
    yield "votes", {question.who for question in rounds.build_vote_questions(t)}, asked(game, name, rounds.VOTE)


def square00(game, name):
    r = game.state.rounds[name]
    undecided = {who for who in r.winners if r.seats[who].bonus}
    yield "square00", undecided, asked(game, name, "square00.stake")


def minigames(game):
    """Every winner whose minigame may begin is at one."""
    state = game.state
    due = {each.who for each in state.due if not rounds.is_held_back(state.rounds, each.round)}
    at_one = {booth.players[0] for booth in state.booths.values()}
    yield "minigames", due | at_one, at_one


def side_by_side(game):
    """What is to be asked of whom, and of whom it is asked."""
    found = [*minigames(game)]
    for name, r in game.state.rounds.items():
        found += bombs_and_votes(game, name) if r.stage == "seal" else []
        found += square00(game, name) if r.stage == "bonus" else []
    return [each for each in found if each[1] or each[2]]


def test_nobody_waits_for_another_to_answer_the_same():
    """Games are played until each of these was asked of several, however the draws fall; half of the games have all."""
    seen: Counter[str] = Counter()
    for seed in range(MOST_GAMES):
        if seed >= LEAST_GAMES and all(seen[what] for what in OFTEN):
            break
        dice = Random(seed)
        game = Game.start(SEASON7, NAMES, {"target": 10**12}, f"at once {seed}")
        while game.state.cycle < 3:
            sample_players.move_carelessly(game, dice)
            for what, whom, of in side_by_side(game):
                assert of == whom, what
                seen[what] += len(whom) > 1
    assert {what for what in OFTEN if not seen[what]} == set()


def test_the_bombs_of_all_rounds_of_a_cycle_are_asked_for_together():
    game = Game.start(SEASON7, NAMES, {}, "at once")
    assert {question.who for question in game.list_questions()} >= set(NAMES) - {
        who for r in game.state.rounds.values() if r.variant == rounds.ROLLING_START for who in r.order
    }
    assert len(game.state.rounds) > 2
