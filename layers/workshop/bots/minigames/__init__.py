"""Players of the minigames: a careless one for all, and a sensible one for each, in a module named like its script."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
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
    module = import_module(f"{__name__}.{MINIGAMES[minigame].__name__}")
    return cast("Policy", module.sensible)
