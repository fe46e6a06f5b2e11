"""A computer player, for practice seats and for people who have vanished. It does only what is legal.

What the ruleset advises comes before chance.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from engine.kernel import LOG, Game, Illegal, Play, Question, Ruleset
from engine.kernel.ruleset import Character

# fmt: off
FIRST_NAMES = (
    "Ada", "Babbage", "Clarke", "Dot", "Euler", "Fermi", "Gauss", "Hopper", "Iverson", "Jacquard", "Knuth", "Lovelace",
    "Minsky", "Noether", "Ohm", "Pascal", "Quine", "Ritchie", "Shannon", "Turing", "Ulam", "Volta", "Wiener", "Xenakis",
    "Yao", "Zuse",
)
# fmt: on
NAMES = tuple(f"{name}{again} (bot)" for again in ("", " 2") for name in FIRST_NAMES)


def character_of(rules: Ruleset[Any], name: str) -> Character | None:
    """Return what a computer of this name is like, or None for a stand-in."""
    if name not in NAMES or not rules.characters:
        return None
    return rules.characters[NAMES.index(name) % len(rules.characters)]


def answer_for(game: Game[Any], question: Question, luck: random.Random, name: str = "") -> None:
    """Answer this question for its player, or first do what the ruleset advises. A bot never freezes."""
    character = character_of(game.ruleset, name)
    advice = game.ruleset.advise(game, question.who, character.key if character else "")
    try:
        if advice is None:
            game.answer(question.who, question.id, at_random(question, luck))
        elif advice.question:
            game.answer(question.who, advice.question, advice.value)
        else:
            game.play(question.who, advice.play, advice.value)
    except Illegal:
        game.lapse(question.id)


def unasked(game: Game[Any], seats: Iterable[str], luck: random.Random) -> bool:
    """Where nobody is asked anything, one of these seats does what is open to them; who was removed may come back.
    False where nothing is, for any of them.
    """
    found = [(who, play) for who in seats for play in game.plays(who)]
    return any(_done(game, who, play, luck) for who, play in luck.sample(found, len(found)))


def _done(game: Game[Any], who: str, play: Play, luck: random.Random) -> bool:
    try:
        game.play(who, play.key, value_for(play, luck))
    except Illegal:
        return False
    return True


def value_for(play: Play, luck: random.Random) -> Any:
    """Any choice that goes with a play."""
    if not play.options:
        return None
    asked = Question(key=play.key, who=LOG, text="", look=lambda: play.options, lapse=None, form=play.form)
    return at_random(asked, luck)


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
