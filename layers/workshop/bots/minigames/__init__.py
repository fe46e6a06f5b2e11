"""Players of the minigames: a careless one for all, and the best known for each, in a module named like its script.

Where a game can be searched to its end its module has a `value` too: what it is worth, exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, cast

from engine.kernel.question import Question
from engine.minigames import MINIGAMES
from host.core.stand_ins import pick_random_answer

Policy = Callable[[Question, str, Random], Any]  # a question and the picture on the table; what is answered


def answer_carelessly(question: Question, _picture: str, dice: Random) -> Any:
    """Return any legal answer."""
    return pick_random_answer(question, dice)


def load_sensible_policy(minigame: str) -> Policy:
    """Return the policy of the best known player of a minigame, from its module."""
    return cast("Policy", _load_player_module(minigame).sensible)


def has_exact_value(minigame: str) -> bool:
    """Return whether the module of a minigame can compute what the game is worth."""
    return hasattr(_load_player_module(minigame), "value")


def compute_exact_value(minigame: str) -> float | None:
    """Return what the game is worth to a player who makes no mistake, or None if that cannot be computed."""
    return cast("float", _load_player_module(minigame).value()) if has_exact_value(minigame) else None


def _load_player_module(minigame: str) -> ModuleType:
    return import_module(f"{__name__}.{MINIGAMES[minigame].__name__}")
