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


def format_newest_line(context: PageContext, said: list[ToldStep]) -> str:
    """Return the newest line of somebody else's move, if possible one about the viewer; empty after the viewer's own
    move.
    """
    if not said or is_own_step(context, said[-1]):
        return ""
    told, you = said[-1].told, context.shown.you
    mine = [each for each in told if you and each.facts.get("who") == you and each.table]  # said in the game itself
    return format_short_line(context, mine[-1] if mine else told[0])


def is_own_step(context: PageContext, said: ToldStep) -> bool:
    """Return whether this step was the viewer's move."""
    return bool(context.shown.you) and said.by == context.shown.you


def render_news(context: PageContext, said: list[ToldStep]) -> Markup:
    """Render the news, newest input first; within each the lines keep their order. The page's script reads out what
    is new.
    """
    lines = _render_newest(context, said)
    inner = h("ol", lines, class_="said", id="said") if lines else h("p", context.say("Nothing yet."), id="said")
    public = (
        each for each in reversed(said) if any(not told.to for told in each.told) and _render_news_entry(context, each)
    )
    last = next((each.n for each in public), None)
    ways = context.render_for_all(
        ("ways", last, context.mine), partial(_render_news_links, last=last, mine=context.mine)
    )
    return h("section", h("h2", context.say("News"), id="just"), inner, ways, aria_labelledby="just")


def _render_news_links(context: PageContext, last: int | None, *, mine: bool) -> Markup:
    """Render links to the log, the replay, the missed news and one's own record."""
    log = h("a", context.say("The whole log"), href=f"/g/{context.shown.id}/log")
    since = h("a", context.say("While you were away"), href=f"/g/{context.shown.id}/away", id="away")
    send = h("a", context.say("A link to this moment"), href=f"/g/{context.shown.id}/moment?n={last}")
    replay = h("a", context.say("Replay"), href=f"/g/{context.shown.id}/replay")
    own = h("a", context.say("My own record"), href=f"/g/{context.shown.id}/record") if mine else None
    ways = [log, since, replay if context.shown.view else None, send if last is not None else None, own]
    return h("p", [[" · " if n else None, way] for n, way in enumerate(filter(None, ways))])


def _render_newest(context: PageContext, said: list[ToldStep]) -> list[Markup]:
    """Render the last entries, newest first, at most a screenful; shared by all viewers if they are all public."""
    last = said[-MOST_SAID:]
    if all(each.public for each in last):
        key = ("newest", *[each.n for each in last])
        return context.compute_for_all(key, lambda everybody: _render_last_entries(everybody, last))
    return _render_last_entries(context, last)


def _render_last_entries(context: PageContext, said: list[ToldStep]) -> list[Markup]:
    """Render the newest entries until a limit of entries or lines is reached."""
    found: list[Markup] = []
    lines = 0
    for each in reversed(said):
        if (entry := _render_news_entry(context, each)) is not None:
            lines += len(each.told)
            if found and (lines > MOST_SAID or len(found) == JUST_SAID):
                break
            found.append(entry)
    return found


def render_told_line(context: PageContext, told: Told) -> Child:
    """Render one told line; private ones say to whom."""
    return [_render_recipient(context, told) if told.to else None, context.say(told.text, **told.facts)]


def _render_recipient(context: PageContext, told: Told) -> Markup:
    """Render to whom a private line was told; after the end everybody may read it."""
    if told.to == LOG:
        return h("i", context.say("for the log:"), " ")
    you = told.to == context.shown.you
    return h("i", context.say("to you:") if you else context.say("to {who}:", who=told.to), " ")


def format_short_line(context: PageContext, told: Told) -> str:
    """Return a line with shortened hashes; the full log has them whole."""
    return SEAL.sub(r"\1…", context.format_told(told))


def _render_news_entry(context: PageContext, said: ToldStep) -> Markup | None:
    """Render the lines of one input, from the cache if possible; None if they have no words."""
    key = ("entry", *said.content)
    if not said.public:
        return context.render_cached(key, partial(_render_entry_lines, context, said), own=True)
    return context.compute_for_all(
        key, lambda everybody: everybody.render_cached(key, partial(_render_entry_lines, everybody, said))
    )


def _render_entry_lines(context: PageContext, said: ToldStep) -> Markup | None:
    drawn = [
        [line, " ", question_reports.render_question_reports(context, told)]
        for told in said.told
        if (line := _render_news_line(context, told))
    ]
    return h("li", drawn, data_n=said.n) if drawn else None


def _render_news_line(context: PageContext, told: Told) -> Markup | None:
    words, private = format_short_line(context, told), bool(told.to)
    to = _render_recipient(context, told) if private else None
    return h("span", to, words, class_="private" if private else None) if words else None
