"""What the viewer may predict, what they have said, and who is good at it: a drawer beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table.page_context import PageContext
from host.shown import predictions
from host.shown.predictions import PointsLine

PRIVATE = (
    "Nobody sees what you say until it is told. The more choices, the more points; a run of right ones brings more."
)


def render_predictions(context: PageContext) -> Child:
    """Render the drawer of predictions, from the cache if nothing has been settled; it is open for spectators."""
    slip, forecasts = context.slip, context.shown.forecasts
    if (slip and slip.told) or context.ranked or context.ever:
        return _render_predictions_drawer(context)
    said = [slip.open.get(each.key) if slip else None for each in forecasts]
    key = [
        (each.key, each.text, *each.options, mine and (mine.value, mine.says))
        for each, mine in zip(forecasts, said, strict=True)
    ]
    return (
        context.render_cached(("calls", *key), partial(_render_predictions_drawer, context), own=True) if key else None
    )


def _render_predictions_drawer(context: PageContext) -> Child:
    parts = [_render_prediction_form(context, n) for n in range(len(context.shown.forecasts))]
    told, table = _render_settled_predictions(context), _render_points_lists(context)
    if not (parts or told or table):
        return None
    hint = h("p", context.say(PRIVATE), class_="hint") if parts else None
    summary = h("summary", context.say("Predictions"), id="calls-head")
    return h("details", summary, hint, parts, told, table, id="calls", class_="drawer", open=not context.shown.you)


def render_predictions_link(context: PageContext) -> Child:
    """Render a link to the drawer of predictions; None if nothing can be predicted."""
    link = h("a", context.say("Predict what comes"), href="#rest", class_="btn", id="foresee")
    return link if context.shown.forecasts else None


def _render_prediction_form(context: PageContext, n: int) -> Markup:
    """Render the form for one prediction, with what the viewer has predicted so far."""
    forecast = context.shown.forecasts[n]
    mine = context.slip.open.get(forecast.key) if context.slip else None
    said = mine.value if mine else ""
    options = [
        h("option", context.format_words(each.label), value=each.value, selected=said == str(each.value))
        for each in forecast.options
    ]
    key = h("input", type="hidden", name="key", value=forecast.key)
    label = h("label", context.format_words(forecast.text), for_=f"call-{n}")
    shown = h("small", " ", context.say("You say: {says}", says=mine.says)) if mine else None
    row = h(
        "div", h("select", options, name="value", id=f"call-{n}"), h("button", context.say("I say so")), class_="typed"
    )
    return context.render_form("call", key, label, shown, row, class_="play")


def _render_settled_predictions(context: PageContext) -> Child:
    """Render the viewer's settled predictions, newest first."""
    told = (
        [predictions.format_settled_prediction(each, context.reader) for each in reversed(context.slip.told)]
        if context.slip
        else []
    )
    return h("ul", [h("li", line) for line in told], class_="notes") if told else None


def _render_points_lists(context: PageContext) -> Child:
    """Render the points of this game and the all-time points."""
    lists = {context.say("Points"): context.ranked, context.say("Of all times"): context.ever}
    return [_render_points_list(context, title, found) for title, found in lists.items() if found] or None


def _render_points_list(context: PageContext, title: str, found: Sequence[PointsLine]) -> list[Markup]:
    lines = [h("li", predictions.format_points_line(each, context.reader)) for each in found]
    return [h("h3", title), h("ul", lines, class_="notes")]
