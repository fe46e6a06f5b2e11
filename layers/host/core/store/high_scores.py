"""Best single amounts (high scores) of people and places.

Each is an item of its own, so that nothing needs to be read when one is reached, and two games at the same moment
cannot take one from each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.core.store.items import HIGHEST, MOST_OPS, DeleteItem, Item, ItemTable, Op, PutItem

FIRST = "best/"


def reached(pk: str, name: str, amount: int) -> PutItem:
    """This much, whether it is a new height or not: whoever looks throws away what has been surpassed."""
    return PutItem(Item(pk, f"{FIRST}{name}/{amount}", str(amount).encode()))


def highest(table: ItemTable, pk: str) -> dict[str, int]:
    """The highest that has ever been reached, by what it is; the rest is thrown away."""
    found: dict[str, Item] = {}
    lower: list[Op] = []
    for item in _whole(table, pk):
        if item.damaged or not item.body.isdigit():
            continue
        name = item.sk.split("/")[1]
        ranked = sorted([item, found.get(name, item)], key=lambda each: int(each.body))
        found[name] = ranked[1]
        lower += [DeleteItem(each.pk, each.sk) for each in ranked[:1] if each.sk != ranked[1].sk]
    for first in range(0, len(lower), MOST_OPS):
        table.write(lower[first : first + MOST_OPS])
    return {name: int(item.body) for name, item in found.items()}


def handed_on(table: ItemTable, goes: str, stays: str = "") -> None:
    """Wherever somebody's best stands in a table that many share, it is somebody else's now, or nobody's."""
    for name in highest(table, f"count:person:{goes}"):
        pk = f"count:table:{name}"
        amount = highest(table, pk).get(goes)
        if amount is not None:
            kept: list[Op] = [reached(pk, stays, amount)] if stays else []
            table.write([*kept, DeleteItem(pk, f"{FIRST}{goes}/{amount}")])


def _whole(table: ItemTable, pk: str) -> Iterator[Item]:
    """All high scores of a partition, page by page."""
    first = FIRST
    while items := table.query(pk, first, FIRST + HIGHEST):
        yield from items
        first = items[-1].sk + "\x00"
