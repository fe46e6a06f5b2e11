"""While you were away: no bomb, fall, win or end is left out, also of boards that are gone."""

import re

import pytest

from engine.kernel import PUBLIC, upcast_told
from engine.rulesets import RULESETS
from host.doors.web.table import news
from host.shown import views
from tests.host.doors.web.test_around import bots_play

GREAT = {"out", "round", "cycle", "crown"}


def find_beat(line):
    """The kind of beat that a public line is."""
    kind = upcast_told(RULESETS["season7"], line).kind
    return kind.beat.kind if kind and kind.beat and line.to == PUBLIC else ""


@pytest.mark.whole
def test_no_bomb_fall_win_or_end_is_left_out_also_of_boards_that_are_gone(host, visitor):
    game = bots_play(host)
    session = host.store.load_game(game).session
    page = visitor.go(f"/g/{game}/away?since=1")
    steps = views.list_told_steps(host, game, "", max(1, session.entries - news.FARTHEST), news.FARTHEST + 1)
    beats = [GREAT & {find_beat(line) for line in step.told} for step in steps]
    told = re.findall(r'<li><span class="kd', page)
    assert len(told) >= len([found for found in beats if found]) > news.TOLD
    assert set().union(*beats) >= {"out", "round", "crown"}
    assert "the whole log" in page
