"""Looks at everything that is kept, and puts right what follows from the rest: lists of games, entries of clocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct, field

from host.core.context import HostContext
from host.core.deadlines.clocks import compute_session_due
from host.core.session import LogEntry, Person, Post, Session
from host.core.store.items import DUE, OPEN_GAMES_KEY, Failed, Item, PutItem

DECODE: dict[str, Callable[[bytes], object]] = {
    "session": msgspec.json.Decoder(Session).decode,
    "log": msgspec.json.Decoder(LogEntry).decode,
    "post": msgspec.json.Decoder(Post).decode,
    "person": msgspec.json.Decoder(Person).decode,
    "who": bytes.decode,
    "beat": float,
}


class RepairFaults(Struct):
    """The faults found in a store. Only what is `unreadable` cannot be repaired from the rest."""

    unreadable: list[str] = field(default_factory=list)
    unlisted: list[str] = field(default_factory=list)  # whose lists lack a game of theirs
    still: list[str] = field(default_factory=list)  # games whose clocks nobody looks at

    def __bool__(self) -> bool:
        return bool(self.unreadable or self.unlisted or self.still)


def check_store(host: HostContext) -> RepairFaults:
    """Read the whole store once, mark unreadable items and unmark readable ones; return what is
    wrong, for an operator.
    """
    found = RepairFaults()
    lists: dict[str, set[str]] = {}
    wanted: dict[str, set[str]] = {}
    for item in host.store.table.every():
        if not is_readable(item):
            found.unreadable.append(f"{item.pk} {item.sk}")
        elif item.sk == OPEN_GAMES_KEY:
            lists[item.pk] = set(item.counts)
        elif item.sk == "session":
            _check_session(host, item, wanted, found)
    found.unlisted = sorted(owner for owner, games in wanted.items() if games - lists.get(owner, set()))
    for keys in found.unreadable:
        host.store.mark_damaged(*keys.split(" ", 1))
    clear_stale_marks(host)
    return found


def _check_session(host: HostContext, item: Item, wanted: dict[str, set[str]], found: RepairFaults) -> None:
    """Note in `found` if a game's session is broken or lacks its entry in the index of deadlines. Note in `wanted`, by
    owner (a person or chat), that the owner's list of open games must name this game.
    """
    session = msgspec.json.decode(item.body, type=Session)
    for owner, heading in session.list_index_links():
        if heading.startswith("game/"):
            wanted.setdefault(owner, set()).add(session.id)
    if session.broken:
        found.unreadable.append(f"{item.pk} {item.sk}")
    elif compute_session_due(host, session) and item.index != DUE:
        found.still.append(session.id)


def is_readable(item: Item) -> bool:
    """Return whether a stored item can be decoded, so that it is not damaged."""
    decode = DECODE.get(item.sk.partition("/")[0])
    try:
        if decode is not None and not (item.sk.startswith("who/") or (item.pk == "host" and item.sk != "beat")):
            decode(item.body)
    except ValueError:
        return False
    return not item.damaged


def clear_stale_marks(host: HostContext) -> list[str]:
    """Remove the damage marks of items that are readable again or gone; return those that remain."""
    standing = []
    for keys in host.store.list_damaged():
        pk, _, sk = keys.partition(" ")
        item = host.store.table.get(pk, sk)
        if item is None or (is_readable(item) and not _is_broken(item)):
            host.store.clear_damage_mark(keys)
        else:
            standing.append(keys)
    return standing


def _is_broken(item: Item) -> bool:
    return item.sk == "session" and msgspec.json.decode(item.body, type=Session).broken


def repair_store(host: HostContext) -> RepairFaults:
    """Restore lists of games and index entries that can be computed from the games; return what was wrong."""
    found = check_store(host)
    sessions = list(host.store.iter_sessions())
    for owner in {*found.unlisted, *_iter_damaged_lists(found)}:
        games = {session.id: 1 for session in sessions if (owner, f"game/{session.id}") in session.list_index_links()}
        host.store.table.write([PutItem(Item(owner, OPEN_GAMES_KEY, counts=games))])
    for game in found.still:
        _reschedule_clock(host, game)
    found.unreadable = clear_stale_marks(host)
    return found


def _iter_damaged_lists(found: RepairFaults) -> Iterator[str]:
    for keys in found.unreadable:
        owner, _, sk = keys.partition(" ")
        if sk == OPEN_GAMES_KEY:
            yield owner


def _reschedule_clock(host: HostContext, game: str) -> None:
    """Write a game's entry in the index of deadlines anew, from its clocks; do nothing if the game is gone or has
    just been changed.
    """
    saved, item = host.store.load_game(game), host.store.table.get(f"game/{game}", "session")
    if saved is None or item is None:
        return
    new = msgspec.structs.replace(item, index=DUE, when=compute_session_due(host, saved.session), due=0.0)
    try:
        host.store.table.write([PutItem(new, item.version)])
    except Failed:  # somebody has just played, and wound it
        return
