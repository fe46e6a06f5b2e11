import json

import msgspec
import pytest

from engine.kernel import Reader
from host.core import games, seats
from host.core.session import Command, Person
from host.doors.registry import build_webhooks
from host.extras.programs import keys
from host.people import accounts
from host.shown import game_data
from tests.host.doors.web.conftest import host, room, season, visitor
from tests.host.extras.programs.client import Program, post_in_process

__all__ = ["host", "room", "season", "visitor"]


@pytest.fixture
def evening(host):
    """A table of Season 7 that somebody has opened, and two programs that may sit down."""
    return ProgramTable(host)


class ProgramTable:
    """A table and the programs that play at it."""

    def __init__(self, host, ruleset="season7", options=None, *, post=None, names=("Owner 0", "Owner 1")):
        self.host, self.post = host, post or post_in_process(host)
        host.webhooks.update(build_webhooks(host, {}))
        self.opener = accounts.load_or_create_person(host, "t:opener", "Opener", "t:opener")
        self.command = Command(by=self.opener.id)
        self.game = games.open_lobby(host, self.command, ruleset, options, "evening").game
        self.owners: list[Person] = []
        self.programs = [self.add_program(name) for name in names]

    def add_program(self, name):
        """A program with its key, of an owner with this name."""
        account = f"t:{len(self.owners)}"
        self.owners.append(accounts.load_or_create_person(self.host, account, name, account))
        return Program(self.post, keys.create_key(self.host, self.owners[-1].id))

    def let_in(self, *, allowed=True):
        assert seats.set_programs_allowed(self.host, self.command, self.game, allowed=allowed).ok

    def begin(self):
        """All programs sit down, and the game begins."""
        self.let_in()
        for program in self.programs:
            program.do("join", game=self.game)
        self.start()

    def start(self):
        assert games.start_game(self.host, self.command, self.game).ok

    def session(self):
        return self.host.store.load_game(self.game).session

    def read_public(self):
        """What everybody may know of what has happened, with seats for names."""
        lines, _ = game_data.list_event_lines(self.host, self.session(), "", 0, Reader({}), 200)
        return [json.loads(msgspec.json.encode(line)) for line in lines]
