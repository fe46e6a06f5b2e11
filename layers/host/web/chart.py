"""Totals over time as a small drawing, and as words for those who do not see it."""

from __future__ import annotations

from engine.kernel import Reader
from engine.kernel.view import View
from host.web.html import Markup, h

WIDTH, HEIGHT = 320, 140
DASHES = ("none", "6 3", "2 3", "8 3 2 3", "1 4", "10 4")


def totals(view: View, reader: Reader) -> Markup | None:
    """A line for each player. Lines differ by dash as well as by colour, and each ends in a name."""
    lines = {who: [0, *points] for who, points in view.chart.items() if points}
    if not lines:
        return None
    low = min(min(points) for points in lines.values())
    high = max(max(points) for points in lines.values())
    scale = (low, max(high, low + 1))
    drawn = [_line(i, reader.names.get(who, who), points, scale) for i, (who, points) in enumerate(lines.items())]
    last = {reader.names.get(who, who): reader.value(points[-1], view.currency) for who, points in lines.items()}
    words = "; ".join(f"{who}: {total}" for who, total in last.items())
    box = f"0 0 {WIDTH} {HEIGHT}"
    return h(
        "figure", h("svg", drawn, viewBox=box, role="img", aria_label=f"Totals over time. {words}", class_="chart")
    )


def _line(i: int, name: str, points: list[int], scale: tuple[int, int]) -> Markup:
    low, high = scale

    def at(n: int, total: int) -> tuple[float, float]:
        x = 4 + (WIDTH - 84) * n / max(1, len(points) - 1)
        return round(x, 1), round(HEIGHT - 12 - (HEIGHT - 24) * (total - low) / (high - low), 1)

    path = " ".join(f"{x},{y}" for x, y in (at(n, total) for n, total in enumerate(points)))
    x, y = at(len(points) - 1, points[-1])
    dash, colour = DASHES[i % len(DASHES)], f"hsl({i * 67 % 360} 65% 50%)"
    drawn = h("polyline", points=path, stroke_dasharray=dash, stroke=colour)
    return h("g", drawn, h("text", name, x=x + 3, y=y + 4))
