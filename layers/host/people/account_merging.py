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
from host.core.session import Person, ReachableHours, WritingStyle
from host.core.store import handover, identity_index, kept_of_people
from host.core.transaction import NothingToChange, Transaction
from host.people import accounts

STALE = "That link is no longer good. Ask for a new one."
SAME = "You are one and the same already."
BOTH = "You play under both names just now. Finish the games of one of them first."

Set = TypeVar("Set", bound=Struct)


def asked(host: HostContext, ticket: str, identity: str) -> Person:
    """Whose code this is, if whoever comes with this identity could become one with them; raises Illegal."""
    found = accounts.person(host, host.store.who(ticket, host.now()))
    if found is None:
        raise Illegal(STALE)
    other = host.store.who(identity, host.now())
    if other == found.id:
        raise Illegal(SAME)
    _who_stays(host, found.id, other)
    return found


def redeem(host: HostContext, ticket: str, identity: str) -> Person:
    """Whoever comes with this identity is the person who asked for the code."""
    asker = asked(host, ticket, identity).id
    stays = become_one(host, asker, identity, ticket)
    host.store.drop_identities(stays, [ticket])
    found = accounts.person(host, stays)
    if found is None:
        raise Illegal(STALE)
    return found


def become_one(host: HostContext, person_id: str, identity: str, by: str = "") -> str:
    """This person and whoever has the identity are one: whoever of them plays just now, with the other's past."""
    other = host.store.who(identity, host.now())
    if not other:
        accounts.link(host, person_id, identity)
        return person_id
    if other == person_id:
        return person_id
    goes, stays = _who_stays(host, person_id, other)
    handover.counts(host.store.table, goes, stays)
    kept_of_people.hand_over(host.store, goes, stays)
    for game in host.store.past_of(f"person:{goes}"):
        with suppress(NothingToChange):
            act(host, Command(), game, lambda tx: _reseated(tx, goes, stays))
    _settled(host, goes, stays)
    others = [name for name in host.store.identities(goes) if name not in (identity, by)]
    identity_index.hand_over(host.store.table, goes, stays, others)
    host.store.clear(goes)
    identity_index.hand_over(host.store.table, goes, stays, [identity, by])
    host.recent.clear()  # lists that name them
    return stays


def plays(host: HostContext, person_id: str) -> bool:
    """Has this person an unfinished game?"""
    return bool(host.store.games_of(f"person:{person_id}"))


def done(host: HostContext, person_id: str) -> bool:
    """Has this person ever done anything?"""
    owner = f"person:{person_id}"
    return bool(plays(host, person_id) or host.store.past_of(owner) or host.store.counts(owner))


def _who_stays(host: HostContext, one: str, other: str) -> tuple[str, str]:
    """Who is given up, and who stays."""
    if not other or not plays(host, other):
        return other, one
    if plays(host, one):
        raise Illegal(BOTH)
    return one, other


def _reseated(tx: Transaction, goes: str, stays: str) -> None:
    session = tx.session
    theirs = [player for player in session.players if player.person == goes]
    if not theirs and session.by != goes:
        raise NothingToChange
    for player in theirs:
        player.person = stays
    session.by = stays if session.by == goes else session.by
    tx.board = False
    tx.log("linked", LOG)


def _settled(host: HostContext, goes: str, stays: str) -> None:
    """What the one who stays has never set is taken over, and where they are told things if they are told nowhere."""
    found, other = accounts.person(host, stays), accounts.person(host, goes)
    if found is None or other is None:
        return
    mine, theirs = found.habits, other.habits
    new = replace(
        _taken_over(mine, theirs, ReachableHours()), style=_taken_over(mine.style, theirs.style, WritingStyle())
    )
    if new != mine:
        accounts.set_habits(host, stays, new)
    if other.place and not found.place:
        accounts.settle(host, stays, other.place)


def _taken_over(mine: Set, theirs: Set, unset: Set) -> Set:
    never = [name for name in mine.__struct_fields__ if getattr(mine, name) == getattr(unset, name)]
    return replace(mine, **{name: getattr(theirs, name) for name in never})


# -- apart


def alone(host: HostContext, person_id: str, identity: str) -> None:
    """From now on only this account is the person; whatever else opened their view opens nothing any more."""
    others = [name for name in host.store.identities(person_id) if name.partition("-")[2] != identity != name]
    host.store.drop_identities(person_id, others)


def has(host: HostContext, person_id: str, platform: str) -> bool:
    """Has this person an account there?"""
    return any(name.startswith(f"{platform}:") for name in host.store.identities(person_id))


def without(host: HostContext, person_id: str, platform: str) -> None:
    """No account of theirs on this platform is theirs any more: it begins anew, and is told nothing of theirs."""
    lead, found = f"{platform}:", accounts.person(host, person_id)
    gone = [name for name in host.store.identities(person_id) if name.startswith(lead) or f"-{lead}" in name]
    host.store.drop_identities(person_id, gone)
    if found is not None and found.place.startswith(lead):
        accounts.settle(host, person_id, "")
