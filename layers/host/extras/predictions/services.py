"""Predictions: what can be predicted, who is invited, what somebody says, what has come of it, who is good at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.kernel import (
    PUBLIC,
    Forecast,
    Game,
    Illegal,
    Outcome,
    Phrase,
    Play,
    Reader,
    Told,
    Words,
    phrase,
    upcast_told,
)
from engine.kernel.question import BELOW
from engine.rulesets import ruleset
from host.core import events, games
from host.core.context import HostContext, load_engine_game
from host.core.deadlines import expected_lengths
from host.core.session import CLOSED, OVER, RUNNING, Command, Reply, SeatedPlayer, Session
from host.core.store.items import ANSWER_KEY, Failed, Op, build_answer_put
from host.core.transaction import (
    NOT_RUNNING,
    Transaction,
    build_busy_reply,
    build_no_game_refusal,
    build_refusal,
    check_not_removed,
)
from host.extras.predictions import prediction_slips
from host.extras.predictions.prediction_slips import (
    Prediction,
    PredictionSlip,
    Score,
    SettledPrediction,
    TooManyPredict,
)
from host.said.answers import DeskAnswer, answer_lines, answer_reply, label_options
from host.said.desk import refusals
from host.said.desk.request import DeskRequest
from host.shown import views
from host.shown.views import GameView

TABLE_WORD = "table"


MOST_NAMED = 12  # choices of one forecast in a list


NOTHING_TO_PREDICT = "You cannot predict anything at the moment."


def show_or_predict(request: DeskRequest) -> DeskAnswer:
    """Handle a command about predictions: save the one that a button names; without words list what can be predicted,
    with buttons; with `table` show the ranking; or with a prediction's name and choice (or a player's name alone) save
    one.
    """
    if request.chosen:
        key, _, value = request.chosen.partition(" ")
        return store_prediction(request, request.find_game_id(), key, value)
    session, text = pick_predicted_game(request)
    if text.casefold() == TABLE_WORD:
        return answer_lines(settle_and_format_prediction_table(request, session))
    if text:
        return store_typed_prediction(request, session, text)
    shown = views.load_game_view(request.host, session.id, request.by if request.is_unseen else "")
    answer = answer_lines(settle_and_format_forecasts(request, session))
    answer.menu, answer.game = "predict" if shown.forecasts else "", session.id
    return answer


def pick_predicted_game(request: DeskRequest) -> tuple[Session, str]:
    """Return the session of the game that a command about predictions is about, and the command's other words: the game
    whose id comes first, else the one most likely meant here, else the newest running one in which the person has
    predicted before. Raise Illegal if there is none.
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
    """List the sessions of the running games in which the person has predicted before."""
    games = prediction_slips.list_games_and_score_owners(request.host.store, request.by)[0] if request.by else []
    found = [each.session for each in request.host.store.load_games(games)]
    return [session for session in found if session.stage == RUNNING]


def store_typed_prediction(request: DeskRequest, session: Session, text: str) -> DeskAnswer:
    """Parse and save a prediction that a person has typed, as its name and a choice (or the choice alone where only one
    asks about players); return the answer. Raise Illegal outside a private chat, or without a choice.
    """
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
    """Return those of these things to predict whose choices include players of the game."""
    seats = {player.seat for player in session.players}
    return [each for each in forecasts if {option.value for option in each.options} & seats]


def store_prediction(request: DeskRequest, game: str, key: str, value: str) -> DeskAnswer:
    """Save, for the sender of the request (whom some platforms register for it), the prediction `value` about the event
    `key` of a game, and return the answer that confirms it or says why it is refused. If the game has a play that says
    the same, make it, too, for a player.
    """
    request.require_person()
    reply = submit_prediction(request.host, request.command, game, key, value)
    return DeskAnswer(reply.lines, names=reply.names) if reply.ok else answer_reply(reply)


def _format_predict_command(forecast: Forecast, request: DeskRequest, session: Session) -> str:
    """Return, as an example, the command that makes this prediction with its first choice; outside a private chat it
    names the game.
    """
    example = label_options(forecast.options[:1], request.make_reader(session))[0].label
    game = "" if request.is_direct else f"{session.id} "  # who only watches has no game of their own in a message
    return f"predict {game}{forecast.key} {example}"


