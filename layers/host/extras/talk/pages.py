"""Table talk on the page: reactions to what has just happened, and words where the table wants them.

The page of a game holds none of it: it comes with the part that a script asks for where talk is in view, and stands on
a page of its own without one. So nothing that somebody says moves the board.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel import Reader
from host.core.deadlines import clocks
from host.core.session import Session
from host.doors.registry import find_place_link
from host.doors.web.files import format_static_url, render_icon
from host.doors.web.markup.frame import render_frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.markup.players import render_player_token
from host.doors.web.requests.http import SAFE, Response, build_html_response
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table.page_context import PageContext
from host.extras.talk import talking
from host.extras.talk.talking import FELT, TableRemark, TableTalk
from host.said.answers import DeskAnswer
from host.said.desk.menu import DESK
from host.shown import views, words

EARLIER = 4  # entries that somebody has reacted to, beside the newest
MAX_REMARKS = 40  # words shown
MAX_REACTING_NAMES = 8
MOST_DIGITS = 8


def format_reaction_label(context: PageContext, felt: str) -> str:
    """Return the name of the reaction with this key, such as `laugh`, in the viewer's language."""
    said = {
        "clap": context.say("Applause"),
        "gasp": context.say("Gasp"),
        "laugh": context.say("Laughter"),
        "love": context.say("Love it"),
    }
    return said[felt]


def render_table_sheet(request: RequestContext, context: PageContext, close: Child) -> Child:
    """Render the panel beside the board in which people talk at a table, with `close`, its button for closing; its
    messages are included only if the request asks for them. Return None for a partial update of the page, which keeps
    the panel as it is.
    """
    if request.http.read_param("talk"):
        return _render_talk_sheet(context, close, request)
    return None if request.http.path.endswith("/part") else _render_talk_sheet(context, close)


def _render_talk_sheet(context: PageContext, close: Child, request: RequestContext | None = None) -> Markup:
    """Render the panel of table talk that opens beside the board; without `request` an empty one, which the page's
    script fills.
    """
    here = f"/g/{context.shown.id}/talk"
    way = h("p", h("a", context.say("Talk"), href=here)) if request is None else None
    inner = _render_talk_content(request, context) if request else None
    # With these the script puts reactions under a moment, so that one tap is enough.
    felt = "|".join(f"{felt}:{format_reaction_label(context, felt)}" for felt in FELT)
    signs, style = format_static_url("talk.svg"), format_static_url("talk.css")
    shown = {"class_": "sheet", "id": "talk-sheet", "data_part": "talk", "data_felt": felt, "data_signs": signs}
    return h("section", close, way, inner, data_styles=style, **shown)


def serve_talk_page(request: RequestContext, context: PageContext) -> Response:
    """Serve a page that shows only what people say at the table of a game (table talk)."""
    back = h("p", h("a", context.say("To the game"), href=f"/g/{context.shown.id}", class_="btn"))
    middle = h("main", _render_talk_content(request, context), back, class_="pages")
    style = h("link", rel="stylesheet", href=format_static_url("talk.css"))
    return build_html_response(render_frame(context.reader, context.say("Talk"), middle, preview=style, refresh=False))


def _render_talk_content(request: RequestContext, context: PageContext) -> Markup:
    """Render all that the talk panel of a table contains for this viewer."""
    session = views.load_saved_game(request.host, context.shown.id).session
    talk = talking.collect_table_talk(request.host, session, request.who)
    parts = [
        h("h2", context.say("Talk"), id="talk-head"),
        _render_reactions(request, context, session, talk)
        if talk.manner.on and not talk.ended
        else _render_no_talk(context, talk),
        _render_talk_links(context, talk) if talk.elsewhere else _render_remarks(context, talk),
        _render_talk_settings(context, talk) if context.shown.yours else None,
    ]
    return h("div", parts, class_="talk")


