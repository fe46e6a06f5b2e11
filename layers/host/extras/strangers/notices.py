"""Keeps which tables look for players among strangers, as their hosts have asked: each for a day at most."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from host.core.store.items import DeleteItem, Item, PutItem
from host.core.store.store import Store

SEEKING = "seeking"
MAX_SHOWN_NOTICES = 200  # the newest: more than all networks of one site can put there in six hours
LASTS = 86400.0


class LobbyNotice(Struct):
    """A table that looks for players among strangers: who opened it, and what they say of it."""

    game: str
    person: str
    words: str
    at: float
    reported: bool = False


_notice = msgspec.json.Decoder(LobbyNotice)


def list_lobby_notices(store: Store, now: float) -> list[LobbyNotice]:
    """Return all notices that have not expired, the newest first."""
    items = [item for item in _iter_notice_items(store) if item.until > now]
    found = [notice for item in items if (notice := store.read(item, _notice.decode))]
    return sorted(found, key=lambda notice: -notice.at)


def _iter_notice_items(store: Store) -> Iterator[Item]:
    first = ""
    while items := store.table.query(SEEKING, first):
        yield from items
        first = f"{items[-1].sk}/"


def save_lobby_notice(store: Store, notice: LobbyNotice) -> None:
    """Save that this table looks for players, replacing what it said before."""
    store.table.write([PutItem(Item(SEEKING, notice.game, msgspec.json.encode(notice), until=notice.at + LASTS))])


def drop_lobby_notice(store: Store, game: str) -> None:
    """Delete a table's notice."""
    store.table.write([DeleteItem(SEEKING, game)])


def list_notices_of_person(store: Store, person: str) -> list[LobbyNotice]:
    """Return the notices of somebody's tables, also those that have expired."""
    return [notice for notice in list_lobby_notices(store, 0.0) if notice.person == person]


def export_person_data(store: Store, person: str) -> object:
    """Return what their tables say to strangers."""
    return msgspec.to_builtins(list_notices_of_person(store, person))


def delete_person_data(store: Store, person: str) -> None:
    """Delete the notices of all of somebody's tables."""
    for notice in list_notices_of_person(store, person):
        drop_lobby_notice(store, notice.game)


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give one person's notices to another, when two accounts are merged."""
    for notice in list_notices_of_person(store, goes):
        notice.person = stays
        save_lobby_notice(store, notice)
