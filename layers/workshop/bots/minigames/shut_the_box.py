"""Look ahead through every box: which flaps to shut, how many dice to roll, and when to stop."""

from __future__ import annotations

from functools import cache
from random import Random

from engine.kernel.question import Question
from engine.minigames.shut_the_box import CAUGHT, FLAPS, HIGH, compute_box_prize, list_flap_choices

Flaps = tuple[int, ...]
DICE_TOTAL_WEIGHTS = {
    1: dict.fromkeys(range(1, 7), 6),
    2: {total: 6 - abs(total - 7) for total in range(2, 13)},
}  # of 36


def sensible(question: Question, _picture: str, _dice: Random) -> str:
    """Return the way to shut flaps, or the number of dice, with the best prospects."""
    flaps = tuple(question.facts["flaps"])
    values = [str(option.value) for option in question.options]
    if question.key == "shut_the_box.flaps":
        return max(
            values, key=lambda way: compute_box_value(remove_flaps(flaps, [int(flap) for flap in way.split("+")]))
        )
    dice = {"two": 2, "one": 1, "stop": 0}
    return max(values, key=lambda value: compute_roll_value(flaps, dice[value]))


def value() -> float:
    """Return what the best player wins on average."""
    return compute_roll_value(tuple(FLAPS), 2)


def remove_flaps(flaps: Flaps, shut: list[int]) -> Flaps:
    """Return the flaps that stay open."""
    return tuple(flap for flap in flaps if flap not in shut)


@cache
def compute_roll_value(flaps: Flaps, dice: int) -> float:
    """Return what a box is worth when so many dice are rolled next and play is best from there; without dice, what
    stopping pays.
    """
    if not dice:
        return compute_box_prize(list(flaps))
    return (
        sum(share * compute_rolled_total_value(flaps, total) for total, share in DICE_TOTAL_WEIGHTS[dice].items()) / 36
    )


@cache
def compute_rolled_total_value(flaps: Flaps, total: int) -> float:
    """Return what a box is worth once a roll has come to this total."""
    ways = list_flap_choices(list(flaps), total)
    return max(
        (compute_box_value(remove_flaps(flaps, way)) for way in ways),
        default=compute_box_prize(list(flaps)) * CAUGHT / 100,
    )


@cache
def compute_box_value(flaps: Flaps) -> float:
    """Return what a box is worth with the best choice of dice."""
    if not flaps:
        return compute_box_prize(list(flaps))
    return max(compute_roll_value(flaps, dice) for dice in ((0, 2) if HIGH & set(flaps) else (0, 1, 2)))