def _render_no_talk(context: PageContext, talk: TableTalk) -> Markup:
    """Render the reason why people cannot talk at a table: the game has ended, or the table wants no talk."""
    return h("p", context.say(talking.ENDED if talk.ended else talking.NOT_HERE), class_="hint")


# -- reactions


def _render_reactions(request: RequestContext, context: PageContext, session: Session, talk: TableTalk) -> Child:
    """Render the newest public announcement with a button for each reaction, and a few earlier ones that got reactions;
    None if nothing was announced yet.
    """
    newest = talking.find_newest_public_entry(request.host, session)
    if newest is None:
        return None
    earlier = [n for n in sorted(talk.felt, reverse=True) if n != newest][:EARLIER]
    told = {n: _format_first_line(request, context, n) for n in [newest, *earlier]}
    rows = [_render_reacted_line(context, told[n], talk.felt[n]) for n in earlier if told[n]]
    felt, mine = talk.felt.get(newest, {}), talk.mine.get(newest, "")
    buttons = [_render_reaction_button(context, kind, felt.get(kind, []), pressed=kind == mine) for kind in FELT]
    entry = h("input", type="hidden", name="entry", value=newest)
    who = _format_reacting_names(context, felt)
    return [
        h("p", told[newest], class_="at"),
        context.render_form(
            "react", entry, buttons, class_="felt", aria_label=context.say("What do you think about this?")
        ),
        h("p", who, class_="hint") if who else None,
        h("ul", rows, class_="echoes") if rows else None,
    ]


def _render_reaction_button(
    context: PageContext, felt: str, names: list[str] | None = None, *, pressed: bool | None = None
) -> Markup:
    """Render the button of one reaction, with how many people have given it."""
    many = h("b", len(names)) if names else None
    said = format_reaction_label(context, felt)
    held = None if pressed is None else "true" if pressed else "false"
    name = f"{said}: {len(names)}" if names else said
    sign = render_icon(felt, file="talk.svg")
    return h("button", sign, many, name="felt", value=felt, title=said, aria_label=name, aria_pressed=held)


def _render_reacted_line(context: PageContext, told: str, felt: dict[str, list[str]]) -> Markup:
    """Render an earlier announcement with the number of each reaction to it, and who gave them."""
    counts = [
        h(
            "span",
            render_icon(kind, file="talk.svg"),
            h("b", len(felt[kind])),
            title=format_reaction_label(context, kind),
        )
        for kind in FELT
        if felt[kind]
    ]
    return h("li", h("p", told), h("p", counts, h("small", _format_reacting_names(context, felt)), class_="counts"))


def _format_reacting_names(context: PageContext, felt: Mapping[str, list[str]]) -> str:
    """Return the names of the people who gave reactions to an announcement; if they are many, the first names and how
    many more there are.
    """
    named = list(dict.fromkeys(name for kind in FELT for name in felt.get(kind, [])))
    more = len(named) - MAX_REACTING_NAMES
    shown = ", ".join(named[:MAX_REACTING_NAMES])
    return context.say("{names} and {n} more", names=shown, n=more) if more > 0 else shown


def _format_first_line(request: RequestContext, context: PageContext, n: int) -> str:
    """Return the first public line of entry `n` of the game's log, or an empty string if it has none."""
    for each in views.list_told_steps(request.host, context.shown.id, "", n, 1):
        told = [line for line in each.told if not line.to] if each.n == n else []
        return next((line for line in words.format_told_lines(told, context.reader) if line), "")
    return ""


def serve_reaction_counts(request: RequestContext, game: str) -> Response:
    """Serve, for the page's script, the number of each reaction to the log entry that the address names (`n`), as lines
    such as `clap 3`; empty if there are none or talk is switched off.
    """
    said = talking.collect_table_talk(request.host, views.load_saved_game(request.host, game).session, request.who)
    felt = said.felt.get(_parse_reacted_entry(request.http.read_param("n")), {}) if said.manner.on else {}
    lines = [f"{kind} {len(felt[kind])}" for kind in FELT if felt.get(kind)]
    return Response(200, "\n".join(lines).encode(), {"Content-Type": "text/plain", **SAFE})


