"""The race: everybody on one track, at the root of their share, so that a quarter of the money is half of the way."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from engine.kernel.text import format_short_money
from engine.kernel.view import Standing, View
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h, join_markup
from host.doors.web.table.page_context import PageContext

FIRST, LAST, APART, END = 4.0, 92.0, 6.4, 97.2  # percent of the width
TICKS = (0.01, 0.1, 0.25, 0.5, 1.0)  # of the target
HIGH, LOW, LINE = 12, 33, 48
SHORT_BILLION = 1_000_000_000
AROUND = 6  # pins at most; the others are dots
FLAG = "M0 0h3v22H0zM3 0h6v5H3zM9 5h6v5H9zM3 10h6v5H3zM15 0h4v5h-4zM15 10h4v5h-4z"


class RaceMarker(NamedTuple):
    """A player's position on the track, and where their pin is drawn."""

    who: str
    at: float
    x: float
    y: int


def render_race(context: PageContext) -> Markup:
    """Render all players on the way to the target, with a text for screen readers."""
    view = context.shown.view
    if view is None or not view.target or not view.standings:
        return h("div", id="race", data_part="race")  # a game without a target has no track, and no room for one
    near = _pick_pinned_players(context.shown.you, [line.who for line in view.standings])
    stands = (view.target, view.currency, *[(line.who, line.total) for line in view.standings])
    return context.render_for_all(("race", near), partial(_render_race_track, view=view, near=near), of=stands)


def _render_race_track(context: PageContext, view: View, near: Collection[str]) -> Markup:
    lines = view.standings
    words, course, leads = _render_course(context, view, lines)
    pins = _render_markers(context, lines, view.target, near)
    return h("svg", course, pins, leads, class_="race", id="race", data_part="race", role="img", aria_label=words)


def _render_course(context: PageContext, view: View, lines: list[Standing]) -> tuple[str, Markup, Child]:
    """Return the track to the target as markup, with a text for it and who leads; the same for all viewers."""
    totals = "; ".join(f"{context.format_words(line.who)} {context.format_money(line.total)}" for line in lines)
    words = context.say("The race to {target}: {totals}", target=context.format_money(view.target), totals=totals)
    leader = lines[0]
    leads = context.say("{who} leads, {total}", who=leader.who, total=format_compact_money(context, leader.total))
    early = 0 < leader.total < view.target / 2  # nobody leads with nothing
    course = join_markup(
        h("line", class_="r", x1=f"{FIRST}%", x2=f"{LAST}%", y1=LINE, y2=LINE),
        h("line", class_="f", x1=f"{FIRST}%", x2=f"{_compute_position(leader.total, view.target)}%", y1=LINE, y2=LINE),
        _render_ticks(
            tuple(
                [
                    (_compute_position(at, view.target), format_compact_money(context, at, ""))
                    for at in _list_tick_amounts(view.target)
                ]
            )
        ),
        h("svg", h("path", class_="go", d=FLAG), x=f"{LAST}%", y=26, width=22, height=24, overflow="visible"),
    )
    return words, course, h("text", leads, class_="w", x="97%", y=17, text_anchor="end") if early else None


def _compute_position(total: int, target: int) -> float:
    """Return where a total stands on the track, in per cent of its width. The square root of its share of the target is
    used, so that small totals differ visibly.
    """
    share = min(1.0, max(0.0, total / target))
    return round(FIRST + (LAST - FIRST) * math.sqrt(share), 1)


def format_compact_money(context: PageContext, amount: int, symbol: str | None = None) -> str:
    """Return an amount in a few letters: £950k, £40M, £1bn."""
    currency = context.shown.view.currency if context.shown.view else ""
    sign = currency if symbol is None else symbol
    if abs(amount) >= SHORT_BILLION:
        return f"{'-' if amount < 0 else ''}{sign}{abs(amount) / SHORT_BILLION:.4g}bn"
    return format_short_money(amount, sign, context.reader.comma)


def _list_tick_amounts(target: int) -> list[int]:
    """Return the amounts at which the track has ticks."""
    return [int(target * share) for share in TICKS]


@lru_cache(maxsize=64)  # the same for all who race to that target
def _render_ticks(places: Sequence[tuple[float, str]]) -> Markup:
    lines = [
        (h("line", class_="tk", x1=f"{x}%", x2=f"{x}%", y1=LINE - 5, y2=LINE + 5),
         h("text", text, x=f"{x}%", y=68, text_anchor="middle"))
        for x, text in places
    ]  # fmt: skip
    return join_markup(*lines)


def _render_markers(context: PageContext, lines: list[Standing], target: int, near: Collection[str]) -> list[Child]:
    """Render the players on the track: pins with names for the nearest ones, dots for the others."""
    dots = [
        h(
            "circle",
            class_=_find_colour_class(context, line.who),
            cx=f"{_compute_position(line.total, target)}%",
            cy=LINE,
            r=4,
        )
        for line in lines
        if line.who not in near
    ]
    return [
        dots,
        [_render_cached_pin(context, pin) for pin in place_pins([line for line in lines if line.who in near], target)],
    ]


def _pick_pinned_players(you: str, ranked: list[str]) -> frozenset[str]:
    """Return the players who get a pin with their name on the track: the leader, the viewer `you` and the players
    ranked just before and after them.
    """
    if len(ranked) <= AROUND:
        return frozenset(ranked)
    here = ranked.index(you) if you in ranked else 0
    first = max(0, min(here - 2, len(ranked) - AROUND + 1))
    return frozenset([ranked[0], *ranked[first : first + AROUND - 1]])


def place_pins(lines: list[Standing], target: int) -> list[RaceMarker]:
    """Return the positions of the pins: in two rows, each far enough from the one before and from the edge."""
    last, found = {HIGH: -APART, LOW: -APART}, []
    for line in sorted(lines, key=lambda line: line.total):
        at = _compute_position(line.total, target)
        y = LOW if at - last[LOW] >= APART or last[LOW] <= last[HIGH] else HIGH
        last[y] = x = round(max(at, last[y] + APART), 1)
        found.append(RaceMarker(line.who, at, x, y))
    room = {HIGH: END, LOW: END}
    for n, pin in reversed([*enumerate(found)]):
        found[n] = pin._replace(x=min(pin.x, room[pin.y]))
        room[pin.y] = round(found[n].x - APART, 1)
    return found


def _find_colour_class(context: PageContext, who: str) -> str | None:
    sign = players.list_player_signs(context.shown.faces).get(who)
    return sign.kind if sign else None


def _render_cached_pin(context: PageContext, pin: RaceMarker) -> Child:
    return context.render_cached(pin, partial(_render_pin, context, pin))


def _render_pin(context: PageContext, pin: RaceMarker) -> Child:
    sign = players.list_player_signs(context.shown.faces).get(pin.who)
    if sign is None:
        return None
    x, y = f"{pin.x}%", pin.y

    def render_shape(own: bool) -> Markup:  # noqa: FBT001 - is it the viewer's?
        kind = "me" if own else None
        if sign.square:
            return h("rect", class_=kind, x=-9, y=y - 9, width=18, height=18, rx=4)
        return h("circle", class_=kind, cy=y, r=9)

    letter = h("text", sign.letters, class_="l", y=y + 4.5, text_anchor="middle")
    stem = h("line", class_=f"st {sign.kind}", x1=x, y1=y, x2=f"{pin.at}%", y2=LINE)
    return join_markup(
        stem,
        h("svg", context.render_own_or_other(pin.who, render_shape), letter, x=x, overflow="visible", class_=sign.kind),
    )
