"""A test meets the same games in each run, and players games that nobody can foresee."""

import secrets

import pytest

from host.core.context import HostContext
from host.core.store import MemoryTable, Store
from tests.chance import Chance


def drawn(name):
    chance = Chance()
    with chance.of(name):
        return [chance.token(32), chance.token(4), chance.luck("p1 select").random()]


def test_it_hangs_on_the_name_of_a_test_alone():
    assert drawn("a") == drawn("a") != drawn("b")


def test_what_broke_leaves_the_chance_of_others_as_it_was():
    chance = Chance()
    before = chance.stream
    with pytest.raises(KeyError), chance.of("a"):
        raise KeyError
    assert chance.stream is before


def test_hosts_in_one_test_share_it():
    first, second = (HostContext(Store(MemoryTable())) for _ in range(2))
    assert first.token == second.token and first.token(32) != second.token(32)


@pytest.fixture(scope="module")
def shared():
    return HostContext(Store(MemoryTable())).token(8)


def test_what_tests_share_hangs_on_none_of_them(shared):
    chance = Chance()
    with chance.of("tests/test_chance.py shared 0"):
        assert shared == chance.token(8)


def test_players_are_given_secrets():
    assert HostContext.token is secrets.token_hex
