"""Lines of the host that stand beside each other are one text, and are taken apart again, also when kept."""

from itertools import product

import msgspec
import pytest

from engine.kernel.text import Phrase
from engine.kernel.voice import (
    Memory,
    Moment,
    Voice,
    build_book,
    build_numbered_lines,
    join_phrases,
    split_joined_phrase,
)

LINES = [Phrase("A find, {who}.", {"who": "p1"}), Phrase("Well."), Phrase("That is {n}.", {"n": 3})]


def test_what_stands_on_one_line_is_taken_apart_as_it_was():
    for amount in range(1, len(LINES) + 1):
        assert split_joined_phrase(join_phrases(LINES[:amount])) == LINES[:amount]


def test_what_was_kept_meanwhile_is_taken_apart_likewise():
    kept = msgspec.json.decode(msgspec.json.encode(join_phrases(LINES)), type=Phrase)
    assert isinstance(kept.facts["one"], dict)
    assert split_joined_phrase(kept) == LINES
    assert str(kept) == str(join_phrases(LINES))


class Parrot(Voice[Memory]):
    """It says just what it is told to."""

    book = build_book(*(build_numbered_lines(f"{name}/{name}", [name]) for name in ("a", "b", "c", "d")))
    memory = Memory

    def __init__(self, moments):
        self.moments = moments

    def build_memory(self, _options):
        return Memory()

    def build_moments(self, _memory, _told, _bots=()):
        return self.moments


def hear(*moments):
    """What is said of these moments: line by line, with those that join one on its line."""
    lines = Parrot(moments).speak(Memory(), []).lines
    return [spoken.id[0] if not spoken.joins else f"+{spoken.id[0]}" for at in sorted(lines) for spoken in lines[at]]


def moment(name, at, **more):
    return Moment(name, {}, at, strong=[name], **more)


@pytest.mark.parametrize(("joins", "on_its_line"), [*product((False, True), repeat=2)])
def test_what_was_said_before_counts_for_a_moment_that_joins_a_line_only_on_that_line(joins, on_its_line):
    before = [moment("a", 0)] if on_its_line else [moment("a", 0), moment("b", 1)]
    first = ["a"] if on_its_line else ["a", "b"]
    own = ["+d"] if joins else ["d"]
    unless = hear(*before, moment("d", len(before), unless=("a",), joins=joins))
    assert unless == first + (own if joins and not on_its_line else [])
    only = hear(*before, moment("d", len(before), only=("a",), joins=joins))
    assert only == first + (own if joins and on_its_line else [])


def test_what_joins_a_line_stays_on_it_with_all_that_joined_before():
    assert hear(moment("a", 0), moment("b", 1, joins=True), moment("c", 2, unless=("a",), joins=True)) == ["a", "+b"]
