"""`rtab gym`: the games as environments for programs that learn to play (docs/gym.md).

`rtab gym table GAME` lets the baselines play against one another and prints who beats whom, `check` runs PettingZoo's
own tests, and `words` adds to the game's list of words what careless players meet.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from pettingzoo.test import api_test, seed_test

from engine.kernel import Event, Ruleset
from engine.rulesets import RULESETS
from host.core.cards import dealt_cards
from workshop.gym.environment import make_env
from workshop.gym.players import list_player_names, make_player
from workshop.gym.table import format_table, play_all_meetings
from workshop.gym.vocabulary import UNKNOWN_WORD, WordCounter, add_words, load_vocabulary
from workshop.simulate.season7 import parse_positive_count

GAMES, CHECKED_CYCLES = 20, 250
ON_PURPOSE = (  # an observation is tables and not one array, as in PettingZoo's own card games
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # of who has nothing left to do
)
MET_IN = 3  # games in which a word must be met to be added: what is met only once is somebody's own text
LONGEST_WORD = 300
TOPIC_SHARE = 0.01  # of all cards have what is no text of a single card
OBSERVED_EVERY = 3  # steps of a game whose words are counted


def run_gym_command(argv: list[str]) -> int:
    """Do what the first word says with the game that the second names."""
    asked = build_gym_parser().parse_args(argv)
    game, seats = asked.game, asked.seats
    if asked.what == "check":
        run_pettingzoo_tests(game, seats)
    elif asked.what == "words":
        words = find_new_words(game, seats, asked.games, asked.seed)
        print(f"{add_words(game, words)}: {len(words)} more")
    else:
        names = asked.players.split(",") if asked.players else list_player_names(game)
        meetings = play_all_meetings(game, names, seats, asked.games, asked.seed)
        sys.stdout.write("\n".join(format_table(game, names, meetings, seats, asked.seed)) + "\n")
    return 0


def run_pettingzoo_tests(game: str, seats: int, cycles: int = CHECKED_CYCLES) -> None:
    """Run PettingZoo's own tests on a game; raise AssertionError for a fault, and warn of what is not on purpose."""
    with warnings.catch_warnings():
        for text in ON_PURPOSE:
            warnings.filterwarnings("ignore", text)
        api_test(make_env(game, seats), num_cycles=cycles)
        seed_test(lambda: make_env(game, seats), num_cycles=cycles)
    print("Passed seed test")


def find_new_words(game: str, seats: int, games: int, seed: int) -> list[str]:
    """List the words that are not in the game's list yet, in alphabetical order: those of its events, and those that
    careless players and the house's strongest computers meet in several games.
    """
    words = WordCounter(load_vocabulary(game).words)
    env = make_env(game, seats, vocabulary=words)
    names = list_player_names(game)
    for n in range(games):
        dice = Random(f"{seed} {n}")  # noqa: S311 - careless players need no cryptography
        players = {who: make_player(game, names[-(at % 2)], dice) for at, who in enumerate(env.possible_agents)}
        env.reset(seed=seed + n)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            who = env.agent_selection
            if env.steps % OBSERVED_EVERY == 0:
                env.observe(who)
            env.step(players[who](env, who))
        words.end_game()
    own = list_card_texts(env.rules)
    met = {word for word, times in words.games.items() if times >= min(MET_IN, games) and word not in own}
    met |= {word for word in list_event_words(env.rules) if words.find_number(word) == UNKNOWN_WORD}
    return sorted(word for word in met if len(word) <= LONGEST_WORD and word.isprintable())


def list_card_texts(rules: Ruleset[Any]) -> set[str]:
    """List the texts of a game's cards, such as quiz questions and answers, but not what many have, such as topics."""
    cards = msgspec.to_builtins(dealt_cards.load_card_box(rules.name).cards)
    found = Counter(text for card in cards for text in iter_texts(card))
    return {text for text, times in found.items() if times < TOPIC_SHARE * len(cards)}


def iter_texts(value: Any) -> Iterator[str]:
    """Iterate over all texts in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from iter_texts(item)


def list_event_words(rules: Ruleset[Any]) -> Iterator[str]:
    """Iterate over the ids of a game's events and the names of their facts."""
    for room in rules.told_before:
        for kind in vars(room).values():
            if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event:
                yield from (kind.id, *kind.__struct_fields__)


def build_gym_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab gym`."""
    words = argparse.ArgumentParser("rtab gym", description=__doc__)
    words.add_argument("what", choices=["table", "check", "words"])
    words.add_argument("game", choices=list(RULESETS))
    words.add_argument(
        "--games", type=parse_positive_count, default=GAMES, help=f"games (default {GAMES}), for each pair"
    )
    words.add_argument("--players", help="baselines for the table, with commas (default: all)")
    words.add_argument("--seats", type=parse_positive_count, default=4, help="how many play (default 4)")
    words.add_argument("--seed", type=int, default=1, help="another seed, another run")
    return words
