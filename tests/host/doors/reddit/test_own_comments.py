"""Which of the bot's comments are looked for, to see whether they are hidden, and what becomes of those that are."""

from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from host.doors.reddit.board import LONGEST_COMMENT
from host.doors.reddit.incoming import READ_WINDOW_SECONDS, _list_own_comments
from host.doors.reddit.news_comments import CommentTree, CommentTrees, TreeNews

PLACE = "reddit:t3_thread"


@pytest.fixture
def trees(host):
    return CommentTrees(host, Mock())


@pytest.mark.parametrize(("age", "looked_for"), [(-1.0, True), (0.0, False), (1.0, False)])
def test_comments_are_looked_for_that_are_less_than_two_days_old(host, hands, trees, age, looked_for):
    trees._save_tree(PLACE, "R1", CommentTree(top="t1_top", newest="t1_new", at=hands.now))
    hands.now += READ_WINDOW_SECONDS + age
    found = _list_own_comments(Mock(host=host, trees=trees), PLACE)
    assert found == (["t1_top", "t1_new"] if looked_for else [])


@pytest.mark.parametrize(("hidden", "top"), [("t1_top", ""), ("t1_new", "t1_top")])
def test_news_goes_on_below_the_first_comment_unless_that_is_hidden(trees, hidden, top):
    trees._save_tree(PLACE, "R1", CommentTree(top="t1_top", newest="t1_new", text="news"))
    trees.drop_hidden_comments(PLACE, "R1", [hidden])
    kept = trees.load_tree(PLACE, "R1")
    assert (kept.top, kept.newest, kept.text) == (top, "", "")


class Written:
    """A Reddit that keeps what is written there, and takes no comment that is too long."""

    def __init__(self):
        self.comments: dict[str, str] = {}

    def check_ready(self):
        pass

    def reply(self, _, text):
        name = f"t1_{len(self.comments)}"
        self.edit(name, text)
        return name

    def edit(self, name, text):
        assert len(text) <= LONGEST_COMMENT
        self.comments[name] = text


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_news_of_any_length_are_written_in_order_in_comments_that_reddit_takes(host, seed, named):
    luck, written = Random(seed), Written()
    wire: Any = written
    trees, told = CommentTrees(host, wire), list[str]()
    heading = "#" * luck.randrange(1, 60)
    longest = LONGEST_COMMENT - len(heading) - 4  # none is cut
    for stamp in range(4):
        sizes = [longest] if luck.randrange(3) == 0 else [luck.randrange(1, longest) for _ in range(luck.randrange(6))]
        if luck.randrange(2):  # they just fit into one comment, or just do not
            sizes = [longest - 2 - 40 + luck.randrange(6), 40]
        paragraphs = [f"{len(told) + n}".ljust(size, ".") for n, size in enumerate(sizes)]
        told += paragraphs
        news = TreeNews("R1", heading, paragraphs, {}, named=named)
        while trees.post_next_piece(PLACE, f"{stamp}", news):
            pass
    parts = [part for text in written.comments.values() for part in text.split("\n\n")]
    assert [part for part in parts if part != heading] == told
    assert parts.count(heading) == (len(written.comments) if named else bool(told))
