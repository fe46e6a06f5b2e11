"""The page with a player's standing orders: what the rules are to do for them when something is asked later."""

from __future__ import annotations

from host.doors.web.markup.frame import render_frame
from host.doors.web.markup.html import h
from host.doors.web.requests.http import Response, build_html_response, redirect_to
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table import question_forms
from host.doors.web.table.page_context import PageContext


def serve_standing_orders(_: RequestContext, context: PageContext) -> Response:
    """Serve the forms of all orders that the viewer may leave for later; who has none is sent to the table."""
    orders, table = question_forms.render_standing_orders(context), f"/g/{context.shown.id}"
    if not orders:
        return redirect_to(table)
    title = context.say(question_forms.ORDERS_TITLE)
    back = h("p", h("a", context.say("To the game"), href=table, class_="go"))
    return build_html_response(render_frame(context.reader, title, h("main", back, orders, class_="pages")))
