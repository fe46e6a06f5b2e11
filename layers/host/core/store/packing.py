"""Compresses what is kept, with a dictionary of words that every body holds: writes are paid by the kilobyte."""

from __future__ import annotations

import zlib
from pathlib import Path

FROM = 100  # bytes; smaller bodies do not shrink

# What is packed can be unpacked only with these very bytes, so they never change: other words need another attribute.
# They are what stands most often in games, lines of logs and posts, the likelier the later: the four-player game in the
# middle of a cycle at the end of them takes one kilobyte with all that AWS counts, and not two.
COMPRESSION_DICTIONARY = Path(__file__).with_name("words.txt").read_bytes()


def compress_body(body: bytes) -> bytes:
    """Return the body compressed, or the body itself where that does not help."""
    if len(body) < FROM:
        return body
    # Short repetitions are not worth their place beside so many words that are known: a game is 18 bytes smaller.
    packer = zlib.compressobj(9, strategy=zlib.Z_FILTERED, zdict=COMPRESSION_DICTIONARY)
    small = packer.compress(body) + packer.flush()
    return min(body, small, key=len)


def decompress_body(small: bytes) -> bytes:
    """Return the body decompressed."""
    return zlib.decompressobj(zdict=COMPRESSION_DICTIONARY).decompress(small)
