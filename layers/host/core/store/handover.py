"""Moves the counters and high scores of one person to another, when their accounts are merged.

Each piece goes in one transaction, which happens only while it still lies where it was: so it may be broken off
anywhere and begun again, and nothing counts twice.
"""

from __future__ import annotations

from contextlib import suppress

from host.core.store.high_scores import handed_on, highest, reached
from host.core.store.items import AddToCounts, CountBound, Failed, ItemTable

LEDGERS = ("count:person:", "count:seen:person:")
AT_ONCE = 24  # counters: a condition of DynamoDB has no room for many more


def counts(table: ItemTable, goes: str, stays: str) -> None:
    """What one has done, reached and met counts for the other."""
    for ledger in LEDGERS:
        while (item := table.get(f"{ledger}{goes}", "count")) and item.counts:
            some = dict(list(item.counts.items())[:AT_ONCE])
            unchanged = [CountBound(name, count, count + 1, inside=True) for name, count in some.items()]
            taken = AddToCounts(item.pk, item.sk, gone=list(some), bounds=unchanged)
            with suppress(Failed):  # one more was counted meanwhile: look again
                table.write([taken, AddToCounts(f"{ledger}{stays}", "count", some)])
    handed_on(table, goes, stays)
    for name, amount in highest(table, f"{LEDGERS[0]}{goes}").items():
        table.write([reached(f"{LEDGERS[0]}{stays}", name, amount)])
