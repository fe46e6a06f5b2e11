"""Rows of numbers that only grow, such as everybody's totals: kept as they are written in the record.

A season has some fifty cycles, and they are looked at when it is over. Until then nobody needs to take them apart with
each answer, nor to put them together again.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter

import msgspec

NONE_YET = msgspec.Raw(b"[]")
_NUMBERS_DECODER = msgspec.json.Decoder(list[int])


def parse_number_row(row: msgspec.Raw) -> list[int]:
    """Decode a stored row of numbers, such as a player's totals over time, oldest first."""
    return _NUMBERS_DECODER.decode(row)


def encode_number_row(found: list[int]) -> msgspec.Raw:
    """Encode a row of numbers, such as a player's totals over time, for storage."""
    return msgspec.Raw(msgspec.json.encode(found)) if found else NONE_YET


def append_to_number_row(before: msgspec.Raw, number: int, most: int | None = None) -> msgspec.Raw:
    """Return a stored row of numbers with one more appended, keeping only the last `most` if given."""
    return encode_number_row([*parse_number_row(before), number][-most if most else 0 :])


def rank_totals(totals: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return each player with their place, best first; equal totals share a place."""
    found: list[tuple[int, str]] = []
    place, last = 0, None
    for n, (who, total) in enumerate(sorted(totals.items(), key=itemgetter(1), reverse=True), 1):
        if total != last:
            place, last = n, total
        found.append((place, who))
    return found
