"""Players of the minigames: a careless one for all, and the best known for each.

Where a game can be searched to its end it has an exact value too.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

from engine.kernel.question import Question
from engine.minigames import MINIGAMES
from host.core.stand_ins import pick_random_answer
from workshop.bots.minigames import rules_of_thumb, searched

Policy = Callable[[Question, str, Random], Any]  # a question and the picture on the table; what is answered


def answer_carelessly(question: Question, _picture: str, dice: Random) -> Any:
    """Return any legal answer."""
    return pick_random_answer(question, dice)


def load_sensible_policy(minigame: str) -> Policy:
    """Return the policy of the best known player of a minigame."""
    name = f"play_{MINIGAMES[minigame].__name__}"
    return cast("Policy", getattr(searched, name, None) or getattr(rules_of_thumb, name))


def compute_exact_value(minigame: str) -> float | None:
    """Return what the game is worth to a player who makes no mistake, or None if that cannot be computed."""
    compute = getattr(searched, f"compute_{MINIGAMES[minigame].__name__}_value", None)
    return cast("float", compute()) if compute else None
