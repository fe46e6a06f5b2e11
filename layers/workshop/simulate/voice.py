"""`rtab simulate voice`: whole games by careless players, and how much of their public lines is ever the same.

Before and after: the plain sentences as they are told, and the lines of the host's voice in their place. With --show
it prints the first lines of the first game instead. The same seed gives the same bytes.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct, field

from engine.kernel import PUBLIC, Game, Phrase, Reader, Ruleset, Told, render
from engine.kernel.voice import one_line, parts, read
from engine.rulesets import RULESETS
from workshop.bots import careless
from workshop.simulate.season7 import counted

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
TEN = 10
MOST_MOVES = 100_000


class Heard(Struct):
    """What one game has said in public, as templates, and in the host's words with the facts."""

    before: Counter[str] = field(default_factory=Counter)
    plain: int = 0  # of those after, how many are told plainly
    told: list[Phrase] = field(default_factory=list)
    lines: list[tuple[str, Phrase]] = field(default_factory=list)  # the event, if it is the voice's, and the line

    @property
    def after(self) -> Counter[str]:
        """What is said in the place of the plain sentences."""
        return Counter(part.text for _, line in self.lines for part in parts(line))


def listened(rules: Ruleset[Any], players: int, seed: str, moves: int = MOST_MOVES) -> Heard:
    """One game from its first line to its last, or so many decisions of it."""
    dice, heard = Random(seed), Heard()  # noqa: S311 # whims need no cryptography
    seats = [NAMES[n] if n < len(NAMES) else f"P{n + 1}" for n in range(players)]
    game = Game.new(rules, seats, {}, seed)
    memory = rules.voice.begin({}) if rules.voice else None
    while True:
        hear(rules, memory, game.told, heard)
        moves -= 1
        if game.over or moves < 0:
            return heard
        careless.move(game, dice, seats)


def hear(rules: Ruleset[Any], memory: Any, told: Sequence[Told], heard: Heard) -> None:
    """One input's tellings: how they are told, and how they are said."""
    said = rules.voice.speak(memory, told) if rules.voice else None
    voiced = {**said.by, **said.lines} if said else {}
    for n, each in enumerate(told):
        found = voiced.get(n)
        if each.to == PUBLIC and isinstance(found, list):
            events = [one.id.split("/")[0] for one in found if not one.joins]
            read_out = [one_line(line) for line in read(found, lambda name: text_of(rules, name))]
            heard.lines += list(zip(events, read_out, strict=True))
        elif each.to == PUBLIC and found is None:
            heard.lines.append(("", Phrase(each.text, each.facts)))
            heard.plain += 1
        heard.before[each.text] += each.to == PUBLIC
        heard.told += [Phrase(each.text, each.facts)] * (each.to == PUBLIC)


def text_of(rules: Ruleset[Any], name: str) -> str:
    """The template of a line."""
    line = rules.voice.line(name) if rules.voice else None
    return line.text if line else ""


def share(counts: Counter[str]) -> float:
    """How much of all lines comes from the ten commonest templates."""
    return sum(times for _, times in counts.most_common(TEN)) / max(1, counts.total())


def measured(rules: Ruleset[Any], players: int, seed: str) -> str:
    """One game in a row of a table."""
    heard = listened(rules, players, seed)
    after = heard.after
    return (
        f"{seed:>6} {players:>3}  before {heard.before.total():>6,} {share(heard.before):>6.1%} {len(heard.before):>4}"
        f"  after {after.total():>6,} {share(after):>6.1%} {len(after):>4}"
        f"  plain {heard.plain / max(1, after.total()):>6.1%}"
    )


def shown(rules: Ruleset[Any], players: int, seed: str, most: int, *, plain: bool) -> Iterator[str]:
    """The first lines of a game, as they are read."""
    heard = listened(rules, players, seed, most)
    reader = Reader()
    for line in (heard.told if plain else [line for _, line in heard.lines])[:most]:
        yield render(line.text, line.facts, reader)


def run(argv: list[str]) -> int:
    """Play, and print a row for each game."""
    options = parser().parse_args(argv)
    rules = RULESETS[options.ruleset]
    if options.show:
        print(*shown(rules, options.players[0], str(options.seed), options.show, plain=options.plain), sep="\n")
        return 0
    print("  seed  players   lines, share of the ten commonest templates, templates; what is left plain")
    for players in options.players:
        for n in range(options.games):
            print(measured(rules, players, str(options.seed + n)))
    return 0


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser(
        prog="rtab simulate voice", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--ruleset", choices=sorted(RULESETS), default="season7")
    words.add_argument("--players", type=int, nargs="+", default=[4, 8, 3], help="how many, one table for each")
    words.add_argument("--games", type=counted, default=1, help="how many games of each (default 1)")
    words.add_argument("--seed", type=int, default=7, help="another seed, other games")
    words.add_argument("--show", type=int, default=0, metavar="LINES", help="print the first lines of one game")
    words.add_argument("--plain", action="store_true", help="print them as they are told")
    return words
