"""Fixed-window counters for rate limits.

A counter is one item that counts within a few spans of time, and expires after the longest. What several counters share
is counted in all of them or in none. A refusal costs a read and no write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from msgspec import Struct

from host.core.store.items import AddToCounts, CountBound, Failed, ItemTable

Rate = tuple[float, int]  # in so many seconds, so many
Rates = tuple[Rate, ...]
MAX_WINDOW_COUNT = 10**9


class RateLimit(Struct, frozen=True):
    """How often one person, all of one network, and everybody together may do something."""

    person: Rates
    network: Rates
    host: Rates


def count_within_rates(table: ItemTable, counters: Mapping[str, Sequence[Rate]], now: float) -> float:
    """Count an event in each of these rate limits, by name in `counters`, and return 0; if one is exhausted, count
    nothing and return the seconds until the longest of the full time windows ends (or, if others used up the last place
    just now, the first of all windows).
    """
    ops, waits, ends = [], [], []
    items = table.several([("host", f"door/{name}") for name in counters])
    for (name, rates), item in zip(counters.items(), items, strict=True):
        spans = {_build_window_name(seconds, now): (most, seconds - now % seconds) for seconds, most in rates}
        counts = item.counts if item else {}
        waits += [left for span, (most, left) in spans.items() if counts.get(span, 0) >= most]
        ends += [left for _, left in spans.values()]
        bounds = [CountBound(span, 0, most, inside=True) for span, (most, _) in spans.items()]
        past = [span for span in counts if span not in spans]
        until = now + max(left for _, left in spans.values())
        ops.append(AddToCounts("host", f"door/{name}", dict.fromkeys(spans, 1), past, bounds, until))
    if waits:
        return max(waits)
    try:
        table.write(ops)
    except Failed:  # others were quicker
        return min(ends)
    return 0.0


def take_back_count(table: ItemTable, counters: Mapping[str, Sequence[Rate]], at: float, now: float) -> None:
    """Take back the counting of an event that was counted at the time `at`, in those time windows that are still
    running `now`; a counter in which nothing is counted stays as it is.
    """
    for name, rates in counters.items():
        spans = {_build_window_name(seconds, now) for seconds, _ in rates} & {
            _build_window_name(seconds, at) for seconds, _ in rates
        }
        bounds = [CountBound(span, 1, MAX_WINDOW_COUNT, inside=True) for span in spans]
        with suppress(Failed):  # it was not counted here
            if spans:
                table.write([AddToCounts("host", f"door/{name}", dict.fromkeys(spans, -1), bounds=bounds)])


def _build_window_name(seconds: float, now: float) -> str:
    """Return the name of the counter for the time window of so many seconds in which `now` lies."""
    return f"{seconds:.0f}/{now // seconds:.0f}"
