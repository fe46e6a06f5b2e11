"""Which person an identity, token or code belongs to, and until when: handed to another person, or prolonged."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from host.core.store.items import DeleteItem, Failed, Item, ItemTable, Op, PutItem


def hand_over_identities(table: ItemTable, goes: str, stays: str, names: Iterable[str]) -> None:
    """Make these identities (logins, tokens) belong to another person, in this order; each stays valid as long as
    before.
    """
    for name in names:
        item = table.get(f"who/{name}", "who")
        if item is not None:
            _write_identity_owner(table, item, stays, item.until, [DeleteItem(f"person:{goes}", f"who/{name}")])


def prolong_identity(table: ItemTable, name: str, until: float, least: float) -> bool:
    """Extend the validity of an identity (login, token) to `until` if that gains at least `least` seconds; return
    whether it was extended.
    """
    item = table.get(f"who/{name}", "who")
    if item is None or until - item.until < least:
        return False
    _write_identity_owner(table, item, item.body.decode(), until)
    return True


def _write_identity_owner(table: ItemTable, item: Item, person: str, until: float, ops: Iterable[Op] = ()) -> None:
    led = PutItem(Item(item.pk, item.sk, person.encode(), item.version + 1, until=until), item.version)
    known = PutItem(Item(f"person:{person}", item.pk, until=until))
    with suppress(Failed):  # it was revoked at this moment
        table.write([led, *ops, known])
