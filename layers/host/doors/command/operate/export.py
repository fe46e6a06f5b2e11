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

from engine.kernel import Illegal, Ruleset, format_text
from engine.notation.export import export_game
from engine.notation.history import History
from engine.notation.values import parse_json_or_words
from engine.rulesets import RULESETS
from host.archive.history import GameArchive, load_archive
from host.archive.history import build_history as of_a_bundle
from host.core import public_transcript
from host.core.context import HostContext
from host.core.session import RUNNING
from host.doors.command.cases.demo import MOST_MOVES, play_demo_game
from host.doors.command.operate.open_games import announce_inspection, format_transcript, run_with_store
from host.shown import views, words


def run(argv: Sequence[str]) -> int:
    """Print the transcript; a finished game's replays and can be verified."""
    asked = build_export_parser().parse_args(argv)
    if asked.history and not asked.history.exists():
        game = str(asked.history)
        if not game.isalnum():
            print(f"There is no file {game}. `rtab games` lists the games by their ids.", file=sys.stderr)
            return 1
        work = (
            partial(print_story, game=game, seats=asked.seats)
            if asked.story
            else partial(print_stored_game, game=game, title=asked.title, whole=asked.json)
        )
        return run_with_store(work)
    try:
        history = read_history(asked.history) if asked.history else make_demo_history(asked)
        print(export_game(history, find_history_rules(history), asked.title), end="")
    except Illegal as refusal:
        print(format_text(refusal.text, refusal.facts), file=sys.stderr)
        return 1
    return 0


def build_export_parser() -> argparse.ArgumentParser:
    """Build the parser of `rtab export`."""
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


def print_stored_game(host: HostContext, *, game: str, title: str, whole: bool) -> int:
    """Print a stored game as a transcript, or whole as JSON."""
    if not whole:
        print(format_transcript(host, game, title=title), end="")
        return 0
    if views.load_saved_game(host, game).session.stage == RUNNING:
        announce_inspection(host, game)
    print(load_archive(host, game).to_json().decode())
    return 0


def print_story(host: HostContext, *, game: str, seats: bool) -> int:
    """Print the public story of a stored game, with its fingerprint."""
    session = views.load_saved_game(host, game).session
    reader = words.build_reader(session.map_names_by_seat(), session.style)
    print(
        public_transcript.format_fingerprint_text(host.store, game)
        if seats
        else public_transcript.format_public_story(host.store, game, reader),
        end="",
    )
    return 0


def read_history(path: Path) -> History:
    """Read a history from a file, or from a game archive that `--json` printed."""
    try:
        text = path.read_bytes()
        return of_a_bundle(GameArchive.from_json(text)) if b'"session"' in text[:20] else History.from_json(text)
    except OSError as error:
        raise Illegal("{path} cannot be read: {why}.", path=str(path), why=str(error.strerror)) from None
    except msgspec.DecodeError as error:
        raise Illegal("{path} is not a history: {why}", path=str(path), why=str(error)) from None


def find_history_rules(history: History) -> Ruleset[Any]:
    """Return the rules by which it was played; raise Illegal if they are not here."""
    if history.ruleset not in RULESETS:
        raise Illegal("There are no rules “{name}”.", name=history.ruleset)
    return RULESETS[history.ruleset]


def make_demo_history(asked: argparse.Namespace) -> History:
    """Let bots play a game with these arguments."""
    seed, players = asked.demo
    options = {name: parse_json_or_words(value) for name, value in asked.option}
    return play_demo_game(RULESETS[asked.ruleset], seed, players, options, asked.moves)
