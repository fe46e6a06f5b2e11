"""Takes, keeps and settles predictions: what those who are out, or only watch, say will come.

They never change a game: they lie beside it, each person's on one slip. Nobody else sees them until they are told, and
they are settled by nothing but what everybody was told, when somebody looks. The rules say what can be predicted and
what has come of it (`forecasts` and `outcomes` of a ruleset).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.kernel import PUBLIC, Forecast, Illegal, Outcome, Play, Told, as_event
from engine.rulesets import ruleset
from host.core import games
from host.core.commands import Command
from host.core.committing import busy, no_game, refused
from host.core.context import HostContext
from host.core.loading import loaded
from host.core.session import CLOSED, OVER, RUNNING, Reply, Session
from host.core.store import prediction_slips
from host.core.store.commit import SEEN, marker
from host.core.store.items import Failed, Op
from host.core.store.prediction_slips import Prediction, PredictionSlip, SettledPrediction, TooManyPredict
from host.core.transaction import NOT_RUNNING

DAY = 86400.0
MOST_OPEN = 20  # predictions of one person in one game
MOST_A_DAY = 100
MOST_POINTS, MOST_FOR_A_RUN = 10, 5
SELDOM = 100  # entries of a log after which it is noted that nothing was settled by them
KEPT = 8  # settled predictions that a slip still shows
AT_HOME = "house"  # whose list it is where a game is shown in no place

TAKEN = "You say: {says}. Nobody sees it until it is told; if you are right, it brings {points:n} point{points:s}."
NOT_NOW = "That cannot be predicted now, or has been told already."
A_HAND = "You have a hand in that, or know more than others: it is for those who only watch."
ENOUGH = "You have {n} predictions open here. Wait until some of them are told."
TOO_MANY = "You have predicted enough for today."
CROWD = "So many people predict in this game that there is no room for more."


class ToldOutcome(NamedTuple):
    """An outcome, and the entry of the log in which it was told."""

    n: int
    outcome: Outcome


def barred(session: Session, person: str, forecast: Forecast) -> bool:
    """Has somebody a seat that has a hand in this? Also while a computer stands in for them, and when they are out."""
    you = session.at(person)
    return you is not None and you.seat in forecast.barred


def worth(choices: int, run: int) -> int:
    """The more choices there were, and the more were right one after another before it, the more points."""
    return min(choices, MOST_POINTS) + min(run, MOST_FOR_A_RUN)


# -- predicting


def predict(host: HostContext, command: Command, game_id: str, key: str, value: object) -> Reply:
    """Somebody says what will come; said anew, it replaces what they said before."""
    saved = host.store.game(game_id)
    if saved is None:
        return refused(host, command, no_game())
    try:
        forecast = _meant(saved.session, command.by, key)
        reply = _taken(host, command, saved.session, forecast, value)
    except Illegal as no:
        return refused(host, command, no, saved.session)
    if reply.ok and forecast.play and saved.session.at(command.by):
        games.play(host, Command(by=command.by), game_id, forecast.play, value)
    return reply


def _meant(session: Session, person: str, key: str) -> Forecast:
    if session.stage != RUNNING or session.moved:
        raise Illegal(NOT_RUNNING)
    rules = ruleset(session.ruleset)
    found = next((each for each in rules.forecasts(loaded(rules, session)[0]) if each.key == key), None)
    if found is None:
        raise Illegal(NOT_NOW)
    if not person:
        raise Illegal("I do not know you yet.")
    if barred(session, person, found):
        raise Illegal(A_HAND)
    return found


def _taken(host: HostContext, command: Command, session: Session, forecast: Forecast, value: object) -> Reply:
    said = Play(forecast.key, forecast.text, forecast.options).check(_in_seats(session, forecast, value))
    chosen = next(option for option in forecast.options if option.value == said)
    for _ in range(host.config.retries):
        slip, version = mine(host, session, command.by)
        new = Prediction(forecast.text, str(said), chosen.label, len(forecast.options), session.entries)
        facts = {"says": new.says, "points": worth(new.choices, slip.score.run)}
        reply = Reply(ok=True, lines=[Told(TAKEN, facts)], game=session.id, names=session.names())
        _written(slip, forecast.key, new, int(host.now() // DAY))
        seen: list[Op] = [marker(command.mark, reply, host.now())] if command.mark else []
        try:
            prediction_slips.keep(host.store, slip, version, seen)
        except TooManyPredict:
            raise Illegal(CROWD) from None
        except Failed as failed:
            if any(item is not None and item.sk == SEEN for item in failed.found.values()):
                return host.store.answered(command.mark) or reply
            continue
        return reply
    return busy(session.id)


def _in_seats(session: Session, forecast: Forecast, value: object) -> object:
    """People are meant by their names, too; but whoever is called as a choice is takes nothing from it."""
    if not isinstance(value, str) or value in [option.value for option in forecast.options]:
        return value
    seats = {player.name.casefold(): player.seat for player in session.players}
    return seats.get(value.strip().casefold(), value)


def _written(slip: PredictionSlip, key: str, new: Prediction, today: int) -> None:
    """Put it on the slip, if there is room."""
    if key not in slip.open and len(slip.open) >= MOST_OPEN:
        raise Illegal(ENOUGH, n=MOST_OPEN)
    slip.day, slip.made = today, slip.made + 1 if slip.day == today else 1
    if slip.made > MOST_A_DAY:
        raise Illegal(TOO_MANY)
    slip.open[key] = new
    if len(slip.open) == 1:
        slip.upto = new.at


# -- settling


def mine(host: HostContext, session: Session, person: str) -> tuple[PredictionSlip, int]:
    """Somebody's slip with all settled that has been told, and its version."""
    while True:
        slip, version = prediction_slips.slip(host.store, session.id, person)
        if not _waits(slip, session):
            return slip, version
        try:
            return _settled(host, session, slip, version, heard(host, session, slip.upto))
        except Failed:  # somebody else has just settled it
            continue


