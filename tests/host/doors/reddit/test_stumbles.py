"""What Reddit itself, the line to it, and a mistake of the operator do to the bot."""

import pytest
import requests

from engine.kernel import Told
from host.core.session import Post
from tests.host.doors.reddit.conftest import by_bot, letter, playing, tells


def test_a_password_wrong_for_ten_minutes_loses_no_news(stage):
    thread = playing(stage, "ann", "bob")
    good = stage.site.credentials.password
    stage.site.changes_password("another")
    tells(stage, thread, "A word that must arrive.")
    stage.pass_by(600)
    stage.site.changes_password(good)
    stage.settle()
    stage.pass_by(1000, 15)
    assert any("A word that must arrive" in body for body in by_bot(stage, thread))


def test_a_password_wrong_for_a_while_forgets_no_mailbox(stage):
    playing(stage, "ann", "bob")
    assert stage.mailbox("ann") == "reddit:u/ann"
    good = stage.site.credentials.password
    letter(stage, "ann")
    stage.site.changes_password("another")
    stage.pass_by(120)
    stage.site.changes_password(good)
    stage.settle()
    assert stage.mailbox("ann") == "reddit:u/ann"


def test_a_letter_refused_because_something_is_broken_forgets_no_mailbox(stage):
    playing(stage, "ann", "bob")
    letter(stage, "ann")
    stage.site.refuses("compose", "SOMETHING_IS_BROKEN")
    stage.pass_by(120)
    stage.settle()
    assert stage.mailbox("ann") == "reddit:u/ann"


def test_a_token_refused_once_for_too_many_calls_forgets_no_mailbox(stage):
    playing(stage, "ann", "bob")
    letter(stage, "ann")
    stage.site.expires_token()
    stage.site.fails("token", 429, times=2)
    stage.pass_by(200)
    stage.settle()
    assert stage.mailbox("ann") == "reddit:u/ann"


def test_one_403_for_a_letter_forgets_no_mailbox(stage):
    playing(stage, "ann", "bob")
    letter(stage, "ann")
    stage.site.fails("compose", 403)
    stage.pass_by(200)
    stage.settle()
    assert stage.mailbox("ann") == "reddit:u/ann"


@pytest.mark.parametrize("status", [400, 404, 500])
def test_a_letter_that_stumbles_forgets_no_mailbox_and_comes(stage, status):
    playing(stage, "ann", "bob")
    letter(stage, "ann")
    before = len(stage.site.messages_to("ann"))
    stage.site.fails("compose", status)
    stage.pass_by(300)
    assert stage.mailbox("ann") == "reddit:u/ann"
    assert len(stage.site.messages_to("ann")) == before + 1


@pytest.mark.whole
def test_an_account_that_is_not_let_in_is_tried_every_ten_minutes_and_no_more(stage):
    thread = playing(stage, "ann", "bob")
    good = stage.site.credentials.password
    stage.site.changes_password("another")
    tells(stage, thread, "A word that must arrive.")
    letter(stage, "ann")
    before = stage.site.count()["token"]
    stage.pass_by(3600, 10)
    assert stage.site.count()["token"] - before <= 14
    stage.site.changes_password(good)
    stage.pass_by(1800, 10)
    assert any("A word that must arrive" in body for body in by_bot(stage, thread))
    assert stage.mailbox("ann") == "reddit:u/ann"


def test_what_reddit_never_takes_is_set_aside_and_the_next_is_said(stage):
    thread = playing(stage, "ann", "bob")
    tells(stage, thread, "A word that Reddit does not like.")
    for endpoint in ("comment", "edit"):
        stage.site.fails(endpoint, 413, times=5)
    stage.pass_by(900)
    tells(stage, thread, "A word that it likes.")
    stage.pass_by(600)
    assert any("A word that it likes" in body for body in by_bot(stage, thread))


@pytest.mark.parametrize("endpoint", ["comments", "inbox"])
@pytest.mark.parametrize("status", [403, 404])
def test_one_stumble_of_a_listing_stops_no_game_and_costs_a_minute(stage, endpoint, status):
    thread = playing(stage, "ann", "bob")
    stage.site.fails(endpoint, status)
    stage.site.says("ann", thread, "pick red")
    for _ in range(10):
        stage.pass_by(30)
        assert not stage.session(thread).paused
    assert any("ann picks" in body for body in by_bot(stage, thread))


@pytest.mark.parametrize("status", [403, 404])
def test_one_stumble_at_a_comment_loses_neither_the_thread_nor_the_word(stage, status):
    thread = playing(stage, "ann", "bob")
    for endpoint in ("comment", "edit"):
        stage.site.fails(endpoint, status)
    tells(stage, thread, "A word that must arrive.")
    stage.pass_by(3000, 15)
    assert stage.games(thread)
    assert not stage.session(thread).paused
    assert any("A word that must arrive" in body for body in by_bot(stage, thread))


