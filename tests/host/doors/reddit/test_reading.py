"""Few calls, nothing missed, nothing twice, whatever Reddit does meanwhile."""

import pytest

from host.doors.reddit import reading
from host.doors.reddit.polling import POLL_INTERVAL
from host.doors.reddit.throttle import MOST
from tests.host.doors.reddit.moves_and_faults import busiest, moves, raiser


@pytest.mark.whole
def test_an_hour_in_which_nothing_happens_takes_four_calls_a_minute_at_most(stage):
    stage.open("ann", "bob")
    with stage.site.counting() as calls:
        stage.pass_by(3600)
    assert sum(calls.values()) <= 60 * 4 + 12 + 13
    assert set(calls) <= {"comments", "inbox", "info", "user_about", "token", "edit", "compose"}


@pytest.mark.whole
def test_one_look_reads_all_games_at_once(stage):
    threads = [stage.open("ann", f"p{n}", by=f"p{n}") for n in range(6)]
    stage.pass_by(300)
    with stage.site.counting() as calls:
        for n, thread in enumerate(threads):
            stage.site.says(f"p{n}", thread, "!shout")
        stage.bot.poll_if_due()
        stage.pass_by(POLL_INTERVAL + 5)
        assert calls["submission"] == 0
    assert calls["comments"] <= 3
    assert all(any("shouts" in told.text for told in stage.log(thread)) for thread in threads)


@pytest.mark.whole
def test_never_more_than_ten_calls_in_a_minute_however_much_there_is_to_say(stage):
    threads = [stage.sealed(f"a{n}", f"q{n}", by=f"a{n}") for n in range(5)]
    for _ in range(4):
        for n, thread in enumerate(threads):
            stage.site.says(f"a{n}", thread, "!shout")
            stage.site.says(f"q{n}", thread, "pick purple")
        stage.pass_by(60)
    stage.settle()
    assert busiest(stage) <= MOST
    assert all(len(moves(stage, thread)) == 4 for thread in threads)


def test_a_board_is_edited_no_faster_than_the_pace_allows_and_shows_the_last_state(stage):
    thread = stage.sealed("ann", "bob")
    with stage.site.counting() as calls:
        for _ in range(60):
            stage.site.says("ann", thread, "!shout")
            stage.pass_by(5)
    stage.settle()
    assert calls["edit"] + calls["comment"] <= 5 * 4 + 2  # four a minute
    assert len(moves(stage, thread)) == 60


def test_the_same_comment_in_both_listings_and_in_every_look_counts_once(stage):
    thread = stage.sealed("ann", "bob", messages=False)
    (tree,) = [reply for reply in stage.site.replies(thread, by="race_host") if reply.body.startswith("### Lap")]
    for _ in range(3):
        stage.says("ann", tree, "!shout u/race_host")  # in the subreddit, as an answer, and as a mention
    stage.pass_by(600)
    assert len(moves(stage, thread)) == 3


def test_a_new_process_goes_on_where_the_last_one_stopped(stage):
    thread = stage.sealed("ann", "bob")
    stage.says("ann", thread, "!shout")
    stage.bot.close()
    stage.site.says("bob", thread, "!shout")
    stage.bot = stage.new_bot()
    stage.settle()
    assert len(moves(stage, thread)) == 2


def test_a_process_that_dies_in_the_middle_of_a_look_does_nothing_twice(stage, monkeypatch):
    thread = stage.sealed("ann", "bob")
    refused = stage.site.says("ann", thread, "pick purple")
    stage.site.says("ann", thread, "!shout")

    def died(_self, _place):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(reading.ThreadReading, "_save_cursor", died)
        stage.clock.advance(POLL_INTERVAL)
        with pytest.raises(KeyboardInterrupt):
            stage.bot.poll_if_due()
    stage.bot.close()
    stage.bot = stage.new_bot()
    stage.settle()
    assert len(moves(stage, thread)) == 1
    assert len(stage.answers(refused)) == 1


def test_what_was_written_before_the_bot_first_came_is_nothing_to_it(stage):
    thread = stage.site.thread("Old times", by="ann")
    stage.site.says("ann", thread, "!new toy")
    stage.clock.advance(86_400)
    stage.settle()
    assert stage.games(thread) == []


def test_a_comment_that_appears_late_is_heard_all_the_same(stage):
    thread = stage.sealed("ann", "bob")
    late = stage.site.says("bob", thread, "!shout")
    stage.site.garbles(misses=[late])
    stage.pass_by(POLL_INTERVAL)
    stage.says("ann", thread, "!shout")
    assert len(moves(stage, thread)) == 2


def test_half_a_listing_and_one_that_repeats_itself_miss_and_double_nothing(stage):
    thread = stage.sealed("ann", "bob")
    said = [stage.site.says("ann", thread, "!shout") for _ in range(6)]
    stage.site.halves("comments")
    stage.pass_by(POLL_INTERVAL)
    stage.site.garbles(repeats=said[:3], misses=said[3:4], endpoint="comments")
    stage.pass_by(POLL_INTERVAL)
    stage.settle()
    assert len(moves(stage, thread)) == 6


def test_a_token_that_runs_out_between_two_pages_costs_nothing(stage, monkeypatch):
    thread = stage.sealed("ann", "bob")
    stage.site.says("ann", thread, "!shout")
    for n in range(130):
        stage.site.says("zoe", thread, f"nice {n}")
    turned = stage.bot.wire.fetch_comments

    def expiring(after=""):
        if after:
            stage.site.expires_token()
        return turned(after)

    monkeypatch.setattr(stage.bot.wire, "fetch_comments", expiring)
    stage.settle()
    assert len(moves(stage, thread)) == 1


def test_words_of_an_account_that_is_deleted_before_they_are_read_were_never_said(stage):
    thread = stage.sealed("ann", "bob")
    stage.site.says("ann", thread, "pick red")
    stage.site.says("bob", thread, "!shout")
    stage.site.leaves("ann")
    stage.settle()
    assert len(moves(stage, thread)) == 1
    assert stage.state(thread).colours == {}


def test_an_answer_of_a_strange_shape_is_put_aside_once_and_keeps_nobody_from_being_heard(stage, caplog):
    thread = stage.sealed("ann", "bob")
    stage.site.spoils(stage.site.says("zoe", thread, "!shout"))
    stage.says("ann", thread, "!shout")
    stage.pass_by(300)
    assert len(moves(stage, thread)) == 1
    assert sum("account item unreadable, skipped" in message for message in caplog.messages) == 1


def test_a_listing_that_cannot_be_read_at_all_is_asked_again_later(stage, monkeypatch, caplog):
    thread = stage.sealed("ann", "bob")
    with monkeypatch.context() as strange, stage.site.counting() as calls:
        strange.setattr(stage.bot.wire, "_build_page", raiser(KeyError))
        stage.pass_by(300)
    assert calls["inbox"] <= 6
    assert any("ignoring malformed Reddit response error=KeyError" in message for message in caplog.messages)
    stage.says("ann", thread, "!shout")
    assert len(moves(stage, thread)) == 1


def test_a_clock_that_was_wrong_at_the_first_start_does_not_deafen_the_bot(stage):
    stage.clock.advance(400 * 86_400)
    stage.bot.poll_if_due()
    stage.bot.close()
    stage.clock.advance(-400 * 86_400)
    stage.bot = stage.new_bot()
    thread = stage.site.thread("Friday", by="ann")
    stage.says("ann", thread, "!new toy")
    assert len(stage.games(thread)) == 1


# -- when Reddit is down


# -- when Reddit asks for patience
