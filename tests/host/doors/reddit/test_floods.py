"""So much was written while Reddit could not be reached that no listing holds it all."""

import pytest

from host.doors.reddit import reading
from host.doors.reddit.throttle import MOST
from tests.host.doors.reddit.moves_and_faults import busiest, moves


@pytest.mark.whole
def test_when_a_listing_does_not_reach_back_the_threads_are_read(stage, monkeypatch):
    monkeypatch.setattr(reading, "MOST_PAGES", 2)
    thread, other = stage.sealed("ann", "bob"), stage.sealed("cat", "dan", by="cat")
    elsewhere = stage.site.thread("Something else", by="zoe")
    with stage.site.down(503):
        stage.site.says("ann", thread, "pick red")
        stage.site.says("cat", other, "pick blue")
        for n in range(320):
            stage.site.says("zoe", elsewhere, f"look at this {n}")
        stage.pass_by(7200, step=600)
    stage.settle()
    stage.pass_by(300)
    assert stage.state(thread).colours == {"p1": "red"}
    assert stage.state(other).colours == {"p1": "blue"}
    assert stage.site.count()["submission"] == 2
    assert busiest(stage) <= MOST


@pytest.mark.whole
def test_in_a_paused_game_too_what_a_listing_does_not_reach_is_read(stage, monkeypatch):
    monkeypatch.setattr(reading, "MOST_PAGES", 2)
    thread = stage.open("ann", "bob", line="!new toy pace 10d", messages=False)
    elsewhere = stage.site.thread("Something else", by="zoe")
    stage.pass_by(600, step=60)
    stage.says("ann", thread, "pause")
    stage.pass_by(600, step=60)
    assert stage.session(thread).paused
    stage.site.says("ann", thread, "resume")
    for n in range(220):
        stage.site.says("zoe", elsewhere, f"look at this {n}")
        stage.clock.advance(1)
    stage.pass_by(600, step=20)
    assert not stage.session(thread).paused


@pytest.mark.whole
def test_more_than_a_thousand_comments_between_two_looks_are_all_read(stage):
    thread = stage.sealed("ann", "bob")
    with stage.site.down(503):
        stage.pass_by(600, step=60)
        first = stage.site.says("ann", thread, "pick red")
        for n in range(1_800):
            stage.site.says(f"troll{n % 7}", thread if n % 2 else first, f"haha {n}")
        stage.site.says("bob", thread, "!shout")
    stage.pass_by(900, step=15)
    assert stage.state(thread).colours == {"p1": "red"}
    assert len(moves(stage, thread)) == 2
    assert busiest(stage) <= MOST


@pytest.mark.whole
def test_a_message_is_not_drowned_by_a_flood_of_answers_during_an_outage(stage):
    thread = stage.open("ann", "bob")
    (top, *_) = stage.site.replies(thread, by=stage.site.bot)
    with stage.site.down(503):
        stage.pass_by(600, step=60)
        stage.site.writes("ann", "seal 3")
        for n in range(620):
            stage.site.says(f"troll{n % 7}", top, f"haha {n}")
            stage.clock.advance(10)
    stage.pass_by(300)
    assert stage.asked(thread, "ann") == []
    assert stage.asked(thread, "bob")
    assert busiest(stage) <= MOST


@pytest.mark.whole
def test_a_move_is_not_drowned_by_a_flood_of_comments_in_its_own_thread(stage):
    thread = stage.sealed("ann", "bob")
    with stage.site.down(503):
        stage.pass_by(600, step=60)
        stage.site.says("ann", thread, "pick red")
        for n in range(620):
            stage.site.says(f"troll{n % 7}", thread, f"haha {n}")
            stage.clock.advance(10)
    stage.pass_by(600)
    assert stage.state(thread).colours == {"p1": "red"}
    assert len(moves(stage, thread)) == 1
    assert busiest(stage) <= MOST


@pytest.mark.whole
def test_more_than_a_thousand_messages_between_two_looks_are_all_read(stage):
    thread = stage.open("ann", "bob")
    (top, *_) = stage.site.replies(thread, by=stage.site.bot)
    with stage.site.down(503):
        stage.pass_by(600, step=60)
        stage.site.writes("ann", "seal 3")
        answer = stage.site.says("zoe", top, "haha")
        for n in range(1_150):
            stage.site.writes(f"troll{n % 7}", f"haha {n}")
            stage.clock.advance(2)
        stage.site.removes(answer)
    stage.pass_by(900, step=60)
    assert stage.asked(thread, "ann") == []
    assert stage.asked(thread, "bob")
    assert stage.site.count()["read_message"] > 0
    assert busiest(stage) <= MOST
    before = stage.site.count()["unread"]
    stage.pass_by(300, step=60)
    assert stage.site.count()["unread"] == before
