"""Looks at everything that is kept, and puts right what follows from the rest: lists of games, entries of clocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct, field

from host.core.context import HostContext
from host.core.question_clocks import due
from host.core.session import LogEntry, Person, Post, Session
from host.core.store.commit import DUE, GAMES
from host.core.store.items import Failed, Item, Put

DECODE: dict[str, Callable[[bytes], object]] = {
    "session": msgspec.json.Decoder(Session).decode,
    "log": msgspec.json.Decoder(LogEntry).decode,
    "post": msgspec.json.Decoder(Post).decode,
    "person": msgspec.json.Decoder(Person).decode,
    "who": bytes.decode,
    "beat": float,
}


class Faults(Struct):
    """What does not fit. Only what is `unreadable` cannot be put right from the rest."""

    unreadable: list[str] = field(default_factory=list)
    unlisted: list[str] = field(default_factory=list)  # whose lists lack a game of theirs
    still: list[str] = field(default_factory=list)  # games whose clocks nobody looks at

    def __bool__(self) -> bool:
        return bool(self.unreadable or self.unlisted or self.still)


def looked_over(house: HostContext) -> Faults:
    """Everything is read once: for an operator, never for a player. What is well again loses its mark."""
    found = Faults()
    lists: dict[str, set[str]] = {}
    wanted: dict[str, set[str]] = {}
    for item in house.store.table.every():
        if not readable(item):
            found.unreadable.append(f"{item.pk} {item.sk}")
        elif item.sk == GAMES:
            lists[item.pk] = set(item.counts)
        elif item.sk == "session":
            _noted(house, item, wanted, found)
    found.unlisted = sorted(owner for owner, games in wanted.items() if games - lists.get(owner, set()))
    for keys in found.unreadable:
        house.store.mark(*keys.split(" ", 1))
    forgive(house)
    return found


def _noted(house: HostContext, item: Item, wanted: dict[str, set[str]], found: Faults) -> None:
    session = msgspec.json.decode(item.body, type=Session)
    for owner, heading in session.links():
        if heading.startswith("game/"):
            wanted.setdefault(owner, set()).add(session.id)
    if session.broken:
        found.unreadable.append(f"{item.pk} {item.sk}")
    elif due(house, session) and item.shelf != DUE:
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


def forgive(house: HostContext) -> list[str]:
    """The marks that stand; those of rows that can be read again, or are gone, are taken away."""
    standing = []
    for keys in house.store.damaged():
        pk, _, sk = keys.partition(" ")
        item = house.store.table.get(pk, sk)
        if item is None or (readable(item) and not _broken(item)):
            house.store.mended(keys)
        else:
            standing.append(keys)
    return standing


def _broken(item: Item) -> bool:
    return item.sk == "session" and msgspec.json.decode(item.body, type=Session).broken


def mend(house: HostContext) -> Faults:
    """Put right what can be; returns what was wrong."""
    found = looked_over(house)
    sessions = list(house.store.sessions())
    for owner in {*found.unlisted, *_lists(found)}:
        games = {session.id: 1 for session in sessions if (owner, f"game/{session.id}") in session.links()}
        house.store.table.write([Put(Item(owner, GAMES, counts=games))])
    for game in found.still:
        _wound(house, game)
    found.unreadable = forgive(house)
    return found


def _lists(found: Faults) -> Iterator[str]:
    for keys in found.unreadable:
        owner, _, sk = keys.partition(" ")
        if sk == GAMES:
            yield owner


def _wound(house: HostContext, game: str) -> None:
    saved, item = house.store.game(game), house.store.table.get(f"game/{game}", "session")
    if saved is None or item is None:
        return
    new = msgspec.structs.replace(item, shelf=DUE, when=due(house, saved.session), due=0.0)
    try:
        house.store.table.write([Put(new, item.version)])
    except Failed:  # somebody has just played, and wound it
        return
