"""The public lobby on the page: tables that look for players, for players who look for a table."""

from __future__ import annotations

from engine.rulesets import ruleset
from host.core.deadlines import clocks, expected_lengths
from host.doors.web.markup.frame import render_frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import Response, build_html_response
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table.page_context import PageContext, render_action_button
from host.extras.strangers import services
from host.extras.strangers.services import SoughtTable
from host.people import rate_limits
from host.said.answers import DeskAnswer
from host.said.desk.menu import DESK

FIRST, MOST = 4, 50  # in the hall, and on the page of them all


def serve_open_tables(request: RequestContext) -> Response:
    """Serve the public list of the newest fifty tables that look for players and have a free seat, each with a link to
    report it.
    """
    found = services.list_sought_tables(request.host)[:MOST]
    rows = [_render_table_row(request, each, report=True) for each in found]
    none = h("p", request.say("No game is looking for players now. Open a game and let strangers find it."))
    inner = h("ul", rows, class_="games") if rows else none
    hall = h("p", h("a", request.say("To all games"), href="/", class_="btn"))
    lead = h("p", request.say("These games are looking for players. Anybody can join."), class_="hint")
    return build_html_response(
        render_frame(
            request.words, request.say("Looking for players"), h("main", lead, inner, hall, class_="pages fame")
        )
    )


def render_lobby_section(request: RequestContext) -> Child:
    """Render for the front page the newest four tables that look for players and have a free seat, with a link to all;
    None if there are none.
    """
    found = services.list_sought_tables(request.host)
    if not found:
        return None
    rows = [_render_table_row(request, each) for each in found[:FIRST]]
    more = h("p", h("a", request.say("All games that are looking for players"), href="/tables"))
    return h("section", h("h2", request.say("Looking for players")), h("ul", rows, class_="games"), more)


def _render_table_row(request: RequestContext, found: SoughtTable, *, report: bool = False) -> Markup:
    """Render one table that looks for players: game, pace, expected length and its opener's words."""
    session, reads = found.session, request.words.format_value
    title = reads(ruleset(session.ruleset).title)
    pace = request.say("up to {time} for a turn", time=clocks.format_duration(session.pace))
    there = request.say("{n} {n:player|players} so far", n=len(session.players))
    usual = max(len(session.players), expected_lengths.USUAL_PLAYER_COUNT)
    long = [
        reads(each)
        for each in expected_lengths.format_expected_length(session.ruleset, usual, session.pace, session.options)
    ]
    who = (
        request.say("{name}: “{words}”", name=found.host, words=found.notice.words)
        if found.notice.words
        else found.host
    )
    join = h("a", request.say("Look at it"), href=f"/g/{session.id}", class_="btn go")
    flag = h("a", request.say("Report"), href=f"/g/{session.id}/flag", class_="flag") if report else None
    words = [
        h("a", title, href=f"/g/{session.id}"),
        h("p", who),
        h("small", f"{pace} · {there}"),
        h("small", long[:1], [" ", flag] if flag else None),
    ]
    return h("li", h("div", words), join)


def render_seek_form(request: RequestContext, context: PageContext) -> Child:
    """Render the form with which the opener of a lobby (the caller shows it to nobody else) puts the table on the
    public list for strangers, or takes it off; None for a table that is shown in a place or open to invited people
    only.
    """
    if context.shown.places or context.shown.invited:
        return None
    if notice := services.find_lobby_notice(request.host, context.shown.id):
        shown = h("p", context.say("Strangers who look for a game can find this one."), class_="hint")
        words = h("p", notice.words, class_="rule-text") if notice.words else None
        return [shown, words, render_action_button(context, "unseek", "Do not show it to strangers")]
    field = h("input", name="words", id="seek-words", maxlength=services.MAX_NOTICE_LENGTH, autocomplete="off")
    label = h("label", context.say("A few words for people who are looking for a game"), for_="seek-words")
    row = h("div", field, h("button", context.say("Let them find it")), class_="typed")
    summary = h("summary", context.say("Let strangers find this game"), id="seek-head")
    return h("details", summary, context.render_form("seek", label, row, class_="play"), id="seek")


def serve_report_page(request: RequestContext, context: PageContext) -> Response:
    """Serve the page that asks whether to report the words of a table on the public list."""
    why = h(
        "p",
        context.say("The person who runs this host will see what this game says to strangers. Nobody sees your name."),
    )
    form = render_action_button(context, "flag", "Report it")
    back = h("p", h("a", request.say("Back"), href="/tables", class_="btn"))
    return build_html_response(
        render_frame(context.reader, context.say("Report"), h("main", why, form, back, class_="pages"))
    )


def list_table_publicly(request: RequestContext, game: str) -> DeskAnswer:
    """Handle a form by which the opener puts their table on the public list of those that look for players; return the
    answer, or raise Illegal if it is refused.
    """
    return DESK["seek"].does(FormRequest(request, request.read_field("words"), game=game))


def unlist_table(request: RequestContext, game: str) -> DeskAnswer:
    """Handle a form by which the opener takes their table off the public list of those that look for players; return
    the answer, or raise Illegal for others.
    """
    return DESK["unseek"].does(FormRequest(request, game=game))


def report_table(request: RequestContext, game: str) -> DeskAnswer:
    """Handle a form by which somebody reports to the operator the words with which a table on the public list looks for
    players, and count the report for the rate limit. Raise Crowded if it is one too many, Illegal if the table is not
    on the list.
    """
    rate_limits.count_act(request.host, "reports", request.visitor)
    return DESK["flag"].does(FormRequest(request, game=game))
