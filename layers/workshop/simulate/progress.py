"""A bar that fills while something takes its time; only a terminal sees it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")
PROGRESS_BAR_WIDTH = 30


class Progress:
    """A progress bar that is shown on a terminal only."""

    def __init__(self, stream: TextIO, what: str, total: int) -> None:
        self.stream = stream
        self.what = what
        self.total = total
        self.began = time.monotonic()

    def iter_with_bar(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items, and show on a terminal how many there have been."""
        shown = self.stream.isatty()
        for n, item in enumerate(items, 1):
            if shown:
                self.stream.write(f"\r{self.format_line(n, time.monotonic() - self.began)}")
                self.stream.flush()
            yield item
        if shown:
            self.stream.write("\n")

    def format_line(self, n: int, seconds: float) -> str:
        """Return the bar as a line: `[#####.....] 5/10 seasons, 0:12 to go`."""
        filled = PROGRESS_BAR_WIDTH * n // self.total
        left = round(seconds / n * (self.total - n))
        bar = "#" * filled + "." * (PROGRESS_BAR_WIDTH - filled)
        return f"[{bar}] {n}/{self.total} {self.what}, {left // 60}:{left % 60:02} to go "
