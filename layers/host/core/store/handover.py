"""Moves the counters and high scores of one person to another, when their accounts are merged.

Each piece goes in one transaction, which happens only while it still lies where it was: so it may be broken off
anywhere and begun again, and nothing counts twice.
"""

from __future__ import annotations

from contextlib import suppress

from host.core.store.high_scores import build_high_score_put, hand_over_table_scores, load_high_scores
from host.core.store.items import AddToCounts, CountBound, Failed, ItemTable

LEDGERS = ("count:person:", "count:seen:person:")
COUNTERS_PER_WRITE = 24  # counters: a condition of DynamoDB has no room for many more


def hand_over_counts(table: ItemTable, goes: str, stays: str) -> None:
    """Add one person's counters and high scores to another's and delete them there, in small transactions that can be
    repeated safely.
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
