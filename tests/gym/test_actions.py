"""Whatever a person can answer or play, some actions of the gym do, and nothing else."""

from random import Random

import numpy as np
import pytest

from engine.kernel import Form, Illegal, Legal, Option, Play, Question
from engine.kernel.record import AnswerEntry, PlayEntry
from engine.rulesets import RULESETS
from host.core.stand_ins import pick_play_value, pick_random_answer
from tests.gym.courses import GAMES, act, begin, give, is_over, pass_by, play_on
from tests.rulesets.toy import Toy
from workshop.gym.environment import MAX_PLAYS, MAX_PLAYS_ASKED
from workshop.gym.menu import (
    DONE,
    FIRST_NUMBER,
    LAPSE,
    OPENING,
    PASS,
    Draft,
    What,
    build_top_menu,
    find_actions,
    place_on_menu,
)


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())
    return begin("toy", seats=2)


def put_together(asked, value):
    """What a seat gives by the actions that lead to this value."""
    legal = Legal([asked], []) if isinstance(asked, Question) else Legal([], [asked])
    top = build_top_menu(legal, (), can_pass=False, can_play=True)
    opened, *path = find_actions(top, asked, value)
    assert top[opened].what in OPENING
    draft = Draft(asked)
    for action in path:
        menu = place_on_menu(draft.iter_items(()))
        whole = draft.take(menu[action])
    assert whole
    return draft.get_value()


