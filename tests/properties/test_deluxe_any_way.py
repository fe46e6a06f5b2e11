"""A Deluxe race goes on whatever happens: clocks run out, people leave, are shown out and come back, hands are full."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from engine.deluxe import tables
from engine.deluxe.rules import DELUXE
from engine.kernel import LOG, Game, Record, format_text
from engine.kernel.text import PUBLIC
from engine.race.table import parse_number_row
from host.core import stand_ins
from workshop.bots import sample_players

encode = msgspec.json.encode


class Moods(NamedTuple):
    """How often a clock runs out, somebody uses something unasked, or comes or goes."""

    sleeps: float
    plays: float
    moves: float


MOVES, CALM = 120, Moods(0.05, 0.1, 0)  # of the races in which one space is opened all the time
MOODS = (Moods(0, 0.3, 0.02), Moods(0.05, 0.2, 0.05), Moods(0.3, 0.1, 0.01), Moods(0.7, 0.05, 0.01))


def laid(seed, dice):
    """Some race with a small target, in which everybody has their hands full; perhaps about to be won."""
    players = [f"p{n}" for n in range(dice.choice([2, 3, 4, 5, 8, 9, 12]))]
    options = {
        "target": dice.choice([1_000_000, 3_000_000, 20_000_000]),
        "start_phase": dice.choice("123"),
        "first_miss": dice.choice(["space", "pass"]),
        "failsafe": dice.choice(["left", "grid"]),
    }
    state = DELUXE.create_state(players, options)
    deck = dice.random() < 0.3
    for player in state.players.values():
        player.items = dice.choices(tables.ITEMS, k=tables.MOST_ITEMS)
        player.times, player.boost = dice.choice([10, 95, 290]), dice.choice([10, 100, 400])
        player.total, player.on_deck = (options["target"], True) if deck else (0, False)
        player.row = dice.choice([0, 2])
        player.earned = {"bonus": player.total} if deck else {}
    return Game.start_from_state(DELUXE, state, seed)


def coming_and_going(game, dice, n):
    """The host shows somebody out, lets somebody go, or seats somebody: new, or who was there before."""
    plays = {play.key: play for play in game.list_legal_moves(LOG).plays}
    if not plays:
        return
    key = dice.choice(sorted(plays))
    if key == "join":
        race = game.state
        gone = [who for who, player in race.players.items() if player.gone and who not in race.newcomers]
        game.play(LOG, key, dice.choice([*gone, f"n{n}"]))
    else:
        game.play(LOG, key, dice.choice(plays[key].options).value)


def unasked(game, dice):
    """Somebody does something unasked: whoever has signed up again, holds something, or sits on the bench."""
    who = dice.choice(list(game.state.players))
    plays: Sequence = game.list_plays(who)
    if plays:
        play = dice.choice(plays)
        game.play(who, play.key, stand_ins.pick_play_value(play, dice))


def goes_on(game, dice, moods, n):
    """One thing happens."""
    mood = dice.random()
    if not game.list_questions():
        game.play(LOG, "join", f"m{n}")
    elif mood < moods.moves:
        coming_and_going(game, dice, n)
    elif mood < moods.moves + moods.sleeps:
        game.lapse(dice.choice(game.list_questions()).id)
    elif mood < moods.moves + moods.sleeps + moods.plays:
        unasked(game, dice)
    else:
        sample_players.move_carelessly(game, dice)


def holds(game):
    """What is so at every moment."""
    race = game.state
    here = race.here()
    assert game.over or game.list_questions() or len({*here, *race.newcomers}) < 2
    for who, player in race.players.items():
        too_many = sum(aside.name == "Items" and aside.finder == who for aside in race.asides.values())
        assert len(player.items) <= tables.MOST_ITEMS + too_many or player.gone
        assert sum(player.earned.values()) == player.total
        assert player.times >= tables.ONE
        assert player.boost >= tables.LEAST_BOOST
        assert player.owed >= 0
    assert len({len(parse_number_row(player.chart)) for player in race.players.values()}) == 1
    assert all(question.who in here for question in game.list_questions())
    assert all(format_text(told.text, told.facts) for told in game.told)


def is_kept(game):
    """What is saved is the game, as it stands and as everybody sees it."""
    again = Game.load(DELUXE, Record.from_json(game.save().to_json()))
    assert encode(again.state) == encode(game.state)
    assert (again.asked, again.drawn_before) == (game.asked, game.drawn_before)
    assert [question.id for question in again.list_questions()] == [question.id for question in game.list_questions()]
    for who in (PUBLIC, *list(game.state.players)[:2]):
        assert encode(again.build_view(who)) == encode(game.build_view(who))
        assert encode(again.list_plays(who)) == encode(game.list_plays(who))


def played(seed, most):
    """A race, for so many things that happen; it is kept at every third."""
    dice = Random(seed)
    game, moods = laid(seed, dice), dice.choice(MOODS)
    for n in range(most):
        if game.over:
            break
        goes_on(game, dice, moods, n)
        holds(game)
        if n % 3 == 0:
            is_kept(game)
    return game


@pytest.mark.parametrize("seed", range(30))
def test_a_race_goes_on_whatever_happens(seed):
    played(f"any way {seed}", 250)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_a_race_goes_on_for_long_whatever_happens(seed):
    played(f"any way {seed}", 600)


def asked(game):
    """All that is asked now, with what may be answered and what silence means."""
    return [
        (q.id, q.key, q.who, q.lapse, q.text, encode(q.facts), [option.value for option in q.options])
        for q in game.list_questions()
    ]


def teeming(name, dice):
    """A race of whose spaces every other one, or every Funky effect, is this."""
    options = {"without": [effect for effect in tables.FUNKIES if effect != name], "zones": False}
    game = Game.start(DELUXE, [f"p{n}" for n in range(dice.choice([3, 4, 5, 9]))], options, f"{name} {dice.random()}")
    face, laid_out = tables.FUNKY if name in tables.FUNKIES else name, set[int]()

    def lay():
        for grid in game.state.grids.values():
            if grid.number not in laid_out and grid.cells:
                laid_out.add(grid.number)
                for cell in dice.sample(grid.cells, len(grid.cells) // 2):
                    cell.face, cell.former = face, 10_000

    return game, lay


@pytest.mark.parametrize("name", [*tables.SPECIALS, *tables.FUNKIES, *tables.CHANGERS])
def test_no_space_pays_who_has_left_or_makes_them_pay(name):
    dice = Random(f"leaver {name}")
    for _ in range(5 if name in tables.CHANGERS else 1):
        (game, lay), left = teeming(name, dice), dict[str, int]()
        for n in range(MOVES):
            if game.over or not game.list_questions():
                break
            lay()
            leaves = 0.2 if game.state.asides else 0.02
            if dice.random() < leaves and len(game.state.here()) > 2 and game.state.step != "tie":
                who = dice.choice(game.state.here())
                game.play(LOG, "leave", who)
                left[who] = game.state.players[who].total
            else:
                goes_on(game, dice, CALM, n)
            assert {who: game.state.players[who].total for who in left} == left


@pytest.mark.parametrize("seed", range(6))
def test_who_takes_long_to_decide_aside_is_asked_the_same_when_the_race_is_loaded(seed):
    """Spaces ask aside while the grid goes on: what may be answered is what stands now, not what stood at first."""
    dice = Random(f"aside {seed}")
    out = ["Multiplier", "Boost", "Minigame"]
    game = Game.start(DELUXE, [f"p{n}" for n in range(dice.choice([3, 4, 5, 9]))], {"without": out}, f"aside {seed}")
    for _ in range(150):
        grids = [question for question in game.list_questions() if not question.table.startswith("D")]
        if dice.random() < 0.15:
            unasked(game, dice)
        elif grids and dice.random() < 0.85:
            question = dice.choice(grids)
            game.answer(question.who, question.id, stand_ins.pick_random_answer(question, dice))
        else:
            sample_players.move_carelessly(game, dice)
        again = Game.load(DELUXE, Record.from_json(game.save().to_json()))
        assert asked(again) == asked(game)
