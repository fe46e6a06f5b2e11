"""Take what beats the average safe still shut, counting what a trap would cost."""

from __future__ import annotations

import re
from random import Random
from statistics import mean
from typing import Any

from engine.kernel.question import Question
from engine.minigames.split_decision import CAUGHT, PAIRS, SPLIT


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """Return the choice that beats the average of what is unknown: which safes, take or leave, keep or play."""
    values = [option.value for option in question.options]
    if question.key == "split_decision.safes":
        return dice.sample(values, 2 * PAIRS)
    bank = question.facts["bank"]
    if question.key == "split_decision.gold":
        return "play" if bank < GOLD else "keep"
    if question.key == "split_decision.split":
        return "take" if question.facts["first"] >= compute_second_gold_mean(question.facts["first"]) else "leave"
    cash, traps = parse_closed_safes(picture)
    leaving = sum(max(bank + amount, GOLD) for amount in cash) + traps * bank * CAUGHT / 100
    leaving /= len(cash) + traps
    if "walk" in values:
        return "leave" if leaving > bank else "walk"
    return "take" if max(bank + question.facts["first"], GOLD) >= leaving else "leave"


def compute_second_gold_mean(first: int) -> float:
    """Return what the second gold safe holds on average."""
    return (sum(SPLIT) - first) / (len(SPLIT) - 1)


GOLD = mean(max(first, compute_second_gold_mean(first)) for first in SPLIT)  # what the gold safes are worth


def parse_closed_safes(picture: str) -> tuple[list[float], int]:
    """Return the cash and the number of traps in closed safes, read from the picture."""
    lines = picture.partition("Still in the safes:")[2]
    scale = {"k": 1e3, "M": 1e6}
    cash = [float(number) * scale[unit] for number, unit in re.findall(r"£([\d.]+)([kM])", lines)]
    traps = re.search(r"traps: (\d)", picture)
    return cash, int(traps[1]) if traps else 0