# -- words


def _render_remarks(context: PageContext, talk: TableTalk) -> Child:
    """Render the latest remarks at a table, with the form for a new one if the viewer may speak; None if people may not
    talk in words there.
    """
    if not talk.manner.words or not talk.manner.on:
        return None
    rows = [_render_remark(context, remark, talk) for remark in talk.words[-MAX_REMARKS:]]
    said = h("ol", rows, class_="words", tabindex="0", aria_label=context.say("What was said")) if rows else None
    nothing = h("p", context.say("Nobody has said anything yet."), class_="hint") if not rows else None
    field = h("input", name="text", id="talk-text", maxlength=talking.MAX_REMARK_LENGTH, autocomplete="off")
    row = h("div", field, h("button", context.say("Say it")), class_="typed")
    label_ = h("label", context.say("To everybody in this game"), for_="talk-text")
    form = context.render_form("say", label_, row) if talk.speaks else None
    again = (
        context.render_form("hearall", h("button", context.say("Show me the messages of everybody again")))
        if talk.hides
        else None
    )
    kept = context.say("What you say is not part of the game’s log, and is deleted after a week.")
    return [said, nothing, form, again, h("p", kept, class_="hint")]


def _render_remark(context: PageContext, remark: TableRemark, talk: TableTalk) -> Markup:
    """Render one remark with what the viewer can do about it."""
    yours = remark.mine or context.shown.yours
    deeds = [("remove", context.say("Remove"))] if yours else []
    if not remark.mine and talk.speaks:
        deeds += [("hide", context.say("Hide this person")), ("report", context.say("Report"))]
    word = h("input", type="hidden", name="word", value=remark.id)
    buttons = [h("button", said, name="deed", value=deed) for deed, said in deeds]
    dots = h("summary", "…", aria_label=context.say("What do you want to do?"))
    more = (
        h("details", dots, context.render_form("about", word, buttons, class_="row"), id=f"w-{remark.id}")
        if deeds
        else None
    )
    flag = h("small", context.say("reported"), class_="tag") if remark.reported else None
    head = h("b", render_player_token(context, remark.seat, "s") if remark.seat else None, " ", remark.name)
    return h("li", h("p", head, " ", remark.text, " ", flag), more)


def _render_talk_links(context: PageContext, talk: TableTalk) -> Markup:
    """Render links to the chat groups or threads that show the game, where players talk instead of on the page."""
    links = [link for place in talk.elsewhere if (link := find_place_link(place))]
    said = h("p", context.say("You can talk in the place where this game is shown."), class_="hint")
    ways = [h("p", h("a", render_icon("right"), context.say("Talk there"), href=link, class_="btn")) for link in links]
    return h("div", said, ways)


def _render_talk_settings(context: PageContext, talk: TableTalk) -> Markup:
    """Render the form in which the opener of a table sets how people may talk at it: not at all, by reactions only, or
    in words.
    """
    manner = talk.manner
    now = "off" if not manner.on else "words" if manner.words else "felt"
    ways = [h("option", said, value=how, selected=how == now) for how, said in list_talk_modes(context.reader).items()]
    slow = [_render_slow_option(context, seconds, now=manner.slow) for seconds in talking.REMARK_INTERVALS]
    rows = [
        h(
            "p",
            h("label", context.say("Talk in this game"), for_="talk-how"),
            h("select", ways, name="how", id="talk-how"),
        ),
        h(
            "p",
            h("label", context.say("Time between two messages"), for_="talk-slow"),
            h("select", slow, name="slow", id="talk-slow"),
        ),
    ]
    form = context.render_form("talk", rows, h("button", context.say("Save")), class_="fields")
    summary = h("summary", context.say("Talking in this game"), id="talk-manner-head")
    return h("details", summary, form, id="talk-manner")


