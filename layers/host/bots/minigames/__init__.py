"""Players of the minigames: a careless one for all, and a sensible one for each, in a module named like its script."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, cast

from engine.kernel.question import Question
from engine.season7.minigames import MINIGAMES

Policy = Callable[[Question, str, Random], Any]  # a question and the picture on the table; what is answered


def careless(question: Question, _picture: str, dice: Random) -> Any:
    """Any answer that will do."""
    form = question.form
    if form.kind == "number":
        return dice.randrange(form.low, form.high + 1, form.step)
    values = [option.value for option in question.options]
    if form.kind == "several":
        return dice.sample(values, dice.randint(form.low, min(form.high, len(values))))
    return dice.choice(values)


def sensible(minigame: str) -> Policy:
    """The one who thinks before answering."""
    module = import_module(f"{__name__}.{MINIGAMES[minigame].__name__}")
    return cast("Policy", module.sensible)
