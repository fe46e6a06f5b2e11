"""Which person an identity, token or code belongs to, and until when: handed to another person, or prolonged."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from host.core.store.items import DeleteItem, Failed, Item, ItemTable, Op, PutItem


def hand_over(table: ItemTable, goes: str, stays: str, names: Iterable[str]) -> None:
    """By these the other is known from now on, in this order, and for as long as they are good."""
    for name in names:
        item = table.get(f"who/{name}", "who")
        if item is not None:
            _led(table, item, stays, item.until, [DeleteItem(f"person:{goes}", f"who/{name}")])


def prolong(table: ItemTable, name: str, until: float, least: float) -> bool:
    """This is good until then, if it would end sooner by so much at least; was it prolonged?"""
    item = table.get(f"who/{name}", "who")
    if item is None or until - item.until < least:
        return False
    _led(table, item, item.body.decode(), until)
    return True


def _led(table: ItemTable, item: Item, person: str, until: float, ops: Iterable[Op] = ()) -> None:
    led = PutItem(Item(item.pk, item.sk, person.encode(), item.version + 1, until=until), item.version)
    known = PutItem(Item(f"person:{person}", item.pk, until=until))
    with suppress(Failed):  # it was revoked at this moment
        table.write([led, *ops, known])
