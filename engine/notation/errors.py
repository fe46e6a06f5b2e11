"""What can be wrong with a text."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class Malformed(Exception):
    """Raised for a text that does not follow the notation; names the line and what was expected there."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class UnclearLine(ValueError):
    """Raised for a piece of a line that cannot be read; callers that know the line number turn it into `Malformed`."""


def format_hint(word: str, words: Iterable[str]) -> str:
    """Format a “Did you mean …?” hint with the most similar word, or an empty string."""
    found = difflib.get_close_matches(word, list(words), n=1)
    return f" Did you mean “{found[0]}”?" if found else ""
