"""Open squares as long as the pairs to come outweigh those a second black square would take."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.spectrum import AT_ONCE, BLACKS, COLOURS


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """With no black found there is nothing to fear yet; after one, weigh the next square."""
    closed = [option.value for option in question.options if option.value != "stop"]
    bank, found = question.facts["bank"], question.facts["blacks"]
    if not bank or not found:
        return dice.sample(closed, min(len(closed), AT_ONCE))
    cells = re.findall(r"[a-z]+|BLACK|\d+", "\n".join(picture.splitlines()[:6]))
    paired = set(re.findall(r"(\w+) £\S+ \(paired\)", picture))
    singles = [colour for colour in set(cells) & set(COLOURS) if colour not in paired]
    gain = sum(COLOURS[colour] for colour in singles) / len(closed)
    risk = (BLACKS - found) / len(closed)
    hope = 1.5  # later squares bring something too
    return ["stop"] if risk * bank > gain * hope else [dice.choice(closed)]
