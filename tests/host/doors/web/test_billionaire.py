"""A whole game of Billionaire with a small goal, by four people in a real Chromium, on telephones."""

import random
import re

import pytest

from host.core import games
from host.core.commands import Command
from host.core.games import Guest
from host.people import accounts
from host.shown import views
from tests.host.doors.web.browser import PHONE, Table

NAMES = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture
def room():
    room = Table()
    yield room
    room.close()


class Four:
    """Four people, each with a browser of their own."""

    def __init__(self, room, chrome):
        self.room, self.house, self.troubles, self.luck = room, room.house, [], random.Random(9)
        self.people = [accounts.known(self.house, f"t:{name}", name) for name in NAMES]
        command = Command(by=self.people[0].id)
        self.game = games.create(self.house, command, "billionaire", {"goal": "100m"}, "evening").game
        for person in self.people:
            games.join(self.house, Command(by=person.id), self.game, Guest(person.id, person.name))
        games.begin(self.house, command, self.game)
        self.pages = [self.page(chrome, person) for person in self.people]

    def page(self, chrome, person):
        page = chrome.new_context(viewport=PHONE).new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda said: self.troubles.append(said.text) if said.type == "error" else None)
        page.goto(f"{self.room.server.url}/p/{accounts.web_link(self.house, person.id)}")
        page.goto(f"{self.room.server.url}/g/{self.game}")
        return page

    def shown(self, person=""):
        return views.view(self.house, self.game, person)

    def asked(self):
        """The page of somebody who is asked, and what."""
        for person, page in zip(self.people, self.pages, strict=True):
            shown = self.shown(person.id)
            mine = [asked for asked in shown.asked if asked.who == shown.you]
            if mine:
                return page, mine[0]
        raise AssertionError("nobody is asked anything")

    def answer(self, page, asked):
        """A button, or the field for one's own words."""
        page.locator(f"#q-{re.sub('[^a-z0-9]+', '-', asked.id.lower())}").wait_for()
        form = page.locator(f"form.ask:has([value='{asked.id}'])")
        if asked.key == "bid" and self.luck.random() < 0.5:
            form.locator("[name=value]:not(button)").first.fill(self.luck.choice(["2m", "$3,000,000", "nothing"]))
            form.get_by_role("button", name="Answer", exact=True).click()
            return
        buttons = form.locator(".choices button")
        buttons.nth(self.luck.randrange(buttons.count())).click()


def test_a_whole_game_of_four_on_telephones(room, chrome):
    four = Four(room, chrome)
    moves = 0
    while not four.shown().view.over:
        before, (page, asked) = four.shown().version, four.asked()
        page.evaluate("() => window.dispatchEvent(new Event('online'))")  # a look at once, to save the test's time
        four.answer(page, asked)
        room.until(lambda before=before: four.shown().version > before)
        moves += 1
        assert moves < 150
    assert moves > 5
    for page in four.pages:
        page.goto(f"{room.server.url}/g/{four.game}")
        page.get_by_text("Still unsold", exact=False).first.wait_for(state="attached")
        wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], wide
    assert four.troubles == []
