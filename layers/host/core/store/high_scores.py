"""Best single amounts (high scores) of people and places.

Each is an item of its own, so that nothing needs to be read when one is reached, and two games at the same moment
cannot take one from each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from host.core.store.items import (
    HIGHEST,
    MOST_OPS,
    AddToCounts,
    CountBound,
    DeleteItem,
    Failed,
    Item,
    ItemTable,
    Op,
    PutItem,
)

HIGH_SCORE_PREFIX = "best/"


def build_high_score_put(pk: str, name: str, amount: int) -> PutItem:
    """Return the write that stores an amount which a person or place has reached, whether or not it is their best;
    reading the list later deletes amounts that were surpassed.
    """
    return PutItem(Item(pk, f"{HIGH_SCORE_PREFIX}{name}/{amount}", str(amount).encode()))


def load_high_scores(table: ItemTable, pk: str) -> dict[str, int]:
    """Return the best amounts of a person or place by name, and delete the stored amounts that were surpassed."""
    found: dict[str, Item] = {}
    lower: list[Op] = []
    for item in _iter_high_score_items(table, pk):
        if item.damaged or not item.body.isdigit():
            continue
        name = item.sk.split("/")[1]
        ranked = sorted([item, found.get(name, item)], key=lambda each: int(each.body))
        found[name] = ranked[1]
        lower += [DeleteItem(each.pk, each.sk) for each in ranked[:1] if each.sk != ranked[1].sk]
    for first in range(0, len(lower), MOST_OPS):
        table.write(lower[first : first + MOST_OPS])
    return {name: int(item.body) for name, item in found.items()}


def hand_over_table_scores(table: ItemTable, goes: str, stays: str = "") -> None:
    """Give a person's results in ranking lists to another person, or delete them if `stays` is empty."""
    for name in load_high_scores(table, f"count:person:{goes}"):
        pk = f"count:table:{name}"
        amount = load_high_scores(table, pk).get(goes)
        if amount is not None:
            kept: list[Op] = [build_high_score_put(pk, stays, amount)] if stays else []
            table.write([*kept, DeleteItem(pk, f"{HIGH_SCORE_PREFIX}{goes}/{amount}")])


def _iter_high_score_items(table: ItemTable, pk: str) -> Iterator[Item]:
    """Iterate over all stored amounts of a person or place, page by page."""
    first = HIGH_SCORE_PREFIX
    while items := table.query(pk, first, HIGH_SCORE_PREFIX + HIGHEST):
        yield from items
        first = items[-1].sk + "\x00"


LEDGERS = ("count:person:", "count:seen:person:")
COUNTERS_PER_WRITE = 24  # counters: a condition of DynamoDB has no room for many more


def hand_over_counts(table: ItemTable, goes: str, stays: str) -> None:
    """Add one person's counters and best results to another's and delete the originals, in small transactions that can
    be repeated safely.
    """
    for ledger in LEDGERS:
        while (item := table.get(f"{ledger}{goes}", "count")) and item.counts:
            some = dict(list(item.counts.items())[:COUNTERS_PER_WRITE])
            unchanged = [CountBound(name, count, count + 1, inside=True) for name, count in some.items()]
            taken = AddToCounts(item.pk, item.sk, gone=list(some), bounds=unchanged)
            with suppress(Failed):  # one more was counted meanwhile: look again
                table.write([taken, AddToCounts(f"{ledger}{stays}", "count", some)])
    hand_over_table_scores(table, goes, stays)
    for name, amount in load_high_scores(table, f"{LEDGERS[0]}{goes}").items():
        table.write([build_high_score_put(f"{LEDGERS[0]}{stays}", name, amount)])
