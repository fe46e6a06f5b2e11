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
from host.core.committing import act
from host.core.context import HostContext
from host.core.session import Habits, Person, Style
from host.core.store import handover, identity_index, kept_of_people
from host.core.transaction import Nothing, Transaction
from host.people import accounts

STALE = "That link is no longer good. Ask for a new one."
SAME = "You are one and the same already."
BOTH = "You play under both names just now. Finish the games of one of them first."

Set = TypeVar("Set", bound=Struct)


def asked(house: HostContext, ticket: str, identity: str) -> Person:
    """Whose code this is, if whoever comes with this identity could become one with them; raises Illegal."""
    found = accounts.person(house, house.store.who(ticket, house.now()))
    if found is None:
        raise Illegal(STALE)
    other = house.store.who(identity, house.now())
    if other == found.id:
        raise Illegal(SAME)
    _who_stays(house, found.id, other)
    return found


def redeem(house: HostContext, ticket: str, identity: str) -> Person:
    """Whoever comes with this identity is the person who asked for the code."""
    asker = asked(house, ticket, identity).id
    stays = become_one(house, asker, identity, ticket)
    house.store.drop_identities(stays, [ticket])
    found = accounts.person(house, stays)
    if found is None:
        raise Illegal(STALE)
    return found


def become_one(house: HostContext, person_id: str, identity: str, by: str = "") -> str:
    """This person and whoever has the identity are one: whoever of them plays just now, with the other's past."""
    other = house.store.who(identity, house.now())
    if not other:
        accounts.link(house, person_id, identity)
        return person_id
    if other == person_id:
        return person_id
    goes, stays = _who_stays(house, person_id, other)
    handover.counts(house.store.table, goes, stays)
    kept_of_people.hand_over(house.store, goes, stays)
    for game in house.store.past_of(f"person:{goes}"):
        with suppress(Nothing):
            act(house, Command(), game, lambda tx: _reseated(tx, goes, stays))
    _settled(house, goes, stays)
    others = [name for name in house.store.identities(goes) if name not in (identity, by)]
    identity_index.hand_over(house.store.table, goes, stays, others)
    house.store.clear(goes)
    identity_index.hand_over(house.store.table, goes, stays, [identity, by])
    return stays


def plays(house: HostContext, person_id: str) -> bool:
    """Has this person an unfinished game?"""
    return bool(house.store.games_of(f"person:{person_id}"))


def done(house: HostContext, person_id: str) -> bool:
    """Has this person ever done anything?"""
    owner = f"person:{person_id}"
    return bool(plays(house, person_id) or house.store.past_of(owner) or house.store.counts(owner))


def _who_stays(house: HostContext, one: str, other: str) -> tuple[str, str]:
    """Who is given up, and who stays."""
    if not other or not plays(house, other):
        return other, one
    if plays(house, one):
        raise Illegal(BOTH)
    return one, other


def _reseated(tx: Transaction, goes: str, stays: str) -> None:
    session = tx.session
    theirs = [player for player in session.players if player.person == goes]
    if not theirs and session.by != goes:
        raise Nothing
    for player in theirs:
        player.person = stays
    session.by = stays if session.by == goes else session.by
    tx.board = False
    tx.log("linked", LOG)


def _settled(house: HostContext, goes: str, stays: str) -> None:
    """What the one who stays has never set is taken over, and where they are told things if they are told nowhere."""
    found, other = accounts.person(house, stays), accounts.person(house, goes)
    if found is None or other is None:
        return
    mine, theirs = found.habits, other.habits
    new = replace(_taken_over(mine, theirs, Habits()), style=_taken_over(mine.style, theirs.style, Style()))
    if new != mine:
        accounts.set_habits(house, stays, new)
    if other.place and not found.place:
        accounts.settle(house, stays, other.place)


def _taken_over(mine: Set, theirs: Set, unset: Set) -> Set:
    never = [name for name in mine.__struct_fields__ if getattr(mine, name) == getattr(unset, name)]
    return replace(mine, **{name: getattr(theirs, name) for name in never})


# -- apart


def alone(house: HostContext, person_id: str, identity: str) -> None:
    """From now on only this account is the person; whatever else opened their view opens nothing any more."""
    others = [name for name in house.store.identities(person_id) if name.partition("-")[2] != identity != name]
    house.store.drop_identities(person_id, others)


def has(house: HostContext, person_id: str, platform: str) -> bool:
    """Has this person an account there?"""
    return any(name.startswith(f"{platform}:") for name in house.store.identities(person_id))


def without(house: HostContext, person_id: str, platform: str) -> None:
    """No account of theirs on this platform is theirs any more: it begins anew, and is told nothing of theirs."""
    lead, found = f"{platform}:", accounts.person(house, person_id)
    gone = [name for name in house.store.identities(person_id) if name.startswith(lead) or f"-{lead}" in name]
    house.store.drop_identities(person_id, gone)
    if found is not None and found.place.startswith(lead):
        accounts.settle(house, person_id, "")
