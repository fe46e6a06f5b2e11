"""A whole race of the Deluxe edition with a small target, by four people in a real Chromium, on telephones."""

import pytest

from tests.host.doors.web.browser import Table
from tests.host.doors.web.four import Four


@pytest.fixture
def room():
    room = Table()
    yield room
    room.close()


@pytest.mark.slow  # some four minutes; the default run plays one at the page without a browser (seasons/test_deluxe.py)
def test_a_whole_race_of_four_on_telephones(room, chrome):
    four = Four(room, chrome, "deluxe", {"target": 1_000_000})
    assert four.play(600) > 20
    four.all_see("wins Race to a Billion")
