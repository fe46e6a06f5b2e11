"""Reads tables in DynamoDB that were written before items had formats (the releases up to 28 November 2026).

There a game could be stored as what had changed since its `base`, the last lines of its log lay with it or together in
a batch, and what was still to be said lay with the game or with what an input was answered. Nothing else reads this.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.kernel import Illegal
from host.core.store.attributes import COMPRESSION_DICTIONARY, COUNT_PREFIX, FORMAT, Attributes, decompress_item_body
from host.core.store.dynamo import DynamoTable
from host.core.store.items import (
    ANSWER_KEY,
    BEAT,
    DUE,
    INDEX_ATTRIBUTE,
    OUT,
    POST,
    SESSION,
    DeleteItem,
    Item,
    ItemKey,
    Op,
    PutItem,
    place_in_due_index,
)

BASE, TAIL, NEWS, CHANGES = "base", "tail", "news", "changes"
LOG_LINE_PREFIX = "log/"
BATCH_MARK = "+"  # between the key of its first line and how many there are
BETWEEN, AFTER_KEY, PLACE = b"\0", b"\1", "\2"  # between lines; between key and line; between the keys of a post
SEEN_AT_ONCE = 1 << 15  # bytes: as far back an unpacker sees
FirstFormatLine = tuple[str, bytes]
_NAMES_DECODER = msgspec.json.Decoder(dict[str, str])


def is_first_format(found: Attributes) -> bool:
    """Return whether this DynamoDB item was written before items had a format number."""
    return FORMAT not in found


def iter_first_format_games(rows: Iterable[Attributes]) -> Iterator[tuple[Item, list[Item], list[ItemKey]]]:
    """Yield, for each game in `rows` (all rows of an old DynamoDB table, in whichever format), its converted item, its
    log entries and posts as items of their own, and the keys of rows to delete afterwards. A game with nothing old is
    left out; one whose own row needs no conversion comes as an item without a second key. Raise ValueError if the row
    with a game's earlier content is missing.
    """
    everything = {_get_item_key(row): row for row in rows}
    partitions: dict[str, list[Attributes]] = {}
    for (pk, _), row in everything.items():
        if pk.startswith("game/"):
            partitions.setdefault(pk, []).append(row)
    for pk, part in sorted(partitions.items()):
        game, lines, news = everything.get((pk, SESSION)), list[FirstFormatLine](), list[Item]()
        item = None
        if game and is_first_format(game):
            item, lines, news = _parse_game(game, everything)
        batches = [row for row in part if BATCH_MARK in row["sk"]["S"] and row["sk"]["S"].startswith(LOG_LINE_PREFIX)]
        for row in batches:
            lines += _split_lines(decompress_item_body(row))
        beside = [*(Item(pk, sk, body) for sk, body in lines), *news]
        gone = [_get_item_key(row) for row in part if row in batches or row["sk"]["S"] == BASE]
        if item or beside or gone:
            yield item or Item(pk, ""), beside, gone


def parse_first_format_item(found: Attributes) -> Item:
    """Convert a row of a DynamoDB table in the first format (release 0.1.0), such as a person, a place or a queued
    post, into an item of today's store. Rows of games are converted elsewhere.
    """
    number = {name: value["N"] for name, value in found.items() if "N" in value}
    counts = {
        name.removeprefix(COUNT_PREFIX): int(value) for name, value in number.items() if name.startswith(COUNT_PREFIX)
    }
    pk, sk = _get_item_key(found)
    item = Item(
        pk, sk, decompress_item_body(found), int(number.get("version", 0)), counts, until=float(number.get("until", 0))
    )
    if sk.startswith(POST):
        return _queue_post(item, float(number.get("when", 0)) or float(number.get("held", 0)))
    item.index = found.get(INDEX_ATTRIBUTE, {"S": ""})["S"]
    item.when = float(number.get("when", 0))
    return replace(item, counts={}) if sk == ANSWER_KEY else item  # they said where to look for what was not said


def _parse_game(
    game: Attributes, everything: dict[ItemKey, Attributes]
) -> tuple[Item, list[FirstFormatLine], list[Item]]:
    """Convert the row of a game in the first storage format; return the game's item, the lines of its log that lay in
    this row, and the queued posts that lay in it, ready for the outbox. Raise ValueError if the row `everything` should
    hold its earlier content is missing.
    """
    pk, _ = _get_item_key(game)
    body = _restore_body(game, everything.get((pk, BASE)))
    number = {name: float(value["N"]) for name, value in game.items() if "N" in value}
    item = Item(pk, SESSION, body, int(number["version"]), until=number.get("until", 0.0))
    due = number.get("due", 0.0) or number.get("when", 0.0)
    if game.get(INDEX_ATTRIBUTE, {"S": ""})["S"] == DUE:
        item = place_in_due_index(item, due, 0.0)
    held = number.get("held", 0.0)
    lines = _split_lines(_decompress_with(game[TAIL]["B"], body)) if TAIL in game else []
    news = [
        _queue_post(post, held)
        for sk, said in lines
        if PLACE in sk
        for post in _list_posts(_parse_post(sk, said), everything)
    ]
    return item, [line for line in lines if PLACE not in line[0]], news


def _list_posts(lying: Item, everything: dict[ItemKey, Attributes]) -> list[Item]:
    """Return the posts for which `lying` stands, which was stored with a game: itself or, if it only refers to the row
    of an answer in `everything`, the posts that lie there, with the names of people that `lying` has; empty if they are
    gone.
    """
    if lying.sk != ANSWER_KEY:
        return [lying]
    answer = everything.get((lying.pk, ANSWER_KEY))
    if answer is None or NEWS not in answer:
        return []
    names = _NAMES_DECODER.decode(lying.body)
    found = _split_lines(_decompress_with(answer[NEWS]["B"], decompress_item_body(answer)))
    return [_parse_post(sk, _add_post_names(body, names)) for sk, body in found]


def _parse_post(keys: str, body: bytes) -> Item:
    """Return as an item what was stored with a game of the first format as a line: its two keys, joined in `keys`, and
    its body (already decompressed). It is not queued yet.
    """
    pk, _, sk = keys.partition(PLACE)
    return Item(pk, sk, body)


def _add_post_names(post: bytes, names: dict[str, str]) -> bytes:
    """Return a stored post (JSON) with these names of people in place of any that it had; the rest stays."""
    return msgspec.json.encode(msgspec.json.decode(post) | {"names": names})


def _queue_post(post: Item, since: float) -> Item:
    """Return a post of an old table as an item of today's outbox, queued since the time `since`."""
    return replace(post, version=1, index=OUT, when=since)


