"""What a voice says of whole games that careless players play: the first line of each kind, with its facts, and among
which circumstances the wording of an event was first chosen.
"""

from functools import partial
from random import Random

import pytest

from engine.kernel import Game, format_text
from engine.kernel.voice import Moment
from engine.rulesets import RULESETS
from tests import listings
from tests.season7.test_spoken_sets import circumstances_of, noting_moments, written
from workshop.bots import sample_players

pytestmark = pytest.mark.as_released
MORNINGS, WEEKS = 8, 300  # moves between two recaps, and of a game that lasts for weeks
NAMES = ["Ann", "Bob", "Cat", "Dan"]
GAMES = {  # ruleset, seeds, moves of each, options
    "season7": ("season7", ("one", "two", "three"), 800, {"target": 60_000_000}),
    "season7_short": ("season7", ("four", "five", "six", "seven"), 300, {"target": 20_000_000}),
    "season7_small": ("season7", ("eight", "nine", "ten", "eleven"), 300, {"rows": 3, "columns": 3}),
    "season7_long": ("season7", ("twelve",), 600, {}),
    "deluxe": ("deluxe", ("one", "two", "three", "four"), 400, {"target": 30_000_000}),
    "deluxe_long": ("deluxe", ("five", "six"), 400, {}),
    "billionaire": ("billionaire", ("one", "two", "three", "four", "five"), 300, {}),
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
    ruleset, seeds, moves, options = GAMES[name]
    known, noted = set[str](), list[Moment]()
    with noting_moments(RULESETS[ruleset].voice, noted):
        for seed in seeds:
            yield f"# {seed}"
            for told, said, _ in play(ruleset, seed, moves, options):
                found = [(circumstances_of(moment), "") for moment in noted if moment.event]
                for at, lines in sorted(said.lines.items()):
                    found += [(line.id.rpartition("/")[0], f"{told[at].what}{written(line.facts)}") for line in lines]
                noted.clear()
                for key, text in found:
                    if key not in known:
                        known.add(key)
                        yield f"{key} {text}".rstrip()


@pytest.mark.parametrize("name", GAMES)
def test_the_voice_says_of_whole_games_what_is_listed(name):
    listings.compare(f"voices_{name}", tell(name))


def recap(name):
    """Every recap of one long game, as somebody reads it who looks in each morning."""
    for n, (_, _, build_recap) in enumerate(play(name, "long", WEEKS, {}), 1):
        if n % MORNINGS == 0:
            yield f"# after {n} moves"
            yield from (f"  {format_text(told.text, told.facts)}" for told in build_recap())


@pytest.mark.parametrize("name", ["season7", "deluxe", "billionaire"])
def test_each_morning_of_a_game_is_recapped_as_listed(name):
    listings.compare(f"recaps_{name}", recap(name))
