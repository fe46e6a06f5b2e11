"""The leaderboard of a Race."""

from __future__ import annotations

from collections.abc import Mapping


def places(totals: Mapping[str, int]) -> list[tuple[int, str]]:
    """Place and player, best first; equal totals share a place."""
    found: list[tuple[int, str]] = []
    place, last = 0, None
    for n, who in enumerate(sorted(totals, key=totals.__getitem__, reverse=True), 1):
        if totals[who] != last:
            place, last = n, totals[who]
        found.append((place, who))
    return found
