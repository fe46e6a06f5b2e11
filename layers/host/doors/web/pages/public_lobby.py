"""The public lobby on the page: tables that look for players, for whoever looks for a table."""

from __future__ import annotations

from engine.rulesets import ruleset
from host.core.deadlines import clocks, expected_lengths
from host.doors.web.markup.frame import frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.form_request import FormRequest
from host.doors.web.requests.http import Response, page
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import PageContext, act
from host.people import rate_limits
from host.said.desk import strangers
from host.said.desk.answer import Answer
from host.said.desk.menu import DESK
from host.said.desk.strangers import SoughtTable

FIRST, MOST = 4, 50  # in the hall, and on the page of them all


def tables(request: RequestContext) -> Response:
    """All tables that look for players."""
    found = strangers.sought(request.host)[:MOST]
    rows = [_row(request, each, report=True) for each in found]
    none = h("p", request.say("No table looks for players just now. Open one, and let strangers find it."))
    inner = h("ul", rows, class_="games") if rows else none
    hall = h("p", h("a", request.say("To the hall"), href="/", class_="btn"))
    lead = h(
        "p", request.say("Whoever opened these tables would like to play with people they do not know."), class_="hint"
    )
    return page(
        frame(request.words, request.say("Looking for players"), h("main", lead, inner, hall, class_="pages fame"))
    )


def section(request: RequestContext) -> Child:
    """The newest of them, in the hall."""
    found = strangers.sought(request.host)
    if not found:
        return None
    rows = [_row(request, each) for each in found[:FIRST]]
    more = h("p", h("a", request.say("All tables that look for players"), href="/tables"))
    return h("section", h("h2", request.say("Looking for players")), h("ul", rows, class_="games"), more)


def _row(request: RequestContext, found: SoughtTable, *, report: bool = False) -> Markup:
    """Which game, whose, how long, and what its host says."""
    session, reads = found.session, request.words.value
    title = reads(ruleset(session.ruleset).title)
    pace = request.say("a turn takes up to {time}", time=clocks.spoken(session.pace))
    there = request.say("{n} {n:player|players} so far", n=len(session.players))
    usual = max(len(session.players), expected_lengths.USUAL)
    long = [reads(each) for each in expected_lengths.expectation(session.ruleset, usual, session.pace, session.options)]
    who = (
        request.say("{name}: “{words}”", name=found.host, words=found.notice.words)
        if found.notice.words
        else found.host
    )
    join = h("a", request.say("Look in"), href=f"/g/{session.id}", class_="btn go")
    flag = h("a", request.say("Report"), href=f"/g/{session.id}/flag", class_="flag") if report else None
    words = [
        h("a", title, href=f"/g/{session.id}"),
        h("p", who),
        h("small", f"{pace} · {there}"),
        h("small", long[:1], [" ", flag] if flag else None),
    ]
    return h("li", h("div", words), join)


def offer(context: PageContext) -> Child:
    """In a lobby, for its host: strangers may find it, or no more."""
    if not context.strangers:
        return None
    if context.sought is not None:
        shown = h("p", context.say("Strangers who look for a table find this one."), class_="hint")
        words = h("p", context.sought, class_="rule-text") if context.sought else None
        return [shown, words, act(context, "unseek", "Show it to strangers no more")]
    field = h("input", name="words", id="seek-words", maxlength=strangers.LONGEST, autocomplete="off")
    label = h("label", context.say("A few words for strangers who look for a table"), for_="seek-words")
    row = h("div", field, h("button", context.say("Let them find it")), class_="typed")
    summary = h("summary", context.say("Let strangers find this table"), id="seek-head")
    return h("details", summary, context.form("seek", label, row, class_="play"), id="seek")


def flag(request: RequestContext, context: PageContext) -> Response:
    """Whoever wants to report what a table says to strangers is asked once."""
    why = h("p", context.say("Whoever runs this host is shown what this table says to strangers. You are not named."))
    form = act(context, "flag", "Report it")
    back = h("p", h("a", request.say("Back"), href="/tables", class_="btn"))
    return page(frame(context.reader, context.say("Report"), h("main", why, form, back, class_="pages")))


def _seek(request: RequestContext, game: str) -> Answer:
    return DESK["seek"].does(FormRequest(request, request.word("words"), game=game))


def _unseek(request: RequestContext, game: str) -> Answer:
    return DESK["unseek"].does(FormRequest(request, game=game))


def _flag(request: RequestContext, game: str) -> Answer:
    rate_limits.count(request.host, "reports", request.visitor)
    return DESK["flag"].does(FormRequest(request, game=game))


ACTIONS = {"seek": _seek, "unseek": _unseek, "flag": _flag}
