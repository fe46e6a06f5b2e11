"""Whoever has a name in whatever script is seen in pictures and known in the words beside them."""

import pytest

from engine.kernel import Reader
from engine.kernel.picture import Cell
from engine.kernel.view import Board, Panel
from host.core.display_names import NAMELESS, tame
from host.shown import seat_signs
from host.shown.picture.board import boards_png
from host.shown.picture.ink import font

NAMES = ("עמית", "محمد", "明", "สมชาย", "अमित", "🦊", "Ελένη", "한별")


def picture(name):
    panel = Panel("T", "Table", "on", board=Board(1, 1, {1: Cell("£5", "cash", who="p3")}))
    return boards_png([panel], Reader({"p3": name}))


def test_every_letter_that_counts_as_drawn_is_in_the_font():
    letters = [chr(n) for first, last in seat_signs.DRAWN for n in range(first, last + 1) if n not in (0x20, 0xAD)]
    assert [c for c in (*letters, seat_signs.DOT) if font(20).getmask(c).getbbox() is None] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_has_a_sign_in_the_picture_and_in_words(name):
    assert picture(name) == picture("●3")
    assert picture(name) != picture("")
    assert seat_signs.signed({"p3": name, "p4": "Žofie Ån"}) == {"p3": f"●3 {name}", "p4": "Žofie Ån"}


@pytest.mark.parametrize(
    "name", ["", " ", "\u0301", "\ufe0f\ufe0f", "\u034f", "\u200b\u200d", "\u3164", "\u2800 \u0301"]
)
def test_a_name_that_cannot_be_seen_gets_one_that_can(name):
    assert tame(name) == NAMELESS


def test_a_name_of_letters_with_accents_stays():
    assert tame("e\u0301lise") == "e\u0301lise"
