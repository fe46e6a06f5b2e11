"""The forms of a game's page: each is one request at the desk, and leads back to the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine.kernel import Illegal
from host.core.extras import build_added_functions, list_extras
from host.core.session import LOBBY
from host.doors.web.markup.frame import STATUS, render_refusal, render_trouble
from host.doors.web.requests import own_words
from host.doors.web.requests.http import Response, redirect_to
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table import news
from host.doors.web.table.dock import PLAY, QUESTION
from host.doors.web.table.question_forms import OWN_WORDS
from host.said.desk import playing, refusals
from host.said.desk.answer import DeskAnswer
from host.said.desk.menu import DESK
from host.said.reading import matching
from host.shown import views

MAX_PART_DIGITS = 15  # of one part of a sum
AGAIN, NOBODY = "again", "-"  # a form names somebody, and never by leaving them out
Does = Callable[[RequestContext, str], DeskAnswer]


def handle_game_form(request: RequestContext, game: str, action: str) -> Response:
    """Run a form of a game's page, then redirect to the table, or answer with the reason of a refusal."""
    back = f"/g/{game}"
    if action == "square" and not request.read_field("do"):
        return render_trouble(request.words, refusals.NO_DEED, 409, back)
    if action not in GAME_FORM_ACTIONS:
        return render_trouble(request.words, refusals.NOT_DONE_HERE, 404, back)
    answer = DeskAnswer(ok=False)
    try:
        answer = GAME_FORM_ACTIONS[action](request, game)
    except Illegal as no:
        return render_trouble(request.words, no.text, STATUS.get(no.code, 409), back, **no.facts)
    finally:
        if not answer.ok:
            request.forget_newcomer()
    if answer.ok and answer.lines and action in SAID_IN_WORDS:
        return own_words.render_told(request, game, answer)
    beside = FORM_RETURNS.get(action, "")
    if not answer.ok:
        return render_refusal(answer.lines, request.build_reader(answer.names), back, answer.code)
    if action == "leave" and views.load_saved_game(request.host, game).session.stage == LOBBY:
        request.forget_departed_guest()
    return redirect_to(f"/g/{answer.game or game}{beside}")


def _run_desk_command(word: str, request: RequestContext, game: str) -> DeskAnswer:
    """Run a command that all platforms share (the desk), with the seat or request for a seat that the form names."""
    chosen = request.read_field("seat") or request.read_field("wish") or NOBODY
    words = {"extend": f"{request.read_field('seconds')}s", "word": request.read_field("word")}.get(word, "")
    return DESK[word].does(FormRequest(request, words, chosen, game))


def _submit_answer_form(request: RequestContext, game: str) -> DeskAnswer:
    parts = [int(each) for each in request.fields.get("add", []) if each.isdecimal() and len(each) <= MAX_PART_DIGITS]
    values = [str(sum(parts))] if parts else request.fields.get("value", [])
    return _submit_parsed_answer(request, game, request.read_field("question"), values)


def _submit_parsed_answer(request: RequestContext, game: str, question: str, values: list[str]) -> DeskAnswer:
    """Parse the values that a form sent for a question and pass the answer on."""
    shown = views.build_cached_view(request.host, views.load_saved_game(request.host, game), request.who)
    asked = next((asked for asked in shown.asked if asked.who == shown.you and asked.has_id_among([question])), None)
    value: object = values[:1]
    if asked is not None:
        # Somebody asked to name a player types the name and not the seat.
        # A button beside an empty field sends both.
        text = ", ".join(filter(None, values))
        value = matching.parse_answer_value(shown, asked, text) if values else ""
        if text and not matching.is_valid_answer(asked, value) and asked.form.kind != "text":
            return own_words.hear_own_words(request, game, text, asked.id)
    return playing.answer_exact_question(FormRequest(request, game=game), game, asked.id if asked else question, value)


def _submit_play_form(request: RequestContext, game: str) -> DeskAnswer:
    values = [request.read_field("words")] if request.read_field("words") else request.fields.get("value", [])
    return _submit_parsed_play(request, game, request.read_field("key"), values)


def _submit_parsed_play(request: RequestContext, game: str, key: str, values: list[str]) -> DeskAnswer:
    """Parse the values that a form sent for a move and make the move."""
    shown = views.build_cached_view(request.host, views.load_saved_game(request.host, game), request.who)
    play = next((item for item in shown.plays if item.key == key), None)
    value: object = None
    if play is not None:
        value = matching.parse_play_value(shown, play, ", ".join(values))
    return playing.submit_exact_play(FormRequest(request, game=game), game, key, value)


def _submit_square_form(request: RequestContext, game: str) -> DeskAnswer:
    """Use a tapped or typed square as the form says: answer a question with it or make a play."""
    do = request.read_field("do")
    values = [request.read_field("typed")] if request.read_field("by") else request.fields.get("value", [])
    if do.startswith(PLAY):
        return _submit_parsed_play(request, game, do.removeprefix(PLAY), values)
    return _submit_parsed_answer(request, game, do.removeprefix(QUESTION), values)


def _submit_own_words(request: RequestContext, game: str) -> DeskAnswer:
    return own_words.hear_own_words(request, game, request.read_field("words"))


SAID_IN_WORDS = (OWN_WORDS, "answer", "square")  # forms that may be answered with words
AT_DESK = ("again", "join", "word", "begin", "admit", "invite", "leave", "kick", "standin", "vote", "pause", "resume")
GAME_FORM_ACTIONS: Mapping[str, Does] = {
    "answer": _submit_answer_form,
    "play": _submit_play_form,
    "square": _submit_square_form,
    OWN_WORDS: _submit_own_words,
    **news.REPORT_FORM_ACTIONS,
    **build_added_functions(lambda extra: {word: form.does for word, form in extra.game_forms.items()}),
    "bot": partial(_run_desk_command, "bots"),
    "close": partial(_run_desk_command, "endgame"),
    "extend": partial(_run_desk_command, "extend"),
    **{word: partial(_run_desk_command, word) for word in AT_DESK},
}
FORM_RETURNS = {
    word: f"/{form.back}" for extra in list_extras() for word, form in extra.game_forms.items() if form.back
}
