"""Games of Billionaire that careless people play: they answer, order, play cards, change bids, leave and sleep."""

import random

from engine.billionaire.rules import BILLIONAIRE
from engine.kernel import LOG, Game, Illegal, Record

NAMES = ["Ann", "Bob", "Cat", "Dan"]
WORDS = ["nothing", "1m", "$2,000,000", "3", "all", "12m", "up to 5m keep 1m", "50%", "plenty", "9" * 300, "never"]
CHOICES = {
    "goal": ["250m", "500m", "a billion"],
    "profit": [20, 36, 60],
    "first": ["one less", "as many"],
    "finish": ["round", "at once"],
    "leaving": ["computer", "bought out"],
    "computers": ["novice", "regular", "expert"],
    "rounds": [10, 30],
}


def options(luck):
    return {name: luck.choice(values) for name, values in CHOICES.items()}


def begun(seed, *, seats=0, **chosen):
    luck = random.Random(f"seats {seed}")
    return Game.start(BILLIONAIRE, NAMES[: seats or luck.randint(2, 4)], chosen, str(seed))


def some(asked, luck):
    values = [option.value for option in asked.options]
    if asked.form.words and luck.random() < 0.4:
        return luck.choice(WORDS)
    if asked.form.kind == "several":
        return luck.sample(values, min(len(values), luck.randint(1, 3)))
    return luck.choice(values) if values else None


def move(game, luck, *, leaves=0.003):
    """One thing that somebody does; it may be refused."""
    question = luck.choice(game.list_questions())
    fate = luck.random()
    if fate < 0.03:
        game.lapse(question.id)
    elif fate < 0.03 + leaves and game.list_plays(LOG):
        play = luck.choice(game.list_plays(LOG))
        game.play(LOG, play.key, some(play, luck))
    elif fate < 0.2:
        who = luck.choice(game.state.here())
        play = luck.choice(game.list_plays(who))
        game.play(who, play.key, some(play, luck))
    else:
        game.answer(question.who, question.id, some(question, luck))


def tried(game, luck, **more):
    """Was it done?"""
    try:
        move(game, luck, **more)
    except Illegal:
        return False
    return True


def loaded(game):
    return Game.load(BILLIONAIRE, Record.from_json(game.save().to_json()))
