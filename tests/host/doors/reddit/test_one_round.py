"""One round as the telephones of a thread's players show it: how many comments there are, and what each is for."""

import random

import pytest

from tests.phone_log import RedditRound, played

GROWING = "without=Minigames,Events"  # to which squares are added, so that the round is the same for ever
SELECTIONS, OTHERS = 19, 2  # squares, and who is asked anything else that is picked
BEGINS, SUPER = 2, 1  # comments beside those that call for one: the first call goes to four, by threes


@pytest.mark.whole
def test_a_round_takes_a_comment_for_each_selection_and_none_that_calls_nobody():
    seen = RedditRound(random.Random(1), GROWING)
    assert played(seen) == SELECTIONS
    told = [text for _, _, text in seen.told()]
    asking = [text for text in told if "Write `pick`" in text]
    assert len(asking) == SELECTIONS + OTHERS
    assert len(told) == len(asking) + BEGINS + SUPER
    assert all("u/" in text for text in told)
    assert sum("News since yesterday:" in text for text in told) == 1  # in one of them
    assert seen.edits() <= 1.5 * SELECTIONS
