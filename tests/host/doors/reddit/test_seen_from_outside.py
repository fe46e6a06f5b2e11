"""What is hidden of the bot's words is said anew; a bot that nobody sees lets its games wait."""

import msgspec
import pytest

from host.doors.reddit import incoming, places
from host.doors.reddit.unreachable import CLOSED_RETRY_SECONDS
from tests.fakes.reddit import Comment
from tests.host.doors.reddit.conftest import playing


def visible(stage, thread):
    """What somebody who reads the thread finds of the bot's."""
    return [each for each in thread.tree() if each.author == stage.site.bot and not each.gone and not each.locked]


def asking(stage, thread):
    return [each for each in visible(stage, thread) if "Write `pick`" in each.body]


@pytest.mark.whole
@pytest.mark.parametrize("act", ["removes", "locks"])
def test_a_question_that_is_removed_or_locked_is_asked_anew_and_its_player_called_again(stage, act):
    thread = playing(stage, "ann", "bob", messages=False)
    (question,) = asking(stage, thread)
    getattr(stage.site, act)(question)
    called = len(stage.site.notices("ann"))
    stage.pass_by(2 * incoming.CHECK_INTERVAL + 400)
    (again,) = asking(stage, thread)
    assert "u/ann" in again.body
    assert len(stage.site.notices("ann")) > called
    count = len(stage.site.by_bot(Comment))
    stage.pass_by(5 * incoming.CHECK_INTERVAL)
    assert len(stage.site.by_bot(Comment)) == count  # once
    stage.says("ann", again, "red, please")
    assert stage.state(thread).colours == {"p1": "red"}


def test_a_board_that_is_removed_is_shown_anew(stage):
    thread = playing(stage, "ann", "bob")
    (board,) = [each for each in visible(stage, thread) if each.body.startswith("## ")]
    stage.site.removes(board)
    stage.says("ann", thread, "pick red")  # edits of what nobody sees succeed
    stage.pass_by(2 * incoming.CHECK_INTERVAL + 400)
    (anew,) = [each for each in visible(stage, thread) if each.body.startswith("## ")]
    assert "u/bob" in anew.body


def test_news_that_are_removed_are_told_anew_word_for_word(stage):
    thread = playing(stage, "ann", "bob", messages=False)
    told = next(each for each in visible(stage, thread) if "Write `pick`" in each.body)
    stage.says("ann", thread, "pick red")
    words = [line for line in told.body.splitlines() if line.strip()]
    stage.site.removes(told)
    stage.pass_by(2 * incoming.CHECK_INTERVAL + 400)
    again = [each.body for each in visible(stage, thread) if each is not told]
    assert any(all(line in body for line in words) for body in again)
    assert not any("[removed]" in body for body in again)


def test_what_is_hidden_in_any_of_many_threads_is_found_in_its_turn(stage, monkeypatch):
    """One call looks at so many comments only: the threads take turns."""
    threads = [stage.open(name, by=name) for name in ("ann", "bob", "cat")]
    boards = [next(each for each in visible(stage, thread) if each.body.startswith("## ")) for thread in threads]
    monkeypatch.setattr(incoming, "MAX_CHECKED_COMMENTS", len(visible(stage, threads[0])))
    for board in boards:
        stage.site.removes(board)
    stage.pass_by(8 * incoming.CHECK_INTERVAL, 15)
    for thread in threads:
        assert [each for each in visible(stage, thread) if each.body.startswith("## ")], thread.title


@pytest.mark.whole
def test_words_that_are_filtered_again_and_again_stop_the_game_until_a_moderator_lets_them_through(stage, caplog):
    thread = playing(stage, "ann", "bob")
    stage.site.filters("race_host")
    stage.says("ann", thread, "pick red")
    stage.pass_by(2 * incoming.MAX_HIDDEN_CHECKS * incoming.CHECK_INTERVAL + 900)
    assert stage.session(thread).paused
    assert any("is removed again and again" in message for message in caplog.messages)
    count = len(stage.site.by_bot(Comment))
    stage.pass_by(4 * incoming.CHECK_INTERVAL)
    assert len(stage.site.by_bot(Comment)) == count
    stage.site.filters("race_host", filtered=False)
    for each in stage.site.by_bot(Comment):
        stage.site.approves(each)
    stage.pass_by(3 * incoming.CHECK_INTERVAL + CLOSED_RETRY_SECONDS)
    assert not stage.session(thread).paused


