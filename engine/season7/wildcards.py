"""The wildcard rounds: what is different about each of the five, and the boards of all rounds."""

from __future__ import annotations

from engine.season7 import board, tables
from engine.season7.table import RoundTable


def draw_board(t: RoundTable) -> None:
    """Draw the board that this kind of round is played on."""
    r = t.round
    if r.kind == "super":
        board.draw_board(t, tables.SUPER_MINIMUM)
    elif r.variant == "Head to Head":
        board.draw_board(t, tables.HEAD_TO_HEAD_MINIMUM)
    else:
        board.draw_board(t, tables.REGULAR_MINIMUM)


async def vote(t: RoundTable) -> None:
    """Remain or Leave."""
    t.round.stage = "seal"


def due(t: RoundTable) -> bool:
    """Is the board to be redrawn before the next turn?"""
    return t.force("Rolling")


async def reopen(t: RoundTable) -> None:
    """Rolling Start: the board is redrawn and bombs are sealed."""
    t.round.in_force.remove("Rolling")
    t.round.stage = "seal"
