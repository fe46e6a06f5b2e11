"""Who says at once what a function has saved: whichever door is pushed. What draws and sends is loaded only then."""

from __future__ import annotations

from host.delivery.outbox import Courier
from host.doors.registry import load, pushed


def begin() -> None:
    """Load all that speaking takes while the process starts."""
    load(f"{pushed()[1].module}:begin")()


def courier() -> Courier:
    """Whoever says what waits."""
    found: Courier = load(f"{pushed()[1].module}:courier")()
    return found
