"""Keeps which tables look for players among strangers, as their hosts have asked: each for a day at most."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from host.core.store.items import DeleteItem, Item, PutItem
from host.core.store.store import Store

SEEKING = "seeking"
MOST = 200  # tables at a time
LASTS = 86400.0


class LobbyNotice(Struct):
    """A table that looks for players: who has opened it, and what they say of it."""

    game: str
    person: str
    words: str
    at: float
    reported: bool = False


_notice = msgspec.json.Decoder(LobbyNotice)


def notices(store: Store, now: float) -> list[LobbyNotice]:
    """All that hold, the newest first."""
    items = store.table.query(SEEKING, limit=MOST)
    found = [notice for item in items if item.until > now and (notice := store.read(item, _notice.decode))]
    return sorted(found, key=lambda notice: -notice.at)


def keep(store: Store, notice: LobbyNotice) -> None:
    """This table looks for players; what it said before is forgotten."""
    store.table.write([PutItem(Item(SEEKING, notice.game, msgspec.json.encode(notice), until=notice.at + LASTS))])


def drop(store: Store, game: str) -> None:
    """It looks for nobody any more."""
    store.table.write([DeleteItem(SEEKING, game)])


def of_person(store: Store, person: str) -> list[LobbyNotice]:
    """The tables for which somebody looks for players; of those that have ended, too."""
    return [notice for notice in notices(store, 0.0) if notice.person == person]


def exported(store: Store, person: str) -> object:
    """What their tables say to strangers."""
    return msgspec.to_builtins(of_person(store, person))


def forget(store: Store, person: str) -> None:
    """None of somebody's tables looks for anybody."""
    for notice in of_person(store, person):
        drop(store, notice.game)


def hand_over(store: Store, goes: str, stays: str) -> None:
    """What one looks for, the other does."""
    for notice in of_person(store, goes):
        notice.person = stays
        keep(store, notice)
