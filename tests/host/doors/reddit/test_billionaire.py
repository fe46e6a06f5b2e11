"""A whole game of Billionaire in a thread: four people, who answer and order by message; with a small goal."""

import random

import pytest

from host.core import posting
from host.core.session import OVER
from host.shown import views
from tests.host.doors.reddit.conftest import NOT_TAKEN
from tests.host.seasons.players import plays_again_alike

NAMES = ("ann", "bob", "cat", "dan")


class Thread:
    """Four at a table in a thread."""

    def __init__(self, stage, line):
        self.stage, self.luck = stage, random.Random(5)
        self.thread = stage.open(*NAMES, line=line)

    @property
    def over(self):
        return self.stage.session(self.thread).stage == OVER

    def writes(self, name, text):
        """A message, and what the bot answers to it."""
        before = len(self.stage.site.messages_to(name))
        self.stage.site.writes(name, text)
        self.stage.settle()
        return [message.body for message in self.stage.site.messages_to(name)[before:]]

    def somebody_answers(self):
        name = self.luck.choice([name for name in NAMES if self.stage.asked(self.thread, name)])
        asked = self.stage.asked(self.thread, name)[0]
        options = [str(option.value) for option in asked.options]
        bids = {"bid": ["nothing", "2m", "$3,000,000", "all"], "pay": options}
        value = self.luck.choice(bids.get(asked.key, options))
        heard = self.writes(name, f"pick {value}")
        assert asked.id not in [one.id for one in self.stage.asked(self.thread, name)], (asked.key, value, heard)

    def public(self):
        bodies = [each.body for each in self.thread.tree() if each.author == self.stage.site.bot]
        return "\n".join([self.thread.body, *bodies])


@pytest.mark.whole
def test_a_whole_game_of_four_by_message(stage):
    table = Thread(stage, "!new billionaire pace daily goal=250m")
    (told,) = table.writes("bob", "use order eurasia up to 3m keep 1m")
    assert told == "Your bid in advance for Eurasia: up to $3,000,000, and you keep at least $1,000,000."
    assert len(table.writes("cat", "use order pay keep investments")) == 1  # who writes to us is answered
    moves = 0
    while not table.over:
        table.somebody_answers()
        moves += 1
    assert moves > 5
    public = table.public()
    assert "The bids" in public or "have bid" in public or " bids " in public
    assert "bid in advance" not in public
    assert "You draw" not in public
    assert "Only you see" not in public
    stage.pass_by(1200)
    game = stage.session(table.thread).id
    sha = posting.format_fingerprint_text(stage.host.store, game).splitlines()[-1]
    assert sha not in table.public()  # it stands with the seals
    shown = views.load_game_view(stage.host, game)
    assert shown.view
    assert shown.view.over
    plays_again_alike(stage.host, game)


def test_the_board_spells_the_track_hands_and_decks_in_narrow_lines(stage):
    table = Thread(stage, "!new billionaire pace daily")
    board = stage.board(table.thread)
    assert "1 HQ, 2 Bid Eu, 3 Profit" in board
    assert "5 face down" in board
    assert "Steppe Wheat" in board


def test_a_bid_said_aloud_counts_as_not_said(stage):
    table = Thread(stage, "!new billionaire pace daily")
    while not any(one.key == "bid" for name in NAMES for one in stage.asked(table.thread, name)):
        table.somebody_answers()
    name = next(name for name in NAMES if stage.asked(table.thread, name))
    said = stage.says(name, table.thread, "pick 2m")
    assert NOT_TAKEN in stage.answers(said)[0]
    assert stage.asked(table.thread, name)
