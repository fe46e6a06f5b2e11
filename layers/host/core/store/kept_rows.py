"""What one connection knows of its file: good until somebody else writes there, and let go when it is too much."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

Row = tuple[Any, ...]
MOST = 32 * 1024 * 1024  # bytes read, after which all of it is let go
AROUND = 500  # bytes that a row takes besides its body


class KeptRows:
    """Rows by their keys, and ranges of rows by their partition. What this connection writes it knows as well as what
    it has read, but for the ranges in which that may lie. When another connection has written, everything is forgotten:
    the file itself says so by its `version`.
    """

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], Row | None] = {}
        self._ranges: dict[str, dict[Hashable, list[Row]]] = {}
        self._version, self._bytes = -1, 0

    def row(self, pk: str, sk: str, read: Callable[[str, str], Row | None]) -> Row | None:
        """The row that was read or written here before, or else what is read now."""
        if (pk, sk) not in self._rows:
            self._keep(pk, sk, read(pk, sk))
        return self._rows[pk, sk]

    def range(self, pk: str, what: Hashable, read: Callable[[], list[Row]]) -> list[Row]:
        """The same of several rows of a partition."""
        ranges = self._ranges.get(pk)
        if ranges is None or what not in ranges:
            found = read()
            self._more(*found)
            ranges = self._ranges.setdefault(pk, {})
            ranges[what] = found
        return ranges[what]

    def written(self, pk: str, sk: str, row: Row | None) -> None:
        """This row stands there now, as the file itself would give it back; or none does."""
        self._ranges.pop(pk, None)
        self._keep(pk, sk, row)

    def _keep(self, pk: str, sk: str, row: Row | None) -> None:
        self._more(row)
        self._rows[pk, sk] = row

    def _more(self, *rows: Row | None) -> None:
        self._bytes += sum(AROUND + (len(row[2]) if row and isinstance(row[2], bytes) else 0) for row in rows)
        if self._bytes > MOST:
            self.clear()

    def as_of(self, version: int) -> None:
        """The file is of this version now. If that is another one than it was, nothing that was read is good."""
        if version != self._version:
            self.clear()
            self._version = version

    def clear(self) -> None:
        """Nothing that is known is good any more."""
        self._rows.clear()
        self._ranges.clear()
        self._bytes = 0
