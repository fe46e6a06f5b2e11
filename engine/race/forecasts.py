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


def seats(who: list[str]) -> list[Option]:
    """One of these."""
    return [Option(each, each) for each in who]


def of_round(name: str, r: RaceRound[Any, Any]) -> Iterator[Forecast]:
    """Who falls and who wins, as long as two are in. Whoever is in has a hand in it.

    While a square is locked in, whoever has sealed a bomb in this round may know what comes.
    """
    living = r.living()
    know = list(r.seats) if any(r.seats[who].locked for who in living) else living
    if len(living) > 1:
        yield Forecast(f"{name}/falls", phrase("{round}: who falls next?", round=r.title), seats(living), know)
        yield Forecast(f"{name}/wins", phrase("{round}: who wins it?", round=r.title), seats(living), know)


def outcomes(told: Told) -> Iterator[Outcome]:
    """Somebody has fallen; or the round is over, and nothing else comes of it."""
    deeds = told.facts.get("deeds", {})
    if told.deed == "outs":
        yield Outcome(f"{told.table}/falls", [told.facts["who"]])
    if "rounds_won" in deeds:
        yield Outcome(f"{told.table}/wins", deeds["rounds_won"])
        yield Outcome(f"{told.table}/")
