"""Copies everything from one store into another, and closes the first for play.

Each game is closed where it was before it is copied, in a transaction like any input's: what was accepted before goes
along, and whatever comes later is told where the game is. A game is opened at its new place only when everything else
is there, so at no moment can it be played in both. Broken off anywhere, the same move can be begun again.

Before it everything that is kept is looked at, and what follows from the rest is put right: lists of games, entries of
clocks (`rtab mend`).
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec import Struct, field

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.deadlines.clocks import compute_session_due
from host.core.session import LOBBY, RUNNING, LogEntry, Person, Post, Session
from host.core.store.items import (
    BEAT,
    DUE,
    MOST_OPS,
    MOVED_HOST_KEY,
    OPEN_GAMES_KEY,
    OUT,
    POST,
    DeleteItem,
    Failed,
    Item,
    ItemTable,
    Op,
    PutItem,
)

DECODE: dict[str, Callable[[bytes], object]] = {
    "session": msgspec.json.Decoder(Session).decode,
    "log": msgspec.json.Decoder(LogEntry).decode,
    "post": msgspec.json.Decoder(Post).decode,
    "person": msgspec.json.Decoder(Person).decode,
    "who": bytes.decode,
    "beat": float,
}


GONE = "gone/"  # how the heading of a closed or removed game begins


class RepairFaults(Struct):
    """The faults found in a store. Only what is `unreadable` cannot be repaired from the rest."""

    unreadable: list[str] = field(default_factory=list)
    unlisted: list[str] = field(default_factory=list)  # whose lists lack a game of theirs
    still: list[str] = field(default_factory=list)  # games whose clocks nobody looks at

    def __bool__(self) -> bool:
        return bool(self.unreadable or self.unlisted or self.still)


def check_store(host: HostContext) -> RepairFaults:
    """Read the whole store once; mark as damaged unreadable items and games whose rules failed, and unmark what is
    readable again. Return, for an operator, these items, the owners whose lists lack a game, and the games that the
    index of deadlines lacks; nothing of that is repaired.
    """
    found = RepairFaults()
    listed: dict[str, set[str]] = {}
    wanted: dict[str, set[str]] = {}
    for item in host.store.table.every():
        if not is_readable(item):
            found.unreadable.append(f"{item.pk} {item.sk}")
        elif item.sk == OPEN_GAMES_KEY:
            listed.setdefault(item.pk, set()).update(f"game/{game}" for game in item.counts)
        elif item.sk.startswith(GONE):
            listed.setdefault(item.pk, set()).add(item.sk)
        elif item.sk == "session":
            _check_session(host, item, wanted, found)
    found.unlisted = sorted(owner for owner, headings in wanted.items() if headings - listed.get(owner, set()))
    for keys in found.unreadable:
        host.store.mark_damaged(*keys.split(" ", 1))
    clear_stale_marks(host)
    return found


def _check_session(host: HostContext, item: Item, wanted: dict[str, set[str]], found: RepairFaults) -> None:
    """Note in `found` if a game's session, which must be readable, is broken or lacks its entry in the index of
    deadlines. Note in `wanted`, by owner (a person or chat), under which heading the owner's lists must name this game,
    if it is unfinished, or is closed or removed. Nothing is stored.
    """
    session = msgspec.json.decode(item.body, type=Session)
    for owner, heading in session.list_index_links():
        if heading.startswith(("game/", GONE)):
            wanted.setdefault(owner, set()).add(heading)
    if session.broken:
        found.unreadable.append(f"{item.pk} {item.sk}")
    elif compute_session_due(host, session) and item.index != DUE:
        found.still.append(session.id)


def is_readable(item: Item) -> bool:
    """Return whether the content of a stored item can be decoded and the table has not found it damaged; an item of a
    kind without a decoder counts as readable unless it was found so.
    """
    decode = DECODE.get(item.sk.partition("/")[0])
    try:
        if decode is not None and not (item.sk.startswith("who/") or (item.pk == "host" and item.sk != "beat")):
            decode(item.body)
    except ValueError:
        return False
    return not item.damaged


def clear_stale_marks(host: HostContext) -> list[str]:
    """Remove the damage marks of items that are gone or readable again, games whose rules failed excepted; return those
    that remain, each as the item's two keys with a space between.
    """
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
    """Return whether this item, which must be readable, is a game marked as broken, because its rules failed; False for
    anything else.
    """
    return item.sk == "session" and msgspec.json.decode(item.body, type=Session).broken


def repair_store(host: HostContext) -> RepairFaults:
    """Check the whole store, and restore lists of games and entries in the index of deadlines, which can be computed
    from the games; return what was wrong, but of unreadable items, which cannot be restored, only those that still are.
    """
    found = check_store(host)
    headings: dict[str, list[str]] = {owner: [] for owner in (*found.unlisted, *_iter_damaged_lists(found))}
    for session in host.store.iter_sessions():
        for owner, heading in session.list_index_links():
            if owner in headings:
                headings[owner].append(heading)
    for owner, listed in headings.items():
        _restore_lists(host, owner, listed)
    for game in found.still:
        _reschedule_clock(host, game)
    found.unreadable = clear_stale_marks(host)
    return found


def _restore_lists(host: HostContext, owner: str, headings: list[str]) -> None:
    """Write the list of an owner's open games anew with those in `headings`, and only those, if one is missing there or
    the list is damaged; write also the headings of closed and removed games, of which older releases wrote none.
    """
    games = {heading.removeprefix("game/"): 1 for heading in headings if heading.startswith("game/")}
    item = host.store.table.get(owner, OPEN_GAMES_KEY)
    if item is None or item.damaged or games.keys() - item.counts.keys():
        host.store.table.write([PutItem(Item(owner, OPEN_GAMES_KEY, counts=games))])
    for heading in headings:
        if heading.startswith(GONE):
            host.store.table.write([PutItem(Item(owner, heading))])


def _iter_damaged_lists(found: RepairFaults) -> Iterator[str]:
    """Iterate over the owners (`person:ID` or `chat:PLACE`) whose list of open games is unreadable."""
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


log = logging.getLogger(__name__)
COMING = ("host", "note/coming")  # from where a move into this store is under way
NOT_FREE = "There are data at {where} already, and I never overwrite anything. Choose an empty place."
STORE_MOVED_ALREADY = "Everything from {where} has been moved before. It is at {now}."
SOURCE_HOST_RUNNING = (
    "The program that hosts the games is running at {where}. Stop it first. With two of them, players get every "
    "message twice."
)
BROKEN_OFF = "The data at {where} have changed since the move began. Empty {where} and start the move again."
NO_ROOM = (
    "The store at {where} cannot keep finished games with more than {seats} players, or in more than {places} "
    "places. These have more: {games}. I have moved nothing. Start the host at {here} again. Play these games to "
    "their end, or let the players who opened them end them (/endgame)."
)
SOURCE_DAMAGED = "The data at {where} are damaged: {damaged}. I have moved nothing. Repair the data, then try again."
SOURCE_HEARTBEAT_MAX_AGE = 60.0  # seconds since its last sign of life in which a host counts as running
BATCH = 1024 * 1024  # bytes written at once
ITEM_KINDS = {
    "game session": "games",
    "game log": "log entries",
    "person person": "people",
    "chat post": "messages waiting",
}

_SESSION_DECODER = msgspec.json.Decoder(Session)


def migrate_store(host: HostContext, name: str, to: HostContext, other: str) -> Counter[str]:
    """Move all data from this host's store (`name` in messages) to that of the host `to` (`other`), closing each game
    in the old one first; return how many items of each kind. The old store is marked as moved, and loses only queued
    posts. It may be called again after an interruption. Raise Illegal if a host runs on the old store, or a store is
    unfit.
    """
    source, target = host.store.table, to.store.table
    if damaged := check_store(host).unreadable:
        raise Illegal(SOURCE_DAMAGED, code="source_damaged", where=name, damaged=", ".join(damaged))
    _check_capacity(host, name, to, other)
    _check_move_state(host, name, to, other)
    if host.store.load_last_beat() > host.now() - SOURCE_HEARTBEAT_MAX_AGE:
        raise Illegal(SOURCE_HOST_RUNNING, code="source_host_is_running", where=name)
    source.write([PutItem(Item(*MOVED_HOST_KEY, other.encode(), 1))])
    for session in host.store.iter_sessions():
        _close_game(source, session.id, other)
    kept = [item for item in source.every() if _is_migrated(item, to)]
    if not any(item.sk == "session" for item in target.every()):
        _copy_items(target, [item for item in kept if item.sk != "session" and not item.sk.startswith(POST)], other)
    for item in kept:
        if item.sk == "session":
            _open_game(to, item)
    _move_posts(source, target, [item for item in kept if item.sk.startswith(POST)])
    target.write([DeleteItem(*COMING)])
    return Counter(_name_kind(item) for item in kept)


def _check_capacity(host: HostContext, name: str, to: HostContext, other: str) -> None:
    """Raise Illegal if an open game has more seats or places than the other store can save."""
    seats, places = to.config.most_seats, to.config.most_places
    found = [each for each in host.store.iter_sessions() if each.stage in (LOBBY, RUNNING)]
    large = [each.id for each in found if len(each.players) > seats or len(each.places) > places]
    if large:
        raise Illegal(
            NO_ROOM,
            code="no_disk_room",
            where=other,
            here=name,
            seats=seats,
            places=places,
            games=", ".join(sorted(large)),
        )


def _check_move_state(host: HostContext, name: str, to: HostContext, other: str) -> None:
    """Note in the target store, unless it is noted, that a move from the source called `name` goes on. Raise Illegal if
    the source has been moved to another store before, or if the target has data that do not come from this same move.
    """
    closed, coming = host.store.table.get(*MOVED_HOST_KEY), to.store.table.get(*COMING)
    if closed is not None and closed.body.decode() != other:
        raise Illegal(STORE_MOVED_ALREADY, code="store_moved_already", where=name, now=closed.body.decode())
    if coming is None:
        if any(_is_migrated(item, to) for item in to.store.table.every()):
            raise Illegal(NOT_FREE, code="store_not_empty", where=other)
        to.store.table.write([PutItem(Item(*COMING, name.encode()))])
    elif coming.body.decode() != name:
        raise Illegal(NOT_FREE, code="store_not_empty", where=other)


def _close_game(table: ItemTable, game: str, where: str) -> None:
    """Mark a game in the old store as moved to `where`, so that it accepts no input there; try again if the game was
    changed meanwhile, and do nothing if it is marked already or gone.
    """
    while (item := table.get(f"game/{game}", "session")) is not None:
        session = _SESSION_DECODER.decode(item.body)
        if session.moved:
            return
        session.moved = where
        closed = Item(item.pk, item.sk, msgspec.json.encode(session), item.version + 1)
        try:
            table.write([PutItem(closed, item.version)])
        except Failed:  # somebody has just played: look again
            log.info("game changed during migration", extra={"game": game})
        else:
            return


def _is_migrated(item: Item, to: HostContext) -> bool:
    """Return whether this item has to be copied to the new store: not if it only concerns the move itself or the old
    machine. A platform's life sign is copied only if the new host polls that platform too.
    """
    platform = item.sk.removeprefix(f"{BEAT[1]}/") if item.pk == BEAT[0] and item.sk.startswith(f"{BEAT[1]}/") else ""
    here = (item.pk, item.sk) in (MOVED_HOST_KEY, COMING) or item.pk.startswith("lane/")
    return not here and (not platform or platform in to.config.listened)


def _copy_items(table: ItemTable, items: Sequence[Item], other: str) -> None:
    """Copy these items to the other store, and verify there the content and counts of each (of the host's life sign
    only that it is there); raise Illegal if one has not arrived unchanged.
    """
    for some in _iter_op_batches([PutItem(item) for item in items]):
        table.write(some)
    there = {(item.pk, item.sk): item for item in table.every()}
    for item in items:
        found = there.get((item.pk, item.sk))
        if found is None or ((found.body, found.counts) != (item.body, item.counts) and (item.pk, item.sk) != BEAT):
            raise Illegal(BROKEN_OFF, code="migration_broken_off", where=other)


def _move_posts(source: ItemTable, target: ItemTable, posts: Sequence[Item]) -> None:
    """Write the posts queued in the old store into the outbox of the new one, and delete them in the old one, a batch
    at a time: after an interruption some of a batch may lie in both.
    """
    for some in _iter_op_batches([PutItem(_queue_item(item)) for item in posts]):
        target.write(some)
        source.write([DeleteItem(op.item.pk, op.item.sk) for op in some if isinstance(op, PutItem)])


def _queue_item(post: Item) -> Item:
    """Return a copy of the item of a queued post, with the version 1 and in the outbox's index, ready to be put into
    another store.
    """
    return msgspec.structs.replace(post, version=1, index=OUT)


def _iter_op_batches(ops: Sequence[Op]) -> Iterator[list[Op]]:
    """Split database writes, in their order, into lists that are each small enough for one transaction."""
    part: list[Op] = []
    size = 0
    for op in ops:
        more = len(op.item.body) if isinstance(op, PutItem) else 0
        if part and (len(part) == MOST_OPS or size + more > BATCH):
            yield part
            part, size = [], 0
        part.append(op)
        size += more
    if part:
        yield part


def _open_game(host: HostContext, item: Item) -> None:
    """Write a game to the new store, no longer marked as moved and with its clocks running, unless it is
    there already.
    """
    new = _build_open_item(host, item)
    try:
        host.store.table.write([PutItem(new, 0)])
    except Failed:
        log.info("game migrated already", extra={"game": item.pk})


def _build_open_item(host: HostContext, item: Item) -> Item:
    """Return a game's item for the new store: no longer marked as moved, and with its entry in the index of
    deadlines.
    """
    session = _SESSION_DECODER.decode(item.body)
    session.moved = ""
    when = compute_session_due(host, session)
    body = msgspec.json.encode(session)
    return Item(item.pk, item.sk, body, item.version, {}, DUE if when else "", when, item.until)


def _name_kind(item: Item) -> str:
    """Return what items of this kind are called in the report of a move, such as “games”."""
    kind = f"{item.pk.partition('/')[0].partition(':')[0]} {item.sk.partition('/')[0]}"
    return ITEM_KINDS.get(kind, "other items")
