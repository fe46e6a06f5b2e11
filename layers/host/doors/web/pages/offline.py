"""What the page shows without a connection, and the script that shows it."""

from __future__ import annotations

from host.doors.web.files import find_content_type, read_static_file
from host.doors.web.markup.frame import render_frame
from host.doors.web.markup.html import h
from host.doors.web.requests.http import SAFE, Response, build_html_response
from host.doors.web.requests.request_context import RequestContext


def serve_offline_page(request: RequestContext) -> Response:
    """Serve the page that the browser caches for when there is no connection."""
    text = request.say("You have no connection. Your games are safe. Try again in a moment.")
    middle = h("main", h("p", text, class_="alert"), h("p", h("a", request.say("Try again"), href="/", class_="go")))
    return build_html_response(render_frame(request.words, request.say("Offline"), middle))


def serve_service_worker(_: RequestContext) -> Response:
    """Serve the script of the service worker (the part of the site that runs in the background of a browser) from the
    site's root address and not cached, as browsers require.
    """
    return Response(
        200,
        read_static_file("worker.js"),
        {**SAFE, "Content-Type": find_content_type("worker.js"), "Cache-Control": "no-cache"},
    )
