"""The public story of a game as one text, and its fingerprint, by which every place can see that it was told the same.

Seats stand in it and no names, in plain English, so that it stays as it is when somebody is forgotten.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.kernel import PUBLIC, Told, render
from host.store.store import Store

PRINT = (
    "All that was said here in public, {n:n} lines, has the SHA-256 {print}. It ends alike wherever this game is shown."
)


class Story(NamedTuple):
    """What was said to everybody, line by line."""

    lines: list[str]

    @property
    def text(self) -> str:
        """As it is hashed."""
        return "".join(f"{line}\n" for line in self.lines)

    def told(self) -> Told:
        """What is said of it when the game is over."""
        return Told(PRINT, {"n": len(self.lines), "print": hashlib.sha256(self.text.encode()).hexdigest()}, PUBLIC)


def story(store: Store, game_id: str, last: Iterable[Told] = ()) -> Story:
    """All that the log of a game has said in public, and what is about to be said; up to the fingerprint."""
    found: list[str] = []
    for told in (*_logged(store, game_id), *last):
        if told.text == PRINT:
            break
        if told.to == PUBLIC:
            found.append(" ".join(render(told.text, told.facts).split()))
    return Story(found)


def _logged(store: Store, game_id: str) -> Iterator[Told]:
    first = 0
    while entries := store.log(game_id, first):
        for entry in entries:
            yield from entry.told
        first = entries[-1].n + 1
