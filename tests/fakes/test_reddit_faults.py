"""What goes wrong at the local Reddit, and what real PRAW makes of it."""

import pytest
from praw.exceptions import RedditAPIException
from praw.models import Comment, Message
from prawcore.exceptions import Forbidden, NotFound, RequestException, ResponseException, ServerError, TooManyRequests


def refused(code, act, *args, **fields):
    with pytest.raises(RedditAPIException) as caught:
        act(*args, **fields)
    (item,) = caught.value.items
    assert item.error_type == code
    return item


@pytest.fixture
def pick(reddit, site, thread):
    return reddit.comment(site.says("bob", thread, "pick 17").id)


def test_a_locked_thread(reddit, site, thread, pick):
    site.locks(thread)
    item = refused("THREAD_LOCKED", pick.reply, "done")
    assert (item.message, item.field) == ("Comments are locked.", "parent")
    assert reddit.submission(thread.id).locked
    with pytest.raises(PermissionError):
        site.says("bob", thread, "too late")
    site.locks(thread, locked=False)
    assert pick.reply("done").body == "done"
    assert site.violations == []


def test_a_moderator_may_write_in_a_locked_thread(site, thread, pick):
    site.sub("race", bot_moderates=True)
    site.locks(thread)
    assert pick.reply("done").author == site.bot


@pytest.mark.usefixtures("pick")
def test_a_removed_thread(reddit, site, thread):
    site.removes(thread)
    seen = reddit.submission(thread.id)
    assert (seen.removed_by_category, seen.selftext, seen.author) == ("moderator", "[removed]", None)
    assert list(reddit.subreddit("race").new()) == []
    assert len(list(reddit.subreddit("race").comments())) == 1
    site.approves(thread)
    assert reddit.submission(thread.id).removed_by_category is None


def test_a_removed_comment_leaves_the_listing_and_takes_no_answer(reddit, site, pick):
    site.removes(pick.fullname)
    assert list(reddit.subreddit("race").comments()) == []
    assert (pick.author, pick.body) == (None, "[removed]")
    refused("DELETED_COMMENT", pick.reply, "done")


def test_a_moderator_sees_what_was_removed(reddit, site, pick):
    site.sub("race", bot_moderates=True)
    site.removes(pick.fullname)
    (seen,) = reddit.subreddit("race").comments()
    assert (seen.body, seen.removed, seen.banned_by) == ("pick 17", True, "race_mod")


def test_a_deleted_comment(reddit, site, thread):
    gone = site.says("bob", thread, "pick 17")
    seen = reddit.comment(gone.id)
    site.deletes(gone, vanishes=True)
    refused("DELETED_COMMENT", seen.reply, "done")
    assert list(reddit.subreddit("race").comments()) == []
    assert list(reddit.subreddit("race").comments(params={"before": gone.fullname})) == []


def test_the_page_before_a_comment_that_vanished_is_empty(reddit, site, thread):
    marker = site.says("bob", thread, "pick 17")
    site.says("cat", thread, "pick 18")
    site.removes(marker)
    assert list(reddit.subreddit("race").comments(params={"before": marker.fullname})) == []
    assert len(list(reddit.subreddit("race").comments())) == 1


def test_an_old_thread(site, thread, pick):
    site.archives(thread)
    refused("TOO_OLD", pick.reply, "done")


def test_somebody_who_left(reddit, site, thread):
    said = site.says("bob", thread, "pick 17")
    site.writes("bob", "hello")
    site.leaves("bob")
    (seen,) = reddit.subreddit("race").comments()
    assert (seen.author, seen.body) == (None, "pick 17")
    assert next(iter(reddit.inbox.all())).author is None
    assert reddit.comment(said.id).reply("done").body == "done"
    with pytest.raises(NotFound):
        reddit.redditor("bob").fullname  # noqa: B018 -- looking is what fails
    refused("USER_DOESNT_EXIST", reddit.redditor("bob").message, subject="Board", message="secret")


def test_somebody_who_was_suspended(reddit, site):
    site.suspends("bob")
    assert reddit.redditor("bob").is_suspended


def test_somebody_who_blocks_the_bot(reddit, site, pick):
    site.blocks("bob")
    refused("USER_BLOCKED", pick.reply, "done")
    refused("USER_BLOCKED", reddit.redditor("bob").message, subject="Board", message="secret")
    site.trusts_few("cat")
    refused("NOT_WHITELISTED_BY_USER_MESSAGE", reddit.redditor("cat").message, subject="Board", message="secret")
    assert site.violations == []


