"""Reads tables in DynamoDB that were written before items had formats (the releases up to 28 November 2026).

There a game could be stored as what had changed since its `base`, the last lines of its log lay with it or together in
a sheaf, and what was still to be said lay with the game or with what an input was answered. Nothing else reads this.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from host.core.store.attributes import COUNT, FORMAT, Attributes, body_of
from host.core.store.commit import DUE, OUT, POST, SEEN, SESSION, indexed
from host.core.store.items import Item, Key
from host.core.store.packing import WORDS

BASE, TAIL, NEWS, CHANGES = "base", "tail", "news", "changes"
LINE = "log/"
SHEAF = "+"  # between the key of its first line and how many there are
BETWEEN, AFTER_KEY, PLACE = b"\0", b"\1", "\2"  # between lines; between key and line; between the keys of a post
SEEN_AT_ONCE = 1 << 15  # bytes: as far back an unpacker sees
Line = tuple[str, bytes]

_names = msgspec.json.Decoder(dict[str, str])


def is_of_the_first(found: Attributes) -> bool:
    """Return whether this was written before items had formats."""
    return FORMAT not in found


def read_games(rows: Iterable[Attributes]) -> Iterator[tuple[Item, list[Item], list[Key]]]:
    """For each game: itself, the lines and posts that lay with it or in a sheaf, and the keys of what is left over.

    `rows` is the whole table, whatever its formats.
    """
    everything = {_key(row): row for row in rows}
    partitions: dict[str, list[Attributes]] = {}
    for (pk, _), row in everything.items():
        if pk.startswith("game/"):
            partitions.setdefault(pk, []).append(row)
    for pk, part in sorted(partitions.items()):
        game, lines, news = everything.get((pk, SESSION)), list[Line](), list[Item]()
        item = None
        if game and is_of_the_first(game):
            item, lines, news = _read_game(game, everything)
        sheaves = [row for row in part if SHEAF in row["sk"]["S"] and row["sk"]["S"].startswith(LINE)]
        for row in sheaves:
            lines += _part(body_of(row))
        beside = [*(Item(pk, sk, body) for sk, body in lines), *news]
        gone = [_key(row) for row in part if row in sheaves or row["sk"]["S"] == BASE]
        if item or beside or gone:
            yield item or Item(pk, ""), beside, gone


def read_item(found: Attributes) -> Item:
    """Return any other item."""
    number = {name: value["N"] for name, value in found.items() if "N" in value}
    counts = {name.removeprefix(COUNT): int(value) for name, value in number.items() if name.startswith(COUNT)}
    pk, sk = _key(found)
    item = Item(pk, sk, body_of(found), int(number.get("version", 0)), counts, until=float(number.get("until", 0)))
    if sk.startswith(POST):
        return _waiting(item, float(number.get("when", 0)) or float(number.get("held", 0)))
    item.index = found.get("shelf", {"S": ""})["S"]
    item.when = float(number.get("when", 0))
    return replace(item, counts={}) if sk == SEEN else item  # they said where to look for what was not said


def _read_game(game: Attributes, everything: dict[Key, Attributes]) -> tuple[Item, list[Line], list[Item]]:
    pk, _ = _key(game)
    body = _whole(game, everything.get((pk, BASE)))
    number = {name: float(value["N"]) for name, value in game.items() if "N" in value}
    item = Item(pk, SESSION, body, int(number["version"]), until=number.get("until", 0.0))
    due = number.get("due", 0.0) or number.get("when", 0.0)
    if game.get("shelf", {"S": ""})["S"] == DUE:
        item = indexed(item, due, 0.0)
    held = number.get("held", 0.0)
    lines = _part(_unpacked_beside(game[TAIL]["B"], body)) if TAIL in game else []
    news = [_waiting(post, held) for sk, said in lines if PLACE in sk for post in _posts(_post(sk, said), everything)]
    return item, [line for line in lines if PLACE not in line[0]], news


def _posts(lying: Item, everything: dict[Key, Attributes]) -> list[Item]:
    """A post; or all that lie with the answer that is named, without the names of people."""
    if lying.sk != SEEN:
        return [lying]
    answer = everything.get((lying.pk, SEEN))
    if answer is None or NEWS not in answer:
        return []
    names = _names.decode(lying.body)
    found = _part(_unpacked_beside(answer[NEWS]["B"], body_of(answer)))
    return [_post(sk, _named(body, names)) for sk, body in found]


def _post(keys: str, body: bytes) -> Item:
    pk, _, sk = keys.partition(PLACE)
    return Item(pk, sk, body)


def _named(post: bytes, names: dict[str, str]) -> bytes:
    """Put names into a post, and leave all else as that release wrote it."""
    return msgspec.json.encode(msgspec.json.decode(post) | {"names": names})


def _waiting(post: Item, since: float) -> Item:
    """Return a post as it waits for anybody to say it."""
    return replace(post, version=1, index=OUT, when=since)


def _whole(game: Attributes, base: Attributes | None) -> bytes:
    if CHANGES not in game:
        return body_of(game)
    if base is None:
        raise ValueError(f"{game['pk']['S']} has lost its base")
    return zlib.decompressobj(zdict=body_of(base)).decompress(game[CHANGES]["B"])


def _unpacked_beside(small: bytes, other: bytes) -> bytes:
    return zlib.decompressobj(zdict=(WORDS + other)[-SEEN_AT_ONCE:]).decompress(small)


def _part(body: bytes) -> list[Line]:
    found: list[Any] = [each.partition(AFTER_KEY) for each in body.split(BETWEEN)] if body else []
    return [(sk.decode(), line) for sk, _, line in found]


def _key(found: Attributes) -> Key:
    return found["pk"]["S"], found["sk"]["S"]
