"""Rows of numbers that only grow, such as everybody's totals: kept as they are written in the record.

A season has some fifty cycles, and they are looked at when it is over. Until then nobody needs to take them apart with
each answer, nor to put them together again.
"""

from __future__ import annotations

import msgspec

NONE_YET = msgspec.Raw(b"[]")
_numbers = msgspec.json.Decoder(list[int])


def numbers(row: msgspec.Raw) -> list[int]:
    """The numbers in a row, oldest first."""
    return _numbers.decode(row)


def row(found: list[int]) -> msgspec.Raw:
    """These numbers in a row."""
    return msgspec.Raw(msgspec.json.encode(found)) if found else NONE_YET


def with_one_more(before: msgspec.Raw, number: int, most: int | None = None) -> msgspec.Raw:
    """The same row, and this number at its end; of `most` of them only the last."""
    return row([*numbers(before), number][-most if most else 0 :])
