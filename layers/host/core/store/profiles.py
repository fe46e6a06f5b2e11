"""Keeps what somebody chooses to show of themselves, at which address, and who is in the lists of all times."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from host.core.store.items import DeleteItem, Item, Op, PutItem
from host.core.store.store import Store

SHOWN, RANKED = "profile", "ranked"
MOST_RANKED = 200
RACES, RECORDS, MEDALS, RIVALS = "races", "records", "medals", "rivals"
PARTS = (RACES, RECORDS, MEDALS, RIVALS)


class Profile(Struct):
    """What somebody shows: under which address and name, and which parts. Whoever has none shows nothing."""

    address: str
    parts: list[str]
    whole_name: bool = False  # or only the first


_profile = msgspec.json.Decoder(Profile)


def of(store: Store, person: str) -> Profile | None:
    """What this person shows; nothing, if they show nothing."""
    return store.read(store.table.get(f"person:{person}", SHOWN), _profile.decode)


def several(store: Store, people: Sequence[str]) -> dict[str, Profile]:
    """What these show, of whoever shows something."""
    found = store.table.several([(f"person:{person}", SHOWN) for person in people]) if people else []
    read = zip(people, found, strict=True)
    return {person: profile for person, item in read if (profile := store.read(item, _profile.decode))}


def at(store: Store, address: str) -> str:
    """Whose page has this address; nobody's, if it is empty."""
    return store.read(store.table.get(f"profile/{address}", "of"), bytes.decode) or ""


def ranked(store: Store) -> list[str]:
    """Whoever wants to stand in the lists of all times."""
    return [item.sk for item in store.table.query(RANKED, limit=MOST_RANKED)]


def keep(store: Store, person: str, profile: Profile) -> None:
    """They show this from now on."""
    old = of(store, person)
    gone: list[Op] = [DeleteItem(f"profile/{old.address}", "of")] if old and old.address != profile.address else []
    listed: Op = PutItem(Item(RANKED, person)) if RECORDS in profile.parts else DeleteItem(RANKED, person)
    shown = PutItem(Item(f"person:{person}", SHOWN, msgspec.json.encode(profile)))
    store.table.write([*gone, shown, PutItem(Item(f"profile/{profile.address}", "of", person.encode())), listed])


def exported(store: Store, person: str) -> object:
    """What they show of themselves."""
    return msgspec.to_builtins(of(store, person))


def forget(store: Store, person: str) -> None:
    """They show nothing any more, and the address leads nowhere."""
    old = of(store, person)
    page: list[Op] = [DeleteItem(f"profile/{old.address}", "of")] if old else []
    store.table.write([*page, DeleteItem(f"person:{person}", SHOWN), DeleteItem(RANKED, person)])


def hand_over(store: Store, goes: str, stays: str) -> None:
    """What one has shown the other shows, unless they have chosen something themselves."""
    mine, theirs = of(store, stays), of(store, goes)
    forget(store, goes)
    if theirs is not None and mine is None:
        keep(store, stays, theirs)
