"""Accounts that have opted out of being mentioned or written to: kept like a name, and so forgotten with it."""

from __future__ import annotations

from host.core.context import HostContext
from host.core.session import Person
from host.people import accounts


def has_opted_out(host: HostContext, identity: str) -> bool:
    """Return whether this account has asked not to be mentioned or written to."""
    return bool(host.store.find_person_id(_build_opt_out_name(identity), host.now()))


def opt_out_account(host: HostContext, person: Person, identity: str, mailbox: str) -> None:
    """Never mention this account again or write to it, and drop the posts queued for it."""
    accounts.link_identity(host, person.id, _build_opt_out_name(identity))
    if person.place == mailbox:
        accounts.set_private_place(host, person.id, "")
    host.store.drop_or_redirect_posts(mailbox, "", host.now())


def opt_in_account(host: HostContext, person: Person, identity: str, mailbox: str) -> None:
    """Allow this account to be mentioned and written to again."""
    host.store.drop_identities(person.id, [_build_opt_out_name(identity)])
    if not person.place:
        accounts.set_private_place(host, person.id, mailbox)


def _build_opt_out_name(identity: str) -> str:
    return f"quiet-{identity}"
