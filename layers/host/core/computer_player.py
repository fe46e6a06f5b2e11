"""A computer player, for practice seats and for people who have vanished. It does only what is legal.

A ruleset that knows better than chance says so:

    advise(game, who) -> None, or advice with `question` (an id) and `value`, or with `play` (a key) and `value`
"""

from __future__ import annotations

import random
from typing import Any, Protocol, runtime_checkable

from engine.kernel import Game, Illegal, Question


class Advice(Protocol):
    """What to do: answer this question with this value; or, where `question` is empty, make this play."""

    @property
    def question(self) -> str: ...
    @property
    def play(self) -> str: ...
    @property
    def value(self) -> Any: ...


@runtime_checkable
class Advises(Protocol):
    """A ruleset that knows how to play itself."""

    def advise(self, game: Game[Any], who: str) -> Advice | None: ...


def answer_for(game: Game[Any], question: Question, luck: random.Random) -> None:
    """Answer this question for its player, or first do what the ruleset advises. A bot never freezes."""
    advice = game.ruleset.advise(game, question.who) if isinstance(game.ruleset, Advises) else None
    try:
        if advice is None:
            game.answer(question.who, question.id, at_random(question, luck))
        elif advice.question:
            game.answer(question.who, advice.question, advice.value)
        else:
            game.play(question.who, advice.play, advice.value)
    except Illegal:
        game.lapse(question.id)


def at_random(question: Question, luck: random.Random) -> Any:
    """Any answer that fits the form; what silence answers, where words are wanted or nothing is left to choose."""
    form = question.form
    if form.kind == "number":
        return form.low + form.step * luck.randint(0, (form.high - form.low) // form.step)
    options = () if form.kind == "text" else question.look()
    if not options:
        return question.lapse
    if form.kind == "several":
        some = luck.sample(options, min(len(options), luck.randint(form.low, form.high)))
        return [option.value for option in some]
    return luck.choice(options).value
