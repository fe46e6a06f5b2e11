"""Lines of the host that stand beside each other are one text, and are taken apart again, also when kept."""

import msgspec

from engine.kernel.text import Phrase
from engine.kernel.voice import join_phrases, split_joined_phrase

LINES = [Phrase("A find, {who}.", {"who": "p1"}), Phrase("Well."), Phrase("That is {n}.", {"n": 3})]


def test_what_stands_on_one_line_is_taken_apart_as_it_was():
    for amount in range(1, len(LINES) + 1):
        assert split_joined_phrase(join_phrases(LINES[:amount])) == LINES[:amount]


def test_what_was_kept_meanwhile_is_taken_apart_likewise():
    kept = msgspec.json.decode(msgspec.json.encode(join_phrases(LINES)), type=Phrase)
    assert isinstance(kept.facts["one"], dict)
    assert split_joined_phrase(kept) == LINES
    assert str(kept) == str(join_phrases(LINES))
