"""What newcomers can look up, and what they read without looking anything up."""

from pathlib import Path

import pytest

from engine import ladder
from engine.kernel import Reader
from engine.kernel.picture import Quiz, Track
from engine.ladder.rules import LADDER_RULESET
from engine.ladder.view import build_ladder_view
from host.shown.picture.as_text import format_picture_text
from workshop.texts import harvest_texts


def test_everything_on_the_ladder_that_has_a_name_can_be_looked_up():
    for group, names in LADDER_RULESET.list_topics().items():
        assert group
        for name in names:
            assert Reader().format_value(LADDER_RULESET.explain(name)).startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("said", "name"),
    [("50:50", "50:50"), ("Audience", "audience"), ("ask the audience", "audience"), ("CALL A  FRIEND", "friend")],
)
def test_a_name_may_be_said_as_it_stands_on_its_button(said, name):
    assert Reader().format_value(LADDER_RULESET.explain(said)).startswith(f"{name}: ")


def test_what_is_no_name_is_none():
    assert LADDER_RULESET.explain("gift card") is None


def test_the_ladder_says_which_money_is_safe(begun):
    game = begun(1, ["Ann", "Bob"])
    (ladder,) = (picture for picture in game.build_view("").panels[0].pictures if isinstance(picture, Track))
    lines = format_picture_text(ladder, Reader())
    assert [line.split() for line in lines if "safe" in line] == [["10", "$32,000", "safe"], ["5", "$1,000", "safe"]]
    assert lines[-1].split() == ["▶", "1", "$100"]
    assert len({len(line.removesuffix(" safe")) for line in lines}) == 1


@pytest.mark.parametrize(
    ("rung", "note"),
    [
        (1, "The right answer wins $100. A wrong answer leaves you $0."),
        (2, "The right answer wins $200. A wrong answer leaves you $0. Taking the money pays $100."),
        (5, "The right answer wins $1,000. A wrong answer leaves you $0. Taking the money pays $500."),
        (6, "The right answer wins $2,000. A wrong answer leaves you $1,000. Taking the money pays $1,000."),
        (11, "The right answer wins $64,000. A wrong answer leaves you $32,000. Taking the money pays $32,000."),
        (15, "The right answer wins $1,000,000. A wrong answer leaves you $32,000. Taking the money pays $500,000."),
    ],
)
def test_what_is_at_stake_stands_by_the_question_all_the_time(rung, note, begun):
    state = begun(1, ["Ann", "Bob"]).state
    state.rung = rung
    for who in ("", "Ann"):
        seen = build_ladder_view(state, who)
        quiz = next(each for each in seen.list_pictures(seen.panels[0]) if isinstance(each, Quiz))
        assert [Reader().format_value(each) for each in quiz.notes] == [note]


@pytest.mark.parametrize(
    ("havens", "note"),
    [
        ([5, 10], "You can win up to $1,000 now. A wrong answer leaves you nothing."),
        (
            [2, 10],
            (
                "You can win up to $1,000 now. After a wrong answer, you keep the last safe amount that you have "
                "reached. If you have reached none, you get nothing."
            ),
        ),
    ],
)
def test_with_the_first_five_together_a_safe_amount_among_them_is_told(havens, note, begun):
    state = begun(1, ["Ann", "Bob"], first="together", havens=havens).state
    seen = build_ladder_view(state, "Ann")
    quiz = next(each for each in seen.list_pictures(seen.panels[0]) if isinstance(each, Quiz))
    assert Reader().format_value(quiz.notes[0]) == note


def test_what_a_wrong_answer_leaves_is_what_the_last_safe_rung_below_wins(begun):
    state = begun(1, ["Ann", "Bob"], first="together", havens=[2, 4]).state
    assert [state.compute_fall(rung) for rung in range(1, 6)] == [0, 0, 200, 200, 500]


def test_nothing_on_the_ladder_speaks_of_a_bench_which_it_has_not():
    texts = harvest_texts({"engine/ladder": Path(ladder.__path__[0])})
    assert any("ask for advice" in text for text in texts)
    assert not [text for text in texts if "bench" in text]
