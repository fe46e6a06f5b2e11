"""Converts a table in DynamoDB to the format of this release, with the doors shut.

First every game with what lay beside it, then everything else: until all games are done, nothing goes that a game may
still need. What has been converted has its format and is left alone, so the same conversion can be begun again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.kernel import Illegal
from host.archive.first_format import is_first_format, iter_first_format_games, parse_first_format_item
from host.core.store.commit import BEAT
from host.core.store.dynamo import DynamoTable
from host.core.store.items import DeleteItem, Item, Op, PutItem

AWS_HOST_IS_RUNNING = "A host runs at {where}. Shut its doors first: make deploy DOORS=shut"
AWS_HEARTBEAT_MAX_AGE = 240.0  # seconds since its last sign of life in which a host counts as running
MAX_CONVERTED_OPS = 25  # changes in one transaction
Done = Callable[[], object]  # told after each transaction


def convert_table(table: DynamoTable, where: str, now: float, done: Done = lambda: None) -> Counter[str]:
    """Convert all items without a format; return how many of each kind. `where` names the table in messages."""
    rows = list(table.scan())
    old = {(row["pk"]["S"], row["sk"]["S"]): row for row in rows if is_first_format(row)}
    if not old:
        return Counter()
    beat = old.get(BEAT)
    if beat is not None and float(parse_first_format_item(beat).body) > now - AWS_HEARTBEAT_MAX_AGE:
        raise Illegal(AWS_HOST_IS_RUNNING, where=where)
    found = Counter[str]()
    for game, beside, gone in iter_first_format_games(rows):
        _convert_game(table, game, beside, done)
        _write_batches(table, [DeleteItem(*key) for key in gone], done)
        for key in [*gone, (game.pk, game.sk)]:
            old.pop(key, None)
        found["games"] += bool(game.sk)
        found["lines and posts that lay with games"] += len(beside)
    rest = [parse_first_format_item(row) for row in old.values()]
    _write_batches(table, [PutItem(item) for item in rest], done)
    found["other items"] = len(rest)
    return found


def _convert_game(table: DynamoTable, game: Item, beside: list[Item], done: Done) -> None:
    """Write a game after the items that belong to it, so that an interrupted conversion reads them again."""
    _write_batches(table, [PutItem(item) for item in beside], done)
    if game.sk:
        _write_batches(table, [PutItem(game)], done)


def _write_batches(table: DynamoTable, ops: list[Op], done: Done) -> None:
    for start in range(0, len(ops), MAX_CONVERTED_OPS):
        table.write(ops[start : start + MAX_CONVERTED_OPS])
        done()
