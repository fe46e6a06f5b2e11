"""Look ahead over all colours: open while the pairs to come outweigh those a second black square would take."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.spectrum import AT_ONCE, BLACKS, COLOURS

NAMES = list(COLOURS)
ALL = (1 << len(NAMES)) - 1


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """With nothing to lose several squares at once; then one, or none."""
    closed = [option.value for option in question.options if option.value != "stop"]
    bank, black = question.facts["bank"], question.facts["blacks"]
    if not bank:
        return dice.sample(closed, min(len(closed), AT_ONCE))
    cells = re.findall(r"[a-z]+|BLACK|\d+", "\n".join(picture.splitlines()[:6]))
    paired = bits(re.findall(r"(\w+) £\S+ \(paired\)", picture))
    single = bits([cell for cell in cells if cell in COLOURS]) & ~paired
    return ["stop"] if bank >= opening(paired, single, black) else [dice.choice(closed)]


def bits(colours: list[str]) -> int:
    """A set of colours as a number."""
    return sum(1 << NAMES.index(colour) for colour in set(colours))


def worth(pairs: int) -> int:
    """What all pairs come to."""
    return sum(prize for i, prize in enumerate(COLOURS.values()) if pairs >> i & 1)


def best(pairs: int, single: int, black: int) -> float:
    """What the game is worth from here, if there are looks enough: there nearly always are."""
    if not pairs:
        return opening(pairs, single, black)
    return float(worth(pairs)) if pairs == ALL else max(float(worth(pairs)), opening(pairs, single, black))


@cache
def opening(pairs: int, single: int, black: int) -> float:
    """What one more square is worth."""
    hidden = [1 << i for i in range(len(NAMES)) if not pairs >> i & 1]
    found = sum(
        best(pairs | it, single & ~it, black) if single & it else 2 * best(pairs, single | it, black) for it in hidden
    )
    closed = 2 * len(hidden) - single.bit_count() + BLACKS - black
    found += 0.0 if black else BLACKS * best(pairs, single, 1)
    return found / closed
