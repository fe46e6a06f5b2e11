"""What one connection knows of its file: good until somebody else writes there, and let go when it is too much."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

SqliteRow = tuple[Any, ...]
MAX_ROW_CACHE_BYTES = 32 * 1024 * 1024  # bytes read, after which all of it is let go
AROUND = 500  # bytes that a row takes besides its body


class KeptRows:
    """A cache of the rows that one SQLite connection has read or written, and of ranges of rows by partition. It is
    cleared when another connection has written, which the file's `version` shows, and when it grows too large.
    """

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], SqliteRow | None] = {}
        self._ranges: dict[str, dict[Hashable, list[SqliteRow]]] = {}
        self._version, self._bytes = -1, 0

    def get_row(self, pk: str, sk: str, read: Callable[[str, str], SqliteRow | None]) -> SqliteRow | None:
        """Return the cached row, or read it."""
        if (pk, sk) not in self._rows:
            self._cache_row(pk, sk, read(pk, sk))
        return self._rows[pk, sk]

    def get_range(self, pk: str, what: Hashable, read: Callable[[], list[SqliteRow]]) -> list[SqliteRow]:
        """Return the cached rows of a partition, or read them."""
        ranges = self._ranges.get(pk)
        if ranges is None or what not in ranges:
            found = read()
            self._count_bytes(*found)
            ranges = self._ranges.setdefault(pk, {})
            ranges[what] = found
        return ranges[what]

    def record_write(self, pk: str, sk: str, row: SqliteRow | None) -> None:
        """Cache a row that was just written, None if it was deleted, and drop the cached ranges of its partition."""
        self._ranges.pop(pk, None)
        self._cache_row(pk, sk, row)

    def _cache_row(self, pk: str, sk: str, row: SqliteRow | None) -> None:
        self._count_bytes(row)
        self._rows[pk, sk] = row

    def _count_bytes(self, *rows: SqliteRow | None) -> None:
        self._bytes += sum(AROUND + (len(row[2]) if row and isinstance(row[2], bytes) else 0) for row in rows)
        if self._bytes > MAX_ROW_CACHE_BYTES:
            self.clear()

    def clear_if_changed(self, version: int) -> None:
        """Clear the cache if the file's version is another one than before."""
        if version != self._version:
            self.clear()
            self._version = version

    def clear(self) -> None:
        """Evict everything."""
        self._rows.clear()
        self._ranges.clear()
        self._bytes = 0
