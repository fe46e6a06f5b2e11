"""Text in a calendar: what the format gives a meaning is escaped, and no line is longer than it allows."""

import pytest

from host.extras.calendar.feeds import FOLD, _escape_ical, _fold_ical_line


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a,b", r"a\,b"),
        ("a;b", r"a\;b"),
        ("a\\b", r"a\\b"),
        ("a\nb", r"a\nb"),
        ("\\,;\n", r"\\\,\;\n"),
        ("a: b", "a: b"),
    ],
)
def test_what_has_a_meaning_is_escaped(text, escaped):
    assert _escape_ical(text) == escaped


@pytest.mark.parametrize("length", [0, 1, FOLD - 1, FOLD, FOLD + 1, 3 * FOLD])
@pytest.mark.parametrize("letter", ["a", "é", "💣"])
def test_a_long_line_goes_on_after_a_space_and_no_letter_is_cut(length, letter):
    pieces = list(_fold_ical_line(letter * length))
    assert all(len(piece.encode()) <= FOLD for piece in pieces)
    assert all(piece.startswith(" ") for piece in pieces[1:])
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == letter * length
    fits = length * len(letter.encode()) <= FOLD
    assert (len(pieces) == 1) is fits
