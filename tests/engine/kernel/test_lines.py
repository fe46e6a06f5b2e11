"""Lines of the host that stand beside each other are one text, and are taken apart again, also when kept."""

import msgspec

from engine.kernel.text import Phrase
from engine.kernel.voice import one_line, parts

LINES = [Phrase("A find, {who}.", {"who": "p1"}), Phrase("Well."), Phrase("That is {n}.", {"n": 3})]


def test_what_stands_on_one_line_is_taken_apart_as_it_was():
    for amount in range(1, len(LINES) + 1):
        assert parts(one_line(LINES[:amount])) == LINES[:amount]


def test_what_was_kept_meanwhile_is_taken_apart_likewise():
    kept = msgspec.json.decode(msgspec.json.encode(one_line(LINES)), type=Phrase)
    assert isinstance(kept.facts["one"], dict)
    assert parts(kept) == LINES
    assert str(kept) == str(one_line(LINES))
