"""What one viewer sees of predictions: what they may predict, what they have said, and the tables of points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.kernel import Phrase, Reader, Words, phrase
from host.core.context import HostContext
from host.core.session import Session
from host.extras.predictions import prediction_slips, settling
from host.extras.predictions.prediction_slips import PredictionSlip, Score, SettledPrediction

MAX_POINTS_LINES = 10  # lines of a list
SOMEBODY = phrase("somebody")
TITLES = (  # by how many were right
    (250, phrase("Oracle")),
    (100, phrase("Clairvoyant")),
    (40, phrase("Seer")),
    (10, phrase("Reader of Tea Leaves")),
)
RUNS = ((10, phrase("Second Sight")), (5, phrase("Hot Hand")))  # by how many were right one after another
POINTS_TEMPLATE = (
    "{n}. {name}: {points:n} point{points:s}, {right:n} of {settled:n} right, {best:n} right in a row at most"
)


class PointsLine(NamedTuple):
    """One line of a list of prediction points."""

    n: int
    name: Words
    score: Score
    you: bool


def list_titles(score: Score) -> list[Words]:
    """Return the titles that a predictor's score earns: the best one for the number of right predictions, and the best
    one for right ones in a row.
    """
    best = [name for least, name in TITLES if score.right >= least][:1]
    return [*best, *[name for least, name in RUNS if score.best >= least][:1]]


def list_game_points(host: HostContext, session: Session, person: str) -> list[PointsLine]:
    """Return the ranking of all people whose predictions in this game have been decided, with `person`, the viewer,
    among them.
    """
    found: list[PredictionSlip] = settling.load_all_settled_slips(host, session)
    return rank_scores(host, ((slip.person, slip.score) for slip in found), person)


def list_all_time_points(host: HostContext, session: Session, person: str) -> list[PointsLine]:
    """Return the all-time ranking of predictors for this kind of game, among people of the place where this game is
    shown.
    """
    owner = settling.list_score_owners(session)[0]
    found = prediction_slips.iter_scores(host.store, owner)
    return rank_scores(host, ((who, scores.get(session.ruleset, Score())) for who, scores in found), person)


def rank_scores(host: HostContext, scores: Iterable[tuple[str, Score]], person: str) -> list[PointsLine]:
    """Return the best scores and that of the viewer (`person`) as lines of a ranking; equal points share a place."""
    told = sorted((each for each in scores if each[1].settled), key=lambda each: (-each[1].points, each[0]))
    places: dict[int, int] = {}
    for n, (_, score) in enumerate(told, 1):
        places.setdefault(score.points, n)
    shown = [each for n, each in enumerate(told) if n < MAX_POINTS_LINES or each[0] == person]
    names = host.store.load_person_names([who for who, _ in shown])
    return [PointsLine(places[score.points], names.get(who) or SOMEBODY, score, who == person) for who, score in shown]


def format_points_line(each: PointsLine, reader: Reader) -> str:
    """Format one line of a ranking of predictors, with titles."""
    score = each.score
    text = reader.format_sentence(POINTS_TEMPLATE, n=each.n, name=each.name, **score_facts(score))
    return ", ".join([text, *(f"“{reader.format_value(title)}”" for title in list_titles(score))])


def score_facts(score: Score) -> dict[str, int]:
    """Return the figures of a predictor's score (points, right ones, best run …) by the names that sentences use for
    them.
    """
    return {"points": score.points, "right": score.right, "settled": score.settled, "best": score.best}


def format_settled_prediction(each: SettledPrediction, reader: Reader) -> str:
    """Format for a reader what a person predicted, and whether it was right."""
    return reader.format_value(build_settled_phrase(each))


def build_settled_phrase(each: SettledPrediction) -> Phrase:
    """Build the phrase that says what a person predicted, and whether it was right."""
    facts = {"about": each.about, "says": each.says}
    if each.void:
        return phrase("{about} Your prediction: {says}. It does not count, because this did not happen.", **facts)
    if not each.points:
        return phrase("{about} {says}: wrong.", **facts)
    return phrase("{about} {says}: right! {points:n} point{points:s}.", points=each.points, **facts)
