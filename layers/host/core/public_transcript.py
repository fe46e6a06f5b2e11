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

from engine.kernel import PUBLIC, Illegal, Reader, Told, format_told
from host.core import events
from host.core.session import LogEntry, Session
from host.core.store.store import Store

FINGERPRINT_NOTE_TEXT = (
    "The fingerprint of this story, with seats and not names, is {print}. To see it that way, open "
    "/g/{game}/story?seats=1 or use rtab export {game} --story --seats."
)
ENGLISH_READER = Reader()


def iter_public_sentences(said: Iterable[Told], reader: Reader = ENGLISH_READER) -> Iterator[str]:
    """Iterate over the public announcements as sentences in the reader's language, up to the one that tells the
    fingerprint.
    """
    for told in _iter_public_lines(said):
        yield " ".join(format_told(told, reader).split())


def iter_fingerprint_lines(session: Session, said: Iterable[Told]) -> Iterator[str]:
    """Iterate over the public announcements in the exact form over which this game's fingerprint is computed, up to the
    one that tells it.
    """
    return _iter_event_lines(said) if session.by_event else iter_public_sentences(said)


def _iter_event_lines(said: Iterable[Told]) -> Iterator[str]:
    for told in _iter_public_lines(said):
        yield msgspec.json.encode((told.what, told.facts, told.table), order="sorted").decode()


def _iter_public_lines(said: Iterable[Told]) -> Iterator[Told]:
    for told in said:
        if events.tells(told, events.FingerprintShown):
            return
        if told.to == PUBLIC:
            yield told


def compute_fingerprint(said: Iterable[str], before: str = "") -> str:
    """Return the running hash over these lines, continuing from `before`, by which two places can check that they were
    told the same.
    """
    for line in said:
        before = hashlib.sha256(f"{before}\n{line}\n".encode()).hexdigest()
    return before


def compute_log_fingerprint(session: Session, log: Iterable[LogEntry]) -> str:
    """Return the fingerprint that a game with this log must have, to compare with the one it told."""
    print_ = ""
    for entry in log:
        print_ = compute_fingerprint(iter_fingerprint_lines(session, entry.told), print_)
    return print_


def format_fingerprint_text(store: Store, game_id: str) -> str:
    """Return the text over which a game's fingerprint is computed, with the fingerprint in the last line, so that
    anybody can check it.
    """
    found = list(iter_fingerprint_lines(_load_session_or_refuse(store, game_id), _iter_told_lines(store, game_id)))
    return "".join(f"{line}\n" for line in (*found, compute_fingerprint(found)))


def format_public_story(store: Store, game_id: str, reader: Reader) -> str:
    """Return everything that was said in public in a game, in the reader's language and with names, and how to get the
    text for checking the fingerprint.
    """
    said = list(_iter_told_lines(store, game_id))
    print_ = compute_fingerprint(iter_fingerprint_lines(_load_session_or_refuse(store, game_id), said))
    return "".join(
        f"{line}\n"
        for line in (
            *iter_public_sentences(said, reader),
            "",
            reader.format_sentence(FINGERPRINT_NOTE_TEXT, game=game_id, print=print_),
        )
    )


def _load_session_or_refuse(store: Store, game_id: str) -> Session:
    saved = store.load_game(game_id)
    if saved is None:
        raise Illegal("There is no game called that here.", code="no_game")
    return saved.session


def _iter_told_lines(store: Store, game_id: str) -> Iterator[Told]:
    first = 0
    while entries := store.load_log(game_id, first):
        for entry in entries:
            yield from entry.told
        first = entries[-1].n + 1
