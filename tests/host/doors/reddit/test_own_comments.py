"""Which of the bot's comments are looked for, to see whether they are hidden, and what becomes of those that are."""

from unittest.mock import Mock

import pytest

from host.doors.reddit.incoming import READ_WINDOW_SECONDS, _list_own_comments
from host.doors.reddit.news_comments import CommentTree, CommentTrees

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
