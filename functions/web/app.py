"""The web table, behind a function URL."""

from typing import Any

from host.doors.aws import telemetry, web, wiring

wiring.warm_up()
wiring.load_webhook_handlers()


@telemetry.observe_handler
def handler(event: Any, _context: Any) -> dict[str, Any]:
    """Handle one HTTP request to the web page, which AWS Lambda hands over as `event`, and return the response."""
    with wiring.serve_invocation() as wired:
        return web.answer_event(wired, web.restore_viewer(event, wired.settings.web))
