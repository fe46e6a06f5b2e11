"""Fixed-window counters for rate limits, for the whole host; they expire by themselves.

A counter is one item that counts within a few spans of time. Who comes when a span is full costs a read and no write.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.core.store.items import AddToCounts, CountBound, Failed, ItemTable

Rate = tuple[float, int]  # in so many seconds, so many


def let_in(table: ItemTable, door: str, rates: Sequence[Rate], now: float) -> float:
    """Count one more, if no span is full; or give how many seconds it takes until the last full one is over."""
    key = "host", f"door/{door}"
    spans = {f"{seconds:.0f}/{now // seconds:.0f}": (most, seconds - now % seconds) for seconds, most in rates}
    item = table.get(*key)
    counts = item.counts if item else {}
    if full := [left for name, (most, left) in spans.items() if counts.get(name, 0) >= most]:
        return max(full)
    bounds = [CountBound(name, 0, most, inside=True) for name, (most, _) in spans.items()]
    past = [name for name in counts if name not in spans]
    try:
        table.write([AddToCounts(*key, dict.fromkeys(spans, 1), past, bounds)])
    except Failed:  # others were quicker
        return min(left for _, left in spans.values())
    return 0.0
