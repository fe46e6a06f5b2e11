"""Look ahead over all colours: open while the pairs to come outweigh those a second black square would take."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.spectrum import BLACKS, MAX_COLOURS_AT_ONCE, PAIR_PRIZES

COLOUR_NAMES = list(PAIR_PRIZES)
ALL_PAIRS_MASK = (1 << len(COLOUR_NAMES)) - 1


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """Return several squares while there is nothing to lose; then one, or "stop"."""
    closed = [option.value for option in question.options if option.value != "stop"]
    bank, black = question.facts["bank"], question.facts["blacks"]
    if not bank:
        return dice.sample(closed, min(len(closed), MAX_COLOURS_AT_ONCE))
    cells = re.findall(r"[a-z]+|BLACK|\d+", "\n".join(picture.splitlines()[:6]))
    paired = encode_colours(re.findall(r"(\w+) £\S+ \(paired\)", picture))
    single = encode_colours([cell for cell in cells if cell in PAIR_PRIZES]) & ~paired
    return ["stop"] if bank >= compute_spectrum_opening_value(paired, single, black) else [dice.choice(closed)]


def encode_colours(colours: list[str]) -> int:
    """Return a set of colours as a bit mask."""
    return sum(1 << COLOUR_NAMES.index(colour) for colour in set(colours))


def compute_pair_mask_prize(pairs: int) -> int:
    """Return what all pairs in a bit mask come to."""
    return sum(prize for i, prize in enumerate(PAIR_PRIZES.values()) if pairs >> i & 1)


def compute_spectrum_value(pairs: int, single: int, black: int) -> float:
    """Return what the game is worth from here. The limit of turns is ignored, because it hardly ever binds."""
    if not pairs:
        return compute_spectrum_opening_value(pairs, single, black)
    return (
        float(compute_pair_mask_prize(pairs))
        if pairs == ALL_PAIRS_MASK
        else max(float(compute_pair_mask_prize(pairs)), compute_spectrum_opening_value(pairs, single, black))
    )


@cache
def compute_spectrum_opening_value(pairs: int, single: int, black: int) -> float:
    """Return what opening one more square is worth."""
    hidden = [1 << i for i in range(len(COLOUR_NAMES)) if not pairs >> i & 1]
    found = sum(
        compute_spectrum_value(pairs | it, single & ~it, black)
        if single & it
        else 2 * compute_spectrum_value(pairs, single | it, black)
        for it in hidden
    )
    closed = 2 * len(hidden) - single.bit_count() + BLACKS - black
    found += 0.0 if black else BLACKS * compute_spectrum_value(pairs, single, 1)
    return found / closed
