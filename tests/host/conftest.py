import pytest

from engine.rulesets import RULESETS
from host.games import Guest, begin, create, join
from host.house import Config, House
from host.move import Command
from host.store import MemoryTable, SqliteTable, Store
from tests.rulesets.toy import Toy


class Hands:
    """A clock that a test turns by hand."""

    def __init__(self, now=1_800_000_000.0):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())


@pytest.fixture(params=["memory", "sqlite"])
def table(request, tmp_path):
    if request.param == "memory":
        yield MemoryTable()
        return
    sqlite = SqliteTable(tmp_path / "host.db")
    yield sqlite
    sqlite.close()


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
def house(hands):
    return House(Store(MemoryTable()), Config(), hands)


@pytest.fixture
def playing(house):
    """A running game of Ann and Bob in one group, each with a private place."""
    game = create(house, Command("c", "ann", "t:group"), "toy", {"laps": 2}).game
    for person in ("ann", "bob"):
        assert join(house, Command(f"j-{person}", person), game, Guest(person, person.title(), f"t:{person}")).ok
    assert begin(house, Command("b", "ann"), game).ok
    return game
