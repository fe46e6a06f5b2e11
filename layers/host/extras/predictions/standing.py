"""Tell everybody who is best at predicting, with the morning recap and when a cycle or the game ends."""

from __future__ import annotations

from engine.kernel import PUBLIC, Words, phrase
from host.core import events
from host.core.session import Session
from host.core.transaction import Transaction
from host.extras.predictions import prediction_slips, settling
from host.extras.predictions.prediction_slips import PredictionSlip
from host.extras.predictions.settling import ToldOutcome

MOST_TOLD = 3
POINTS_ROW = "{n}. {who} {points:n} point{points:s}"
A_WATCHER = phrase("a spectator")  # whose name is in no log of a game


def tell_points(tx: Transaction) -> None:
    """Tell the best predictors of this game with their points, if anybody has any. Nothing is settled by it."""
    found = [slip for slip, _ in prediction_slips.list_slips(tx.host.store, tx.session.id)]
    for slip in found:
        _settle_on_paper(tx, slip)
    ranked = sorted((slip for slip in found if slip.score.points), key=lambda slip: (-slip.score.points, slip.person))
    points = [slip.score.points for slip in ranked]
    rows: list[Words] = [
        phrase(POINTS_ROW, n=points.index(each) + 1, who=_name_predictor(tx.session, slip.person), points=each)
        for slip, each in zip(ranked[:MOST_TOLD], points, strict=False)
    ]
    if rows:
        tx.say(events.PredictionsStand(rows))


def _settle_on_paper(tx: Transaction, slip: PredictionSlip) -> None:
    """Decide the predictions on a slip that is not saved, by all that has been told, now included."""
    if not slip.open:
        return
    now = [each for told in tx.told if told.to == PUBLIC for each in tx.rules.list_outcomes(told)]
    before = settling.iter_public_outcomes(tx.host, tx.session, slip.upto)
    for n, outcome in [*before, *(ToldOutcome(tx.session.entries, each) for each in now)]:
        settling.settle_outcome(slip, tx.session, n, outcome)


def _name_predictor(session: Session, person: str) -> Words:
    player = session.find_player_of(person)
    return player.seat if player else A_WATCHER
