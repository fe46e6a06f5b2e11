"""Totals over time as a small drawing, and as words for those who do not see it."""

from __future__ import annotations

from engine.kernel import Reader
from engine.kernel.view import View
from host.web.html import Markup, h

WIDTH, HEIGHT, NAMES, LINE, LONGEST = 320, 140, 90, 9, 16
DASHES = ("none", "6 3", "2 3", "8 3 2 3", "1 4", "10 4")


def totals(view: View, reader: Reader) -> Markup | None:
    """A line for each player. Lines differ by dash as well as by colour, and each ends in a name."""
    lines = {who: [0, *points] for who, points in view.chart.items() if points}
    if not lines:
        return None
    low = min(min(points) for points in lines.values())
    high = max(max(points) for points in lines.values())
    scale = (low, max(high, low + 1))
    ends = _apart([_place(len(points) - 1, points, scale)[1] for points in lines.values()])
    drawn = [
        _line(i, reader.names.get(who, who), points, scale, ends[i]) for i, (who, points) in enumerate(lines.items())
    ]
    last = {reader.names.get(who, who): reader.value(points[-1], view.currency) for who, points in lines.items()}
    words = "; ".join(f"{who}: {total}" for who, total in last.items())
    box = f"0 0 {WIDTH} {HEIGHT}"
    return h(
        "figure", h("svg", drawn, viewBox=box, role="img", aria_label=f"Totals over time. {words}", class_="chart")
    )


def _line(i: int, name: str, points: list[int], scale: tuple[int, int], end: float) -> Markup:
    path = " ".join(f"{x},{y}" for x, y in (_place(n, points, scale) for n in range(len(points))))
    dash, colour = DASHES[i % len(DASHES)], f"hsl({i * 67 % 360} 65% 50%)"
    drawn = h("polyline", points=path, stroke_dasharray=dash, stroke=colour)
    return h("g", drawn, h("text", name[:LONGEST], x=WIDTH - NAMES + 7, y=round(end + 3, 1)))


def _place(n: int, points: list[int], scale: tuple[int, int]) -> tuple[float, float]:
    low, high = scale
    x = 4 + (WIDTH - NAMES) * n / max(1, len(points) - 1)
    return round(x, 1), round(HEIGHT - 12 - (HEIGHT - 24) * (points[n] - low) / (high - low), 1)


def _apart(ends: list[float]) -> list[float]:
    """Where the names stand: beside the ends of their lines, but never on top of one another."""
    places, last = dict.fromkeys(range(len(ends)), 0.0), 0.0
    for i in sorted(places, key=lambda i: ends[i]):
        last = places[i] = max(ends[i], last + LINE)
    over = max(0.0, last - HEIGHT + 4)
    return [place - over for place in places.values()]
