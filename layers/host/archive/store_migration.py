"""Copies everything from one store into another, and closes the first for play.

Each game is closed where it was before it is copied, in a transaction like any input's: what was accepted before goes
along, and whatever comes later is told where the game is. A game is opened at its new place only when everything else
is there, so at no moment can it be played in both. Broken off anywhere, the same move can be begun again.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from engine.kernel import Illegal
from host.archive.mending import looked_over
from host.core.context import HostContext
from host.core.deadlines.question_clocks import due
from host.core.session import LOBBY, RUNNING, Session
from host.core.store.commit import BEAT, DUE, MOVED, OUT, POST
from host.core.store.items import MOST_OPS, DeleteItem, Failed, Item, ItemTable, Op, PutItem

log = logging.getLogger(__name__)
COMING = ("host", "note/coming")  # from where a move into this store is under way
NOT_FREE = "There is something at {where} already, and nothing is ever overwritten. Name one that is empty."
ELSEWHERE = "Everything that was at {where} has moved already; it is at {now}."
AWAKE = "A host runs at {where}. Stop it first, so that nothing is said twice."
BROKEN_OFF = "{where} is not what it was when the move began. Empty it, and begin again."
NO_ROOM = (
    "At {where} there is no room for the end of a game with more than {seats} seats or in more than {places} places, "
    "and these have more: {games}. Nothing has moved. Start the host at {here} again, and have them played to their "
    "end, or ended by whoever opened them (/endgame)."
)
DAMAGED = "At {where} there is something that cannot be read, so nothing has moved: {damaged}. Bring it back first."
ALIVE = 60.0  # seconds since its last sign of life in which a host counts as running
BATCH = 1024 * 1024  # bytes written at once
KINDS = {"game session": "games", "game log": "log entries", "person person": "people", "chat post": "messages waiting"}

_session = msgspec.json.Decoder(Session)


def move(host: HostContext, name: str, to: HostContext, other: str) -> Counter[str]:
    """Move everything; returns how much of what. The names of both stores are for people."""
    source, target = host.store.table, to.store.table
    if damaged := looked_over(host).unreadable:
        raise Illegal(DAMAGED, where=name, damaged=", ".join(damaged))
    _fit(host, name, to, other)
    _agree(host, name, to, other)
    if host.store.last_beat() > host.now() - ALIVE:
        raise Illegal(AWAKE, where=name)
    source.write([PutItem(Item(*MOVED, other.encode(), 1))])
    for session in host.store.sessions():
        _close(source, session.id, other)
    kept = [item for item in source.every() if _goes(item, to)]
    if not any(item.sk == "session" for item in target.every()):
        _copy(target, [item for item in kept if item.sk != "session" and not item.sk.startswith(POST)], other)
    for item in kept:
        if item.sk == "session":
            _open(to, item)
    _hand_over(source, target, [item for item in kept if item.sk.startswith(POST)])
    target.write([DeleteItem(*COMING)])
    return Counter(_kind(item) for item in kept)


def _fit(host: HostContext, name: str, to: HostContext, other: str) -> None:
    """Would every open game come to its end there?"""
    seats, places = to.config.most_seats, to.config.most_places
    found = [each for each in host.store.sessions() if each.stage in (LOBBY, RUNNING)]
    large = [each.id for each in found if len(each.players) > seats or len(each.places) > places]
    if large:
        raise Illegal(NO_ROOM, where=other, here=name, seats=seats, places=places, games=", ".join(sorted(large)))


def _agree(host: HostContext, name: str, to: HostContext, other: str) -> None:
    """Is the one still to be moved, and the other free, or half-way through this very move?"""
    closed, coming = host.store.table.get(*MOVED), to.store.table.get(*COMING)
    if closed is not None and closed.body.decode() != other:
        raise Illegal(ELSEWHERE, where=name, now=closed.body.decode())
    if coming is None:
        if any(_goes(item, to) for item in to.store.table.every()):
            raise Illegal(NOT_FREE, where=other)
        to.store.table.write([PutItem(Item(*COMING, name.encode()))])
    elif coming.body.decode() != name:
        raise Illegal(NOT_FREE, where=other)


def _close(table: ItemTable, game: str, where: str) -> None:
    """From now on this game takes nothing here."""
    while (item := table.get(f"game/{game}", "session")) is not None:
        session = _session.decode(item.body)
        if session.moved:
            return
        session.moved = where
        closed = Item(item.pk, item.sk, msgspec.json.encode(session), item.version + 1)
        try:
            table.write([PutItem(closed, item.version)])
        except Failed:  # somebody has just played: look again
            log.info("a game is played while it moves", extra={"game": game})
        else:
            return


def _goes(item: Item, to: HostContext) -> bool:
    """Does this belong to the host, and not to the place where it was? How far a platform was listened to does, if
    the other place listens, too, and is not called.
    """
    platform = item.sk.removeprefix(f"{BEAT[1]}/") if item.pk == BEAT[0] and item.sk.startswith(f"{BEAT[1]}/") else ""
    here = (item.pk, item.sk) in (MOVED, COMING) or item.pk.startswith("lane/")
    return not here and (not platform or platform in to.config.listened)


def _copy(table: ItemTable, items: Sequence[Item], other: str) -> None:
    """Copy these, and look whether they are there, byte for byte."""
    for some in _some([PutItem(item) for item in items]):
        table.write(some)
    there = {(item.pk, item.sk): item for item in table.every()}
    for item in items:
        found = there.get((item.pk, item.sk))
        if found is None or ((found.body, found.counts) != (item.body, item.counts) and (item.pk, item.sk) != BEAT):
            raise Illegal(BROKEN_OFF, where=other)


def _hand_over(source: ItemTable, target: ItemTable, posts: Sequence[Item]) -> None:
    """What waits to be said is to be said there, and here no more."""
    for some in _some([PutItem(_waiting(item)) for item in posts]):
        target.write(some)
        source.write([DeleteItem(op.item.pk, op.item.sk) for op in some if isinstance(op, PutItem)])


def _waiting(post: Item) -> Item:
    return msgspec.structs.replace(post, version=1, index=OUT)


def _some(ops: Sequence[Op]) -> Iterator[list[Op]]:
    """As many as a transaction takes."""
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


def _open(host: HostContext, item: Item) -> None:
    """The game as it was, with its clocks running again; if it is here and open already, it stays as it is."""
    new = _opened(host, item)
    try:
        host.store.table.write([PutItem(new, 0)])
    except Failed:
        log.info("a game has arrived already", extra={"game": item.pk})


def _opened(host: HostContext, item: Item) -> Item:
    session = _session.decode(item.body)
    session.moved = ""
    when = due(host, session)
    body = msgspec.json.encode(session)
    return Item(item.pk, item.sk, body, item.version, {}, DUE if when else "", when, item.until)


def _kind(item: Item) -> str:
    kind = f"{item.pk.partition('/')[0].partition(':')[0]} {item.sk.partition('/')[0]}"
    return KINDS.get(kind, "other items")
