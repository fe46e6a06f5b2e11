"""The public story of a game as one text, and its fingerprint, by which every place can see that it was told the same.

Seats stand in it and no names, in plain English, so that it stays as it is when somebody is forgotten. The fingerprint
grows with each line, so that nobody has to read a whole season again at its end: it is the SHA-256 of the fingerprint
so far, which is nothing at first, and of the line, with a line break after each of the two.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from engine.kernel import PUBLIC, Told, render
from host.store.store import Store

PRINT = "All that was said here in public has the fingerprint {print}. It ends alike wherever this game is shown."


def lines(said: Iterable[Told]) -> Iterator[str]:
    """What of this was said in public; up to the fingerprint."""
    for told in said:
        if told.text == PRINT:
            return
        if told.to == PUBLIC:
            yield " ".join(render(told.text, told.facts).split())


def fingerprint(said: Iterable[str], before: str = "") -> str:
    """The fingerprint after these lines."""
    for line in said:
        before = hashlib.sha256(f"{before}\n{line}\n".encode()).hexdigest()
    return before


def text(store: Store, game_id: str) -> str:
    """All that the log of a game has said in public, and its fingerprint in the last line."""
    found = list(lines(_logged(store, game_id)))
    return "".join(f"{line}\n" for line in (*found, fingerprint(found)))


def _logged(store: Store, game_id: str) -> Iterator[Told]:
    first = 0
    while entries := store.log(game_id, first):
        for entry in entries:
            yield from entry.told
        first = entries[-1].n + 1
