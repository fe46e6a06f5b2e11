"""Predictions at the desk: what can be predicted, what somebody says, what has come of it, and who is good at it."""

from __future__ import annotations

from engine.kernel import Forecast, Illegal, Reader
from engine.rulesets import ruleset
from host.core import predictions
from host.core.session import RUNNING, Session
from host.core.store import prediction_slips
from host.core.store.prediction_slips import PredictionSlip
from host.said.answers import label_options
from host.said.desk.answer import DeskAnswer, answer_lines, answer_reply
from host.said.desk.request import DeskRequest
from host.shown import predictions as shown_predictions
from host.shown import views

TABLE_WORD = "table"
MOST_NAMED = 12  # choices of one forecast in a list
NOTHING_TO_PREDICT = "There is nothing to predict at the moment."


def show_or_predict(request: DeskRequest) -> DeskAnswer:
    """List what can be predicted; with `table`, the points; with the name of a forecast, store a prediction."""
    session, text = pick_predicted_game(request)
    if text.casefold() == TABLE_WORD:
        return answer_lines(format_prediction_table(request, session))
    if text:
        return store_typed_prediction(request, session, text)
    return answer_lines(format_forecasts(request, session))


def pick_predicted_game(request: DeskRequest) -> tuple[Session, str]:
    """Return the game and the remaining words. A watcher has no seat, so the game may be named first."""
    first, _, rest = request.words.strip().partition(" ")
    named_first = request.host.store.load_game(first) if len(first) == 8 else None  # as ids are
    if named_first is not None:
        return named_first.session, rest.strip()
    try:
        return request.pick_game(), request.words.strip()
    except Illegal:
        watched = _list_predicted_games(request)
        if not watched:
            raise
        return max(watched, key=lambda session: session.made), request.words.strip()


def _list_predicted_games(request: DeskRequest) -> list[Session]:
    """List the running games in which they have predicted before."""
    games = prediction_slips.list_games_and_score_owners(request.host.store, request.by)[0] if request.by else []
    found = [each.session for each in request.host.store.load_games(games)]
    return [session for session in found if session.stage == RUNNING]


def store_typed_prediction(request: DeskRequest, session: Session, text: str) -> DeskAnswer:
    """Parse and store a prediction, in private only."""
    request.check_private()
    key, _, value = text.partition(" ")
    forecasts = views.load_game_view(request.host, session.id, request.require_person().id).forecasts
    found = next((each for each in forecasts if each.key.casefold() == key.casefold()), None)
    if found is not None:
        labels = {
            choice.label.casefold(): choice.value
            for choice in label_options(found.options, request.make_reader(session))
        }
        value = str(labels.get(value.strip().casefold(), value))
        if not value:
            raise Illegal(
                "Say what you think will come: {line}",
                code="which_prediction",
                line=request.format_command(_format_predict_command(found, request, session)),
            )
    return store_prediction(request, session.id, found.key if found else key, value)


def predict_player(request: DeskRequest, name: str) -> DeskAnswer:
    """Store a prediction that names a player only: it is about the forecast whose choices are players."""
    session = request.pick_game()
    forecasts = views.load_game_view(request.host, session.id, request.require_person().id).forecasts
    seats = {player.seat for player in session.players}
    about = [each for each in forecasts if {option.value for option in each.options} & seats]
    return store_typed_prediction(request, session, f"{about[0].key if len(about) == 1 else ''} {name}".strip())


def store_prediction(request: DeskRequest, game: str, key: str, value: str) -> DeskAnswer:
    """Store a prediction and answer with the confirmation."""
    request.require_person()
    reply = predictions.submit_prediction(request.host, request.command, game, key, value)
    return DeskAnswer(reply.lines, names=reply.names) if reply.ok else answer_reply(reply)


def _format_predict_command(forecast: Forecast, request: DeskRequest, session: Session) -> str:
    example = label_options(forecast.options[:1], request.make_reader(session))[0].label
    game = "" if request.is_direct else f"{session.id} "  # who only watches has no game of their own in a message
    return f"predict {game}{forecast.key} {example}"


def format_forecasts(request: DeskRequest, session: Session) -> list[str]:
    """Format what can be predicted, how to write it, and what the person has predicted."""
    reader, forecasts = (
        request.make_reader(session),
        views.load_game_view(request.host, session.id, request.by).forecasts,
    )
    slip = (
        predictions.load_settled_slip(request.host, session, request.by)[0]
        if request.by and request.is_unseen
        else None
    )
    lines = [_format_forecast(each, reader, slip) for each in forecasts]
    if forecasts:
        example = request.format_command(_format_predict_command(forecasts[0], request, session))
        lines.append(
            reader.format_sentence(
                "Say what you think will come, for example {line}. Nobody sees it until it is decided.", line=example
            )
        )
    lines += [shown_predictions.format_settled_prediction(each, reader) for each in slip.told] if slip else []
    more = reader.format_sentence("Who is good at it: {line}", line=request.format_command(f"predict {TABLE_WORD}"))
    return [*(lines or [reader.format_sentence(NOTHING_TO_PREDICT)]), more]


def _format_forecast(forecast: Forecast, reader: Reader, slip: PredictionSlip | None) -> str:
    choices = [choice.label for choice in label_options(forecast.options[:MOST_NAMED], reader)]
    mine = slip.open.get(forecast.key) if slip else None
    if mine is not None:
        return reader.format_sentence(
            "{key}: {about} You say: {says}.", key=forecast.key, about=forecast.text, says=mine.says
        )
    return reader.format_sentence("{key}: {about} {choices}", key=forecast.key, about=forecast.text, choices=choices)


def format_prediction_table(request: DeskRequest, session: Session) -> list[str]:
    """Format the prediction points of this game, and the all-time ranking where it is shown."""
    reader = request.make_reader(session)
    now = shown_predictions.list_game_points(request.host, session, request.by)
    ever = shown_predictions.list_all_time_points(request.host, session, request.by)
    if not now and not ever:
        return [reader.format_sentence("Nobody has predicted anything here that has been told.")]
    lines = [
        reader.format_sentence("Predictions in this game:"),
        *(shown_predictions.format_points_line(each, reader) for each in now),
    ]
    best = "; ".join(shown_predictions.format_points_line(each, reader) for each in ever)
    of_all = reader.format_sentence("Of all times, {title}: {best}", title=ruleset(session.ruleset).title, best=best)
    return [*(lines if now else []), *([of_all] if ever else [])]
