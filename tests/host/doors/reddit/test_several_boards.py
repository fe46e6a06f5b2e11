"""Where several boards are played side by side, each comment names the board that it is about."""

import re

from host.shown import views

SIX = ("ann", "bob", "cat", "dan", "eve", "fay")


def test_each_comment_that_tells_of_a_square_names_its_board(stage):
    thread = stage.open(*SIX, line="!new season7 pace daily wildcard=no voice=plain", messages=False)
    for n, name in enumerate(SIX, 1):
        stage.site.writes(name, f"pick {n}")
    stage.pass_by(120)
    (game,) = stage.games(thread)
    view = views.load_game_view(stage.host, game).view
    assert view
    boards = {str(panel.title): {str(seat.who) for seat in panel.seats} for panel in view.panels if panel.board}
    assert len(boards) == 2
    for n in range(7, 13):
        turns = [name for name in SIX if any(each.key == "select" for each in stage.asked(thread, name))]
        stage.says(turns[n % len(turns)], thread, f"pick {n}")
        stage.pass_by(60)
    seats = {each.name: each.seat for each in views.load_game_view(stage.host, game).faces}
    told = [each.body for each in thread.tree() if each.author == stage.site.bot and " opens square " in each.body]
    assert len(told) >= 4
    for body in told:
        title = re.match(r"### (.*)", body)
        assert title, body
        opened = re.findall(r"(\w+) opens square", body)
        assert {seats[name] for name in opened} <= boards[title[1]], body
