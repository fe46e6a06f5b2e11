"""A whole race of the Deluxe edition with a small target, by four people in a real Chromium, on telephones."""

import pytest

from tests.host.doors.web.in_a_browser.four import NAMES, Four
from tests.host.doors.web.in_a_browser.looked import TRANSCRIPTS
from tests.host.doors.web.in_a_browser.staged import Staged

SMALL = {"target": 1_000_000}


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
    four.all_see("wins the Race to a Billion")


@pytest.mark.slow  # some four minutes: they press any button, and it takes many rounds
def test_a_whole_race_of_four_who_press_any_button(room, chrome):
    four = Four(room, chrome, "deluxe", SMALL)
    assert four.play(600) > 20
    four.all_see("wins the Race to a Billion")


BENCH = """rtab     1 deluxe
title    One player is out, two play on
players  Ann Bob Cat
bank     Cat $1,000,000
grid     A Ann Bob Cat
board    A
    $10,000 | $20,000 | $30,000 | $40,000 | $50,000
    Bomb@Ann | $1 | $1 | $1 | $1
out      Cat

begin
Ann      pick 1
?        Bob nothing
"""


def test_who_is_out_finds_bets_and_hunts_on_the_page(room, chrome):
    staged = Staged(room, BENCH, strict=False)
    staged.goes_on()
    page = staged.page(chrome, "Cat")
    assert "Add to my list" not in page.content()
    page.get_by_role("link", name="What you can use").click()
    assert [note.split()[0] for note in page.locator("#standings .notes li").all_text_contents()] == [
        "Jackpot",
        "Phase",
    ]
    page.locator("#p-slip-a").select_option("Ann wins")
    page.locator("#p-slip-a-do").click()
    page.get_by_text("Your bet: Ann wins").first.wait_for(state="attached")
    page.get_by_text("Tap squares one after the other to choose them.").wait_for()
    assert not page.locator("#p-hunt-a").is_visible()  # the board is the field
    assert not page.locator("#p-hunt-a-do").is_visible()
    for n in (6, 9, 7, 9):  # 9 is thought better of
        page.locator(f"#s{n}").click()
        page.get_by_role("button", name="Choose this one").click()
    assert page.locator("#p-hunt-a").input_value() == "6, 7"
    page.wait_for_function("() => document.querySelectorAll('#place td.named').length == 2")
    page.locator("#p-hunt-a-do").click()
    page.get_by_text("You look for bombs on spaces 6 and 7.").first.wait_for(state="attached")
    secrets = [str(secret) for secret in staged.shown("Cat").view.own.secrets]
    assert any(secret.startswith("You look for bombs on spaces 6 and 7, ") for secret in secrets)
    assert not page.locator("#place button.door").count()  # nothing is left to do with them


def test_a_hunt_is_named_on_the_board_without_a_script(room, chrome):
    staged = Staged(room, BENCH, strict=False)
    staged.goes_on()
    page = staged.page(chrome, "Cat", java_script_enabled=False)
    for n in (6, 9, 7, 9):
        page.locator(f"#s{n}").click()
        page.get_by_role("button", name="Choose this one").click()
    assert page.locator("#p-hunt-a").input_value() == "6, 7"
    page.locator("#p-hunt-a-do").click()
    secrets = [str(secret) for secret in staged.shown("Cat").view.own.secrets]
    assert any(secret.startswith("You look for bombs on spaces 6 and 7, ") for secret in secrets)


CHANCE = """rtab     1 deluxe
title    A Jackpot Chance begins
players  Ann Bob
multiplier Ann x9
grid     A Bob Ann
board    A
    Bomb@Ann | [$1 by Ann] | Bomb@Bob
~        jackpot_chance.spaces SPACES
Bob      pick 1
?        Ann jackpot_chance.spaces
""".replace(
    "SPACES",
    "J | Strike | A | C | K | Strike | P | O | $100,000 | T | Strike | Strike | $100,000 | J | A | C | K | P | O | T",
)


def test_a_jackpot_chance_is_tapped_on_its_twenty_spaces(room, chrome):
    staged = Staged(room, CHANCE)
    staged.goes_on()
    page = staged.page(chrome, "Ann")
    spaces = page.locator(".twenty > .cell0")
    assert spaces.count() == 20
    for n in (1, 9):
        spaces.nth(n - 1).locator("input").click(force=True)
    page.locator("#scene-go").click()
    page.wait_for_function("() => document.querySelector('.twenty > .cell0').textContent === 'J'")
    (picture,) = staged.shown().view.panels[-1].pictures
    assert [n for n, cell in enumerate(picture.cells, 1) if cell.kind != "shut"] == [1, 9]
    assert spaces.nth(8).inner_text() == "$100k"
    assert page.locator(".ltr.found").all_inner_texts() == ["J"]


def test_failsafe_is_called_only_after_its_rule_was_read(room, chrome):
    staged = Staged(room, (TRANSCRIPTS / "deluxe/failsafe_right.rtab").read_text("utf-8"))
    page = staged.page(chrome, "Ann", viewport={"width": 390, "height": 664})
    sure = page.get_by_role("button", name="Failsafe: I am sure")
    assert not sure.is_visible()
    page.locator("summary", has_text="Failsafe").click()
    box = sure.bounding_box()
    assert box["y"] + box["height"] <= page.locator(".tabs").bounding_box()["y"]
    before = staged.version()
    sure.click()
    room.until(lambda: staged.version() > before)
