"""What the last post of news remembers, and which news it takes up: each bound below, at and above it."""

import pytest
from msgspec.structs import replace

from host.doors.telegram.messages.board import (
    DAY,
    HOUR,
    MAX_CHRONICLE_AGE,
    MAX_CHRONICLE_UNITS,
    MAX_NEWS_POSTS_OF_DAY,
    MAX_NEWS_POSTS_OF_HOUR,
    QUOTE,
    Chronicle,
)

NOW = 1_800_000_000.0
LAST = Chronicle(7, "g", NOW - 60, ["Ann opens 1."], titles={"M1": "Spectrum"})
OF_HOUR, OF_DAY = MAX_NEWS_POSTS_OF_HOUR - 1, MAX_NEWS_POSTS_OF_DAY - 1  # with the last one, the news are crowded


def posted(count, ago):
    return [NOW - ago] * count


CROWDED = {"before": posted(OF_DAY, HOUR + 1)}


@pytest.mark.parametrize(
    "changes", [{}, {"pictured": True}, {"waits": True}, {"texts": [QUOTE]}, {"began": NOW - 2 * DAY}, CROWDED]
)
def test_titles_are_known_whatever_the_last_news_are(changes):
    assert replace(LAST, **changes).list_titles_of("g") == {"M1": "Spectrum"}
    assert replace(LAST, **changes).list_titles_of("other") == {}


@pytest.mark.parametrize(
    ("changes", "crowded"),
    [
        ({}, False),
        ({"before": posted(OF_HOUR, 0)}, True),
        ({"before": posted(OF_HOUR - 1, 0)}, False),
        ({"before": posted(OF_HOUR, HOUR - 1)}, True),
        ({"before": posted(OF_HOUR, HOUR)}, False),
        ({"before": posted(OF_DAY, DAY - 1)}, True),
        ({"before": posted(OF_DAY - 1, DAY - 1)}, False),
        ({"before": posted(OF_DAY, DAY)}, False),
        ({"before": posted(OF_HOUR, 0), "began": NOW - HOUR}, False),
    ],
)
def test_news_are_crowded_from_so_many_of_an_hour_or_a_day_on(changes, crowded):
    assert replace(LAST, **changes).is_crowded(NOW) is crowded


@pytest.mark.parametrize(
    ("changes", "text", "takes"),
    [
        ({}, "Bob opens 2.", True),
        ({"pictured": True}, "Bob opens 2.", False),
        ({"waits": True}, "Bob opens 2.", True),
        ({"texts": [f"{QUOTE}>old</blockquote>"]}, "Bob opens 2.", False),
        ({}, f"{QUOTE}>new</blockquote>", False),
        ({"began": NOW - MAX_CHRONICLE_AGE + 1}, "Bob opens 2.", True),
        ({"began": NOW - MAX_CHRONICLE_AGE}, "Bob opens 2.", False),
        ({"began": NOW - DAY + 1} | CROWDED, "Bob opens 2.", True),
        ({"began": NOW - DAY} | CROWDED, "Bob opens 2.", False),
        ({"texts": ["x" * 1000, "y" * 1000]}, "z" * (MAX_CHRONICLE_UNITS - 2001), True),
        ({"texts": ["x" * 1000, "y" * 1000]}, "z" * (MAX_CHRONICLE_UNITS - 2000), False),
    ],
)
def test_the_last_news_take_up_more_of_their_game_within_bounds(changes, text, takes):
    last = replace(LAST, **changes)
    assert last.can_take("g", text, NOW) is takes
    assert not last.can_take("other", text, NOW)
