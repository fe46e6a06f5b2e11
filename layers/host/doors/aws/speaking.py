"""Who says at once what a function has saved: whichever door is pushed. What draws and sends is loaded only then.

Whom errands alone call is called by their own door, which is loaded when the first one is.
"""

from __future__ import annotations

from host.delivery.outbox import OutboxDispatcher
from host.doors.registry import find_pushed_door, import_target, list_send_only_doors


def load_pushed_sender() -> None:
    """Load all that the pushed door needs for sending, while the process starts."""
    import_target(f"{find_pushed_door()[1].module}:begin")()


def make_pushed_sender() -> OutboxDispatcher:
    """Make the sender of the door that delivers at once."""
    found: OutboxDispatcher = import_target(f"{find_pushed_door()[1].module}:courier")()
    return found


def find_queued_sender(place: str) -> OutboxDispatcher | None:
    """Make the sender of a door that only queue messages serve, if this place is one of its; else None."""
    cloud = next((cloud for door, cloud in list_send_only_doors() if place.startswith(door.places)), None)
    if cloud is None:
        return None
    found: OutboxDispatcher = import_target(f"{cloud.module}:courier")()
    return found
