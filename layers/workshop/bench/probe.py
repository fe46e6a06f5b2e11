"""Moves of one game, measured in a process of its own; also of an older release, whose folder is first on the path.

It knows only what every release has. Each line that comes in asks for so many moves; what each took, in milliseconds of
the processor, goes out. `loaded`: the record is loaded, a question answered, the game saved, and every view worked out.
`kept`: the same, but for the loading.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from engine.kernel import PUBLIC, Game, Illegal, Record
from engine.rulesets import RULESETS

SEED = "bench"


def begun(rules: Any, players: int, secret: str) -> Game[Any]:
    """A new game, with cards where it wants some."""
    seats = [f"p{n}" for n in range(1, players + 1)]
    try:
        from host.core.cards import card_packs  # noqa: PLC0415 - an older release has none
    except ImportError:
        return Game.new(rules, seats, {}, secret)
    return Game.begin(rules, card_packs.laid_out(rules, seats, {}, secret), secret)


def answer(question: Any, dice: random.Random) -> Any:
    """Anything that may be answered."""
    form = question.form
    if form.kind == "number":
        return dice.randint(form.low, form.high)
    values = [option.value for option in question.options]
    if form.kind == "several":
        return dice.sample(values, min(len(values), max(1, form.low)))
    return dice.choice(values) if values else question.lapse


def positions(rules: Any, players: int, key: str = "") -> Iterator[tuple[Game[Any], Any, Any]]:
    """One distinct moment after the other, and the answer that is about to be given: to any question, or of one key."""
    dice, number = random.Random(SEED), 0  # noqa: S311 - whims need no cryptography
    while True:
        number += 1
        game = begun(rules, players, f"{SEED} {number}")
        while asked := game.pending():  # over, or it waits for somebody who was removed
            question = dice.choice(asked)
            if question.form.kind != "text" and key in {"", question.key}:
                yield game, question, answer(question, dice)
            if any(each.id == question.id for each in game.pending()):  # nobody has answered it
                game.lapse(question.id)


def move(game: Game[Any], rules: Any, question: Any, value: Any) -> None:
    """What the host does for one answer once it has the game."""
    game.answer(question.who, question.id, value)
    game.save().to_json()
    for who in (PUBLIC, *rules.players(game.state)):
        game.view(who)


def reads() -> Callable[[Any, bytes], Game[Any]]:
    """How the host comes by a game that it has not kept; an older release looks at its record twice."""
    if hasattr(Game, "read"):
        return Game.read
    return lambda rules, record: Game.load(rules, Record.from_json(record))


def lets_go() -> Callable[[Game[Any]], None]:
    """How the host lets go of a game that it does not keep; an older release just forgets it."""
    return getattr(Game, "close", lambda _game: None)


def measured(rules: Any, players: int, key: str, kept: bool) -> Iterator[float]:  # noqa: FBT001 - from the command line
    """The time of each move."""
    read, close = reads(), lets_go()
    for game, question, value in positions(rules, players, key):
        record = b"" if kept else game.save().to_json()
        began = time.process_time()
        moved = game if kept else read(rules, record)
        try:
            move(moved, rules, question, value)
        except Illegal:
            continue
        if not kept:
            close(moved)
        yield (time.process_time() - began) * 1000
        if not kept:
            game.answer(question.who, question.id, value)


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser(description="Measure so many moves for each number that comes in.")
    words.add_argument("ruleset", choices=[*RULESETS])
    words.add_argument("players", type=int)
    words.add_argument("way", choices=["loaded", "kept"], help="is the game loaded for each move, or kept in memory?")
    words.add_argument("key", help="of the only questions whose answers are measured; all, where it is empty")
    return words


def main() -> None:
    """As many moves as each line asks for."""
    asked = parser().parse_args()
    moves = measured(RULESETS[asked.ruleset], asked.players, asked.key, asked.way == "kept")
    try:
        from host.core.garbage import spare  # noqa: PLC0415 - an older release has none
    except ImportError:
        pass
    else:
        spare()
    for line in sys.stdin:
        sys.stdout.write(json.dumps([next(moves) for _ in range(int(line))]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
