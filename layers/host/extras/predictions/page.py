"""Predictions on the page of a game: a drawer of forms, what has come of them, and who is good at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from engine.kernel.question import Forecast
from host.core.session import OVER, RUNNING, Session
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table.page_context import PageContext
from host.extras.predictions import services
from host.extras.predictions.prediction_slips import PredictionSlip
from host.extras.predictions.services import PointsLine
from host.said.answers import DeskAnswer
from host.shown.views import GameView


class OwnPredictions(NamedTuple):
    """What the viewer predicts, who is good at that in this game, and of all times where it is shown."""

    slip: PredictionSlip | None = None
    ranked: Sequence[PointsLine] = ()
    ever: Sequence[PointsLine] = ()


def add_predictions(request: RequestContext, session: Session, context: PageContext) -> PageContext:
    """Return the context from which a game's page is rendered, with the panel of predictions and what the viewer has
    predicted added, after deciding (and saving) predictions whose results are known. Called for each page of a game.
    """
    own = _collect_predictions(request, context.shown, session)
    said = {key: each.value for key, each in own.slip.open.items()} if own.slip else {}
    return replace(context, guesses=said, drawers=[*context.drawers, partial(render_predictions, own)])


def _collect_predictions(request: RequestContext, shown: GameView, session: Session) -> OwnPredictions:
    """Return the viewer's predictions in this game, and the rankings of predictors in it and of all time, after
    deciding (and saving) those whose results are known, with the rankings of all people. The rankings are left empty,
    except for those who have predicted something, or for everybody once the game is over.
    """
    if shown.stage not in (RUNNING, OVER) or not (request.person or shown.stage == OVER):
        return OwnPredictions()
    slip = services.load_settled_slip(request.host, session, request.who)[0] if request.person else None
    if shown.stage != OVER and not (slip and (slip.open or slip.told)):
        return OwnPredictions(slip)
    ranked = services.list_game_points(request.host, session, request.who)
    ever = services.list_all_time_points(request.host, session, request.who) if ranked else []
    return OwnPredictions(slip, ranked, ever)


def submit_prediction_form(request: RequestContext, game: str) -> DeskAnswer:
    """Save the prediction that was made in a form on a game's page and return the answer, which may be a refusal; a
    visitor without an account gets one.
    """
    return services.store_prediction(
        FormRequest(request, game=game), game, request.read_field("key"), request.read_field("value")
    )


PRIVATE = (
    "Nobody sees your prediction until the result is known. You get more points if there are more choices, or if "
    "you are right several times in a row."
)


def render_predictions(own: OwnPredictions, context: PageContext) -> Child:
    """Render the panel of predictions on a game's page, from the cache if nothing has been decided yet; it is shown
    unfolded to spectators. None if nothing can be predicted and nothing was.
    """
    slip, forecasts = own.slip, _list_forecasts_here(context)
    if (slip and slip.told) or own.ranked or own.ever:
        return _render_predictions_drawer(own, context)
    said = [slip.open.get(each.key) if slip else None for each in forecasts]
    key = [
        (each.key, each.text, *each.options, mine and (mine.value, mine.says))
        for each, mine in zip(forecasts, said, strict=True)
    ]
    return (
        context.render_cached(("calls", *key), partial(_render_predictions_drawer, own, context), own=True)
        if key
        else None
    )


def _render_predictions_drawer(own: OwnPredictions, context: PageContext) -> Child:
    """Render the drawer with the forms of what can be predicted, the viewer's decided predictions and the rankings;
    None if there is nothing of these.
    """
    parts = [_render_prediction_form(own, context, n, each) for n, each in enumerate(_list_forecasts_here(context))]
    told, table = _render_settled_predictions(own, context), _render_points_lists(own, context)
    if not (parts or told or table):
        return None
    hint = h("p", context.say(PRIVATE), class_="hint") if parts else None
    summary = h("summary", context.say("Predictions"), id="calls-head")
    return h("details", summary, hint, parts, told, table, id="calls", class_="drawer", open=not context.shown.you)


def _list_forecasts_here(context: PageContext) -> list[Forecast]:
    """Return what can be predicted of the table that is shown or of the whole game; other tables have their own
    pages.
    """
    panels = context.shown.view.panels if context.shown.view else []
    others = {panel.id for panel in panels if panel is not context.panel}
    return [each for each in context.shown.forecasts if others.isdisjoint(each.key.split("/"))]


def _render_prediction_form(own: OwnPredictions, context: PageContext, n: int, forecast: Forecast) -> Markup:
    """Render the form for one prediction, with what the viewer has predicted so far."""
    mine = own.slip.open.get(forecast.key) if own.slip else None
    said = mine.value if mine else ""
    options = [
        h("option", context.format_words(each.label), value=each.value, selected=said == str(each.value))
        for each in forecast.options
    ]
    key = h("input", type="hidden", name="key", value=forecast.key)
    label = h("label", context.format_words(forecast.text), for_=f"call-{n}")
    shown = h("small", " ", context.say("Your prediction: {says}", says=mine.says)) if mine else None
    row = h(
        "div",
        h("select", options, name="value", id=f"call-{n}"),
        h("button", context.say("This is my prediction")),
        class_="typed",
    )
    return context.render_form("call", key, label, shown, row, class_="play")


def _render_settled_predictions(own: OwnPredictions, context: PageContext) -> Child:
    """Render the last of the viewer's predictions that are decided, newest first; None if there are none."""
    told = (
        [services.format_settled_prediction(each, context.reader) for each in reversed(own.slip.told)]
        if own.slip
        else []
    )
    return h("ul", [h("li", line) for line in told], class_="notes") if told else None


def _render_points_lists(own: OwnPredictions, context: PageContext) -> Child:
    """Render the rankings of predictors, in this game and of all time; None if both are empty."""
    lists = {context.say("Points"): own.ranked, context.say("Best ever"): own.ever}
    return [_render_points_list(context, title, found) for title, found in lists.items() if found] or None


def _render_points_list(context: PageContext, title: str, found: Sequence[PointsLine]) -> list[Markup]:
    """Render one ranking of predictors under this title."""
    lines = [h("li", services.format_points_line(each, context.reader)) for each in found]
    return [h("h3", title), h("ul", lines, class_="notes")]
