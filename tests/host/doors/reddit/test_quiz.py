"""A whole game on the quiz ladder in a thread: answers by message, secret until all are in, and the fingerprint."""

import random

import pytest

from host.core import posting
from host.core.session import OVER
from host.core.store import card_changes
from host.doors.reddit.board import escape_markdown
from host.shown import views
from tests.host.doors.reddit.conftest import NOT_TAKEN, UNCLEAR

NAMES = ("ann", "bob", "cat")


class Quiz:
    """Three at a table in a thread, who answer by message."""

    def __init__(self, stage, line):
        self.stage, self.luck = stage, random.Random(5)
        self.thread = stage.open(*NAMES, line=line)
        self.told = 0

    @property
    def card(self):
        return self.stage.state(self.thread).card

    @property
    def over(self):
        return self.stage.session(self.thread).stage == OVER

    def public(self):
        """All that anybody can read in the thread."""
        bodies = [each.body for each in self.thread.tree() if each.author == self.stage.site.bot]
        return "\n".join([self.thread.body, *bodies])

    def letters(self):
        """The right letter and the others."""
        right = self.stage.state(self.thread).right
        return right, [letter for letter in "ABCD" if letter != right]

    def question(self, knows):
        """Everybody answers this question; the right answer's reason, which nobody has read before all are in."""
        why, rung = self.card.why, self.stage.state(self.thread).rung
        climbers = [name for name in NAMES if self.stage.asked(self.thread, name)]
        self.luck.shuffle(climbers)
        for name in climbers:
            assert escape_markdown(why) not in self.public()
            before = self.silence()
            right, wrong = self.letters()
            self.stage.site.writes(name, f"pick {right if self.luck.random() < knows else wrong[0]}")
            self.stage.settle()
            if name != climbers[-1]:
                assert self.stage.state(self.thread).rung == rung
                assert self.silence() == before
        assert escape_markdown(why) in self.public()

    def silence(self):
        """How much has been said in the thread; and the board, but for how many answers are missing."""
        board = [line for line in self.stage.board(self.thread).splitlines() if "still missing" not in line]
        return len(self.stage.said(self.thread)), board

    def hears(self, name, text):
        """A message, and what the bot answers."""
        before = len(self.stage.site.messages_to(name))
        self.stage.site.writes(name, text)
        self.stage.settle()
        return [message.body for message in self.stage.site.messages_to(name)[before:]]

    def may(self, name):
        (asked,) = self.stage.asked(self.thread, name)
        return {option.value for option in asked.options}


