"""A comment becomes a move, and the thread shows it."""

import pytest

from tests.host.doors.reddit.conftest import LEFT_IN_PEACE, NOT_TAKEN, WEB, Stage
from tests.rulesets import toy


def test_a_pick_in_a_comment_is_a_move_and_the_board_and_the_digest_show_it(stage):
    thread = stage.sealed("ann", "bob")
    assert "**u/ann**" in stage.board(thread)
    pick = stage.says("ann", thread, "I feel lucky. pick red")
    assert stage.answers(pick) == []
    assert "**u/bob**" in stage.board(thread)
    (lap,) = [said for heading, said in stage.trees(thread).items() if "Lap" in heading]
    assert any("ann picks" in text for text in lap)


def test_whoever_is_asked_is_called_by_name_and_told_how_to_answer(stage):
    stage.sealed("ann", "bob")
    (called,) = [item.thing.body for item in stage.site.notices("ann") if "Write `pick`" in item.thing.body]
    assert "`Red`, `Green`, `Blue`" in called
    assert WEB not in called


@pytest.mark.parametrize(
    "text",
    [
        "pick red",
        "CHOOSE Red",
        "!pick red",
        "u/race_host pick red",
        '"pick red"',
        "`pick red`",
    ],
)
def test_an_answer_counts_however_it_is_written(stage, text):
    thread = stage.sealed("ann", "bob")
    made = stage.says("ann", thread, text)
    assert stage.answers(made) == []
    assert stage.asked(thread, "ann") == []


@pytest.mark.parametrize(
    "text",
    ["> pick red", "should I pick red?", "I would never pick red", "Bob, you pick red", "What a board!", "17 people"],
)
def test_what_is_quoted_asked_or_chatted_is_no_answer_and_gets_none(stage, text):
    thread = stage.sealed("ann", "bob")
    made = stage.says("ann", thread, text)
    assert stage.answers(made) == []
    assert len(stage.asked(thread, "ann")) == 1


def test_a_reply_to_a_reply_counts_like_any_comment(stage):
    thread = stage.sealed("ann", "bob")
    below = stage.says("bob", thread, "Come on, Ann")
    made = stage.says("ann", stage.says("cat", below, "Yes, go!"), "All right then: `pick red`")
    assert stage.answers(made) == []
    assert stage.asked(thread, "ann") == []


def test_several_commands_in_one_comment_are_done_in_order_and_refusals_come_in_one_answer(stage):
    thread = stage.sealed("ann", "bob")
    made = stage.says("bob", thread, "!shout\n\npick red\n\nkick ann\n\n!shout")
    (answer,) = stage.answers(made)
    assert "It is ann’s turn." in answer
    assert "Only the player who opened this game" in answer
    assert sum("bob shouts" in text for text in stage.said(thread)) == 1


def test_a_command_for_another_bot_is_nothing_to_us(stage):
    thread = stage.sealed("ann", "bob")
    assert stage.answers(stage.says("ann", thread, "!remindme 2 days")) == []
    asked = stage.says("ann", thread, "u/race_host pik red")
    assert stage.answers(asked) == ["I do not know the command pik. To see what I can do, write `help`"]


def test_the_bot_answers_a_refused_move_once_and_below_it(stage):
    thread = stage.sealed("ann", "bob")
    made = stage.says("ann", thread, "pick purple")
    (answer,) = stage.answers(made)
    assert answer == "“purple” is not one of the choices: Red, Green or Blue."
    stage.pass_by(600)
    assert len(stage.answers(made)) == 1


@pytest.mark.parametrize("text", ["pick {n}", "{field}", "`{n}`", "!select {field}", "I go for {field}!", "{n}"])
def test_a_square_is_picked_by_number_or_by_row_and_column(stage, text):
    thread = stage.sealed("ann", "bob", line="!new season7 pace daily voice=plain")
    (asked,) = stage.asked(thread, "ann") or stage.asked(thread, "bob")
    name = "ann" if stage.asked(thread, "ann") else "bob"
    n = asked.options[-1].value
    columns = stage.shown(thread).view.panels[0].board.columns
    field = f"{chr(ord('A') + (n - 1) // columns)}{(n - 1) % columns + 1}"
    made = stage.says(name, thread, text.format(n=n, field=field))
    assert stage.answers(made) == []
    assert any(f"opens square {n}" in line for line in stage.said(thread))