def render_opening_field(request: RequestContext) -> Child:
    """Render, in the form that opens a table, the choice whether people can react or talk at it."""
    ways = [h("option", said, value=how) for how, said in list_talk_modes(request.words).items()]
    return h("p", h("label", request.say("Talking in this game"), for_="how"), h("select", ways, name="how", id="how"))


def set_up_talk(request: RequestContext, game: str) -> None:
    """Save how people may talk at a new table, if its opener has chosen anything but reactions only in the form that
    opened it.
    """
    if request.read_field("how") in ("words", "off"):
        DESK["talk"].does(FormRequest(request, request.read_field("how"), game=game))


def list_talk_modes(reader: Reader) -> dict[str, str]:
    """Return the names of the kinds of table talk by their keys: `felt` (reactions only), `words` (these, too) and
    `off`.
    """
    return {
        "felt": reader.format_sentence("Only reactions"),
        "words": reader.format_sentence("Reactions and words"),
        "off": reader.format_sentence("None"),
    }


def _render_slow_option(context: PageContext, seconds: float, *, now: float) -> Markup:
    """Render a choice of the least time between two remarks of one person, selected if it is `now`."""
    said = context.format_words(clocks.format_duration(seconds)) if seconds else context.say("no waiting")
    return h("option", said, value=f"{seconds:.0f}", selected=seconds == now)


# -- what its forms do


def submit_reaction(request: RequestContext, game: str) -> DeskAnswer:
    """Save the reaction (such as laughter) to an announcement that somebody sends by a form, or take the same one back;
    return the answer, or raise Illegal if it is refused. A sender who is not logged in is registered as a person for
    it.
    """
    return DESK["react"].does(
        FormRequest(request, f"{request.read_field('entry')} {request.read_field('felt')}", game=game)
    )


def _parse_reacted_entry(word: str) -> int:
    """Return the number of the log entry to which a reaction belongs, from the text `word` that a browser sent, or -1
    if that is no number.
    """
    return int(word) if word.isascii() and word.isdigit() and len(word) < MOST_DIGITS else -1


def submit_remark(request: RequestContext, game: str) -> DeskAnswer:
    """Post a remark from a form to everybody at the table and return the answer; raise Illegal if the sender may not
    talk there, or not now.
    """
    return DESK["say"].does(FormRequest(request, request.read_field("text"), game=game))


def submit_remark_action(request: RequestContext, game: str) -> DeskAnswer:
    """Carry out what somebody chose in the form beside a remark: remove it, report it, or else (also for an unknown
    choice) hide all remarks of its author from the chooser. Return the answer, or raise Illegal if it is refused.
    """
    return DESK[DEEDS.get(request.read_field("deed"), "hide")].does(
        FormRequest(request, chosen=request.read_field("word"), game=game)
    )


def submit_talk_settings(request: RequestContext, game: str) -> DeskAnswer:
    """Save from a form how people may talk at this table and return the answer; raise Illegal for anybody but its host,
    or if the operator has stopped all talk there.
    """
    return DESK["talk"].does(
        FormRequest(request, f"{request.read_field('how')} {request.read_field('slow')}", game=game)
    )


def unhide_everybody(request: RequestContext, game: str) -> DeskAnswer:
    """Show the person again the remarks of all people whom they had hidden at this table, and return an answer without
    words.
    """
    return DESK["hearall"].does(FormRequest(request, game=game))


DEEDS = {"hide": "hide", "report": "complain", "remove": "remove"}


def format_talk_etag(request: RequestContext, game: str) -> str:
    """Return, for a request that shows table talk, the part of the page's ETag (by which a browser knows whether its
    copy is current) that changes with every remark; else an empty string.
    """
    return f"-{talking.load_talk_version(request.host.store, game)}" if request.http.read_param("talk") else ""