def settle_and_format_forecasts(request: DeskRequest, session: Session) -> list[str]:
    """Format, as lines for the person who asks, what can be predicted in a game and how to type it. Where nobody else
    reads it, first decide (and save) those of their predictions whose results are known, and add what they have
    predicted and how it came out.
    """
    reader, forecasts = (
        request.make_reader(session),
        views.load_game_view(request.host, session.id, request.by).forecasts,
    )
    slip = load_settled_slip(request.host, session, request.by)[0] if request.by and request.is_unseen else None
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
    lines += [format_settled_prediction(each, reader) for each in slip.told] if slip else []
    more = reader.format_sentence(
        "To see who predicts best, write {line}", line=request.format_command(f"predict {TABLE_WORD}")
    )
    return [*(lines or [reader.format_sentence(NOTHING_TO_PREDICT)]), more]


def _format_forecast(forecast: Forecast, reader: Reader, slip: PredictionSlip | None) -> str:
    """Format one thing that can be predicted: its choices (the first twelve), or in their place what the person (of
    `slip`) has predicted.
    """
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


def settle_and_format_prediction_table(request: DeskRequest, session: Session) -> list[str]:
    """Format, as lines for the person who asks, the ranking of predictors of this game, and the all-time one of the
    (first) place where it is shown, after deciding (and saving) everybody's predictions whose results are known; one
    sentence if no prediction has a result yet.
    """
    reader = request.make_reader(session)
    now = list_game_points(request.host, session, request.by)
    ever = list_all_time_points(request.host, session, request.by)
    if not now and not ever:
        return [reader.format_sentence("No prediction in this game has a result yet.")]
    lines = [
        reader.format_sentence("Predictions in this game:"),
        *(format_points_line(each, reader) for each in now),
    ]
    best = "; ".join(format_points_line(each, reader) for each in ever)
    of_all = reader.format_sentence(
        "Best predictions ever, {title}: {best}", title=ruleset(session.ruleset).title, best=best
    )
    return [*(lines if now else []), *([of_all] if ever else [])]


# -- what the host adds


def announce_predictions(tx: Transaction) -> None:
    """Announce at the table that spectators can make predictions, if the game offers any now. Called when a game at a
    slow pace begins.
    """
    if tx.rules.list_forecasts(tx.game):
        tx.say(events.PredictionsOpened())


def add_forecasts(showing: GameView, game: Game[Any], session: Session, person: str) -> None:
    """Add to a person's view of a game the predictions that they may make, and remove plays that would do the same.
    Called whenever a running game's view is built.
    """
    offered = game.ruleset.list_forecasts(game)
    showing.forecasts = [each for each in offered if not is_barred_from_predicting(session, person, each)]
    said_so = {each.play for each in showing.forecasts}
    showing.plays = [play for play in showing.plays if play.key not in said_so]


MAX_TAPPED_CHOICES = 12


def ask_who_is_out(tx: Transaction) -> None:
    """Tell players who were just put out by whose bomb, and until when. Invite all who are out of play, and have no
    open question, to make two predictions, if somebody was just put out, a round begins or predictions were decided.
    The predictions offered anew with each square come first. Called after each input to a game, whose news are in `tx`.
    """
    told = [each for each in tx.told if each.to == PUBLIC]
    fallen = {each.facts["who"] for each in told if each.deed == "outs"}
    begins = any(map(is_round_begin, told))
    outcomes = [outcome for each in told for outcome in tx.rules.list_outcomes(each)]
    if not (fallen or begins or outcomes):
        return
    asked = {question.who for question in tx.game.list_questions()}
    offered = sorted(tx.rules.list_forecasts(tx.game), key=lambda each: not each.renewed)
    again = any(outcome.settles_forecast(each.key) for outcome in outcomes for each in offered if each.renewed)
    people = [each for each in tx.session.players if not (each.bot or each.out) and each.person]
    for player in people:
        if player.seat in fallen:
            idle = player.seat not in asked
            tell_fallen(tx, player, list_two_forecasts(player.seat, offered) if idle else [], idle=idle)
    watchers = [
        each
        for each in people
        if not (each.seat in asked or each.seat in fallen or has_hand_in_round(each.seat, offered))
    ]
    results = list_new_results(tx, [each.person for each in watchers], outcomes) if outcomes else {}
    for player in watchers:
        two = list_two_forecasts(player.seat, offered)
        tell_watcher(tx, player, two, results.get(player.person, []), begins=begins or again)


