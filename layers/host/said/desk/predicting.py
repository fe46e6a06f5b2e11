"""Predictions at the desk: what can be predicted, what somebody says, what has come of it, and who is good at it."""

from __future__ import annotations

from engine.kernel import Forecast, Illegal, Reader
from engine.rulesets import ruleset
from host.core import predictions
from host.core.session import RUNNING, Session
from host.core.store import prediction_slips
from host.core.store.prediction_slips import PredictionSlip
from host.said.answers import named
from host.said.desk.answer import Answer, refusal, said
from host.said.desk.request import Request
from host.shown import predictions as shown_predictions
from host.shown import views

TABLE = "table"
MOST_NAMED = 12  # choices of one forecast in a list
NOTHING = "There is nothing that you could predict just now."


def predict(request: Request) -> Answer:
    """By itself: what can be predicted; with `table`: the points; with the name of a forecast: what will come."""
    session, text = meant(request)
    if text.casefold() == TABLE:
        return said(table(request, session))
    if text:
        return predicted(request, session, text)
    return said(offered(request, session))


def meant(request: Request) -> tuple[Session, str]:
    """The game, which may be named first, and the words that are left. Who watches has no seat by which to tell."""
    first, _, rest = request.words.strip().partition(" ")
    named_first = request.host.store.game(first) if len(first) == 8 else None  # as ids are
    if named_first is not None:
        return named_first.session, rest.strip()
    try:
        return request.session(), request.words.strip()
    except Illegal:
        watched = _watched(request)
        if not watched:
            raise
        return max(watched, key=lambda session: session.made), request.words.strip()


def _watched(request: Request) -> list[Session]:
    """The games in which they have predicted before and that still run."""
    games = prediction_slips.of_person(request.host.store, request.by)[0] if request.by else []
    found = [each.session for each in request.host.store.games(games)]
    return [session for session in found if session.stage == RUNNING]


def predicted(request: Request, session: Session, text: str) -> Answer:
    """Somebody says what will come, where nobody else hears it."""
    request.in_private()
    key, _, value = text.partition(" ")
    forecasts = views.view(request.host, session.id, request.somebody().id).forecasts
    found = next((each for each in forecasts if each.key.casefold() == key.casefold()), None)
    if found is not None:
        labels = {choice.label.casefold(): choice.value for choice in named(found.options, request.reader(session))}
        value = str(labels.get(value.strip().casefold(), value))
        if not value:
            raise Illegal("Say what you think will come: {line}", line=request.spelled(_line(found, request, session)))
    return called(request, session.id, found.key if found else key, value)


def called(request: Request, game: str, key: str, value: str) -> Answer:
    """What they say is kept."""
    request.somebody()
    reply = predictions.predict(request.host, request.command, game, key, value)
    return Answer(reply.lines, names=reply.names) if reply.ok else refusal(reply)


def _line(forecast: Forecast, request: Request, session: Session) -> str:
    example = named(forecast.options[:1], request.reader(session))[0].label
    game = "" if request.private else f"{session.id} "  # who only watches has no game of their own in a message
    return f"predict {game}{forecast.key} {example}"


def offered(request: Request, session: Session) -> list[str]:
    """What can be predicted, how that is written, and what they have said."""
    reader, forecasts = request.reader(session), views.view(request.host, session.id, request.by).forecasts
    slip = predictions.mine(request.host, session, request.by)[0] if request.by and request.private else None
    lines = [_told(each, reader, slip) for each in forecasts]
    if forecasts:
        example = request.spelled(_line(forecasts[0], request, session))
        lines.append(
            reader.say("Say what you think will come, say {line}. Nobody sees it until it is told.", line=example)
        )
    lines += [shown_predictions.settled(each, reader) for each in slip.told] if slip else []
    more = reader.say("Who is good at it: {line}", line=request.spelled(f"predict {TABLE}"))
    return [*(lines or [reader.say(NOTHING)]), more]


def _told(forecast: Forecast, reader: Reader, slip: PredictionSlip | None) -> str:
    choices = [choice.label for choice in named(forecast.options[:MOST_NAMED], reader)]
    mine = slip.open.get(forecast.key) if slip else None
    if mine is not None:
        return reader.say("{key}: {about} You say: {says}.", key=forecast.key, about=forecast.text, says=mine.says)
    return reader.say("{key}: {about} {choices}", key=forecast.key, about=forecast.text, choices=choices)


def table(request: Request, session: Session) -> list[str]:
    """The points of this game, and the list of all times where it is shown."""
    reader = request.reader(session)
    now = shown_predictions.here(request.host, session, request.by)
    ever = shown_predictions.ever(request.host, session, request.by)
    if not now and not ever:
        return [reader.say("Nobody has predicted anything here that has been told.")]
    lines = [reader.say("Predictions in this game:"), *(shown_predictions.line(each, reader) for each in now)]
    best = "; ".join(shown_predictions.line(each, reader) for each in ever)
    of_all = reader.say("Of all times, {title}: {best}", title=ruleset(session.ruleset).title, best=best)
    return [*(lines if now else []), *([of_all] if ever else [])]
