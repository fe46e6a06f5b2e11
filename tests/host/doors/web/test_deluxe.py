"""A whole race of the Deluxe edition with a small target, by four people in a real Chromium, on telephones."""

import pytest

from tests.host.doors.web.browser import Table
from tests.host.doors.web.four import NAMES, Four

SMALL = {"target": 1_000_000}


@pytest.fixture
def room():
    room = Table()
    yield room
    room.close()


class Friends(Four):
    """Three of them know where all bombs lie, and walk into them: so Ann wins round after round."""

    def answer(self, page, asked):
        at = self.pages.index(page)
        if asked.key == "bomb.seal":
            self.taps(page, asked, at + 1)
        elif asked.key == "pick" and (spaces := self.wanted(at, asked)):
            self.taps(page, asked, spaces[0])
        else:
            super().answer(page, asked)

    def wanted(self, at, asked):
        """Spaces 1 to 4 hold the bombs; Ann keeps away from them."""
        mine = range(20, len(NAMES), -1) if at == 0 else range(1, len(NAMES) + 1)
        there = {option.value for option in asked.options}
        return [n for n in mine if n in there]

    def taps(self, page, asked, n):
        assert self.form(page, asked).get_by_text("Choose a space on the board.").count()
        page.locator(f"#s{n}").click()
        assert page.locator("#square-name").inner_text() == f"Space {n}"
        page.locator("#panel button.go").click()


def test_a_whole_race_of_four_from_the_lobby_to_the_winner(room, chrome):
    four = Friends(room, chrome, "deluxe", SMALL)
    assert four.play(100) > 12
    ann = four.shown().view.standings[0]
    assert (ann.who, "On Deck" in ann.marks) == ("p1", True)
    four.all_see("wins Race to a Billion")


@pytest.mark.slow  # some four minutes: they press any button, and it takes many rounds
def test_a_whole_race_of_four_who_press_any_button(room, chrome):
    four = Four(room, chrome, "deluxe", SMALL)
    assert four.play(600) > 20
    four.all_see("wins Race to a Billion")
