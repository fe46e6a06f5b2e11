import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.kernel import Form, Option, Reader
from engine.kernel.picture import Cell
from engine.kernel.view import Board, Panel, Standing, View
from engine.rulesets import RULESETS
from host.core.session import WritingStyle
from host.doors.reddit.board import RedditNames, format_reddit_questions
from host.doors.telegram.heard.call import parse_telegram_update as read_update
from host.doors.telegram.messages import asking, board
from host.doors.telegram.messages.screens import (
    build_button,
    clip_text,
    count_text_units,
    encode_button_data,
    escape_telegram_html,
    format_square_content,
    is_word_for,
    list_drawn_panels,
    parse_button_data,
    replace_question_rows,
    split_text,
)
from host.doors.web.table.page_context import PageContext
from host.doors.web.table.question_forms import render_question as in_the_page
from host.shown.picture.boards import render_boards_png
from host.shown.views import GameView, QuestionView


def first_of(raw):
    found = read_update(raw)
    assert found
    return found.message


def showing(asked, *boards):
    panels = [Panel(f"T{n}", f"Table {n}", "in play", board=each) for n, each in enumerate(boards, 1)]
    view = View("Game", "on", 1, "£", panels, [])
    names = {"p1": "Ann", "p2": "Bob"}
    return GameView(
        "0a1b2c3d", "r", "Game", "running", 1, 60.0, "", [], [], names, WritingStyle(), view=view, asked=asked
    )


def question(n, options, who="p1", table="T1", **sides):
    options = [Option(value, str(value)) for value in options]
    given = {"text": "{who}, choose.", "facts": {}, "form": Form(), "secret": False, "due": 0.0, "of": "board", **sides}
    return QuestionView(f"{table}#{n}", "choose", who, options=options, **given)


@given(st.text())
def test_a_button_carries_whatever_it_must_and_is_known_again(value):
    data = encode_button_data("a", "0a1b2c3d", "Q1#17", 1, value)
    assert len(data.encode()) <= 64
    assert is_word_for(parse_button_data(data, 5)[4], value)


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(20, 60))
def test_pieces_fit_and_lose_nothing(text, most):
    found = split_text(text, most)
    assert "".join(found) == text
    assert all(count_text_units(escape_telegram_html(piece)) <= most for piece in found)


@given(st.text(), st.integers(2, 50))
def test_what_is_clipped_fits(text, most):
    assert count_text_units(clip_text(text, most)) <= most


def test_many_choices_are_paged():
    asked = question(1, [f"choice {n}" for n in range(150)])
    shown = showing([asked])
    (screen,) = asking.build_question_screens(shown, [asked], Reader(shown.names), 0.0, {}, board=False)
    assert len(asking.flatten_rows(screen.rows)) == asking.MAX_PAGE_CHOICES + 1
    assert screen.rows[-1][0].data == "m/0a1b2c3d/T1#1/1/1"
    last = asking.build_question_page(shown, asked, Reader(shown.names), 2)
    assert [each.text for each in asking.flatten_rows(last)][-2:] == ["choice 149", "◀"]


def test_turning_a_page_leaves_the_buttons_of_other_questions_where_they_are():
    asked, others = question(1, [f"choice {n}" for n in range(150)]), [question(7, ["x", "y"]), question(12, ["z"])]
    shown = showing([others[0], asked, others[1]])
    screens = asking.build_question_screens(shown, shown.asked, Reader(shown.names), 0.0, {}, board=False)
    above, paged, below = (screen.rows for screen in screens)
    keyboard = [[{"text": each.text, "callback_data": each.data} for each in row] for row in [*above, *paged, *below]]
    chat = {"id": 1, "type": "private"}
    raw = {"update_id": 1, "message": {"message_id": 1, "chat": chat, "reply_markup": {"inline_keyboard": keyboard}}}
    message = first_of(raw)
    second = asking.build_question_page(shown, asked, Reader(shown.names), 1)
    assert replace_question_rows(message.rows, paged[-1][0].data, second) == [*above, *second, *below]
    assert replace_question_rows(message.rows, paged[0][0].data, []) == [*above, *below]


def test_a_question_of_a_minigame_says_where_its_rule_is():
    for title, says in (("Shut the Box", True), ("Quadrant 1", False)):
        asked = question(1, ["roll"])
        shown = replace(showing([asked], None), ruleset="season7")
        assert shown.view
        shown.view.panels[0].title = title
        (screen,) = asking.build_question_screens(shown, [asked], Reader(shown.names), 0.0, {}, board=False)
        assert ("How it works: /rules_Shut_the_Box" in screen.text) == says
        sight = PageContext(shown, Reader(shown.names), known=True, now=0.0, once="")
        link = 'href="/rules/Shut%20the%20Box"'
        assert (link in in_the_page(sight, asked)) == says
        (paragraph,) = format_reddit_questions(shown, [asked], Reader(shown.names), RedditNames({}))
        assert ("`rules Shut the Box`" in paragraph) == says


def test_every_rule_whose_name_fits_into_one_word_is_shown_by_a_tap_and_any_other_is_typed():
    tapped = 0
    for rules in RULESETS.values():
        for name in (name for names in rules.list_topics().values() for name in names):
            line = asking.format_rule_command(rules.name, name)
            command, _, rest = line.removeprefix("/").partition(" ")
            tapped += not rest
            assert rules.explain(asking.parse_rule_command(command.lower()) or rest) == rules.explain(name)
            assert re.fullmatch(r"/rules_[A-Za-z0-9_]{1,26}", line) or line == f"/rules {name}"
    assert tapped > 200


