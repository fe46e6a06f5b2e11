"""`rtab simulate voice`: whole games by careless players (on the ladder by players who know something), and how much of
their public lines is ever the same.

Before and after: the plain sentences as they are told, and the lines of the host's voice in their place. With --show
it prints the first lines of the first game instead. The same seed gives the same bytes.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct, field

from engine.kernel import PUBLIC, Game, Phrase, Reader, Ruleset, Told, format_text
from engine.kernel.voice import build_spoken_phrases, join_phrases, split_joined_phrase
from engine.rulesets import RULESETS
from host.core.cards import dealt_cards
from workshop.bots import sample_players
from workshop.simulate import ladder
from workshop.simulate.season7 import parse_positive_count

VOICE_PLAYER_NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
TEN = 10
TOTAL_SIGN = "→"  # before a new total and place
LONG_GAMES = {"ladder": {"rounds": 12}}  # three climbs have eighty lines: too few to tell
MOST_MOVES = 100_000


class HeardGame(Struct):
    """What one game has said in public, as plain sentences and in the host's voice."""

    before: Counter[str] = field(default_factory=Counter)
    plain: int = 0  # of those after, how many are told plainly
    told: list[Phrase] = field(default_factory=list)
    lines: list[tuple[str, Phrase]] = field(default_factory=list)  # the event, if it is the voice's, and the line

    @property
    def after(self) -> Counter[str]:
        """Return how often each template is used when the voice speaks in place of the plain sentences. New totals
        are left out: they have one form, as in a table.
        """
        parts = [part.text for _, line in self.lines for part in split_joined_phrase(line)]
        return Counter(text for text in parts if not text.removeprefix("{who} ").startswith(TOTAL_SIGN))


def play_heard_game(rules: Ruleset[Any], players: int, seed: str, moves: int = MOST_MOVES) -> HeardGame:
    """Play one game to its end, or for so many decisions, and return what was said."""
    dice, heard = Random(seed), HeardGame()  # noqa: S311 # whims need no cryptography
    seats = [VOICE_PLAYER_NAMES[n] if n < len(VOICE_PLAYER_NAMES) else f"P{n + 1}" for n in range(players)]
    state = dealt_cards.build_initial_state(rules, seats, LONG_GAMES.get(rules.name, {}), seed)
    game = Game.start_from_state(rules, state, seed, keep=False)
    memory = rules.voice.build_memory({}) if rules.voice else None
    move = build_mover(rules, seats)
    while True:
        record_tellings(rules, memory, game.told, heard)
        moves -= 1
        if game.over or moves < 0:
            return heard
        move(game, dice)


def build_mover(rules: Ruleset[Any], seats: Sequence[str]) -> Callable[[Game[Any], Random], None]:
    """Return how players move: carelessly, but on the ladder, where that ends a climb at once, with what they know."""
    if rules.name != "ladder":
        return lambda game, dice: sample_players.move_carelessly(game, dice, seats)
    team = dict(zip(seats, itertools.cycle(("beginner", "fair")), strict=False))
    sure: dict[tuple[str, int, int], bool] = {}
    return lambda game, dice: ladder.answer_ladder_question(game, team, dice, sure)


def record_tellings(rules: Ruleset[Any], memory: Any, told: Sequence[Told], heard: HeardGame) -> None:
    """Record the tellings of one input: the plain sentences, and the lines of the voice."""
    said = rules.voice.speak(memory, told) if rules.voice else None
    voiced = {**said.by, **said.lines} if said else {}
    for n, each in enumerate(told):
        found = voiced.get(n)
        if each.to == PUBLIC and isinstance(found, list):
            events = [one.id.split("/")[0] for one in found if not one.joins]
            read_out = [
                join_phrases(line) for line in build_spoken_phrases(found, lambda name: find_line_text(rules, name))
            ]
            heard.lines += list(zip(events, read_out, strict=True))
        elif each.to == PUBLIC and found is None:
            heard.lines.append(("", Phrase(each.text, each.facts)))
            heard.plain += 1
        heard.before[each.text] += each.to == PUBLIC
        heard.told += [Phrase(each.text, each.facts)] * (each.to == PUBLIC)


def find_line_text(rules: Ruleset[Any], name: str) -> str:
    """Return the template of a line of the voice, or an empty text."""
    line = rules.voice.find_line(name) if rules.voice else None
    return line.text if line else ""


def compute_commonest_share(counts: Counter[str]) -> float:
    """Return how much of all lines comes from the ten commonest templates."""
    return sum(times for _, times in counts.most_common(TEN)) / max(1, counts.total())


def format_voice_row(name: str, players: int, games: Sequence[HeardGame]) -> str:
    """Return the figures of a game, or of several together, as a row of the table under this name."""
    before, after = Counter[str](), Counter[str]()
    for heard in games:
        before, after = before + heard.before, after + heard.after
    plain = sum(heard.plain for heard in games)
    return (
        f"{name:>6} {players:>3}  before {before.total():>6,} {compute_commonest_share(before):>6.1%} {len(before):>4}"
        f"  after {after.total():>6,} {compute_commonest_share(after):>6.1%} {len(after):>4}"
        f"  plain {plain / max(1, after.total()):>6.1%}"
    )


def iter_first_lines(rules: Ruleset[Any], players: int, seed: str, most: int, *, plain: bool) -> Iterator[str]:
    """Play a game and yield its first lines as they are read."""
    heard = play_heard_game(rules, players, seed, most)
    reader = Reader()
    for line in (heard.told if plain else [line for _, line in heard.lines])[:most]:
        yield format_text(line.text, line.facts, reader)


def run_voice_simulation(argv: list[str]) -> int:
    """Play games of each ruleset and print their rows, or the first lines of one game."""
    options = build_voice_parser().parse_args(argv)
    wanted = [options.ruleset] if options.ruleset else list(RULESETS)
    if options.show:
        rules, seed = RULESETS[wanted[0]], str(options.seed)
        print(*iter_first_lines(rules, options.players[0], seed, options.show, plain=options.plain), sep="\n")
        return 0
    print("  seed  players   lines, share of the ten commonest templates, templates; what is left plain")
    for name in wanted:
        print(name)
        for players in options.players:
            fits_others = any(players in rules.seats for rules in RULESETS.values())
            if options.ruleset or players in RULESETS[name].seats or not fits_others:
                print_voice_rows(RULESETS[name], players, options.seed, options.games)
    return 0


def print_voice_rows(rules: Ruleset[Any], players: int, seed: int, count: int) -> None:
    """Print a row for each of so many games, as soon as it is played, and one for all of them together."""
    games = []
    for n in range(seed, seed + count):
        games.append(play_heard_game(rules, players, str(n)))
        print(format_voice_row(str(n), players, games[-1:]))
    if count > 1:
        print(format_voice_row("all", players, games))


def build_voice_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab simulate voice`."""
    words = argparse.ArgumentParser(
        prog="rtab simulate voice", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--ruleset", choices=sorted(RULESETS), help="only this game (default: all)")
    words.add_argument("--players", type=int, nargs="+", default=[4, 8, 3], help="numbers of players; each gives a row")
    words.add_argument("--games", type=parse_positive_count, default=1, help="how many games of each (default 1)")
    words.add_argument("--seed", type=int, default=7, help="random seed (the same seed gives the same games)")
    words.add_argument("--show", type=int, default=0, metavar="LINES", help="print the first lines of one game")
    words.add_argument(
        "--plain", action="store_true", help=("with --show: print the plain sentences instead of the host's lines")
    )
    return words
