"""Accounts that have opted out of being mentioned or written to: kept like a name, and so forgotten with it."""

from __future__ import annotations

from host.core.context import HostContext
from host.core.session import Person
from host.people import accounts


def is_quiet(host: HostContext, identity: str) -> bool:
    """Has this account asked us to leave it alone?"""
    return bool(host.store.who(_mark(identity), host.now()))


def stop(host: HostContext, person: Person, identity: str, mailbox: str) -> None:
    """Never call this account again, and never write to it."""
    accounts.link(host, person.id, _mark(identity))
    if person.place == mailbox:
        accounts.settle(host, person.id, "")
    host.store.hush(mailbox, "", host.now())


def start(host: HostContext, person: Person, identity: str, mailbox: str) -> None:
    """It may be called and written to again."""
    host.store.drop_identities(person.id, [_mark(identity)])
    if not person.place:
        accounts.settle(host, person.id, mailbox)


def _mark(identity: str) -> str:
    return f"quiet-{identity}"
