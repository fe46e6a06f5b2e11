"""Totals over time as a small drawing, and as words for those who do not see it."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel import Reader
from engine.kernel.view import View
from host.doors.web.markup.html import Markup, h

WIDTH, LOWEST, NAMES, LINE, LONGEST = 320, 140, 90, 9, 16
DASHES = ("none", "6 3", "2 3", "8 3 2 3", "1 4", "10 4")


class ChartScale(NamedTuple):
    """The range of totals in a chart, and its height in pixels."""

    low: int
    high: int
    height: int

    def locate_point(self, n: int, points: list[int]) -> tuple[float, float]:
        """Return x and y of the n-th point of a line."""
        x = 4 + (WIDTH - NAMES) * n / max(1, len(points) - 1)
        y = self.height - 12 - (self.height - 24) * (points[n] - self.low) / (self.high - self.low)
        return round(x, 1), round(y, 1)


def render_totals_chart(view: View, reader: Reader) -> Markup | None:
    """Render the chart of totals over time, a line for each player. Lines differ by dash and colour, and each ends in
    a name.
    """
    lines = {reader.names.get(who, who): [0, *points] for who, points in view.chart.items() if points}
    if not lines:
        return None
    low, high = min(map(min, lines.values())), max(map(max, lines.values()))
    scale = ChartScale(low, max(high, low + 1), max(LOWEST, LINE * (len(lines) + 2)))
    ends = _space_chart_names(
        [scale.locate_point(len(points) - 1, points)[1] for points in lines.values()], scale.height
    )
    drawn = [
        _render_chart_line(i, name, lines[name], scale, end)
        for i, (name, end) in enumerate(zip(lines, ends, strict=True))
    ]
    last = [f"{name}: {reader.format_value(points[-1], view.currency)}" for name, points in lines.items()]
    words = reader.format_sentence("Totals over time. {totals}", totals="; ".join(last))
    box = f"0 0 {WIDTH} {scale.height}"
    return h("figure", h("svg", drawn, viewBox=box, role="img", aria_label=words, class_="chart"))


def _render_chart_line(i: int, name: str, points: list[int], scale: ChartScale, end: float) -> Markup:
    path = " ".join(f"{x},{y}" for x, y in (scale.locate_point(n, points) for n in range(len(points))))
    dash, colour = DASHES[i % len(DASHES)], f"hsl({i * 67 % 360} 65% 50%)"
    drawn = h("polyline", points=path, stroke_dasharray=dash, stroke=colour)
    return h("g", drawn, h("text", name[:LONGEST], x=WIDTH - NAMES + 7, y=round(end + 3, 1)))


def _space_chart_names(ends: list[float], height: int) -> list[float]:
    """Return a height for each name: beside the end of its line, without overlaps."""
    places, ranked, last, lowest = [0.0] * len(ends), sorted(range(len(ends)), key=ends.__getitem__), 0.0, height - 4.0
    for i in ranked:
        last = places[i] = max(ends[i], last + LINE)
    for i in reversed(ranked):  # what was pushed out at the bottom goes up again, and only that
        places[i] = min(places[i], lowest)
        lowest = places[i] - LINE
    return places
