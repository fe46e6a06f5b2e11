"""What was told lately, beside the board: the newest first, each input's lines as one entry."""

from __future__ import annotations

import re
from functools import partial

from engine.kernel import LOG, Told
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table import question_reports
from host.doors.web.table.page_context import PageContext
from host.shown.views import ToldStep

JUST_SAID, MOST_SAID = 8, 16  # entries, and lines in them
SEAL = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")


def newest_line(context: PageContext, said: list[ToldStep]) -> str:
    """The newest thing that somebody else has done: what it came to for the viewer, if it came to something."""
    if not said or is_mine(context, said[-1]):
        return ""
    told, you = said[-1].told, context.shown.you
    mine = [each for each in told if you and each.facts.get("who") == you and each.table]  # said in the game itself
    return short(context, mine[-1] if mine else told[0])


def is_mine(context: PageContext, said: ToldStep) -> bool:
    """Was it the viewer's move?"""
    return bool(context.shown.you) and said.by == context.shown.you


def just_said(context: PageContext, said: list[ToldStep]) -> Markup:
    """The newest first, but each in the order in which it was said. The page's script reads out what is new."""
    lines = _newest(context, said)
    inner = h("ol", lines, class_="said", id="said") if lines else h("p", context.say("Nothing yet."), id="said")
    public = (each for each in reversed(said) if any(not told.to for told in each.told) and _entry(context, each))
    last = next((each.n for each in public), None)
    ways = context.for_all(("ways", last, context.mine), partial(_ways, last=last, mine=context.mine))
    return h("section", h("h2", context.say("News"), id="just"), inner, ways, aria_labelledby="just")


def _ways(context: PageContext, last: int | None, *, mine: bool) -> Markup:
    """To all that was told of this game, and to what is made of it."""
    log = h("a", context.say("The whole log"), href=f"/g/{context.shown.id}/log")
    since = h("a", context.say("While you were away"), href=f"/g/{context.shown.id}/away", id="away")
    send = h("a", context.say("A link to this moment"), href=f"/g/{context.shown.id}/moment?n={last}")
    replay = h("a", context.say("Replay"), href=f"/g/{context.shown.id}/replay")
    own = h("a", context.say("My own record"), href=f"/g/{context.shown.id}/record") if mine else None
    ways = [log, since, replay if context.shown.view else None, send if last is not None else None, own]
    return h("p", [[" · " if n else None, way] for n, way in enumerate(filter(None, ways))])


def _newest(context: PageContext, said: list[ToldStep]) -> list[Markup]:
    """The last few, newest first, but no more than fill a screen."""
    last = said[-MOST_SAID:]
    if all(each.public for each in last):
        key = ("newest", *[each.n for each in last])
        return context.once_for_all(key, lambda everybody: _last_few(everybody, last))
    return _last_few(context, last)


def _last_few(context: PageContext, said: list[ToldStep]) -> list[Markup]:
    found: list[Markup] = []
    lines = 0
    for each in reversed(said):
        if (entry := _entry(context, each)) is not None:
            lines += len(each.told)
            if found and (lines > MOST_SAID or len(found) == JUST_SAID):
                break
            found.append(entry)
    return found


def line(context: PageContext, told: Told) -> Child:
    """One thing said; what only one of them was told is marked in words."""
    return [_to_whom(context, told) if told.to else None, context.say(told.text, **told.facts)]


def _to_whom(context: PageContext, told: Told) -> Markup:
    """The viewer; or when the game is over, and everybody may read it, whoever it was."""
    if told.to == LOG:
        return h("i", context.say("for the log:"), " ")
    you = told.to == context.shown.you
    return h("i", context.say("to you:") if you else context.say("to {who}:", who=told.to), " ")


def short(context: PageContext, told: Told) -> str:
    """A line with its hashes (seals, receipts) shortened; the whole log has them in full."""
    return SEAL.sub(r"\1…", context.told(told))


def _entry(context: PageContext, said: ToldStep) -> Markup | None:
    """All that was told with one input, as it stands among the news, if any of it has words."""
    key = ("entry", *said.content)
    if not said.public:
        return context.once_drawn(key, partial(_lines, context, said), own=True)
    return context.once_for_all(key, lambda everybody: everybody.once_drawn(key, partial(_lines, everybody, said)))


def _lines(context: PageContext, said: ToldStep) -> Markup | None:
    drawn = [
        [line, " ", question_reports.beside(context, told)] for told in said.told if (line := _line(context, told))
    ]
    return h("li", drawn, data_n=said.n) if drawn else None


def _line(context: PageContext, told: Told) -> Markup | None:
    words, private = short(context, told), bool(told.to)
    to = _to_whom(context, told) if private else None
    return h("span", to, words, class_="private" if private else None) if words else None
