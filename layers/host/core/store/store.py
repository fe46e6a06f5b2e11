"""All reads and writes of the host: one method for each access pattern, and nowhere a scan.

| partition | second key | what | index |
|---|---|---|---|
| game/ID | session | the game | due: when its clocks next need a look |
| game/ID | log/000123 | one accepted input |
| person:ID | games, past/ID | the unfinished games of that person, a finished one |
| chat:PLACE | games, past/ID | the unfinished games shown in that place, a finished one |
| chat:PLACE | post/STAMP/GAME | something to be said there | out: since when it waits, unless somebody holds it |
| chat:PLACE | board/ID | which message shows that board |
| chat:PLACE | kept/NAME | what the platform's adapter has to remember there |
| person:ID | person | the person and their settings |
| person:ID | who/IDENTITY | an identity of theirs |
| who/IDENTITY | who | the person behind an identity |
| claim/HASH | claim | a code that a browser shows (expires) |
| seen/HASH | seen | the answer given to an input | (expires) |
| count:OWNER | count, best/NAME/AMOUNT | counters of a person or place, and what they have reached at once |
| lane/LANE | free | when something may be said there again | (expires) |
| host | beat, outages | when the host was last alive, and when it was not; beat/NAME, outages/NAME: a platform |
| host | door/NAME | how many have come in by that door of late |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from host.core.session import LogEntry, Person, Post, Reply, Session
from host.core.store import high_scores
from host.core.store.commit import (
    BEAT,
    BOARD,
    DUE,
    GAMES,
    MOVED,
    OUT,
    POST,
    SEEN,
    Closed,
    Commit,
    Conflict,
    Seen,
    alive,
    entered,
    marker,
    post_key,
    posted,
    spoken,
    transactions,
)
from host.core.store.items import HIGHEST, MOST_OPS, Add, Drop, Failed, Item, ItemTable, Key, Op, Put

OUTAGES = ("host", "outages")
LONGEST_ID = 64
MOST_POSTS = 50  # of those that wait in a place, as many are looked at together
ASIDE = 30 * 86400.0
OUTAGES_KEPT = 90 * 86400.0  # longer than any clock of ours

_session = msgspec.json.Decoder(Session)
_entry = msgspec.json.Decoder(LogEntry)
_post = msgspec.json.Decoder(Post)
_reply = msgspec.json.Decoder(Reply)
_person = msgspec.json.Decoder(Person)
_spans = msgspec.json.Decoder(list[tuple[float, float]])


class Saved(NamedTuple):
    """A game as it was read, the version that the next commit must name, and if asked for when the host was there."""

    session: Session
    version: int
    outages: Sequence[tuple[float, float]] = ()
    beat: float = 0.0


class Store:
    """The host's memory, over any table. Of what waits in a place it is for `ours` to say which of it we may say."""

    def __init__(self, table: ItemTable, ours: Callable[[list[Item]], list[Item]] = list) -> None:
        self.table, self._ours = table, ours

    # -- games

    def game(self, game_id: object) -> Saved | None:
        """A game by its id, whatever somebody may have sent for one: the one read of every input."""
        return _saved(self.table.get(*_game(game_id)) if _fits(game_id) else None)

    def clocked(self, game_id: str) -> Saved | None:
        """A game, and when the host was down: the one read of an input that comes from a clock."""
        found, outages, beat = self.table.several([_game(game_id), OUTAGES, BEAT])
        spans = _spans.decode(outages.body) if outages else []
        saved = _saved(found)
        return saved and saved._replace(outages=spans, beat=_moment(beat))

    def games(self, game_ids: Sequence[str]) -> list[Saved]:
        """Several games at once, those that are still there."""
        found = self.table.several([_game(game_id) for game_id in game_ids]) if game_ids else []
        return [saved for item in found if (saved := _saved(item))]

    def commit(self, commit: Commit) -> None:
        """Save an accepted input wholly or not at all; raises Conflict or Seen."""
        for ops in transactions(commit):
            self._write(ops)

    def restore(self, session: Session, log: list[LogEntry], now: float) -> None:
        """Save a game that comes from elsewhere: first its log, piece by piece, and at last the game itself."""
        entries: list[Op] = [entered(session.id, entry) for entry in log]
        for start in range(0, len(entries), MOST_OPS):
            self._write(entries[start : start + MOST_OPS])
        self.commit(Commit(session, 0, 0.0, now, joined=session.links()))

    def sessions(self) -> Iterator[Session]:
        """Every game there is: for an operator, never for a player."""
        return (_session.decode(item.body) for item in self.table.every() if item.sk == "session")

    def _shelf(self, shelf: str, until: float) -> Iterator[Item]:
        after: Item | None = None
        while items := self.table.due_before(shelf, until, after):
            yield from items
            after = items[-1]

    def _write(self, ops: list[Op]) -> None:
        try:
            self.table.write(ops)
        except Failed as failed:
            for item in failed.found.values():
                if item is not None and item.sk == SEEN:
                    raise Seen(_reply.decode(item.body)) from None
                if item is not None and (item.pk, item.sk) == MOVED:
                    raise Closed(item.body.decode()) from None
            bound = {op.pk: failed.found[i] for i, op in enumerate(ops) if isinstance(op, Add) and i in failed.found}
            counts = {pk.removeprefix("count:"): item.counts if item else {} for pk, item in bound.items()}
            raise Conflict(counts) from None

    def refused(self, key: str, reply: Reply, now: float) -> None:
        """Remember the answer to an input that changed nothing; raises Seen if it was dealt with before."""
        try:
            self.table.write([marker(key, reply, now)])
        except Failed as failed:
            item = failed.found[0]
            raise Seen(_reply.decode(item.body) if item else reply) from None

    def answered(self, key: str) -> Reply | None:
        """The answer to an input with this key, if it has been dealt with before."""
        return _reply.decode(item.body) if (item := self.table.get(f"seen/{key}", SEEN)) else None

    def all_answered(self, keys: Sequence[str]) -> set[str]:
        """Which of these have been dealt with before."""
        found = self.table.several([(f"seen/{key}", SEEN) for key in keys]) if keys else []
        return {key for key, item in zip(keys, found, strict=True) if item}

    def games_of(self, owner: str) -> list[str]:
        """The unfinished games of `person:ID` or `chat:PLACE`."""
        item = self.table.get(owner, GAMES)
        return sorted(item.counts) if item else []

    def opening(self, person_id: str) -> tuple[int, float]:
        """How many unfinished games somebody has, and the last sign of life: the one read of whoever opens one more."""
        games, beat = self.table.several([(f"person:{person_id}", GAMES), BEAT])
        return len(games.counts) if games else 0, _moment(beat)

    def past_of(self, owner: str) -> list[str]:
        """The games of `person:ID` or `chat:PLACE` that are over."""
        return [item.sk.partition("/")[2] for item in self.table.query(owner, "past/", f"past/{HIGHEST}")]

    def due(self, until: float) -> list[str]:
        """Games whose clocks need a look by then, the longest waiting first."""
        return [item.pk.removeprefix("game/") for item in self._shelf(DUE, until)]

    def log(self, game_id: str, first: int = 0, limit: int = 200) -> list[LogEntry]:
        """The log of a game from entry `first` on."""
        items = self.table.query(f"game/{game_id}", f"log/{first:07d}", f"log/{HIGHEST}", limit)
        return [_entry.decode(item.body) for item in items]

    # -- what is to be said

    def waiting(self, until: float) -> Iterator[str]:
        """The places where something waits to be said, the longest waiting first."""
        seen: set[str] = set()
        for item in self._shelf(OUT, until):
            if item.pk not in seen:
                seen.add(item.pk)
                yield item.pk.removeprefix("chat:")

    def posts(self, chat: str, limit: int = MOST_POSTS) -> list[Post]:
        """What waits in one place and is ours to say, in order."""
        return [_post.decode(item.body) for item in self._ours(self._posts(chat, limit))]

    def waits(self, chat: str) -> bool:
        """Does something wait there, whoever is to say it?"""
        return bool(self._posts(chat, 1))

    def _posts(self, chat: str, limit: int) -> list[Item]:
        return self.table.query(f"chat:{chat}", POST, POST + HIGHEST, limit)

    def post(self, posts: list[Post], now: float) -> None:
        """Something to be said that belongs to no input, or must be tried again."""
        self.table.write([posted(post, now) for post in posts])

    def answer(self, key: str, posts: list[Post], now: float, anew: Sequence[Key] = ()) -> None:
        """Say this in answer to an input, once however often it comes; boards of `anew` (place, game) are sent anew."""
        ops: list[Op] = [marker(key, Reply(ok=True), now), *(posted(post, now) for post in posts)]
        ops += [Drop(f"chat:{chat}", f"{BOARD}{game}") for chat, game in anew]
        with suppress(Failed):
            self.table.write(ops)

    def said(self, posts: list[Post]) -> None:
        """The words of these have been said; a board that has changed may still have to be shown."""
        self.table.write([spoken(post) for post in posts[:MOST_OPS]])

    def shown(self, posts: list[Post], game: str, message: str) -> None:
        """All this is said, and the game's board shown in this message; in the one before, if it is none."""
        chat = f"chat:{posts[0].chat}"
        ops: list[Op] = [Drop(chat, post_key(post)) for post in posts[: MOST_OPS - 1]]
        if message:
            ops.append(Put(Item(chat, f"{BOARD}{game}", message.encode())))
        self.table.write(ops)

    def aside(self, post: Post, now: float) -> None:
        """Put away what cannot be sent, for an operator to look at."""
        chat, key = f"chat:{post.chat}", post_key(post)
        nameless = msgspec.structs.replace(post, names={}, said=[])  # those who are forgotten must not stay here
        kept = Item(chat, f"aside/{key}", msgspec.json.encode(nameless), until=now + ASIDE)
        self.table.write([Drop(chat, key), Put(kept)])

    def hush(self, chat: str, moved_to: str, now: float) -> None:
        """A place is gone, or has moved: what waits there is dropped, or waits in the new place."""
        while items := self._posts(chat, MOST_OPS // 2):
            gone = [Drop(item.pk, item.sk) for item in items]
            new = [msgspec.structs.replace(_post.decode(item.body), chat=moved_to) for item in items if moved_to]
            self.table.write([*gone, *(posted(post, now) for post in new)])

    def board(self, chat: str, game_id: str) -> str:
        """The message that shows this game's board in this place, or nothing."""
        item = self.table.get(f"chat:{chat}", f"{BOARD}{game_id}")
        return item.body.decode() if item else ""

    def kept(self, chat: str, name: str) -> bytes:
        """What an adapter remembers of a place, or nothing."""
        item = self.table.get(f"chat:{chat}", f"kept/{name}")
        return item.body if item else b""

    def keep(self, chat: str, name: str, body: bytes) -> None:
        """Remember this of a place; nothing, to forget it."""
        where = f"chat:{chat}", f"kept/{name}"
        self.table.write([Put(Item(*where, body)) if body else Drop(*where)])

    def kept_names(self, chat: str, lead: str) -> list[str]:
        """The names, beginning so, of what an adapter remembers of a place."""
        items = self.table.query(f"chat:{chat}", f"kept/{lead}", f"kept/{lead}{HIGHEST}")
        return [item.sk.removeprefix("kept/") for item in items]

    def free(self, lane: str) -> float:
        """When something may be said again in this lane, as the last one who spoke there left it."""
        item = self.table.get(f"lane/{lane}", "free")
        return float(item.body) if item else 0.0

    def hold(self, lane: str, until: float) -> None:
        """Nothing more in this lane before then, whoever comes."""
        self.table.write([Put(Item(f"lane/{lane}", "free", repr(until).encode(), until=until))])

    # -- people

    def person(self, person_id: str) -> tuple[Person, int] | None:
        """A person and their version."""
        item = self.table.get(f"person:{person_id}", "person")
        return (_person.decode(item.body), item.version) if item else None

    def who(self, identity: str, now: float) -> str:
        """The person behind an identity that is still good, or nothing."""
        item = self.table.get(f"who/{identity}", "who")
        return item.body.decode() if item and (not item.until or item.until > now) else ""

    def identities(self, person_id: str) -> list[str]:
        """Everything by which a person is known."""
        items = self.table.query(f"person:{person_id}", "who/", f"who/{HIGHEST}")
        return [item.sk.removeprefix("who/") for item in items]

    def save_person(self, person: Person, version: int, identities: Mapping[str, float] | None = None) -> None:
        """Save a person, with new identities and until when each is good (0: for ever); raises Conflict."""
        owner = f"person:{person.id}"
        ops: list[Op] = [Put(Item(owner, "person", msgspec.json.encode(person), version + 1), version)]
        for identity, until in (identities or {}).items():
            ops.append(Put(Item(f"who/{identity}", "who", person.id.encode(), 1, until=until), 0))
            ops.append(Put(Item(owner, f"who/{identity}", until=until)))
        self._write(ops)

    def drop_identities(self, person_id: str, identities: list[str]) -> None:
        """These lead to the person no longer."""
        for identity in identities:
            self.table.write([Drop(f"who/{identity}", "who"), Drop(f"person:{person_id}", f"who/{identity}")])

    def drop_person(self, person_id: str) -> None:
        """Nothing is left of a person but the games of others."""
        self.drop_identities(person_id, self.identities(person_id))
        self.clear(person_id)

    def clear(self, person_id: str) -> None:
        """Nothing is kept of a person any more, but for what leads to them."""
        self._drop_owner(f"person:{person_id}")

    def drop_place(self, chat: str) -> None:
        """Nothing is left of somebody's own place, nor of what waits there."""
        self._drop_owner(f"chat:{chat}")

    def _drop_owner(self, owner: str) -> None:
        for partition in (f"count:{owner}", f"count:seen:{owner}", owner):
            while items := self.table.query(partition, limit=MOST_OPS):
                self.table.write([Drop(partition, item.sk) for item in items])

    def claim(self, code: str) -> Item | None:
        """What a browser waits for under this (hashed) code."""
        return self.table.get(f"claim/{code}", "claim")

    def save_claim(self, code: str, body: bytes, until: float, version: int) -> None:
        """A code that a browser shows, or what has become of it; raises Conflict."""
        self._write([Put(Item(f"claim/{code}", "claim", body, version + 1, until=until), version)])

    def drop_claim(self, code: str) -> None:
        """The code has served."""
        self.table.write([Drop(f"claim/{code}", "claim")])

    # -- signs of life

    def last_beat(self, of: str = "") -> float:
        """When the host, or a platform that it listens to, was last known to be alive; 0: never."""
        return _moment(self.table.get("host", f"beat/{of}") if of else self.table.get(*BEAT))

    def beat(self, now: float, down_since: float = 0.0) -> None:
        """The host is alive; it was not between `down_since` and now. Raises Conflict if others knew that already."""
        if not down_since:
            self.table.write([alive(now)])
            return
        item = self.table.get(*OUTAGES) or Item(*OUTAGES, b"[]")
        spans = [span for span in _spans.decode(item.body) if span[1] > now - OUTAGES_KEPT]
        body = msgspec.json.encode([*spans, (down_since, now)])
        self._write([alive(now, int(down_since * 1000)), Put(Item(*OUTAGES, body, item.version + 1), item.version)])

    def hear(self, until: float, of: str) -> None:
        """What was said on this platform before that moment has been heard."""
        self.table.write([Put(Item("host", f"beat/{of}", str(until).encode()))])

    def was_deaf(self, since: float, now: float, of: str) -> None:
        """Record that polling a platform failed between these moments."""
        spans = [span for span in self.deaf(of) if span[1] > now - OUTAGES_KEPT]
        self.table.write([Put(Item("host", f"outages/{of}", msgspec.json.encode([*spans, (since, now)])))])

    def deaf(self, of: str = "") -> list[tuple[float, float]]:
        """When this platform was not to be heard, or the host was down."""
        item = self.table.get("host", f"outages/{of}") if of else self.table.get(*OUTAGES)
        return list(_spans.decode(item.body)) if item else []

    def moved(self) -> str:
        """Where everything lives now, if it has moved away."""
        item = self.table.get(*MOVED)
        return item.body.decode() if item else ""

    def note(self, name: str) -> str:
        """Something small that the host has written down, or nothing."""
        item = self.table.get("host", f"note/{name}")
        return item.body.decode() if item else ""

    def write_down(self, name: str, text: str) -> None:
        """Remember something small."""
        self.table.write([Put(Item("host", f"note/{name}", text.encode()))])

    # -- counters

    def bests(self, owner: str) -> dict[str, int]:
        """The highest that `person:ID` or `chat:PLACE` has ever reached, by what it is."""
        return high_scores.highest(self.table, f"count:{owner}")

    def counts(self, owner: str) -> dict[str, int]:
        """The counters of `person:ID` or `chat:PLACE`."""
        item = self.table.get(f"count:{owner}", "count")
        return item.counts if item else {}

    def ledgers(self, owners: Sequence[str]) -> list[dict[str, int]]:
        """The counters of several at once, in their order."""
        found = self.table.several([(f"count:{owner}", "count") for owner in owners]) if owners else []
        return [item.counts if item else {} for item in found]


def _fits(game_id: object) -> bool:
    return isinstance(game_id, str) and game_id.isascii() and len(game_id) <= LONGEST_ID


def _game(game_id: object) -> Key:
    return f"game/{game_id}", "session"


def _saved(item: Item | None) -> Saved | None:
    return Saved(_session.decode(item.body), item.version) if item else None


def _moment(item: Item | None) -> float:
    return float(item.body) if item else 0.0
