"""What can be predicted of any round of a race: who falls next, and who wins it; and what of that has come true.

What is told carries what was done as facts; no sentence is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.question import Option
from engine.kernel.text import Told, phrase
from engine.race.table import RaceRound


def build_seat_options(who: list[str]) -> list[Option]:
    """Build one option for each of these seats."""
    return [Option(each, each) for each in who]


def list_round_forecasts(name: str, r: RaceRound[Any, Any]) -> Iterator[Forecast]:
    """Yield the forecasts of a round, who is out next and who wins it, while at least two are in.

    Players still in the round are barred. So are those who are out and may know something of a square that is locked
    in, because they may know what comes.
    """
    living = r.list_living()
    know = r.list_who_may_know([n for who in living if (n := r.seats[who].locked)])
    if len(living) > 1:
        yield Forecast(
            f"{name}/falls", phrase("{round}: who goes out next?", round=r.title), build_seat_options(living), know
        )
        yield Forecast(f"{name}/wins", phrase("{round}: who wins?", round=r.title), build_seat_options(living), know)


def list_race_outcomes(told: Told) -> Iterator[Outcome]:
    """Yield the forecasts settled by something told: somebody is out, or the round is over."""
    deeds = told.facts.get("deeds", {})
    if told.deed == "outs":
        yield Outcome(f"{told.table}/falls", [told.facts["who"]])
    if "rounds_won" in deeds:
        yield Outcome(f"{told.table}/wins", deeds["rounds_won"])
        yield Outcome(f"{told.table}/")
