"""While you were away: no bomb, fall, win or end is left out, also of boards that are gone."""

import re

import pytest

from engine.kernel import PUBLIC, upcast_told
from engine.rulesets import RULESETS
from host.core import games
from host.core.deadlines import ticking
from host.core.session import Command
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
    game = bots_play(host, target=100_000_000)
    session = host.store.load_game(game).session
    page = visitor.go(f"/g/{game}/away?since=1")
    steps = views.list_told_steps(host, game, "", max(1, session.entries - news.FARTHEST), news.FARTHEST + 1)
    beats = [GREAT & {find_beat(line) for line in step.told} for step in steps]
    told = re.findall(r'<li><span class="kd', page)
    assert len(told) >= len([found for found in beats if found]) > news.TOLD
    assert set().union(*beats) >= {"out", "round", "crown"}
    assert "the whole log" in page
    assert "…</p>" not in page  # no sentence is cut off


def test_with_several_boards_each_line_on_the_page_names_its_board(host, visitor):
    command = Command(by="house")
    game = games.open_lobby(host, command, "season7", {"wildcard": False}, "evening").game
    for _ in range(8):
        games.add_bot(host, command, game)
    games.start_game(host, command, game)
    for _ in range(6):
        host.now.now += 3
        host.store.save_beat(host.now.now)
        ticking.run_due_steps(host, game)
    view = views.load_game_view(host, game, "").view
    assert view
    assert len(titles := [panel.title for panel in view.panels if panel.board]) == 2
    for path, list_id in ((f"/g/{game}/log", 'class="log"'), (f"/g/{game}", 'id="said"')):
        page = visitor.go(path)
        lines = page[page.index(list_id) :].split("<li")[1:]
        squares = [line for line in lines if re.search(r" (opens|finds) [^<]*\d", line)]
        assert squares, path
        assert all(any(f"{title}: </b>" in line for title in titles) for line in squares), squares


def test_lines_of_boards_and_minigames_that_are_over_name_them_in_the_log_and_to_who_was_away(host, visitor):
    game = games.open_lobby(host, Command(by="house"), "season7", {"wildcard": False, "rows": 3, "columns": 3}).game
    for _ in range(6):
        games.add_bot(host, Command(by="house"), game)
    games.start_game(host, Command(by="house"), game)
    steps: list[views.ToldStep] = []
    while not {"Q1", "M1"} <= (gone := list_gone_tables(host, game, steps)):
        host.now.now += 3
        host.store.save_beat(host.now.now)
        ticking.run_due_steps(host, game)
        steps = views.list_told_steps(host, game)
    minigame = next(step.ended["M1"].title for step in steps if "M1" in step.ended)
    for path, list_id, least in (
        ("log", 'class="log"', {"Quadrant 1", minigame}),
        ("away?since=1", 'class="things"', {"Quadrant 1"}),
    ):
        page = visitor.go(f"/g/{game}/{path}")
        lines = page[page.index(list_id) :].split("<li")[1:]
        named = [re.search(r"<b>([^<]+): </b>", line) for line in lines]
        assert {found[1] for found in named if found} >= least, (path, gone)
        squares = [
            found for line, found in zip(lines, named, strict=True) if re.search(r" (opens|finds) [^<]*\d", line)
        ]
        assert squares, path
        assert all(squares), path


def list_gone_tables(host, game, steps):
    """The boards and minigames that have told something, and are there no more."""
    view = views.load_game_view(host, game, "").view
    assert view
    return {told.table for step in steps for told in step.told} - {panel.id for panel in view.panels}
