"""The forms of a game's page: each is one request at the desk, and leads back to the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine.kernel import Illegal
from host.doors.web.markup.frame import STATUS, refused, trouble
from host.doors.web.pages import public_lobby
from host.doors.web.requests.form_request import FormRequest
from host.doors.web.requests.http import Response, see
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table import question_reports, talk
from host.doors.web.table.dock import PLAY, QUESTION
from host.said import answers
from host.said.desk import playing, predicting, refusals
from host.said.desk.answer import Answer
from host.said.desk.menu import DESK
from host.shown import views

AGAIN, NOBODY = "again", "-"  # a form names somebody, and never by leaving them out
Does = Callable[[RequestContext, str], Answer]


def act(request: RequestContext, game: str, action: str) -> Response:
    """Do it, and look at the table again; or say why not."""
    back = f"/g/{game}"
    if action == "square" and not request.word("do"):
        return trouble(request.words, refusals.NO_DEED, 409, back)
    if action not in ACTIONS:
        return trouble(request.words, refusals.NOT_DONE_HERE, 404, back)
    answer = Answer(ok=False)
    try:
        answer = ACTIONS[action](request, game)
    except Illegal as no:
        return trouble(request.words, no.text, STATUS.get(no.code, 409), back, **no.facts)
    finally:
        if not answer.ok:
            request.unmet()
    beside = "/talk" if action in talk.ACTIONS else ""
    if not answer.ok:
        return refused(answer.lines, request.reader(answer.names), back, answer.code)
    return see(f"/g/{answer.game or game}{beside}")


def _asked(word: str, request: RequestContext, game: str) -> Answer:
    """What the desk does, about whoever the form names."""
    chosen = request.word("seat") or request.word("wish") or NOBODY
    words = {"extend": f"{request.word('seconds')}s", "word": request.word("word")}.get(word, "")
    return DESK[word].does(FormRequest(request, words, chosen, game))


def _answer(request: RequestContext, game: str) -> Answer:
    return _answered(request, game, request.word("question"), request.fields.get("value", []))


def _answered(request: RequestContext, game: str, question: str, values: list[str]) -> Answer:
    shown = views.looked_at(request.host, views.found(request.host, game), request.who)
    asked = next((asked for asked in shown.asked if asked.who == shown.you and asked.goes_by([question])), None)
    value: object = values[:1]
    if asked is not None:
        values = [answers.numbered(word, answers.board_of(shown, asked)) for word in values]
        # Somebody asked to name a player types the name and not the seat.
        value = answers.answer(asked.form, answers.named(asked.options, request.reader(shown.names)), values)
    return playing.answer(FormRequest(request, game=game), game, asked.id if asked else question, value)


def _play(request: RequestContext, game: str) -> Answer:
    values = [request.word("words")] if request.word("words") else request.fields.get("value", [])
    return _played(request, game, request.word("key"), values)


def _played(request: RequestContext, game: str, key: str, values: list[str]) -> Answer:
    shown = views.looked_at(request.host, views.found(request.host, game), request.who)
    play = next((item for item in shown.plays if item.key == key), None)
    value: object = None
    if play is not None:
        values = [answers.numbered(word, answers.board_of(shown, play)) for word in values]
        value = answers.answer(play.form, answers.named(play.options, request.reader(shown.names)), values)
    return playing.make(FormRequest(request, game=game), game, key, value)


def _square(request: RequestContext, game: str) -> Answer:
    """A tap on the board, or a square typed beside it, does what was chosen above it."""
    do = request.word("do")
    values = [request.word("typed")] if request.word("by") else request.fields.get("value", [])
    if do.startswith(PLAY):
        return _played(request, game, do.removeprefix(PLAY), values)
    return _answered(request, game, do.removeprefix(QUESTION), values)


def _call(request: RequestContext, game: str) -> Answer:
    """Somebody new becomes known by it, as by sitting down."""
    return predicting.called(FormRequest(request, game=game), game, request.word("key"), request.word("value"))


AT_DESK = ("again", "join", "word", "begin", "admit", "invite", "leave", "kick", "standin", "vote", "pause", "resume")
ACTIONS: Mapping[str, Does] = {
    "call": _call,
    "answer": _answer,
    "play": _play,
    "square": _square,
    **talk.ACTIONS,
    **public_lobby.ACTIONS,
    **question_reports.ACTIONS,
    "bot": partial(_asked, "bots"),
    "close": partial(_asked, "endgame"),
    "extend": partial(_asked, "extend"),
    **{word: partial(_asked, word) for word in AT_DESK},
}