def _restore_body(game: Attributes, base: Attributes | None) -> bytes:
    """Return the decompressed content of a game's old row. If the row stores only its changes since an earlier content,
    which the row `base` has, compute it from both; raise ValueError if that row is missing.
    """
    if CHANGES not in game:
        return decompress_item_body(game)
    if base is None:
        raise ValueError(f"{game['pk']['S']} has lost its base")
    return zlib.decompressobj(zdict=decompress_item_body(base)).decompress(game[CHANGES]["B"])


def _decompress_with(small: bytes, other: bytes) -> bytes:
    """Return these bytes of the first format decompressed; `other` is the body that they were compressed with."""
    return zlib.decompressobj(zdict=(COMPRESSION_DICTIONARY + other)[-SEEN_AT_ONCE:]).decompress(small)


def _split_lines(body: bytes) -> list[FirstFormatLine]:
    """Return the lines that bytes of the first format, already decompressed, hold together, each as its sort key and
    its bytes; empty if there are none.
    """
    found: list[Any] = [each.partition(AFTER_KEY) for each in body.split(BETWEEN)] if body else []
    return [(sk.decode(), line) for sk, _, line in found]


def _get_item_key(found: Attributes) -> ItemKey:
    """Return the two keys of a row of a DynamoDB table."""
    return found["pk"]["S"], found["sk"]["S"]


AWS_HOST_IS_RUNNING = (
    "The program that hosts the games is running at {where}. Close it to players first: make deploy DOORS=shut"
)
AWS_HEARTBEAT_MAX_AGE = 240.0  # seconds since its last sign of life in which a host counts as running
MAX_CONVERTED_OPS = 25  # changes in one transaction
Done = Callable[[], object]  # told after each transaction


def convert_table(table: DynamoTable, where: str, now: float, done: Done = lambda: None) -> Counter[str]:
    """Convert all rows of a DynamoDB table from the first format (without a format number) to today's, in place, and
    return how many games, lines and posts of games, and other items there were, none if nothing was old. Raise Illegal,
    with `where` as the table's name, if a host showed a sign of life there in the last minutes, and ValueError, with
    the games before it converted, if one lacks its earlier content. `done` is called after each transaction.
    """
    rows = list(table.scan())
    old = {(row["pk"]["S"], row["sk"]["S"]): row for row in rows if is_first_format(row)}
    if not old:
        return Counter()
    beat = old.get(BEAT)
    if beat is not None and float(parse_first_format_item(beat).body) > now - AWS_HEARTBEAT_MAX_AGE:
        raise Illegal(AWS_HOST_IS_RUNNING, code="aws_host_is_running", where=where)
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
    """Write a converted game's items: first its log entries and posts, `beside`, then the game itself, if it needs
    conversion; if this is interrupted, the next conversion does the game again. Rows that are no longer needed are left
    to the caller. `done` is called after each transaction.
    """
    _write_batches(table, [PutItem(item) for item in beside], done)
    if game.sk:
        _write_batches(table, [PutItem(game)], done)


def _write_batches(table: DynamoTable, ops: list[Op], done: Done) -> None:
    """Carry out these writes in order, 25 in each transaction, and call `done` after each transaction."""
    for start in range(0, len(ops), MAX_CONVERTED_OPS):
        table.write(ops[start : start + MAX_CONVERTED_OPS])
        done()
