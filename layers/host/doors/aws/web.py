"""A Lambda function URL's event as a request to the web table, and its response back."""

from __future__ import annotations

import hashlib
import logging
from typing import Any

from engine.kernel.text import PLAIN
from host.core.committing import BUSY
from host.core.store.items import Overloaded
from host.doors.aws import aws_error_lines
from host.doors.aws.events import Event, body
from host.doors.aws.wiring import DeployedHost
from host.doors.web import app
from host.doors.web.markup.frame import trouble
from host.doors.web.requests.http import COOKIE, HttpRequest, Response, most

log = logging.getLogger(__name__)


def answer(wired: DeployedHost, event: Event) -> dict[str, Any]:
    """What goes back for an event, whatever it holds."""
    try:
        asked = request(event)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        log.warning("this is no request: %s", type(error).__name__)
        return response(trouble(PLAIN, "That was no request.", 400))
    try:
        wired.prefetching.begin(*topics(asked))
        return response(app.answer(wired.host, asked))
    except Overloaded as busy:
        log.warning("a visitor is asked to try again: %s", busy)
        return response(trouble(PLAIN, BUSY, 503))
    except Exception as error:  # noqa: BLE001 - one broken page must not look like a broken host
        log.error("a page broke down: %s", aws_error_lines.told(error))  # noqa: TRY400 - values could hold secrets
        return response(trouble(PLAIN, "Something is wrong at our end; nothing has changed.", 500))


def topics(asked: HttpRequest) -> list[str]:
    """Who asks, as far as can be told, and about which game; or else who asks."""
    somebody = hashlib.sha256((asked.inside or asked.cookie(COOKIE)).encode(errors="replace")).hexdigest()
    return [f"{somebody} {'/'.join(asked.path.split('/')[1:3])[:80]}", somebody]


def request(event: Event) -> HttpRequest:
    """The request that this event carries."""
    headers = {name.lower(): value for name, value in event["headers"].items()}
    if event.get("cookies"):
        headers["cookie"] = "; ".join(event["cookies"])
    about = event["requestContext"]["http"]
    query, sent = event.get("rawQueryString", ""), body(event, most(event["rawPath"]))
    return HttpRequest(about["method"], event["rawPath"], query, headers, sent, about.get("sourceIp", ""))


def response(given: Response) -> dict[str, Any]:
    """The response as a function URL takes it. It only ever speaks HTTPS, so cookies are kept to that."""
    headers = dict(given.headers)
    cookie = headers.pop("Set-Cookie", "")
    found = {"statusCode": given.status, "headers": headers, "body": given.encoded, "isBase64Encoded": True}
    return {**found, "cookies": [f"{cookie}; Secure"]} if cookie else found
