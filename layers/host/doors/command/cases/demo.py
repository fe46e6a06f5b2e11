"""A game that bots play among themselves, kept as a history."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.kernel import Game, Illegal, Play, Question, Ruleset
from engine.kernel.opening import SEALED_WORDS, sealed_words, word_hash
from engine.kernel.record import Chance
from engine.notation.history import History, taken
from host.core import computer_player
from host.core.cards import card_packs

MOST_MOVES = 100_000
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
PLAYS, LAPSES = 0.15, 0.02  # how often a bot plays something unasked, or falls asleep


def played(rules: Ruleset[Any], seed: int, players: int, options: Mapping[str, Any], moves: int) -> History:
    """The same seed plays the same game."""
    luck = random.Random(seed)  # noqa: S311 - bots need no secrets
    seats = [NAMES[i] if i < len(NAMES) else f"P{i + 1}" for i in range(players)]
    secret = f"demo {seed}"
    own = {seat: f"{seat}'s own word {seed}" for seat in seats[::2]}
    words = sealed_words({seat: word_hash(word) for seat, word in own.items()}, own)
    state = card_packs.laid_out(rules, seats, options, secret, words=words)
    start = msgspec.Raw(msgspec.json.encode(state)) if rules.cards else None
    game = Game.begin(rules, state, secret, words, SEALED_WORDS)
    history = History(rules.name, rules.release, seats, dict(options), secret, [taken(game)], start=start, words=words)
    history.method = SEALED_WORDS
    while not game.over and len(history.taken) <= moves:
        mark = len(game.taken)
        if not move(game, seats, luck):  # it waits for people who are yet to come
            break
        entry = game.taken[mark]
        if not isinstance(entry, Chance):
            history.taken.append(taken(game, entry))
    history.over = game.over
    return history


def move(game: Game[Any], seats: Sequence[str], luck: random.Random) -> bool:
    """One bot makes one move: nearly always an answer, now and then a play, or none at all. False where none can."""
    asked = game.pending()
    if not asked:
        return computer_player.unasked(game, seats, luck)
    question = luck.choice(asked)
    fate = luck.random()
    if fate < LAPSES:
        game.lapse(question.id)
    elif fate > LAPSES + PLAYS or not plays(game, question.who, luck):
        answers(game, question, luck)
    return True


def answers(game: Game[Any], question: Question, luck: random.Random) -> None:
    """Answer anything that is allowed; a bot that is refused sleeps."""
    try:
        game.answer(question.who, question.id, anything(question, luck))
    except Illegal:
        game.lapse(question.id)


def plays(game: Game[Any], who: str, luck: random.Random) -> bool:
    """Make a play, if there is one and it is not refused after all."""
    offered = game.legal(who).plays
    if not offered:
        return False
    play = luck.choice(offered)
    try:
        game.play(who, play.key, anything(play, luck))
    except Illegal:
        return False
    return True


def anything(asked: Question | Play, luck: random.Random) -> Any:
    """Some value of the form that is asked for."""
    form = asked.form
    if form.kind == "number":
        return luck.randrange(form.low, form.high + 1, form.step)
    if form.kind == "text":
        return asked.lapse if isinstance(asked, Question) else "Hello"
    values = [option.value for option in asked.options]
    if form.kind == "several":
        return luck.sample(values, min(len(values), luck.randint(form.low, form.high)))
    return luck.choice(values) if values else None
