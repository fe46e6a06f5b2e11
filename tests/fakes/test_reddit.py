"""The local Reddit, met through real PRAW: what the bot reads and writes there."""

import praw
import pytest
from praw.exceptions import RedditAPIException
from praw.models import Comment, Message, Submission


def test_who_the_bot_is(reddit, site):
    assert reddit.user.me() == site.bot
    assert reddit.auth.scopes() == {"*"}
    assert [record.endpoint for record in site.calls] == ["token", "me"]
    assert site.violations == []


def test_new_comments_come_newest_first_and_edits_in_place(reddit, site, thread):
    first = site.says("bob", thread, "pick 17")
    site.advance(200)
    second = site.says("cat", first, "no, 18 & <3")
    site.edits(first, "pick 19")
    seen = list(reddit.subreddit("race").comments(limit=None))
    assert [(c.id, c.author.name, c.body) for c in seen] == [
        (second.id, "cat", "no, 18 & <3"),
        (first.id, "bob", "pick 19"),
    ]
    assert [c.parent_id for c in seen] == [first.fullname, thread.fullname]
    assert (seen[0].edited, seen[1].edited) == (False, seen[1].created_utc + 200)
    assert seen[1].author_fullname == site.world.account("bob").fullname
    assert seen[0].link_id == thread.fullname == f"t3_{seen[0].submission.id}"
    assert seen[0].permalink == f"/r/race/comments/{thread.id}/round_1_who_is_in/{second.id}/"
    assert site.violations == []


def test_only_what_is_newer(reddit, site, thread):
    said = [site.says("bob", thread, f"number {n}") for n in range(5)]
    newer = reddit.subreddit("race").comments(params={"before": said[1].fullname})
    assert [c.id for c in newer] == [said[4].id, said[3].id, said[2].id]
    nearest = reddit.subreddit("race").comments(limit=1, params={"before": said[1].fullname})
    assert [c.id for c in nearest] == [said[2].id]
    older = reddit.subreddit("race").comments(params={"after": said[2].fullname})
    assert [c.id for c in older] == [said[1].id, said[0].id]


def test_all_pages_are_read(reddit, site, thread):
    for n in range(230):
        site.says("bob", thread, str(n))
    seen = [int(c.body) for c in reddit.subreddit("race").comments(limit=None)]
    assert seen == list(reversed(range(230)))
    assert site.count()["comments"] == 3


def test_a_deleted_comment_stays_as_a_husk(reddit, site, thread):
    site.deletes(site.says("bob", thread, "pick 17"))
    (husk,) = reddit.subreddit("race").comments()
    assert (husk.author, husk.body) == (None, "[deleted]")
    assert "author_fullname" not in vars(husk)


def test_the_bot_answers_and_edits_its_answer(reddit, site, thread):
    pick = site.says("bob", thread, "pick 17")
    (seen,) = reddit.subreddit("race").comments()
    answer = seen.reply("Bob opens 17.")
    site.advance(30)
    answer.edit("Bob opens 17: £50,000.")
    (written,) = site.replies(pick)
    assert (written.author, written.body, written.id) == (site.bot, "Bob opens 17: £50,000.", answer.id)
    assert answer.edited == written.created + 30
    assert site.by_bot(type(written)) == [written]
    assert site.violations == []


def test_the_bot_opens_a_thread(reddit, site):
    site.sub("race", bot_moderates=True)
    made = reddit.subreddit("race").submit("Season 7, round 1", selftext="The board")
    made.mod.sticky()
    made.mod.suggested_sort(sort="new")
    comment = made.reply("Your turn, u/ann.")
    comment.mod.distinguish(sticky=True)
    made.edit("The board, anew")
    thread = site.submission(made.id)
    assert (thread.title, thread.body, thread.author) == ("Season 7, round 1", "The board, anew", site.bot)
    assert (thread.stickied, thread.sort) == (True, "new")
    assert (site.replies(thread)[0].stickied, site.replies(thread)[0].distinguished) == (True, "moderator")
    assert reddit.submission(made.id).author == site.bot
    assert site.violations == []