@pytest.mark.whole
def test_one_403_does_not_stop_every_game_for_good(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.fails("comments", 403)
    stage.pass_by(4000)
    assert not stage.session(thread).paused


@pytest.mark.whole
def test_a_private_subreddit_that_opens_again_goes_on(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.closes("race")
    stage.pass_by(200)
    stage.site.closes("race", private=False)
    stage.pass_by(4000)
    assert not stage.session(thread).paused


def test_a_thread_missing_from_one_answer_is_not_lost(stage):
    thread = playing(stage, "ann", "bob")
    stage.pass_by(310)
    stage.site.garbles(misses=[thread], endpoint="info")
    stage.pass_by(700)
    assert not stage.site.world.garbler.coming
    assert stage.games(thread)


@pytest.mark.whole
def test_one_thread_that_cannot_be_read_does_not_make_the_bot_deaf(stage):
    bad = stage.open("cat", "dan", by="cat")
    thread = playing(stage, "ann", "bob")
    other = stage.site.thread("Chatter", by="zed")
    for n in range(520):
        stage.site.says("zed", other, f"line {n}")
    del stage.site.world.things[bad.fullname]  # its community was closed by Reddit: 404 from now on
    stage.pass_by(400)
    stage.site.says("ann", thread, "pick red")
    stage.until(lambda: any("ann picks" in body for body in by_bot(stage, thread)), 6000)


@pytest.mark.whole
def test_a_thread_that_always_breaks_reddit_does_not_make_the_bot_deaf(stage):
    thread = playing(stage, "ann", "bob")
    other = stage.site.thread("Chatter", by="zed")
    for n in range(520):
        stage.site.says("zed", other, f"line {n}")
    stage.site.fails("submission", 500, times=0)
    stage.pass_by(700)
    stage.site.says("ann", thread, "pick red")
    stage.until(lambda: any("ann picks" in body for body in by_bot(stage, thread)), 900)


def test_a_hidden_limit_is_the_whole_account_s(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.slows("comment", 600)
    before = stage.site.count()["comment"]
    for who in ["ann", "bob", "cat", "dan", "eve"]:
        stage.site.says(who, thread, "!help")
    stage.pass_by(500)
    assert stage.site.count()["comment"] - before <= 2


def test_an_answer_is_not_given_twice_when_the_line_breaks(stage):
    thread = playing(stage, "ann", "bob")
    asked = stage.site.says("zed", thread, "!help")
    stage.site.cuts("comment")
    stage.settle()
    stage.pass_by(200)
    assert [record.status for record in stage.site.calls if record.endpoint == "comment"].count(0) == 1
    assert len(stage.answers(asked)) == 1


@pytest.mark.whole
def test_a_question_that_nobody_could_read_does_not_run_out(stage):
    thread = playing(stage, "ann", "bob", line="!new toy pace 1h")
    for endpoint in ("comment", "edit", "compose"):
        stage.site.slows(endpoint, 3 * 3600)
    stage.site.says("ann", thread, "pick red")
    stage.pass_by(2.5 * 3600, 30)
    assert stage.asked(thread, "bob")


@pytest.mark.whole
def test_a_day_without_reddit_costs_nobody_a_turn(stage):
    thread = playing(stage, "ann", "bob")
    before = [each.id for each in stage.asked(thread, "ann")]
    with stage.site.down(503):
        stage.pass_by(86_400 * 1.5, 300)
    stage.pass_by(120)
    assert [each.id for each in stage.asked(thread, "ann")] == before
    stage.says("ann", thread, "pick red")
    assert any("ann picks" in body for body in by_bot(stage, thread))


def test_reddit_that_is_down_is_not_asked_once_for_every_place(stage):
    thread = playing(stage, "ann", "bob")
    for who in ("cat", "dan", "eve", "fay", "gus", "hal"):
        stage.site.says(who, thread, "!help")
    stage.pass_by(65)
    with stage.site.down(503):
        for who in ("cat", "dan", "eve", "fay", "gus", "hal"):
            stamp = int(stage.host.now() * 1000)
            stage.host.store.queue_posts(
                [Post(f"reddit:{thread.replies[-1].fullname}", "", stamp, [Told(who, {})])], 0.0
            )
            stamp += 1
            stage.host.store.queue_posts([Post(f"reddit:t1_{who}", "", stamp, [Told(who, {})])], 0.0)
        stage.pass_by(65)
        before = len(stage.site.calls)
        stage.bot.deliver_now()
        assert len(stage.site.calls) - before <= 2


def test_a_slow_reddit_is_left_alone_when_the_time_of_the_function_is_up(stage):
    thread = playing(stage, "ann", "bob")
    stage.clock.advance(120)
    tells(stage, thread, "A word.")
    line, began = stage.bot.wire.line, stage.clock.now()
    line.end = began + 18
    carry, spent = line._http.request, []

    def slow(*args, timeout, **kwargs):
        stage.clock.advance(min(timeout[1], 7.0))
        spent.append(stage.clock.now())
        return carry(*args, timeout=timeout, **kwargs)

    line._http.request = slow
    stage.bot.poll_if_due()
    stage.bot.deliver_now()
    assert len(spent) > 1
    assert spent[-1] - began < 22


def test_a_look_at_a_reddit_that_hangs_ends_before_its_function_is_killed(stage):
    playing(stage, "ann", "bob")
    for name in ("one", "two", "three"):
        stamp = int(stage.host.now() * 1000)
        stage.host.store.queue_posts([Post(f"reddit:t1_{name}", "", stamp, [Told(name, {})])], 0.0)
    stage.clock.advance(120)
    waited = []

    def hang(*_args, timeout, **_kwargs):
        waited.append(sum(timeout))
        raise requests.ReadTimeout

    stage.bot.wire.line._http.request = hang
    stage.bot.poll_if_due()
    stage.bot.deliver_now()
    assert sum(waited) < 25, waited  # Globals.Function.Timeout


def test_a_board_whose_answer_was_lost_stays_the_only_one_though_the_game_goes_on_meanwhile(stage):
    thread = stage.site.thread("Friday game", by="ann")
    stage.site.says("ann", thread, "!new toy pace daily")
    stage.pass_by(5)  # the news come first
    lost = stage.site.fails("comment", 503, lost=True)
    while lost.times:
        stage.pass_by(5)
    stage.site.says("bob", thread, "join")
    stage.settle()
    assert "u/bob" in stage.board(thread)
