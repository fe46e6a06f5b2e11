"""What is in force on a board, its sums, and what a board hid are shown at every door."""

import re
from html import unescape

import pytest

from engine.kernel import PUBLIC, Reader
from host.core.session import WritingStyle
from host.doors.reddit.board import RedditNames, list_board_paragraphs
from host.doors.telegram.messages.board import format_board_in_words, format_caption
from host.doors.terminal import scene
from host.doors.terminal.console import TerminalStyle
from host.doors.web.table import table_page
from host.doors.web.table.page_context import PageContext
from host.shown.text_view import format_game_text
from host.shown.views import GameView
from tests.deluxe.test_view import IN_FORCE, OVER, staged


def render_page(shown, reader):
    """The text of the page: each table, and what concerns the whole game."""
    context = PageContext(shown, reader, known=True, now=0.0, once="")
    drawn = [str(table_page.render_panel(context, shown.view, panel)) for panel in shown.view.panels]
    notes = [context.format_words(note) for note in shown.view.notes]
    return "\n".join([*(unescape(re.sub(r"<[^>]+>", " ", text)) for text in drawn), *notes])


BY_DOOR = {
    "page": render_page,
    "telegram": lambda shown, reader: unescape(format_caption(shown, reader, 4096)),
    "telegram in words": format_board_in_words,
    "reddit": lambda shown, reader: "\n".join(list_board_paragraphs(shown, reader, RedditNames({}))).replace("\\", ""),
    "terminal": lambda shown, reader: "\n".join(scene.draw_game(shown, reader, TerminalStyle(200))),
    "plain text": lambda shown, reader: "\n".join(format_game_text(shown, reader)),
}
NAMES = {who: who for who in ("Ann", "Bob", "Cat", "Dev")}


def shown_at(door, text):
    """What a spectator reads at this door."""
    view = staged(text).build_view(PUBLIC)
    shown = GameView("g", "deluxe", "Race", "running", 1, 60.0, "", [], [], NAMES, WritingStyle(), view=view)
    return BY_DOOR[door](shown, Reader(NAMES))


@pytest.mark.parametrize("door", BY_DOOR)
def test_what_is_in_force_is_shown_with_its_sum(door):
    view, reader, read = staged(IN_FORCE).build_view(PUBLIC), Reader(NAMES), shown_at(door, IN_FORCE)
    notes = [reader.format_value(note) for note in (*view.panels[0].notes, *view.notes)]
    assert len([note for note in notes if "$" in note]) >= 5
    assert [note for note in notes if note not in read] == []


@pytest.mark.parametrize("door", BY_DOOR)
def test_a_finished_grid_shows_where_the_bombs_lay(door):
    over, going = (shown_at(door, OVER), shown_at(door, OVER.partition("Ann      pick")[0] + "? Ann pick, Cat pick\n"))
    assert over.count("Bomb") - going.count("Bomb") >= 2
    assert "20,000" in over.replace("20k", "20,000").replace("20K", "20,000")
    assert "20,000" not in going
