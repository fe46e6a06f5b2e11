"""The laws find out what they are there for: each host here has one fault that no calm day would show."""

import pytest
from msgspec.structs import replace

from host.core import committing, posting, ticking
from host.core.store import commit, store
from host.core.store.commit import post_key, posted
from host.core.store.items import Drop, Put
from host.delivery import outbox
from host.doors.aws import clock, post_leases
from tests.chaos.broken import Broken
from tests.chaos.weather import HOUR, Weather
from tests.chaos.world import RedditWorld, World, lived, ready


@pytest.fixture(autouse=True)
def rules():
    ready()


def found_out(weather, what, kind=World):
    """One of a few worlds with this weather breaks this law."""
    with pytest.raises(Broken, match=what):
        live(weather, kind)


def live(weather, kind):
    for seed in range(24):  # the first that shows the fault is the last
        lived(kind(f"fault {seed}", Weather(**weather), "toy"))


def test_a_host_that_forgets_what_it_has_done_does_it_twice(monkeypatch):
    once = commit.marker
    monkeypatch.setattr(commit, "marker", lambda *args: replace(once(*args), expect=None))
    found_out({"again": 0.3}, "was applied twice")


def test_a_host_that_asks_for_no_version_overwrites_what_others_saved(monkeypatch):
    careful = commit.changes

    def careless(change):
        first, *others = careful(change)
        return [replace(first, expect=None), *(replace(op, expect=None) if op.item.sk.startswith("log/") else op
                for op in others if isinstance(op, Put))]  # fmt: skip

    monkeypatch.setattr(commit, "changes", careless)
    found_out({"twice": 0.5, "latency": 0.5}, "Broken|Differs")


def test_a_host_that_notes_first_and_speaks_later_swallows_words(monkeypatch):
    def hasty(house, sender, posts, **_):
        house.store.said(posts)
        lines = [line for post in posts for line in post.lines]
        asks = [question for post in posts for question in post.asks]
        if lines or asks:
            message = outbox.Message(posts[-1].game, lines, asks, stamp=posts[0].stamp)
            sender.send(posts[0].chat, message)

    monkeypatch.setattr(outbox, "_say", hasty)
    found_out({"kill": 0.02}, "was never said|was said out of turn")


def test_a_host_that_speaks_before_it_saves_says_what_never_was(monkeypatch):
    keep = store.Store.commit

    def boastful(self, change):
        if change.posts:
            self.table.write([posted(post, change.now) for post in change.posts])
        keep(self, change)

    monkeypatch.setattr(store.Store, "commit", boastful)
    found_out({"latency": 0.5}, "was said|was never saved|was not what was saved")


def test_a_host_that_gives_nothing_back_after_an_outage_punishes_people(monkeypatch):
    monkeypatch.setattr(ticking, "_credit", lambda *_, **__: False)
    found_out({"down": 8 * HOUR}, "came too early")


def test_a_host_without_a_sweep_comes_to_rest(monkeypatch):
    monkeypatch.setattr(clock, "sweep", lambda _: {})
    found_out({"no_errand": 1.0, "no_timer": 1.0}, "never ended|was never said")


def test_a_host_whose_sweep_puts_games_back_over_what_was_played_meanwhile_loses_that(monkeypatch):
    def careless(wired, early):
        for item in early:
            wired.table.write([Put(item)])

    monkeypatch.setattr(clock, "lay_anew", careless)
    found_out({"latency": 0.5}, "is not what was saved")


def test_a_host_that_gives_up_on_a_silent_platform_loses_words(monkeypatch):
    monkeypatch.setattr(outbox, "LONGEST_AWAY", 0.0)
    found_out({"deaf": 600.0}, "was never said|was said out of turn")


def test_a_host_that_forgets_what_it_has_said_says_it_again(monkeypatch):
    noted, before = store.Store.said, set[tuple[str, int]]()

    def forgetful(self, posts):
        if (posts[0].chat, posts[0].stamp) in before:
            noted(self, posts)
        before.add((posts[0].chat, posts[0].stamp))

    monkeypatch.setattr(store.Store, "said", forgetful)
    found_out({}, "was repeated without need")


def test_a_host_that_forgets_a_board_leaves_an_old_one(monkeypatch):
    monkeypatch.setattr(store, "spoken", lambda post: Drop(f"chat:{post.chat}", post_key(post)))
    found_out({"broken": 0.2}, "is an old board")


def test_a_host_in_which_everybody_says_everything_repeats_itself(monkeypatch):
    monkeypatch.setattr(post_leases.PostLeases, "ours", lambda _, items: items)
    found_out({"latency": 0.5, "late": 0.5}, "was repeated without need|was said out of turn")


def test_a_host_that_never_looks_for_what_was_left_unsaid_leaves_it_so(monkeypatch):
    monkeypatch.setattr(clock, "unsaid", lambda *_: None)
    found_out({"kill": 0.05}, "was never said|was said out of turn|still waits")


def test_a_host_that_keeps_a_line_to_itself_does_not_tell_everybody(monkeypatch):
    whole = posting._public
    monkeypatch.setattr(posting, "_public", lambda *args: replace(post := whole(*args), lines=post.lines[1:]))
    found_out({}, "is not meant for everybody")


def test_a_host_that_counts_what_came_twice_counts_too_much(monkeypatch):
    keep = store.Store.commit

    def eager(self, change):
        if change.counts:
            self.table.write([commit.counted(owner, counts) for owner, counts in change.counts.items()])
        keep(self, replace(change, counts={}))

    monkeypatch.setattr(store.Store, "commit", eager)
    found_out({"twice": 0.5, "latency": 0.5}, "was counted wrongly")


def test_a_host_that_says_yes_to_what_it_refused_is_found_out(monkeypatch):
    no = committing.refused
    monkeypatch.setattr(committing, "refused", lambda *args: replace(no(*args), ok=True))
    found_out({}, "was answered wrongly")


@pytest.mark.slow
def test_a_host_that_gives_nothing_back_for_a_day_without_reddit_punishes_people(monkeypatch):
    monkeypatch.setattr(ticking, "_may_end", lambda *_: True)
    found_out({"deaf": 24 * HOUR}, "came too early", RedditWorld)
