"""What one sends to friends: a moment at an address that stays true, its picture, a code to scan, a result to paste.

Nothing but what was told to everybody stands there, and it is never told anew: previews are remembered for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import segno

from engine.kernel import PUBLIC, Told
from engine.rulesets import RULESETS
from host.core.deadlines import clocks
from host.core.session import LOBBY
from host.doors.web.files import format_static_url, render_icon
from host.doors.web.markup import players
from host.doors.web.markup.frame import SITE_NAME, build_trouble_response, render_frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import Response, build_html_response
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.board import format_compact_money
from host.doors.web.table.moments import list_moments
from host.doors.web.table.page_context import PageContext
from host.said.desk import refusals
from host.shown import views, words

LINES, LONGEST, LONGEST_NUMBER = 4, 200, 8
BOXES = {1: "🟨", 2: "⬜", 3: "🟫"}
QUIET = 4  # cells of margin around a code, without which it cannot be read
Naming = Callable[[Mapping[str, str]], Mapping[str, str]]  # how names are written
PREVIEW_TEXT = "Open squares, trust nobody, and be first to a billion. Play now or over days."


def serve_moment(request: RequestContext, context: PageContext) -> Response:
    """Serve the page of one moment of a game, the log entry that the parameter `n` names, whose link players send to
    people who were not there: its public announcements and picture; an error page if nothing was said in public then.
    """
    n, told = _read_moment(request, context)
    if not told:
        return build_trouble_response(request.words, refusals.NO_PAGE, 404, f"/g/{context.shown.id}")
    title, *more = told
    here = f"{context.address}/g/{context.shown.id}/moment?n={n}"
    lines = [h("p", line, class_="rule-text") for line in more]
    way = h("p", h("a", context.say("To the game"), href=f"/g/{context.shown.id}", class_="go"))
    send = [h("p", here, class_="link", id="link"), render_copy_button(context.say("Copy"), "link")]
    picture = h("img", src=f"/g/{context.shown.id}/card?n={n}", alt="", width=600, height=315)
    middle = h("main", picture, h("section", h("h2", title), lines, class_="card"), way, send, class_="pages")
    card = f"{context.address}/g/{context.shown.id}/card?n={n}"
    return build_html_response(
        render_frame(context.reader, title, middle, preview=render_link_preview(title, " ".join(more), here, card))
    )


def serve_moment_picture(request: RequestContext, context: PageContext) -> Response:
    """Serve the picture of one moment (log entry) of a game, for previews of its link; an error page if nothing was
    said in public then.
    """
    _, told = _read_moment(request, context, views.list_pictured_names)
    if not told:
        return build_trouble_response(request.words, refusals.NO_PAGE, 404, f"/g/{context.shown.id}")
    from host.shown.picture.card import render_card_png  # noqa: PLC0415 - one door's function has no Pillow

    foot = _format_result_title(context)
    amount, lost = _find_moment_sum(request, context)
    png = render_card_png(told[0], told[1:], foot, amount, lost=lost)
    kept = {"Content-Type": "image/png", "Cache-Control": "public, max-age=31536000, immutable"}
    return Response(200, png, {**kept, "X-Content-Type-Options": "nosniff"})


def _find_moment_sum(request: RequestContext, context: PageContext) -> tuple[str, bool]:
    """Return the largest sum that this moment brought or cost somebody, as text, and whether it was lost; an empty text
    and False if there was none. The caller has checked the moment's number.
    """
    n = int(request.http.read_param("n"))
    said = views.list_told_steps(request.host, context.shown.id, "", n, 1)
    rules = RULESETS.get(context.shown.ruleset)
    found = [money for each in said if each.n == n for moment in list_moments(rules, each) for money in moment.sums]
    best = max((each for each in found if each.sign), key=lambda each: abs(each.amount), default=None)
    if best is None or not best.amount:
        return "", False
    amount = best.amount * best.sign
    return context.format_money(amount), amount < 0


def serve_invitation_picture(request: RequestContext, context: PageContext) -> Response:
    """Serve the picture of an invitation to a game, for previews of its link: who invites, to what, and who is there
    already; an error page once the game has begun, or while no person has a seat.
    """
    asks = _format_invitation(context)
    if not asks:
        return build_trouble_response(request.words, refusals.NO_PAGE, 404, f"/g/{context.shown.id}")
    from host.shown.picture.card import InvitedGuest, render_invitation_png  # noqa: PLC0415 - one door's function has no Pillow

    signs = players.list_player_signs(context.shown.faces)
    guests = [InvitedGuest(signs[face.seat].letters, n) for n, face in enumerate(context.shown.faces)]
    rules = RULESETS.get(context.shown.ruleset)
    brief = [context.format_words(each) for each in rules.brief[:1]] if rules else []
    png = render_invitation_png(asks[0], " ".join([*brief, asks[1]]), guests)
    kept = {"Content-Type": "image/png", "Cache-Control": "public, max-age=600"}
    return Response(200, png, {**kept, "X-Content-Type-Options": "nosniff"})


def _format_invitation(context: PageContext) -> tuple[str, str] | None:
    """Return two sentences for an invitation: who (the first person at the table) invites to which game, and how long a
    turn may take. Return None once the game has begun, or while no person is there.
    """
    host = next((face.name for face in context.shown.faces if not face.bot), "")
    if context.shown.stage != LOBBY or not host:
        return None
    game = context.format_words(context.shown.title)
    pace = context.say("A turn can take up to {time}.", time=clocks.format_duration(context.shown.pace))
    return context.say("{who} invites you to play {game}", who=host, game=game), pace


def serve_podium_picture(request: RequestContext, context: PageContext) -> Response:
    """Serve the picture of the final places of a game that is over, for previews of its link; an error page if there
    are none.
    """
    view = context.shown.view
    if not _has_podium(context) or view is None:
        return build_trouble_response(request.words, refusals.NO_PAGE, 404, f"/g/{context.shown.id}")
    from host.shown.picture.podium import render_podium_png  # noqa: PLC0415 - one door's function has no Pillow

    reader = words.build_reader(context.shown.names, context.shown.style)
    png = render_podium_png(_format_result_title(context), view, reader)
    kept = {"Content-Type": "image/png", "Cache-Control": "public, max-age=86400"}
    return Response(200, png, {**kept, "X-Content-Type-Options": "nosniff"})


def _has_podium(context: PageContext) -> bool:
    """Return whether a game ended with final places; a game that was only closed has none."""
    view = context.shown.view
    return view is not None and view.over and bool(view.standings)


def render_link_preview(title: str, text: str, here: str, picture: str = "") -> list[Markup]:
    """Render the meta elements from which chat apps make a preview of a link: its title, its text (cut to two hundred
    letters), its own address (`here`) and the address of a picture; those of them that are empty are left out.
    """
    said = {
        "og:type": "website",
        "og:title": title,
        "og:description": text[:LONGEST],
        "og:url": here,
        "og:image": picture,
    }
    found = [h("meta", property=name, content=value) for name, value in said.items() if value]
    return [*found, h("meta", name="twitter:card", content="summary_large_image" if picture else "summary")]


def render_table_preview(context: PageContext) -> list[Markup]:
    """Render the meta elements for the preview of a table's link: its game and what that is about, in the lobby who
    invites to it, and the picture of the invitation, after the end of the podium, else the site's icon. It contains
    nothing that changes, as chat apps load it once.
    """
    here = f"{context.address}/g/{context.shown.id}"
    drawn = f"{here}/podium" if _has_podium(context) else ""
    picture = drawn or format_icon_address(context.address)
    rules, game = RULESETS.get(context.shown.ruleset), context.format_words(context.shown.title)
    text = " ".join(map(context.format_words, rules.brief)) if rules else context.say(PREVIEW_TEXT)
    if asks := _format_invitation(context):
        game, pace = asks
        text, picture = f"{pace} {text}", f"{here}/invitation"
    return render_link_preview(game, text, here, picture)


def format_icon_address(origin: str) -> str:
    """Return the full address of the site's icon, for previews of links in chat apps."""
    return f"{origin}{format_static_url('icon-512.png')}"


