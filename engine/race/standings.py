"""The leaderboard of a Race."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter


def rank_totals(totals: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return place and player, best first; equal totals share a place."""
    found: list[tuple[int, str]] = []
    place, last = 0, None
    for n, (who, total) in enumerate(sorted(totals.items(), key=itemgetter(1), reverse=True), 1):
        if total != last:
            place, last = n, total
        found.append((place, who))
    return found
