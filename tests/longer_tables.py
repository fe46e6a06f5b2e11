"""Additions that nobody has ever seen, in all tables that chance draws from: `ADDITIONS=1` plays the tests with them.

Whoever adds a square or a minigame makes a table longer, and chance draws otherwise. A test that minds has left to
chance what it is about. Nothing of the engine is imported before it is asked for: its tables grow before they are read.
"""

from importlib import import_module
from types import FunctionType

LIKE = "punch_a_bunch"  # another minigame of the same rules: so it holds all laws of minigames


async def toy_square(_t, _finder):
    """It does nothing."""


async def toy_changer(t, finder):
    """Its finder gains £123,456."""
    import_module("engine.season7.verbs").gain(t, finder, 123_456, "game changers")


def grow(n):
    """So many minigames, events and game changers more, each in the middle of its list."""
    numbers = range(1, n + 1)
    for number in numbers:
        lay(5, f"Toy Game {number}")
        lay(6, f"Toy Square {number}")
        lay(7, f"Toy Changer {number}")
    for number in numbers:
        square(f"toy_square_{number}", toy_square)
        square(f"toy_changer_{number}", toy_changer)
        minigame(f"Toy Game {number}", f"toy_game_{number}")
    for number in numbers:
        player(f"toy_game_{number}")


def square(slug, script):
    """A script more, where those of squares are looked for."""
    setattr(import_module("engine.season7.squares.player_events"), slug, copied(script, slug))


def minigame(face, slug):
    """One more."""
    script = getattr(import_module(f"engine.minigames.{LIKE}"), LIKE)
    import_module("engine.minigames").MINIGAMES[face] = copied(script, slug)


def player(slug):
    """Who plays it in simulations."""
    players = import_module("workshop.bots.minigames.searched")
    for name in ("play_{}", "compute_{}_value"):
        setattr(players, name.format(slug), getattr(players, name.format(LIKE)))


def lay(category, face):
    """Its line in the tables."""
    tables = import_module("engine.season7.tables")
    tables.CATEGORY[face] = category
    tables.SQUARES_BY_CATEGORY[category].insert(len(tables.SQUARES_BY_CATEGORY[category]) // 2, face)


def copied(script, name):
    """The same script under a name of its own."""
    copy = FunctionType(script.__code__, script.__globals__, name)
    copy.__doc__ = script.__doc__
    return copy
