"""The rules of the minigames in sentences: the docstring of each script, with its amounts as facts."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

from engine.kernel.text import Phrase
from engine.minigames import MINIGAMES

RULE_AMOUNT = re.compile(r"£([0-9][0-9,]*[0-9])")


def build_minigame_rule(minigame: str) -> Phrase:
    """Return the rules of a minigame, from its script's docstring, with its amounts as facts. A game with other money
    converts them with its `Currency`.
    """
    facts: dict[str, Any] = {}
    numbers = count(1)

    def replace_amount(found: re.Match[str]) -> str:
        name = f"amount{next(numbers)}"
        facts[name] = int(found[1].replace(",", ""))
        return f"{{{name}:£}}"

    text = RULE_AMOUNT.sub(replace_amount, " ".join((MINIGAMES[minigame].__doc__ or "").split()))
    return Phrase(text, facts)