def render_qr_code(link: str) -> Markup:
    """Render a link as a QR code, to be scanned with another device."""
    rows = _compute_qr_cells(link)
    dark = [(x + QUIET, y + QUIET) for y, row in enumerate(rows) for x, bit in enumerate(row) if bit]
    drawn = "".join(f"M{x} {y}h1v1h-1z" for x, y in dark)
    size = len(rows) + 2 * QUIET
    ground = h("path", fill="#fff", d=f"M0 0h{size}v{size}h-{size}z")
    return h("svg", ground, h("path", d=drawn), class_="qr", viewBox=f"0 0 {size} {size}", role="img", aria_label=link)


def render_copy_button(label: str, of: str) -> Markup:
    """Render a button with this `label` that copies the text of the element with the id `of`; it is hidden until the
    button's script shows it.
    """
    return h("button", label, type="button", data_copy=of, hidden=True, data_script=format_static_url("copy.js"))


def render_shareable_result(context: PageContext, last: int) -> Child:
    """Render the section from which a result is shared: a text to copy (the first four places and totals, or rows of
    coloured boxes for a game of the day or a duel; then the game's address), and under it links to the log entry `last`
    and, if the game ended with final places, to a picture of the winners; None without standings.
    """
    lines = context.shown.view.standings if context.shown.view else []
    if not lines:
        return None
    head = _format_result_title(context)
    places = [
        f"{BOXES.get(line.place, '▫️')} {context.format_words(line.who)} {format_compact_money(context, line.total)}"
        for line in lines
    ]
    rows = list_result_boxes(context) or places
    here = f"{context.address}/g/{context.shown.id}"
    text = h("pre", "\n".join([head, *rows[:LINES], here]), id="result", class_="result")
    link = h(
        "a",
        render_icon("right"),
        context.say("A link to this moment of the game"),
        href=f"/g/{context.shown.id}/moment?n={last}",
    )
    drawn = h("a", render_icon("trophy"), context.say("A picture of the winners"), href=f"/g/{context.shown.id}/podium")
    ways = [h("p", link), h("p", drawn) if _has_podium(context) else None]
    copy = render_copy_button(context.say("Copy"), "result")
    return h("section", h("h2", context.say("Tell your friends")), text, copy, ways)


