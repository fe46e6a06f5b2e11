"""Table talk on the page: reactions to what has just happened, and words where the table wants them.

The page of a game holds none of it: it comes with the part that a script asks for where talk is in view, and stands on
a page of its own without one. So nothing that somebody says moves the board.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel import Reader
from host.core.deadlines import clocks
from host.core.session import Session
from host.core.store import table_talk
from host.doors.registry import place_link
from host.doors.web.files import address, icon
from host.doors.web.markup.frame import frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.markup.players import token
from host.doors.web.requests.form_request import FormRequest
from host.doors.web.requests.http import SAFE, Response, page
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import PageContext
from host.said.desk import talking
from host.said.desk.answer import Answer
from host.said.desk.menu import DESK
from host.said.desk.talking import FELT, TableRemark, TableTalk
from host.shown import views, words

EARLIER = 4  # entries that somebody has reacted to, beside the newest
LATEST = 40  # words shown
NAMED = 8
MOST_DIGITS = 8


def label(context: PageContext, felt: str) -> str:
    """What a reaction is called."""
    said = {
        "clap": context.say("Applause"),
        "gasp": context.say("Gasp"),
        "laugh": context.say("Laughter"),
        "love": context.say("Love it"),
    }
    return said[felt]


def sheet(context: PageContext, close: Child, request: RequestContext | None = None) -> Markup:
    """The place of talk beside the board; what is in it comes where a script asks, or on its own page."""
    here = f"/g/{context.shown.id}/talk"
    way = h("p", h("a", context.say("Table talk"), href=here)) if request is None else None
    inner = _inside(request, context) if request else None
    # With these the script puts reactions under a moment, so that one tap is enough.
    felt = "|".join(f"{felt}:{label(context, felt)}" for felt in FELT)
    signs, style = address("talk.svg"), address("talk.css")
    shown = {"class_": "sheet", "id": "talk-sheet", "data_part": "talk", "data_felt": felt, "data_signs": signs}
    return h("section", close, way, inner, data_styles=style, **shown)


def whole(request: RequestContext, context: PageContext) -> Response:
    """Talk on a page of its own."""
    back = h("p", h("a", context.say("To the table"), href=f"/g/{context.shown.id}", class_="btn"))
    middle = h("main", _inside(request, context), back, class_="pages")
    style = h("link", rel="stylesheet", href=address("talk.css"))
    return page(frame(context.reader, context.say("Table talk"), middle, preview=style, refresh=False))


def _inside(request: RequestContext, context: PageContext) -> Markup:
    session = views.found(request.host, context.shown.id).session
    talk = talking.heard(request.host, session, request.who)
    parts = [
        h("h2", context.say("Table talk"), id="talk-head"),
        _reactions(request, context, session, talk) if talk.manner.on and not talk.ended else _silence(context, talk),
        _elsewhere(context, talk) if talk.elsewhere else _words(context, talk),
        _manner(context, talk) if context.shown.yours else None,
    ]
    return h("div", parts, class_="talk")


def _silence(context: PageContext, talk: TableTalk) -> Markup:
    return h("p", context.say(talking.ENDED if talk.ended else talking.NOT_HERE), class_="hint")


# -- reactions


def _reactions(request: RequestContext, context: PageContext, session: Session, talk: TableTalk) -> Child:
    """The newest thing that everybody was told, with a button for each reaction; before it, what others reacted to."""
    newest = talking.newest(request.host, session)
    if newest is None:
        return None
    earlier = [n for n in sorted(talk.felt, reverse=True) if n != newest][:EARLIER]
    told = {n: _told(request, context, n) for n in [newest, *earlier]}
    rows = [_felt(context, told[n], talk.felt[n]) for n in earlier if told[n]]
    felt, mine = talk.felt.get(newest, {}), talk.mine.get(newest, "")
    buttons = [_face(context, kind, felt.get(kind, []), pressed=kind == mine) for kind in FELT]
    entry = h("input", type="hidden", name="entry", value=newest)
    who = _who(context, felt)
    return [
        h("p", told[newest], class_="at"),
        context.form("react", entry, buttons, class_="felt", aria_label=context.say("How was that?")),
        h("p", who, class_="hint") if who else None,
        h("ul", rows, class_="echoes") if rows else None,
    ]


def _face(context: PageContext, felt: str, names: list[str] | None = None, *, pressed: bool | None = None) -> Markup:
    many = h("b", len(names)) if names else None
    said = label(context, felt)
    held = None if pressed is None else "true" if pressed else "false"
    name = f"{said}: {len(names)}" if names else said
    sign = icon(felt, file="talk.svg")
    return h("button", sign, many, name="felt", value=felt, title=said, aria_label=name, aria_pressed=held)


def _felt(context: PageContext, told: str, felt: dict[str, list[str]]) -> Markup:
    counts = [
        h("span", icon(kind, file="talk.svg"), h("b", len(felt[kind])), title=label(context, kind))
        for kind in FELT
        if felt[kind]
    ]
    return h("li", h("p", told), h("p", counts, h("small", _who(context, felt)), class_="counts"))


def _who(context: PageContext, felt: Mapping[str, list[str]]) -> str:
    named = list(dict.fromkeys(name for kind in FELT for name in felt.get(kind, [])))
    more = len(named) - NAMED
    shown = ", ".join(named[:NAMED])
    return context.say("{names} and {n} more", names=shown, n=more) if more > 0 else shown


def _told(request: RequestContext, context: PageContext, n: int) -> str:
    """What everybody was told there, in its first line."""
    for each in views.entries(request.host, context.shown.id, "", n, 1):
        told = [line for line in each.told if not line.to] if each.n == n else []
        return next((line for line in words.told(told, context.reader) if line), "")
    return ""


def counted(request: RequestContext, game: str) -> Response:
    """How many feel what about one thing, a line each, as a moment's script asks for it."""
    said = talking.heard(request.host, views.found(request.host, game).session, request.who)
    felt = said.felt.get(_entry(request.http.param("n")), {}) if said.manner.on else {}
    lines = [f"{kind} {len(felt[kind])}" for kind in FELT if felt.get(kind)]
    return Response(200, "\n".join(lines).encode(), {"Content-Type": "text/plain", **SAFE})


