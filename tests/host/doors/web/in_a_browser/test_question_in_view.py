"""A question on a telephone: all four answers are in view with what is at stake, however long its words are."""

import pytest

from tests.host.doors.web.in_a_browser.scenes import PHONE
from tests.host.doors.web.in_a_browser.staged import Staged

LONG = """rtab     1 ladder
title    A long question
players  Ann Bob Cat
card     14 long plain
    In which of these cities did the longest of all meetings of people who like long questions once come together?
    A city in the far north
    A city in the deep south
    A city in the wild west
    A city in the old east
    It did.
box      1
rung     14

~        letters A | B | C | D
begin
Ann      answer A
Ann      play final
?        Bob answer
?        Cat answer
"""
OUT_OF_VIEW = """() => {
  const game = document.querySelector('#place .game').getBoundingClientRect();
  return [...document.querySelectorAll('.quiz > p, .quiz .answers li, .upright .t')]
    .filter((part) => {
      const box = part.getBoundingClientRect();
      const row = part.closest('.upright li')?.getBoundingClientRect() ?? game;
      return box.top < game.top - 1 || box.bottom > game.bottom + 1 || box.right > row.right + 1;
    })
    .map((part) => part.textContent);
}"""


def test_all_of_a_long_question_is_in_view_on_a_telephone_asked_chosen_and_final(room, chrome):
    game = Staged(room, LONG)
    page = game.page(chrome, "Ann", viewport=PHONE, reduced_motion="reduce")
    for moves in (1, 1, 0):
        page.locator(".quiz .answers li").last.wait_for()
        assert page.evaluate(OUT_OF_VIEW) == []
        assert "leaves you $32,000. Taking the money pays $250,000" in page.locator(".quiz > .hint").inner_text()
        game.goes_on(moves)
        page.reload()


# Of one's own token, how much is covered by others: its middle, and its edges to the left and the right.
COVERED = """() => {
  const own = document.querySelector('#place .upright .t.me'), box = own.getBoundingClientRect();
  return [box.left + 2, (box.left + box.right) / 2, box.right - 2]
    .filter((x) => !own.contains(document.elementFromPoint(x, (box.top + box.bottom) / 2))).length;
}"""


@pytest.mark.parametrize("who", ["Ann", "Bob", "Cat"])
def test_ones_own_token_lies_on_top_of_those_that_stand_with_it(room, chrome, who):
    game = Staged(room, LONG)
    page = game.page(chrome, who, viewport=PHONE, reduced_motion="reduce")
    page.locator("#place .upright .t.me").wait_for()
    assert page.locator("#place .upright li:has(.t.me) .t").count() == 3
    assert page.evaluate(COVERED) == 0
