"""What one viewer sees of predictions: what they may predict, what they have said, and the tables of points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.kernel import Reader, Words, phrase
from host.core import predictions
from host.core.context import HostContext
from host.core.session import Session
from host.core.store import prediction_slips
from host.core.store.prediction_slips import PredictionSlip, Score, SettledPrediction

MOST = 10  # lines of a list
SOMEBODY = phrase("somebody")
TITLES = (  # by how many were right
    (250, phrase("Oracle")),
    (100, phrase("Clairvoyant")),
    (40, phrase("Seer")),
    (10, phrase("Reader of Tea Leaves")),
)
RUNS = ((10, phrase("Second Sight")), (5, phrase("Hot Hand")))  # by how many were right one after another
LINE = "{n}. {name}: {points:n} point{points:s}, {right:n} of {settled:n} right, best run {best:n}"


class PointsLine(NamedTuple):
    """One line of a table of points."""

    n: int
    name: Words
    score: Score
    you: bool


def titles(score: Score) -> list[Words]:
    """What somebody may call themselves who has predicted so well: the best for each."""
    best = [name for least, name in TITLES if score.right >= least][:1]
    return [*best, *[name for least, name in RUNS if score.best >= least][:1]]


def here(host: HostContext, session: Session, person: str) -> list[PointsLine]:
    """The table of a game: everybody who has predicted something that has been told."""
    found: list[PredictionSlip] = predictions.everybodys(host, session)
    return ranked(host, ((slip.person, slip.score) for slip in found), person)


def ever(host: HostContext, session: Session, person: str) -> list[PointsLine]:
    """The list of all times for games of this kind, in the places where this one is shown."""
    owner = predictions.owners(session)[0]
    found = prediction_slips.listed(host.store, owner)
    return ranked(host, ((who, scores.get(session.ruleset, Score())) for who, scores in found), person)


def ranked(host: HostContext, scores: Iterable[tuple[str, Score]], person: str) -> list[PointsLine]:
    """The best of these; equal points share a place."""
    told = sorted((each for each in scores if each[1].settled), key=lambda each: (-each[1].points, each[0]))
    places: dict[int, int] = {}
    for n, (_, score) in enumerate(told, 1):
        places.setdefault(score.points, n)
    shown = [each for n, each in enumerate(told) if n < MOST or each[0] == person]
    names = host.store.called([who for who, _ in shown])
    return [PointsLine(places[score.points], names.get(who) or SOMEBODY, score, who == person) for who, score in shown]


def line(each: PointsLine, reader: Reader) -> str:
    """One line of a table, with its titles."""
    score = each.score
    text = reader.say(LINE, n=each.n, name=each.name, **score_facts(score))
    return ", ".join([text, *(f"“{reader.value(title)}”" for title in titles(score))])


def score_facts(score: Score) -> dict[str, int]:
    """The numbers of a score."""
    return {"points": score.points, "right": score.right, "settled": score.settled, "best": score.best}


def settled(each: SettledPrediction, reader: Reader) -> str:
    """What somebody said, and what came of it."""
    facts = {"about": each.about, "says": each.says, "points": each.points}
    if each.void:
        return reader.say("{about} {says}: nothing came of it.", **facts)
    text = "{about} {says}: right! {points:n} point{points:s}." if each.points else "{about} {says}: wrong."
    return reader.say(text, **facts)
