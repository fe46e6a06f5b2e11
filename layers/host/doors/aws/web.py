"""The page behind a Lambda function URL: the same ASGI application, carried by Mangum."""

from __future__ import annotations

import logging
from typing import Any, cast
from urllib.parse import urlsplit

from mangum import Mangum
from mangum.types import LambdaContext

from engine.kernel.text import PLAIN_READER
from host.core.store.items import Overloaded
from host.core.transaction import TABLE_BUSY_TEXT
from host.doors.aws import telemetry
from host.doors.aws.wiring import DeployedHost
from host.doors.web import app
from host.doors.web.markup.frame import build_trouble_response
from host.doors.web.requests.http import HttpRequest, Response, WebApplication

FunctionUrlEvent = dict[str, Any]


def restore_viewer(event: FunctionUrlEvent, web: str) -> FunctionUrlEvent:
    """Return a copy of a function URL's event with the real visitor's address and the host name of `web`, the
    operator's own domain; the event itself if `web` is empty or the event malformed. A proxy such as CloudFront names
    the visitor last in X-Forwarded-For. Callers of the function's own address can forge that; the limits for all
    strangers together still bind them.
    """
    headers, asked = event.get("headers"), event.get("requestContext")
    if not (web and isinstance(headers, dict) and isinstance(asked, dict) and isinstance(asked.get("http"), dict)):
        return event
    lower, edge, name = {key.lower(): value for key, value in headers.items()}, asked["http"], urlsplit(web).netloc
    source = edge.get("sourceIp", "")
    named = [each.strip() for each in str(lower.get("x-forwarded-for", "")).split(",")]
    viewer = next((each for each in reversed(named) if each and each != source), source)
    seen = {**lower, "host": name, "x-forwarded-host": name, "x-forwarded-proto": "https", "x-forwarded-for": viewer}
    return {**event, "headers": seen, "requestContext": {**asked, "http": {**edge, "sourceIp": viewer}}}


log = logging.getLogger(__name__)
NO_TEXT = ["none/none"]  # all bodies go as bytes, for most are compressed


logging.getLogger("mangum").setLevel(logging.WARNING)  # it would log each address, and private links are addresses


NO_REQUEST = {"statusCode": 400, "headers": {"content-type": "text/plain"}, "body": "That was no request.\n"}


def answer_event(wired: DeployedHost, event: FunctionUrlEvent) -> dict[str, Any]:
    """Answer a function URL's event, in the form in which AWS expects an HTTP response; an event that is no HTTP
    request is logged and gets an error response with status 400.
    """

    async def answer_wired(request: HttpRequest) -> Response:
        """Return the response of the host `wired`, given to `answer_event`, to a request."""
        return answer_web_request(wired, request)

    try:
        carry = Mangum(WebApplication(answer_wired), lifespan="off", text_mime_types=NO_TEXT)
        return carry(event, cast("LambdaContext", None))
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        log.warning("ignoring malformed request error=%s", type(error).__name__)
        return NO_REQUEST


def answer_web_request(wired: DeployedHost, request: HttpRequest) -> Response:
    """Begin a new read cache, and return the response of the web page to a request; an error page with status 503 if
    the database is overloaded, 500 if handling fails in any other way, which is logged.
    """
    try:
        wired.prefetching.begin_input()
        return app.answer_http_request(wired.host, request)
    except Overloaded as busy:
        log.warning("request refused, table overloaded error=%s", busy)
        return build_trouble_response(PLAIN_READER, TABLE_BUSY_TEXT, 503)
    except Exception as error:  # noqa: BLE001 - one broken page must not look like a broken host
        log.error("page failed method=%s error=%s", request.method, telemetry.format_aws_error(error))  # noqa: TRY400 - values could hold secrets
        return build_trouble_response(
            PLAIN_READER, ("Something is wrong on our side. Nothing in the game has changed. Please try again."), 500
        )
