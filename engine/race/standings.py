"""The leaderboard of a Race."""

from __future__ import annotations

from collections.abc import Mapping


def places(totals: Mapping[str, int]) -> list[tuple[int, str]]:
    """Place and player, best first; equal totals share a place."""
    ranked = sorted(totals, key=lambda who: -totals[who])
    found: dict[int, int] = {}
    for n, who in enumerate(ranked, 1):
        found.setdefault(totals[who], n)
    return [(found[totals[who]], who) for who in ranked]