def test_the_inbox(reddit, site, thread):
    mine = reddit.submission(thread.id).reply("Board")
    reply = site.says("ann", mine.id, "pick 3")
    mention = site.says("bob", thread, f"hey u/{site.bot}, help")
    note = site.writes("cat", "let me in", "join")
    items = list(reddit.inbox.unread(limit=None))
    assert [(type(item), item.fullname) for item in items] == [
        (Message, note.fullname),
        (Comment, mention.fullname),
        (Comment, reply.fullname),
    ]
    assert [item.type for item in items[1:]] == ["username_mention", "comment_reply"]
    reddit.inbox.mark_read(items)
    assert list(reddit.inbox.unread()) == []
    assert len(list(reddit.inbox.all())) == 3
    assert [item.fullname for item in reddit.inbox.mentions()] == [mention.fullname]
    assert [item.fullname for item in reddit.inbox.comment_replies()] == [reply.fullname]
    items[0].reply("you are in")
    reddit.redditor("cat").message(subject="Your board", message="secret")
    assert [(m.subject, m.body) for m in site.messages_to("cat")] == [
        ("re: join", "you are in"),
        ("Your board", "secret"),
    ]
    answer = site.writes("cat", "thanks", to=site.messages_to("cat")[0])
    assert reddit.inbox.message(answer.id).parent.body == "you are in"
    assert site.violations == []


def test_things_by_name(reddit, site, thread):
    pick = site.says("bob", thread, "pick 17")
    names = [pick.fullname, "t1_zzzzzzz", thread.fullname]
    found = list(reddit.info(fullnames=names))
    assert [(type(thing), thing.fullname) for thing in found] == [
        (Comment, pick.fullname),
        (Submission, thread.fullname),
    ]
    assert reddit.comment(pick.id).body == "pick 17"
    assert reddit.submission(thread.id).selftext == "Say *in*."


def test_a_thread_with_more_than_fits(reddit, site, thread):
    site.world.tree_limit = 4
    parent = thread
    for n in range(3):
        parent = site.says("bob", parent, f"deep {n}")
        site.says("cat", thread, f"wide {n}")
    seen = reddit.submission(thread.id)
    assert len([c for c in seen.comments.list() if isinstance(c, Comment)]) == 4
    seen.comments.replace_more(limit=None)
    assert sorted(c.body for c in seen.comments.list()) == [
        *(f"deep {n}" for n in range(3)),
        *(f"wide {n}" for n in range(3)),
    ]
    assert site.count()["more"] == 1


def test_a_very_deep_talk(reddit, site, thread):
    parent = thread
    for n in range(25):
        parent = site.says("bob", parent, str(n))
    seen = reddit.submission(thread.id)
    seen.comments.replace_more(limit=None)
    assert [c.body for c in seen.comments.list()] == [str(n) for n in range(25)]
    assert site.violations == []


def test_a_subreddit_and_its_people(reddit, site):
    site.sub("race").rules.append(("Be kind", "Always."))
    sub = reddit.subreddit("Race")
    assert sub.fullname == site.sub("race").fullname
    assert [rule.short_name for rule in sub.rules] == ["Be kind"]
    assert [mod.name for mod in sub.moderator()] == ["race_mod"]
    site.world.account("ann")
    assert reddit.redditor("Ann").fullname.startswith("t2_")
    assert site.violations == []


def test_what_somebody_wrote(reddit, site, thread):
    mine = reddit.submission(thread.id).reply("Board")
    site.says("bob", thread, "pick 17")
    site.removes(mine.fullname)
    site.removes(site.says("bob", thread, "pick 18"))
    site.deletes(site.says("bob", thread, "pick 19"))
    assert [c.body for c in reddit.redditor(site.bot).comments.new(limit=25)] == ["Board"]
    assert [c.body for c in reddit.redditor("bob").comments.new(limit=25)] == ["pick 17"]
    assert [s.title for s in reddit.redditor("ann").submissions.new()] == [thread.title]
    assert site.violations == []


@pytest.mark.parametrize(("limit", "make"), [(10_000, "reply"), (40_000, "submit")])
def test_a_text_over_the_limit_is_a_fault(reddit, site, thread, limit, make):
    def write(text):
        if make == "reply":
            return reddit.submission(thread.id).reply(text)
        return reddit.subreddit("race").submit("Board", selftext=text)

    write("x" * limit)
    with pytest.raises(RedditAPIException) as caught:
        write("x" * (limit + 1))
    assert caught.value.items[0].error_type == "TOO_LONG"
    assert len(site.violations) == 1


def test_a_bot_that_does_not_say_who_it_is(site):
    nameless = praw.Reddit(**site.settings | {"user_agent": "python-requests/2.34"})
    with pytest.raises(Exception, match="429"):
        nameless.user.me()
    assert "one of many alike" in site.violations[0]


def test_an_unknown_endpoint_and_an_unknown_field_are_faults(reddit, site):
    with pytest.raises(Exception, match="404"):
        reddit.get("api/v1/me/karmas")
    with pytest.raises(Exception, match="400"):
        reddit.post("api/comment", data={"thing": "t1_1", "text": "hello"})
    assert len(site.violations) == 2
