"""What those who watch a race may predict, and what of it has come true. Both from what everybody sees and hears."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deluxe.state import Race
from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.text import PUBLIC, Told, phrase
from engine.race import forecasts as race

RACE = "race"


def offered(state: Race) -> Iterator[Forecast]:
    """Of each grid who falls and who wins; and who wins the race."""
    for name, r in state.grids.items():
        if r.stage in ("seal", "play") and not r.mini:
            yield from race.of_round(name, r)
    here = state.here()
    if len(here) > 1 and not state.champions:
        yield Forecast(RACE, phrase("Who wins the race?"), race.seats(here), here)


def outcomes(told: Told) -> Iterator[Outcome]:
    """What of all that has been settled by what everybody was told."""
    if told.to == PUBLIC:
        yield from race.outcomes(told)
        if "races_won" in (deeds := told.facts.get("deeds", {})):
            yield Outcome(RACE, deeds["races_won"])