def everybodys(host: HostContext, session: Session) -> list[PredictionSlip]:
    """The slips of all who predict in this game, with all settled that has been told."""
    found = prediction_slips.slips(host.store, session.id)
    waiting = [slip.upto for slip, _ in found if _waits(slip, session)]
    told = [*heard(host, session, min(waiting))] if waiting else []
    settled = []
    for slip, version in found:
        try:
            settled.append(_settled(host, session, slip, version, told)[0] if _waits(slip, session) else slip)
        except Failed:
            settled.append(mine(host, session, slip.person)[0])
    return settled


def _waits(slip: PredictionSlip, session: Session) -> bool:
    return bool(slip.open) and (slip.upto < session.entries or session.stage in (OVER, CLOSED))


def heard(host: HostContext, session: Session, first: int) -> Iterator[ToldOutcome]:
    """What has come of anything, in what everybody was told from this entry of the log on."""
    rules = ruleset(session.ruleset)
    while first < session.entries and (log := host.store.log(session.id, first)):
        for entry in log:
            for told in entry.told:
                if told.to == PUBLIC:
                    yield from (ToldOutcome(entry.n, outcome) for outcome in rules.outcomes(as_event(rules, told)))
        first = log[-1].n + 1


def _settled(
    host: HostContext, session: Session, slip: PredictionSlip, version: int, told: Iterable[ToldOutcome]
) -> tuple[PredictionSlip, int]:
    """Settle what is on a slip, and count it wherever it counts, all in one transaction; raises Failed."""
    points = [each for n, outcome in told for each in _told(slip, session, n, outcome)]
    if session.stage in (OVER, CLOSED):
        slip.told += [SettledPrediction(each.about, each.says, void=True) for each in slip.open.values()]
        slip.open = {}
    slip.told = slip.told[-KEPT:]
    behind, slip.upto = session.entries - slip.upto, session.entries
    ops: list[Op] = []
    for owner in owners(session) if points else []:
        ops += prediction_slips.raised(host.store, owner, slip.person, session.ruleset, points)
    if points or not slip.open or behind >= SELDOM:
        prediction_slips.keep(host.store, slip, version, ops)
        version += 1
    return slip, version


def _told(slip: PredictionSlip, session: Session, n: int, outcome: Outcome) -> Iterator[int]:
    """The points of what this outcome settles; whoever took a seat after they had spoken gets none for it."""
    you = session.at(slip.person)
    for key in [key for key, each in slip.open.items() if each.at <= n and outcome.settles(key)]:
        said = slip.open.pop(key)
        void = outcome.right is None or (you is not None and you.since > said.at)
        right = not void and said.value in (outcome.right or ())
        points = worth(said.choices, slip.score.run) if right else 0
        slip.told.append(SettledPrediction(said.about, said.says, points, void))
        if not void:
            slip.score.count(points)
            yield points


def owners(session: Session) -> list[str]:
    """Whose all-time lists it counts for: those of the places that show the game."""
    return [f"chat:{place}" for place in session.places] or [AT_HOME]