@pytest.mark.whole
def test_a_bot_that_is_hidden_from_everybody_notices_and_stops_all_clocks_until_it_is_seen_again(stage, caplog):
    threads = [playing(stage, "ann", "bob"), stage.open("cat", "dan", by="cat")]
    stage.site.shadow_bans("race_host")
    stage.pass_by(3 * incoming.CHECK_INTERVAL + 400)
    assert all(stage.session(thread).paused for thread in threads)
    assert any("Reddit hides the account" in message for message in caplog.messages)
    stage.site.shadow_bans("race_host", banned=False)
    stage.pass_by(3 * incoming.CHECK_INTERVAL + CLOSED_RETRY_SECONDS)
    assert not any(stage.session(thread).paused for thread in threads)


@pytest.mark.whole
def test_a_thread_without_any_sign_of_life_stops_its_clocks_until_a_player_writes(stage):
    pace = {"line": "!new toy pace 3h", "messages": False}
    silent, lively = stage.open("ann", "bob", **pace), stage.open("cat", "dan", by="cat", **pace)
    for _ in range(8):
        stage.pass_by(1.5 * 3600, step=300)
        stage.site.says("zoe", lively, "still watching")
    stage.settle()
    assert stage.session(silent).paused
    assert not stage.session(lively).paused
    assert sum("nobody has written here. So I have stopped the clocks." in line for line in stage.said(silent)) == 1
    lapses = [told for told in stage.log(silent) if "your time is up" in told.text]
    stage.says("zoe", silent, "Is anybody there?")  # does not play
    assert stage.session(silent).paused
    stage.says("bob", silent, "Sorry, I was away")
    assert not stage.session(silent).paused
    stage.pass_by(3600)
    assert [told for told in stage.log(silent) if "your time is up" in told.text] == lapses


@pytest.mark.parametrize(("ago", "stops"), [(400, True), (250, False), (150, False), (50, False)])
def test_who_writes_in_a_thread_after_the_third_last_time_out_keeps_its_clocks_going(stage, monkeypatch, ago, stops):
    thread, now = playing(stage, "ann", "bob"), stage.clock.now()
    monkeypatch.setattr(incoming, "_list_lapses", lambda *_: [now - 100, now - 200, now - 300, now - 500])
    silence = incoming.SilentThreads(heard={thread.fullname: now - ago})
    incoming.check_silent_threads(stage.host, silence, [thread.fullname])
    assert bool(stage.session(thread).paused) == stops


@pytest.mark.whole
def test_a_game_that_waits_in_silence_goes_on_when_somebody_answers_elsewhere(stage):
    thread = stage.open("ann", "bob", line="!new toy pace 3h", messages=False)
    stage.pass_by(12 * 3600, step=300)
    assert stage.session(thread).paused
    (asked,) = [each for name in ("ann", "bob") for each in stage.asked(thread, name)]
    name = "ann" if stage.asked(thread, "ann") else "bob"
    stage.site.writes(name, "pick A, B" if asked.key == "letters" else f"pick {asked.options[0].value}")
    stage.pass_by(700)
    assert not stage.session(thread).paused


def test_one_look_that_stumbles_stops_nothing(stage):
    thread = playing(stage, "ann", "bob")
    stage.pass_by(incoming.CHECK_INTERVAL)
    stage.site.fails("user_about", 404)
    stage.pass_by(3 * incoming.CHECK_INTERVAL)
    assert not stage.session(thread).paused


def test_a_thread_is_told_once_and_in_time_that_reddit_cuts_the_bot_off(stage):
    thread = stage.open("ann", "bob", line="!new toy pace 10d", messages=False)
    day = 86400.0
    keys = stage.bot.wire.keys
    stage.bot.wire.keys = msgspec.structs.replace(keys, ends=stage.clock.now() + 46 * day)
    stage.pass_by(600)
    assert not any("closing" in line for line in stage.said(thread))
    stage.bot.wire.keys = msgspec.structs.replace(keys, ends=stage.clock.now() + 44 * day)
    stage.pass_by(2 * 3600, step=60)
    for line in ("pause", "resume"):
        stage.says("ann", thread, line)
        stage.pass_by(1200, step=60)
    assert sum(f"/here {stage.session(thread).id}" in line for line in stage.said(thread)) == 1


@pytest.mark.parametrize(("said", "ends"), [("", 1803859200.0), ("2027-01-12", 1799712000.0), ("never", 0.0)])
def test_when_reddit_ends_can_be_said(said, ends):
    needed = dict.fromkeys(places.NEEDED, "some_name")
    found = places.parse_reddit_settings(needed | {"REDDIT_ENDS": said})
    assert found is not None
    assert found.ends == ends


def test_a_day_that_is_none_is_refused_with_what_is_wanted():
    needed = dict.fromkeys(places.NEEDED, "some_name")
    with pytest.raises(places.MissingSetting, match="must be a day such as"):
        places.parse_reddit_settings(needed | {"REDDIT_ENDS": "March"})
