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
    """Return the public notices of tables that look for players and have not expired, newest first."""
    items = [item for item in _iter_notice_items(store) if item.until > now]
    found = [notice for item in items if (notice := store.read(item, _notice.decode))]
    return sorted(found, key=lambda notice: -notice.at)


def _iter_notice_items(store: Store) -> Iterator[Item]:
    first = ""
    while items := store.table.query(SEEKING, first):
        yield from items
        first = f"{items[-1].sk}/"


def save_lobby_notice(store: Store, notice: LobbyNotice) -> None:
    """Save the public notice that a table looks for players, replacing an earlier one of the same table."""
    store.table.write([PutItem(Item(SEEKING, notice.game, msgspec.json.encode(notice), until=notice.at + LASTS))])


def drop_lobby_notice(store: Store, game: str) -> None:
    """Delete the public notice that a table looks for players."""
    store.table.write([DeleteItem(SEEKING, game)])


def list_notices_of_person(store: Store, person: str) -> list[LobbyNotice]:
    """Return the public notices of a person's tables that look for players, also expired ones."""
    return [notice for notice in list_lobby_notices(store, 0.0) if notice.person == person]


def export_person_data(store: Store, person: str) -> object:
    """Return the public notices of a person's tables, for their download."""
    return msgspec.to_builtins(list_notices_of_person(store, person))


def delete_person_data(store: Store, person: str) -> None:
    """Delete the public notices of all of a person's tables."""
    for notice in list_notices_of_person(store, person):
        drop_lobby_notice(store, notice.game)


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give the public notices of one person's tables to another, when two accounts are merged."""
    for notice in list_notices_of_person(store, goes):
        notice.person = stays
        save_lobby_notice(store, notice)
