"""The reveal of a quiz question: everybody is seen on the rung to which the answer has brought them."""

import re

import pytest

from host.doors.web.table.moments import draw_moment, list_moments
from host.shown.views import SeatView
from tests.host.doors.web import test_film, test_pictures

ROW = re.compile(r"<li><b>([^<]*)</b>(.*?)</li>")
LETTER = re.compile(r'class="mv d([^"]+)"><span[^>]*><i[^>]*>(\w+)</i>')


def reveal(name):
    """The rungs of the last reveal of a transcript that somebody stands on, with who came there, and how far down."""
    for game, said in test_film.steps(test_film.TRANSCRIPTS / "ladder" / f"{name}.rtab"):
        for moment in list_moments(game.ruleset, said):
            if moment.kind == "reveal":
                sight = test_pictures.sight_of(game, "")
                sight.shown.faces = [SeatView(who, who, bot=False) for who in game.state.players]
                text = draw_moment(sight, moment) or ""
                shown = {row: LETTER.findall(rest) for row, rest in ROW.findall(text) if "mv" in rest}
    return shown


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("first_climb", {"$100": [("-1", "A"), ("-1", "C")], "$0": [("0", "B")]}),
        ("fall_to_a_thousand", {"$16,000": [("0", "B")], "$1,000": [("4", "A")]}),
    ],
)
def test_everybody_climbs_or_falls_to_their_rung(name, there):
    assert reveal(name) == there
