"""A simulation as a picture: how long, who wins, who survives, where the money comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT, EDGE, GAP = 1200, 900, 40, 60
PAPER, INK, FAINT, BAR = "#fbfaf7", "#22262b", "#d9d6cf", "#2f6f8f"
TITLE_SIZE, TEXT_SIZE = 22, 15
MOST_BARS = 20
FONT = str(files("host.shown.picture") / "DejaVuSans-Bold.ttf")

Bars = Sequence[tuple[str, float, str]]  # what, how much, and how that is written


def draw_season_charts(found: dict[str, Any], cycles: Sequence[int]) -> Image.Image:
    """Draw four charts about seasons."""
    title = "{games} seasons of {players} careless players, seed {seed}".format_map(found)
    charts = {
        "Cycles to the target": build_histogram_bars(cycles),
        "Wins by seat": [(str(n), rate, f"{rate:.0%}") for n, rate in enumerate(found["win_rate_by_seat"], 1)],
        "Survival by players in the round": build_share_bars(found["survival_by_player_count"]),
        "Cash by source, £m a game": build_million_bars(found["cash_by_source_per_game"]),
    }
    return draw_charts_page(title, charts)


def draw_charts_page(title: str, charts: Mapping[str, Bars]) -> Image.Image:
    """Draw up to four charts on one page."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.text((EDGE, EDGE // 2), title, INK, ImageFont.truetype(FONT, TITLE_SIZE))
    wide, high = (WIDTH - 2 * EDGE - GAP) // 2, (HEIGHT - 2 * EDGE - 2 * GAP) // 2
    for i, (name, bars) in enumerate(charts.items()):
        left, top = EDGE + (i % 2) * (wide + GAP), EDGE + GAP // 2 + (i // 2) * (high + GAP)
        draw_bar_chart(pen, (left, top, left + wide, top + high), name, bars)
    return image


def build_histogram_bars(cycles: Sequence[int]) -> Bars:
    """Count how many seasons took how many cycles, in at most so many bars."""
    low, high = min(cycles), max(cycles)
    step = -(-(high - low + 1) // MOST_BARS)
    counts = Counter((n - low) // step for n in cycles)
    return [(str(low + i * step), counts[i], str(counts[i] or "")) for i in range((high - low) // step + 1)]


def build_share_bars(rates: dict[str, float]) -> Bars:
    """Return a bar for each share, written as a percentage."""
    return [(name, rate, f"{rate:.0%}") for name, rate in rates.items()]


def build_million_bars(cash: dict[str, int]) -> Bars:
    """Return bars in millions, the largest sources first and losses last; of many sources those in the middle are
    left out.
    """
    ranked = sorted(cash.items(), key=lambda item: -item[1])
    if len(ranked) > MOST_BARS // 2:
        ranked = ranked[: MOST_BARS // 2 - 3] + ranked[-3:]
    return [(name, amount, f"{amount / 1_000_000:,.0f}") for name, amount in ranked]


def draw_bar_chart(pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int], name: str, bars: Bars) -> None:
    """Draw one chart: a line for every bar, losses to the left of the zero line."""
    left, top, right, bottom = box
    font = ImageFont.truetype(FONT, TEXT_SIZE)
    pen.text((left, top), name, INK, font)
    pen.line((left, top + 24, right, top + 24), FAINT)
    if not bars:
        return
    row = min(28.0, (bottom - top - 32) / len(bars))
    label = max(pen.textlength(what, font) for what, _, _ in bars) + 10
    most, least = max(0.0, *(size for _, size, _ in bars)), min(0.0, *(size for _, size, _ in bars))
    scale = (right - left - label - 70) / ((most - least) or 1)
    zero = left + label - least * scale
    small = ImageFont.truetype(FONT, max(6, min(TEXT_SIZE, int(row * 0.7))))
    for i, (what, size, written) in enumerate(bars):
        y = top + 32 + i * row
        start, end = sorted((zero, zero + size * scale))
        pen.rectangle((start, y + row * 0.15, end, y + row * 0.85), BAR)
        pen.text((left, y + row * 0.1), what, INK, small)
        pen.text((end + 6, y + row * 0.1), written, INK, small)
