"""The stage: lamp, board, seats and dock, each of which has one place and keeps it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from engine.kernel.view import Panel, Seat
from host.core.session import LOBBY, OVER, RUNNING
from host.doors.web.files import icon
from host.doors.web.markup import pictures, players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table import asking, board, moment_pictures, podium
from host.doors.web.table.page_context import PageContext, clock
from host.said.answers import squares_of
from host.shown import words
from host.shown.text_view import to_come
from host.shown.views import QuestionView, ToldStep

LONGER = 70  # letters besides the question that fit the lamp
LONG_QUESTION = 52  # letters that fit the lamp, if they are smaller than at its usual size
AT_USUAL_SIZE = 36  # letters that fit it then
SPOKEN_TO = re.compile(r"\{who\},|, \{who\}[?.!]")  # their name stands apart, as one calls somebody
SENTENCE = re.compile(r"(?<=[.!?…])\s+")
USUAL = ("in", "playing")  # whoever is neither out nor anything else is as most are, and need not read it


def here(context: PageContext, panel: Panel | None) -> list[QuestionView]:
    """What the viewer is asked on this table, or on none that is shown."""
    if not context.asked:
        return []
    others = {each.id for each in (context.shown.view.panels if context.shown.view else []) if each is not panel}
    return [asked for asked in context.asked if asked.id.partition("#")[0] not in others]


# -- the lamp: who, what, until when


def lamp(context: PageContext, panel: Panel | None, newest: str) -> Markup:
    """The question to the viewer, alone and in full; or whom everybody waits for."""
    newest = context.say("The host has paused the game.") if context.shown.paused else newest
    asked = here(context, panel)
    inner = _your_turn(context, asked[0], newest) if asked else _waiting(context, panel, newest)
    return h("section", inner, class_="lamp you" if asked else "lamp", id="lamp", data_part="lamp")


def _your_turn(context: PageContext, asked: QuestionView, newest: str) -> Child:
    text, more = parted(to_you(context, asked))
    size = "long" if more or len(text) > AT_USUAL_SIZE else None
    head = h("h2", text, id=f"q-{asking.slug(asked.id)}", tabindex="-1", class_=size)
    newest = f"{context.question(asked)} {newest}" if _speaks_of(asked) else newest
    line = h("p", more or newest, class_="more" if more else None)
    return [players.token(context, asked.who), h("div", head, line), _due(context, asked.due, secret=asked.secret)]


def besides(context: PageContext, asked: QuestionView) -> Child:
    """What is said besides a question, in full, where the lamp has no room for all of it."""
    more = parted(to_you(context, asked))[1]
    return h("p", more, class_="hint") if len(more) > LONGER else None


def to_you(context: PageContext, asked: QuestionView) -> str:
    """What is asked, in words to whoever is asked: what the host's voice says of them to others is not."""
    if not _speaks_of(asked):
        return context.question(asked)
    return words.question(asked.text, {"who": asked.who, **asked.facts}, None, context.reader)


def _speaks_of(asked: QuestionView) -> bool:
    said = asked.said.text if asked.said else ""
    return "{who}" in said and not SPOKEN_TO.search(said)


def parted(text: str) -> tuple[str, str]:
    """What is asked, and what is said besides: the sentence that is the question, and the others."""
    sentences = SENTENCE.split(text)
    asks = [n for n, each in enumerate(sentences) if each.endswith("?")]
    if len(text) <= LONG_QUESTION or len(asks) != 1:
        return text, ""
    return sentences.pop(asks[0]), " ".join(sentences)


def _due(context: PageContext, due: float, *, secret: bool = False) -> Child:
    """Until when; and whether nobody else sees the answer."""
    left = clock(context, due)
    tag = h("span", context.say("secret"), class_="tag") if secret else None
    if left is None:
        return h("div", tag, class_="due") if tag else None
    spoken = h("span", context.say("Time left:"), " ", class_="unseen")
    return h("div", spoken, left, h("small", context.say("left"), aria_hidden="true"), tag, class_="due")


def _waiting(context: PageContext, panel: Panel | None, newest: str) -> Child:
    """Whom everybody waits for, and how long yet; of what is secret only how much."""
    shown = context.shown
    if shown.stage != RUNNING or shown.paused:
        return [icon("clock"), h("div", h("h2", _standing_still(context)))]
    found = [each for each in shown.asked if not each.secret and each.who != shown.you]
    found = [each for each in found if panel and each.id.partition("#")[0] == panel.id] or found
    who = list(dict.fromkeys(each.who for each in found))
    sealed = to_come(shown, context.reader) if shown.sealed else ""
    head = context.say("Waiting for {who}.", who=who) if who else sealed or context.say("The game goes on.")
    line = newest or (sealed if who else "")
    sign = players.token(context, who[0]) if len(who) == 1 else icon("door")
    return [sign or icon("door"), h("div", h("h2", head), h("p", line)), _due(context, _soonest(context, found))]


