"""How a computer answers in a player's place, and what computer players are called."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from engine.kernel import LOG, Game, Illegal, Play, Question, Ruleset
from engine.kernel.ruleset import Character
from host.core.session import COMPUTER_MARK

# fmt: off
FIRST_NAMES = (
    "Ada", "Babbage", "Clarke", "Dot", "Euler", "Fermi", "Gauss", "Hopper", "Iverson", "Jacquard", "Knuth", "Lovelace",
    "Minsky", "Noether", "Ohm", "Pascal", "Quine", "Ritchie", "Shannon", "Turing", "Ulam", "Volta", "Wiener", "Xenakis",
    "Yao", "Zuse",
)


# fmt: on
COMPUTER_NAMES = tuple(f"{name}{again}{COMPUTER_MARK}" for again in ("", " 2") for name in FIRST_NAMES)


def find_bot_character(rules: Ruleset[Any], name: str) -> Character | None:
    """Return the character (name and habits) of the computer player of this name, its mark “ (bot)” included; None for
    a computer that stands in for a person or if the ruleset has no characters.
    """
    if name not in COMPUTER_NAMES or not rules.characters:
        return None
    return rules.characters[COMPUTER_NAMES.index(name) % len(rules.characters)]


def answer_for_bot(game: Game[Any], question: Question, luck: random.Random, name: str = "") -> None:
    """Answer a question for a computer player, or do instead what the ruleset advises for its character: answer another
    question, or make an unasked play, after which this question may still be open. Without advice answer at random. If
    that is illegal, let the question time out, so that a computer never blocks a game.
    """
    character = find_bot_character(game.ruleset, name)
    advice = game.ruleset.advise(game, question, character.key if character else "")
    try:
        if advice is None:
            game.answer(question.who, question.id, pick_random_answer(question, luck))
        elif advice.question:
            game.answer(question.who, advice.question, advice.value)
        else:
            game.play(question.who, advice.play, advice.value)
    except Illegal:
        game.lapse(question.id)


def play_for_bots_unasked(game: Game[Any], seats: Iterable[str], luck: random.Random) -> bool:
    """Make one random legal play for one of these computer seats, so that the game goes on when nobody is asked
    anything; return False if none was possible.
    """
    found = [(who, play) for who in seats for play in game.list_plays(who)]
    return any(_try_play(game, who, play, luck) for who, play in luck.sample(found, len(found)))


def _try_play(game: Game[Any], who: str, play: Play, luck: random.Random) -> bool:
    """Make a play with a random value; return False if it is illegal."""
    try:
        game.play(who, play.key, pick_play_value(play, luck))
    except Illegal:
        return False
    return True


def pick_play_value(play: Play, luck: random.Random) -> Any:
    """Pick a random value that fits a play's form, as `pick_random_answer` does, or None if the play has no options."""
    if not play.options:
        return None
    asked = Question(key=play.key, who=LOG, text="", look=lambda: play.options, lapse=None, form=play.form)
    return pick_random_answer(asked, luck)


def pick_random_answer(question: Question, luck: random.Random) -> Any:
    """Pick a random answer that fits the question's form. If it wants text or has no options, return its lapse (the
    answer that counts when nobody answers in time).
    """
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
