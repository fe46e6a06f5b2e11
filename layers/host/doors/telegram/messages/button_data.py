"""Encodes what a button carries, in at most 64 bytes: a letter for what to do, then words between slashes. Pure."""

from __future__ import annotations

import zlib

MOST_BYTES = 64
MARK = "~"


def key(*words: object) -> str:
    """The data of a button. A last word that is too long is replaced by a mark by which it is found again."""
    *first, last = [str(word) for word in words]
    data = "/".join([*first, last])
    if len(data.encode()) <= MOST_BYTES and not last.startswith(MARK):
        return data
    return "/".join([*first, marked(last)])


def marked(word: object) -> str:
    """A short mark for a long word."""
    return f"{MARK}{zlib.crc32(str(word).encode()):08x}"


def is_for(word: str, value: object) -> bool:
    """Does this word of a button's data stand for this value?"""
    return word in (str(value), marked(value))


def words(data: str, count: int) -> list[str]:
    """The words of a button's data, always so many; whatever is missing is empty."""
    found = data[:MOST_BYTES].split("/", count - 1)
    return found + [""] * (count - len(found))
