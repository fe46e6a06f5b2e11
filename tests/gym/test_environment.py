"""PettingZoo's own tests, seeds, rewards, and how a game ends."""

import numpy as np
import pytest

from tests.gym.courses import GAMES, begin, is_over, play_on
from workshop.gym import make_env
from workshop.gym.command import run_pettingzoo_tests


@pytest.mark.parametrize("game", [*(pytest.param(game, marks=pytest.mark.whole) for game in GAMES)])
def test_pettingzoo_finds_no_fault(game):
    """A warning of theirs that is not on purpose is an error here, as any warning is."""
    run_pettingzoo_tests(game, 4, 500)


def test_pettingzoo_finds_no_fault_at_first_sight():
    run_pettingzoo_tests("ladder", 2, 8)


def course(env):
    play_on(env, 60)
    return [(entry.key, getattr(entry, "drew", None)) for entry in env.game.taken]


def test_the_same_seed_is_the_same_game_and_none_is_the_next():
    first, again, other = (course(begin("season7", seed)) for seed in (4, 4, 5))
    assert first == again
    assert first != other
    env = begin("season7", 4)
    env.reset()
    following = course(env)
    assert following != first
    env.reset(seed=4)
    assert course(env) == first
    env.reset()
    assert course(env) == following
    one, two = make_env("season7"), make_env("season7")
    one.reset()
    two.reset()
    assert course(one) != course(two)  # nobody has seeded these


@pytest.mark.parametrize("game", [pytest.param("season7", marks=pytest.mark.whole), "ladder"])
def test_who_wins_is_rewarded(game):
    env = play_on(begin(game, seed=2), 20_000)
    assert all(env.terminations.values())
    winners = env.build_view("").winners
    assert {who for who, reward in env.rewards.items() if reward} == set(winners)
    assert sum(env.rewards.values()) == pytest.approx(1)


def test_money_can_be_the_reward():
    env = begin("season7", seed=2, reward="money")
    sums = dict.fromkeys(env.agents, 0.0)
    for _ in range(400):
        play_on(env, 1, env.steps)
        for who in sums:
            sums[who] += env.rewards[who]
    view = env.build_view("")
    assert any(sums.values())
    assert sums == {line.who: pytest.approx(line.total / view.target) for line in view.standings}


def test_a_game_that_is_too_long_is_cut_off():
    env = begin("ladder", max_steps=15)
    play_on(env, 14)
    assert not is_over(env)
    play_on(env, 1)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    for _ in range(4):
        env.step(None)
    assert env.agents == []


def test_options_of_the_game_are_obeyed_and_checked():
    env = begin("season7", seats=3, options={"target": 20_000_000})
    assert env.build_view("").target == 20_000_000
    for wrong in ({"seats": 400}, {"reward": "honour"}):
        with pytest.raises(ValueError, match="seats"):
            make_env("season7", **wrong)


def test_a_game_can_be_read():
    env = begin("season7", render_mode="ansi")
    assert "| " in env.render()
    assert begin("season7").render() is None
    env.close()


def test_no_step_returns_anything_but_what_it_was_asked():
    env = begin("ladder")
    action = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]
    assert env.step(action) is None
