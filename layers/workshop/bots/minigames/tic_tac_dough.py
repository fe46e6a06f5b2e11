"""Look ahead over all that may still be hidden, and stop when the dragon weighs more."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.pictures import brief
from engine.minigames.tic_tac_dough import CASH, TIMES

ALL: list[int | str] = [*CASH, *TIMES]
Found = frozenset[int | str]


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """Another square while it promises more than the bank."""
    closed = [option.value for option in question.options if option.value != "stop"]
    cells = set(re.findall(r"£\S+|[A-Z]+", "\n".join(picture.splitlines()[:3])))
    found: Found = frozenset(it for it in ALL if (it if isinstance(it, str) else str(brief(it))) in cells)
    if question.facts["bank"] and opening(found) <= worth(found):
        return ["stop"]
    return [dice.choice(closed)]


def worth(found: Found) -> int:
    """The bank."""
    bank = sum(it for it in found if isinstance(it, int))
    for word, times in TIMES.items():
        bank *= times if word in found else 1
    return bank


@cache
def opening(found: Found) -> float:
    """What one more square is worth."""
    hidden = [it for it in ALL if it not in found]
    return sum(best(found | {it}) for it in hidden) / (len(hidden) + 1)


@cache
def best(found: Found) -> float:
    """What the game is worth from here."""
    return max(worth(found), opening(found)) if len(found) < len(ALL) else worth(found)
