"""The end of a game as a picture: who has won, the three who stand above the others, all totals, and how it went."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from engine.kernel import Reader
from engine.kernel.view import Standing, View
from host.shown import views
from host.shown.picture.drawing import (
    HARD,
    cut_name_to_width,
    measure_text,
    paint_name,
    paint_text,
    paint_words,
    wrap_text,
)

WIDE, HIGH, EDGE = 1200, 900, 70
NIGHT, DOOR, AJAR, PAPER, DIM, STEP = "#0a2233", "#ffd426", "#ff4b6b", "#ffffff", "#a9bfcf", "#12506f"
INK, HEAD = "#0a1824", 230  # letters on the bright head of the picture, and its height
CHART_COLOURS = ("#7b94e6", "#ffc710", "#00b379", "#d283b5", "#6ddeff", "#fa833b", "#fff48f", "#c5e6c4")
STEP_CORNERS = ((265, 520), (80, 590), (450, 640))  # where first, second and third stand: left and top
WIDTH, FLOOR = 180, 800
MIDDLE, OF_TWO = 245, 92  # how far right of those corners the steps stand in the middle of the picture; two, further
CROWN = ((-44, 0), (-54, 58), (-24, 32), (0, 70), (24, 32), (54, 58), (44, 0))
CROWN_ABOVE = 84  # the top of the winner's step
LIST, ROW, MOST = 690, 40, 9  # where the others are listed, and how many
BOX = (690.0, 560.0, 1130.0, 800.0)  # of how it went
DOT = 8  # where a line ends


def render_podium_png(title: str, view: View, reader: Reader) -> bytes:
    """Render the leaderboard of a game as a PNG for chats and link previews: who has won or leads, the first three on
    steps, as many of the others as fit in a list, the course of all totals if they were recorded, and `title` at the
    bottom. The view must have at least one player in its standings.
    """
    reader = views.build_picture_reader(reader)
    image = Image.new("RGB", (WIDE, HIGH), NIGHT)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDE, HEAD), DOOR)
    _paint_podium_head(draw, view, reader)
    charted = {who: [0, *points] for who, points in view.chart.items() if points}
    aside = MIDDLE if len(view.standings) <= len(STEP_CORNERS) and not charted else 0  # with nothing beside the steps
    aside += OF_TWO if aside and len(view.standings) == 2 else 0
    for n, (line, (left, top)) in enumerate(zip(view.standings, STEP_CORNERS, strict=False)):
        corner = left + aside, top
        draw.rectangle((*corner, corner[0] + WIDTH, FLOOR), STEP, DIM, 2)
        won = 0 if n else view.won_with
        _paint_podium_step(draw, line, corner, pick_player_colour(n), view.currency, reader, won)
    if view.over and view.winners:
        _paint_crown(draw, STEP_CORNERS[0][0] + aside + WIDTH // 2, STEP_CORNERS[0][1] - CROWN_ABOVE)
    room = int((BOX[1] - 250) / ROW) if charted else MOST
    _paint_lower_places(draw, view.standings[len(STEP_CORNERS) :][:room], view.currency, reader)
    if charted:
        _paint_chart(draw, charted, [line.who for line in view.standings])
    paint_text(draw, (EDGE + 10, HIGH - 36), title, DOOR, 30, "ls")
    out = io.BytesIO()
    image.quantize(32, Image.Quantize.FASTOCTREE).save(out, "PNG")
    return out.getvalue()


def _paint_podium_head(draw: ImageDraw.ImageDraw, view: View, reader: Reader) -> None:
    """Paint who has won, or who leads as long as the game is not over, with how much, and why or by how much."""
    said = _format_podium_head(view, reader)
    size = next((size for size in (64, 56, 44, 34) if len(wrap_text(said, size, WIDE - 2 * EDGE)) == 1), 28)
    paint_text(draw, (EDGE + 10, 104), wrap_text(said, size, WIDE - 2 * EDGE)[0], INK, size, "ls")
    won = reader.format_value(view.won_with or view.standings[0].total, view.currency)
    paint_text(draw, (EDGE + 10, 204), won, INK, 84, "ls")
    room, left = WIDE - EDGE, EDGE + 40 + measure_text(won, 84)
    for n, row in enumerate(wrap_text(_format_reason(view, reader), 28, int(room - left))[:3]):
        paint_text(draw, (left, 138 + n * 34), row, INK, 28, "ls")


def _format_podium_head(view: View, reader: Reader) -> str:
    """Return the headline of the final places: as long as the game is not over, who leads; else who has won, only the
    name of a player who was alone, or, if nobody has won, that the game is over.
    """
    if not view.over:
        first = [line.who for line in view.standings if line.place == 1]
        return reader.format_sentence("{who} {n:leads|lead}", who=first, n=len(first))
    if len(view.standings) == 1:
        return reader.format_value(view.standings[0].who)
    if not view.winners:
        return reader.format_sentence("The game is over.")
    return reader.format_sentence("{who} {n:wins|win} the game", who=view.winners, n=len(view.winners))


def _format_reason(view: View, reader: Reader) -> str:
    """Return the line below a winner's name: the view's notes, which say why, if they won with another sum than their
    total or although another has more; otherwise how far they are ahead of the second; empty if they are not.
    """
    first = view.standings[0]
    if view.won_with or any(line.total > first.total for line in view.standings):
        return " ".join(map(reader.format_value, view.notes))
    gap = first.total - view.standings[1].total if len(view.standings) > 1 else 0
    if gap <= 0:
        return ""
    ahead = reader.format_value(gap, view.currency)
    return reader.format_sentence("{gap} ahead of {who}", gap=ahead, who=view.standings[1].who)


def _paint_crown(draw: ImageDraw.ImageDraw, x: int, y: int) -> None:
    """Paint a crown, the foot of which has its middle at `x` and `y`."""
    draw.polygon([(x + across, y - up) for across, up in CROWN], DOOR)
    draw.polygon([(x - 10, y - 16), (x, y - 30), (x + 10, y - 16), (x, y - 2)], AJAR)


def pick_player_colour(n: int) -> str:
    """Return the colour of the n-th player of a ranking, counted from 0; the colours repeat when there are more
    players.
    """
    return CHART_COLOURS[n % len(CHART_COLOURS)]


def _paint_podium_step(
    draw: ImageDraw.ImageDraw,
    line: Standing,
    at: tuple[int, int],
    colour: str,
    currency: str,
    reader: Reader,
    won: int,
) -> None:
    """Paint one step of the podium: place, name and total. A player who won with another sum than they have now gets
    that sum (`won`) as the large one.
    """
    left, top = at
    total = reader.format_value(line.total, currency)
    paint_text(draw, (left + WIDTH / 2, top + 44), str(line.place), colour, 56, "mm")
    paint_words(
        draw,
        (left + 6, top + 84, left + WIDTH - 6, top + 130),
        reader.format_value(won, currency) if won else total,
        PAPER,
    )
    if won:
        then = reader.format_sentence("{amount} at the end", amount=total)
        paint_words(draw, (left + 6, top + 134, left + WIDTH - 6, top + 176), then, DOOR)
    paint_name(draw, (left + 2, top - 72, left + WIDTH - 2, top - 6), line.who, reader, PAPER)


def _paint_lower_places(draw: ImageDraw.ImageDraw, lines: Sequence[Standing], currency: str, reader: Reader) -> None:
    """Paint `lines`, the players behind the first three, as a list: place, total, and name, cut to fit."""
    for n, line in enumerate(lines):
        top, total = 260 + n * ROW, f"{reader.format_value(line.total, currency)}{HARD * 2}"
        paint_text(draw, (LIST, top), str(line.place), pick_player_colour(n + len(STEP_CORNERS)), 24, "lm")
        who = cut_name_to_width(reader, line.who, WIDE - EDGE - LIST - 50 - measure_text(total, 24), 24)
        paint_text(draw, (LIST + 50, top), f"{total}{who}", DIM, 24, "lm")


def _paint_chart(draw: ImageDraw.ImageDraw, charted: Mapping[str, Sequence[int]], ranked: Sequence[str]) -> None:
    """Paint the players' totals over the course of a game as a chart with a line for each player in `ranked` who has
    totals in `charted`; the line of the first one is painted last and thickest.
    """
    left, top, right, bottom = BOX
    low, high = min(map(min, charted.values())), max(map(max, charted.values()))
    span, long = max(1, high - low), max(map(len, charted.values())) - 1
    nought = bottom - (bottom - top) * (0 - low) / span
    draw.line((left, nought, right, nought), DIM, 1)
    for n, who in reversed(list(enumerate(ranked))):
        points = charted.get(who, ())
        path = [
            (left + (right - left) * i / long, bottom - (bottom - top) * (total - low) / span)
            for i, total in enumerate(points)
        ]
        if len(path) > 1:
            draw.line(path, pick_player_colour(n), 3 if n else 6, "curve")
            x, y = path[-1]
            draw.ellipse((x - DOT, y - DOT, x + DOT, y + DOT), pick_player_colour(n))
