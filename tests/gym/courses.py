"""Games in the gym, played by the tests."""

from random import Random

from workshop.gym import make_env
from workshop.gym.menu import PASS

GAMES = ("season7", "deluxe", "ladder", "billionaire")


def begin(game, seed=1, **options):
    env = make_env(game, **options)
    env.reset(seed=seed)
    return env


def is_over(env):
    return any(env.terminations.values()) or any(env.truncations.values())


def act(env, dice):
    """One action of the seat that is up, any of its menu."""
    env.step(dice.choice([*env.list_menu(env.agent_selection)]))


def play_on(env, steps, seed=0):
    dice = Random(seed)
    for _ in range(steps):
        if is_over(env):
            break
        act(env, dice)
    return env


def give(env, asked, value):
    """The seat that is up gives this answer, or makes this play."""
    who = env.agent_selection
    for action in env.find_actions(who, asked, value):
        assert env.agent_selection == who
        env.step(action)


def pass_by(env):
    """Nobody does anything unasked until somebody is asked."""
    while PASS in env.list_menu(env.agent_selection):
        env.step(PASS)
    return env.list_legal_moves(env.agent_selection).questions[0]
