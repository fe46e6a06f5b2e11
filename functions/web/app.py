"""The web table, behind a function URL."""

from typing import Any

from host.doors.aws import front, telemetry, web, wiring

wiring.begin()


@telemetry.observe
def handler(event: Any, _context: Any) -> dict[str, Any]:
    """One request."""
    with wiring.opened() as wired:
        return web.answer(wired, front.restore_viewer(event, wired.settings.web))
