"""Takes, keeps and settles predictions: what those who are out, or only watch, say will come.

They never change a game: they lie beside it, each person's on one slip. Nobody else sees them until they are told, and
they are settled by nothing but what everybody was told, when somebody looks. The rules say what can be predicted and
what has come of it (`forecasts` and `outcomes` of a ruleset).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.kernel import PUBLIC, Forecast, Illegal, Outcome, Play, Told, upcast_told
from engine.rulesets import ruleset
from host.core import games
from host.core.caches import load_engine_game
from host.core.committing import build_busy_reply, build_no_game_refusal, build_refusal
from host.core.context import HostContext
from host.core.session import CLOSED, OVER, RUNNING, Command, Reply, Session
from host.core.store.commit import ANSWER_KEY, build_answer_put
from host.core.store.items import Failed, Op
from host.core.transaction import NOT_RUNNING
from host.extras.predictions import prediction_slips
from host.extras.predictions.prediction_slips import Prediction, PredictionSlip, SettledPrediction, TooManyPredict
from host.said.desk import refusals

PREDICTION_DAY_SECONDS = 86400.0
MOST_OPEN = 20  # predictions of one person in one game
MOST_A_DAY = 100
MOST_POINTS, MOST_FOR_A_RUN = 10, 5
SETTLING_NOTE_INTERVAL = 100  # entries of a log after which it is noted that nothing was settled by them
MAX_SETTLED_SHOWN = 8  # settled predictions that a slip still shows
AT_HOME = "house"  # whose list it is where a game is shown in no place

PREDICTION_TAKEN_TEXT = (
    "Your prediction: {says}. Nobody sees it until the result is known. If you are right, you get {points:n} "
    "point{points:s}."
)
A_HAND = (
    "You can change the result of this, or you know more than other people. So only people who watch can predict it."
)
TOO_MANY_PREDICTIONS_TEXT = (
    "You have made {n} predictions here that have no result yet. That is the maximum. Wait for some results first."
)
TOO_MANY = "You have made as many predictions today as you can. Try again tomorrow."
CROWD = "Too many people predict things in this game already."


class ToldOutcome(NamedTuple):
    """An outcome, and the entry of the log in which it was told."""

    n: int
    outcome: Outcome


def is_barred_from_predicting(session: Session, person: str, forecast: Forecast) -> bool:
    """Return whether a person may not make this prediction, because they have a seat that influences its result, even
    if a computer plays for it now or it is out of play.
    """
    you = session.find_player_of(person)
    return you is not None and you.seat in forecast.barred


def compute_prediction_points(choices: int, run: int) -> int:
    """Return the points of a correct prediction: the more choices and the longer the run of correct ones before it,
    the more.
    """
    return min(choices, MOST_POINTS) + min(run, MOST_FOR_A_RUN)


# -- predicting


def submit_prediction(host: HostContext, command: Command, game_id: str, key: str, value: object) -> Reply:
    """Save a person's prediction in a game, replacing an earlier one about the same."""
    saved = host.store.load_game(game_id)
    if saved is None:
        return build_refusal(host, command, build_no_game_refusal())
    try:
        forecast = _find_open_forecast(saved.session, command.by, key)
        reply = _save_prediction(host, command, saved.session, forecast, value)
    except Illegal as no:
        return build_refusal(host, command, no, saved.session)
    if reply.ok and forecast.play and saved.session.find_player_of(command.by):
        games.make_unasked_play(host, Command(by=command.by), game_id, forecast.play, value)
    return reply


def _find_open_forecast(session: Session, person: str, key: str) -> Forecast:
    if session.stage != RUNNING or session.moved:
        raise Illegal(NOT_RUNNING, code="not_running")
    rules = ruleset(session.ruleset)
    found = next((each for each in rules.list_forecasts(load_engine_game(rules, session)[0]) if each.key == key), None)
    if found is None:
        raise Illegal(refusals.NOT_PREDICTABLE, code="not_predictable")
    if not person:
        raise Illegal("I do not know you yet. Join a game first.", code="unknown_person")
    if is_barred_from_predicting(session, person, found):
        raise Illegal(A_HAND, code="only_watchers_predict")
    return found


