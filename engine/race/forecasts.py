"""What can be predicted of any round of a race: who falls next, and who wins it; and what of that has come true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.question import Option
from engine.kernel.text import phrase
from engine.race.table import RaceRound


def build_seat_options(who: list[str]) -> list[Option]:
    """Build the options of a prediction: one for each of these players."""
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


def build_fall_outcome(table: str, who: str) -> Outcome:
    """Build the outcome of a fall: this player was the next who went out of the round."""
    return Outcome(f"{table}/falls", [who])


def list_round_outcomes(table: str, winners: list[str]) -> Iterator[Outcome]:
    """Yield the outcomes of a round's end: who has won it, and nothing for all that was still open in it."""
    yield Outcome(f"{table}/wins", winners)
    yield Outcome(f"{table}/")