def _standing_still(context: PageContext) -> str:
    if context.shown.stage == LOBBY:
        return context.say("The lobby")
    over = context.shown.stage == OVER
    return context.say("The game is over.") if over else context.say("The host has paused the game.")


def _soonest(context: PageContext, asked: list[QuestionView]) -> float:
    bots = {face.seat for face in context.shown.faces if face.bot}  # their time is up in a moment
    return min((each.due for each in asked if each.due and each.who not in bots), default=0.0)


# -- the board's place


def place(context: PageContext, panel: Panel | None, said: list[ToldStep]) -> Markup:
    """The board, or what is drawn in its stead; moments fill it and nothing else."""
    drawn = _drawn(context, panel) if panel else []
    shape = board.size(panel.board) if panel and panel.board and not drawn else ""
    inner: Child = podium.drawn(context) if context.shown.stage == OVER else None
    if inner is None and panel is not None:
        inner = _table(context, panel, drawn)
    panels = context.shown.view.panels if context.shown.view else []
    others = {each.id for each in panels if each is not panel and each.id != context.was}
    scenes = moment_pictures.since(context, others, said)
    here = {"data_n": max((each.n for each in said), default=0), "data_table": panel.id if panel else None}
    return h("div", inner, scenes, class_=f"place{shape}", id="place", data_part="place", **here)


def _table(context: PageContext, panel: Panel, drawn: Sequence[Child]) -> Child:
    if panel.board and not drawn:
        return board.grid(context, panel, panel.board, free(context, panel))
    kind = {1: "game one", 2: "game"}.get(len(drawn), "game many")
    return h("div", drawn, class_=kind, tabindex="0")


def _drawn(context: PageContext, panel: Panel) -> Sequence[Child]:
    """Pictures stand where the board stands, unless a square of it is what the viewer is asked for."""
    view = context.shown.view
    wanted = any(squares_of(context.shown, asked) for asked in here(context, panel))
    return [] if view is None or (panel.board and wanted) else pictures.drawn(context, view, panel)


def free(context: PageContext, panel: Panel) -> set[object]:
    """The squares with which the viewer can do something."""
    ways = (asking.on_board, asking.in_order, asking.together)
    plays = [item for item in context.shown.plays if any(way(item, panel) for way in ways)]
    squares = {option.value for item in plays for option in item.options}
    return squares.union(*(squares_of(context.shown, asked) for asked in here(context, panel)))


# -- seats


def seats(context: PageContext, panel: Panel | None) -> Markup:
    """Everybody at this table: sign, name, total, and all that is public; whose turn it is in a word as well."""
    return context.for_all(("seats", panel.id if panel else ""), partial(_seats, panel=panel))


def _seats(context: PageContext, panel: Panel | None) -> Markup:
    rows = [seat(context, each, panel) for each in panel.seats] if panel else []
    label = context.say("Players")
    notes = [*(panel.notes if panel else []), *(context.shown.view.notes if context.shown.view else [])]
    if notes:
        rows.append(h("li", [h("small", context.name(note)) for note in notes], class_="force"))
    return h("ul", rows, class_="seats", id="seats", data_part="seats", aria_label=label, tabindex="0")


def seat(context: PageContext, here: Seat, panel: Panel) -> Markup:
    """One player at a table, with all that is public of them there."""
    turn, view = here.who in panel.to_move, context.shown.view
    total = next((line.total for line in view.standings if line.who == here.who), None) if view else None
    key = ("seat", here.who, here.status, turn, total, *here.marks)
    return context.once_drawn(key, partial(_seat, context, here, total, turn=turn), own=here.who == context.shown.you)


def _seat(context: PageContext, here: Seat, total: int | None, *, turn: bool) -> Markup:
    marks = ", ".join(map(context.name, here.marks))
    status = f"{', ' if marks else ''}{context.name(here.status)}"
    shown = h("small", marks, h("span", status, class_="unseen") if here.status in USUAL else status)
    to_move = h("span", " ", context.say("to move"), class_="unseen") if turn else None
    bank = h("span", context.money(total), class_="bank num") if total is not None else None
    kind = f"{asking.slug(here.status)}{' turn' if turn else ''}"
    sign = players.token(context, here.who)
    return h("li", sign, h("b", players.called(context, here.who), to_move), bank, shown, class_=kind)
