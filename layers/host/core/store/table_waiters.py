"""Keeps who wants to hear when a table opens in a place. All is found from the person again, and from the place."""

from __future__ import annotations

from collections.abc import Iterable

from host.core.store.items import HIGHEST, DeleteItem, Item, Op, PutItem
from host.core.store.store import Store

LEAD = "next/"
MOST_PEOPLE, MOST_PLACES = 100, 20  # of one place, of one person


def add(store: Store, person: str, place: str) -> None:
    """They want to hear of tables there."""
    store.table.write(
        [PutItem(Item(f"person:{person}", f"{LEAD}{place}")), PutItem(Item(f"chat:{place}", f"{LEAD}{person}"))]
    )


def drop(store: Store, person: str, places: Iterable[str]) -> None:
    """They want to hear no more of tables in these."""
    for place in places:
        store.table.write(
            [DeleteItem(f"person:{person}", f"{LEAD}{place}"), DeleteItem(f"chat:{place}", f"{LEAD}{person}")]
        )


def of_person(store: Store, person: str) -> list[str]:
    """The places of whose tables somebody wants to hear."""
    return _named(store, f"person:{person}")


def of_place(store: Store, place: str) -> list[str]:
    """Whoever wants to hear of tables in this place."""
    return _named(store, f"chat:{place}")


def exported(store: Store, person: str) -> list[str]:
    """The places of whose tables they want to hear."""
    return of_person(store, person)


def forget(store: Store, person: str) -> None:
    """They want to hear of no tables any more."""
    drop(store, person, of_person(store, person))


def hand_over(store: Store, goes: str, stays: str) -> None:
    """What one wants to hear of, the other does."""
    for place in of_person(store, goes):
        add(store, stays, place)
        drop(store, goes, [place])


def moved(store: Store, old: str, new: str) -> None:
    """A place goes by another name now."""
    for person in of_place(store, old):
        gone: list[Op] = [DeleteItem(f"person:{person}", f"{LEAD}{old}"), DeleteItem(f"chat:{old}", f"{LEAD}{person}")]
        store.table.write(gone)
        add(store, person, new)


def _named(store: Store, owner: str) -> list[str]:
    items = store.table.query(owner, LEAD, f"{LEAD}{HIGHEST}", MOST_PEOPLE)
    return [item.sk.removeprefix(LEAD) for item in items]
