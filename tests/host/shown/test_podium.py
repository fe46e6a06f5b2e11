"""The picture of the podium that chats send: with which sum somebody has won, and that nobody has."""

import io

import pytest
from PIL import Image, ImageChops

from engine.kernel import Reader
from engine.kernel.view import Standing, View
from host.shown.picture import podium
from host.shown.picture.podium import render_podium_png

READER = Reader({"a": "Ann", "b": "Bob"})
SHADES = 48
HEAD = (0, 0, 680, podium.HEAD)  # who, and the large sum
LEFT, TOP = podium.STEP_CORNERS[0][0] + podium.MIDDLE, podium.STEP_CORNERS[0][1]
WINNER = (LEFT, TOP - 72, LEFT + podium.WIDTH, TOP + 130)  # the winner's name, place and sum
BELOW = (LEFT, TOP + 134, LEFT + podium.WIDTH, TOP + 176)


def draw_end(ann, bob, *, over=True, winners=("a",), **more):
    """The picture of an end between two."""
    lines = [Standing(1, "a", ann), *([Standing(2, "b", bob)] if bob is not None else [])]
    view = View("Race", "", 0, "£", [], lines, over=over, winners=list(winners), **more)
    return Image.open(io.BytesIO(render_podium_png("Race", view, READER))).convert("RGB")


def alike(one, other, box):
    """Whether nothing in this box differs, but for shades: a picture's few colours are its own."""
    shades = ImageChops.difference(one.crop(box), other.crop(box)).convert("L")
    return shades.point(lambda shade: 255 * (shade > SHADES)).getbbox() is None


def test_the_sum_that_won_is_the_large_one_and_what_came_after_stands_below():
    won = draw_end(39_500_000, 39_900_000, won_with=40_000_000, notes=["Ann was first."])
    plain = draw_end(40_000_000, 39_900_000)
    assert alike(won, plain, HEAD)
    assert alike(won, plain, WINNER)
    assert not alike(won, plain, BELOW)
    assert not alike(draw_end(39_500_000, 39_900_000), plain, HEAD)
    assert not alike(draw_end(39_500_000, 39_900_000), plain, WINNER)


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ({"winners": ()}, "The game is over."),
        ({"over": False, "winners": ()}, "Ann leads"),
        ({}, "Ann wins the game"),
        ({"bob": None}, "Ann"),
    ],
)
def test_the_head_says_who_has_won_or_leads_or_that_nobody_has(monkeypatch, view, said):
    painted = []
    monkeypatch.setattr(podium, "paint_text", lambda _draw, _at, text, *_: painted.append(text))
    draw_end(**{"ann": 500, "bob": 300, **view})
    assert painted[:2] == [said, "£500"]
    assert ("£200 ahead of Bob" in painted) == ("bob" not in view)


def test_who_wins_with_less_than_another_is_told_why(monkeypatch):
    painted = []
    monkeypatch.setattr(podium, "paint_text", lambda _draw, _at, text, *_: painted.append(text))
    draw_end(300, 500, notes=["Ann was first."])
    assert "Ann was first." in painted
