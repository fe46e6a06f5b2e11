"""The reveal of a quiz question: everybody is seen on the rung to which the answer has brought them."""

import re

import pytest

from host.doors.web.markup.html import join_markup
from host.doors.web.table.moment_pictures import _render_reveal
from host.doors.web.table.moments import list_moments
from host.shown.views import SeatView
from tests.host.doors.web import test_film, test_pictures

ROW = re.compile(r"<li[^>]*><b>([^<]*)</b>(.*?)</li>")
LETTER = re.compile(r'class="mv ([^"]+)"><i[^>]*>(\w+)</i>')


def reveal(name):
    """The rungs of the last reveal of a transcript that somebody stands on, with who came there and how."""
    for game, said in test_film.steps(test_film.TRANSCRIPTS / "ladder" / f"{name}.rtab"):
        for moment in list_moments(game.ruleset, said):
            if moment.kind == "reveal":
                sight = test_pictures.sight_of(game, "")
                sight.shown.faces = [SeatView(who, who, bot=False) for who in game.state.players]
                text = join_markup(_render_reveal(sight, moment))
                shown = {row: LETTER.findall(rest) for row, rest in ROW.findall(text) if "mv" in rest}
    return shown


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("first_climb", {"$100": [("up", "A"), ("up", "C")], "$0": [("off", "B")]}),
        ("fall_to_a_thousand", {"$16,000": [("off", "B")], "$1,000": [("dn d4", "A")]}),
    ],
)
def test_everybody_climbs_or_falls_to_their_rung(name, there):
    assert reveal(name) == there
