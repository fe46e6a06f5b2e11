"""Merges two accounts of one person, with all that both have done; undoes it.

Broken off half-way it may be begun again: what leads to the self that is given up is handed over last.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import LOG, Illegal
from host.core.commands import Command
from host.core.committing import run_transaction
from host.core.context import HostContext
from host.core.session import Person, ReachableHours, WritingStyle
from host.core.store import handover, identity_index, kept_of_people
from host.core.transaction import NothingToChange, Transaction
from host.people import accounts

STALE_LINK_TEXT = "That link is no longer good. Ask for a new one."
SAME = "You are one and the same already."
BOTH = "You play under both names just now. Finish the games of one of them first."

Set = TypeVar("Set", bound=Struct)


def check_merge_request(host: HostContext, ticket: str, identity: str) -> Person:
    """Return the person who asked for this code, if the holder of this identity could be merged with them; raise
    Illegal if not.
    """
    found = accounts.load_current_person(host, host.store.find_person_id(ticket, host.now()))
    if found is None:
        raise Illegal(STALE_LINK_TEXT)
    other = host.store.find_person_id(identity, host.now())
    if other == found.id:
        raise Illegal(SAME)
    _choose_surviving_account(host, found.id, other)
    return found


def redeem_link_code(host: HostContext, ticket: str, identity: str) -> Person:
    """Merge the holder of this identity with the person who asked for the code; return the surviving person."""
    asker = check_merge_request(host, ticket, identity).id
    stays = merge_accounts(host, asker, identity, ticket)
    host.store.drop_identities(stays, [ticket])
    found = accounts.load_current_person(host, stays)
    if found is None:
        raise Illegal(STALE_LINK_TEXT)
    return found


def merge_accounts(host: HostContext, person_id: str, identity: str, by: str = "") -> str:
    """Merge this person with the holder of the identity; return the id that stays: the one that is playing just now,
    with the other's history.
    """
    other = host.store.find_person_id(identity, host.now())
    if not other:
        accounts.link_identity(host, person_id, identity)
        return person_id
    if other == person_id:
        return person_id
    goes, stays = _choose_surviving_account(host, person_id, other)
    handover.hand_over_counts(host.store.table, goes, stays)
    kept_of_people.hand_over_personal_data(host.store, goes, stays)
    for game in host.store.list_past_game_ids(f"person:{goes}"):
        with suppress(NothingToChange):
            run_transaction(host, Command(), game, lambda tx: _hand_over_seats(tx, goes, stays))
    _hand_over_settings(host, goes, stays)
    others = [name for name in host.store.list_identities(goes) if name not in (identity, by)]
    identity_index.hand_over_identities(host.store.table, goes, stays, others)
    host.store.clear_person(goes)
    identity_index.hand_over_identities(host.store.table, goes, stays, [identity, by])
    host.recent.clear()  # lists that name them
    return stays


def has_open_games(host: HostContext, person_id: str) -> bool:
    """Return whether this person has an unfinished game."""
    return bool(host.store.list_open_game_ids(f"person:{person_id}"))


def has_any_history(host: HostContext, person_id: str) -> bool:
    """Return whether this person has ever done anything."""
    owner = f"person:{person_id}"
    return bool(
        has_open_games(host, person_id) or host.store.list_past_game_ids(owner) or host.store.load_counts(owner)
    )


def _choose_surviving_account(host: HostContext, one: str, other: str) -> tuple[str, str]:
    """Return which account is given up and which stays; raise Illegal if both are playing."""
    if not other or not has_open_games(host, other):
        return other, one
    if has_open_games(host, one):
        raise Illegal(BOTH)
    return one, other


def _hand_over_seats(tx: Transaction, goes: str, stays: str) -> None:
    session = tx.session
    theirs = [player for player in session.players if player.person == goes]
    if not theirs and session.by != goes:
        raise NothingToChange
    for player in theirs:
        player.person = stays
    session.by = stays if session.by == goes else session.by
    tx.board = False
    tx.log("linked", LOG)


def _hand_over_settings(host: HostContext, goes: str, stays: str) -> None:
    """Take over the settings that the surviving account has never set, and the place of private messages if it has
    none.
    """
    found, other = accounts.load_current_person(host, stays), accounts.load_current_person(host, goes)
    if found is None or other is None:
        return
    mine, theirs = found.habits, other.habits
    new = replace(
        _fill_unset_fields(mine, theirs, ReachableHours()),
        style=_fill_unset_fields(mine.style, theirs.style, WritingStyle()),
    )
    if new != mine:
        accounts.set_habits(host, stays, new)
    if other.place and not found.place:
        accounts.set_private_place(host, stays, other.place)


def _fill_unset_fields(mine: Set, theirs: Set, unset: Set) -> Set:
    never = [name for name in mine.__struct_fields__ if getattr(mine, name) == getattr(unset, name)]
    return replace(mine, **{name: getattr(theirs, name) for name in never})


# -- apart


def drop_other_identities(host: HostContext, person_id: str, identity: str) -> None:
    """Keep only this identity of a person; links and tokens that opened their view open nothing any more."""
    others = [name for name in host.store.list_identities(person_id) if name.partition("-")[2] != identity != name]
    host.store.drop_identities(person_id, others)


def has_account_on(host: HostContext, person_id: str, platform: str) -> bool:
    """Return whether this person has an account on this platform."""
    return any(name.startswith(f"{platform}:") for name in host.store.list_identities(person_id))


def unlink_person_from_platform(host: HostContext, person_id: str, platform: str) -> None:
    """Delete all identities of a person on this platform, and the place of their private messages if it is there."""
    lead, found = f"{platform}:", accounts.load_current_person(host, person_id)
    gone = [name for name in host.store.list_identities(person_id) if name.startswith(lead) or f"-{lead}" in name]
    host.store.drop_identities(person_id, gone)
    if found is not None and found.place.startswith(lead):
        accounts.set_private_place(host, person_id, "")