def _save_prediction(host: HostContext, command: Command, session: Session, forecast: Forecast, value: object) -> Reply:
    said = Play(forecast.key, forecast.text, forecast.options).check(_replace_name_with_seat(session, forecast, value))
    chosen = next(option for option in forecast.options if option.value == said)
    for _ in range(host.config.retries):
        slip, version = load_settled_slip(host, session, command.by)
        new = Prediction(forecast.text, str(said), chosen.label, len(forecast.options), session.entries)
        facts = {"says": new.says, "points": compute_prediction_points(new.choices, slip.score.run)}
        reply = Reply(
            ok=True, lines=[Told(PREDICTION_TAKEN_TEXT, facts)], game=session.id, names=session.map_names_by_seat()
        )
        _add_to_slip(slip, forecast.key, new, int(host.now() // PREDICTION_DAY_SECONDS))
        seen: list[Op] = (
            [build_answer_put(command.idempotency_key, reply, host.now())] if command.idempotency_key else []
        )
        try:
            prediction_slips.save_slip(host.store, slip, version, seen)
        except TooManyPredict:
            raise Illegal(CROWD, code="too_many_predictors_here") from None
        except Failed as failed:
            if any(item is not None and item.sk == ANSWER_KEY for item in failed.found.values()):
                return host.store.find_answer(command.idempotency_key) or reply
            continue
        return reply
    return build_busy_reply(session.id)


def _replace_name_with_seat(session: Session, forecast: Forecast, value: object) -> object:
    """Return the predicted value with a player's name replaced by that player's seat; unchanged if it is itself one of
    the choices.
    """
    if not isinstance(value, str) or value in [option.value for option in forecast.options]:
        return value
    seats = {name.casefold(): seat for seat, name in session.map_names_by_seat().items()}
    return seats.get(value.strip().casefold(), value)


def _add_to_slip(slip: PredictionSlip, key: str, new: Prediction, today: int) -> None:
    """Add a prediction to a person's slip (their predictions in a game); raise Illegal if too many are open or were
    made today.
    """
    if key not in slip.open and len(slip.open) >= MOST_OPEN:
        raise Illegal(TOO_MANY_PREDICTIONS_TEXT, code="too_many_predictions", n=MOST_OPEN)
    slip.day, slip.made = today, slip.made + 1 if slip.day == today else 1
    if slip.made > MOST_A_DAY:
        raise Illegal(TOO_MANY, code="too_many_predictors")
    slip.open[key] = new
    if len(slip.open) == 1:
        slip.upto = new.at


# -- settling


def load_settled_slip(host: HostContext, session: Session, person: str) -> tuple[PredictionSlip, int]:
    """Return a person's predictions in a game (their slip) and its version, after deciding those whose results have
    been announced.
    """
    while True:
        slip, version = prediction_slips.load_slip(host.store, session.id, person)
        if not _needs_settling(slip, session):
            return slip, version
        try:
            return _settle_prediction_slip(host, session, slip, version, iter_public_outcomes(host, session, slip.upto))
        except Failed:  # somebody else has just settled it
            continue


def load_all_settled_slips(host: HostContext, session: Session) -> list[PredictionSlip]:
    """Return the predictions of all people in this game, after deciding those whose results have been announced."""
    found = prediction_slips.list_slips(host.store, session.id)
    waiting = [slip.upto for slip, _ in found if _needs_settling(slip, session)]
    told = [*iter_public_outcomes(host, session, min(waiting))] if waiting else []
    settled = []
    for slip, version in found:
        try:
            settled.append(
                _settle_prediction_slip(host, session, slip, version, told)[0]
                if _needs_settling(slip, session)
                else slip
            )
        except Failed:
            settled.append(load_settled_slip(host, session, slip.person)[0])
    return settled


def _needs_settling(slip: PredictionSlip, session: Session) -> bool:
    return bool(slip.open) and (slip.upto < session.entries or session.stage in (OVER, CLOSED))


def iter_public_outcomes(host: HostContext, session: Session, first: int) -> Iterator[ToldOutcome]:
    """Yield the results that public announcements give for predictions, from entry `first` of the game's log on."""
    rules = ruleset(session.ruleset)
    while first < session.entries and (log := host.store.load_log(session.id, first)):
        for entry in log:
            for told in entry.told:
                if told.to == PUBLIC:
                    yield from (
                        ToldOutcome(entry.n, outcome) for outcome in rules.list_outcomes(upcast_told(rules, told))
                    )
        first = log[-1].n + 1


def _settle_prediction_slip(
    host: HostContext, session: Session, slip: PredictionSlip, version: int, told: Iterable[ToldOutcome]
) -> tuple[PredictionSlip, int]:
    """Decide the predictions on a person's slip by these results and add the points to every ranking, in one
    transaction; raise Failed if the slip was changed meanwhile.
    """
    points = [each for n, outcome in told for each in settle_outcome(slip, session, n, outcome)]
    if session.stage in (OVER, CLOSED):
        slip.told += [SettledPrediction(each.about, each.says, void=True) for each in slip.open.values()]
        slip.open = {}
    slip.told = slip.told[-MAX_SETTLED_SHOWN:]
    behind, slip.upto = session.entries - slip.upto, session.entries
    ops: list[Op] = []
    for owner in list_score_owners(session) if points else []:
        ops += prediction_slips.build_score_ops(host.store, owner, slip.person, session.ruleset, points)
    if points or not slip.open or behind >= SETTLING_NOTE_INTERVAL:
        prediction_slips.save_slip(host.store, slip, version, ops)
        version += 1
    return slip, version


def settle_outcome(slip: PredictionSlip, session: Session, n: int, outcome: Outcome) -> list[int]:
    """Decide the predictions on a person's slip (their predictions in a game) that this result concerns, and return the
    points of each; one made before its author took a seat is void.
    """
    you, brought = session.find_player_of(slip.person), []
    for key in [key for key, each in slip.open.items() if each.at <= n and outcome.settles_forecast(key)]:
        said = slip.open.pop(key)
        void = outcome.right is None or (you is not None and you.since > said.at)
        right = not void and said.value in (outcome.right or ())
        points = compute_prediction_points(said.choices, slip.score.run) if right else 0
        slip.told.append(SettledPrediction(said.about, said.says, points, void))
        if not void:
            slip.score.add_result(points)
            brought.append(points)
    return brought


def list_score_owners(session: Session) -> list[str]:
    """Return the places that show this game, in whose all-time rankings of predictors it counts."""
    return [f"chat:{place}" for place in session.places] or [AT_HOME]