def test_a_bot_that_is_banned(reddit, site, pick):
    site.bans(site.bot)
    with pytest.raises(Forbidden):
        pick.reply("done")
    refused("BANNED_FROM_SUBREDDIT", reddit.subreddit("race").submit, "Board", selftext="")
    assert len(list(reddit.subreddit("race").comments())) == 1


def test_a_bot_that_is_suspended(reddit, site, pick):
    site.suspends(site.bot)
    with pytest.raises(Forbidden):
        pick.reply("done")
    assert reddit.user.me().is_suspended


def test_a_player_who_is_banned(site, thread):
    site.bans("bob")
    with pytest.raises(PermissionError):
        site.says("bob", thread, "pick 17")
    site.bans("bob", banned=False)
    assert site.says("bob", thread, "pick 17").body == "pick 17"


@pytest.mark.usefixtures("thread")
def test_a_subreddit_that_closes(reddit, site):
    site.closes("race")
    with pytest.raises(Forbidden):
        list(reddit.subreddit("race").comments())
    with pytest.raises(NotFound):
        list(reddit.subreddit("nowhere").comments())
    refused("SUBREDDIT_NOEXIST", reddit.subreddit("nowhere").submit, "Board", selftext="")
    site.sub("quiet", restricted=True)
    refused("SUBREDDIT_NOTALLOWED", reddit.subreddit("quiet").submit, "Board", selftext="")


def test_a_bot_whose_comments_are_filtered_does_not_notice(reddit, site, thread):
    site.filters(site.bot)
    made = reddit.submission(thread.id).reply("Board, u/ann")
    assert made.body == "Board, u/ann"
    assert site.replies(thread)[0].removed_by == "AutoModerator"
    assert site.notices("ann") == []


def test_whom_a_comment_calls(reddit, site, thread):
    people = ["bob", "cat", "dan", "eve"]
    for name in people:
        site.world.account(name)
    post = reddit.submission(thread.id)
    named = post.reply("u/bob and /u/Cat, nobodyu/dan")
    assert [len(site.notices(name)) for name in people] == [1, 1, 0, 0]
    named.edit("u/dan")
    post.reply("u/bob u/cat u/dan u/eve")
    assert [len(site.notices(name)) for name in people] == [1, 1, 0, 0]


def test_the_words_of_a_hidden_limit(site, pick):
    site.slows("comment", 180)
    item = refused("RATELIMIT", pick.reply, "done")
    assert "3 minutes" in item.message
    site.advance(121)
    assert "59 seconds" in refused("RATELIMIT", pick.reply, "done").message
    site.advance(60)
    assert pick.reply("done").body == "done"
    site.refuses("comment", "RATELIMIT", "you are doing that too much. try again in 9 minutes.")
    refused("RATELIMIT", pick.reply, "done")
    assert pick.reply("done").body == "done"
    assert len(site.replies(pick.fullname)) == 2


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_an_outage_is_tried_three_times(reddit, site, status):
    with site.down(status), pytest.raises(ResponseException, match=str(status)):
        reddit.user.me()
    assert site.count() == {"token": 1}  # without a token there is one try only, and it is no ServerError
    with site.down(status, endpoint="me"), pytest.raises(ServerError):
        reddit.user.me()
    site.fails("me", status, times=2)
    assert reddit.user.me() == site.bot
    assert site.count() == {"token": 2, "me": 6}


def test_a_day_of_outage(reddit, site, thread):
    reddit.user.me()
    with site.down(503):
        with pytest.raises(ServerError):
            list(reddit.subreddit("race").comments())
        site.advance(86_400)
        site.says("bob", thread, "pick 17")
    assert [c.body for c in reddit.subreddit("race").comments()] == ["pick 17"]
    assert site.count()["token"] == 2


def test_too_many_calls_with_a_wait_and_without(reddit, site):
    site.fails("me", 429)
    site.fails("me", 429, retry_after=30)
    with pytest.raises(TooManyRequests) as caught:
        reddit.user.me()
    assert "retry-after" not in caught.value.response.headers
    with pytest.raises(TooManyRequests) as caught:
        reddit.user.me()
    assert caught.value.response.headers["retry-after"] == "30"
    assert site.violations == []
    with pytest.raises(TooManyRequests):
        reddit.user.me()
    assert "before the end of the wait" in site.violations[0]
    site.advance(30)
    assert reddit.user.me() == site.bot


@pytest.mark.whole
def test_no_answer(reddit, site, session):
    reddit.user.me()
    session.patience = 0.2
    site.hangs("me", times=3)
    with pytest.raises(RequestException):
        reddit.user.me(use_cache=False)
    assert [record.status for record in site.calls] == [200, 200, 0, 0, 0]


