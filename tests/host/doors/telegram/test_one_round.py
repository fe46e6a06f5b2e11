"""One round as the telephones of a group show it: how many posts there are, how many of them ring, how many words."""

import random

import pytest

from tests.phone_log import TelegramRound, played

MOST_POSTS, MOST_RINGING = 15, 6  # seeds 1 to 7 and 24 take 7 to 11 and 2 or 3
FEWEST = 5  # selections of a round that is worth measuring; how many there are goes by what lies on the board


@pytest.mark.whole
def test_a_round_is_told_in_as_many_posts_as_the_style_guide_allows(stage):
    seen = TelegramRound(random.Random(24), stage)
    assert played(seen) >= FEWEST
    assert len(seen.posts) <= MOST_POSTS
    assert sum(not message.silent for message in seen.posts) <= MOST_RINGING
    assert not any("/pick" in message.text for message in seen.posts if not message.photo)  # nobody is asked there
    for person in seen.people.values():  # but each is called in private, once for each turn
        asked = [message for message in person.messages if message.from_bot and ", open a square." in message.text]
        assert not any(message.silent for message in asked)
