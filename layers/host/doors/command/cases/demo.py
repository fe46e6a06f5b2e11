"""A game that bots play among themselves, kept as a history."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.kernel import Game, Illegal, Play, Question, Ruleset
from engine.kernel.opening import SEALED_WORDS, compute_word_hash, list_sealed_words
from engine.kernel.record import DrawEntry
from engine.notation.history import History, record_input
from host.core import computer_player
from host.core.cards import card_packs

MOST_MOVES = 100_000
DEMO_BOT_NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
PLAYS, LAPSES = 0.15, 0.02  # how often a bot plays something unasked, or falls asleep


def play_demo_game(rules: Ruleset[Any], seed: int, players: int, options: Mapping[str, Any], moves: int) -> History:
    """Let bots play a game and return its history; the same seed plays the same game."""
    luck = random.Random(seed)  # noqa: S311 - bots need no secrets
    seats = [DEMO_BOT_NAMES[i] if i < len(DEMO_BOT_NAMES) else f"P{i + 1}" for i in range(players)]
    secret = f"demo {seed}"
    own = {seat: f"{seat}'s own word {seed}" for seat in seats[::2]}
    words = list_sealed_words({seat: compute_word_hash(word) for seat, word in own.items()}, own)
    state = card_packs.build_initial_state(rules, seats, options, secret, words=words)
    start = msgspec.Raw(msgspec.json.encode(state)) if rules.cards else None
    game = Game.start_from_state(rules, state, secret, words, SEALED_WORDS)
    history = History(
        rules.name, rules.release, seats, dict(options), secret, [record_input(game)], start=start, words=words
    )
    history.method = SEALED_WORDS
    while not game.over and len(history.taken) <= moves:
        mark = len(game.taken)
        if not make_bot_move(game, seats, luck):  # it waits for people who are yet to come
            break
        entry = game.taken[mark]
        if not isinstance(entry, DrawEntry):
            history.taken.append(record_input(game, entry))
    history.over = game.over
    return history


def make_bot_move(game: Game[Any], seats: Sequence[str], luck: random.Random) -> bool:
    """Let one bot move: nearly always an answer, sometimes a play or a lapse. Return False if no bot can move."""
    asked = game.list_questions()
    if not asked:
        return computer_player.play_for_bots_unasked(game, seats, luck)
    question = luck.choice(asked)
    fate = luck.random()
    if fate < LAPSES:
        game.lapse(question.id)
    elif fate > LAPSES + PLAYS or not play_randomly(game, question.who, luck):
        answer_randomly(game, question, luck)
    return True


def answer_randomly(game: Game[Any], question: Question, luck: random.Random) -> None:
    """Answer a question at random; let it lapse if the answer is refused."""
    try:
        game.answer(question.who, question.id, draw_form_value(question, luck))
    except Illegal:
        game.lapse(question.id)


def play_randomly(game: Game[Any], who: str, luck: random.Random) -> bool:
    """Make a random play; return whether one was made."""
    offered = game.list_legal_moves(who).plays
    if not offered:
        return False
    play = luck.choice(offered)
    try:
        game.play(who, play.key, draw_form_value(play, luck))
    except Illegal:
        return False
    return True


def draw_form_value(asked: Question | Play, luck: random.Random) -> Any:
    """Draw a random value of the form that is asked for."""
    form = asked.form
    if form.kind == "number":
        return luck.randrange(form.low, form.high + 1, form.step)
    if form.kind == "text":
        return asked.lapse if isinstance(asked, Question) else "Hello"
    values = [option.value for option in asked.options]
    if form.kind == "several":
        return luck.sample(values, min(len(values), luck.randint(form.low, form.high)))
    return luck.choice(values) if values else None
