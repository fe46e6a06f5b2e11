"""The comment that calls somebody to a turn: what has happened, who is left, and nothing that only one may know."""

from msgspec.structs import replace

from host.doors.reddit.board import RedditNames, format_reddit_questions
from host.shown.words import build_reader
from tests.fakes.reddit import Message

SEALED = {"ann": 3, "bob": 17, "cat": 8}


def test_the_call_to_a_turn_says_what_happened_and_who_is_left_and_no_secret(stage):
    thread = stage.open("ann", "bob", "cat", line="!new season7 pace daily wildcard=no voice=plain", messages=False)
    for name, n in SEALED.items():
        stage.site.writes(name, f"pick {n}")
        stage.settle()

    def pick(n):
        (who,) = [name for name in SEALED if any(each.key == "select" for each in stage.asked(thread, name))]
        stage.says(who, thread, f"pick {n}")
        stage.pass_by(60)
        return who

    first = pick(5)
    (second,) = [name for name in SEALED if any(each.key == "select" for each in stage.asked(thread, name))]
    third = next(name for name in SEALED if name not in (first, second))
    pick(SEALED[third])
    calls = [each.body for each in thread.tree() if each.author == stage.site.bot and "Write `pick`" in each.body]
    assert f"u/{third}" in calls[-1]
    assert f"out: {second}" in calls[-1]
    assert f"opens square {SEALED[third]}" in calls[-1]
    assert not any("your bomb" in each or "peeked:" in each for each in calls)


def test_who_takes_messages_is_asked_there_in_full_and_the_thread_gets_no_comment_for_it(stage):
    """A call costs a comment, since Reddit tells nobody of an edit; ordinary news are added to the last comment."""
    thread = stage.sealed("ann", "bob", line="!new season7 pace daily wildcard=no voice=plain")
    counts = set()
    for _ in range(4):
        who = next(name for name in ("ann", "bob") if any(each.key == "select" for each in stage.asked(thread, name)))
        told = [each.body for each in stage.site.by_bot(Message) if f"**u/{who}**: " in each.body]
        assert "Write `pick`" in told[-1] and "until " in told[-1]
        counts.add(len([each for each in thread.tree() if each.author == stage.site.bot]))
        free = [each.value for each in stage.asked(thread, who)[0].options if each.value != 3]
        stage.site.writes(who, f"pick {free[0]}")
        stage.settle()
        assert any(f"opens square {free[0]}" in line for line in stage.said(thread))
    assert len(counts) == 1
    assert not any("u/ann" in each.body and "Write `pick`" in each.body for each in thread.tree())


def test_one_without_a_deadline_hides_nobody_elses_who_is_asked_the_same(stage):
    thread = stage.open("ann", "bob", messages=False)
    shown = stage.shown(thread)
    first, other = (stage.asked(thread, name)[0] for name in ("ann", "bob"))
    reader, look = build_reader(shown.names, shown.style), RedditNames({}, "")
    (both,) = format_reddit_questions(shown, [replace(first, due=0.0), other], reader, look)
    assert "until " in both
    assert "until " not in format_reddit_questions(shown, [replace(first, due=0.0)], reader, look)[0]
