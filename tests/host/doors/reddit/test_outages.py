"""When Reddit is down, or asks for patience: nothing is lost, nothing is done twice, and clocks lose nothing."""

import itertools
from contextlib import suppress

import pytest
import requests

from host.core.deadlines import ticking
from host.core.store.items import Overloaded
from host.doors.reddit import account, menu
from host.doors.reddit.polling import POLL_INTERVAL
from host.doors.reddit.throttle import MOST, RedditDown
from tests.fakes.reddit import Comment
from tests.fakes.reddit.in_process import URL
from tests.host.doors.reddit.moves_and_faults import moves, raiser


@pytest.mark.parametrize("status", [500, 502, 503, 520, "cut"])
def test_a_stumble_of_reddit_costs_nothing_but_time(stage, status):
    thread = stage.sealed("ann", "bob")
    stage.site.says("ann", thread, "pick red")
    stage.site.fails("*", status, times=4)
    stage.pass_by(600)
    assert stage.state(thread).colours == {"p1": "red"}
    assert len(moves(stage, thread)) == 1


def test_after_a_day_without_reddit_every_comment_counts_once_and_no_clock_has_run(stage):
    thread = stage.sealed("ann", "bob")
    (before,) = stage.asked(thread, "ann")
    with stage.site.down(503):
        stage.pass_by(3600, step=60)
        picks = stage.site.says("ann", thread, "pick red")
        for n in range(250):  # more than two pages of chatter come after it
            stage.site.says("zoe", thread, f"are we there yet? {n}")
        stage.pass_by(23 * 3600, step=600)
        assert stage.asked(thread, "ann")[0].id == before.id  # a day was all she had, and it is over
    stage.settle()
    assert stage.answers(picks) == []
    assert len(moves(stage, thread)) == 1
    assert stage.state(thread).colours == {"p1": "red"}
    assert any("I did not get all messages. Everybody gets this time back." in line for line in stage.said(thread))
    (asked,) = stage.asked(thread, "bob")
    assert asked.due > stage.clock.now() + 23 * 3600


def test_while_every_other_call_fails_all_that_was_written_is_read_however_much_it_is(stage, monkeypatch):
    monkeypatch.setattr(account, "PAGE_SIZE", 10)
    thread, fetch, calls = stage.sealed("ann", "bob"), stage.bot.wire.fetch_comments, itertools.count()

    def stumbles(after=""):
        if next(calls) % 2:
            raise RedditDown("status 503")
        return fetch(after)

    with stage.site.down(503):
        stage.site.says("ann", thread, "pick red")
        for n in range(25):
            stage.site.says("zoe", thread, f"are we there yet? {n}")
        stage.pass_by(300, step=60)
    monkeypatch.setattr(stage.bot.wire, "fetch_comments", stumbles)
    stage.pass_by(900)
    assert stage.state(thread).colours == {"p1": "red"}


def test_a_clock_gets_back_the_time_in_which_reddit_was_down(stage):
    thread = stage.sealed("ann", "bob")
    (before,) = stage.asked(thread, "ann")
    with stage.site.down(503):
        stage.pass_by(7200, step=60)
    stage.pass_by(200)
    (after,) = stage.asked(thread, "ann")
    assert 7000 < after.due - before.due < 9000


@pytest.mark.whole
def test_a_clock_gets_that_back_even_if_the_host_itself_was_away_meanwhile(stage):
    thread = stage.sealed("ann", "bob")
    (before,) = stage.asked(thread, "ann")
    with stage.site.down(503):
        stage.pass_by(7200, step=60)
        stage.host.store.save_beat(stage.clock.now() - 300)
        stage.host.store.save_beat(stage.clock.now(), stage.clock.now() - 300)
        ticking.run_due_steps(stage.host, stage.session(thread).id)
        stage.pass_by(7200, step=60)
    stage.pass_by(200)
    (after,) = stage.asked(thread, "ann")
    assert 14_000 < after.due - before.due < 16_000


def test_a_pause_of_a_minute_is_no_outage(stage):
    thread = stage.sealed("ann", "bob")
    (before,) = stage.asked(thread, "ann")
    with stage.site.down(503):
        stage.pass_by(120)
    stage.settle()
    assert stage.asked(thread, "ann")[0].due == before.due


@pytest.mark.whole
def test_a_comment_written_in_time_counts_even_if_it_is_read_after_the_deadline(stage):
    thread = stage.sealed("ann", "bob")
    (asked,) = stage.asked(thread, "ann")
    stage.pass_by(asked.due - stage.clock.now() - 20, step=500)
    stage.site.says("ann", thread, "pick blue")
    stage.clock.advance(22)
    ticking.sweep_due_games(stage.host)
    assert len(stage.asked(thread, "ann")) == 1
    stage.settle()
    assert stage.state(thread).colours == {"p1": "blue"}


@pytest.mark.whole
def test_when_the_time_is_up_and_nothing_was_written_the_default_answers(stage):
    thread = stage.sealed("ann", "bob")
    stage.pass_by(87_000, step=500)
    stage.settle()
    assert any("your time is up" in line for line in stage.said(thread))
    assert stage.state(thread).colours == {"p1": "red"}


