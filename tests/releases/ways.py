"""Ways to moments of a season that are worth keeping: tried on the engine alone, for a host to go them at once."""

import hashlib
import random
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from engine.kernel import Game
from engine.season7.rules import SEASON7

LONGEST = 1500  # steps; a way that is longer is too long to be kept


class Step(NamedTuple):
    """An answer to a question with this id, or, where there is none, a play."""

    who: str
    question: str
    key: str
    value: Any


class Way(NamedTuple):
    """The secret of a game, and what has to be done in it."""

    secret: str
    steps: list[Step]


def to(
    name: str, seats: int, options: dict[str, Any], there: Callable[[Game[Any]], object], plays: float = 0.15
) -> Way:
    """A way to where this is so, in a game of so many."""
    for trial in count():
        secret = hashlib.sha256(f"{name} {trial}".encode()).hexdigest()
        if steps := tried(secret, seats, options, there, plays):
            return Way(secret, steps)
    raise AssertionError("there is always another secret")


def tried(
    secret: str, seats: int, options: dict[str, Any], there: Callable[[Game[Any]], object], plays: float
) -> list[Step]:
    """The steps until it is so; none if it never is."""
    dice = random.Random(secret)
    game = Game.start(SEASON7, [f"p{n + 1}" for n in range(seats)], options, secret, keep=False)
    steps: list[Step] = []
    while not game.over and len(steps) < LONGEST:
        if there(game):
            return steps
        steps.append(taken(game, dice, plays))
    return []


def taken(game: Game[Any], dice: random.Random, plays: float) -> Step:
    """Anything that may be done now."""
    question = dice.choice(game.list_questions())
    offered = game.list_plays(question.who) if dice.random() < plays else []
    if offered:
        play = dice.choice(offered)
        value = some(play.form, play.options, None, dice) if play.options else None
        game.play(question.who, play.key, value)
        return Step(question.who, "", play.key, value)
    value = some(question.form, question.options, question.lapse, dice)
    game.answer(question.who, question.id, value)
    return Step(question.who, question.id, question.key, value)


def some(form: Any, options: Any, lapse: Any, dice: random.Random) -> Any:
    """Anything that fits a form."""
    values = [option.value for option in options]
    if form.kind == "number":
        return form.low + form.step * dice.randint(0, (form.high - form.low) // form.step)
    if form.kind == "several" and values:
        return dice.sample(values, dice.randint(min(form.low, len(values)), min(form.high, len(values))))
    return dice.choice(values) if values and form.kind == "choice" else lapse


# -- moments


def asked(key: str) -> Callable[[Game[Any]], bool]:
    """Somebody is asked this."""
    return lambda game: any(question.key.startswith(key) for question in game.list_questions())


def rounds_in_play(many: int, kind: str = "regular") -> Callable[[Game[Any]], bool]:
    """So many rounds are in play at once."""
    return lambda game: (
        sum(r.stage == "play" and r.kind == kind and any(c.open for c in r.cells) for r in game.state.rounds.values())
        >= many
    )


def minigames(game: Game[Any]) -> set[str]:
    """Which are half-way: something has been done in them."""
    return {booth.game for booth in game.state.booths.values() if booth.tape}


def half_way(wanted: set[str], least: int) -> Callable[[Game[Any]], bool]:
    """So many of these minigames are half-way."""
    return lambda game: len(minigames(game) & wanted) >= least


def for_two(game: Game[Any]) -> bool:
    """Two play a minigame against each other."""
    return any(len(booth.players) == 2 and booth.tape for booth in game.state.booths.values())


def with_lists(game: Game[Any]) -> bool:
    """In one round there are peeks that were used, a square locked in, and a list of squares."""
    return any(
        r.stage == "play"
        and len(r.peeks) > 1
        and any(seat.locked for seat in r.seats.values())
        and any(seat.wishes for seat in r.seats.values())
        for r in game.state.rounds.values()
    )


def some_asked(key: str, seats: int) -> Callable[[Game[Any]], bool]:
    """Some have answered this, and others have not."""
    return lambda game: 0 < sum(question.key == key for question in game.list_questions()) < seats
