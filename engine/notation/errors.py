"""What can be wrong with a text."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class Malformed(Exception):
    """A text that is not the notation. Names the line and what was expected there."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class UnclearLine(ValueError):
    """A piece of a line that cannot be read; whoever knows the line makes it `Malformed`."""


def near(word: str, words: Iterable[str]) -> str:
    """A hint at the word that was probably meant."""
    found = difflib.get_close_matches(word, list(words), n=1)
    return f" Did you mean “{found[0]}”?" if found else ""
