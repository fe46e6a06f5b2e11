"""Messages on Reddit: for those alone who ask for them, made good in the thread, and never to who wants none."""

import pytest

from engine.kernel import Told
from engine.kernel.view import Panel, SeatLine
from host.core.session import FORMER, Clock, Post
from host.doors.reddit import news_comments
from host.doors.reddit.news_comments import CommentTree, CommentTrees, TreeNews
from host.people import privacy
from host.shown import views
from tests.fakes.reddit import Message
from tests.host.doors.reddit.conftest import LEFT_IN_PEACE, NOT_TAKEN, WEB, by_bot, letter, playing, seal
from tests.host.doors.reddit.own_page import browser, claimed, me
from tests.host.doors.web.visitor import found

NAMES = ["ann", "bob", "cat", "dan", "eve"]


@pytest.mark.whole
def test_whoever_joins_is_told_of_the_private_page_and_gets_no_message_unasked(stage):
    thread = stage.open("ann", "bob", messages=False)
    joined = [each for each in thread.tree() if each.body == "join"]
    (answer,) = (answer for each in joined for answer in stage.answers(each))  # once in a thread
    assert f"{WEB}/claim" in answer
    assert "`messages`" in answer
    stage.pass_by(43_500, step=300)  # they are reminded of nothing by message either
    assert stage.site.messages_to("ann") == stage.site.messages_to("bob") == []
    (call,) = {line for line in stage.said(thread) if "🔒" in line}
    assert "u/ann, u/bob" in call
    assert any(f"{WEB}/g/{stage.session(thread).id}" in line for line in [call])
    assert "u/bob" in [item.thing.body for item in stage.site.notices("bob")][-1]


def test_all_are_called_to_their_pages_three_to_a_comment_and_once(stage):
    thread = stage.open(*NAMES, messages=False)
    stage.pass_by(900)
    for name in NAMES:
        calls = [
            item for item in stage.site.notices(name) if "🔒" in item.thing.body and f"u/{name}" in item.thing.body
        ]
        assert len(calls) == 1, name
    claimed(stage, thread, "ann", browser(stage)).post(
        f"/g/{stage.session(thread).id}/answer", question=stage.asked(thread, "ann")[0].id, key="seal", value="3"
    )
    stage.settle()
    assert sum(each.body.count("🔒") for each in thread.tree()) == 2  # a call of three, and one of two


def test_the_call_stands_in_the_comment_that_tells_what_led_to_it(stage):
    thread = stage.open("ann", "bob", "cat", line="!new season7 pace daily", messages=False)
    called = [each.body for each in thread.tree() if "🔒" in each.body]
    assert len(called) == 1
    assert "The game begins." in called[0]
    stage.pass_by(900)
    assert sum("🔒" in each.body for each in thread.tree()) == 1


def test_a_comment_that_calls_somebody_anyway_calls_three_in_all():
    calls = dict(zip("abcde", NAMES, strict=True))
    news = TreeNews("T1", "", ["It goes on."], {"q": "**u/eve**: Select."}, calls, "Look.")
    tree = CommentTree()
    first = CommentTrees._build_next_piece(tree, news, 1000)
    assert first.text == "It goes on.\n\n**u/eve**: Select.\n\n🔒 **u/ann, u/bob, u/eve**: Look."
    tree.told, tree.asked = first.told, first.asked
    assert CommentTrees._build_next_piece(tree, news, 1000).text == "🔒 **u/cat, u/dan**: Look."


