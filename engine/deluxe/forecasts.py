"""What those who watch a race may predict, and what of it has come true. Both from what everybody sees and hears."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deluxe.state import DeluxeRace
from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.text import PUBLIC, Told, phrase
from engine.race import forecasts as race

RACE_FORECAST = "race"


def list_deluxe_forecasts(state: DeluxeRace) -> Iterator[Forecast]:
    """Yield what spectators may predict: who is out first and who wins on each grid, and who wins the race."""
    for name, r in state.grids.items():
        if r.stage in ("seal", "play") and not r.mini:
            yield from race.list_round_forecasts(name, r)
    here = state.here()
    if len(here) > 1 and not state.champions:
        yield Forecast(RACE_FORECAST, phrase("Who wins the race?"), race.build_seat_options(here), here)


def list_deluxe_outcomes(told: Told) -> Iterator[Outcome]:
    """Yield the outcomes of forecasts that a public event settles."""
    if told.to == PUBLIC:
        yield from race.list_race_outcomes(told)
        if "races_won" in (deeds := told.facts.get("deeds", {})):
            yield Outcome(RACE_FORECAST, deeds["races_won"])