def is_round_begin(told: Told) -> bool:
    """Return whether an announcement says that a round of the game begins."""
    beat = told.kind.beat if told.kind is not None else None
    return beat is not None and beat.kind == "begins" and bool(beat.what)


def list_two_forecasts(seat: str, offered: Sequence[Forecast]) -> list[Forecast]:
    """List the first two predictions, or the only one, that the player in this seat may make by one tap each: not those
    barred to them, nor with more than twelve choices.
    """
    return [each for each in offered if seat not in each.barred and len(each.options) <= MAX_TAPPED_CHOICES][:2]


def has_hand_in_round(seat: str, offered: Sequence[Forecast]) -> bool:
    """Return whether the player in this seat is barred from any of these predictions that is about a round or table,
    because they take part in it; predictions about the whole game do not count.
    """
    return any(seat in each.barred for each in offered if BELOW in each.key)


def tell_fallen(tx: Transaction, player: SeatedPlayer, two: Sequence[Forecast], *, idle: bool) -> None:
    """Tell a player whom this transaction has put out, in private, by whose bomb, if a player hid it, and that they
    are out: of the round or, if nothing is asked of them (`idle`), until the next round or cycle. Invite them to
    make the predictions `two`, none to two of them.
    """
    first, second = format_two_forecasts(two)
    out = build_fall_phrase(tx, player.seat, idle=idle)
    tx.whisper(player.seat, events.FallenAsked([each.key for each in two], first, second, out=out))


def build_fall_phrase(tx: Transaction, seat: str, *, idle: bool) -> Phrase:
    """Return in words by what a player has just been put out, if that can be said, and until when at most. Who is not
    `idle` may be in the next round already, and is told of no time.
    """
    session, until = tx.session, tx.rules.format_next_lap(tx.game.state) if idle else ""
    time = expected_lengths.format_expected_lap(session.ruleset, len(session.players), session.pace, session.options)
    if until and time:
        out = phrase("You are out until {until} (about {time} at most).", until=until, time=time)
    else:
        out = phrase("You are out until {until}.", until=until) if until else phrase("You are out of this round.")
    cause = tx.rules.phrase_fall(tx.told, seat)
    return phrase("{cause} {out}", cause=cause, out=out) if cause else out


def format_two_forecasts(two: Sequence[Forecast]) -> tuple[Words, Words]:
    """Return the texts of the questions of at most two predictions; an empty text for each that is missing."""
    return two[0].text if two else "", two[1].text if len(two) > 1 else ""


def tell_watcher(
    tx: Transaction, player: SeatedPlayer, two: Sequence[Forecast], results: Sequence[Words], *, begins: bool
) -> None:
    """Tell a player who is out, in private, how their predictions turned out or, without any results, with `begins`,
    that a round begins or goes on without them, and invite them to make two predictions; tell nothing if neither is the
    case or they can make none.
    """
    if not two:
        return
    (first, second), keys = format_two_forecasts(two), [each.key for each in two]
    if results:
        tx.whisper(player.seat, events.PredictionTold(join_results(results), first, keys, second))
    elif begins:
        tx.whisper(player.seat, events.WatchersAsked(first, keys, second))


def list_new_results(tx: Transaction, people: Sequence[str], outcomes: Sequence[Outcome]) -> dict[str, list[Words]]:
    """Return in words, by person, how these outcomes decide the open predictions of these people. The points are
    counted only when somebody next looks at the predictions.
    """
    found = dict[str, list[Words]]()
    for slip in prediction_slips.load_stale_slips(tx.host.store, tx.session.id, people):
        before = len(slip.told)
        for outcome in outcomes if slip.open else ():
            settle_outcome(slip, tx.session, tx.session.entries, outcome)
        found[slip.person] = [build_settled_phrase(each) for each in slip.told[before:]]
    return found


def join_results(results: Sequence[Words]) -> Words:
    """Join texts, at least one, each the result of a prediction, into one text."""
    return reduce(lambda one, other: phrase("{one} {other}", one=one, other=other), results)


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


A_HAND = "You play a part in this, or you know more than others. Only people who watch can predict it."


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
    """Return the points of a correct prediction: one for each of its choices (ten at most), and one for each correct
    prediction in an unbroken run before it (five at most).
    """
    return min(choices, MOST_POINTS) + min(run, MOST_FOR_A_RUN)