@pytest.mark.parametrize(
    ("asked", "waits", "called"),
    [
        (["p2"], ["p2"], ["p2"]),  # everybody sees for whom the table waits
        (["p2"], [], ["p1", "p2", "p3"]),  # nobody sees it: all who sit there
        (["p2"], ["p1"], ["p1", "p2", "p3"]),
        (["p2", "p4"], ["p2"], ["p1", "p2", "p3", "p4"]),  # somebody who does not sit there
    ],
)
def test_no_more_are_called_than_everybody_sees_may_be_asked(stage, asked, waits, called):
    thread = stage.open("ann", "bob", "cat", "dan", messages=False)
    session = stage.session(thread)
    session.clocks = {f"T1#{n}": Clock(who, 0.0, 60.0, 60.0, secret=True) for n, who in enumerate(asked)}
    panel = Panel("T1", "A round", "in play", [SeatLine(f"p{n}", "in") for n in (1, 2, 3)], to_move=waits)
    assert news_comments.list_seats_to_mention(session, [panel]) == called


@pytest.mark.parametrize("follows", [False, True])
def test_nobody_is_called_to_what_follows_on_their_own_answer(stage, follows):
    thread = stage.open("ann", "bob", messages=False)
    session = stage.session(thread)
    session.clocks = {"T1#9": Clock("p1", 0.0, 60.0, 60.0, secret=True, follows=follows)}
    place = stage.session(thread).places[0]
    assert bool(news_comments.list_due_mentions(stage.host, place, session)) != follows


@pytest.mark.parametrize("paused", [False, True])
def test_nobody_is_called_while_the_clocks_stand(stage, paused):
    thread = stage.open("ann", "bob", messages=False)
    session = stage.session(thread)
    session.clocks = {"T1#9": Clock("p1", 0.0, 60.0, 60.0, secret=True)}
    session.paused = stage.host.now() if paused else 0.0
    assert bool(news_comments.list_due_mentions(stage.host, session.places[0], session)) != paused


def test_whoever_asks_for_messages_gets_them_until_they_have_enough(stage):
    thread = stage.open("ann", "bob", messages=False)
    (answer,) = stage.answers(stage.says("bob", thread, "messages"))
    assert "`messages off`" in answer
    assert stage.mailbox("bob") == "reddit:u/bob"
    assert len(stage.site.messages_to("bob")) == 1
    assert "private page" in stage.answers(stage.says("bob", thread, "messages off"))[0]
    assert stage.mailbox("bob") == ""
    seal(stage, "ann", "bob")
    stage.pass_by(900)
    assert len([each for each in stage.site.messages_to("bob") if not each.parent]) == 1


@pytest.mark.parametrize("why", [400, 403, 404, "USER_BLOCKED", "RATELIMIT", "SOMETHING_IS_BROKEN", "INVALID_USER"])
def test_a_message_that_fails_for_any_reason_is_made_good_in_the_thread(stage, why):
    thread = stage.sealed("ann", "bob")
    failing = stage.site.fails("compose", why, times=9) if isinstance(why, int) else None
    if failing is None:
        stage.site.refuses("compose", why, "try again in 9 minutes", times=9)
    letter(stage, "ann")
    stage.pass_by(300)
    (line,) = {
        line
        for line in stage.said(thread)
        if "ann: I could not write to you" in line or "ann: I cannot send you messages" in line
    }
    assert f"{WEB}/claim" in line


def test_a_message_that_waits_for_a_reddit_that_is_down_is_made_good_after_a_while(stage):
    thread = stage.sealed("ann", "bob")
    letter(stage, "ann")
    with stage.site.down(503, endpoint="compose"):
        stage.pass_by(200)
        assert not [line for line in stage.said(thread) if "I could not write to you" in line]
        stage.pass_by(1200)
    stage.pass_by(300)
    assert len({line for line in stage.said(thread) if "I could not write to you" in line}) == 1


