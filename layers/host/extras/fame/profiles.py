"""Keeps what somebody chooses to show of themselves, at which address, and who is in the lists of all times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from host.core.store.items import DeleteItem, Item, Op, PutItem
from host.core.store.store import Store
from host.said.answers import DeskAnswer
from host.said.desk.request import DeskRequest

SHOWN, RANKED = "profile", "ranked"
MOST_RANKED = 200
RACES, RECORDS, MEDALS, RIVALS = "races", "records", "medals", "rivals"
PROFILE_PARTS = (RACES, RECORDS, MEDALS, RIVALS)


class Profile(Struct):
    """What somebody shows of themselves: at which address, under which name, and which parts. A person without one
    shows nothing.
    """

    address: str
    parts: list[str]
    whole_name: bool = False  # or only the first


_profile = msgspec.json.Decoder(Profile)


def load_profile(store: Store, person: str) -> Profile | None:
    """Return the public profile of the person with this id, or None if they show nothing."""
    return store.read(store.table.get(f"person:{person}", SHOWN), _profile.decode)


def load_profiles(store: Store, people: Sequence[str]) -> dict[str, Profile]:
    """Return by person's id the public profiles of those of these people who have one."""
    found = store.table.several([(f"person:{person}", SHOWN) for person in people]) if people else []
    read = zip(people, found, strict=True)
    return {person: profile for person, item in read if (profile := store.read(item, _profile.decode))}


def find_profile_owner(store: Store, address: str) -> str:
    """Return the id of the person whose public profile has this address; empty if there is none."""
    return store.read(store.table.get(f"profile/{address}", "of"), bytes.decode) or ""


def list_ranked_people(store: Store) -> list[str]:
    """Return the ids of the people who want to be in the all-time lists, two hundred at most."""
    return [item.sk for item in store.table.query(RANKED, limit=MOST_RANKED)]


def save_profile_record(store: Store, person: str, profile: Profile, also: Iterable[Op] = ()) -> None:
    """Save a person's public profile, move it to its new address if that changed, and list the person among the ranked
    people if the profile shows records, or else remove them from that list, together with the writes in `also`.
    """
    old = load_profile(store, person)
    gone: list[Op] = [DeleteItem(f"profile/{old.address}", "of")] if old and old.address != profile.address else []
    listed: Op = PutItem(Item(RANKED, person)) if RECORDS in profile.parts else DeleteItem(RANKED, person)
    shown = PutItem(Item(f"person:{person}", SHOWN, msgspec.json.encode(profile)))
    page = PutItem(Item(f"profile/{profile.address}", "of", person.encode()))
    store.table.write([*also, *gone, shown, page, listed])


def export_person_data(store: Store, person: str) -> object:
    """Return the person's public profile as plain data, for the export of all that is stored of them; None if they have
    none.
    """
    return msgspec.to_builtins(load_profile(store, person))


def delete_person_data(store: Store, person: str) -> None:
    """Delete a person's public profile, with its address and their place in the all-time lists."""
    old = load_profile(store, person)
    page: list[Op] = [DeleteItem(f"profile/{old.address}", "of")] if old else []
    store.table.write([*page, DeleteItem(f"person:{person}", SHOWN), DeleteItem(RANKED, person)])


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give the public profile of the person `goes` to the person `stays` when their accounts are merged, unless that
    one has a profile already: then it is deleted.
    """
    mine, theirs = load_profile(store, stays), load_profile(store, goes)
    if theirs is not None and mine is None:
        gone: list[Op] = [DeleteItem(f"person:{goes}", SHOWN), DeleteItem(RANKED, goes)]
        save_profile_record(store, stays, theirs, gone)
    else:
        delete_person_data(store, goes)


WHOLE_NAME = "whole"


def save_profile_parts(request: DeskRequest) -> DeskAnswer:
    """Save which parts of a person's record their public page shows (`PART PART whole`, where `whole` is their full
    name; other words are ignored), at the address that it had or else a new one; with no part, delete the page. Return
    an empty answer.
    """
    store, person, said = request.host.store, request.require_person().id, request.words.split()
    chosen = [part for part in PROFILE_PARTS if part in said]
    if not chosen:
        delete_person_data(store, person)
        return DeskAnswer()
    old = load_profile(store, person)
    save_profile_record(
        store, person, Profile(old.address if old else request.host.token(8), chosen, WHOLE_NAME in said)
    )
    return DeskAnswer()
