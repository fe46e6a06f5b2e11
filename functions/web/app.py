"""The web table, behind a function URL."""

from typing import Any

from host.doors.aws import telemetry, web, wiring

wiring.warm_up()
wiring.load_webhook_handlers()


@telemetry.observe_handler
def handler(event: Any, _context: Any) -> dict[str, Any]:
    """Answer one HTTP request that AWS Lambda hands over as `event`, for a page of the website or a platform's webhook
    served beneath it, and return the HTTP response: also for errors (500, 503) and for what is no request (400). Behind
    the operator's own domain, first restore the visitor's address.
    """
    with wiring.serve_invocation() as wired:
        return web.answer_event(wired, web.restore_viewer(event, wired.settings.web))
