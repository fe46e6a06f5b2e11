"""The forms of a game's page: each calls one use-case of the host, and leads back to the page."""

from __future__ import annotations

from collections.abc import Callable

from host.core import games, predictions, seats, ticking
from host.core.session import RUNNING, Reply
from host.doors.web.dock import PLAY, QUESTION
from host.doors.web.frame import refused, trouble
from host.doors.web.http import Response, see
from host.doors.web.request_context import RequestContext
from host.said import answers
from host.shown import views
from host.shown.views import Showing

Does = Callable[[RequestContext, str], Reply]
FOR_GOOD = ("leave", "close")
NO_TAP = "Say first what a tap on a square should do."


def act(visit: RequestContext, game: str, action: str) -> Response:
    """Do it, and look at the table again; or say why not."""
    if action == "square" and not visit.word("do"):
        return trouble(visit.words, NO_TAP, 409, f"/g/{game}")
    if action not in ACTIONS:
        return trouble(visit.words, "That cannot be done here.", 404, f"/g/{game}")
    if action in FOR_GOOD and not visit.word("sure") and _shown(visit, game).stage == RUNNING:
        return trouble(visit.words, "Tick the box if you are sure.", 409, f"/g/{game}")
    reply = ACTIONS[action](visit, game)
    back = f"/g/{game}"
    return see(back) if reply.ok else refused(reply, visit.reader(reply.names), back)


def _answer(visit: RequestContext, game: str) -> Reply:
    return _answered(visit, game, visit.word("question"), visit.fields.get("value", []))


def _answered(visit: RequestContext, game: str, question: str, values: list[str]) -> Reply:
    shown = _shown(visit, game)
    asked = next((asked for asked in shown.asked if asked.who == shown.you and asked.goes_by([question])), None)
    value: object = values[:1]
    if asked is not None:
        values = [answers.numbered(word, answers.board_of(shown, asked)) for word in values]
        # Somebody asked to name a player types the name and not the seat.
        value = answers.answer(asked.form, answers.named(asked.options, visit.reader(shown.names)), values)
    return games.answer(visit.house, visit.command(), game, asked.id if asked else question, value)


def _play(visit: RequestContext, game: str) -> Reply:
    values = [visit.word("words")] if visit.word("words") else visit.fields.get("value", [])
    return _played(visit, game, visit.word("key"), values)


def _played(visit: RequestContext, game: str, key: str, values: list[str]) -> Reply:
    shown = _shown(visit, game)
    play = next((item for item in shown.plays if item.key == key), None)
    value: object = None
    if play is not None:
        values = [answers.numbered(word, answers.board_of(shown, play)) for word in values]
        value = answers.answer(play.form, answers.named(play.options, visit.reader(shown.names)), values)
    return games.play(visit.house, visit.command(), game, key, value)


def _square(visit: RequestContext, game: str) -> Reply:
    """A tap on the board, or a square typed beside it, does what was chosen above it."""
    do = visit.word("do")
    values = [visit.word("typed")] if visit.word("by") else visit.fields.get("value", [])
    if do.startswith(PLAY):
        return _played(visit, game, do.removeprefix(PLAY), values)
    return _answered(visit, game, do.removeprefix(QUESTION), values)


def _shown(visit: RequestContext, game: str) -> Showing:
    return views.view(visit.house, game, visit.who)


def _join(visit: RequestContext, game: str) -> Reply:
    if visit.person is None and (no := games.no_seat(visit.house, game, visit.word("invited"))):
        return no
    visit.let_in()
    reply = games.join(visit.house, visit.command(), game, visit.guest(game))
    if not reply.ok:
        visit.unmet()
    return reply


def _call(visit: RequestContext, game: str) -> Reply:
    """Somebody new becomes known by it, as by sitting down."""
    visit.let_in()
    visit.guest(game)
    reply = predictions.predict(visit.house, visit.command(), game, visit.word("key"), visit.word("value"))
    if not reply.ok:
        visit.unmet()
    return reply


def _begin(visit: RequestContext, game: str) -> Reply:
    return games.begin(visit.house, visit.command(), game)


def _bot(visit: RequestContext, game: str) -> Reply:
    return games.add_bot(visit.house, visit.command(), game)


def _admit(visit: RequestContext, game: str) -> Reply:
    return seats.admit(visit.house, visit.command(), game, visit.word("wish"))


def _invite(visit: RequestContext, game: str) -> Reply:
    return seats.close_door(visit.house, visit.command(), game)


def _leave(visit: RequestContext, game: str) -> Reply:
    return seats.leave(visit.house, visit.command(), game)


def _kick(visit: RequestContext, game: str) -> Reply:
    return seats.kick(visit.house, visit.command(), game, visit.word("seat"))


def _stand_in(visit: RequestContext, game: str) -> Reply:
    return seats.takeover(visit.house, visit.command(), game, visit.word("seat"))


def _vote(visit: RequestContext, game: str) -> Reply:
    return seats.vote_out(visit.house, visit.command(), game, visit.word("seat"))


def _pause(visit: RequestContext, game: str) -> Reply:
    return ticking.pause(visit.house, visit.command(), game)


def _resume(visit: RequestContext, game: str) -> Reply:
    return ticking.resume(visit.house, visit.command(), game)


def _extend(visit: RequestContext, game: str) -> Reply:
    text = visit.word("seconds")
    seconds = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    return ticking.extend(visit.house, visit.command(), game, seconds)


def _close(visit: RequestContext, game: str) -> Reply:
    return seats.close(visit.house, visit.command(), game)


ACTIONS: dict[str, Does] = {
    "answer": _answer,
    "play": _play,
    "square": _square,
    "join": _join,
    "call": _call,
    "begin": _begin,
    "bot": _bot,
    "admit": _admit,
    "invite": _invite,
    "leave": _leave,
    "kick": _kick,
    "standin": _stand_in,
    "vote": _vote,
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "close": _close,
}
