"""A test meets the same games in each run, and players games that nobody can foresee."""

import random
import secrets
import subprocess
import sys

import pytest

from host.core.context import HostContext
from host.core.store import MemoryTable, Store
from tests import children
from tests.chance import CHANCE, Chance


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


PRINTED = """
import time
from host.core.context import HostContext
from host.core.store import MemoryTable, Store
host = HostContext(Store(MemoryTable()))
print(host.token(32), host.luck("p1 select").random(), time.time())
"""


def printed(stream, later=0.0):
    """What a child process draws, and its time."""
    CHANCE.stream = random.Random(stream)
    done = subprocess.run(
        children.python(PRINTED, later=later), env=children.environment(), capture_output=True, text=True, check=True
    )
    *drawn, now = done.stdout.split()
    return drawn, float(now)


def test_a_child_process_draws_from_the_chance_of_its_test_and_lives_later_if_told_to():
    (first, now), (again, later), (other, _) = printed("a"), printed("a", 10_000), printed("b")
    assert first == again != other
    assert later - now > 9_000


@pytest.mark.whole
def test_files_named_in_any_order_find_their_fixtures():
    """In pytest 9.1 a folder that is come back to has lost what its conftest gives, unless files come sorted."""
    files = ["host/delivery/test_outbox.py", "host/test_reporting.py", "host/delivery/test_moving.py"]
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "--setup-plan", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, *(f"tests/{file}" for file in files)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
