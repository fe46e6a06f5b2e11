"""Looks at everything that is kept, and puts right what follows from the rest: lists of games, entries of clocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct, field

from host.core.context import HostContext
from host.core.deadlines.question_clocks import due
from host.core.session import LogEntry, Person, Post, Session
from host.core.store.commit import DUE, GAMES
from host.core.store.items import Failed, Item, PutItem

DECODE: dict[str, Callable[[bytes], object]] = {
    "session": msgspec.json.Decoder(Session).decode,
    "log": msgspec.json.Decoder(LogEntry).decode,
    "post": msgspec.json.Decoder(Post).decode,
    "person": msgspec.json.Decoder(Person).decode,
    "who": bytes.decode,
    "beat": float,
}


class RepairFaults(Struct):
    """What does not fit. Only what is `unreadable` cannot be put right from the rest."""

    unreadable: list[str] = field(default_factory=list)
    unlisted: list[str] = field(default_factory=list)  # whose lists lack a game of theirs
    still: list[str] = field(default_factory=list)  # games whose clocks nobody looks at

    def __bool__(self) -> bool:
        return bool(self.unreadable or self.unlisted or self.still)


def looked_over(host: HostContext) -> RepairFaults:
    """Everything is read once: for an operator, never for a player. What is well again loses its mark."""
    found = RepairFaults()
    lists: dict[str, set[str]] = {}
    wanted: dict[str, set[str]] = {}
    for item in host.store.table.every():
        if not readable(item):
            found.unreadable.append(f"{item.pk} {item.sk}")
        elif item.sk == GAMES:
            lists[item.pk] = set(item.counts)
        elif item.sk == "session":
            _noted(host, item, wanted, found)
    found.unlisted = sorted(owner for owner, games in wanted.items() if games - lists.get(owner, set()))
    for keys in found.unreadable:
        host.store.mark(*keys.split(" ", 1))
    forgive(host)
    return found


def _noted(host: HostContext, item: Item, wanted: dict[str, set[str]], found: RepairFaults) -> None:
    session = msgspec.json.decode(item.body, type=Session)
    for owner, heading in session.links():
        if heading.startswith("game/"):
            wanted.setdefault(owner, set()).add(session.id)
    if session.broken:
        found.unreadable.append(f"{item.pk} {item.sk}")
    elif due(host, session) and item.index != DUE:
        found.still.append(session.id)


def readable(item: Item) -> bool:
    """Can it be read as what it is?"""
    decode = DECODE.get(item.sk.partition("/")[0])
    try:
        if decode is not None and not (item.sk.startswith("who/") or (item.pk == "host" and item.sk != "beat")):
            decode(item.body)
    except ValueError:
        return False
    return not item.damaged


def forgive(host: HostContext) -> list[str]:
    """The marks that stand; those of rows that can be read again, or are gone, are taken away."""
    standing = []
    for keys in host.store.damaged():
        pk, _, sk = keys.partition(" ")
        item = host.store.table.get(pk, sk)
        if item is None or (readable(item) and not _broken(item)):
            host.store.mended(keys)
        else:
            standing.append(keys)
    return standing


def _broken(item: Item) -> bool:
    return item.sk == "session" and msgspec.json.decode(item.body, type=Session).broken


def mend(host: HostContext) -> RepairFaults:
    """Put right what can be; returns what was wrong."""
    found = looked_over(host)
    sessions = list(host.store.sessions())
    for owner in {*found.unlisted, *_lists(found)}:
        games = {session.id: 1 for session in sessions if (owner, f"game/{session.id}") in session.links()}
        host.store.table.write([PutItem(Item(owner, GAMES, counts=games))])
    for game in found.still:
        _wound(host, game)
    found.unreadable = forgive(host)
    return found


def _lists(found: RepairFaults) -> Iterator[str]:
    for keys in found.unreadable:
        owner, _, sk = keys.partition(" ")
        if sk == GAMES:
            yield owner


def _wound(host: HostContext, game: str) -> None:
    saved, item = host.store.game(game), host.store.table.get(f"game/{game}", "session")
    if saved is None or item is None:
        return
    new = msgspec.structs.replace(item, index=DUE, when=due(host, saved.session), due=0.0)
    try:
        host.store.table.write([PutItem(new, item.version)])
    except Failed:  # somebody has just played, and wound it
        return
