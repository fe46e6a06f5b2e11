"""Converts a table in DynamoDB to the format of this release, with the doors shut.

First every game with what lay beside it, then everything else: until all games are done, nothing goes that a game may
still need. What has been converted has its format and is left alone, so the same conversion can be begun again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.kernel import Illegal
from host.archive.first_format import is_of_the_first, read_games, read_item
from host.core.store.commit import BEAT
from host.core.store.dynamo import DynamoTable
from host.core.store.items import DeleteItem, Item, Op, PutItem

AWAKE = "A host runs at {where}. Shut its doors first: make deploy DOORS=shut"
ALIVE = 240.0  # seconds since its last sign of life in which a host counts as running
AT_ONCE = 25  # changes in one transaction
Done = Callable[[], object]  # told after each transaction


def convert_table(table: DynamoTable, where: str, now: float, done: Done = lambda: None) -> Counter[str]:
    """Convert everything that has no format yet; return how many items of which kind. `where` is for people."""
    rows = list(table.scan())
    old = {(row["pk"]["S"], row["sk"]["S"]): row for row in rows if is_of_the_first(row)}
    if not old:
        return Counter()
    beat = old.get(BEAT)
    if beat is not None and float(read_item(beat).body) > now - ALIVE:
        raise Illegal(AWAKE, where=where)
    found = Counter[str]()
    for game, beside, gone in read_games(rows):
        _convert_game(table, game, beside, done)
        _write(table, [DeleteItem(*key) for key in gone], done)
        for key in [*gone, (game.pk, game.sk)]:
            old.pop(key, None)
        found["games"] += bool(game.sk)
        found["lines and posts that lay with games"] += len(beside)
    rest = [read_item(row) for row in old.values()]
    _write(table, [PutItem(item) for item in rest], done)
    found["other items"] = len(rest)
    return found


def _convert_game(table: DynamoTable, game: Item, beside: list[Item], done: Done) -> None:
    """The game last: while it is of the first format, what lies with it is read again."""
    _write(table, [PutItem(item) for item in beside], done)
    if game.sk:
        _write(table, [PutItem(game)], done)


def _write(table: DynamoTable, ops: list[Op], done: Done) -> None:
    for start in range(0, len(ops), AT_ONCE):
        table.write(ops[start : start + AT_ONCE])
        done()
