"""What an agent observes: typed tables of what its seat may know, and of nothing else."""

import numpy as np
import pytest

from tests.gym.courses import GAMES, begin, give, is_over, pass_by, play_on
from workshop.gym.menu import ACTIONS, PASS
from workshop.gym.observation import COLUMNS
from workshop.gym.vocabulary import UNKNOWN_WORD, Vocabulary, load_vocabulary


def column(observation, table, name):
    return observation["observation"][table][..., COLUMNS[table].index(name)]


def same(one, other):
    tables = [*one["observation"]]
    unlike = [name for name in tables if not np.array_equal(one["observation"][name], other["observation"][name])]
    return unlike + ["action_mask"] * (not np.array_equal(one["action_mask"], other["action_mask"]))


@pytest.mark.parametrize("game", GAMES)
def test_observations_lie_in_their_space(game):
    env = play_on(begin(game), 40)
    for who in env.agents:
        observation = env.observe(who)
        assert env.observation_space(who).contains(observation)
        assert {name: len(columns) for name, columns in COLUMNS.items()} == {
            name: table.shape[-1] for name, table in observation["observation"].items()
        }
        up = who == env.agent_selection
        assert observation["action_mask"].sum() == len(env.list_menu(who)) * up
        assert (column(observation, "menu", "what") > 0).tolist() == observation["action_mask"].astype(bool).tolist()
        assert column(observation, "game", "cut") == 0


def test_every_column_has_a_name_of_its_own():
    assert [name for name, columns in COLUMNS.items() if len(set(columns)) < len(columns)] == []


SECRETS = {"season7": "bomb.seal", "deluxe": "bomb.seal", "ladder": "answer", "billionaire": "bid"}


@pytest.mark.parametrize("game", GAMES)
def test_what_another_seat_answers_in_secret_is_observed_by_that_seat_alone(game):
    """Twins: two games of one seed, in which one seat gives another answer."""
    found = []
    for at in (0, 1):
        env = begin(game, seed=3)
        question = pass_by(env)
        while question.key != SECRETS[game]:
            env.step(next(iter(env.list_menu(env.agent_selection))))
            question = pass_by(env)
        who = env.agent_selection
        values = [action for action, item in env.list_menu(who).items() if item.value in ("A", "B", 3, 4, 0, 1_000_000)]
        env.step(values[at])
        pass_by(env)
        assert env.game.list_questions(), "it is still secret"
        found.append((who, {each: env.observe(each) for each in env.agents}))
    (who, ours), (other, theirs) = found
    assert who == other
    assert {each: same(ours[each], theirs[each]) for each in ours if each != who} == {
        each: [] for each in ours if each != who
    }
    assert same(ours[who], theirs[who]) != []


QUIET = {"season7": "list", "deluxe": "list", "ladder": "wish", "billionaire": "order own"}


@pytest.mark.parametrize("game", GAMES)
def test_what_another_seat_plays_in_secret_is_observed_by_that_seat_alone(game):
    """Twins again: in one game a seat does something unasked, in the other it passes."""
    found = []
    for plays in (True, False):
        env = begin(game, seed=3)
        while not find_quiet_play(env, QUIET[game]):
            env.step(next(iter(env.list_menu(env.agent_selection))))
        who, play = env.agent_selection, find_quiet_play(env, QUIET[game])
        if plays:
            option = play.options[1].value
            give(env, play, [option] if play.form.kind == "several" else option)
            assert env.game.taken[-1].key == QUIET[game]
        pass_by(env)
        found.append({each: env.observe(each) for each in env.agents})
    ours, theirs = found
    assert {each: same(ours[each], theirs[each]) for each in ours if each != who} == {
        each: [] for each in ours if each != who
    }
    assert same(ours[who], theirs[who]) != []


def find_quiet_play(env, key):
    """The play of this key that the seat that is up can make unasked."""
    who = env.agent_selection
    plays = env.list_legal_moves(who).plays if PASS in env.list_menu(who) else []
    return next((play for play in plays if play.key == key), None)


def test_seats_count_from_the_observer():
    env = play_on(begin("billionaire"), 60)
    totals = {line.who: line.total for line in env.build_view("").standings}
    for n, who in enumerate(env.agents):
        order = env.agents[n:] + env.agents[:n]
        assert column(env.observe(who), "seats", "total").tolist() == [totals[each] for each in order]


def test_a_question_of_the_quiz_is_no_word():
    env = begin("ladder")
    pass_by(env)
    observation = env.observe(env.agent_selection)
    face = column(observation, "cells", "face.word")[column(observation, "cells", "type") == 5]
    assert not face.any()
    asked = [word for word in load_vocabulary("ladder").words if word.endswith("?")]
    assert [word for word in asked if "{" not in word and not word.startswith("Which player")] == [
        word for word in ("A?", "B?", "C?", "D?") if word in asked
    ]


def test_words_keep_their_numbers():
    words = Vocabulary(["bomb", "loss"])
    assert [words.find_number(word) for word in ("", "x", "bomb", "loss")] == [0, UNKNOWN_WORD, 2, 3]
    assert words.get_word(3) == "loss"
    for game in GAMES:
        listed = load_vocabulary(game).words
        assert len(set(listed)) == len(listed) > 100, game
        assert all(listed), game


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_hardly_any_word_is_unknown(game):
    known = unknown = 0
    env = begin(game, seed=77)
    while not is_over(env):
        observation = env.observe(env.agent_selection)["observation"]
        for table, columns in COLUMNS.items():
            at = [n for n, name in enumerate(columns) if name.endswith(".word") or name in ("kind", "word", "event")]
            words = observation[table][..., at]
            unknown += (words == UNKNOWN_WORD).sum()
            known += (words > UNKNOWN_WORD).sum()
        play_on(env, 7, env.steps)
    assert unknown < 0.01 * known


def test_there_is_an_action_for_each_row_of_the_menu():
    env = begin("ladder")
    assert env.action_space("seat_1").n == ACTIONS == len(env.observe("seat_1")["observation"]["menu"])
