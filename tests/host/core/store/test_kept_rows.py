"""What a connection says it knows of its file, whoever writes there: always what the file itself says."""

from contextlib import suppress
from random import Random

import pytest

from host.core.store.items import AddToCounts, CountBound, DeleteItem, Failed, Item, PutItem
from host.core.store.sqlite import SqliteTable
from tests.properties.examples import few

KEYS = [(pk, sk) for pk in "pq" for sk in ("a", "b", "c")]
WORLDS = 15
STEPS = 60


class Lost(Exception):
    """Somebody's process dies here."""


def change(dice):
    """Any change of any item; some hold and some do not."""
    pk, sk = dice.choice(KEYS)
    expect = dice.choice([None, None, 0, 1, 2])
    if dice.random() < 0.2:
        return DeleteItem(pk, sk, expect)
    if dice.random() < 0.3:
        bounds = [CountBound("n", 0, 3, inside=True)] if dice.random() < 0.5 else []
        return AddToCounts(pk, sk, {"n": 1}, dice.choice([[], ["m"]]), bounds)
    counts = dice.choice([{}, {"m": 1}])
    index, when = dice.choice([("", 0), ("due", 4)])
    body, until = b"%d" % dice.randrange(100), dice.choice([0, 9.5])
    return PutItem(Item(pk, sk, body, dice.randrange(3), counts, index, when, until=until), expect)


def write(table, dice):
    with suppress(Failed):
        table.write([change(dice) for _ in range(dice.randint(1, 3))])


def all_there(table):
    return [table.get(*key) for key in KEYS], [table.query(pk, first) for pk in "pq" for first in ("", "b")]


def known_and_kept(table):
    """All that it says within `together`, and what the file says at this very moment."""
    known = all_there(table)
    table._together = False
    kept = all_there(table)
    table._together = True
    return known, kept


def play(table, other, dice):
    """One thing after the other; at each moment both are the same."""
    who = dice.random()
    if who < 0.2:
        write(other, dice)
    elif who < 0.3:
        write(table, dice)
    elif who < 0.35:
        table.purge(dice.choice([1.0, 20.0]))
    else:
        with suppress(Lost), table.batch_writes():
            for _ in range(dice.randint(1, 4)):
                known, kept = known_and_kept(table)
                assert known == kept
                write(table, dice)
            if dice.random() < 0.3:
                raise Lost


@pytest.mark.parametrize("seed", few(WORLDS, 40, pytest.mark.whole))
def test_what_is_known_of_a_file_is_what_stands_in_it(tmp_path, seed):
    dice = Random(seed)
    table, other = SqliteTable(tmp_path / "a.db"), SqliteTable(tmp_path / "a.db")
    for _ in range(STEPS):
        play(table, other, dice)
    with table.batch_writes():
        known, kept = known_and_kept(table)
    assert known == kept == all_there(other)
    table.close()
    other.close()
