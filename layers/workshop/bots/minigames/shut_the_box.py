"""Look ahead through every box: which flaps to shut, how many dice to roll, and when to stop."""

from __future__ import annotations

from functools import cache
from random import Random

from engine.kernel.question import Question
from engine.minigames.shut_the_box import CAUGHT, FLAPS, HIGH, fitting, prize

Flaps = tuple[int, ...]
FACES = {1: dict.fromkeys(range(1, 7), 6), 2: {total: 6 - abs(total - 7) for total in range(2, 13)}}  # of 36


def sensible(question: Question, _picture: str, _dice: Random) -> str:
    """The way, or the dice, with the best prospects."""
    flaps = tuple(question.facts["flaps"])
    values = [str(option.value) for option in question.options]
    if question.key == "shut_the_box.flaps":
        return max(values, key=lambda way: best(without(flaps, [int(flap) for flap in way.split("+")])))
    dice = {"two": 2, "one": 1, "stop": 0}
    return max(values, key=lambda value: after(flaps, dice[value]))


def value() -> float:
    """What the best player wins on average."""
    return after(tuple(FLAPS), 2)


def without(flaps: Flaps, shut: list[int]) -> Flaps:
    """What stays open."""
    return tuple(flap for flap in flaps if flap not in shut)


@cache
def after(flaps: Flaps, dice: int) -> float:
    """What a box is worth when so many dice are rolled next, and all goes on well."""
    if not dice:
        return prize(list(flaps))
    return sum(share * lands(flaps, total) for total, share in FACES[dice].items()) / 36


@cache
def lands(flaps: Flaps, total: int) -> float:
    """What a box is worth when a roll has come to this."""
    ways = fitting(list(flaps), total)
    return max((best(without(flaps, way)) for way in ways), default=prize(list(flaps)) * CAUGHT / 100)


@cache
def best(flaps: Flaps) -> float:
    """What a box is worth."""
    if not flaps:
        return prize(list(flaps))
    return max(after(flaps, dice) for dice in ((0, 2) if HIGH & set(flaps) else (0, 1, 2)))
