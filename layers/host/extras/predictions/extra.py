"""Announce predictions."""

from __future__ import annotations

from engine.kernel import phrase
from host.core.extras import DeskOffer, Extra, GameForm

PREDICTIONS, PREDICTION_PAGE = "host.extras.predictions", "host.extras.predictions.page"

EXTRA = Extra(
    name="predictions",
    summary="predictions by those who are out or only watch",
    services={
        "predict": DeskOffer(
            phrase("predict what will happen, if you are out or only watching"),
            "anybody",
            f"{PREDICTIONS}.services:show_or_predict",
            takes=phrase("NAME CHOICE"),
            typed=True,
        )
    },
    game_forms={"call": GameForm(f"{PREDICTION_PAGE}:submit_prediction_form")},
    on_game_begun=f"{PREDICTIONS}.services:announce_predictions",
    on_moved=f"{PREDICTIONS}.services:ask_who_is_out",
    on_summary=f"{PREDICTIONS}.services:tell_points",
    on_view=f"{PREDICTIONS}.services:add_forecasts",
    on_page=f"{PREDICTION_PAGE}:add_predictions",
    personal_data={"predictions": "host.extras.predictions.prediction_slips"},
)
