"""`rtab simulate WHAT ...`: let players made of a few lines play, and measure how they fare."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import cast

from engine.kernel import Illegal, render

KINDS = {
    "ladder": "workshop.simulate.ladder:run",
    "millionaire": "workshop.simulate.ladder:run",  # the name its kind of game is known by
    "deluxe": "workshop.simulate.deluxe:run",
    "deluxe-balance": "workshop.simulate.deluxe_balance:run",
    "billionaire": "workshop.simulate.billionaire:run",
    "season7": "workshop.simulate.season7:run",
    "length": "workshop.simulate.length:run",
    "waiting": "workshop.simulate.waiting:run",
    "voice": "workshop.simulate.voice:run",
    "minigames": "workshop.simulate.minigames:run",
    "rounds": "workshop.simulate.rounds:run",
    "rivals": "workshop.simulate.rivals:run",
}


def run(argv: list[str]) -> int:
    """Hand the rest of the line to the simulation of that name."""
    what, *rest = argv or [""]
    if what not in KINDS:
        print(f"rtab simulate needs one of: {', '.join(KINDS)}.", file=sys.stderr)
        return 2
    module, function = KINDS[what].split(":")
    try:
        return cast("Callable[[list[str]], int]", getattr(import_module(module), function))(rest)
    except Illegal as no:  # nobody can play so: too few players, or too many
        print(render(no.text, no.facts), file=sys.stderr)
        return 2
