"""Encodes what a button carries, in at most 64 bytes: a letter for what to do, then words between slashes. Pure."""

from __future__ import annotations

import zlib

MOST_BYTES = 64
MARK = "~"


def encode_button_data(*words: object) -> str:
    """Encode these words as button data, replacing a last word that is too long by its checksum."""
    *first, last = [str(word) for word in words]
    data = "/".join([*first, last])
    if len(data.encode()) <= MOST_BYTES and not last.startswith(MARK):
        return data
    return "/".join([*first, compute_word_mark(last)])


def compute_word_mark(word: object) -> str:
    """Return a short checksum that stands for a long word."""
    return f"{MARK}{zlib.crc32(str(word).encode()):08x}"


def is_word_for(word: str, value: object) -> bool:
    """Return whether this word of button data stands for the value, in full or as a checksum."""
    return word in (str(value), compute_word_mark(value))


def parse_button_data(data: str, count: int) -> list[str]:
    """Split button data into exactly this many words; missing ones are empty."""
    found = data[:MOST_BYTES].split("/", count - 1)
    return found + [""] * (count - len(found))