def test_a_platform_that_is_gone_for_good_does_not_hold_up_the_others_for_ever(stage):
    thread = stage.sealed("ann", "bob")
    with stage.site.down(503):
        stage.pass_by(6 * 86_400, step=20_000)
        assert stage.state(thread).colours == {}
        stage.pass_by(2 * 86_400, step=3_600)
        assert stage.state(thread).colours == {"p1": "red"}


def test_429_is_heeded_to_the_second(stage):
    thread = stage.sealed("ann", "bob")
    stage.site.fails("comments", 429, retry_after=200)
    stage.pass_by(POLL_INTERVAL)
    with stage.site.counting() as calls:
        stage.pass_by(150)
    assert sum(calls.values()) == 0
    stage.says("ann", thread, "!shout")
    stage.pass_by(200)
    assert len(moves(stage, thread)) == 1


def test_ratelimit_makes_one_place_wait_and_nothing_sleeps_or_is_lost(stage):
    thread = stage.sealed("ann", "bob")
    stage.site.slows("comment", 300)
    made = stage.site.says("ann", thread, "pick purple")
    stage.site.says("ann", thread, "!shout")
    stage.settle()
    stage.pass_by(400)
    assert len(stage.answers(made)) == 1
    assert len(moves(stage, thread)) == 1


def test_when_hardly_any_calls_are_left_the_rest_are_left_to_others(stage):
    thread = stage.sealed("ann", "bob")
    stage.site.rates.used = stage.site.rates.calls - 5
    stage.pass_by(POLL_INTERVAL)
    used = stage.site.rates.used
    stage.says("ann", thread, "!shout")
    assert used <= stage.site.rates.calls
    stage.pass_by(120)
    assert len(moves(stage, thread)) == 1


@pytest.mark.parametrize("endpoint", ["comment", "edit"])
def test_an_answer_that_is_lost_leads_to_no_comment_twice(stage, endpoint):
    thread = stage.sealed("ann", "bob")
    for how in ("cut", 502):
        stage.site.fails(endpoint, how, lost=True)
        stage.says("ann", thread, "pick purple")
        stage.says("ann", thread, "!shout")
        stage.settle()
    bodies = [(each.parent.fullname, each.body) for each in stage.site.by_bot(Comment)]
    assert len(bodies) == len(set(bodies))
    assert len(moves(stage, thread)) == 2


def test_a_comment_that_breaks_the_bot_stops_no_other(stage, monkeypatch, caplog):
    thread = stage.sealed("ann", "bob")
    monkeypatch.setattr("host.doors.reddit.menu.show_reddit_score", lambda _: 1 / 0)
    monkeypatch.setitem(menu.MENU, "score", menu.MENU["score"]._replace(does=raiser(ZeroDivisionError())))
    stage.site.says("ann", thread, "score")
    stage.says("bob", thread, "!shout")
    assert len(moves(stage, thread)) == 1
    assert any("comment failed key=" in message for message in caplog.messages)


@pytest.mark.parametrize("dies", [True, False])
def test_looks_that_are_all_broken_off_get_through_together(stage, monkeypatch, dies):
    thread = stage.sealed("ann", "bob")
    for _ in range(30):
        stage.site.says("ann", thread, "!shout")
    for _ in range(30):
        with monkeypatch.context() as patched, suppress(Overloaded):
            patched.setattr(stage.host.store.table, "get", busy_after(120, stage.host.store.table.get))
            stage.bot.poll_if_due()
        stage.bot = stage.new_bot() if dies else stage.bot
        stage.clock.advance(60)
    assert sum("shouts" in told.text for told in stage.log(thread)) == 30


def test_an_outage_is_told_once_even_if_the_looks_after_it_are_broken_off(stage, monkeypatch):
    thread = stage.sealed("ann", "bob")
    with stage.site.down(503):
        stage.pass_by(7200, step=60)
    stage.site.says("ann", thread, "!shout")
    for _ in range(5):
        with monkeypatch.context() as patched, suppress(Overloaded):
            patched.setattr(stage.bot.reading, "_handle_remarks", raiser(Overloaded))
            stage.clock.advance(60)
            stage.bot.poll_if_due()
    assert (
        sum("I did not get all messages. Everybody gets this time back." in told.text for told in stage.log(thread))
        == 1
    )


def busy_after(times, get):
    """The table, which takes so many calls and no more."""
    left = iter(range(times))

    def busy(pk, sk):
        if next(left, None) is None:
            raise Overloaded
        return get(pk, sk)

    return busy


@pytest.mark.parametrize(("made", "tries"), [(8, 2), (9, 1)])
def test_what_is_tried_again_counts_again_and_is_never_one_call_too_many(stage, made, tries):
    line, tried = stage.bot.wire.line, []

    def idle(*args, **_):
        tried.append(args)
        raise requests.ConnectionError

    line._http.request = idle
    line.calls.extend([stage.clock.now()] * made)
    with pytest.raises(RedditDown):
        line.request("GET", URL)
    assert len(tried) == tries
    assert len(line.calls) == MOST
