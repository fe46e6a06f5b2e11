"""Whoever answers the bot's question in words of their own is understood, or told how; everybody else is left alone."""

import pytest

from host.core.store.items import Damaged
from host.doors.reddit import menu
from host.doors.reddit.account import RedditRemark
from host.doors.reddit.call import ReadBatch
from host.doors.reddit.command_parsing import ANSWER_WORDS
from host.doors.reddit.incoming import ArguingLimits, RedditIncoming
from host.shown import views
from tests.host.doors.reddit.conftest import NOT_TAKEN
from tests.host.said.test_plain_words import FIVE, UNCLEAR, ways

PLAIN = "!new season7 pace daily voice=plain"


def question(stage, thread):
    """The bot's newest comment in the thread that calls somebody."""
    found = [each for each in thread.tree() if each.author == stage.site.bot and "Write `pick`" in each.body]
    return found[-1]


def on_turn(stage, line=PLAIN):
    """A table where somebody is asked for a square; the thread, and who that is."""
    thread = stage.sealed("ann", "bob", line=line, messages=False)
    return thread, "ann" if stage.asked(thread, "ann") else "bob"


@pytest.mark.whole
def test_every_way_to_say_five_in_reply_to_the_question_is_heard_as_five(stage):
    thread, name = on_turn(stage)
    incoming, parent = (
        RedditIncoming(ReadBatch(stage.bot.sender), ArguingLimits(stage.host.now)),
        question(stage, thread).fullname,
    )

    def heard(way):
        remark = RedditRemark("t1_x", name, way, stage.clock.now(), thread.fullname, parent, "race", to_us=True)
        return [
            menu.match_comment_to_question(call, call.words).value
            for call in incoming._parse_calls(remark)
            if call.said.word in ANSWER_WORDS
        ]

    said = {way: [str(n) for n in heard(way)] for way in ways(FIVE)}
    assert {way: found for way, found in said.items() if found != ["5"]} == {}
    assert len(said) > 100
    assert {way: found for way in ways(UNCLEAR) if 5 in (found := heard(way))} == {}


@pytest.mark.parametrize("text", ["I'll take {n}!", "**{n}**", "> Write `pick`\n\n{n} - feeling lucky"])
def test_a_square_named_in_reply_to_the_question_is_a_move(stage, text):
    thread, name = on_turn(stage)
    n = stage.asked(thread, name)[0].options[4].value
    made = stage.says(name, question(stage, thread), text.format(n=n))
    assert stage.answers(made) == []
    assert any(f"opens square {n}" in line for line in stage.said(thread))


def test_the_same_words_said_to_somebody_else_are_no_move_and_get_no_answer(stage):
    thread, name = on_turn(stage)
    other = {"ann": "bob", "bob": "ann"}[name]
    chatter = stage.says(other, thread, "What will it be?")
    for text in ("I'll take 5!", "I think 5", "let's go with 12", "5 or 6"):
        assert stage.answers(stage.says(name, chatter, text)) == []
    assert stage.answers(stage.says(name, question(stage, thread), f"{other.title()}, 5 it is")) == []
    assert len(stage.asked(thread, name)) == 1


def test_what_is_not_clear_gets_one_hint_by_name_and_no_more(stage):
    thread, name = on_turn(stage)
    (hint,) = stage.answers(stage.says(name, question(stage, thread), "5 or 6, I think"))
    assert f"{name}, I do not know which answer you mean. Write `pick`" in hint
    assert stage.answers(stage.says(name, question(stage, thread), "Or should I take 7?")) == []
    assert stage.answers(stage.says(name, question(stage, thread), "haha, good luck everybody")) == []
    assert len(stage.asked(thread, name)) == 1
    assert stage.answers(stage.says(name, question(stage, thread), "well then: 5")) == []
    assert stage.asked(thread, name) == []


def test_mere_talk_below_the_question_is_never_answered(stage):
    thread, name = on_turn(stage)
    for who, text in ((name, "haha, good luck"), ("zoe", "5 or 6?"), ("zoe", "I'll take 5!")):
        assert stage.answers(stage.says(who, question(stage, thread), text)) == []


def test_who_is_not_asked_hears_whose_turn_it_is(stage):
    thread, name = on_turn(stage)
    other = {"ann": "bob", "bob": "ann"}[name]
    assert stage.answers(stage.says(other, question(stage, thread), "I'll take 5!")) == [f"It is {name}’s turn."]


def test_who_is_not_asked_hears_whose_turn_it_is_though_another_game_of_theirs_is_damaged(stage, monkeypatch):
    _, name = on_turn(stage)
    damaged = stage.session(stage.open("ann", "bob", messages=False)).id
    build = views.build_game_view

    def build_unless_damaged(host, saved, person=""):
        if saved.session.id == damaged:
            raise Damaged("its rules fail")
        return build(host, saved, person)

    monkeypatch.setattr(views, "build_game_view", build_unless_damaged)
    sent = stage.site.writes({"ann": "bob", "bob": "ann"}[name], "pick 5")
    stage.settle()
    assert [reply.body for reply in sent.replies] == [f"It is {name}’s turn."]


