"""Law *Price of a request*, for what people write in chats: a text of the longest legal length costs at most ten times
what ordinary prose of that length costs to read.
"""

import functools
import time

import pytest

from host.doors.reddit import command_parsing
from host.said.reading.reader import read_text
from tests.attacks.shapes import UNITS, shaped
from tests.sayings.measure import PLAYERS, PLAYS, QUESTIONS

PRICE = 10
LENGTH = 9_900  # characters of a comment on Reddit; a message in Telegram has 4,096
PROSE = (
    "I had a long day at work, and then we went to the market to buy some fish. It was raining all the time. " * 99
)[:LENGTH]
WORDS = (
    "+",
    "not ",
    "or ",
    "- ",
    "and ",
    "no wait ",
    "5 ",
    "5, ",
    "\n5",
    "a ",
    "list 1 ",
    "peek ",
    "! ",
    "row a ",
    "2 million and ",
)


def read_comment(text):
    """What a comment costs at a door: its commands, and each line that holds none read with every kind of question."""
    for said in command_parsing.parse_comment(text, "rtab_bot", ["bob"], direct=True, to_us=True):
        read_text(f"{said.word} {said.rest}", "reply", [*QUESTIONS.values()], PLAYS, PLAYERS)


def read_message(text):
    """What a message costs that is read as one text."""
    read_text(text[:300], "private", [*QUESTIONS.values()], PLAYS, PLAYERS)
    read_text(text[:600], "private", [*QUESTIONS.values()], PLAYS, PLAYERS)


@functools.cache
def measure_prose(work):
    return measure_seconds(work, PROSE, 3)


def measure_seconds(work, text, rounds):
    spent = []
    for _ in range(rounds):
        began = time.process_time()
        work(text)
        spent.append(time.process_time() - began)
    return min(spent)


SHAPES = [*UNITS, *WORDS]
WORKS = [read_comment, read_message]
EACH_SHAPE_ONCE = [
    pytest.param(work, shape, marks=() if work is WORKS[n % 2] else pytest.mark.whole)
    for n, shape in enumerate(SHAPES)
    for work in WORKS
]


@pytest.mark.whole
@pytest.mark.parametrize(("work", "shape"), EACH_SHAPE_ONCE)
def test_a_text_costs_no_more_than_its_length(work, shape):
    text = (shaped(shape, LENGTH) if shape in UNITS else shape * LENGTH)[:LENGTH]
    ordinary = measure_prose(work)
    seconds = measure_seconds(work, text, 1)
    if seconds > PRICE * ordinary:  # it may have been the machine
        seconds, ordinary = measure_seconds(work, text, 6), measure_seconds(work, PROSE, 6)
    assert seconds <= PRICE * ordinary