# -- edited, deleted, contradicting


def test_a_comment_counts_as_it_reads_when_it_is_read_and_later_edits_change_nothing(stage):
    thread = stage.sealed("ann", "bob")
    early = stage.site.says("ann", thread, "pick purple")
    stage.site.edits(early, "pick red")
    stage.settle()
    assert stage.answers(early) == []
    assert stage.state(thread).colours == {"p1": "red"}
    stage.site.edits(early, "pick blue\n\nleave yes")
    stage.settle()
    assert stage.answers(early) == []
    assert stage.state(thread).colours == {"p1": "red"}


def test_what_is_deleted_before_it_is_read_was_never_said_and_later_it_stays_done(stage):
    thread = stage.sealed("ann", "bob")
    for vanishes in (False, True):
        gone = stage.site.says("ann", thread, "pick blue")
        stage.site.deletes(gone, vanishes=vanishes)
        stage.settle()
        assert len(stage.asked(thread, "ann")) == 1
    made = stage.says("ann", thread, "pick red")
    stage.site.deletes(made)
    stage.settle()
    assert stage.state(thread).colours == {"p1": "red"}


def test_what_a_moderator_has_removed_does_not_count(stage):
    thread = stage.sealed("ann", "bob")
    stage.site.removes(stage.site.says("ann", thread, "pick blue"), by="mona")
    stage.settle()
    assert len(stage.asked(thread, "ann")) == 1


def test_two_answers_to_one_question_in_one_comment_are_no_answer(stage):
    thread = stage.sealed("ann", "bob")
    made = stage.says("ann", thread, "pick red\n\nor rather\n\npick blue")
    assert stage.answers(made) == ["You wrote both red and blue, so I did nothing. Which do you want?"]
    assert len(stage.asked(thread, "ann")) == 1
    twice = stage.says("ann", thread, "pick red\n\n!pick Red")
    assert stage.answers(twice) == []
    assert stage.state(thread).colours == {"p1": "red"}


@pytest.mark.parametrize("text", ["pick {one}. No wait, pick {two}.", "!pick {one} no pick {two}"])
def test_two_answers_in_one_line_are_no_answer(stage, text):
    thread = stage.sealed("ann", "bob", line="!new season7 pace daily voice=plain")
    name = "ann" if stage.asked(thread, "ann") else "bob"
    (asked,) = stage.asked(thread, name)
    one, two = (option.value for option in asked.options[:2])
    made = stage.says(name, thread, text.format(one=one, two=two))
    assert stage.answers(made) == [f"You wrote both {one} and {two}, so I did nothing. Which do you want?"]
    assert stage.asked(thread, name)


def test_what_would_be_lost_behind_a_word_that_takes_nothing_is_not_lost_in_silence(stage):
    thread = stage.sealed("ann", "bob")
    made = stage.says("ann", thread, "!shout and pick red")
    assert stage.answers(made) == ["Write “shout” and “pick red” on two separate lines."]
    assert len(stage.asked(thread, "ann")) == 1
    stage.says("ann", thread, "!shout hooray")
    assert any("ann shouts" in line for line in stage.said(thread))


def test_what_is_too_much_for_one_comment_is_said(stage):
    thread = stage.sealed("ann", "bob")
    made = stage.says("ann", thread, "\n\n".join([*(f"lock {n}" for n in range(1, 13)), "pick red"]))
    (answer,) = stage.answers(made)
    assert "first 12 commands" in answer
    assert answer.count("Your message is too long. I have read only its first") == 1
    assert len(stage.asked(thread, "ann")) == 1
    chatter = stage.says("zoe", thread, "\n\n".join(f"lock {n}" for n in range(1, 20)))
    assert stage.answers(chatter) == []


def test_a_move_at_the_end_of_the_longest_comment_counts(stage):
    thread = stage.sealed("ann", "bob")
    stage.says("ann", thread, "So it goes. " * 800 + "\n\npick red")
    assert stage.state(thread).colours == {"p1": "red"}


