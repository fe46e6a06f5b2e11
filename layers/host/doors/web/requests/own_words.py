"""Reads what people write on a game's page in their own words, and answers it: small talk, or what may be meant."""

from __future__ import annotations

from engine.kernel import Reader, format_told
from host.doors.web.markup.frame import render_frame
from host.doors.web.markup.html import h
from host.doors.web.requests.http import Response, build_html_response
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table.page_context import render_action_form
from host.doors.web.table.question_forms import OWN_WORDS
from host.said import hearing
from host.said.desk.answer import DeskAnswer, answer_help
from host.said.desk.menu import ALIASES, DESK, DeskService
from host.said.desk.request import DeskRequest
from host.said.reading import readable

LONGEST_WRITTEN = 600  # characters of what is written that are read
READ_AS_PLAYS = ("pick", "use", "lock", "peek", "list")  # which the reader of all doors understands
PAGE_COMMANDS = (
    *("board", "score", "mystuff", "rules", "report", "seals", "check", "stats", "games"),
    *("standin", "pause", "resume", "extend", "settings", "help"),
)
WITH_WORDS = ("rules", "report", "standin", "extend", "settings")  # commands that are followed by more


def _show_page_help(request: DeskRequest) -> DeskAnswer:
    """Answer with a list of everything that can be written into the page's text field."""
    listed = ((word, DESK[word]) for word in (*READ_AS_PLAYS, *PAGE_COMMANDS))
    return answer_help((each.format_command(word, request.format_words), each.summary) for word, each in listed)


PAGE_SERVICES = {
    **DESK,
    "help": DeskService("", DESK["help"].summary, DESK["help"].right, _show_page_help),
}


def hear_own_words(request: RequestContext, game: str, text: str, question: str = "") -> DeskAnswer:
    """Carry out or answer a text that a player has written on a game's page. With `question` it can answer only that
    question.
    """
    text = text[:LONGEST_WRITTEN].strip()
    word, _, rest = text.removeprefix("/").removeprefix("!").partition(" ")
    word = ALIASES.get(word.casefold(), word.casefold())
    if word in PAGE_COMMANDS and (not rest or word in WITH_WORDS):
        return PAGE_SERVICES[word].does(FormRequest(request, rest.strip(), game=game))
    form = FormRequest(request, text, game=game)
    form.question = question
    return hearing.answer_free_text(form, readable.PAGE, PAGE_SERVICES) or DeskAnswer()


def render_told(request: RequestContext, game: str, answer: DeskAnswer) -> Response:
    """Build the page that answers a written text, with a button for each thing that may be meant."""
    reader: Reader = request.build_reader(answer.names)
    lines = [h("p", line) for told in answer.lines for line in format_told(told, reader).splitlines() if line.strip()]
    ways = [
        render_action_form(
            f"/g/{game}/{OWN_WORDS}",
            request.host.token(16),
            h("input", type="hidden", name="words", value=line),
            h("button", label),
            class_="simple",
        )
        for label, line in answer.ways
    ]
    back = h("p", h("a", request.say("Back to the game"), href=f"/g/{game}", class_="go"))
    told = h("div", lines, h("div", ways, class_="row") if ways else None, class_="told", role="status")
    title = request.say("The host answers")
    return build_html_response(render_frame(request.words, title, h("main", told, back, class_="pages")))
