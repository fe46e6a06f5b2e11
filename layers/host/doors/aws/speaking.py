"""Who says at once what a function has saved: whichever door is pushed. What draws and sends is loaded only then.

Whom errands alone call is called by their own door, which is loaded when the first one is.
"""

from __future__ import annotations

from host.delivery.outbox import Courier
from host.doors.registry import errand_run, load, pushed


def begin() -> None:
    """Load all that speaking takes while the process starts."""
    load(f"{pushed()[1].module}:begin")()


def courier() -> Courier:
    """Whoever says what waits."""
    found: Courier = load(f"{pushed()[1].module}:courier")()
    return found


def caller(place: str) -> Courier | None:
    """Whoever calls people in this place, if they are only ever called there."""
    cloud = next((cloud for door, cloud in errand_run() if place.startswith(door.places)), None)
    if cloud is None:
        return None
    found: Courier = load(f"{cloud.module}:courier")()
    return found
