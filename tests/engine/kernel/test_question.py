"""Whatever anybody sends as an answer is either a legal value or refused with a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import Form, Illegal, Option, Play, Question, format_text
from engine.kernel.question import MAX_ANSWER_LENGTH

SQUARES = [Option(n, f"{'ABC'[(n - 1) // 4]}{(n - 1) % 4 + 1}") for n in range(1, 13)]
WORDS = [Option("keep", "Keep it"), Option("stake", "Risk it", private=True), Option("Straße", "Die Straße")]
FORMS = [
    Form(),
    Form("several", 2, 3),
    Form("number", -50, 1000, 25),
    Form("number", 5, 95, 10),
    Form("number", 1, 1),
    Form("text"),
    Form(words=True),
]

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["4", "keep", "£1,000"])
anything = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)


def question(options=(), form=FORMS[0], typed=None):
    return Question(key="k", who="Ann", text="?", look=lambda: options, lapse=None, form=form, typed=typed)


def legal(form, options, value):
    values = [option.value for option in options]
    typed = isinstance(value, str) and 0 < len(value) <= MAX_ANSWER_LENGTH and value.isprintable()
    if form.kind == "choice":
        return value in values or (form.words and typed)
    if form.kind == "several":
        return form.low <= len(value) <= form.high and len(set(value)) == len(value) and set(value) <= set(values)
    if form.kind == "number":
        return form.low <= value <= form.high and (value - form.low) % form.step == 0
    return typed and value == " ".join(value.split())


@given(st.sampled_from(FORMS), st.sampled_from([SQUARES, WORDS, SQUARES + WORDS, []]), anything)
def test_an_answer_is_legal_or_refused_with_a_sentence(form, options, answer):
    try:
        value = question(options, form).check(answer)
    except Illegal as refusal:
        sentence = format_text(refusal.text, refusal.facts)
        assert sentence.endswith(".")
        assert sentence.isprintable()
        assert len(sentence) < 120
    else:
        assert type(value) in (int, str, list)
        assert legal(form, options, value)


@given(st.sampled_from([[], SQUARES, WORDS]), st.sampled_from(FORMS), anything)
def test_a_play_takes_nothing_or_a_legal_value(options, form, answer):
    play = Play("peek", "Peek", options, form)
    try:
        value = play.check(answer)
    except Illegal:
        return
    assert value is None if not options and form == Form() else legal(form, options, value)


@pytest.mark.parametrize(
    ("answer", "value"),
    [(4, 4), ("4", 4), (" 4 ", 4), ("A4", 4), ("b1", 5), ("keep", "keep"), ("KEEP", "keep"), ("Keep it", "keep")],
)
def test_people_say_it_in_many_ways(answer, value):
    assert question(SQUARES + WORDS).check(answer) == value


@pytest.mark.parametrize(
    "answer",
    [True, 4.0, "four", None, [4], {"n": 4}, "4" * 5000, 10**1000, "\uff14", "\x00", "🎲", "1,2", "4,", "1,2,3"],
)
def test_what_is_none_of_the_choices_is_refused(answer):
    with pytest.raises(Illegal):
        question(SQUARES).check(answer)


def test_several_keep_their_order_and_differ():
    ask = question(SQUARES, Form("several", 2, 3))
    assert ask.check(["3", 1, "A2"]) == [3, 1, 2]
    for wrong in ([1], [1, 2, 3, 4], [1, "1"], [1, "A1"], "1"):
        with pytest.raises(Illegal):
            ask.check(wrong)


def test_steps_are_counted_from_the_lowest_number():
    ask = question((), Form("number", 5, 95, 10))
    assert ask.check(15) == 15
    with pytest.raises(Illegal):
        ask.check(20)


def test_numbers_come_in_steps():
    ask = question((), Form("number", 0, 100, 25))
    assert [ask.check(n) for n in (0, "50", "£100")] == [0, 50, 100]
    assert question((), Form("number", 0, 9_000_000)).check("£1,234,567") == 1_234_567
    for wrong in (10, 125, -25, True, "", 25.0):
        with pytest.raises(Illegal, match="in steps of"):
            ask.check(wrong)


def test_typed_answers_are_tamed_and_checked():
    assert question((), Form("text")).check("  a\tb\x07 \n c  ") == "a b c"
    with pytest.raises(Illegal, match="too long"):
        question((), Form("text")).check("x" * (MAX_ANSWER_LENGTH + 1))
    assert question((), Form("text")).check("x" * MAX_ANSWER_LENGTH) == "x" * MAX_ANSWER_LENGTH
    assert question((), Form("text"), typed=str.upper).check("hello") == "HELLO"


def test_the_options_are_those_of_this_moment():
    options = list(SQUARES)
    ask = question(options)
    assert ask.check(12) == 12
    options.pop()
    with pytest.raises(Illegal):
        ask.check(12)


def test_whoever_may_also_answer_in_words_and_says_nothing_is_told_what_would_fit():
    ask = question((Option("ask", "Ask me"), Option("nothing", "Bid nothing")), Form(words=True))
    assert ask.check("up to 5m") == "up to 5m"
    empties: list[object] = ["", " \x07 ", None, []]
    for empty in empties:
        with pytest.raises(Illegal) as no:
            ask.check(empty)
        assert [*map(str, no.value.facts["fit"])] == ["“Ask me”", "“Bid nothing”"]
    with pytest.raises(Illegal, match="in words"):
        question((), Form(words=True)).check("")
