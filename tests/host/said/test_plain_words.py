"""What people write who mean 5, and what they write who do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import Form
from engine.kernel.question import CHOICE
from engine.kernel.view import Board
from host.said.answers import Choice
from host.said.reading.readable import ReadableQuestion
from host.said.reading.reader import is_number_answer, read_answer

BOARD = Board(5, 5, {})
SQUARES = [Choice(n, str(n)) for n in range(1, 26)]
COLOURS = [Choice("red", "Red"), Choice("deal", "Deal"), Choice("no", "No deal"), Choice("p2", "Bob")]
FIVE = """
5|5.|5!|5!!!|5...|5 :)|5 🍀|5️⃣|(5)|[5]|"5"|**5**|*5*|__5__|`5`|~5~|#5|# 5|no. 5|nr 5|number 5|Number five|five|Five!
five, please|the 5th|fifth|the fifth one|5 please|5 pls|5 thanks|pls 5|hmm, 5|ok 5|Ok... 5!|yes, 5|uh 5 I guess
I'll take 5!|I’ll take 5|ill take 5|I will take 5|I take 5|take 5|taking 5|I'd like 5, please|I would like 5|I want 5
I pick 5|pick 5|picking 5|I choose five|I choose square 5|square 5|Square: 5|box 5|field 5|square number 5|I go with 5
let's go with 5|Let’s go with five!|lets go for 5|I'm going with 5|im going with 5|I'm gonna go with 5|going for 5
let's try 5|try 5|gimme 5|give me 5|my answer is 5|My answer: 5|answer = 5|my final answer is 5|final answer: 5
my pick is 5|my choice: 5|my move: 5|my number is five|5 is my answer|5 is my final answer|it's 5|It has to be 5
gotta be 5|must be 5|definitely 5|5 it is|5 for me|5 feels right|5 looks good to me, thanks|5 all the way|5, obviously
5 then|then 5|5 - feeling lucky|5 — feeling lucky|5-feeling lucky|5 (feeling lucky)|5, come on baby!
5 because it is my lucky number|5 as always|5 cuz I feel it|5, here we go|Feeling lucky today. 5!
What a board! I'll take 5.|Come on, 5|I have a good feeling about 5|I think 5|I think I'll take 5|I think it's 5
I say 5|5 I say|I guess 5|5. Definitely 5.|A5|a5 please|I'll take A5!|pick A-5|1st of all, 5|A5 - feeling lucky
make it 5|Make it five!|put me down for 5|can I have 5|could I get 5 please|I would go for 5|I shall take 5|going 5
gotta go with 5|I have to go with 5|open up 5|show me 5|all in on 5|lucky 5|my lucky number 5|lucky number five
that'll be 5|that would be 5|5 it shall be|5 i suppose|5 would be my choice|5 looks safe|n°5|№ 5|№5
square5|number5|erm 5|Sorry, 5|sorry for the delay, 5|Sorry for the long wait! 5|5, sorry I'm late|5 sorry|my turn: 5
row A, column 5|Row A column 5, please|column 5, row A|5th column of row A
"""
UNCLEAR = """
5?|should I take 5?|5 or 6|5, 6|5 and 6|5 / 6|5/6|not 5|anything but 5|I wouldn't take 5|5... no wait|maybe 5
5 was a bomb|there are 5 of us|I'll take 5 minutes|5 minutes please|give me 5 minutes|see you in 5|5 people are out
top 5|round 5 was fun|5%|5.5|5:30|-5|B4 you ask|bob said 5|I have 5 lives|haha|good luck everybody
this one|wow, 5 bombs in a row|5x|if 5 is free I'll take it|5 unless Bob wants it
row B, 5|5, row B|B, 5|(B) 5|Row C. 4|5, row B again|column 2, 5|row F column 5|sorry, not 5
Sorry, 5 was a mistake|How about 5?|no 5|next 5 squares
"""


def ways(text):
    return [way for way in text.replace("\n", "|").split("|") if way]


def means(text, options=SQUARES, form=CHOICE):
    return read_answer(ReadableQuestion(form, options, BOARD), text)


@pytest.mark.parametrize("text", ways(FIVE))
def test_a_hundred_ways_to_say_five(text):
    assert means(text) == 5


@pytest.mark.parametrize("text", ways(UNCLEAR))
def test_what_may_mean_something_else_means_nothing(text):
    assert means(text) is None


@pytest.mark.parametrize(
    ("text", "square"),
    [
        ("B 4", 9),
        ("pick B 4", 9),
        ("b-4", 9),
        ("I'll take c 2!", 12),
        ("row B, column 4", 9),
        ("column 4 in row b, please", 9),
        ("a 4", None),
        ("row B, 4", None),  # that may be 4, or 9
    ],
)
def test_a_row_and_a_column_may_stand_apart(text, square):
    assert means(text) == square


@pytest.mark.parametrize(
    ("text", "square"),
    [
        ("row B far left", 6),
        ("row B, all the way to the right", 10),
        ("row B all the way to the right, from the end", 10),
        ("row B right end last", 10),
        ("second last in row B", 9),
        ("row B far left last", None),  # that names both ends
        ("row B all the way left from the end", None),
        ("the left end to last in row B", None),
        ("row B leftmost from the right", None),
    ],
)
def test_a_place_in_a_row_may_be_counted_from_the_right(text, square):
    assert means(text) == square


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("Red!", "red"),
        ("I'll go with red, please", "red"),
        ("**Deal**", "deal"),
        ("no deal", "no"),
        ("I say: No Deal!", "no"),
        ("red because I feel it", "red"),
        ("I choose Bob. Sorry is the hardest word", "p2"),
        ("I choose Bob. Ha!", "p2"),
        ("Bob, you are next", None),  # said to him
        ("red or deal", None),
        ("not red", None),
        ("what a deal that was", None),
        ("deal?", None),
    ],
)
def test_a_choice_by_its_name(text, choice):
    assert means(text, COLOURS) == choice


@pytest.mark.parametrize(
    ("text", "sum_"),
    [
        ("I'd say 30", 30),
        ("£1,500", 1500),
        ("30k", 30_000),
        ("2 million pounds, please", 2_000_000),
        ("twenty-five", 25),
    ],
)
def test_a_number_however_great(text, sum_):
    assert means(text, [], Form("number", 1, 10**9)) == sum_


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("5, 7 and 12", [5, 7, 12]),
        ("I'll take 5, then 7, then 12!", [5, 7, 12]),
        ("5 7 12 please", [5, 7, 12]),
        ("5 but not 7", [5]),
        ("5 or 7", None),
    ],
)
def test_several_in_order(text, row):
    assert means(text, SQUARES, Form("several", 1, 3)) == row


@pytest.mark.parametrize("text", ["5. No, 6", "5, no wait, 6", "6, not 5", "not 5, 6", "5... sorry, 6"])
def test_of_two_thoughts_the_second_counts(text):
    assert means(text) == 6


@pytest.mark.parametrize("text", ["not red", "anything but red"])
def test_of_two_choices_the_one_that_is_denied_leaves_the_other(text):
    assert means(text, COLOURS[:2]) == "deal"


def test_words_of_ones_own_are_left_as_they_are():
    assert means("my answer is 5", SQUARES, Form("text")) is None
    assert means("my answer is 5", SQUARES, Form(words=True)) is None


def test_one_number_is_one_whatever_is_asked():
    assert is_number_answer("I'll take 5!")
    assert not is_number_answer("5 of us")


OF_PLACES = ways("""
row|row b|c|column|square|one|the|in|of|on|from|to|at|far left|right|left end|top|bottom|middle|all the way to the|first
2nd|third|fourth|last|rightmost|leftmost|next to|below|above|between|and|along|across|down|counting|back|1|3|5|four|,
""")


@pytest.mark.whole
@given(st.text(max_size=400) | st.lists(st.sampled_from(OF_PLACES), max_size=9).map(" ".join))
def test_nothing_that_is_written_breaks_it(text):
    found = means(text)
    assert found is None or isinstance(found, int)