def test_a_bomb_that_is_sealed_by_message_gets_its_receipt_there_and_nowhere_else(stage):
    thread = stage.open("ann", "bob", line="!new season7 pace daily voice=plain", messages=False)
    n = stage.asked(thread, "ann")[0].options[0].value
    sent = stage.site.writes("ann", f"seal {n}")
    stage.settle()
    (answer,) = [each.body for each in stage.site.messages_to("ann") if each.parent is sent]
    own, first = [
        told for _, told in views.list_told_lines(stage.host, stage.session(thread).id, stage.person("ann")) if told.to
    ]
    assert own.facts["receipt"] in answer
    assert first.what == "host.FirstSquaresAsked"
    assert "list 5 12 7" in answer
    assert not [each for each in thread.tree() if own.facts["receipt"] in each.body]


def test_the_answer_to_the_invitation_after_hiding_opens_the_squares_by_message(stage):
    thread = stage.open("ann", "bob", line="!new season7 pace daily voice=plain", messages=False)
    sent = stage.site.writes("ann", "seal 1")
    stage.settle()
    (invited,) = [each.body for each in stage.site.messages_to("ann") if each.parent is sent]
    assert "Which squares do you open first?" in invited
    assert "list 5 12 7" in invited
    stage.site.writes("ann", "list 5 12 7")
    stage.settle()
    stage.site.writes("bob", "seal 2")
    stage.settle()
    if stage.asked(thread, "bob"):
        stage.site.writes("bob", "pick 20")
        stage.settle()
    opened = [told.facts for told in stage.log(thread) if told.what == "season7.SquareOpened"]
    assert 5 in [facts["n"] for facts in opened]
    assert not [line for line in by_bot(stage, thread) if "list 5 12 7" in line]


def test_whoever_asks_for_messages_gets_a_link_by_message(stage):
    thread = stage.site.thread("Friday", by="ann")
    stage.says("ann", thread, "!new toy")
    stage.says("bob", thread, "messages")
    made = stage.says("bob", thread, "join")
    (*_, message) = stage.site.messages_to("bob")
    link = found(rf"{WEB}(/p/[0-9a-f]+)", message.body)
    visitor = browser(stage)
    visitor.go(link)
    assert me(visitor) == "bob"
    assert stage.answers(made) == []
    assert not [each for each in stage.site.by_bot(type(made)) if "/p/" in each.body]


def test_who_takes_no_messages_is_told_in_the_thread_and_links_by_a_comment(stage):
    stage.site.trusts_few("bob")
    thread = stage.open("ann", "bob")
    assert stage.site.messages_to("bob") == []
    (line,) = {line for line in stage.said(thread) if "cannot send you messages" in line}
    assert "bob" in line
    assert f"{WEB}/claim" in line
    assert stage.session(thread).players[1].place == ""
    bob = claimed(stage, thread, "bob", browser(stage))
    bob.go(f"/g/{stage.session(thread).id}")
    bob.send("/answer", value="2")
    assert stage.asked(thread, "bob") == []


def test_a_message_says_where_something_waits_and_never_what(stage):
    stage.sealed("ann", "bob")
    bodies = [message.body for message in stage.site.messages_to("bob")]
    assert any("The Toy: please answer on your private page" in body for body in bodies)
    assert not [body for body in bodies if "number" in body]


@pytest.mark.whole
def test_a_reminder_comes_by_message_or_in_the_thread(stage):
    stage.site.trusts_few("bob")
    thread = stage.sealed("ann", "bob")
    stage.pass_by(43_500, step=300)
    assert any("The Toy: it is your turn. 12 hours left" in message.body for message in stage.site.messages_to("ann"))
    stage.says("ann", thread, "pick red")
    stage.pass_by(43_500, step=300)
    assert any("**u/bob**: The Toy: it is your turn. 12 hours left" in line for line in stage.said(thread))