@pytest.mark.whole
def test_a_whole_quiz_by_message_keeps_every_answer_until_the_reveal_and_ends_without_a_bare_fingerprint(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=2")
    asked = 0
    while not quiz.over:
        quiz.question(0.8)
        asked += 1
    assert asked > 3
    stage.pass_by(1200)
    game = stage.session(quiz.thread).id
    sha = posting.format_fingerprint_text(stage.host.store, game).splitlines()[-1]
    assert sha not in quiz.public()  # what is nothing to read stands with the seals, and on the page
    shown = views.load_game_view(stage.host, game)
    assert shown.view
    assert shown.view.over


def test_a_letter_alone_is_an_answer_in_a_message_and_what_means_nothing_is_told_so(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    assert quiz.hears("bob", "Thanks!") == []
    (said,) = quiz.hears("bob", "Thanks, what a nice game")
    assert UNCLEAR in said
    assert "/claim" in said
    assert stage.asked(quiz.thread, "bob")
    assert quiz.hears("bob", " b. ") == []
    assert not stage.asked(quiz.thread, "bob")
    (said,) = quiz.hears("bob", "I said it already")
    assert UNCLEAR in said
    assert quiz.hears("zoe", "Hello, who are you?") == []


def climber(quiz, name="ann"):
    seat = next(player.seat for player in quiz.stage.session(quiz.thread).players if player.name == name)
    return quiz.stage.state(quiz.thread).climbers[seat]


def test_what_is_on_offer_needs_no_mark_in_a_message(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    assert "50:50" in quiz.hears("ann", "wish 50:50")[0]
    assert stage.state(quiz.thread).players["p1"].wish == ["50:50"]
    quiz.hears("ann", "A")
    assert "B" in quiz.hears("ann", "change B")[0]
    assert climber(quiz).choice == "B"
    (said,) = quiz.hears("ann", "change my mind about all of this")
    assert "not one of the choices" in said
    assert UNCLEAR in quiz.hears("ann", "Final thoughts: it was B")[0]
    assert not climber(quiz).final
    assert "final" in quiz.hears("ann", "Final, please!")[0]
    assert climber(quiz).final


@pytest.mark.parametrize("text", ["answer A\n\n!final", "A\n\nfinal", "pick a\n\nuse final"])
def test_a_later_line_of_a_message_may_be_about_what_the_first_has_brought(stage, text):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    assert "final" in quiz.hears("ann", text)[0]
    assert (climber(quiz).choice, climber(quiz).final) == ("A", True)


@pytest.mark.parametrize("text", ["A\n\nB", "answer A\n\nB"])
def test_two_letters_in_a_message_are_none(stage, text):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    (said,) = quiz.hears("ann", text)
    assert "A" in said
    assert "B" in said
    assert climber(quiz).choice == ""


def test_a_second_thought_in_a_message_counts(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    assert quiz.hears("ann", "answer A. No wait, answer B.") == []
    assert climber(quiz).choice == "B"


def test_what_cannot_be_done_by_message_is_answered_by_the_rules(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    assert quiz.hears("ann", "!final") == ["You have not answered yet."]
    (said,) = quiz.hears("ann", "!finall")
    assert said.startswith("You cannot do that now.\n\nYour question now: ")
    assert "I do not know the command finall" in quiz.hears("zoe", "!finall")[0]


def test_what_is_said_aloud_is_answered_alike_before_and_after_one_has_answered(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    before = stage.answers(stage.says("ann", quiz.thread, "answer A"))
    quiz.hears("ann", "A")
    after = stage.answers(stage.says("ann", quiz.thread, "answer A"))
    assert before == after
    assert NOT_TAKEN in after[0]


@pytest.mark.parametrize("aloud", ["!final", "!change B", "u/race_host final", "use final"])
def test_whether_somebody_has_answered_is_in_no_answer_to_what_they_say_aloud(stage, aloud):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    heard = [stage.answers(stage.says("ann", quiz.thread, aloud))]
    for told in ("A", "final"):
        quiz.hears("ann", told)
        stage.site.advance(700)
        heard.append(stage.answers(stage.says("ann", quiz.thread, aloud)))
    assert heard[0] == heard[1] == heard[2]
    assert NOT_TAKEN in heard[0][0]


def test_what_the_rules_have_no_name_for_is_for_another_bot(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    assert stage.answers(stage.says("ann", quiz.thread, "!finale")) == []
    assert stage.answers(stage.says("zoe", quiz.thread, "!final")) == []


def test_an_answer_said_aloud_is_refused_and_counts_as_not_said(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    said = stage.says("ann", quiz.thread, "pick A")
    assert NOT_TAKEN in stage.answers(said)[0]
    assert stage.asked(quiz.thread, "ann")


def test_lifelines_are_played_by_message_and_shown_when_the_rules_show_them(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    assert quiz.may("ann") >= {"A", "B", "C", "D", "50:50"}
    before = set(stage.said(quiz.thread))
    quiz.hears("ann", "pick 50:50")
    assert len(quiz.may("ann") & set("ABCD")) == 2
    assert quiz.may("bob") >= set("ABCD")
    (told,) = [line for line in set(stage.said(quiz.thread)) - before if line]
    assert told == "ann uses the lifeline 50:50."


def test_the_board_of_a_game_without_squares_speaks_of_none(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    assert "`pick` and your choice" in stage.board(quiz.thread)
    assert "B4" not in stage.board(quiz.thread)


def test_how_the_game_goes_is_told_where_nothing_has_a_rule_of_its_own(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    (said,) = quiz.hears("ann", "!rules")
    assert "Fifteen Rungs" in said
    assert "Lifelines help" in said
    assert "square" not in said


def test_a_question_is_reported_in_words_where_its_answer_is_told(stage):
    quiz = Quiz(stage, "!new ladder pace daily first=apart rounds=1")
    quiz.question(1.0)
    assert "Is a question of the quiz wrong? Write `report`" in quiz.public()
    (heard,) = quiz.hears("ann", "report two")
    assert heard.startswith("Thank you. We will check this question.")
    (again,) = quiz.hears("ann", "report")
    assert "You have already reported this question." in again
    found = card_changes.iter_card_reports(stage.host.store, "ladder", stage.host.now())
    assert [each.report.fault for each in found] == ["two"]


@pytest.mark.whole
def test_the_first_five_come_in_one_comment_and_each_is_answered_by_message(stage):
    quiz = Quiz(stage, "!new ladder pace daily rounds=1")
    cards = [page.card for page in stage.state(quiz.thread).pages]
    comments = [each.body for each in quiz.thread.tree() if each.author == stage.site.bot and each is not quiz.thread]
    assert len(cards) == 5
    assert any(all(escape_markdown(card.question) in body for card in cards) for body in comments)
    for name in NAMES:
        assert not any(escape_markdown(card.why) in quiz.public() for card in cards)
        for rung in range(1, 6):
            assert quiz.hears(name, f"{rung}A") == []
    assert all(escape_markdown(card.why) in quiz.public() for card in cards)
