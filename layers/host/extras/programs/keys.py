"""The key of a person's program: a token of which only the hash is kept. A new one ends the one before. And how many
calls one program may send: enough for a fast player, and never so many that others wait.
"""

from __future__ import annotations

import re

from host.core.context import HostContext
from host.core.session import Person, Session
from host.people import accounts

PROGRAM_KIND = "program"
KEY = re.compile(r"[0-9a-f]{32}")
MAX_CALLS, CALL_WINDOW_SECONDS = 600, 60.0
MAX_CALLERS = 10_000  # that are remembered


def create_key(host: HostContext, person: str) -> str:
    """Create and return the key of this person's program; an earlier one ends."""
    end_key(host, person)
    return accounts.create_token(host, person, PROGRAM_KIND, accounts.LINK_LASTS)


def end_key(host: HostContext, person: str) -> None:
    """Make the key of this person's program invalid."""
    accounts.revoke_tokens(host, person, PROGRAM_KIND)


def has_key(host: HostContext, person: str) -> bool:
    """Return whether this person has a key for a program, perhaps one that has expired."""
    return any(each.startswith(f"{PROGRAM_KIND}:") for each in host.store.list_identities(person))


def use_key(host: HostContext, key: str) -> Person | None:
    """Return the person whose program has this key, and make the key last a fixed time from now; None if there is no
    such key. A text that cannot be a key is not looked up at all.
    """
    person = accounts.find_token_owner(host, PROGRAM_KIND, key) if KEY.fullmatch(key) else None
    if person is not None:
        accounts.renew_token(host, key, PROGRAM_KIND)
    return person


def find_reader_and_renew_key(host: HostContext, session: Session, key: str) -> str | None:
    """Return for whom the program with this key reads a game: the person if their program plays in it, or an empty
    string (a spectator) if not; None if there is no such key. The key's lifetime begins anew.
    """
    person = use_key(host, key)
    return None if person is None else pick_reader(session, person.id)


def pick_reader(session: Session, person: str) -> str:
    """Return the person if their program has a seat in this game, else an empty string, which sees what everybody sees:
    a program is told no secrets of a seat in which a person plays.
    """
    player = session.find_player_of(person)
    return person if player is not None and player.program else ""


class CallLimits:
    """Counts the calls of each program in a window of time, in this process."""

    def __init__(self) -> None:
        self._counts: dict[str, tuple[float, int]] = {}

    def may_call(self, person: str, now: float) -> bool:
        """Count a call of this person's program at the time `now`, in the memory of this process only; return whether
        it is among the first 600 of a minute, which begins with the first call after the last such minute.
        """
        began, count = self._counts.pop(person, (now, 0))
        if not 0 <= now - began < CALL_WINDOW_SECONDS:
            began, count = now, 0
        self._counts[person] = (began, min(count + 1, MAX_CALLS + 1))
        if len(self._counts) > MAX_CALLERS:
            del self._counts[next(iter(self._counts))]
        return count < MAX_CALLS