@pytest.mark.parametrize("span", [(0, 9, 1), (700, 800, 1), (-20, 20, 5), (0, 2_000_000, 100_000), (1, 10**12, 7)])
def test_every_number_can_be_named(span):
    low, high, step = span
    asked = Play("name", "Name a number", form=Form("number", low, high, step))
    some = range(low, high + 1, step)
    for value in {some[0], some[-1], some[len(some) // 2], some[len(some) // 3]}:
        assert put_together(asked, value) == value


def test_squares_are_chosen_in_order_and_only_once():
    squares = [Option(n, str(n)) for n in range(1, 41)]
    asked = Play("list", "Squares in order", squares, Form("several", 2, 5))
    assert put_together(asked, [7, 3, 40]) == [7, 3, 40]
    assert put_together(asked, [5, 4, 3, 2, 1]) == [5, 4, 3, 2, 1]
    draft = Draft(asked)
    draft.take(place_on_menu(draft.iter_items(()))[FIRST_NUMBER + 7])
    menu = place_on_menu(draft.iter_items(()))
    assert FIRST_NUMBER + 7 not in menu
    assert DONE not in menu  # two at least
    draft.take(menu[FIRST_NUMBER + 3])
    assert DONE in place_on_menu(draft.iter_items(()))


def test_a_text_is_typed_letter_by_letter():
    asked = Question(id="x#1", key="motto", text="", lapse=None, form=Form("text"))
    assert put_together(asked, "do not panic!") == "do not panic!"
    either = Question(id="x#1", key="bid", text="", lapse=None, look=lambda: [Option(5, "5")], form=Form(words=True))
    draft, typed = Draft(either), []
    top = build_top_menu(Legal([either], []), (), can_pass=False, can_play=True)
    for action in find_actions(top, either, "7 and a half"):
        item = place_on_menu(draft.iter_items(()))[action]
        typed.append(item.what)
        draft.take(item)
    assert typed[0] == What.OWN_WORDS
    assert draft.get_value() == "7 and a half"


def test_a_number_has_the_same_action_whatever_else_is_offered():
    env = begin("season7")
    question = pass_by(env)
    menu = env.list_menu(env.agent_selection)
    squares = [option.value for option in question.options]
    assert {menu[FIRST_NUMBER + n].value for n in squares} == set(squares)


def check_any_answer(env, dice):
    """One random answer or play, put together by actions, arrives in the game as it was meant."""
    who = env.agent_selection
    questions, plays = env.list_legal_moves(who)
    play = dice.choice(plays) if plays and (not questions or dice.random() < 0.3) else None
    asked = play or (questions[0] if questions else None)
    if asked is None or env._draft or env._plays_made[who] >= 2:
        return act(env, dice)
    value = pick_play_value(play, dice) if play else pick_random_answer(asked, dice)
    try:
        value = asked.check(value)
    except Illegal:  # a text, which nobody can choose at random
        return act(env, dice)
    taken = len(env.game.taken)
    give(env, asked, value)
    if env.infos[who]["refused"]:
        return None
    entry = next(each for each in env.game.taken[taken:] if isinstance(each, AnswerEntry | PlayEntry))
    assert (entry.who, entry.key, entry.value) == (who, asked.key, value)
    return entry


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_meant_arrives(game):
    env, dice = begin(game, seed=5), Random(game)
    assert sum(check_any_answer(env, dice) is not None for _ in range(60) if not is_over(env)) > 10


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_meant_arrives_in_whole_games(game):
    for seed in range(3):
        env, dice = begin(game, seed=seed), Random(f"{game} {seed}")
        while not is_over(env):
            check_any_answer(env, dice)
        assert all(env.terminations.values())


def test_plays_out_of_turn_are_actions_of_who_is_not_asked(toy):
    assert toy.agent_selection == "seat_1"  # all are asked at once: the first is up
    env = begin("season7", seed=2)
    while not (
        PASS in (menu := env.list_menu(env.agent_selection))
        and any(item.what == What.OPEN_PLAY for item in menu.values())
    ):
        play_on(env, 1, env.steps)
    who = env.agent_selection
    assert not env.list_legal_moves(who).questions
    lock = next(play for play in env.list_legal_moves(who).plays if play.key == "list")
    give(env, lock, [option.value for option in reversed(lock.options)][:5])
    assert env.game.taken[-1].value == [option.value for option in reversed(lock.options)][:5]
    assert list(env.build_view(who).own.wishes.values()) == [env.game.taken[-1].value]


def shout(env):
    return next((at for at, item in env.list_menu(env.agent_selection).items() if item.what == What.PLAY), None)


def test_a_seat_that_is_asked_makes_so_many_plays_and_then_answers(toy):
    for n in range(MAX_PLAYS_ASKED):
        toy.step(shout(toy))
        assert toy.game.state.shouts == n + 1
        assert toy.agent_selection == "seat_1"
    assert shout(toy) is None
    assert FIRST_NUMBER + 3 in toy.list_menu("seat_1")


def test_a_seat_that_is_not_asked_makes_so_many_plays_and_is_done(toy):
    toy.step(LAPSE)
    assert toy.agent_selection == "seat_1"  # seat 2 is asked
    for _ in range(MAX_PLAYS):
        toy.step(shout(toy))
    assert toy.agent_selection == "seat_2"


def test_what_is_not_on_the_menu_is_refused_and_changes_nothing(toy):
    before = toy.observe("seat_1")
    for action in (PASS, DONE, FIRST_NUMBER + 60):
        with pytest.raises(ValueError, match="action mask"):
            toy.step(action)
    after = toy.observe("seat_1")
    assert np.array_equal(before["action_mask"], after["action_mask"])
    assert toy.steps == 0


def test_time_can_run_out(toy):
    toy.step(LAPSE)
    assert toy.game.taken[-1].lapsed


def test_what_the_rules_refuse_is_said_and_not_offered_again():
    env = begin("billionaire", seed=1)
    bid = pass_by(env)
    who = env.agent_selection
    while bid.key != "bid":
        env.step(LAPSE)
        bid, who = pass_by(env), env.agent_selection
    assert What.OWN_WORDS in {item.what for item in env.list_menu(who).values()}
    env.step(next(action for action, item in env.list_menu(who).items() if item.what == What.OWN_WORDS))
    for letter in "xq":
        env.step(next(action for action, item in env.list_menu(who).items() if item.value == letter))
    env.step(DONE)
    assert env.infos[who]["refused"]
    assert env.agent_selection == who
    assert What.OWN_WORDS not in {item.what for item in env.list_menu(who).values()}
    env.step(LAPSE)
    assert env.infos[who]["refused"] == ""


class Idle(Toy):
    """A game in which nobody is asked anything."""

    def list_tables(self, state):  # noqa: ARG002
        return []


class Stuck(Idle):
    """And nobody can do anything."""

    def list_plays(self, game, who):  # noqa: ARG002
        return []


def test_if_nobody_is_asked_and_all_pass_somebody_must_play(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Idle())
    env = begin("toy", seats=3)
    for who in ("seat_1", "seat_2", "seat_3"):
        assert env.agent_selection == who
        env.step(PASS)
    assert PASS not in env.list_menu(env.agent_selection)
    env.step(next(action for action, item in env.list_menu(env.agent_selection).items() if item.what == What.PLAY))
    assert env.game.state.shouts == 1
    assert PASS in env.list_menu(env.agent_selection)  # and all are asked again whether they want to


def test_a_game_in_which_nobody_can_do_anything_is_cut_off(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Stuck())
    env = begin("toy", seats=2)
    assert all(env.truncations.values())
