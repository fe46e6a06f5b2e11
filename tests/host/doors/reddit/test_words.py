"""Texts that read well on Reddit and hold nothing that they should not."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.kernel import Reader, Told
from engine.kernel.picture import Cell
from engine.kernel.view import Board
from host.core.session import Post, clean_display_name
from host.delivery.outbox import RetryLater
from host.doors.reddit import board, command_parsing
from host.doors.reddit.account import RedditRemark
from host.doors.reddit.call import ReadBatch, RedditCall
from host.doors.reddit.command_parsing import WrittenCommand
from host.doors.reddit.places import (
    build_mailbox_place,
    build_reddit_identity,
    build_reddit_place,
    build_unmade_thread_place,
    is_mailbox,
    is_thread,
    parse_reddit_place,
)
from host.doors.reddit.throttle import parse_rate_limit_wait

ANY = st.text(max_size=300)


@pytest.mark.parametrize(
    ("plain", "safe"),
    [
        ("*bold* _it_ ~~no~~ `code`", r"\*bold\* \_it\_ \~\~no\~\~ \`code\`"),
        ("u/ann /r/race", r"u\/ann \/r\/race"),
        ("[x](http://y.example)", r"\[x\]\(http:\/\/y.example\)"),
        ("> quoted", r"\> quoted"),
        ("- a list", r"\- a list"),
        ("# loud", r"\# loud"),
        ("1. first", r"1\. first"),
        ("-£500,000 for Ann", r"\-£500,000 for Ann"),
        ("a | b ^c &amp; <i>", r"a \| b \^c \&amp; \<i\>"),
        ("back\\slash", r"back\\slash"),
        ("£1,000,000 and B4.", "£1,000,000 and B4."),
        ("WWW.evil.example", r"WWW\.evil.example"),
        ("one\r- two", "one\n\\- two"),
    ],
)
def test_plain_words_are_shown_as_they_are(plain, safe):
    assert board.escape_markdown(plain) == safe


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters=board.OPEN + board.CLOSE), max_size=300))
@example(")-")
@example("*\r# x")
@example("wWw.evil.example")
def test_whatever_a_name_holds_it_calls_nobody_links_nowhere_and_marks_up_nothing(name):
    safe = board.escape_markdown(name)
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "x", safe)  # what is made harmless reads like a letter
    assert not set("*_`[]()~^|<>/&\\\r") & set(bare)
    assert not re.search(r"^\s*[-+#=]|^\s*\d+[.)]", bare, re.MULTILINE)
    assert "www." not in bare.casefold()


@given(st.text(max_size=300))
@example(board.mark_raw("u/zoe [x](http://evil.example)"))
def test_nobody_can_write_the_signs_between_which_words_stay_as_they_are(text):
    signs = {board.OPEN, board.CLOSE}
    assert not signs & set(clean_display_name(text))
    assert not [
        said
        for said in command_parsing.parse_comment(text, "rtab_bot", direct=True)
        if signs & set(said.word + said.rest)
    ]


def test_what_is_ours_stays_as_it_is():
    text = f"Look: {board.mark_raw('https://race.example/g/1_2')} for {board.build_user_mention('ann_b')} *now*"
    assert board.escape_markdown(text) == r"Look: https://race.example/g/1_2 for u/ann_b \*now\*"
    assert board.escape_markdown("no \ue000u/zoe\ue001") == "no u/zoe"  # no name can hold those signs: see games.tame


def test_what_follows_something_of_ours_begins_no_line_as_markup():
    text = f"{board.mark_raw('`pick`')} # says:\n# loud\n- a list\n1. first"
    assert board.escape_markdown(text) == "`pick` # says:\n\\# loud\n\\- a list\n1\\. first"


@given(st.text(alphabet=st.sampled_from("`ab *_[]"), min_size=1, max_size=30).map(str.strip).filter(bool))
@example("Eve` [x](http://evil.example)")
@example("``")
def test_words_to_be_copied_are_code_and_read_as_they_are(words):
    code = board.escape_markdown(board.format_inline_code(words))
    found = re.fullmatch(r"(`+)(.*?)(?<!`)\1", code)
    assert found
    inside = found[2][1:-1] if found[2][0] == found[2][-1] == " " else found[2]
    assert inside == words
    assert found[1] not in re.findall("`+", inside)  # what would end the code early


def test_a_name_in_a_command_that_is_proposed_is_code_as_well(stage):
    call = RedditCall(ReadBatch(stage.bot.sender), RedditRemark("t1_x", "ann", "?", 0.0), WrittenCommand(""), 0)
    assert board.escape_markdown(call.format_command("pick Eve` *x*")) == "`` pick Eve` *x* ``"
    assert board.escape_markdown(call.format_command("new toy")) == "`!new toy`"


@given(st.text(alphabet=st.sampled_from("\\*a "), max_size=120), st.integers(20, 40))
@example("a" * 16 + "\\ b", 18)
def test_a_split_leaves_what_is_made_harmless_as_it_is(text, most):
    pieces = board.pack_paragraphs([board.escape_markdown(text)], most)
    shown = "".join(re.sub(r"\\(.)", r"\1", piece) for piece in pieces)
    assert "".join(shown.split()) == "".join(text.split())


@given(st.lists(st.text(max_size=400), max_size=30), st.integers(20, 500))
def test_long_texts_are_split_so_that_each_piece_fits_and_nothing_is_lost(paragraphs, most):
    found = board.pack_paragraphs(paragraphs, most)
    assert all(0 < len(piece) <= most for piece in found)
    assert "".join("".join(found).split()) == "".join("".join(paragraphs).split())


@given(st.lists(st.text(min_size=1, max_size=400), max_size=30), st.integers(20, 500))
def test_what_must_fit_in_one_text_does(paragraphs, most):
    assert len(board.clip_paragraphs(paragraphs, most)) <= most


def test_a_board_is_a_table_with_letters_and_numbers_that_both_sites_and_the_app_can_show():
    cells = {2: Cell("£50,000"), 6: Cell("Bomb|er *x*"), 10: Cell("A very long name of a square")}
    text = board.format_board_table(Board(2, 5, cells), Reader())
    assert text.splitlines() == [
        "| |1|2|3|4|5|",
        "|:-:|:-:|:-:|:-:|:-:|:-:|",
        "|**A**|1|*£50,000*|3|4|5|",
        r"|**B**|*Bomb\|er \*x\**|7|8|9|*A very long nam…*|",
    ]


def test_places_tell_what_they_are():
    assert (
        parse_reddit_place(build_reddit_place("t3_x")),
        is_thread("reddit:t3_x"),
        is_thread(build_unmade_thread_place("t1_x")),
    ) == ("t3_x", True, True)
    assert (
        is_mailbox(build_mailbox_place("Ann")),
        is_thread(build_mailbox_place("Ann")),
        build_reddit_identity("Ann"),
    ) == (True, False, "reddit:ann")
    assert not is_thread("reddit:t1_x")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Take a break for 9 minutes before trying again.", 541.0),
        ("Looks like you've been doing that a lot. Take a break for 3 seconds before trying again.", 4.0),
        ("you are doing that too much. try again in 1 hour.", 3601.0),
        ("try again in 200 milliseconds", 1.2),
        ("try again later", 600.0),
    ],
)
def test_how_long_reddit_wants_us_to_wait_is_read_off_its_words(text, seconds):
    assert parse_rate_limit_wait(text) == pytest.approx(seconds)


def test_news_too_long_for_one_comment_comes_in_several_and_nothing_is_lost(stage):
    thread = stage.sealed("ann", "bob")
    where = f"reddit:{thread.fullname}"
    game = stage.session(thread).id
    lines = [Told(f"Line {n}: " + "very " * 600 + "long.", {}, table="lap") for n in range(12)]
    stamp = int(stage.clock.now() * 1000) + 1
    posts = [Post(where, game, stamp + n, [line]) for n, line in enumerate(lines)]
    stage.host.store.queue_posts(posts, stage.clock.now())
    stage.settle()
    told = [text for text in stage.said(thread) if text.startswith("Line ")]
    assert [int(text.split(":")[0].removeprefix("Line ")) for text in told] == list(range(12))
    everything = [below for reply in stage.site.replies(thread) for below in [reply, *reply.replies]]
    assert max(len(each.body) for each in everything) <= 10_000


def test_one_line_longer_than_a_comment_is_split_as_well(stage):
    thread = stage.sealed("ann", "bob")
    line = Told("x" * 9000 + " " + "y" * 9000, {}, table="lap")
    post = Post(f"reddit:{thread.fullname}", stage.session(thread).id, int(stage.clock.now() * 1000) + 1, [line])
    stage.host.store.queue_posts([post], stage.clock.now())
    stage.settle()
    said = "".join(stage.said(thread))
    assert (said.count("x" * 9000), said.count("y" * 9000)) == (1, 1)


def test_retry_later_is_what_the_outbox_waits_for():
    assert RetryLater(3.0).seconds == 3.0
