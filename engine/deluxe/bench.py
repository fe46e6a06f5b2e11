"""The bench: slips on who wins, and hunts for bombs, by whoever is not in."""

from __future__ import annotations

from engine.deluxe.state import Race
from engine.kernel.table import Table


def settle(t: Table[Race]) -> None:
    """Everything is told and paid."""
    t.state.slips, t.state.hunts = [], []