# -- predicting


def submit_prediction(host: HostContext, command: Command, game_id: str, key: str, value: object) -> Reply:
    """Save a person's prediction `value` about the event `key` of a game, in place of an earlier one about it; return
    the reply, which may be a refusal. If the game has a play that says the same, make it too for a person with a seat
    (whether that is refused does not count).
    """
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
    """Return what can be predicted under this key now; raise Illegal if nothing can (as the game does not run, or was
    moved or removed), if the person is unknown, or if they have a part in it.
    """
    check_not_removed(session)
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
    """Save a person's prediction and return the reply, which says the points that it may bring; begin again if their
    predictions were changed meanwhile (after several attempts reply that the host is busy). A command that was carried
    out before gets its earlier reply. Raise Illegal for an impossible value or too many predictions or predictors.
    """
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
                return replace(host.store.find_answer(command.idempotency_key) or reply, names=reply.names)
            continue
        return reply
    return build_busy_reply(session.id)


def _replace_name_with_seat(session: Session, forecast: Forecast, value: object) -> object:
    """Return the predicted value, or the seat of the player if it is a player's name (in any case) and not itself one
    of the choices.
    """
    if not isinstance(value, str) or value in [option.value for option in forecast.options]:
        return value
    seats = {name.casefold(): seat for seat, name in session.map_names_by_seat().items()}
    return seats.get(value.strip().casefold(), value)


def _add_to_slip(slip: PredictionSlip, key: str, new: Prediction, today: int) -> None:
    """Add a prediction to a person's slip (their predictions in a game), in place of one under the same key, and count
    it for today; nothing is saved. Raise Illegal if too many are open or were made today.
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
    """Return a person's predictions in a game (their slip) and its version, after deciding (and saving) those whose
    results have been announced; once the game is over, those still open count for nothing.
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
    """Return the predictions of all people in this game, after deciding (and saving) those whose results have been
    announced; once the game is over, those still open count for nothing.
    """
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
    """Return whether a slip has open predictions that something logged since it was last settled, or the end of the
    game, may decide.
    """
    return bool(slip.open) and (slip.upto < session.entries or session.stage in (OVER, CLOSED))


