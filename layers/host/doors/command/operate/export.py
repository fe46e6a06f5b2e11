"""`rtab export GAME`, `rtab export FILE.json`, or `rtab export --demo SEED PLAYERS`: print a game as a transcript.

With `--json` everything that the host keeps of a game is printed, for `rtab import`; as that holds its secrets,
everybody at the table of a game that still runs is told.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from engine.kernel import Illegal, Ruleset, render
from engine.notation.export import export
from engine.notation.history import History
from engine.notation.values import plain
from engine.rulesets import RULESETS
from host.archive.history import GameArchive, bundle
from host.archive.history import history as of_a_bundle
from host.core import public_transcript
from host.core.context import HostContext
from host.core.session import RUNNING
from host.doors.command.cases.demo import MOST_MOVES, played
from host.doors.command.operate.open_games import at_work, look_inside, transcript
from host.shown import views, words


def run(argv: Sequence[str]) -> int:
    """Print the transcript; a finished game's replays and can be verified."""
    asked = arguments().parse_args(argv)
    if asked.history and not asked.history.exists():
        game = str(asked.history)
        if not game.isalnum():
            print(f"There is no file {game}. `rtab games` lists the games by their ids.", file=sys.stderr)
            return 1
        work = (
            partial(told, game=game, seats=asked.seats)
            if asked.story
            else partial(of_the_store, game=game, title=asked.title, whole=asked.json)
        )
        return at_work(work)
    try:
        history = history_in(asked.history) if asked.history else demo(asked)
        print(export(history, rules_of(history), asked.title), end="")
    except Illegal as refusal:
        print(render(refusal.text, refusal.facts), file=sys.stderr)
        return 1
    return 0


def arguments() -> argparse.ArgumentParser:
    """What the command understands."""
    parser = argparse.ArgumentParser("rtab export", description="Print a game as a transcript.")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "history", nargs="?", type=Path, metavar="GAME|FILE", help="a game's id, or its history as JSON"
    )
    source.add_argument("--demo", nargs=2, type=int, metavar=("SEED", "PLAYERS"), help="let bots play one")
    parser.add_argument(
        "--ruleset", default=next(iter(RULESETS)), choices=list(RULESETS), help="which game the bots play"
    )
    parser.add_argument("--option", nargs=2, action="append", default=[], metavar=("NAME", "VALUE"))
    parser.add_argument("--moves", type=int, default=MOST_MOVES, help="stop the bots after so many moves")
    parser.add_argument("--json", action="store_true", help="everything that is kept of a game, for rtab import")
    parser.add_argument("--story", action="store_true", help="what was said in public, with its fingerprint")
    parser.add_argument(
        "--seats", action="store_true", help="with --story: as the fingerprint was taken, without names"
    )
    parser.add_argument("--title", default="", help="the title line")
    return parser


def of_the_store(host: HostContext, *, game: str, title: str, whole: bool) -> int:
    """Print a game that the host keeps."""
    if not whole:
        print(transcript(host, game, title=title), end="")
        return 0
    if views.found(host, game).session.stage == RUNNING:
        look_inside(host, game)
    print(bundle(host, game).to_json().decode())
    return 0


def told(host: HostContext, *, game: str, seats: bool) -> int:
    """Print the public story of a game that the host keeps, with its fingerprint."""
    session = views.found(host, game).session
    reader = words.reader(session.names(), session.style)
    print(
        public_transcript.text(host.store, game) if seats else public_transcript.named(host.store, game, reader),
        end="",
    )
    return 0


def history_in(path: Path) -> History:
    """A history from a file, or from all that was kept of a game, as `--json` prints it."""
    try:
        text = path.read_bytes()
        return of_a_bundle(GameArchive.from_json(text)) if b'"session"' in text[:20] else History.from_json(text)
    except OSError as error:
        raise Illegal("{path} cannot be read: {why}.", path=str(path), why=str(error.strerror)) from None
    except msgspec.DecodeError as error:
        raise Illegal("{path} is not a history: {why}", path=str(path), why=str(error)) from None


def rules_of(history: History) -> Ruleset[Any]:
    """The rules by which it was played."""
    if history.ruleset not in RULESETS:
        raise Illegal("There are no rules “{name}”.", name=history.ruleset)
    return RULESETS[history.ruleset]


def demo(asked: argparse.Namespace) -> History:
    """A game that bots have played."""
    seed, players = asked.demo
    options = {name: plain(value) for name, value in asked.option}
    return played(RULESETS[asked.ruleset], seed, players, options, asked.moves)
