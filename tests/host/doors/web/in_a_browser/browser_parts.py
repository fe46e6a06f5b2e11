"""Two seats of one table, each with a browser of its own."""

import functools
from collections.abc import Sequence

from engine.kernel import Reader
from host.core import games
from host.core.games import Guest
from host.core.session import Command
from host.people import accounts
from host.shown import views
from tests.host.doors.web.in_a_browser.browser import PHONE


class Browsers(Sequence):
    """Everybody's page, which is opened when it is first looked at."""

    def __init__(self, opens):
        self.opens, self.opened = opens, {}

    def __len__(self):
        return len(self.opens)

    def __getitem__(self, n):
        if n not in self.opened:
            self.opened[n] = self.opens[n]()
        return self.opened[n]


class Seats:
    """Ann and Bob, each with a browser of their own, at a table for two."""

    def __init__(self, room, chrome, **context):
        self.room, self.host, self.troubles = room, room.host, []
        self.people = [accounts.load_or_create_person(self.host, f"t:{name}", name) for name in ("Ann", "Bob")]
        command = Command(by=self.people[0].id)
        self.game = games.open_lobby(
            self.host, command, "season7", {"wildcard": False, "voice": "plain"}, "evening"
        ).game
        for person in self.people:
            games.sit_at_table(self.host, Command(by=person.id), self.game, Guest(person.id, person.name))
        games.start_game(self.host, command, self.game)
        self.url = f"{room.server.url}/g/{self.game}"
        self.pages = Browsers([functools.partial(self.page, chrome, person, **context) for person in self.people])

    def page(self, chrome, person, **context):
        page = chrome.page(**{"viewport": PHONE, **context})
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda said: self.troubles.append(said.text) if said.type == "error" else None)
        page.goto(f"{self.room.server.url}/p/{accounts.create_web_token(self.host, person.id)}")
        page.goto(self.url)
        return page

    def view(self):
        return views.load_game_view(self.host, self.game)

    def version(self):
        return self.view().version

    def asked(self):
        """Whose turn it is to do something: the page of somebody who is asked, and what."""
        for n, person in enumerate(self.people):
            shown = views.load_game_view(self.host, self.game, person.id)
            mine = [asked for asked in shown.asked if asked.who == shown.you]
            if mine:
                return self.pages[n], mine[0]
        raise AssertionError("nobody is asked anything")

    def somebody_answers(self):
        """Whoever is asked answers, without the page."""
        for person in self.people:
            shown = views.load_game_view(self.host, self.game, person.id)
            for asked in [asked for asked in shown.asked if asked.who == shown.you][:1]:
                values = [option.value for option in asked.options]
                kinds = {
                    "number": asked.form.low,
                    "several": values[: max(1, asked.form.low)],
                    "text": "Is it raining?",
                }
                value = kinds.get(asked.form.kind) or values[0 if asked.secret else -1]
                assert games.submit_answer(self.host, Command(by=person.id), self.game, asked.id, value).ok
                return

    def stage(self):
        view = self.view().view
        assert view
        return Reader().format_value(view.stage, "")

    def first_round_goes_on(self):
        return self.stage() == "Cycle 1"
