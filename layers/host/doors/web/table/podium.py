"""The end of a game: who has won, with how much, and the three who stand above the others."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.view import Standing
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import sharing
from host.doors.web.table.page_context import PageContext
from host.doors.web.table.race import format_compact_money

PODIUM_STEPS = ((180, 92), (65, 140), (295, 162))  # the middle and the height of first, second and third
HALF, RADIUS, FLOOR = 57, 27, 280
MAX_MOVEMENT_LINES = 6  # lines
CROWN = "M153 12l11 12 16-19 16 19 11-12-5 29h-44z"


def render_podium(context: PageContext) -> Child:
    """Render the podium in place of the board."""
    view = context.shown.view
    lines = view.standings if view else []
    if view is None or not lines:
        return None
    head = h(
        "h2", format_winners(context, view.winners) if len(lines) > 1 else context.format_words(lines[0].who)
    )  # not against nobody
    boxes = [h("p", row, class_="boxes") for row in sharing.list_result_boxes(context)]
    total = context.format_money(lines[0].total)
    amount = h("div", total, class_="sum num", data_count=lines[0].total)
    ranked = ", ".join(f"{line.place}. {context.format_words(line.who)}" for line in lines[: len(PODIUM_STEPS)])
    steps = [_render_podium_step(context, line, *at) for line, at in zip(lines, PODIUM_STEPS, strict=False)]
    words = context.say("The podium: {ranked}", ranked=ranked)
    crown = h("path", class_="ik", d=CROWN)
    figure = h("svg", steps, crown, class_="pod", viewBox="0 0 360 224", role="img", aria_label=words)
    more = any(line.total > lines[0].total for line in lines)  # and yet has not won: the rules say why
    why = [h("p", context.format_words(note)) for note in view.notes] if more else None
    return h("section", h("div", head, amount, boxes, why), figure, class_="fin")


def format_winners(context: PageContext, winners: Sequence[str]) -> str:
    """Return who has won, or that the game is over if nobody has."""
    return (
        context.say("{who} {n:wins|win}", who=list(winners), n=len(winners))
        if winners
        else context.say("The game is over.")
    )


def render_movements(context: PageContext) -> Markup | None:
    """Render the standings after a cycle, with the places gained or lost since the last one."""
    view = context.shown.view
    lines = view.standings[:MAX_MOVEMENT_LINES] if view else []
    before = {who: points[-2] if len(points) > 1 else 0 for who, points in view.chart.items()} if view else {}
    rows = []
    for line in lines:
        was = 1 + sum(total > before.get(line.who, 0) for total in before.values())
        moved = (was - line.place) * any(before.values())
        way = ("▲", "up") if moved > 0 else ("▼", "down")
        sign = h("b", f"{way[0]}{abs(moved)}", class_=way[1]) if moved else None
        name, total = context.format_words(line.who), format_compact_money(context, line.total)
        rows.append(
            h("li", h("b", line.place), players.render_player_token(context, line.who), name, sign, h("b", total))
        )
    return h("ol", rows, class_="faces moves") if rows else None


def _render_podium_step(context: PageContext, line: Standing, x: int, top: int) -> Markup:
    money = format_compact_money(context, line.total)
    return h(
        "g",
        h("path", class_="ik", d=f"M{x - HALF} {top}h{2 * HALF}v{FLOOR - top}h-{2 * HALF}z"),
        h("text", line.place, x=x, y=top + 30, font_size=28),
        h("text", money, x=x, y=top + 52),
        _render_figure_on_step(context, line.who, x, top - RADIUS - 2),
    )


def _render_figure_on_step(context: PageContext, who: str, x: int, y: int) -> Markup | None:
    sign = players.list_player_signs(context.shown.faces).get(who)
    if sign is None:
        return None
    wide = 2 * RADIUS
    shape = (
        h("rect", class_="q", x=x - RADIUS, y=y - RADIUS, width=wide, height=wide, rx=8)
        if sign.square
        else h("circle", cx=x, cy=y, r=RADIUS)
    )
    return h("g", shape, h("text", sign.letters, class_="l", x=x, y=y + 9, font_size=27), class_=sign.kind)
