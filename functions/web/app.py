"""The web table, behind a function URL."""

from typing import Any

from host.doors.aws import tracing, web, wiring

wiring.begin()


@tracing.traced
def handler(event: Any, context: Any) -> dict[str, Any]:
    """One request."""
    with wiring.opened(context) as wired:
        return web.answer(wired, event)
