"""`rtab export FILE.json`, or `rtab export --demo SEED PLAYERS`: print a game as a transcript."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.dialects import DIALECTS
from engine.kernel import Illegal, render
from engine.notation import Dialect
from engine.notation.export import export
from engine.notation.history import History
from engine.notation.values import plain
from host.cli.demo import MOST_MOVES, played


def run(argv: Sequence[str]) -> int:
    """Print the transcript; a finished game's replays and can be verified."""
    asked = arguments().parse_args(argv)
    try:
        history = read(asked.history) if asked.history else demo(asked)
        print(export(history, dialect_of(history), asked.title), end="")
    except Illegal as refusal:
        print(render(refusal.text, refusal.facts), file=sys.stderr)
        return 1
    return 0


def arguments() -> argparse.ArgumentParser:
    """What the command understands."""
    parser = argparse.ArgumentParser("rtab export", description="Print a game as a transcript.")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("history", nargs="?", type=Path, help="the history of a game, as JSON")
    source.add_argument("--demo", nargs=2, type=int, metavar=("SEED", "PLAYERS"), help="let bots play one")
    parser.add_argument("--ruleset", default="season7", choices=sorted(DIALECTS), help="which game the bots play")
    parser.add_argument("--option", nargs=2, action="append", default=[], metavar=("NAME", "VALUE"))
    parser.add_argument("--moves", type=int, default=MOST_MOVES, help="stop the bots after so many moves")
    parser.add_argument("--title", default="", help="the title line")
    return parser


def read(path: Path) -> History:
    """A history from a file."""
    try:
        return History.from_json(path.read_bytes())
    except (OSError, msgspec.DecodeError) as error:
        raise Illegal("{path} is not a history: {why}", path=str(path), why=str(error)) from None


def dialect_of(history: History) -> Dialect:
    """How games of these rules are written."""
    if history.ruleset not in DIALECTS:
        raise Illegal("There are no rules “{name}”.", name=history.ruleset)
    return DIALECTS[history.ruleset]


def demo(asked: argparse.Namespace) -> History:
    """A game that bots have played."""
    seed, players = asked.demo
    options = {name: plain(value) for name, value in asked.option}
    return played(DIALECTS[asked.ruleset].ruleset, seed, players, options, asked.moves)
