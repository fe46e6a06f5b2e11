"""What those who watch a season may predict, and what of it has come true.

Both from what everybody sees and hears: what is told carries what was done as facts (`deeds.py`); no sentence is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.question import Option
from engine.kernel.text import PUBLIC, Told, Words, phrase
from engine.race import forecasts as race
from engine.season7 import tables
from engine.season7.state import Round, Season

BOMB, OVER, UNDER = "bomb", "over", "under"
RACE, LEADS = "race", "leads"


def offered(season: Season) -> Iterator[Forecast]:
    """All that can be predicted now: of each round, of the cycle, of the race."""
    for name, r in season.rounds.items():
        if r.contested() and r.stage in ("seal", "play"):
            yield from race.of_round(name, r)
            yield best_gain(name, r)
            if r.stage == "play":
                yield from of_squares(name, r)
    here = season.here()
    if season.phase != "over" and len(here) > 1:
        seats = race.seats(here)
        yield Forecast(LEADS, phrase("Who leads when cycle {cycle} is over?", cycle=max(1, season.cycle)), seats, here)
        yield Forecast(RACE, phrase("Who wins the race?"), seats, here)


def best_gain(name: str, r: Round) -> Forecast:
    """How much a round brings whoever gains most in it: about every other one more than the last ones did."""
    text = phrase("{round}: does its best gain more than {line:£} there, or less?", round=r.title, line=r.good)
    return Forecast(f"gain/{name}", text, [Option(OVER, "over"), Option(UNDER, "under")], r.living())


def of_squares(name: str, r: Round) -> Iterator[Forecast]:
    """What lies behind the next square, and behind those locked in. Who has sealed or peeked there may know."""
    finds = [Option(BOMB, "a Bomb"), *(Option(str(n), title) for n, title in tables.CATEGORY_NAMES.items() if n < 9)]
    know = list(r.seats)
    yield Forecast(f"{name}/next", phrase("{round}: what does the next square hide?", round=r.title), finds, know)
    for who in r.living():
        if n := r.seats[who].locked:
            text = phrase("{round}: what lies behind square {n}, locked in by {who}?", round=r.title, n=n, who=who)
            yield Forecast(f"{name}/square/{n}", text, finds, know)


# -- what has come of it


def outcomes(told: Told) -> Iterator[Outcome]:
    """What of all that has been settled by what everybody was told."""
    if told.to != PUBLIC:
        return
    table, facts = told.table, told.facts
    deeds = facts.get("deeds", {})
    if found := opened(told):
        yield Outcome(f"{table}/next", [found])
        yield Outcome(f"{table}/square/{facts['n']}", [found])
    yield from race.outcomes(told)
    if "round" in facts.get("best", {}):
        most = max(facts["best"]["round"].values(), default=0)
        yield Outcome(f"gain/{table}", [OVER if most > facts.get("good", tables.GOOD_ROUND) else UNDER])
    elif "cycles_led" in deeds:
        yield Outcome(LEADS, deeds["cycles_led"])
    elif "seasons_won" in deeds:
        yield Outcome(LEADS, deeds["seasons_won"])
        yield Outcome(RACE, deeds["seasons_won"])


def opened(told: Told) -> str:
    """What an opened square was, as it can be predicted; nothing, if none was opened."""
    deed = told.deed
    if "n" not in told.facts or deed not in ("bombs", "asleep", "squares"):
        return ""
    return str(tables.category(plain(told.facts["face"]))) if deed == "squares" else BOMB


def plain(face: Words | Mapping[str, object]) -> str:
    """A square's face; a booster's is a phrase, and one that has been kept is a mapping."""
    return face if isinstance(face, str) else "a booster"
