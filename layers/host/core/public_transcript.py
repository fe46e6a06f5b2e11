"""All that a game said in public as one text, and its fingerprint: so every place can see that it was told the same.

Whoever reads it finds names in it. What the fingerprint is of has seats instead, in plain English, so that it stays as
it is when somebody is forgotten. The fingerprint grows with each line, so that nobody has to read a whole season again
at its end: it is the SHA-256 of the fingerprint so far, which is nothing at first, and of the line, with a line break
after each of the two.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from engine.kernel import PUBLIC, Reader, Told, render
from host.core.session import LogEntry
from host.core.store.store import Store

PRINT = "All that was said here in public has the fingerprint {print}. It ends alike wherever this game is shown."
SEATS = (
    "With seats in place of names, as /g/{game}/story?seats=1 and rtab export {game} --story --seats show it, this has "
    "the fingerprint {print}."
)
PLAIN = Reader()


def lines(said: Iterable[Told], reader: Reader = PLAIN) -> Iterator[str]:
    """What of this was said in public; up to the fingerprint."""
    for told in said:
        if told.text == PRINT:
            return
        if told.to == PUBLIC:
            yield " ".join(render(told.text, told.facts, reader).split())


def fingerprint(said: Iterable[str], before: str = "") -> str:
    """The fingerprint after these lines."""
    for line in said:
        before = hashlib.sha256(f"{before}\n{line}\n".encode()).hexdigest()
    return before


def so_far(log: Iterable[LogEntry]) -> str:
    """The fingerprint that a game with this log should have."""
    print_ = ""
    for entry in log:
        print_ = fingerprint(lines(entry.told), print_)
    return print_


def text(store: Store, game_id: str) -> str:
    """All that the log of a game has said in public, with seats in it, and its fingerprint in the last line."""
    found = list(lines(_logged(store, game_id)))
    return "".join(f"{line}\n" for line in (*found, fingerprint(found)))


def named(store: Store, game_id: str, reader: Reader) -> str:
    """The same in the reader's words and with names, and which text the fingerprint is of."""
    said = list(_logged(store, game_id))
    last = reader.say(SEATS, game=game_id, print=fingerprint(lines(said)))
    return "".join(f"{line}\n" for line in (*lines(said, reader), "", last))


def _logged(store: Store, game_id: str) -> Iterator[Told]:
    first = 0
    while entries := store.log(game_id, first):
        for entry in entries:
            yield from entry.told
        first = entries[-1].n + 1
