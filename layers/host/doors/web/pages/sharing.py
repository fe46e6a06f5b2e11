"""What one sends to friends: a moment at an address that stays true, its picture, a code to scan, a result to paste.

Nothing but what was told to everybody stands there, and it is never told anew: previews are remembered for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module

from engine.kernel import PUBLIC, Told
from engine.rulesets import RULESETS
from host.doors.web.files import address, icon
from host.doors.web.markup.frame import NAME, frame, trouble
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import Response, page
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import PageContext
from host.doors.web.table.race import short
from host.said.desk import refusals
from host.shown import seat_signs, views, words

LINES, LONGEST, LONGEST_NUMBER = 4, 200, 8
BOXES = {1: "🟨", 2: "⬜", 3: "🟫"}
QUIET = 4  # cells of margin around a code, without which it cannot be read
Naming = Callable[[Mapping[str, str]], Mapping[str, str]]  # how names are written
LEAD = "Games to play over days, by whoever has a minute."


def moment(request: RequestContext, context: PageContext) -> Response:
    """One moment, for whoever was not there."""
    n, told = _moment(request, context)
    if not told:
        return trouble(request.words, refusals.NO_PAGE, 404, f"/g/{context.shown.id}")
    title, *more = told
    here = f"{context.address}/g/{context.shown.id}/moment?n={n}"
    lines = [h("p", line, class_="rule-text") for line in more]
    way = h("p", h("a", context.say("To the table"), href=f"/g/{context.shown.id}", class_="go"))
    send = [h("p", here, class_="link", id="link"), copy(context, "link")]
    picture = h("img", src=f"/g/{context.shown.id}/card?n={n}", alt="", width=600, height=315)
    middle = h("main", picture, h("section", h("h2", title), lines, class_="card"), way, send, class_="pages")
    card = f"{context.address}/g/{context.shown.id}/card?n={n}"
    return page(frame(context.reader, title, middle, preview=preview(title, " ".join(more), here, card)))


def card(request: RequestContext, context: PageContext) -> Response:
    """The picture of that moment."""
    _, told = _moment(request, context, seat_signs.pictured)
    if not told:
        return trouble(request.words, refusals.NO_PAGE, 404, f"/g/{context.shown.id}")
    foot = _head(context)
    png: bytes = import_module("host.shown.picture.card").card_png(told[0], told[1:], foot)
    kept = {"Content-Type": "image/png", "Cache-Control": "public, max-age=31536000, immutable"}
    return Response(200, png, {**kept, "X-Content-Type-Options": "nosniff"})


def podium(request: RequestContext, context: PageContext) -> Response:
    """How it ended, as a picture."""
    view = context.shown.view
    if not _ended(context) or view is None:
        return trouble(request.words, refusals.NO_PAGE, 404, f"/g/{context.shown.id}")
    reader = words.reader(context.shown.names, context.shown.style)
    png: bytes = import_module("host.shown.picture.podium").podium_png(_head(context), view, reader)
    kept = {"Content-Type": "image/png", "Cache-Control": "public, max-age=86400"}
    return Response(200, png, {**kept, "X-Content-Type-Options": "nosniff"})


def _ended(context: PageContext) -> bool:
    """Is there a podium to stand on? Not where a game was only closed."""
    view = context.shown.view
    return view is not None and view.over and bool(view.standings)


def preview(title: str, text: str, here: str, picture: str = "") -> list[Markup]:
    """What a chat shows of a link."""
    said = {
        "og:type": "website",
        "og:title": title,
        "og:description": text[:LONGEST],
        "og:url": here,
        "og:image": picture,
    }
    found = [h("meta", property=name, content=value) for name, value in said.items() if value]
    return [*found, h("meta", name="twitter:card", content="summary_large_image" if picture else "summary")]


def of_table(context: PageContext) -> list[Markup]:
    """The table itself: nothing that changes, for a preview is asked for once; when all is over, the podium."""
    here = f"{context.address}/g/{context.shown.id}"
    drawn = f"{here}/podium" if _ended(context) else ""
    picture = drawn or f"{context.address}{address('icon-512.png')}"
    return preview(context.name(context.shown.title), context.say(LEAD), here, picture)


def code(link: str) -> Markup:
    """The link as a code that a telephone reads."""
    rows = _cells(link)
    dark = [(x + QUIET, y + QUIET) for y, row in enumerate(rows) for x, bit in enumerate(row) if bit]
    drawn = "".join(f"M{x} {y}h1v1h-1z" for x, y in dark)
    size = len(rows) + 2 * QUIET
    ground = h("path", fill="#fff", d=f"M0 0h{size}v{size}h-{size}z")
    return h("svg", ground, h("path", d=drawn), class_="qr", viewBox=f"0 0 {size} {size}", role="img", aria_label=link)


def copy(context: PageContext, of: str) -> Markup:
    """A button that the script shows: what stands there goes into the clipboard."""
    return h("button", context.say("Copy"), type="button", data_copy=of, hidden=True)


def result(context: PageContext, last: int) -> Child:
    """How it ended, in a few lines to paste: who is where, with which sums, and nothing of how it came about."""
    lines = context.shown.view.standings if context.shown.view else []
    if not lines:
        return None
    head = _head(context)
    places = [f"{BOXES.get(line.place, '▫️')} {context.name(line.who)} {short(context, line.total)}" for line in lines]
    rows = boxes(context) or places
    here = f"{context.address}/g/{context.shown.id}"
    text = h("pre", "\n".join([head, *rows[:LINES], here]), id="result", class_="result")
    link = h("a", icon("right"), context.say("A link to this moment"), href=f"/g/{context.shown.id}/moment?n={last}")
    drawn = h("a", icon("trophy"), context.say("The podium as a picture"), href=f"/g/{context.shown.id}/podium")
    ways = [h("p", link), h("p", drawn) if _ended(context) else None]
    return h("section", h("h2", context.say("Tell your friends")), text, copy(context, "result"), ways)


def boxes(context: PageContext) -> list[str]:
    """Of a game of the day, or a duel: everybody's row of boxes, which tells how it went and nothing of what it was."""
    rules, view = RULESETS.get(context.shown.ruleset), context.shown.view
    notes = [note for panel in view.panels for note in panel.notes] if view and rules and rules.dated else []
    return [context.name(note) for note in notes]


def _head(context: PageContext) -> str:
    """Which game it is, of which host; the first has the host’s own name."""
    return " · ".join(dict.fromkeys([context.name(context.shown.title), context.say(NAME)]))


@lru_cache(maxsize=64)
def _cells(link: str) -> Sequence[Sequence[int]]:
    found: Sequence[Sequence[int]] = import_module("segno").make(link, error="m", micro=False).matrix
    return found


def _moment(request: RequestContext, context: PageContext, named: Naming = dict) -> tuple[int, list[str]]:
    """What was told in the open just then, as the table reads it: to everybody alike, whoever looks."""
    word = request.http.param("n")
    if not (word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER):
        return 0, []
    n = int(word)
    said = views.entries(request.host, context.shown.id, "", n, 1)
    told: list[Told] = [line for each in said if each.n == n for line in each.told if line.to == PUBLIC]
    reader = words.reader(named(context.shown.names), context.shown.style)
    return n, [line for line in words.told(told, reader) if line][: LINES + 1]
