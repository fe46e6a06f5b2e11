"""What two people bring who become one: their predictions; see tests/host/people/test_listed_merges.py."""

from host.extras.predictions import prediction_slips
from host.extras.predictions.prediction_slips import Prediction, PredictionSlip, Score, SettledPrediction


def predict(store, person):
    for game in (person, "both"):
        said = {key: Prediction("Who?", person, person, 2, 3) for key in (person, "both")}
        score = Score(5, 2, 3, 1, 2) if person == "Ann" else Score(70, 20, 30, 0, 1)
        slip = PredictionSlip(
            game, person, said, [SettledPrediction("When?", person, 2)], score, 4 if person == "Ann" else 2
        )
        owner = prediction_slips.build_score_ops(store, f"chat:t:{game}", person, "toy", [3, 0])
        prediction_slips.save_slip(store, slip, 0, owner)


KEPT = {"predictions": predict}
