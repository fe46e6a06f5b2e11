"""The bot goes where it may, stops where it may not, and says so to whoever can do something about it."""

import pytest

from engine.kernel import Reader
from host.core import games
from host.core.deadlines import ticking
from host.core.session import Command
from host.doors.reddit import unreachable
from host.doors.reddit.unreachable import CLOSED_RETRY_SECONDS
from host.people import accounts
from host.shown import words
from tests.fakes.reddit import Comment


def host_told(stage, name):
    return [message.body for message in stage.site.messages_to(name)]


@pytest.mark.whole
def test_a_locked_thread_stops_the_clocks_and_the_host_is_told(stage):
    thread = stage.sealed("ann", "bob")
    stage.site.locks(thread)
    stage.pass_by(400)
    assert stage.session(thread).paused
    assert any("is closed" in body and f"https://redd.it/{thread.id}" in body for body in host_told(stage, "ann"))
    count = len(stage.site.by_bot(Comment))
    with stage.site.counting() as calls:
        stage.pass_by(2000)
    assert len(stage.site.by_bot(Comment)) == count
    assert calls["comment"] <= 4  # it tries again, and seldom
    stage.site.locks(thread, locked=False)
    stage.pass_by(CLOSED_RETRY_SECONDS + 400)
    assert not stage.session(thread).paused
    assert any("The clocks run again." in line for line in stage.said(thread))


def test_of_two_games_in_a_closed_thread_the_one_that_we_have_stopped_goes_on_when_it_opens(stage, monkeypatch):
    thread, other = stage.sealed("ann", "bob"), stage.sealed("cat", "dan")
    chat = f"reddit:{thread.fullname}"
    assert games.show_in_place(stage.host, Command(operator=True), stage.games(other)[0], chat).ok
    stage.settle()
    first, last = seen = accounts.list_open_sessions(stage.host, f"chat:{chat}")
    assert ticking.pause_session_clocks(
        stage.host, Command(operator=True), last.id
    ).ok  # by somebody else, just after we have looked
    with monkeypatch.context() as at_that_moment:
        at_that_moment.setattr(accounts, "list_open_sessions", lambda *_: seen)
        unreachable.stop_closed_thread(stage.host, chat)
    assert unreachable.list_closed_threads(stage.host) == {chat}
    assert stage.saved(first.id).session.paused
    unreachable.resume_reopened_thread(stage.host, chat)
    assert not stage.saved(first.id).session.paused
    assert stage.saved(last.id).session.paused  # as its host wanted


def test_two_games_that_a_closed_thread_stopped_one_after_the_other_both_go_on_when_it_opens(stage):
    thread, other = stage.sealed("ann", "bob"), stage.sealed("cat", "dan")
    chat, later = f"reddit:{thread.fullname}", stage.games(other)[0]
    unreachable.stop_closed_thread(stage.host, chat)
    assert games.show_in_place(stage.host, Command(operator=True), later, chat).ok
    unreachable.stop_closed_thread(stage.host, chat)
    both = accounts.list_open_sessions(stage.host, f"chat:{chat}")
    assert [bool(session.paused) for session in both] == [True, True]
    unreachable.resume_reopened_thread(stage.host, chat)
    assert not any(stage.saved(session.id).session.paused for session in both)
    assert unreachable.list_closed_threads(stage.host) == set()


def test_what_other_places_are_told_of_a_thread_holds_no_signs_of_reddits_own(stage):
    thread = stage.sealed("ann", "bob")
    game, chat, group = stage.session(thread).id, f"reddit:{thread.fullname}", "telegram:-1001"
    assert games.show_in_place(stage.host, Command(operator=True), game, group).ok
    unreachable.stop_closed_thread(stage.host, chat)
    told = [line for post in stage.host.store.load_posts(group) for line in post.lines]
    (said,) = [line for line in words.format_told_lines(told, Reader()) if "redd.it" in line]
    assert said.isprintable()
    assert f"https://redd.it/{thread.id}. " in said


