"""The chart of totals: never by colour alone, readable in words, and with no name on top of another."""

import re
from itertools import pairwise

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


@given(st.lists(st.lists(TOTALS, min_size=1, max_size=12), min_size=1, max_size=16))
def test_names_stand_apart_and_lines_stay_inside(totals):
    page = drawn({f"p{n}": points for n, points in enumerate(totals, 1)})
    (height,) = map(int, re.findall(r'viewBox="0 0 320 (\d+)"', page))
    places = sorted(float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.-]+)"', page))
    assert all(after - before >= ending.LINE - 0.11 for before, after in pairwise(places))
    points = [point.split(",") for line in re.findall(r'points="([^"]*)"', page) for point in line.split()]
    assert all(0 <= float(x) <= ending.WIDTH and 0 <= float(y) <= height for x, y in points)
    assert all(0 < y <= height for y in places)
