"""The rules of the minigames in sentences: the docstring of each script, with its amounts as facts."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

from engine.kernel.text import Phrase
from engine.minigames import MINIGAMES

AMOUNT = re.compile(r"£([0-9][0-9,]*[0-9])")


def rule(minigame: str) -> Phrase:
    """What a minigame is, in its own amounts; a game with other money tells them with its `Currency`."""
    facts: dict[str, Any] = {}
    numbers = count(1)

    def fact(found: re.Match[str]) -> str:
        name = f"amount{next(numbers)}"
        facts[name] = int(found[1].replace(",", ""))
        return f"{{{name}:£}}"

    text = AMOUNT.sub(fact, " ".join((MINIGAMES[minigame].__doc__ or "").split()))
    return Phrase(text, facts)
