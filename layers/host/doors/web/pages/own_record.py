"""One's own record of a game that is over: what everybody was told, and beside it what was one's own secret then."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel import PUBLIC, Told
from engine.rulesets import ruleset
from host.core import events, speaking
from host.core.session import LogEntry, SeatedPlayer
from host.doors.web.files import format_static_url, render_icon
from host.doors.web.markup.frame import render_frame, render_trouble
from host.doors.web.markup.html import Markup, h
from host.doors.web.requests.http import SAFE, Response, build_html_response
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import PageContext
from host.said.desk import refusals
from host.shown import views

RECORD_PAGE_ENTRIES = 60  # entries
MOST_DIGITS = 8
ANSWER_KINDS = {"answer", "play"}


class RecordEntry(NamedTuple):
    """An entry of the log: what everybody was told, and what only this seat was told or did."""

    n: int
    told: list[str]
    own: list[str]


def serve_own_record(request: RequestContext, context: PageContext) -> Response:
    """Serve one's own record of a finished game, page by page or as a text."""
    session = views.load_saved_game(request.host, context.shown.id).session
    you = session.find_player_of(request.who)
    if not context.mine or you is None:
        return render_trouble(request.words, refusals.NO_RECORD, 403, f"/g/{context.shown.id}")
    if request.http.read_param("text"):
        return _serve_record_text(request, context, you)
    word = request.http.read_param("from")
    start = int(word) if word.isascii() and word.isdigit() and len(word) < MOST_DIGITS else 0
    found = _list_record_entries(request, context, you, start, RECORD_PAGE_ENTRIES)
    rows = [_render_record_row(context, each) for each in found]
    here = f"/g/{context.shown.id}/record"
    earlier = (
        h("a", context.say("Earlier"), href=f"{here}?from={max(0, start - RECORD_PAGE_ENTRIES)}") if start else None
    )
    on = start + RECORD_PAGE_ENTRIES < context.shown.version
    later = h("a", context.say("Later"), href=f"{here}?from={start + RECORD_PAGE_ENTRIES}") if on else None
    table = h("a", context.say("The table"), href=f"/g/{context.shown.id}")
    text = h("a", context.say("As a text"), href=f"{here}?text=1")
    nav = h("nav", earlier, table, text, later, aria_label=context.say("My own record"), class_="steps")
    lead = h("p", context.say("What everybody was told, and what only you knew then."), class_="hint")
    style = h("link", rel="stylesheet", href=format_static_url("talk.css"))
    middle = h("main", nav, lead, h("ol", rows, class_="record"), class_="pages")
    return build_html_response(render_frame(context.reader, context.say("My own record"), middle, preview=style))


def _render_record_row(context: PageContext, noted: RecordEntry) -> Markup:
    own = (
        h("div", render_icon("key", file="talk.svg"), h("div", [h("p", line) for line in noted.own]), class_="own")
        if noted.own
        else None
    )
    board = context.say("The board then")
    then = h(
        "a", noted.n, href=f"/g/{context.shown.id}/replay?at={noted.n}", class_="then", title=board, aria_label=board
    )
    return h("li", then, h("div", [h("p", line) for line in noted.told]), own, id=f"n{noted.n}")


def _list_record_entries(
    request: RequestContext, context: PageContext, you: SeatedPlayer, first: int, limit: int
) -> list[RecordEntry]:
    """Return the entries that told everybody or this seat something, with both kinds of lines."""
    rules = ruleset(context.shown.ruleset)
    found = []
    for entry in request.host.store.load_log(context.shown.id, first, limit):
        told = speaking.apply_voice_lines(rules, entry.told, entry.voice)
        heard = [line for line in told if not events.tells(line, events.OwnMedalEarned)]  # which everybody is told, too
        mine = [line for line in heard if line.to == you.seat and entry.n >= you.since]
        noted = RecordEntry(
            entry.n,
            _list_public_record_lines(context, told),
            [*_format_own_answer(context, entry, you), *map(context.format_told, mine)],
        )
        if noted.told or noted.own:
            found.append(noted)
    return found


def _list_public_record_lines(context: PageContext, told: list[Told]) -> list[str]:
    return [line for each in told if each.to == PUBLIC and (line := context.format_told(each))]


def _format_own_answer(context: PageContext, entry: LogEntry, you: SeatedPlayer) -> list[str]:
    """Return the player's own answer or move as a line, if it can be written in words."""
    if entry.by != you.seat or entry.kind not in ANSWER_KINDS or entry.n < you.since:
        return []
    values = entry.value if isinstance(entry.value, list) else [entry.value]
    plain = [
        context.format_number(value) for value in values if isinstance(value, int | str) and not isinstance(value, bool)
    ]
    return [context.say("You said: {what}", what=", ".join(plain))] if plain else []


def _serve_record_text(request: RequestContext, context: PageContext, you: SeatedPlayer) -> Response:
    lines: list[str] = []
    for start in range(0, context.shown.version + 1, RECORD_PAGE_ENTRIES):
        for each in _list_record_entries(request, context, you, start, RECORD_PAGE_ENTRIES):
            lines += [f"{each.n:>5}  {line}" for line in each.told]
            lines += [f"{each.n:>5}  * {line}" for line in each.own]
    head = context.say(
        "{title}: {who}’s own record. Lines with a star were told to {who} alone.",
        title=context.shown.title,
        who=you.seat,
    )
    kept = {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{context.shown.id}.txt"',
    }
    return Response(200, "\n".join([head, "", *lines, ""]).encode(), {**SAFE, **kept})