@pytest.mark.parametrize("asked", [[], [1]])
def test_a_caption_leaves_out_what_twenty_hold_before_it_leaves_out_anybody(asked):
    names = {f"p{n}": f"Player {n}" for n in range(1, 21)}
    lines = [Standing(n, f"p{n}", 1_234_567_890 - n, ["80% booster", "Postcode Lottery"]) for n in range(1, 21)]
    shown = replace(showing([question(n, ["stay", "leave"]) for n in asked], Board(5, 5, {})), names=names)
    shown.view.standings[:] = lines
    screen = board.build_board_screen(shown, Reader(names))
    assert count_text_units(screen.text) <= 1024
    assert all(f"{n}. Player {n} £" in screen.text for n in range(1, 21))
    assert ("choose." in screen.text) == bool(asked)


def test_a_caption_with_names_of_emoji_which_count_double_is_no_longer_than_telegram_takes():
    names = {f"p{n}": chr(0x1F600 + n) * 40 for n in range(1, 9)}
    shown = replace(showing([question(n, ["stay", "leave"], f"p{n}") for n in (1, 2)], Board(5, 5, {})), names=names)
    shown.view.standings[:] = [Standing(n, f"p{n}", 1_234_567_890, ["80% booster"]) for n in range(1, 9)]
    screen = board.build_board_screen(shown, Reader(names))
    assert count_text_units(screen.text) <= 1024


def test_those_who_are_asked_the_same_share_the_buttons():
    asked = [question(4, ["stay", "leave"]), question(5, ["stay", "leave"], "p2"), question(7, ["stay"], "p1")]
    shown = showing(asked)
    first, second = asking.build_question_screens(shown, asked, Reader(shown.names), 0.0, {"p2": 55}, board=False)
    assert first.text.startswith('<b>Ann and <a href="tg://user?id=55">Bob</a>, choose.</b>')
    assert [each.data for each in asking.flatten_rows(first.rows)] == [
        "a/0a1b2c3d/T1#4/2/stay",
        "a/0a1b2c3d/T1#4/2/leave",
    ]
    assert second.text.startswith("<b>Ann, choose.</b>")


def test_no_board_has_more_buttons_than_telegram_takes():
    asked = [question(1, range(1, 122))]
    shown = showing(asked, Board(11, 11))
    assert board.build_board_keyboard(shown) == []
    (screen,) = asking.build_question_screens(shown, asked, Reader(shown.names), 0.0, {}, board=True)
    assert len(asking.flatten_rows(screen.rows)) == asking.MAX_PAGE_CHOICES + 1
    wide = showing([question(1, range(1, 91))], Board(9, 10))
    assert all(len(row) <= 8 for row in board.build_board_keyboard(wide))


def test_boards_side_by_side_make_one_picture():
    shown = showing([], Board(2, 2), Board(3, 3), Board(1, 1))
    png = board.draw_game_picture(shown, Reader())
    assert png.startswith(b"\x89PNG")
    assert len(png) > len(render_boards_png(list_drawn_panels(shown)[:1], Reader()))
    assert len(board.format_caption(shown, Reader(), 60)) <= 60


def test_squares_lie_as_on_the_board_and_blanks_where_nothing_can_be_chosen():
    asked = question(1, [1, 2, 4, 6])
    lying = Board(2, 3, {3: Cell("£500", "cash", who="p2"), 5: Cell("Bomb", "bomb")})
    shown = showing([asked], lying)
    rows = board.build_board_keyboard(shown)
    assert [[each.text for each in row] for row in rows] == [["1", "2", "·"], ["4", "·", "6"]]
    private = replace(asked, secret=True)
    assert asking.build_question_page(showing([private], lying), private, Reader(shown.names), 0) == rows
    said = [format_square_content(shown, "T1", n, Reader(shown.names)) for n in ("3", "5", "4", "x" * 60)]
    assert said == [
        "Square 3: £500. Bob opened it.", "Square 5: Bomb.", "You cannot choose square 4 now.",
        "You cannot choose square xxx now.",
    ]  # fmt: skip


def test_of_several_boards_each_has_buttons_in_a_message_of_its_own():
    asked = [question(1, range(1, 26), table=f"T{n}", who=f"p{n}") for n in range(1, 6)]
    shown = showing(asked, *[Board(5, 5)] * 5)
    assert board.build_board_keyboard(shown) == []
    screens = asking.build_question_screens(shown, asked, Reader(shown.names), 0.0, {}, board=True)
    assert [[each.text for each in asking.flatten_rows(screen.rows)] for screen in screens] == [
        [*map(str, range(1, 26))]
    ] * 5
    assert not any("Tap the board" in screen.text for screen in screens)
    (screen,) = asking.build_question_screens(
        showing(asked[:1], Board(5, 5)), asked[:1], Reader(shown.names), 0.0, {}, board=True
    )
    assert "Tap the board" in screen.text  # where there is one with buttons


def test_the_first_buttons_of_a_question_come_first_in_a_message_that_has_only_others():
    others = [[build_button("x", "k", "0a1b2c3d", "T1#7", "1")]]
    rows = [[build_button("y", "k", "0a1b2c3d", "T1#1", "1")]]
    assert replace_question_rows([], rows[0][0].data, rows) == rows
    assert replace_question_rows(others, rows[0][0].data, rows) == [*rows, *others]