def test_a_removed_thread_stops_the_game_and_one_that_is_put_back_goes_on(stage):
    stage.site.sub("race").moderators.append("mona")
    thread = stage.sealed("ann", "bob")
    stage.site.removes(thread, by="mona")
    stage.pass_by(400)
    assert stage.session(thread).paused
    stage.site.approves(thread)
    stage.pass_by(CLOSED_RETRY_SECONDS + 400)
    assert not stage.session(thread).paused
    stage.says("ann", thread, "pick red")
    assert stage.state(thread).colours == {"p1": "red"}


def test_a_thread_that_is_gone_is_left_and_the_game_can_be_shown_elsewhere(stage):
    thread = stage.sealed("ann", "bob")
    game = stage.session(thread).id
    stage.site.deletes(thread)
    stage.pass_by(400)
    session = stage.host.store.load_game(game).session
    assert session.paused
    assert session.places == []
    assert any(f"/here {game}" in body for body in host_told(stage, "ann"))
    new = stage.site.thread("A new home", by="ann")
    stage.says("ann", new, f"!here {game}")
    stage.says("ann", new, "resume")
    stage.says("ann", new, "pick red")
    assert stage.state(new).colours == {"p1": "red"}


def test_an_archived_thread_is_one_that_is_gone(stage):
    thread = stage.sealed("ann", "bob")
    game = stage.session(thread).id
    stage.site.archives(thread)
    stage.says("zoe", stage.site.thread("x", by="zoe"), "hello")
    stage.pass_by(400)
    assert stage.host.store.load_game(game).session.places == []


@pytest.mark.whole
def test_where_the_bot_is_banned_it_says_nothing_and_its_games_wait(stage):
    thread = stage.sealed("ann", "bob")
    stage.site.bans("race_host")
    stage.says("ann", thread, "pick red")
    stage.pass_by(600)
    assert stage.session(thread).paused
    written = len(stage.site.by_bot(Comment))
    stage.pass_by(1200)
    assert len(stage.site.by_bot(Comment)) == written
    stage.site.bans("race_host", banned=False)
    stage.pass_by(CLOSED_RETRY_SECONDS * 2)
    assert not stage.session(thread).paused


def test_a_subreddit_that_closes_stops_its_games(stage, caplog):
    thread = stage.sealed("ann", "bob")
    stage.site.closes()
    stage.pass_by(400)
    assert stage.session(thread).paused
    assert any("Reddit does not let the bot into r/race" in message for message in caplog.messages)
    stage.site.closes(private=False)
    stage.pass_by(CLOSED_RETRY_SECONDS + 400)
    assert not stage.session(thread).paused


@pytest.mark.whole
def test_a_player_who_is_banned_is_played_on_without(stage):
    thread = stage.sealed("ann", "bob")
    stage.site.bans("ann")
    stage.pass_by(87_000, step=500)
    stage.settle()
    assert stage.state(thread).colours == {"p1": "red"}


def test_an_account_that_is_deleted_harms_nobody(stage):
    thread = stage.sealed("ann", "bob")
    stage.site.leaves("bob")
    stage.says("ann", thread, "pick red")
    stage.pass_by(300)
    assert "⏳ **u/bob**" in stage.board(thread)
    stage.site.writes("ann", "use tip 2")
    stage.settle()
    assert stage.state(thread).cash["p1"] == -2


def test_a_bot_that_is_not_let_in_says_so_to_its_operator_and_nothing_breaks(stage, caplog):
    thread = stage.sealed("ann", "bob")
    stage.site.changes_password("another")
    stage.pass_by(100)
    assert any("does not accept the account" in message for message in caplog.messages)
    assert len(stage.asked(thread, "ann")) == 1


def test_moderators_lead_any_game_in_their_subreddit(stage):
    stage.site.sub("race").moderators.append("mona")
    thread = stage.sealed("ann", "bob")
    assert stage.answers(stage.says("mona", thread, "!pause")) == []
    assert stage.session(thread).paused
    assert "Only the player who opened" in stage.answers(stage.says("zoe", thread, "!resume"))[0]
    assert accounts.load_current_person(stage.host, stage.person("mona"))
