"""One's own record of a game that is over: what everybody was told, and beside it what was one's own secret then."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel import PUBLIC, Told
from engine.rulesets import ruleset
from host.core import events, speaking
from host.core.session import LogEntry, Player
from host.doors.web.files import address, icon
from host.doors.web.markup.frame import frame, trouble
from host.doors.web.markup.html import Markup, h
from host.doors.web.requests.http import SAFE, Response, page
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import PageContext
from host.said.desk import refusals
from host.shown import views

PAGE = 60  # entries
MOST_DIGITS = 8
ANSWERS = {"answer", "play"}


class RecordEntry(NamedTuple):
    """One entry of the game's log, as it was for everybody, and for whoever had this seat."""

    n: int
    told: list[str]
    own: list[str]


def record(request: RequestContext, context: PageContext) -> Response:
    """Page by page, or all of it as a text."""
    session = views.found(request.host, context.shown.id).session
    you = session.at(request.who)
    if not context.mine or you is None:
        return trouble(request.words, refusals.NO_RECORD, 403, f"/g/{context.shown.id}")
    if request.http.param("text"):
        return _text(request, context, you)
    word = request.http.param("from")
    start = int(word) if word.isascii() and word.isdigit() and len(word) < MOST_DIGITS else 0
    found = _noted(request, context, you, start, PAGE)
    rows = [_row(context, each) for each in found]
    here = f"/g/{context.shown.id}/record"
    earlier = h("a", context.say("Earlier"), href=f"{here}?from={max(0, start - PAGE)}") if start else None
    on = start + PAGE < context.shown.version
    later = h("a", context.say("Later"), href=f"{here}?from={start + PAGE}") if on else None
    table = h("a", context.say("The table"), href=f"/g/{context.shown.id}")
    text = h("a", context.say("As a text"), href=f"{here}?text=1")
    nav = h("nav", earlier, table, text, later, aria_label=context.say("My own record"), class_="steps")
    lead = h("p", context.say("What everybody was told, and what only you knew then."), class_="hint")
    style = h("link", rel="stylesheet", href=address("talk.css"))
    middle = h("main", nav, lead, h("ol", rows, class_="record"), class_="pages")
    return page(frame(context.reader, context.say("My own record"), middle, preview=style))


def _row(context: PageContext, noted: RecordEntry) -> Markup:
    own = (
        h("div", icon("key", file="talk.svg"), h("div", [h("p", line) for line in noted.own]), class_="own")
        if noted.own
        else None
    )
    board = context.say("The board then")
    then = h(
        "a", noted.n, href=f"/g/{context.shown.id}/replay?at={noted.n}", class_="then", title=board, aria_label=board
    )
    return h("li", then, h("div", [h("p", line) for line in noted.told]), own, id=f"n{noted.n}")


def _noted(request: RequestContext, context: PageContext, you: Player, first: int, limit: int) -> list[RecordEntry]:
    rules = ruleset(context.shown.ruleset)
    found = []
    for entry in request.host.store.log(context.shown.id, first, limit):
        told = speaking.lines(rules, entry.told, entry.voice)
        heard = [line for line in told if not events.tells(line, events.OwnMedalEarned)]  # which everybody is told, too
        mine = [line for line in heard if line.to == you.seat and entry.n >= you.since]
        noted = RecordEntry(entry.n, _lines(context, told), [*_said(context, entry, you), *map(context.told, mine)])
        if noted.told or noted.own:
            found.append(noted)
    return found


def _lines(context: PageContext, told: list[Told]) -> list[str]:
    return [line for each in told if each.to == PUBLIC and (line := context.told(each))]


def _said(context: PageContext, entry: LogEntry, you: Player) -> list[str]:
    """What they answered or did themselves, in as far as it can be said in a word."""
    if entry.by != you.seat or entry.kind not in ANSWERS or entry.n < you.since:
        return []
    values = entry.value if isinstance(entry.value, list) else [entry.value]
    plain = [context.number(value) for value in values if isinstance(value, int | str) and not isinstance(value, bool)]
    return [context.say("You said: {what}", what=", ".join(plain))] if plain else []


def _text(request: RequestContext, context: PageContext, you: Player) -> Response:
    lines: list[str] = []
    for start in range(0, context.shown.version + 1, PAGE):
        for each in _noted(request, context, you, start, PAGE):
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
