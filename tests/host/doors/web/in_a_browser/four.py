"""Four people at one table, each with a telephone and a browser of their own, who press any button."""

import random
import re

from host.shown import views
from tests.host.doors.web.in_a_browser.browser import PHONE
from tests.host.seasons.players import typed

NAMES = ("Ann", "Bob", "Cat", "Dan")


class Four:
    """Four people, each with a browser of their own."""

    def __init__(self, room, chrome, ruleset, options, *, viewport=PHONE):
        self.room, self.host, self.troubles, self.luck = room, room.host, [], random.Random(9)
        self.viewport = viewport
        self.pages = [self.page(chrome, n) for n in range(len(NAMES))]
        self.game = self.opened(ruleset, options)
        for page, name in zip(self.pages[1:], NAMES[1:], strict=True):
            self.sits_down(page, name)
        self.pages[0].get_by_role("button", name="Begin", exact=True).click()
        for page in self.pages:  # each opens its sealed word by itself, and the game begins
            page.locator("main[data-stage=running]").wait_for()
        faces = {face.name: face.person for face in self.host.store.load_game(self.game).session.players}
        self.people = [faces[name] for name in NAMES]

    def page(self, chrome, n):
        page = chrome.page(viewport=self.viewport, reduced_motion="reduce")
        page.add_init_script(f"crypto.getRandomValues = (bytes) => bytes.fill({n + 1})")  # always the same game
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda said: self.troubles.append(said.text) if said.type == "error" else None)
        return page

    def opened(self, ruleset, options):
        """The first of them opens a game for friends, and sits down at it."""
        page = self.pages[0]
        page.goto(self.room.server.url)
        page.locator("#open-name").fill(NAMES[0])
        page.locator("#ruleset").select_option(ruleset)
        page.locator(f"#{ruleset}-options").click()
        for name, value in options.items():
            field = page.locator(f"[name='{ruleset}.{name}']")
            if field.evaluate("(field) => field.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        page.get_by_role("button", name="Open it").click()
        page.locator(".lobby").wait_for()
        return page.url.rpartition("/")[2]

    def sits_down(self, page, name):
        """Somebody has got the link."""
        page.goto(f"{self.room.server.url}/g/{self.game}")
        page.locator("#name").fill(name)
        page.get_by_role("button", name="Join this game").click()
        page.get_by_role("button", name="Leave").wait_for()

    def shown(self, person=""):
        return views.load_game_view(self.host, self.game, person)

    def asked(self):
        """The page of somebody who is asked, and what."""
        for person, page in zip(self.people, self.pages, strict=True):
            shown = self.shown(person)
            mine = [asked for asked in shown.asked if asked.who == shown.you]
            if mine:
                return page, mine[0]
        raise AssertionError("nobody is asked anything")

    def form(self, page, asked):
        """The form in which this is answered, once it is on the page."""
        page.locator(f"#q-{re.sub('[^a-z0-9]+', '-', asked.id.lower())}").wait_for()
        return page.locator(f"form.ask:has([value='{asked.id}'])")

    def answer(self, page, asked):
        """Any door of the board and then the dock, any cell of a picture, any button, or the field."""
        form = self.form(page, asked)
        if form.get_by_text(f"Choose a {self.shown().place} on the board.").count():
            self.any_of(page.locator("#place button[name=square]:visible")).click()
            page.locator("#panel button.go").click()
        elif page.locator(".drawn button[name=value]").count():
            self.any_of(page.locator(".drawn button[name=value]")).click()
        elif form.locator(".choices button").count():
            self.any_of(form.locator(".choices button")).click()
        else:
            form.locator("[name=value]").fill(typed(self.luck, asked))
            form.get_by_role("button", name="Answer", exact=True).click()

    def any_of(self, there):
        """One of what is there."""
        return there.nth(self.luck.randrange(there.count()))

    def play(self, most):
        """Whoever is asked answers, until it is over; says how many answers that took."""
        moves = 0
        while not self.shown().view.over:
            before, (page, asked) = self.shown().version, self.asked()
            page.goto(
                f"{self.room.server.url}/g/{self.game}"
            )  # whoever takes out their telephone sees no more what others have done meanwhile
            self.answer(page, asked)
            self.room.until(lambda before=before: self.shown().version > before)
            moves += 1
            assert moves < most
        return moves

    def all_see(self, text):
        """Everybody's page ends with this, and is no wider than the telephone."""
        for each in self.pages:
            page = each.context.new_page()  # the other one may just be on its way to somewhere by itself
            page.set_viewport_size(self.viewport)
            page.goto(f"{self.room.server.url}/g/{self.game}")
            page.get_by_text(text, exact=False).first.wait_for(state="attached")
            wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
            assert wide[0] <= wide[1], wide
        assert self.troubles == []