def test_an_answer_cut_off_makes_praw_write_twice(site, pick):
    assert pick.body == "pick 17"
    site.cuts("comment")
    pick.reply("done")
    assert [reply.body for reply in site.replies(pick.fullname)] == ["done", "done"]


def test_an_answer_cut_off_before_anything_happened(site, pick):
    site.cuts("comment", times=3, lost=False)
    with pytest.raises(RequestException):
        pick.reply("done")
    assert site.replies(pick.fullname) == []


def test_an_answer_that_does_not_say_what_was_made(site, pick):
    site.swallows()
    assert pick.reply("done") is None
    assert [reply.body for reply in site.replies(pick.fullname)] == ["done"]


def test_a_comment_that_shows_up_late_below_newer_ones(reddit, site, thread):
    late, newer = site.says("bob", thread, "pick 17"), site.says("cat", thread, "pick 18")
    site.delays(late, 120)
    seen = reddit.subreddit("race").comments
    assert [c.id for c in seen()] == [newer.id]
    site.advance(120)
    assert [c.id for c in seen()] == [newer.id, late.id]
    assert list(seen(params={"before": newer.fullname})) == []


def test_a_comment_that_was_filtered_and_is_approved(reddit, site, thread):
    site.filters("bob")
    late, newer = site.says("bob", thread, "pick 17"), site.says("cat", thread, "pick 18")
    assert [c.id for c in reddit.subreddit("race").comments()] == [newer.id]
    site.approves(late)
    assert [c.id for c in reddit.subreddit("race").comments()] == [newer.id, late.id]


def test_half_a_listing_and_one_that_repeats(reddit, site, thread):
    said = [site.says("bob", thread, str(n)) for n in range(4)]

    def seen():
        return [c.body for c in reddit.subreddit("race").comments()]

    site.halves()
    assert seen() == ["3", "2"]
    site.garbles(misses=[said[2]], repeats=[said[0], said[3]])
    assert seen() == ["3", "3", "1", "0", "0"]
    assert seen() == ["3", "2", "1", "0"]
    site.garbles(misses=[thread], endpoint="info")
    assert seen() == ["3", "2", "1", "0"]
    assert list(reddit.info(fullnames=[thread.fullname])) == []
    assert list(reddit.info(fullnames=[thread.fullname])) == [thread.id]


def test_what_the_bot_may_do_as_a_moderator(reddit, site, thread, pick):
    with pytest.raises(Forbidden):
        pick.mod.remove()
    site.sub("race", bot_moderates=True)
    pick.mod.remove()
    assert site.thing(pick.fullname).removed_by == site.bot
    pick.mod.approve()
    pick.mod.lock()
    assert (site.thing(pick.fullname).removed_by, site.thing(pick.fullname).locked) == ("", True)
    reddit.submission(thread.id).mod.flair(text="Round 1")
    assert reddit.submission(thread.id).link_flair_text == "Round 1"
    reddit.subreddit("race").banned.add("bob", ban_reason="spam")
    assert [who.name for who in reddit.subreddit("race").banned()] == ["bob"]
    reddit.subreddit("race").banned.remove("bob")
    assert [sub.display_name for sub in reddit.user.moderator_subreddits()] == ["race"]
    assert site.violations == []


def test_the_bot_takes_back_what_it_wrote(reddit, site, pick):
    answer = pick.reply("done")
    answer.disable_inbox_replies()
    site.says("bob", answer.id, "thanks")
    assert list(reddit.inbox.unread()) == []
    answer.delete()
    assert site.replies(pick.fullname)[0].deleted
    refused("NOT_AUTHOR", answer.edit, "again")
    assert len(site.violations) == 1


def test_the_inbox_is_marked_and_emptied(reddit, site, thread):
    mine = reddit.submission(thread.id).reply("Board")
    replies = [site.says("bob", mine.id, str(n)) for n in range(30)]
    site.deletes(replies[0])
    note = site.writes("bob", "hello")
    items = list(reddit.inbox.unread(limit=None))
    assert len(items) == 30
    reddit.inbox.mark_read(list(items))
    assert site.count()["read_message"] == 2
    items[3].mark_unread()
    assert [item.fullname for item in reddit.inbox.unread()] == [items[3].fullname]
    reddit.inbox.mark_all_read()
    assert list(reddit.inbox.unread()) == []
    items[0].delete()
    assert (type(items[0]), type(items[3])) == (Message, Comment)
    assert note.fullname not in [item.fullname for item in reddit.inbox.all(limit=None)]
    assert site.violations == []