def test_a_thing_and_its_opposite_in_one_comment_are_neither(stage):
    thread = stage.site.thread("Friday", by="ann")
    stage.says("ann", thread, "!new toy")
    made = stage.says("bob", thread, "join\n\nleave")
    assert "join and leave" in stage.answers(made)[0].replace("both ", "")
    assert stage.session(thread).players == []


def test_of_two_comments_that_contradict_each_other_the_first_counts(stage):
    thread = stage.sealed("ann", "bob")
    first = stage.site.says("ann", thread, "pick red")
    second = stage.site.says("ann", thread, "no: pick blue")
    stage.settle()
    assert stage.state(thread).colours == {"p1": "red"}
    assert (stage.answers(first), stage.answers(second)) == ([], ["It is bob’s turn."])


def test_nobody_answers_what_was_asked_only_after_they_wrote(stage):
    thread = stage.sealed("ann", "bob")
    stage.says("ann", thread, "pick red")
    # Bob's colour brings Ann to her next question, about which she cannot have known.
    stage.site.says("bob", thread, "pick blue")
    early = stage.site.says("ann", thread, "pick A, B")
    stage.settle()
    assert [each.key for each in stage.asked(thread, "ann")] == ["letters"]
    (answer,) = stage.answers(early)
    assert (
        "You wrote this before I asked the question, so it does not count. Look at the board, and write it again "
        "if you still want it."
    ) in answer
    stage.says("ann", thread, "pick A, B")
    assert [each.key for each in stage.asked(thread, "ann")] == ["bid"]


def test_questions_of_every_kind_are_answered_by_writing(stage):
    thread = stage.sealed("ann", "bob")
    stage.says("ann", thread, "pick red")
    stage.says("bob", thread, "pick blue")
    for text in ("pick A, B", "pick 30", "answer Never on a *Sunday*"):
        assert stage.answers(stage.says("ann", thread, text)) == []
    assert any("bids £30 and says: Never on a Sunday" in text for text in stage.said(thread))


@pytest.mark.parametrize("text", ["stop", "!stop", "Stop.", "I'll stop", "pick stop"])
def test_stop_is_an_answer_to_whoever_is_asked_whether_they_stop(stage, monkeypatch, text):
    monkeypatch.setitem(toy.COLOURS, "stop", "Stop with £5")
    thread = stage.sealed("ann", "bob")
    assert stage.answers(stage.says("ann", thread, text)) == []
    assert [each.key for each in stage.asked(thread, "ann")] == []
    (answer,) = stage.answers(stage.says("ann", thread, "stop"))  # now that nothing is asked, it is what it always is
    assert LEFT_IN_PEACE in answer


def test_our_name_makes_stop_what_it_always_is(stage, monkeypatch):
    monkeypatch.setitem(toy.COLOURS, "stop", "Stop with £5")
    thread = stage.sealed("ann", "bob")
    (answer,) = stage.answers(stage.says("ann", thread, "u/race_host stop"))
    assert LEFT_IN_PEACE in answer
    assert [each.key for each in stage.asked(thread, "ann")] == ["colour"]


@pytest.mark.parametrize("text", ["pick 3, stop", "!pick 3 stop", "pick 3 and stop please", "I'll pick 3, then stop."])
def test_stop_may_end_what_is_picked(stage, monkeypatch, text):
    monkeypatch.setattr(toy, "LETTERS", [1, 2, 3, "stop"])
    thread = stage.sealed("ann", "bob")
    stage.says("ann", thread, "pick red")
    stage.says("bob", thread, "pick blue")
    assert stage.answers(stage.says("ann", thread, text)) == []
    assert [each.key for each in stage.asked(thread, "ann")] == ["bid"]


# -- what is secret


@pytest.mark.parametrize("text", ["seal 3", "pick 3", "!seal 3", "u/race_host bomb 3", "A1", "choose 3"])
def test_a_secret_said_in_public_is_refused_and_counts_as_not_said(stage, text):
    thread = stage.open("ann", "bob")
    made = stage.says("ann", thread, text)
    (answer,) = stage.answers(made)
    assert f"{WEB}/claim" in answer
    assert NOT_TAKEN in answer
    assert [each.key for each in stage.asked(thread, "ann")] == ["seal"]
    assert "2 secret answers are still missing" in stage.board(thread)


