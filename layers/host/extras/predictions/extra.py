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
            phrase("what will come, if you are out or only watch"),
            "anybody",
            f"{PREDICTIONS}.services:show_or_predict",
            takes=phrase("NAME CHOICE"),
            typed=True,
        )
    },
    game_forms={
        "call": GameForm(
            "I say so", "what will come, if you are out or only watch", f"{PREDICTION_PAGE}:submit_prediction_form"
        )
    },
    on_game_begun=f"{PREDICTIONS}.services:announce_predictions",
    on_view=f"{PREDICTIONS}.services:add_forecasts",
    on_page=f"{PREDICTION_PAGE}:add_predictions",
    personal_data={"predictions": "host.extras.predictions.prediction_slips"},
)
