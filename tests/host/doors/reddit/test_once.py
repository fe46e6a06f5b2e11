"""What has been judged stays judged, also by the next process, which in the cloud comes often."""

from contextlib import suppress

import pytest

from host.core.store.items import Overloaded
from host.doors.reddit import command_parsing, reading
from host.doors.reddit.polling import POLL_INTERVAL
from tests.host.doors.reddit.conftest import playing


def restart(stage, seconds=300):
    """Another process takes over and looks a few times."""
    stage.bot.close()
    stage.bot = stage.new_bot()
    stage.pass_by(seconds)


def test_a_word_written_between_two_games_does_not_end_the_next(stage):
    thread = stage.site.thread("Friday", by="ann")
    for word in ("!endgame yes", "!pause", "begin"):
        stage.says("ann", thread, word)
    stage.says("bob", thread, "join")
    stage.says("ann", thread, "!new toy pace daily")
    restart(stage)
    session = stage.session(thread)
    assert (session.stage, session.players, session.paused) == ("lobby", [], False)


def test_a_game_under_way_does_not_hear_what_was_said_to_the_one_before(stage):
    thread = stage.open("ann", "bob")
    stage.says("ann", thread, "endgame yes")
    stage.pass_by(60)
    stage.says("ann", thread, "!endgame yes")
    stage.says("ann", thread, "!new toy pace daily")
    restart(stage)
    assert len(stage.games(thread)) == 1


def test_what_chatter_is_edited_into_the_next_process_hears_as_an_answer_or_not_at_all(stage):
    thread = playing(stage, "ann", "bob")
    made = stage.says("ann", thread, "What a board!")
    for text, colours in (("leave yes", {}), ("pick red", {"p1": "red"}), ("pick blue", {"p1": "red"})):
        stage.site.edits(made, text)
        restart(stage, 700)
        assert stage.state(thread).colours == colours
    assert len(stage.session(thread).players) == 2


def test_a_message_that_meant_nothing_when_it_came_means_nothing_later(stage):
    thread = stage.open("ann", "bob", line="!new ladder pace daily first=apart rounds=1")
    stage.site.writes("ann", "!final")
    stage.settle()
    stage.site.writes("ann", "A")
    stage.settle()
    restart(stage)
    assert not stage.state(thread).climbers["p1"].final


def test_what_stands_in_half_a_listing_stays_judged(stage):
    thread = playing(stage, "ann", "bob")
    made = stage.says("ann", thread, "What a board!")
    for n in range(9):
        stage.site.says("zoe", thread, f"nice {n}")
    stage.pass_by(60)
    stage.site.edits(made, "!shout")
    stage.site.halves("comments")
    stage.pass_by(POLL_INTERVAL)
    restart(stage)
    assert not [line for line in stage.said(thread) if "shouts" in line]


def test_a_comment_that_another_process_saw_removed_is_heard_when_it_is_approved(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.filters("ann")
    late = stage.site.says("ann", thread, "pick red")
    stage.says("bob", thread, "What a board!")
    restart(stage, 1800)
    stage.site.approves(late)
    stage.settle()
    assert stage.state(thread).colours == {"p1": "red"}


def test_of_comments_of_the_same_second_none_is_missed_by_the_next_process(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.says("ann", thread, "What a board!")
    late = stage.site.says("ann", thread, "pick red")
    stage.site.garbles(misses=[late])
    stage.pass_by(POLL_INTERVAL)
    restart(stage)
    assert stage.state(thread).colours == {"p1": "red"}


def test_a_comment_that_broke_is_not_tried_again_by_the_next_process(stage, monkeypatch):
    thread = playing(stage, "ann", "bob")
    with monkeypatch.context() as patched:
        patched.setattr(command_parsing, "parse_comment", lambda *_, **__: 1 / 0)
        stage.says("ann", thread, "pick red")
    restart(stage)
    assert len(stage.asked(thread, "ann")) == 1


@pytest.mark.parametrize("text", ["pick red\n\n!shout", "!shout\n\npick red"])
def test_a_process_that_dies_between_doing_and_noting_does_nothing_twice_and_complains_of_nothing(
    stage, monkeypatch, text
):
    thread = playing(stage, "ann", "bob")
    made = stage.site.says("ann", thread, text)
    with monkeypatch.context() as patched, suppress(Overloaded):
        patched.setattr(type(stage.host.store), "queue_answer", busy)
        stage.clock.advance(POLL_INTERVAL)
        stage.bot.poll_if_due()
    restart(stage)
    stage.settle()
    assert stage.answers(made) == []
    assert stage.state(thread).colours == {"p1": "red"}
    assert sum("shouts" in line for line in stage.said(thread)) == 1


def test_a_message_that_was_done_before_the_process_died_is_complained_of_by_nobody(stage, monkeypatch):
    thread = stage.open("ann", "bob", line="!new ladder pace daily first=apart rounds=1")
    stage.site.writes("ann", "A\n\nfinal")
    told = len(stage.site.messages_to("ann"))
    with monkeypatch.context() as patched, suppress(Overloaded):
        patched.setattr(type(stage.host.store), "queue_answer", busy)
        stage.clock.advance(POLL_INTERVAL)
        stage.bot.poll_if_due()
    restart(stage)
    assert stage.state(thread).climbers["p1"].final
    assert len(stage.site.messages_to("ann")) == told


def busy(*_):
    """A table that takes no more."""
    raise Overloaded


def test_chatter_is_noted_once_and_silence_costs_no_writing(stage, monkeypatch):
    thread = playing(stage, "ann", "bob")
    stage.says("zoe", thread, "What a board!")
    stage.pass_by(300)
    written, write = [], stage.host.store.table.write

    def counted(ops):
        written.extend(ops)
        write(ops)

    monkeypatch.setattr(stage.host.store.table, "write", counted)
    stage.site.says("zoe", thread, "What a game!")
    stage.pass_by(POLL_INTERVAL)
    marks = [op.item.pk for op in written if op.item.pk.startswith("seen/")]
    assert len(marks) == 1
    stage.bot.reading.read_new_remarks()
    del written[:]
    stage.clock.advance(reading.THREADS_EVERY / 2)
    stage.bot.reading.read_new_remarks()
    assert [op.item.pk for op in written if op.item.pk.startswith("seen/")] == []