def test_seal_is_refused_in_public_even_when_something_open_is_asked(stage):
    thread = stage.sealed("ann", "bob")
    made = stage.says("ann", thread, "seal 2")
    assert NOT_TAKEN in stage.answers(made)[0]
    assert len(stage.asked(thread, "ann")) == 1


def test_a_secret_play_is_refused_in_public_and_made_by_message(stage):
    thread = stage.sealed("ann", "bob")
    made = stage.says("ann", thread, "use tip 5")
    assert NOT_TAKEN in stage.answers(made)[0]
    assert stage.state(thread).cash["p1"] == 0
    stage.site.writes("ann", "use tip 5")
    stage.settle()
    assert stage.state(thread).cash["p1"] == -5


def test_what_is_used_aloud_is_answered_alike_whether_one_holds_it_or_not(stage):
    thread = stage.sealed("ann", "bob")
    held, not_held = (stage.answers(stage.says("ann", thread, text)) for text in ("use tip 5", "use deflect"))
    assert held == not_held
    assert NOT_TAKEN in held[0]
    stage.says("ann", thread, "use shout")
    assert "ann shouts." in stage.said(thread)


@pytest.mark.parametrize("text", ["{}?", "could I use {}?", "can I use {}, host?", "{}"])
def test_what_is_asked_aloud_of_a_play_is_answered_alike_whether_one_holds_it_or_not(text):
    answers = []
    for name in ("tip", "tap"):  # each in a thread of its own, for a hint is given once
        stage = Stage()
        thread = stage.sealed("ann", "bob")
        top = stage.site.replies(thread, by=stage.site.bot)[-1]
        told = stage.answers(stage.says("ann", top, text.format(name)))
        answers.append([each.replace("tip", "tap") for each in told])
        stage.close()
    assert answers[0] == answers[1]


def test_what_only_one_player_is_told_is_never_written_on_reddit(stage):
    thread = stage.sealed("ann", "bob")
    everything = [each.body for each in stage.written()]
    assert not [text for text in everything if "You sealed" in text]
    assert stage.shown(thread, "ann").view.own.secrets == ["Your number is 3."]


# -- looking


def test_whoever_watches_can_ask_for_the_score_and_the_rules(stage):
    thread = stage.open("ann", "bob", line="!new season7 pace daily voice=plain")
    score = stage.says("zoe", thread, "score")
    assert "|1|" in stage.answers(score)[0]
    rules = stage.says("zoe", thread, "rules gift card")
    assert len(stage.answers(rules)[0]) > 20
    unknown = stage.says("zoe", thread, "rules of *attraction*")
    assert stage.answers(unknown) == ["Nothing in the game is called of attraction. Check the name."]
    wish = stage.says("zoe", thread, "!help")
    assert "`pick 17`" in stage.answers(wish)[0]


def test_my_stuff_is_for_my_page(stage):
    thread = stage.sealed("ann", "bob")
    made = stage.says("ann", thread, "mystuff")
    assert f"{WEB}/claim" in stage.answers(made)[0]
    assert "number" not in stage.answers(made)[0]


def test_chatter_of_somebody_without_a_seat_is_never_answered(stage):
    thread = stage.sealed("ann", "bob")
    for text in ("pick red", "use your head", "A1", "pause", "begin", "new here, hi", "leave", "kick bob", "extend 2h"):
        assert stage.answers(stage.says("zoe", thread, text)) == [], text
    assert stage.person("zoe") == ""


def test_names_cannot_mark_up_call_or_link(stage):
    thread = stage.sealed("ann", "bob_the_builder")
    stage.rename("bob_the_builder", "**u/zoe** [x](http://evil.example) |a|")
    stage.says("ann", thread, "pick red")
    board = stage.board(thread)
    assert r"\*\*u\/zoe\*\* \[x\]\(http:\/\/evil.example\) \|a\|" in board
    assert not [item for item in stage.site.notices("zoe") if item.why == "username mention"]
