"""The chart of totals: never by colour alone, readable in words, and with no name on top of another."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import Reader
from engine.kernel.view import View
from host.doors.web.table import ending

TOTALS = st.integers(-(10**9), 2 * 10**9)


def drawn(lines):
    view = View("Game", "on", 1, "£", [], [], chart=lines)
    return ending.render_totals_chart(view, Reader({"p1": "Ann", "p2": "Bob"}))


def test_lines_differ_by_their_dashes_and_end_in_a_name():
    page = drawn({"p1": [10, 500], "p2": [20, -300]})
    dashes = re.findall(r'stroke-dasharray="([^"]*)"', page)
    assert len(set(dashes)) == 2
    assert re.findall(r"<text [^>]*>([^<]*)</text>", page) == ["Ann", "Bob"]
    assert 'role="img" aria-label="How the totals changed: Ann: £500; Bob: -£300"' in page


def test_before_the_first_total_there_is_no_chart():
    assert drawn({"p1": [], "p2": []}) is None


@pytest.mark.whole
@given(st.lists(st.lists(TOTALS, min_size=1, max_size=12), min_size=1, max_size=16))
def test_names_stand_apart_and_lines_stay_inside(totals):
    page = drawn({f"p{n}": points for n, points in enumerate(totals, 1)})
    (height,) = map(int, re.findall(r'viewBox="0 0 320 (\d+)"', page))
    places = sorted(float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.-]+)"', page))
    assert all(after - before >= ending.LINE - 0.11 for before, after in pairwise(places))
    points = [point.split(",") for line in re.findall(r'points="([^"]*)"', page) for point in line.split()]
    assert all(0 <= float(x) <= ending.WIDTH and 0 <= float(y) <= height for x, y in points)
    assert all(0 < y <= height for y in places)


def test_a_line_goes_from_nothing_to_the_last_total_and_its_name_stands_there():
    """The lowest total lies at the bottom, the highest at the top, and all others between as far as they are apart."""
    page = drawn({"p1": [400, 1000, 800], "p2": [-500, -1000, 0]})
    ann, bob = (
        [tuple(map(float, point.split(","))) for point in line.split()]
        for line in re.findall(r'points="([^"]*)"', page)
    )
    left, right, top, bottom = 4, 4 + ending.WIDTH - ending.NAMES, 12, ending.LOWEST - 12
    assert [x for x, _ in ann] == [x for x, _ in bob] == [round(left + (right - left) * n / 3, 1) for n in range(4)]
    height = lambda total: round(bottom - (bottom - top) * (total + 1000) / 2000, 1)  # noqa: E731 - said in a line
    assert [y for _, y in ann] == [*map(height, (0, 400, 1000, 800))]
    assert [y for _, y in bob] == [*map(height, (0, -500, -1000, 0))]
    names = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.-]+)"', page)]
    assert names == [round(line[-1][1] + 3, 1) for line in (ann, bob)]


def test_the_chart_is_as_high_as_its_names_and_not_lower_than_its_least():
    heights = {}
    for n in (1, 2, 40):
        (box,) = re.findall(r'viewBox="0 0 320 (\d+)"', drawn({f"p{who}": [who] for who in range(n)}))
        heights[n] = int(box)
    assert heights == {1: ending.LOWEST, 2: ending.LOWEST, 40: ending.LINE * 42}
