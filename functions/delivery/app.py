"""Errands from the queue: saying what was left in a chat, doing what is due in a game and saying it."""

from typing import Any

from host.doors.aws import delivery, speaking, tracing, wiring

speaking.begin()


@tracing.traced
def handler(event: Any, context: Any) -> Any:
    """One batch; what could not be finished comes again."""
    with wiring.opened(context) as wired:
        return delivery.batch(wired, speaking.courier, event) if delivery.is_batch(event) else None
