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
from host.core.computer_player import at_random

Policy = Callable[[Question, str, Random], Any]  # a question and the picture on the table; what is answered


def careless(question: Question, _picture: str, dice: Random) -> Any:
    """Any answer that will do."""
    return at_random(question, dice)


def sensible(minigame: str) -> Policy:
    """The one who thinks before answering."""
    return cast("Policy", _module(minigame).sensible)


def searched(minigame: str) -> bool:
    """Can it be worked out what the game is worth?"""
    return hasattr(_module(minigame), "value")


def exact(minigame: str) -> float | None:
    """What the game is worth to whoever makes no mistake, if that can be worked out."""
    return cast("float", _module(minigame).value()) if searched(minigame) else None


def _module(minigame: str) -> ModuleType:
    return import_module(f"{__name__}.{MINIGAMES[minigame].__name__}")
