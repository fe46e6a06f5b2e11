"""Hours, waits and small deeds, for tests of clocks and of what happens at once."""

from engine.kernel import format_text
from host.core import games
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command

HOUR, DAY = 3600.0, 86400.0

HOST = Command(by="ann")


def words(host, chat):
    lines = [line for post in host.store.load_posts(chat) for line in post.lines]
    return [format_text(line.text, line.facts) for line in lines]


def wait(host, hands, seconds, step=30.0):
    """Time passes with the host awake."""
    end = hands.now + seconds
    while hands.now < end:
        hands.now = min(end, hands.now + step)
        host.store.save_beat(hands.now)
        ticking.sweep_due_games(host)


def dues(host, game):
    return {key: clock.due for key, clock in host.store.load_game(game).session.clocks.items()}


def sit(name):
    """Take a seat."""
    return lambda host, game: games.sit_at_table(host, Command(f"k{name}", name), game, Guest(name, name.title()))


def shout(host, game):
    """Make a move in the toy game."""
    return games.make_unasked_play(host, Command("k", "ann"), game, "shout").ok
