"""Additions that nobody has ever seen, in all tables that chance draws from: what `--longer-tables` tests with.

Whoever adds a square or a minigame makes a table longer, and chance draws otherwise. A test that minds has left to
chance what it is about. Nothing of the engine is imported before it is asked for: its tables grow before they are read.
"""

import sys
from importlib import import_module
from types import FunctionType

LIKE = "fractioniser"  # another minigame of the same rules: so it holds all laws of minigames


async def toy_square(_t, _finder):
    """It does nothing."""


async def toy_changer(t, finder):
    """Its finder gains £123,456."""
    import_module("engine.season7.verbs").gain(t, finder, 123_456, "game changers")


def grow(n):
    """So many minigames, events and game changers more, each in the middle of its list."""
    for number in range(1, n + 1):
        minigame(number)
        square(6, f"Toy Square {number}", toy_square)
        square(7, f"Toy Changer {number}", toy_changer)


def minigame(number):
    """One more, with somebody who plays it in simulations."""
    face, slug = f"Toy Game {number}", f"toy_game_{number}"
    import_module("engine.minigames").MINIGAMES[face] = copied(
        getattr(import_module(f"engine.minigames.{LIKE}"), LIKE), slug
    )
    lay(5, face)
    bots = "workshop.bots.minigames"
    sys.modules[f"{bots}.{slug}"] = import_module(f"{bots}.{LIKE}")


def square(category, face, script):
    """One more, where squares are looked for."""
    slug = face.lower().replace(" ", "_")
    setattr(import_module("engine.season7.squares.promises"), slug, copied(script, slug))
    lay(category, face)


def lay(category, face):
    """Its line in the tables."""
    tables = import_module("engine.season7.tables")
    tables.CATEGORY[face] = category
    tables.CATEGORIES[category].insert(len(tables.CATEGORIES[category]) // 2, face)


def copied(script, name):
    """The same script under a name of its own."""
    copy = FunctionType(script.__code__, script.__globals__, name)
    copy.__doc__ = script.__doc__
    return copy