# -- words


def _words(context: PageContext, talk: TableTalk) -> Child:
    if not talk.manner.words or not talk.manner.on:
        return None
    rows = [_remark(context, remark, talk) for remark in talk.words[-LATEST:]]
    said = h("ol", rows, class_="words", tabindex="0", aria_label=context.say("What was said")) if rows else None
    nothing = h("p", context.say("Nobody has said anything yet."), class_="hint") if not rows else None
    field = h("input", name="text", id="talk-text", maxlength=talking.LONGEST, autocomplete="off")
    row = h("div", field, h("button", context.say("Say it")), class_="typed")
    label_ = h("label", context.say("To everybody at this table"), for_="talk-text")
    form = context.form("say", label_, row) if talk.speaks else None
    again = context.form("hearall", h("button", context.say("Hear everybody again"))) if talk.hides else None
    kept = context.say("It stands in no record, and is gone a week after it was said.")
    return [said, nothing, form, again, h("p", kept, class_="hint")]


def _remark(context: PageContext, remark: TableRemark, talk: TableTalk) -> Markup:
    yours = remark.mine or context.shown.yours
    deeds = [("remove", context.say("Remove"))] if yours else []
    if not remark.mine and talk.speaks:
        deeds += [("hide", context.say("Hide this person")), ("report", context.say("Report"))]
    word = h("input", type="hidden", name="word", value=remark.id)
    buttons = [h("button", said, name="deed", value=deed) for deed, said in deeds]
    dots = h("summary", "…", aria_label=context.say("What to do about this"))
    more = (
        h("details", dots, context.form("about", word, buttons, class_="row"), id=f"w-{remark.id}") if deeds else None
    )
    flag = h("small", context.say("reported"), class_="tag") if remark.reported else None
    head = h("b", token(context, remark.seat, "s") if remark.seat else None, " ", remark.name)
    return h("li", h("p", head, " ", remark.text, " ", flag), more)


def _elsewhere(context: PageContext, talk: TableTalk) -> Markup:
    """Whoever plays in a group or a thread talks there."""
    links = [link for place in talk.elsewhere if (link := place_link(place))]
    said = h("p", context.say("You talk where this game is shown."), class_="hint")
    ways = [h("p", h("a", icon("right"), context.say("To the talk there"), href=link, class_="btn")) for link in links]
    return h("div", said, ways)


def _manner(context: PageContext, talk: TableTalk) -> Markup:
    """Whoever opened the table says how it talks."""
    manner = talk.manner
    now = "off" if not manner.on else "words" if manner.words else "felt"
    ways = [h("option", said, value=how, selected=how == now) for how, said in manners(context.reader).items()]
    slow = [_slowness(context, seconds, now=manner.slow) for seconds in talking.SLOW]
    rows = [
        h(
            "p",
            h("label", context.say("Talk at this table"), for_="talk-how"),
            h("select", ways, name="how", id="talk-how"),
        ),
        h(
            "p",
            h("label", context.say("Between two words"), for_="talk-slow"),
            h("select", slow, name="slow", id="talk-slow"),
        ),
    ]
    form = context.form("talk", rows, h("button", context.say("Save")), class_="fields")
    summary = h("summary", context.say("How this table talks"), id="talk-manner-head")
    return h("details", summary, form, id="talk-manner")


def manners(reader: Reader) -> dict[str, str]:
    """How a table may talk."""
    return {
        "felt": reader.say("Reactions only"),
        "words": reader.say("Reactions and words"),
        "off": reader.say("None"),
    }


def _slowness(context: PageContext, seconds: float, *, now: float) -> Markup:
    said = context.name(clocks.spoken(seconds)) if seconds else context.say("no wait")
    return h("option", said, value=f"{seconds:.0f}", selected=seconds == now)


# -- what its forms do


def _react(request: RequestContext, game: str) -> Answer:
    """Somebody new becomes known by it, as by sitting down."""
    return DESK["react"].does(FormRequest(request, f"{request.word('entry')} {request.word('felt')}", game=game))


def _entry(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) < MOST_DIGITS else -1


def _say(request: RequestContext, game: str) -> Answer:
    return DESK["say"].does(FormRequest(request, request.word("text"), game=game))


def _about(request: RequestContext, game: str) -> Answer:
    return DESK[DEEDS.get(request.word("deed"), "hide")].does(
        FormRequest(request, chosen=request.word("word"), game=game)
    )


def _arrange(request: RequestContext, game: str) -> Answer:
    return DESK["talk"].does(FormRequest(request, f"{request.word('how')} {request.word('slow')}", game=game))


def _hear_all(request: RequestContext, game: str) -> Answer:
    return DESK["hearall"].does(FormRequest(request, game=game))


DEEDS = {"hide": "hide", "report": "complain", "remove": "remove"}
ACTIONS = {"react": _react, "say": _say, "about": _about, "talk": _arrange, "hearall": _hear_all}


def mark(request: RequestContext, game: str) -> str:
    """Changes with every word, for whoever has talk in view."""
    return f"-{table_talk.mark(request.host.store, game)}" if request.http.param("talk") else ""