def list_result_boxes(context: PageContext) -> list[str]:
    """Return each player's row of coloured boxes for a game of the day or a duel, which its tables show as notes; they
    show success without giving away answers. Empty for other games.
    """
    rules, view = RULESETS.get(context.shown.ruleset), context.shown.view
    notes = [note for panel in view.panels for note in panel.notes] if view and rules and rules.dated else []
    return [context.format_words(note) for note in notes]


def _format_result_title(context: PageContext) -> str:
    """Return the title of a game followed by the name of this site; only one of them if they are the same."""
    return " · ".join(dict.fromkeys([context.format_words(context.shown.title), context.say(SITE_NAME)]))


@lru_cache(maxsize=64)
def _compute_qr_cells(link: str) -> Sequence[Sequence[int]]:
    """Return the cells of the QR code of a link, row by row, 1 for a dark one."""
    found: Sequence[Sequence[int]] = segno.make(link, error="m", micro=False).matrix
    return found


def _read_moment(request: RequestContext, context: PageContext, named: Naming = dict) -> tuple[int, list[str]]:
    """Return the number of the log entry that the page's address names, and its first public announcements as lines, at
    most five, with players named by `named`; 0 and no lines for a malformed number.
    """
    word = request.http.read_param("n")
    if not (word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER):
        return 0, []
    n = int(word)
    said = views.list_told_steps(request.host, context.shown.id, "", n, 1)
    told: list[Told] = [line for each in said if each.n == n for line in each.told if line.to == PUBLIC]
    reader = words.build_reader(named(context.shown.names), context.shown.style)
    return n, [line for line in words.format_told_lines(told, reader) if line][: LINES + 1]
