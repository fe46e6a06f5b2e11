"""A bar that fills while something takes its time; only a terminal sees it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")
WIDTH = 30


class Progress:
    """How far along something is."""

    def __init__(self, stream: TextIO, what: str, total: int) -> None:
        self.stream = stream
        self.what = what
        self.total = total
        self.began = time.monotonic()

    def over(self, items: Iterable[T]) -> Iterator[T]:
        """Pass the items on, and show how many there have been."""
        shown = self.stream.isatty()
        for n, item in enumerate(items, 1):
            if shown:
                self.stream.write(f"\r{self.line(n, time.monotonic() - self.began)}")
                self.stream.flush()
            yield item
        if shown:
            self.stream.write("\n")

    def line(self, n: int, seconds: float) -> str:
        """`[#####.....] 5/10 seasons, 0:12 to go`."""
        filled = WIDTH * n // self.total
        left = round(seconds / n * (self.total - n))
        bar = "#" * filled + "." * (WIDTH - filled)
        return f"[{bar}] {n}/{self.total} {self.what}, {left // 60}:{left % 60:02} to go "
