"""All that a game said in public as one text, and its fingerprint: so every place can see that it was told the same.

The text has names in it. The fingerprint is of events: each as a line of JSON with its id, its facts with seats in
place of names, and its table; so it stays the same when a sentence is reworded or somebody is forgotten. Of games that
began before there were events it is of the sentences in plain English. It is the SHA-256 of the fingerprint so far,
which is nothing at first, and of the line, with a line break after each of the two: nobody has to read a whole season
again at its end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from engine.kernel import PUBLIC, Illegal, Reader, Told, render
from host.core import events
from host.core.session import LogEntry, Session
from host.core.store.store import Store

SEATS = (
    "With seats in place of names, as /g/{game}/story?seats=1 and rtab export {game} --story --seats show it, this has "
    "the fingerprint {print}."
)
PLAIN = Reader()


def sentences(said: Iterable[Told], reader: Reader = PLAIN) -> Iterator[str]:
    """What of this was said in public, as it is read; up to the fingerprint."""
    for told in _public(said):
        yield " ".join(render(told.text, told.facts, reader).split())


def lines(session: Session, said: Iterable[Told]) -> Iterator[str]:
    """What of this was said in public, as this game's fingerprint takes it; up to the fingerprint."""
    return _event_lines(said) if session.by_event else sentences(said)


def _event_lines(said: Iterable[Told]) -> Iterator[str]:
    for told in _public(said):
        yield msgspec.json.encode((told.what, told.facts, told.table), order="sorted").decode()


def _public(said: Iterable[Told]) -> Iterator[Told]:
    for told in said:
        if events.tells(told, events.FingerprintShown):
            return
        if told.to == PUBLIC:
            yield told


def fingerprint(said: Iterable[str], before: str = "") -> str:
    """The fingerprint after these lines."""
    for line in said:
        before = hashlib.sha256(f"{before}\n{line}\n".encode()).hexdigest()
    return before


def so_far(session: Session, log: Iterable[LogEntry]) -> str:
    """The fingerprint that a game with this log should have."""
    print_ = ""
    for entry in log:
        print_ = fingerprint(lines(session, entry.told), print_)
    return print_


def text(store: Store, game_id: str) -> str:
    """The lines that the fingerprint of a game is of, and it in the last line."""
    found = list(lines(_session(store, game_id), _logged(store, game_id)))
    return "".join(f"{line}\n" for line in (*found, fingerprint(found)))


def named(store: Store, game_id: str, reader: Reader) -> str:
    """All that was said in public in the reader's words and with names, and which text the fingerprint is of."""
    said = list(_logged(store, game_id))
    print_ = fingerprint(lines(_session(store, game_id), said))
    return "".join(
        f"{line}\n" for line in (*sentences(said, reader), "", reader.say(SEATS, game=game_id, print=print_))
    )


def _session(store: Store, game_id: str) -> Session:
    saved = store.game(game_id)
    if saved is None:
        raise Illegal("There is no game of that name.")
    return saved.session


def _logged(store: Store, game_id: str) -> Iterator[Told]:
    first = 0
    while entries := store.log(game_id, first):
        for entry in entries:
            yield from entry.told
        first = entries[-1].n + 1