def iter_public_outcomes(host: HostContext, session: Session, first: int) -> Iterator[ToldOutcome]:
    """Yield the results by which public announcements decide predictions, each with the number of its log entry, from
    entry `first` of the game's log to its end.
    """
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
    """Decide the predictions on a person's slip by these results (when the game is over, those left count for nothing)
    and add the points to every ranking, in one transaction; return the slip and its version. It keeps the last eight
    decided ones, and is saved only if it was decided on, has none open, or the log has gone far ahead. Raise Failed if
    it was changed meanwhile.
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
    """Take off a person's slip the open predictions, made by log entry `n`, that this result told there decides; note
    on it how each turned out, save nothing, and return their points, 0 for a wrong one. One made before its author took
    a seat, or that cannot be decided any more, counts for nothing and is not returned.
    """
    you, brought = session.find_player_of(slip.person), []
    for key in [key for key, each in slip.open.items() if each.at <= n and outcome.settles_forecast(key)]:
        said = slip.open.pop(key)
        void = outcome.right is None or (you is not None and you.since >= said.at)
        right = not void and said.value in (outcome.right or ())
        points = compute_prediction_points(said.choices, slip.score.run) if right else 0
        slip.told.append(SettledPrediction(said.about, said.says, points, void))
        if not void:
            slip.score.add_result(points)
            brought.append(points)
    return brought


def list_score_owners(session: Session) -> list[str]:
    """Return the places that show this game (as `chat:PLACE`), in whose all-time rankings of predictors it counts;
    for a game shown in none, the host's own list.
    """
    return [f"chat:{place}" for place in session.places] or [AT_HOME]


MAX_POINTS_LINES = 10  # lines of a list


SOMEBODY = phrase("somebody")


TITLES = (  # by how many were right
    (250, phrase("Oracle")),
    (100, phrase("Clairvoyant")),
    (40, phrase("Seer")),
    (10, phrase("Reader of Tea Leaves")),
)


RUNS = ((10, phrase("Second Sight")), (5, phrase("Hot Hand")))  # by how many were right one after another


POINTS_TEMPLATE = "{n}. {name}: {points:n} point{points:s}, {right:n} of {settled:n} right, longest run {best:n}"


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
    """Return the ranking of the people whose predictions in this game have been decided, after deciding (and saving)
    all whose results are known: the best ten and `person`, the viewer, if they are among them.
    """
    found: list[PredictionSlip] = load_all_settled_slips(host, session)
    return rank_scores(host, ((slip.person, slip.score) for slip in found), person)


def list_all_time_points(host: HostContext, session: Session, person: str) -> list[PointsLine]:
    """Return the all-time ranking of predictors for this kind of game, among people of the (first) place where this
    game is shown: the best ten and `person`, the viewer, if they are among them.
    """
    owner = list_score_owners(session)[0]
    found = prediction_slips.iter_scores(host.store, owner)
    return rank_scores(host, ((who, scores.get(session.ruleset, Score())) for who, scores in found), person)


def rank_scores(host: HostContext, scores: Iterable[tuple[str, Score]], person: str) -> list[PointsLine]:
    """Return the ten best scores and that of the viewer (`person`) as lines of a ranking, the best first; equal
    points share a place, and scores without a decided prediction are left out.
    """
    told = sorted((each for each in scores if each[1].settled), key=lambda each: (-each[1].points, each[0]))
    places: dict[int, int] = {}
    for n, (_, score) in enumerate(told, 1):
        places.setdefault(score.points, n)
    shown = [each for n, each in enumerate(told) if n < MAX_POINTS_LINES or each[0] == person]
    names = host.store.load_person_names([who for who, _ in shown])
    return [PointsLine(places[score.points], names.get(who) or SOMEBODY, score, who == person) for who, score in shown]


def format_points_line(each: PointsLine, reader: Reader) -> str:
    """Format one line of a ranking of predictors: place, name, points and titles."""
    score = each.score
    text = reader.format_sentence(POINTS_TEMPLATE, n=each.n, name=each.name, **score_facts(score))
    return ", ".join([text, *(f"“{reader.format_value(title)}”" for title in list_titles(score))])


def score_facts(score: Score) -> dict[str, int]:
    """Return the figures of a predictor's score (`points`, `right`, `settled`, `best`) by these names, which sentences
    use for them.
    """
    return {"points": score.points, "right": score.right, "settled": score.settled, "best": score.best}


def format_settled_prediction(each: SettledPrediction, reader: Reader) -> str:
    """Format for a reader what a person predicted, and whether it was right."""
    return reader.format_value(build_settled_phrase(each))


def build_settled_phrase(each: SettledPrediction) -> Phrase:
    """Build the phrase that says what a person predicted, and whether it was right (with the points), wrong, or never
    decided.
    """
    facts = {"about": each.about, "says": each.says}
    if each.void:
        return phrase("{about} You said “{says}”. It does not count, because this was never decided.", **facts)
    if not each.points:
        return phrase("{about} You said “{says}”: wrong.", **facts)
    return phrase("{about} You said “{says}”: right! {points:n} point{points:s}.", points=each.points, **facts)


MOST_TOLD = 3


POINTS_ROW = "{n}. {who} {points:n} point{points:s}"


A_WATCHER = phrase("a spectator")  # whose name is in no log of a game


def tell_points(tx: Transaction) -> None:
    """Announce to everybody the three best predictors of this game with their points, if anybody has any; spectators
    are not named. Predictions are decided only for this count; nothing is saved. Called with the game's morning recap
    and when a cycle or the game ends.
    """
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
    """Decide the predictions on this copy of a person's slip (their predictions in a game), by all public announcements
    so far and those of this input; nothing is saved.
    """
    if not slip.open:
        return
    now = [each for told in tx.told if told.to == PUBLIC for each in tx.rules.list_outcomes(told)]
    before = iter_public_outcomes(tx.host, tx.session, slip.upto)
    for n, outcome in [*before, *(ToldOutcome(tx.session.entries, each) for each in now)]:
        settle_outcome(slip, tx.session, n, outcome)


def _name_predictor(session: Session, person: str) -> Words:
    """Return the seat of a predictor, or words for a spectator, whose name is in no log of a game."""
    player = session.find_player_of(person)
    return player.seat if player else A_WATCHER
