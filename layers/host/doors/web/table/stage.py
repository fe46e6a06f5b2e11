"""The stage: lamp, board, seats and dock, each of which has one place and keeps it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from engine.kernel.view import Panel, SeatLine
from host.core.session import CLOSED, LOBBY, OVER, RUNNING
from host.doors.web.files import render_icon
from host.doors.web.markup import looks, pictures, players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table import board, ending, moment_pictures, question_forms
from host.doors.web.table.page_context import PageContext, render_countdown
from host.said.answers import find_question_topic, find_tappable_squares
from host.shown import words
from host.shown.views import QuestionView, ToldStep

LONGER = 70  # letters besides the question that fit the lamp
ROOM = 125  # letters that fit the lamp below a question, in its smallest size
MAX_AWAITED_NAMES = 4  # of those who choose in secret; of more, only how many
LONG_QUESTION = 52  # letters that fit the lamp, if they are smaller than at its usual size
AT_USUAL_SIZE = 36  # letters that fit it then
SPOKEN_TO = re.compile(r"\{who\},|, \{who\}[?.!]")  # their name stands apart, as one calls somebody
SENTENCE = re.compile(r"(?<=[.!?…])\s+")
USUAL_STATUSES = ("in", "playing")  # as most are, so it is not written out


def list_questions_here(context: PageContext, panel: Panel | None) -> list[QuestionView]:
    """Return the questions that the viewer is asked, without those of tables of the game other than `panel`; those that
    belong to no table shown are among them.
    """
    if not context.asked:
        return []
    others = {each.id for each in (context.shown.view.panels if context.shown.view else []) if each is not panel}
    return [asked for asked in context.asked if asked.id.partition("#")[0] not in others]


# -- the lamp: who, what, until when


def render_lamp(context: PageContext, panel: Panel | None, newest: str) -> Markup:
    """Render the lamp, the line above the board that shows the first question to the viewer at this table or, if there
    is none, whom the game waits for. Below it stands `newest`, a line of news, where there is room; while the game is
    paused, a sentence that says so instead.
    """
    newest = (
        context.say("The player who opened this game has stopped the clocks for now.")
        if context.shown.paused
        else newest
    )
    asked = list_questions_here(context, panel)
    inner = _render_your_turn(context, asked[0], newest) if asked else _render_waiting(context, panel, newest)
    return h("section", inner, class_="lamp you" if asked else "lamp", id="lamp", data_part="lamp")


def _render_your_turn(context: PageContext, asked: QuestionView, newest: str) -> Child:
    """Render, above the board, what the viewer is asked and until when; below it as much of the rest of the question's
    text as there is room for or, if it has no more text, the newest news (after the host's wording, if that speaks
    about the viewer and is replaced above).
    """
    text, more = split_question(format_own_question(context, asked))
    size = "long" if more or len(text) > AT_USUAL_SIZE else None
    head = h("h2", text, id=f"q-{question_forms.format_html_id(asked.id)}", tabindex="-1", class_=size)
    newest = f"{context.format_question(asked)} {newest}" if _speaks_about_asked(asked) else newest
    more = _cut_to_sentences(more)
    line = h("p", more or newest, class_="more" if more else None)
    return [
        players.render_player_token(context, asked.who),
        h("div", head, line),
        _render_question_deadline(context, asked.due, secret=asked.secret),
    ]


def render_rest_of_question(context: PageContext, asked: QuestionView) -> Child:
    """Render, for the dock, all of a question's text besides the sentences that ask, if it has more than 70 letters, as
    the line above the board may cut it off; else None.
    """
    more = split_question(format_own_question(context, asked))[1]
    return h("p", more, class_="hint") if len(more) > LONGER else None


def format_own_question(context: PageContext, asked: QuestionView) -> str:
    """Return a question's text for the player who is asked. A wording in the host's voice that speaks about the player
    to others is replaced by the plain one.
    """
    if not _speaks_about_asked(asked):
        return context.format_question(asked)
    return words.translate_question(asked.text, {"who": asked.who, **asked.facts}, None, context.reader)


def _speaks_about_asked(asked: QuestionView) -> bool:
    """Return whether the host's wording of a question speaks about the asked player instead of to them, that is
    contains their name otherwise than as one calls somebody; False without such a wording.
    """
    said = asked.said.text if asked.said else ""
    return "{who}" in said and not SPOKEN_TO.search(said)


def split_question(text: str) -> tuple[str, str]:
    """Split a question's text into the sentences that end with a question mark and the others, each joined to one text;
    a text of at most 52 letters or without a question mark at a sentence's end stays whole, with an empty rest.
    """
    sentences = SENTENCE.split(text)
    asks = [each for each in sentences if each.endswith("?")]
    if len(text) <= LONG_QUESTION or not asks:
        return text, ""
    return " ".join(asks), " ".join(each for each in sentences if not each.endswith("?"))


def _cut_to_sentences(text: str) -> str:
    """Return as many whole sentences of the text that explains a question as fit the line above the board (125
    letters), but at least one.
    """
    kept = ""
    for sentence in SENTENCE.split(text):
        if kept and len(kept) + len(sentence) >= ROOM:
            break
        kept = f"{kept} {sentence}".strip()
    return kept


def _render_question_deadline(context: PageContext, due: float, *, secret: bool = False) -> Child:
    """Render the time left to answer a question, unless it has no deadline or the game is paused, and a mark if the
    answer stays `secret`; None if there is neither.
    """
    left = render_countdown(context, due)
    tag = h("span", context.say("secret"), class_="tag") if secret else None
    if left is None:
        return h("div", tag, class_="due") if tag else None
    spoken = h("span", context.say("Time left:"), " ", class_="unseen")
    return h("div", spoken, left, h("small", context.say("left"), aria_hidden="true"), tag, class_="due")


def _render_waiting(context: PageContext, panel: Panel | None, newest: str) -> Child:
    """Render, above the board, whom the game waits for and how long, with the newest news; of secret questions only how
    many are open, unless the game lets everybody know whose they are (at most four names). Before and after the game
    and while it is paused, only say that.
    """
    shown = context.shown
    if shown.stage != RUNNING or shown.paused:
        return [render_icon("clock"), h("div", h("h2", _format_still_stage(context)))]
    others = [each for each in shown.asked if not each.secret and each.who != shown.you]
    found = [each for each in others if panel and each.id.partition("#")[0] == panel.id]
    if not found and not (shown.sealed and panel and panel.to_move):  # else secret answers are missing here
        found = others
    who = list(dict.fromkeys(each.who for each in found))
    hiding = [each for each in shown.sealing if each != shown.you]
    who = who or (hiding if len(hiding) <= MAX_AWAITED_NAMES else [])
    sealed = _format_secret_choices(context) if shown.sealed else ""
    head = context.say("Waiting for {who}.", who=who) if who else sealed or context.say("The game goes on.")
    line = newest or (sealed if who else "")
    sign = players.render_player_token(context, who[0]) if len(who) == 1 else render_icon("door")
    return [
        sign or render_icon("door"),
        h("div", h("h2", head), h("p", line)),
        _render_question_deadline(context, _find_soonest_deadline(context, found)),
    ]


def _format_secret_choices(context: PageContext) -> str:
    """Return how many secret choices the game waits for, or only that it does where the number would reveal
    something.
    """
    if not context.shown.counted:
        return context.say("Waiting for secret answers.")
    return context.say("Waiting for {n} secret {n:answer|answers}.", n=context.shown.sealed)


def _format_still_stage(context: PageContext) -> str:
    """Return a sentence on why the game waits for nobody: it has not begun, was closed, is over, or is paused."""
    stage = context.shown.stage
    if stage == LOBBY:
        return context.say("Before the game")
    if stage == CLOSED:
        return context.say("{title}: this game is closed.", title=context.shown.title)
    if stage == OVER:
        return context.say("The game is over.")
    return context.say("The player who opened this game has stopped the clocks for now.")


def _find_soonest_deadline(context: PageContext, asked: list[QuestionView]) -> float:
    """Return the earliest deadline of these questions, or 0 if there is none; those to computers do not count."""
    bots = {face.seat for face in context.shown.faces if face.bot}  # their time is up in a moment
    return min((each.due for each in asked if each.due and each.who not in bots), default=0.0)


# -- the board's place


def render_board_place(context: PageContext, panel: Panel | None, said: list[ToldStep]) -> Markup:
    """Render what stands in the board's place: the board of the shown table (`panel`), its pictures instead, or after
    the end the final places; on top of it the pictures of moments (events worth showing large) that are new in the
    steps `said`, and in a practice game the rule of a minigame.
    """
    drawn = _render_stage_pictures(context, panel) if panel else []
    shape = board.format_size_class(panel.board) if panel and panel.board and not drawn else ""
    inner: Child = ending.render_podium(context) if context.shown.stage == OVER else None
    if inner is None and panel is not None:
        inner = _render_stage_table(context, panel, drawn)
    panels = context.shown.view.panels if context.shown.view else []
    others = {each.id for each in panels if each is not panel and each.id != context.query.was}
    scenes = moment_pictures.render_new_moments(context, others, said)
    intro = _render_practice_rule(context, panel, said) if panel else None
    here = {"data_n": max((each.n for each in said), default=0), "data_table": panel.id if panel else None}
    return h("div", inner, intro, scenes, class_=f"place{shape}", id="place", data_part="place", **here)


def _render_practice_rule(context: PageContext, panel: Panel, said: list[ToldStep]) -> Child:
    """Render, in a practice game, the rule of the minigame in which the viewer is asked something, above the minigame,
    until they close it or have made a move in it (as the latest inputs `said` tell); None otherwise.
    """
    asked = list_questions_here(context, panel) if context.shown.practice else []
    topic = find_question_topic(context.shown, asked[0]) if asked else ""
    rule = context.find_rule(topic) if topic else None
    if rule is None:
        return None
    begun = f"{asked[0].key.partition('.')[0]}."
    if any(step.by == context.shown.you and step.key.startswith(begun) for step in said):
        return None
    close = h("summary", context.say("Got it"), id="intro-head")
    words = h("p", context.format_words(rule).removeprefix(f"{topic}: "))
    return h("details", close, h("h3", context.format_words(topic)), words, class_="intro", id="intro", open=True)


def _render_stage_table(context: PageContext, panel: Panel, drawn: Sequence[Child]) -> Child:
    """Render what stands for a table: its board alone, unless pictures (`drawn`) take its place or it has none; instead
    of it, then, the scene in the game's own drawing if the game brings one, or else these pictures.
    """
    if panel.board and not drawn:
        return board.render_board(context, panel, panel.board, list_usable_squares(context, panel))
    if (scene := looks.draw_scene(context, panel)) is not None:
        return scene.markup
    kind, style = {1: "game one", 2: "game"}.get(len(drawn), "game many"), looks.find_style(context, panel)
    return h("div", drawn, class_=f"{kind} {style}".strip(), tabindex="0", data_look=style or None)


def _render_stage_pictures(context: PageContext, panel: Panel) -> Sequence[Child]:
    """Render the pictures of a table; none if it has a board and the viewer is asked for a square of that."""
    view = context.shown.view
    wanted = any(find_tappable_squares(context.shown, asked) for asked in list_questions_here(context, panel))
    return [] if view is None or (panel.board and wanted) else pictures.render_pictures(context, view, panel)


def list_usable_squares(context: PageContext, panel: Panel) -> set[object]:
    """Return the numbers of the squares that the viewer can choose now, to answer a question or to make a play (a move
    that no question asks for).
    """
    ways = (question_forms.is_square_play, question_forms.is_list_play, question_forms.is_multi_square_play)
    plays = [item for item in context.shown.plays if any(way(item, panel) for way in ways)]
    squares = {option.value for item in plays for option in item.options}
    return squares.union(
        *(find_tappable_squares(context.shown, asked) for asked in list_questions_here(context, panel))
    )


# -- seats


def render_seats(context: PageContext, panel: Panel | None) -> Markup:
    """Render the players at this table with what is public about them, and the notes of table and game below; cached
    for all viewers.
    """
    return context.render_for_all(("seats", panel.id if panel else ""), partial(_render_seat_list, panel=panel))


def _render_seat_list(context: PageContext, panel: Panel | None) -> Markup:
    """Render the list of the players at a table, and the notes below it."""
    rows = [render_seat(context, each, panel) for each in panel.seats] if panel else []
    label = context.say("Players")
    notes = [*(panel.notes if panel else []), *(context.shown.view.notes if context.shown.view else [])]
    if notes:
        rows.append(h("li", [h("small", context.format_words(note)) for note in notes], class_="force"))
    return h("ul", rows, class_="seats", id="seats", data_part="seats", aria_label=label, tabindex="0")


def render_seat(context: PageContext, here: SeatLine, panel: Panel) -> Markup:
    """Render one player at a table (`here` is their line there), from the cache if nothing about them has changed."""
    turn, view = here.who in panel.to_move, context.shown.view
    total = next((line.total for line in view.standings if line.who == here.who), None) if view else None
    key = ("seat", here.who, here.status, turn, total, *here.marks)
    return context.render_cached(
        key, partial(_render_uncached_seat, context, here, total, turn=turn), own=here.who == context.shown.you
    )


def _render_uncached_seat(context: PageContext, here: SeatLine, total: int | None, *, turn: bool) -> Markup:
    """Render one player at a table: sign, name, `total` of money (none if it is None), marks and status, and for screen
    readers that it is their `turn`.
    """
    marks = ", ".join(map(context.format_words, here.marks))
    status = f"{', ' if marks else ''}{context.format_words(here.status)}"
    shown = h("small", marks, h("span", status, class_="unseen") if here.status in USUAL_STATUSES else status)
    to_move = h("span", " ", context.say("is next"), class_="unseen") if turn else None
    bank = h("span", context.format_money(total), class_="bank num") if total is not None else None
    kind = f"{question_forms.format_html_id(here.status)}{' turn' if turn else ''}"
    sign = players.render_player_token(context, here.who)
    return h("li", sign, h("b", context.format_words(here.who), to_move), bank, shown, class_=kind)
