import random

import pytest

from engine.season7.rules import SEASON7
from host.core import games
from host.core.context import Config, HostContext, load_engine_game
from host.core.games import Guest
from host.core.session import RUNNING, Command
from host.core.stand_ins import pick_random_answer
from host.core.store import MemoryTable, Store
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from host.doors.command.operate.deploy.account import AwsAccount
from host.people import accounts
from host.shown import views
from tests.host.conftest import Hands

PEOPLE = ("ann", "bob", "cat")


class Season:
    """A season of three people who answer whatever they are asked, and now and then do something unasked."""

    def __init__(self, host, seed, target):
        self.host, self.dice = host, random.Random(seed)  # a test wants the same season again
        self.people = {
            name: accounts.load_or_create_person(host, f"t:{name}", name.title(), f"t:{name}").id for name in PEOPLE
        }
        opened = games.open_lobby(host, self.command("ann", "t:group"), "season7", {"target": target}, "daily")
        self.game = opened.game
        for name in PEOPLE:
            games.sit_at_table(host, self.command(name), self.game, Guest(self.people[name], name.title(), f"t:{name}"))
        assert games.start_game(host, self.command("ann"), self.game).ok

    def command(self, name, place=""):
        return Command(str(self.dice.random()), self.people[name], place)

    @property
    def session(self):
        return self.host.store.load_game(self.game).session

    def move(self):
        """Somebody who is asked answers, or does something else first."""
        game = load_engine_game(SEASON7, self.session)[0]
        question = self.dice.choice(game.list_questions())
        name = PEOPLE[[player.seat for player in self.session.players].index(question.who)]
        plays = game.ruleset.list_plays(game, question.who)
        if plays and self.dice.random() < 0.1:
            play = self.dice.choice(plays)
            value = self.dice.choice(play.options).value if play.options else None
            games.make_unasked_play(self.host, self.command(name), self.game, play.key, value)
        value = pick_random_answer(question, self.dice)
        games.submit_answer(self.host, self.command(name), self.game, question.id, value)

    def play(self, moves=100_000):
        """So many moves, or to the end."""
        while moves and self.session.stage == RUNNING:
            self.move()
            moves -= 1
        return self

    def standings(self):
        view = views.load_game_view(self.host, self.game).view
        return view.standings if view else []


def a_house(table, seed=0):
    """Its secrets are no secrets, so that a test sees the same game again."""
    dice = random.Random(f"house {seed}")
    return HostContext(
        Store(table), Config(), Hands(), token=lambda size: dice.randbytes(size).hex(), luck=random.Random
    )


@pytest.fixture
def season():
    return lambda seed=1, target=120_000_000: Season(a_house(MemoryTable(), seed), seed, target)


@pytest.fixture
def at_home(tmp_path, monkeypatch):
    """A season on the machine that `rtab` looks at."""
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    table = SqliteTable(tmp_path / "rtab.sqlite")
    yield Season(a_house(table), 1, 120_000_000)
    table.close()


@pytest.fixture
def elsewhere():
    return a_house(MemoryTable(), "elsewhere")


@pytest.fixture
def account(monkeypatch):
    """An account with nothing of ours in it."""
    for name, value in (("AWS_ACCESS_KEY_ID", "test"), ("AWS_SECRET_ACCESS_KEY", "test")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    return AwsAccount("eu-central-1", "rtab")


@pytest.fixture
def rtab(capsys):
    """The command line, as an operator types it: its code, and what it says."""

    def run(*argv):
        code = main(argv)
        told = capsys.readouterr()
        return code, told.out, told.err

    return run
