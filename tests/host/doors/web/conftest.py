import hashlib
import itertools
import random

import pytest

from engine.season7 import tables
from engine.season7.rules import SEASON7
from host.core import games
from host.core.context import Config, HostContext, load_engine_game
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.people import accounts
from tests.host.doors.web.in_a_browser.browser import Table
from tests.host.doors.web.running import running, stopping
from tests.host.doors.web.visitor import Visitor

__all__ = ["running", "stopping"]


@pytest.fixture
def host(hands):
    """A house in which chance, ids and computer players are the same every time."""
    count = itertools.count()
    token = lambda size: hashlib.sha256(str(next(count)).encode()).hexdigest()[: 2 * size]  # noqa: E731 - said in a line
    return HostContext(Store(MemoryTable()), Config(elsewhere=("telegram", "reddit")), hands, token, random.Random)


@pytest.fixture
def room():
    """A house with a page that browsers can open."""
    room = Table()
    yield room
    room.close()


@pytest.fixture
def visitor(host):
    return Visitor(host)


@pytest.fixture
def season(host):
    """A season with Ann, who opened it, Bob, and a computer player; and a way to its pages for each."""
    return Season(host)


class Season:
    def __init__(self, host):
        self.host = host
        self.ann, self.bob = (
            accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}") for name in ("Ann", "Bob")
        )
        self.command = Command(by=self.ann.id)
        self.game = games.open_lobby(
            host, self.command, "season7", {"target": 30_000_000, "voice": "plain"}, "evening"
        ).game
        for person in (self.ann, self.bob):
            games.sit_at_table(host, Command(by=person.id), self.game, Guest(person.id, person.name, person.place))
        games.add_bot(host, self.command, self.game)
        games.start_game(host, self.command, self.game)
        self.path = f"/g/{self.game}"

    def visitor(self, person):
        return Visitor(self.host, accounts.create_web_token(self.host, person.id))

    def square(self, category):
        """A closed square of this category, with no bomb on it."""
        cells = load_engine_game(SEASON7, self.session())[0].state.rounds["Q1"].cells
        return next(
            n
            for n, cell in enumerate(cells, 1)
            if not cell.open and not cell.bombs and tables.find_category(cell.face) == category
        )

    def session(self):
        return self.host.store.load_game(self.game).session

    def habits(self, person):
        found = accounts.load_current_person(self.host, person.id)
        assert found is not None
        return found.habits