@pytest.mark.whole
def test_who_says_stop_is_never_called_nor_written_to_until_start(stage):
    thread = stage.open("ann", "bob")
    made = stage.says("ann", thread, "stop")
    assert LEFT_IN_PEACE in stage.answers(made)[0]
    told, messages = len(stage.site.notices("ann")), len(stage.site.messages_to("ann"))
    for name in ("ann", "bob"):
        stage.site.writes(name, "seal 3")
    stage.settle()
    stage.pass_by(43_500, step=300)
    assert "⏳ **ann**" in stage.board(thread)
    called = [item for item in stage.site.notices("ann")[told:] if item.why == "username mention"]
    assert called == []
    assert len(stage.site.messages_to("ann")) == messages
    stage.says("ann", thread, "start")
    stage.says("ann", thread, "pick red")
    stage.says("bob", thread, "pick red")
    assert "⏳ **u/ann**" in stage.board(thread)


def test_stop_works_anywhere_and_before_anything_else(stage):
    somewhere = stage.site.thread("Hello", by="zoe")
    stage.says("zoe", somewhere, "u/race_host stop")
    thread = stage.open("ann", "zoe")
    assert stage.site.messages_to("zoe") == []
    assert "2. zoe" in stage.trees(thread) or "- zoe: in" in stage.board(thread)


def test_whoever_is_forgotten_leaves_no_trace(stage):
    thread = stage.open("ann", "bob")
    stage.says("bob", thread, "stop")
    assert "forget yes" in stage.answers(stage.says("bob", thread, "forget"))[0]
    stage.says("bob", thread, "forget yes")
    assert stage.person("bob") == ""
    assert stage.session(thread).players[1].name == FORMER
    kept = [item for item in stage.host.store.table.every() if "bob" in item.pk + item.sk]
    assert [item.pk for item in kept if not item.pk.startswith("seen/")] == []
    again = stage.says("bob", thread, "!privacy")
    assert privacy.KEPT_DATA_TEXT in stage.answers(again)[0]


@pytest.mark.parametrize("aloud", ["!deflect", "!Force Play bob", "!clear list", "use deflect"])
def test_what_somebody_says_aloud_of_hidden_squares_is_answered_alike_whether_they_hold_them_or_not(stage, aloud):
    thread = stage.open("ann", "bob", line="!new season7 pace daily")
    (said,) = stage.answers(stage.says("ann", thread, aloud))
    assert NOT_TAKEN in said


def test_what_is_too_long_for_one_comment_or_letter_comes_in_several_and_whole(stage):
    thread = playing(stage, "ann", "bob")
    remark = stage.says("zoe", thread, "!help")
    before = len(stage.answers(remark))
    lines = [Told(f"Line {n}: {'word ' * 300}", {}) for n in range(15)]  # 22,500 letters
    for place in (f"reddit:{remark.fullname}", stage.mailbox("ann")):
        stage.host.store.queue_posts([Post(place, "", int(stage.host.now() * 1000), lines)], stage.host.now())
    letters = len(stage.site.messages_to("ann"))
    stage.settle()
    for texts in (stage.answers(remark)[before:], [each.body for each in stage.site.messages_to("ann")[letters:]]):
        assert len(texts) == 3
        said = "\n".join(texts)
        assert [said.count(f"Line {n}:") for n in range(15)] == [1] * 15


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("check", "its secrets are not shown"),
        ("Admit bob", "Nobody has asked to join this game."),
        ("word hello", "secret word"),
    ],
)
def test_what_counts_in_a_thread_only_where_it_is_marked_counts_in_a_message(stage, said, told):
    stage.open("ann", "bob", line="!new season7 pace daily voice=plain")
    before = len(stage.site.by_bot(Message))
    stage.clock.advance(700)
    stage.site.writes("ann", said)
    stage.settle()
    assert told in stage.site.by_bot(Message)[before:][-1].body


@pytest.mark.parametrize("said", ["thank you!", "👍"])
def test_thanks_in_a_message_are_not_answered(stage, said):
    stage.open("ann", "bob", line="!new season7 pace daily voice=plain")
    stage.clock.advance(700)
    stage.settle()
    before = len(stage.written())
    stage.site.writes("ann", said)
    stage.settle()
    assert [each.body for each in stage.written()[before:]] == []
