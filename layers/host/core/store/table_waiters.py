"""Keeps who wants to hear when a table opens in a place. All is found from the person again, and from the place."""

from __future__ import annotations

from collections.abc import Iterable

from host.core.store.items import HIGHEST, DeleteItem, Item, Op, PutItem
from host.core.store.store import Store

WAITER_KEY_PREFIX = "next/"
MOST_PEOPLE, MOST_PLACES = 100, 20  # of one place, of one person


def add_table_waiter(store: Store, person: str, place: str) -> None:
    """Save that a person wants a message when a table opens in this place; how many may do so the caller checks."""
    store.table.write(_build_waiter_puts(person, place))


def _build_waiter_puts(person: str, place: str) -> list[Op]:
    """Return the writes that save that a person wants a message when a table opens in this place."""
    return [
        PutItem(Item(f"person:{person}", f"{WAITER_KEY_PREFIX}{place}")),
        PutItem(Item(f"chat:{place}", f"{WAITER_KEY_PREFIX}{person}")),
    ]


def drop_table_waiter(store: Store, person: str, places: Iterable[str]) -> None:
    """Delete a person's wish for a message when a table opens in these places."""
    for place in places:
        store.table.write(
            [
                DeleteItem(f"person:{person}", f"{WAITER_KEY_PREFIX}{place}"),
                DeleteItem(f"chat:{place}", f"{WAITER_KEY_PREFIX}{person}"),
            ]
        )


def list_awaited_places(store: Store, person: str) -> list[str]:
    """Return the places for which a person wants a message when a table opens, at most a hundred."""
    return _list_waiter_headings(store, f"person:{person}")


def list_table_waiters(store: Store, place: str) -> list[str]:
    """Return the ids of the people who want a message when a table opens in this place, at most a hundred."""
    return _list_waiter_headings(store, f"chat:{place}")


def export_person_data(store: Store, person: str) -> list[str]:
    """Return the places for which a person wants a message when a table opens, for the download of all data stored
    about them.
    """
    return list_awaited_places(store, person)


def delete_person_data(store: Store, person: str) -> None:
    """Delete all of a person's wishes for a message when a table opens."""
    drop_table_waiter(store, person, list_awaited_places(store, person))


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give the wishes of the person `goes` for a message when a table opens to the person `stays`, when their accounts
    are merged.
    """
    for place in list_awaited_places(store, goes):
        add_table_waiter(store, stays, place)
        drop_table_waiter(store, goes, [place])


def move_table_waiters(store: Store, old: str, new: str) -> None:
    """Move the wishes for a message when a table opens in the place `old`, at most a hundred, to the place's new
    address.
    """
    for person in list_table_waiters(store, old):
        gone: list[Op] = [
            DeleteItem(f"person:{person}", f"{WAITER_KEY_PREFIX}{old}"),
            DeleteItem(f"chat:{old}", f"{WAITER_KEY_PREFIX}{person}"),
        ]
        store.table.write([*gone, *_build_waiter_puts(person, new)])


def _list_waiter_headings(store: Store, owner: str) -> list[str]:
    """Return the places at which a person waits for a table to open (`owner` is `person:ID`), or the ids of the people
    who wait at a place (`chat:PLACE`); at most a hundred.
    """
    items = store.table.query(owner, WAITER_KEY_PREFIX, f"{WAITER_KEY_PREFIX}{HIGHEST}", MOST_PEOPLE)
    return [item.sk.removeprefix(WAITER_KEY_PREFIX) for item in items]
