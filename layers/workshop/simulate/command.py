"""`rtab simulate WHAT ...`: let players made of a few lines play, and measure how they fare."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import cast

from engine.kernel import Illegal, format_text
from engine.rulesets import RULESETS

SIMULATIONS = {
    "ladder": "workshop.simulate.ladder:run_ladder_simulation",
    "millionaire": "workshop.simulate.ladder:run_ladder_simulation",  # the name its kind of game is known by
    "deluxe": "workshop.simulate.deluxe:run_deluxe_simulation",
    "deluxe-balance": "workshop.simulate.deluxe:run_deluxe_balance",
    "billionaire": "workshop.simulate.billionaire:run_billionaire_simulation",
    "season7": "workshop.simulate.season7:run_season7_simulation",
    "length": "workshop.simulate.length:run_length_simulation",
    "waiting": "workshop.simulate.season7:run_waiting_simulation",
    "voice": "workshop.simulate.voice:run_voice_simulation",
    "minigames": "workshop.simulate.minigames:run_minigames_simulation",
    "rounds": "workshop.simulate.season7:run_rounds_simulation",
    "rivals": "workshop.simulate.rivals:run_rivals_simulation",
}
ANY_GAME = "workshop.simulate.any_game:run_game_simulation"


def run_simulate_command(argv: list[str]) -> int:
    """Run the simulation that the first word names with the rest of the line."""
    what, *rest = argv or [""]
    if what not in SIMULATIONS and what not in RULESETS:
        named = dict.fromkeys([*SIMULATIONS, *RULESETS])
        print(f"rtab simulate needs one of: {', '.join(named)}.", file=sys.stderr)
        return 2
    try:
        words = rest if what in SIMULATIONS else argv
        module, function = SIMULATIONS.get(what, ANY_GAME).split(":")
        return cast("Callable[[list[str]], int]", getattr(import_module(module), function))(words)
    except Illegal as no:  # nobody can play so: too few players, or too many
        print(format_text(no.text, no.facts), file=sys.stderr)
        return 2