def test_below_the_bots_own_thread_everybody_answers_the_bot(stage):
    somewhere = stage.site.thread("Hello", by="zoe")
    stage.says("ann", somewhere, "!new toy pace daily")
    (thread,) = stage.threads()
    for name in ("ann", "bob"):
        stage.says(name, thread, "join")
    stage.says("ann", thread, "begin")
    for name in ("ann", "bob"):
        stage.site.writes(name, "seal 3")
    stage.settle()
    assert stage.answers(stage.says("ann", thread, "Red, of course!")) == []
    assert stage.state(thread).colours == {"p1": "red"}


def test_a_secret_is_refused_below_the_question_however_it_is_said(stage):
    thread = stage.open("ann", "bob", line=PLAIN, messages=False)
    top = stage.site.replies(thread, by=stage.site.bot)[-1]
    assert NOT_TAKEN in stage.answers(stage.says("ann", top, "I'll take 5!"))[0]
    stage.site.writes("ann", "seal 3")
    stage.settle()
    assert NOT_TAKEN in stage.answers(stage.says("ann", top, "I'll take 5!"))[0]  # alike, sealed or not


def test_a_message_is_read_as_kindly(stage):
    thread = stage.open("ann", "bob")
    for name in ("ann", "bob"):
        stage.site.writes(name, "I'd like three, please")
    stage.settle()
    assert stage.state(thread).sealed == {"p1": 3, "p2": 3}


# -- edits


@pytest.mark.parametrize("later", [20, 400])
@pytest.mark.parametrize("text", ["pick purple", "5 or 6", "What a board!"])
def test_an_edit_that_makes_sense_counts_while_the_question_is_open(stage, later, text):
    thread = stage.sealed("ann", "bob", messages=False)
    made = stage.says("ann", question(stage, thread), text)
    before = stage.answers(made)
    stage.clock.advance(later)
    stage.site.edits(made, "Sorry. Red or blue, both are fine!" if later == 20 else "pick red")
    stage.settle()
    assert stage.state(thread).colours == ({"p1": "red"} if later == 400 else {})
    stage.site.edits(made, "pick blue")
    stage.settle()
    assert stage.state(thread).colours == {"p1": "red" if later == 400 else "blue"}
    assert stage.answers(made)[: len(before)] == before


@pytest.mark.whole
@pytest.mark.parametrize("text", ["pick purple", "5 or 6", "What a board!"])
def test_an_edit_counts_however_long_ago_and_however_much_was_written_since(stage, text):
    thread = stage.sealed("ann", "bob", line="!new toy pace 7d", messages=False)
    made = stage.says("ann", question(stage, thread), text)
    said = len(stage.answers(made))
    other = stage.site.thread("Something else", by="zoe")
    for n in range(130):
        stage.site.says("zoe", other, f"look at this {n}")
    stage.pass_by(600)
    stage.bot.close()
    stage.clock.advance(4 * 86400)  # longer than the store remembers what has been read
    stage.host.store.save_beat(stage.clock.now())
    stage.bot = stage.new_bot()
    stage.pass_by(1200, step=60)
    assert len(stage.answers(made)) == said
    stage.site.edits(made, "5 or 6, or both")
    stage.pass_by(900, step=60)
    assert stage.state(thread).colours == {}
    stage.site.edits(made, "Make it red!")
    stage.pass_by(900, step=60)
    assert stage.state(thread).colours == {"p1": "red"}
    stage.site.edits(made, "pick blue")  # what was done stays done
    stage.pass_by(900, step=60)
    assert stage.state(thread).colours == {"p1": "red"}


def test_another_process_sees_an_edit_too_and_judges_nothing_twice(stage):
    thread = stage.sealed("ann", "bob", messages=False)
    refused = stage.says("ann", thread, "pick purple")
    stage.clock.advance(400)
    stage.site.edits(refused, "pick pink")
    stage.settle()
    assert len(stage.answers(refused)) == 2
    stage.bot.close()
    stage.bot = stage.new_bot()
    stage.settle()
    assert len(stage.answers(refused)) == 2
    stage.bot.close()
    stage.clock.advance(400)
    stage.site.edits(refused, "pick red\n\nleave yes")
    stage.bot = stage.new_bot()
    stage.settle()
    assert stage.state(thread).colours == {"p1": "red"}
    assert len(stage.session(thread).players) == 2  # an edit only answers


def test_an_edit_answers_nothing_that_was_asked_only_after_it(stage):
    thread = stage.sealed("ann", "bob")
    made = stage.says("ann", thread, "What a board!")
    stage.says("ann", thread, "pick red")
    stage.clock.advance(400)
    stage.site.edits(made, "pick A, B")
    stage.site.says("bob", thread, "pick blue")
    stage.settle()
    assert [each.key for each in stage.asked(thread, "ann")] == ["letters"]
