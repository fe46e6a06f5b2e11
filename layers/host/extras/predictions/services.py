"""Predictions at the desk: what can be predicted, what somebody says, what has come of it, and who is good at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel import Forecast, Game, Illegal, Reader
from engine.rulesets import ruleset
from host.core import events
from host.core.session import RUNNING, Session
from host.core.transaction import Transaction
from host.extras.predictions import points, prediction_slips, settling
from host.extras.predictions.prediction_slips import PredictionSlip
from host.said.answers import label_options
from host.said.desk.answer import DeskAnswer, answer_lines, answer_reply
from host.said.desk.request import DeskRequest
from host.shown import views
from host.shown.views import GameView

TABLE_WORD = "table"
MOST_NAMED = 12  # choices of one forecast in a list
NOTHING_TO_PREDICT = "You cannot predict anything at the moment."


def show_or_predict(request: DeskRequest) -> DeskAnswer:
    """Handle a command about predictions: list what can be predicted, with `table` show the ranking, or with a
    prediction's name and choice (or a player's name alone) save one.
    """
    if request.chosen:
        key, _, value = request.chosen.partition(" ")
        return store_prediction(request, request.find_game_id(), key, value)
    session, text = pick_predicted_game(request)
    if text.casefold() == TABLE_WORD:
        return answer_lines(format_prediction_table(request, session))
    if text:
        return store_typed_prediction(request, session, text)
    shown = views.load_game_view(request.host, session.id, request.by if request.is_unseen else "")
    answer = answer_lines(format_forecasts(request, session))
    answer.menu, answer.game = "predict" if shown.forecasts else "", session.id
    return answer


def pick_predicted_game(request: DeskRequest) -> tuple[Session, str]:
    """Return the game that a command about predictions is about, and the command's other words. A spectator, who has no
    seat in it, may name the game first.
    """
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
    """List the running games in which the person has predicted before."""
    games = prediction_slips.list_games_and_score_owners(request.host.store, request.by)[0] if request.by else []
    found = [each.session for each in request.host.store.load_games(games)]
    return [session for session in found if session.stage == RUNNING]


def store_typed_prediction(request: DeskRequest, session: Session, text: str) -> DeskAnswer:
    """Parse and save a prediction that a person has typed; raise Illegal outside a private chat."""
    request.check_private()
    key, _, value = text.partition(" ")
    forecasts = views.load_game_view(request.host, session.id, request.require_person().id).forecasts
    found = next((each for each in forecasts if each.key.casefold() == key.casefold()), None)
    about = _list_forecasts_about_players(forecasts, session)
    if found is None and len(about) == 1:  # a player alone is named
        found, value = about[0], text
    if found is not None:
        labels = {
            choice.label.casefold(): choice.value
            for choice in label_options(found.options, request.make_reader(session))
        }
        value = str(labels.get(value.strip().casefold(), value))
        if not value:
            raise Illegal(
                "Write what you think will happen: {line}",
                code="which_prediction",
                line=request.format_command(_format_predict_command(found, request, session)),
            )
    return store_prediction(request, session.id, found.key if found else key, value)


def _list_forecasts_about_players(forecasts: Sequence[Forecast], session: Session) -> list[Forecast]:
    seats = {player.seat for player in session.players}
    return [each for each in forecasts if {option.value for option in each.options} & seats]


def store_prediction(request: DeskRequest, game: str, key: str, value: str) -> DeskAnswer:
    """Save a prediction and answer with the confirmation."""
    request.require_person()
    reply = settling.submit_prediction(request.host, request.command, game, key, value)
    return DeskAnswer(reply.lines, names=reply.names) if reply.ok else answer_reply(reply)


def _format_predict_command(forecast: Forecast, request: DeskRequest, session: Session) -> str:
    example = label_options(forecast.options[:1], request.make_reader(session))[0].label
    game = "" if request.is_direct else f"{session.id} "  # who only watches has no game of their own in a message
    return f"predict {game}{forecast.key} {example}"


def format_forecasts(request: DeskRequest, session: Session) -> list[str]:
    """Format what can be predicted in a game, how to type it, and what the person has predicted."""
    reader, forecasts = (
        request.make_reader(session),
        views.load_game_view(request.host, session.id, request.by).forecasts,
    )
    slip = (
        settling.load_settled_slip(request.host, session, request.by)[0] if request.by and request.is_unseen else None
    )
    lines = [_format_forecast(each, reader, slip) for each in forecasts]
    if forecasts:
        example = request.format_command(_format_predict_command(forecasts[0], request, session))
        lines.append(
            reader.format_sentence(
                (
                    "You can write what you think will happen, for example {line}. Nobody sees it until the result is"
                    " known."
                ),
                line=example,
            )
        )
    lines += [points.format_settled_prediction(each, reader) for each in slip.told] if slip else []
    more = reader.format_sentence(
        "To see who predicts best, write {line}", line=request.format_command(f"predict {TABLE_WORD}")
    )
    return [*(lines or [reader.format_sentence(NOTHING_TO_PREDICT)]), more]


def _format_forecast(forecast: Forecast, reader: Reader, slip: PredictionSlip | None) -> str:
    choices = [choice.label for choice in label_options(forecast.options[:MOST_NAMED], reader)]
    mine = slip.open.get(forecast.key) if slip else None
    if mine is not None:
        return reader.format_sentence(
            "{about} Your prediction: {says}. To change it, use {key}.",
            key=forecast.key,
            about=forecast.text,
            says=mine.says,
        )
    return reader.format_sentence("{key}: {about} {choices}", key=forecast.key, about=forecast.text, choices=choices)


def format_prediction_table(request: DeskRequest, session: Session) -> list[str]:
    """Format the ranking of predictors of this game, and the all-time ranking where it is shown."""
    reader = request.make_reader(session)
    now = points.list_game_points(request.host, session, request.by)
    ever = points.list_all_time_points(request.host, session, request.by)
    if not now and not ever:
        return [reader.format_sentence("No prediction in this game has a result yet.")]
    lines = [
        reader.format_sentence("Predictions in this game:"),
        *(points.format_points_line(each, reader) for each in now),
    ]
    best = "; ".join(points.format_points_line(each, reader) for each in ever)
    of_all = reader.format_sentence(
        "Best predictions ever, {title}: {best}", title=ruleset(session.ruleset).title, best=best
    )
    return [*(lines if now else []), *([of_all] if ever else [])]


# -- what the host adds


def announce_predictions(tx: Transaction) -> None:
    """Announce at the table that spectators can make predictions, if the game offers any."""
    if tx.rules.list_forecasts(tx.game):
        tx.say(events.PredictionsOpened())


def add_forecasts(showing: GameView, game: Game[Any], session: Session, person: str) -> None:
    """Add to a person's view of a game what they may predict, and remove plays that would do the same."""
    offered = game.ruleset.list_forecasts(game)
    showing.forecasts = [each for each in offered if not settling.is_barred_from_predicting(session, person, each)]
    said_so = {each.play for each in showing.forecasts}
    showing.plays = [play for play in showing.plays if play.key not in said_so]
