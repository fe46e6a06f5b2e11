"""A whole game of Billionaire with a small goal, by four people in a real Chromium, on telephones."""

from tests.host.doors.web.in_a_browser.four import Four
from tests.host.doors.web.in_a_browser.staged import Staged

CUT = """(marks) => marks
    .filter((el) => el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1)
    .map((el) => el.textContent)"""


class Bidding(Four):
    """Bids are also put together from the cards in hand."""

    def answer(self, page, asked):
        if asked.key == "bid":
            self.bid(page)
            return
        ring = page.locator(".ring").bounding_box()
        assert ring
        assert ring["width"] > page.viewport_size["width"] * 0.7, "the track is squeezed"
        cut = page.locator(".seats small").evaluate_all(CUT)
        assert not cut, "what players hold is cut off"
        seats = page.locator(".seats").evaluate(
            "(el) => [el.scrollWidth, el.clientWidth, el.scrollHeight, el.clientHeight]"
        )
        assert seats[0] <= seats[1] + 1, "somebody's seat is out of sight"
        assert seats[2] <= seats[3] + 1, "somebody's seat is cut off"
        super().answer(page, asked)

    def bid(self, page):
        """One card in hand and a million, a million more than nothing, or nothing."""
        page.get_by_role("button", name="+$1,000,000").wait_for()  # what makes it more
        if self.luck.random() < 0.3:
            page.get_by_role("button", name="Nothing").click()
            return
        cards = page.locator("#scene input[name=add]")
        if cards.count():
            cards.first.click(force=True)
        page.get_by_role("button", name="+$1,000,000").click()
        page.locator("#scene-go").click()


def test_a_whole_game_of_four_on_telephones(room, chrome):
    four = Bidding(room, chrome, "billionaire", {"goal": "100m"})
    assert four.play(150) > 5
    four.all_see("Still unsold")


BROKE = """
rtab     1 billionaire
players  Ann Bob
turn     Ann
cash     Bob 10m
owns     Ann Ural Steel
holds    Bob Disaster

~        die 1
~        deck.eurasia Yangtze Power
begin
"""


def test_who_has_only_investments_puts_a_bid_together_in_steps(room, chrome):
    game = Staged(room, BROKE.lstrip())
    page = game.page(chrome, "Ann")
    assert page.locator("#scene-go").inner_text() == "Tap + to bid"
    for _ in range(2):
        page.get_by_role("button", name="+$1,000,000").click()
    page.locator("#scene-go").click()
    room.until(lambda: [each.text for each in game.shown("Ann").view.own.secrets])
    assert "$2,000,000" in page.inner_text("#dock")
