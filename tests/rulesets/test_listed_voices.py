"""What a voice says of whole games that careless players play: the first line of each kind, with its facts."""

from functools import partial
from random import Random

import pytest

from engine.kernel import Game, format_text
from engine.rulesets import RULESETS
from tests import listings
from tests.season7.test_spoken_sets import written
from workshop.bots import sample_players

pytestmark = pytest.mark.as_released
MORNINGS, WEEKS = 8, 300  # moves between two recaps, and of a game that lasts for weeks
NAMES = ["Ann", "Bob", "Cat", "Dan"]
GAMES = {  # seeds, and moves of each
    "season7": (("one", "two", "three"), 800, {"target": 60_000_000}),
    "deluxe": (("one", "two", "three", "four", "five"), 400, {"target": 30_000_000}),
    "billionaire": (("one", "two", "three", "four"), 300, {}),
}


def play(name, seed, moves, options):
    """Play a game, and yield what was told and said after each move, and the voice with its memory."""
    rules = RULESETS[name]
    voice = rules.voice
    assert voice is not None
    game, dice = Game.start(rules, NAMES, options, f"voices {seed}", keep=False), Random(seed)
    memory = voice.build_memory({})
    for _ in range(moves):
        if game.over:
            return
        sample_players.move_carelessly(game, dice)
        yield game.told, voice.speak(memory, game.told), partial(voice.build_recap, memory)


def tell(name):
    seeds, moves, options = GAMES[name]
    known = set[str]()
    for seed in seeds:
        yield f"# {seed}"
        for told, said, _ in play(name, seed, moves, options):
            for at, lines in sorted(said.lines.items()):
                for line in lines:
                    key = line.id.rpartition("/")[0]
                    if key not in known:
                        known.add(key)
                        yield f"{told[at].what} {key}{written(line.facts)}"


@pytest.mark.parametrize("name", GAMES)
def test_the_voice_says_of_whole_games_what_is_listed(name):
    listings.compare(f"voices_{name}", tell(name))


def recap(name):
    """Every recap of one long game, as somebody reads it who looks in each morning."""
    for n, (_, _, build_recap) in enumerate(play(name, "long", WEEKS, {}), 1):
        if n % MORNINGS == 0:
            yield f"# after {n} moves"
            yield from (f"  {format_text(told.text, told.facts)}" for told in build_recap())


@pytest.mark.parametrize("name", GAMES)
def test_each_morning_of_a_game_is_recapped_as_listed(name):
    listings.compare(f"recaps_{name}", recap(name))
