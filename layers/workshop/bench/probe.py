"""Moves of one game, measured in a process of its own; also of an older release, whose folder is first on the path.

It knows only what every release has. Each line that comes in asks for so many moves; what each took, in milliseconds of
the processor, goes out. `loaded`: the record is loaded, a question answered, the game saved, and every view worked out.
`kept`: the same, but for the loading. `memory`: a question is answered, and nothing else.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, cast

from engine.kernel import PUBLIC, Game, Illegal, Record
from engine.rulesets import RULESETS

PROBE_SEED = "bench"


def find_either(owner: Any, *names: str) -> Any:
    """Return the first of these attributes that this release has: its own name first, then those of older releases."""
    return next(getattr(owner, name) for name in names if hasattr(owner, name))


def find_deal() -> Any:
    """Return the function by which this release deals cards and lays out a game; None for a release that has none."""
    for name in ("dealt_cards", "card_packs"):
        with suppress(ImportError):
            module = import_module(f"host.core.cards.{name}")
            for function in ("build_initial_state", "laid_out"):
                if hasattr(module, function):
                    return getattr(module, function)
    return None


def begin_probe_game(rules: Any, players: int, secret: str) -> Any:
    """Begin a game, with cards if the ruleset needs some."""
    seats = [f"p{n}" for n in range(1, players + 1)]
    build = find_deal()
    if build is None:
        return find_either(Game, "start", "new")(rules, seats, {}, secret)
    return find_either(Game, "start_from_state", "begin")(rules, build(rules, seats, {}, secret), secret)


def pick_probe_answer(question: Any, dice: random.Random) -> Any:
    """Return a random legal answer to a question."""
    form = question.form
    if form.kind == "number":
        return dice.randint(form.low, form.high)
    values = [option.value for option in question.options]
    if form.kind == "several":
        return dice.sample(values, min(len(values), max(1, form.low)))
    return dice.choice(values) if values else question.lapse


def iter_positions(rules: Any, players: int, key: str = "") -> Iterator[tuple[Game[Any], Any, Any]]:
    """Yield one moment of a game after the other with a question and the answer to give: for any question, or only
    those of one key.
    """
    dice, number = random.Random(PROBE_SEED), 0  # noqa: S311 - whims need no cryptography
    while True:
        number += 1
        game = begin_probe_game(rules, players, f"{PROBE_SEED} {number}")
        list_questions = find_either(game, "list_questions", "pending")
        while asked := list_questions():  # over, or it waits for somebody who was removed
            question = dice.choice(asked)
            if question.form.kind != "text" and key in {"", question.key}:
                yield game, question, pick_probe_answer(question, dice)
            if any(each.id == question.id for each in list_questions()):  # nobody has answered it
                game.lapse(question.id)


def play_probe_move(game: Game[Any], rules: Any, question: Any, value: Any) -> None:
    """Answer a question, save the game and work out all views, as the host does once the game is loaded."""
    game.answer(question.who, question.id, value)
    game.save().to_json()
    build_view = find_either(game, "build_view", "view")
    for who in (PUBLIC, *find_either(rules, "list_players", "players")(game.state)):
        build_view(who)


def find_game_loader() -> Callable[[Any, bytes], Game[Any]]:
    """Return the function that loads a game from its record; an older release needs two steps for it."""
    if hasattr(Game, "load_stored") or hasattr(Game, "read"):
        return cast("Callable[[Any, bytes], Game[Any]]", find_either(Game, "load_stored", "read"))
    return lambda rules, record: Game.load(rules, Record.from_json(record))


def find_game_closer() -> Callable[[Game[Any]], None]:
    """Return the function that closes a game that is not kept in memory; an older release has none."""
    return getattr(Game, "close", lambda _game: None)


def iter_answer_times(rules: Any, players: int, key: str) -> Iterator[float]:
    """Yield the processor time of each answer alone, in milliseconds; nothing is saved or shown."""
    for game, question, value in iter_positions(rules, players, key):
        began = time.process_time()
        try:
            game.answer(question.who, question.id, value)
        except Illegal:
            continue
        yield (time.process_time() - began) * 1000


def iter_move_times(rules: Any, players: int, key: str, kept: bool) -> Iterator[float]:  # noqa: FBT001 - from the command line
    """Yield the processor time of each move, in milliseconds."""
    read, close = find_game_loader(), find_game_closer()
    for game, question, value in iter_positions(rules, players, key):
        record = b"" if kept else game.save().to_json()
        began = time.process_time()
        moved = game if kept else read(rules, record)
        try:
            play_probe_move(moved, rules, question, value)
        except Illegal:
            continue
        if not kept:
            close(moved)
        yield (time.process_time() - began) * 1000
        if not kept:
            game.answer(question.who, question.id, value)


def build_probe_parser() -> argparse.ArgumentParser:
    """Build the argument parser of this process."""
    words = argparse.ArgumentParser(description="For each number on standard input, measure so many moves.")
    words.add_argument("ruleset", choices=[*RULESETS])
    words.add_argument("players", type=int)
    words.add_argument(
        "way",
        choices=["loaded", "kept", "memory"],
        help="load the game for each move, keep it, or not even save it",
    )
    words.add_argument("key", help="key of the questions whose answers are measured (empty: all)")
    return words


def main() -> None:
    """Measure as many moves as each input line asks for, and print their times."""
    asked = build_probe_parser().parse_args()
    rules = RULESETS[asked.ruleset]
    if asked.way == "memory":
        moves = iter_answer_times(rules, asked.players, asked.key)
    else:
        moves = iter_move_times(rules, asked.players, asked.key, asked.way == "kept")
    for name, function in (("gc_tuning", "tune_gc"), ("garbage", "spare")):  # an older release has the other, or none
        try:
            getattr(import_module(f"host.core.{name}"), function)()
        except ImportError:
            continue
        break
    for line in sys.stdin:
        sys.stdout.write(json.dumps([next(moves) for _ in range(int(line))]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
