"""What one connection has read of its file: good until somebody writes there, and let go when it is too much."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Row = tuple[Any, ...]
T = TypeVar("T", Row | None, list[Row])
MOST = 32 * 1024 * 1024  # bytes read, after which all of it is let go
AROUND = 500  # bytes that a row takes besides its body


class KeptRows:
    """Rows by their partition. Whatever this connection writes, its partition is forgotten; when another connection has
    written, everything is: the file itself says so by its `version`.
    """

    def __init__(self) -> None:
        self._partitions: dict[str, dict[Hashable, Any]] = {}
        self._version, self._bytes = -1, 0

    def of(self, pk: str, what: Hashable, read: Callable[[], T]) -> T:
        """What was read here before, or else what is read now."""
        partition = self._partitions.get(pk)
        if partition is not None and what in partition:
            kept: T = partition[what]
            return kept
        found = read()
        rows = found if isinstance(found, list) else [found]
        self._bytes += sum(AROUND + (len(row[2]) if row and isinstance(row[2], bytes) else 0) for row in rows)
        if self._bytes > MOST:
            self.clear()
        self._partitions.setdefault(pk, {})[what] = found
        return found

    def as_of(self, version: int) -> None:
        """The file is of this version now. If that is another one than it was, nothing that was read is good."""
        if version != self._version:
            self.clear()
            self._version = version

    def forget(self, pk: str) -> None:
        """Something is written there."""
        self._partitions.pop(pk, None)

    def clear(self) -> None:
        """Nothing that was read is good any more."""
        self._partitions.clear()
        self._bytes = 0
