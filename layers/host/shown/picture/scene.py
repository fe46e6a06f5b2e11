"""Scenes for chats: what a game has a look for, in the colours of that look, with the pot as the largest thing; and
what the news tell of a great scene, from the same typed pictures.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import structs
from PIL import Image, ImageDraw

import engine
from engine.kernel import PUBLIC, Reader, Told
from engine.kernel.picture import Look, Picture, Track, list_scene_pictures
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import format_told
from engine.kernel.view import View
from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.shown import views
from host.shown.picture.as_text import format_picture_texts
from host.shown.picture.drawing import (
    EDGE,
    FILL,
    INK,
    PICTURE_WIDTH,
    Theme,
    draw_if_possible,
    measure_text,
    paint_text,
    reduce_colours,
    render_picture_image,
    wrap_text,
)
from host.shown.views import MomentLine, Sum, ToldStep, build_moment_line

NIGHT, BIG, HOT, WHITE = "#0c2a3e", "#ffd426", "#ff4b6b", "#ffffff"  # as on the page
FILLS = {
    **FILL,
    "shut": "#1a7db3",
    "bomb": INK,
    "safe": "#315f57",
    "cash": "#79fabb",
    "own": "#fff48f",
    "haven": BIG,
    "won": BIG,
}
RIMS = {"right": BIG, "wrong": HOT, "chosen": BIG, "here": BIG, "next": BIG}
DARK_KINDS = frozenset(("shut", "bomb", "safe", "black"))
ROOM, COLOUR = re.compile(r"--set:([^;}]*)"), re.compile(r"#(?:[0-9a-f]{2}){3}\b")
MAX_LIGHT = 3 * 0x70  # of a ground on which white letters are read
USED = re.compile(r'\bof="([\w.]+)"')
SUM_SIZES, SAID_SIZE, SMALL_SIZE, MOST_SAID = (76, 64, 52, 42, 34), 26, 19, 4
PAD = 14


@cache
def find_look_files(name: str) -> Mapping[str, str]:
    """Return, cached, the files of a game's look (how its scene is painted on the page), as text by ending: `.css` its
    style, `.html` its template; empty if no game has a look of this name.
    """
    found = Path(engine.__file__).parent.glob(f"*/looks/{name}.*") if name.isidentifier() else ()
    return {path.suffix: path.read_text("utf-8") for path in found}


def find_room_colours(name: str) -> tuple[str, str]:
    """Return the two colours, above and below, with which a game's look paints the room behind a scene on the page;
    the usual ones if it has none that are dark enough.
    """
    room = ROOM.search(find_look_files(name).get(".css", ""))
    dark = [each for each in COLOUR.findall(room[1] if room else "") if sum(bytes.fromhex(each[1:])) < MAX_LIGHT]
    return (dark[0], dark[-1]) if dark else (NIGHT, NIGHT)


def split_scene(pictures: Sequence[Picture]) -> tuple[Look | None, Sequence[Picture], Sequence[Picture]]:
    """Return the game's look (how a scene is painted) that a table's pictures name, or None; the pictures of its one
    scene (those without an id, those whose id its template uses, and the one that names it); and the others, which are
    drawn beside it: all of them if there is no look.
    """
    look = next((each.look for each in pictures if each.look and ".html" in find_look_files(each.look.name)), None)
    if look is None:
        return None, [], pictures
    used = {*USED.findall(find_look_files(look.name)[".html"])}
    within = [each for each in pictures if not each.id or each.id in used or each.look is look]
    return look, within, [each for each in pictures if each not in within]


def render_scene_image(look: Look, pictures: Sequence[Picture], title: str, reader: Reader) -> Image.Image:
    """Render as an image a scene in the game's look: `title`, what is at stake, the pictures, and what the player knows
    and risks, unless the pictures say it already.
    """
    say, room = reader.format_value, find_room_colours(look.name)
    pot = say(look.pot)
    pictures = [_drop_words(each, pot, reader) for each in pictures]
    spelled = "\n".join(format_picture_texts(pictures, reader))
    head = _Block(room[0])
    head.add_lines([title], SAID_SIZE)
    head.add_lines([say(look.label)], SMALL_SIZE)
    head.add_sum(pot, BIG)
    head.add_lines([say(look.lives)], SMALL_SIZE)
    foot = _Block(room[1])
    foot.add_lines([word for each in (*look.know, look.risk) if (word := say(each)) not in spelled], SMALL_SIZE)
    drawn = [render_picture_image(each, reader, theme=_build_theme(room[0])) for each in pictures]
    return _join_images([head.render(), *drawn, foot.render()])


def _drop_words(picture: Picture, pot: str, reader: Reader) -> Picture:
    """Return a picture without those of its title and notes that contain the text `pot` (what is at stake), which the
    scene shows already; unchanged for an empty `pot`.
    """
    repeats = [each for each in (picture.title, *picture.notes) if pot and pot in reader.format_value(each)]
    notes = [each for each in picture.notes if each not in repeats]
    return structs.replace(picture, title="" if picture.title in repeats else picture.title, notes=notes)


def draw_news(host: HostContext, game: str, lines: Sequence[Told], reader: Reader, below: bytes = b"") -> bytes:
    """Return a PNG of the great event in these news, with the picture `below` under it. Return `below` alone if the
    news tell of no event for which the game has a picture, `game` is empty or has not begun, its rules are unknown, or
    drawing fails; so also if no such game is stored, or it cannot be shown.
    """
    return draw_if_possible(lambda: _load_and_draw_news(host, game, lines, reader, below), below)


def _load_and_draw_news(host: HostContext, game: str, lines: Sequence[Told], reader: Reader, below: bytes) -> bytes:
    """Do what `draw_news` does, but raise the error if the game cannot be loaded, cannot be shown, or drawing fails."""
    session = views.load_saved_game(host, game).session if game else None
    rules = RULESETS.get(session.ruleset) if session else None
    if session is None or rules is None or not list_heads(rules, lines):
        return below
    view = views.load_game_view(host, game).view
    steps = views.list_newest_steps(host, session, "")
    if view is None:
        return below
    return render_news_png(rules, lines, steps, reader, view, below)


def list_heads(rules: Ruleset[Any], lines: Sequence[Told]) -> list[Told]:
    """Return those of these announcements that are public and for which the game has a picture of its own."""
    return [each for each in lines if each.to == PUBLIC and each.kind in rules.scenes]


def render_news_png(
    rules: Ruleset[Any],
    lines: Sequence[Told],
    steps: Sequence[ToldStep],
    reader: Reader,
    view: View,
    below: bytes = b"",
) -> bytes:
    """Render the great scene in the news `lines`, which must tell of one (see `list_heads`), as a PNG: what has
    happened, who won or lost how much, its pictures, and then the picture `below` if given. `steps`, the game's newest,
    and `view`, how it stands now, supply the pictures.
    """
    heads = list_heads(rules, lines)
    heads = [each for each in heads if build_moment_line(rules, each).kind != "call"] or heads  # is seen with its end
    reader = views.build_picture_reader(reader)
    first = build_moment_line(rules, heads[0])
    told = [build_moment_line(rules, each) for each in lines[lines.index(heads[0]) :] if each.to == PUBLIC]
    moves = [each for line in told for each in line.sums if each.sign]
    step = _find_step(steps, heads[0])
    ended = step.ended.get(heads[0].table) if step and first.kind in ("bombed", "roof") else None
    pictures = [each for head in heads for each in _list_pictures_of(rules, head, _find_step(steps, head), lines)]
    pictures += ended.read_pictures() if ended else []
    pictures = [_complete_track(each, view, reader) for each in pictures]
    room = find_room_colours(_find_look_name(first, pictures))
    said = [format_told(each, reader) for each in (heads[0], *(line.told for line in told[1:]))]
    ways = {each.amount * each.sign > 0 for each in moves}
    ground, ink = (BIG if True in ways else HOT, INK) if len(ways) == 1 else (room[0], WHITE)
    head, foot = _Block(ground, ink), _Block(room[1])
    head.add_lines(said[:1], SAID_SIZE)
    for each in moves:
        gone = first.kind == "bombed" and each.sign < 0
        amount = _format_move(each, reader, view.currency, gone=gone)
        if len(moves) == 1:
            head.add_sum(amount, ink)
        else:
            head.add_lines([f"{reader.format_value(each.who)}  {amount}"], SAID_SIZE)
    foot.add_lines(said[1:MOST_SAID], SMALL_SIZE)
    drawn = [render_picture_image(each, reader, theme=_build_theme(room[0])) for each in pictures]
    out = io.BytesIO()
    more = [Image.open(io.BytesIO(below)).convert("RGB")] if below else []
    reduce_colours(_join_images([head.render(), *drawn, foot.render(), *more])).save(out, "PNG")
    return out.getvalue()


def _find_step(steps: Sequence[ToldStep], head: Told) -> ToldStep | None:
    """Return the newest of these steps (the newest last) in which this was announced, or None if it was in none of
    them.
    """
    return next((step for step in reversed(steps) if any(_is_same(each, head) for each in step.told)), None)


def _list_pictures_of(rules: Ruleset[Any], head: Told, step: ToldStep | None, lines: Sequence[Told]) -> list[Picture]:
    """Return the pictures of one great event, drawn from what was announced with it: in its step of the game or, if
    that is not known any more, in these news, which may tell several steps.
    """
    return list_scene_pictures(rules.scenes, [head], step.told if step else lines)


def _complete_track(picture: Picture, view: View, reader: Reader) -> Picture:
    """Return, in place of a track, the whole track of the same id as the game shows it now, with the players of
    `picture` on the spaces of the same names, which alone are marked; return any other picture, or a track that the
    game does not show now, unchanged.
    """
    shown = [each for panel in view.panels for each in panel.pictures if isinstance(each, Track)]
    whole = next((each for each in shown if each.id and each.id == picture.id), None)
    if whole is None or not isinstance(picture, Track):
        return picture
    faces = ["", *(reader.format_value(each.face) for each in whole.spaces)]
    came = [reader.format_value(picture.spaces[token.at - 1].face) for token in picture.tokens]
    at = [faces.index(face) if face in faces else 0 for face in came]
    tokens = [structs.replace(token, at=n) for token, n in zip(picture.tokens, at, strict=True)]
    spaces = [structs.replace(space, mark="here" if n in at else "") for n, space in enumerate(whole.spaces, 1)]
    return structs.replace(whole, spaces=spaces, tokens=tokens)


def _is_same(one: Told, other: Told) -> bool:
    """Return whether two announcements are the same event at the same table with the same facts."""
    return (one.what, one.table, one.facts) == (other.what, other.table, other.facts)


def _find_look_name(line: MomentLine, pictures: Sequence[Picture]) -> str:
    """Return the name of the game's look (how its scene is painted) whose colours a picture of news takes: the one
    that the event names, or that of its pictures; empty for the usual colours.
    """
    named = next((each.look.name for each in pictures if each.look), "")
    return line.beat.look or named if line.beat else named


def _format_move(move: Sum, reader: Reader, currency: str, *, gone: bool) -> str:
    """Return an amount with a sign: plus for money won, minus for money lost. If it is `gone`, a pot that nobody had
    yet, say so without a minus.
    """
    amount = reader.format_value(move.amount if gone else move.amount * move.sign, currency)
    if gone:
        return reader.format_sentence("{amount} gone", amount=amount)
    return f"+{amount}" if move.amount * move.sign > 0 else amount


def _build_theme(ground: str) -> Theme:
    """Build the colours in which the pictures of a scene are drawn on a ground of this colour."""
    return Theme(ground, WHITE, "#16384f", FILLS, DARK_KINDS, rest_dark=True, rims=RIMS, signs=True)


def _join_images(images: Sequence[Image.Image]) -> Image.Image:
    """Return one image in which these images stand below one another."""
    whole = Image.new("RGB", (PICTURE_WIDTH, sum(each.height for each in images)))
    top = 0
    for each in images:
        whole.paste(each, (0, top))
        top += each.height
    return whole


class _Block:
    """Lines of text on one ground, from the top down."""

    def __init__(self, ground: str, ink: str = WHITE) -> None:
        self.ground, self.ink = ground, ink
        self.rows: list[tuple[str, int, str]] = []

    def add_lines(self, texts: Sequence[str], size: int) -> None:
        """Add sentences to the picture of the scene, wrapped to its width; empty ones are left out."""
        for text in filter(None, texts):
            self.rows += [(row, size, self.ink) for row in wrap_text(text, size, PICTURE_WIDTH - 2 * EDGE)]

    def add_sum(self, text: str, ink: str) -> None:
        """Add a sum of money to the picture of the scene, in the largest size that fits; nothing for an empty text."""
        fits = (size for size in SUM_SIZES if measure_text(text, size) <= PICTURE_WIDTH - 2 * EDGE)
        if text:
            self.rows.append((text, next(fits, SUM_SIZES[-1]), ink))

    def render(self) -> Image.Image:
        """Return everything that was added as one image of the usual width, line below line; its height is 0 if
        nothing was added.
        """
        high = sum(int(size * 1.3) for _, size, _ in self.rows) + (2 * PAD if self.rows else 0)
        image = Image.new("RGB", (PICTURE_WIDTH, high), self.ground)
        draw, top = ImageDraw.Draw(image), PAD
        for text, size, ink in self.rows:
            paint_text(draw, (EDGE, top + size * 0.65), text, ink, size, "lm")
            top += int(size * 1.3)
        return image
