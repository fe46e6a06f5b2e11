"""`rtab export GAME`, `rtab export FILE.json`, or `rtab export --demo SEED PLAYERS`: print a game as a transcript.

With `--json` everything that the host keeps of a game is printed, for `rtab import`; as that holds its secrets,
everybody at the table of a game that still runs is told.
"""

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from engine.kernel import Game, Illegal, Play, Question, Ruleset, format_text
from engine.kernel.chance import SEALED_WORDS, compute_word_hash, list_sealed_words
from engine.kernel.record import DrawEntry
from engine.notation.export import export_game
from engine.notation.history import History, record_input
from engine.notation.values import parse_json_or_words
from engine.rulesets import RULESETS
from host.archive.history import GameArchive, load_archive
from host.archive.history import build_history as of_a_bundle
from host.core import posting, stand_ins
from host.core.cards import dealt_cards
from host.core.context import HostContext
from host.core.session import RUNNING
from host.doors.command.operate.open_games import announce_inspection, format_transcript, run_with_store
from host.shown import views, words

MOST_MOVES = 100_000
DEMO_BOT_NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
PLAYS, LAPSES = 0.15, 0.02  # how often a bot plays something unasked, or falls asleep


def play_demo_game(rules: Ruleset[Any], seed: int, players: int, options: Mapping[str, Any], moves: int) -> History:
    """Let computer players play a game until it is over, for at most `moves` moves, or until nobody can move, and
    return its history; the same seed plays the same game. Raise Illegal if the rules allow no such number of players or
    options.
    """
    luck = random.Random(seed)  # noqa: S311 - bots need no secrets
    seats = [DEMO_BOT_NAMES[i] if i < len(DEMO_BOT_NAMES) else f"P{i + 1}" for i in range(players)]
    secret = f"demo {seed}"
    own = {seat: f"{seat}'s own word {seed}" for seat in seats[::2]}
    words = list_sealed_words({seat: compute_word_hash(word) for seat, word in own.items()}, own)
    state = dealt_cards.build_initial_state(rules, seats, options, secret, words=words)
    start = msgspec.Raw(msgspec.json.encode(state)) if rules.cards else None
    game = Game.start_from_state(rules, state, secret, words, SEALED_WORDS)
    history = History(
        rules.name, rules.release, seats, dict(options), secret, [record_input(game)], start=start, words=words
    )
    history.method = SEALED_WORDS
    while not game.over and len(history.taken) <= moves:
        mark = len(game.taken)
        if not make_bot_move(game, seats, luck):  # it waits for people who are yet to come
            break
        entry = game.taken[mark]
        if not isinstance(entry, DrawEntry):
            history.taken.append(record_input(game, entry))
    history.over = game.over
    return history


def make_bot_move(game: Game[Any], seats: Sequence[str], luck: random.Random) -> bool:
    """Make one move of a randomly chosen computer player in a demo game: mostly an answer, sometimes a play, or a
    question that times out. Return False if none is asked or can play any more.
    """
    asked = game.list_questions()
    if not asked:
        return stand_ins.play_for_bots_unasked(game, seats, luck)
    question = luck.choice(asked)
    fate = luck.random()
    if fate < LAPSES:
        game.lapse(question.id)
    elif fate > LAPSES + PLAYS or not play_randomly(game, question.who, luck):
        answer_randomly(game, question, luck)
    return True


def answer_randomly(game: Game[Any], question: Question, luck: random.Random) -> None:
    """Answer a demo game's question at random for the player asked; let it time out if the answer is refused."""
    try:
        game.answer(question.who, question.id, draw_form_value(question, luck))
    except Illegal:
        game.lapse(question.id)


def play_randomly(game: Game[Any], who: str, luck: random.Random) -> bool:
    """Make a random play that no question asks for, for the player `who` of a demo game; return whether one was made:
    False if none is possible or it is refused.
    """
    offered = game.list_legal_moves(who).plays
    if not offered:
        return False
    play = luck.choice(offered)
    try:
        game.play(who, play.key, draw_form_value(play, luck))
    except Illegal:
        return False
    return True


def draw_form_value(asked: Question | Play, luck: random.Random) -> Any:
    """Draw a random value that fits the form of a question or play: a number, one of the options (None if there is
    none), or a list of several. For a text return the answer that a question gets at its deadline, or for a play a
    greeting.
    """
    form = asked.form
    if form.kind == "number":
        return luck.randrange(form.low, form.high + 1, form.step)
    if form.kind == "text":
        return asked.lapse if isinstance(asked, Question) else "Hello"
    values = [option.value for option in asked.options]
    if form.kind == "several":
        return luck.sample(values, min(len(values), luck.randint(form.low, form.high)))
    return luck.choice(values) if values else None


def run_export(argv: Sequence[str]) -> int:
    """Run `rtab export`: print a game of this host as a transcript, as what was said in public (`--story`), or whole as
    JSON (`--json`, which its players are told if it runs); or the transcript of a game whose history is in a file, or
    that computer players play now (`--demo`). Return the exit code: 1, with the reason printed, if there is none.
    """
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
    """Build the parser for the command line of `rtab export`."""
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
    """Print a stored game as a transcript (while it is not over only what is public), or with `whole` instead
    everything stored about it as JSON, which is first announced to the players of a running game because it holds
    secrets; return exit code 0. Raise Illegal if there is no such game, or that announcement is refused.
    """
    if not whole:
        print(format_transcript(host, game, title=title), end="")
        return 0
    if views.load_saved_game(host, game).session.stage == RUNNING:
        announce_inspection(host, game)
    print(load_archive(host, game).to_json().decode())
    return 0


def print_story(host: HostContext, *, game: str, seats: bool) -> int:
    """Print everything that was said in public in a stored game, with the fingerprint by which anybody can check it;
    with `seats` instead the exact text over which the fingerprint is computed. Return exit code 0; raise Illegal if
    there is no such game.
    """
    session = views.load_saved_game(host, game).session
    reader = words.build_reader(session.map_all_names_by_seat(), session.style)
    print(
        posting.format_fingerprint_text(host.store, game)
        if seats
        else posting.format_public_story(host.store, game, reader),
        end="",
    )
    return 0


def read_history(path: Path) -> History:
    """Read a game's history from a JSON file, or from an archive that `rtab export --json` printed; raise Illegal if
    the file cannot be read or is neither.
    """
    try:
        text = path.read_bytes()
        return of_a_bundle(GameArchive.from_json(text)) if b'"session"' in text[:20] else History.from_json(text)
    except OSError as error:
        raise Illegal(
            "{path} cannot be read: {why}.", code="unreadable_file", path=str(path), why=str(error.strerror)
        ) from None
    except msgspec.DecodeError as error:
        raise Illegal("{path} is not a history: {why}", code="not_a_history", path=str(path), why=str(error)) from None


def find_history_rules(history: History) -> Ruleset[Any]:
    """Return the ruleset of a game's history; raise Illegal if this installation does not have it."""
    if history.ruleset not in RULESETS:
        raise Illegal("There are no rules “{name}”.", code="no_ruleset", name=history.ruleset)
    return RULESETS[history.ruleset]


def make_demo_history(asked: argparse.Namespace) -> History:
    """Let computer players play a game as the command line (`asked`) says: seed, number of players, ruleset, options,
    most moves; return its history. Raise Illegal if the rules allow no such number of players or options.
    """
    seed, players = asked.demo
    options = {name: parse_json_or_words(value) for name, value in asked.option}
    return play_demo_game(RULESETS[asked.ruleset], seed, players, options, asked.moves)
