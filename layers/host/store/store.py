"""What the host asks of its store: one method for each access pattern, and nowhere a scan.

| partition | second key | what | index |
|---|---|---|---|
| game/ID | session | the game | due: when its clocks next need a look |
| game/ID | log/000123 | one accepted input |
| person:ID | game/ID, past/ID | a game of that person, a finished one |
| chat:PLACE | game/ID, past/ID | a game shown in that place, a finished one |
| chat:PLACE | post/STAMP/GAME | something to be said there | out: since when it waits |
| chat:PLACE | board/ID | which message shows that board |
| person:ID | person | the person and their settings |
| person:ID | who/IDENTITY | an identity of theirs |
| who/IDENTITY | who | the person behind an identity |
| seen/HASH | seen | the answer given to an input | (expires) |
| count:OWNER | count, best/NAME/AMOUNT | counters of a person or place, and the heights they have reached |
| lane/LANE | free | when something may be said there again | (expires) |
| host | beat, outage/START | when the host was last alive, and when it was not |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec import Struct, field

from host.session import Entry, Person, Post, Reply, Session
from host.store.items import HIGHEST, MOST_OPS, Add, Drop, Failed, Item, Op, Put, Table

DUE, OUT = "due", "out"
REMEMBERED = 3 * 86400.0  # platforms deliver again for a day at most
LONGEST_ID = 64
ASIDE = 30 * 86400.0
OUTAGES_KEPT = 90 * 86400.0  # longer than any clock of ours

_session = msgspec.json.Decoder(Session)
_entry = msgspec.json.Decoder(Entry)
_post = msgspec.json.Decoder(Post)
_reply = msgspec.json.Decoder(Reply)
_person = msgspec.json.Decoder(Person)
_span = msgspec.json.Decoder(tuple[float, float])


class Conflict(Exception):
    """Somebody else has changed the game meanwhile: load it again."""


class Seen(Exception):
    """This input has been dealt with before; the answer given then comes along."""

    def __init__(self, reply: Reply) -> None:
        super().__init__("seen before")
        self.reply = reply


class Saved(NamedTuple):
    """A game as it was read, and the version that the next commit must name."""

    session: Session
    version: int


class Commit(Struct):
    """All that one accepted input changes."""

    session: Session
    version: int
    due: float  # when the clocks next need a look; 0: never
    now: float
    entry: Entry | None = None
    posts: list[Post] = field(default_factory=list)
    joined: set[tuple[str, str]] = field(default_factory=set)
    parted: set[tuple[str, str]] = field(default_factory=set)
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    best: dict[str, dict[str, int]] = field(default_factory=dict)
    key: str = ""
    reply: Reply = field(default_factory=lambda: Reply(ok=True))


class Store:
    """The host's memory, over any table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    # -- games

    def game(self, game_id: object) -> Saved | None:
        """A game by its id, whatever somebody may have sent for one: the one read of every input."""
        fits = isinstance(game_id, str) and game_id.isascii() and len(game_id) <= LONGEST_ID
        item = self.table.get(f"game/{game_id}", "session") if fits else None
        return Saved(_session.decode(item.body), item.version) if item else None

    def commit(self, commit: Commit) -> None:
        """Save an accepted input wholly or not at all; raises Conflict or Seen."""
        ops = _commit_ops(commit)
        self._write(ops)

    def restore(self, session: Session, log: list[Entry], now: float) -> None:
        """Save a game that comes from elsewhere: first its log, piece by piece, and at last the game itself."""
        entries: list[Op] = [_entry_op(session.id, entry) for entry in log]
        for start in range(0, len(entries), MOST_OPS):
            self._write(entries[start : start + MOST_OPS])
        self.commit(Commit(session, 0, 0.0, now, joined=session.links()))

    def sessions(self) -> Iterator[Session]:
        """Every game there is: for an operator, never for a player."""
        return (_session.decode(item.body) for item in self.table.every() if item.sk == "session")

    def _shelf(self, shelf: str, until: float) -> Iterator[Item]:
        after: Item | None = None
        while items := self.table.on_shelf(shelf, until, after):
            yield from items
            after = items[-1]

    def _write(self, ops: list[Op]) -> None:
        try:
            self.table.write(ops)
        except Failed as failed:
            for item in failed.found.values():
                if item is not None and item.sk == "seen":
                    raise Seen(_reply.decode(item.body)) from None
            raise Conflict from None

    def refused(self, key: str, reply: Reply, now: float) -> None:
        """Remember the answer to an input that changed nothing; raises Seen if it was dealt with before."""
        try:
            self.table.write([_marker(key, reply, now)])
        except Failed as failed:
            item = failed.found[0]
            raise Seen(_reply.decode(item.body) if item else reply) from None

    def answered(self, key: str) -> Reply | None:
        """The answer to an input with this key, if it has been dealt with before."""
        item = self.table.get(f"seen/{key}", "seen")
        return _reply.decode(item.body) if item else None

    def games_of(self, owner: str, heading: str = "game") -> list[str]:
        """The unfinished games of `person:ID` or `chat:PLACE`; under `past`, those that are over."""
        items = self.table.query(owner, f"{heading}/", f"{heading}/{HIGHEST}")
        return [item.sk.partition("/")[2] for item in items]

    def due(self, until: float) -> list[str]:
        """Games whose clocks need a look by then, the longest waiting first."""
        return [item.pk.removeprefix("game/") for item in self._shelf(DUE, until)]

    def log(self, game_id: str, first: int = 0, limit: int = 200) -> list[Entry]:
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

    def posts(self, chat: str, limit: int = 50) -> list[Post]:
        """What waits to be said in one place, in order."""
        items = self.table.query(f"chat:{chat}", "post/", f"post/{HIGHEST}", limit)
        return [_post.decode(item.body) for item in items]

    def post(self, posts: list[Post], now: float) -> None:
        """Something to be said that belongs to no input, or must be tried again."""
        self.table.write([_post_op(post, now) for post in posts])

    def said(self, posts: list[Post]) -> None:
        """The words of these have been said; a board that has changed may still have to be shown."""
        self.table.write([_said_op(post) for post in posts[:MOST_OPS]])

    def shown(self, posts: list[Post], message: str) -> None:
        """These boards are shown, all of one game, in this message."""
        chat, game = f"chat:{posts[0].chat}", posts[0].game
        ops: list[Op] = [Drop(chat, _post_key(post)) for post in posts]
        self.table.write([*ops, Put(Item(chat, f"board/{game}", message.encode()))])

    def aside(self, post: Post, now: float) -> None:
        """Put away what cannot be sent, for an operator to look at."""
        chat, key = f"chat:{post.chat}", _post_key(post)
        nameless = msgspec.structs.replace(post, names={})  # those who are forgotten must not stay here
        kept = Item(chat, f"aside/{key}", msgspec.json.encode(nameless), until=now + ASIDE)
        self.table.write([Drop(chat, key), Put(kept)])

    def hush(self, chat: str, moved_to: str, now: float) -> None:
        """A place is gone, or has moved: what waits there is dropped, or waits in the new place."""
        while posts := self.posts(chat, MOST_OPS // 2):
            ops: list[Op] = [Drop(f"chat:{chat}", _post_key(post)) for post in posts]
            new = [msgspec.structs.replace(post, chat=moved_to) for post in posts if moved_to]
            self.table.write([*ops, *(_post_op(post, now) for post in new)])

    def board(self, chat: str, game_id: str) -> str:
        """The message that shows this game's board in this place, or nothing."""
        item = self.table.get(f"chat:{chat}", f"board/{game_id}")
        return item.body.decode() if item else ""

    def forget_board(self, chat: str, game_id: str) -> None:
        """The next board shown there will be a new message."""
        self.table.write([Drop(f"chat:{chat}", f"board/{game_id}")])

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
        self._drop_owner(f"person:{person_id}")

    def drop_place(self, chat: str) -> None:
        """Nothing is left of somebody's own place, nor of what waits there."""
        self._drop_owner(f"chat:{chat}")

    def _drop_owner(self, owner: str) -> None:
        for partition in (f"count:{owner}", f"count:seen:{owner}", owner):
            while items := self.table.query(partition, limit=MOST_OPS):
                self.table.write([Drop(partition, item.sk) for item in items])

    # -- signs of life

    def last_beat(self) -> float:
        """When the host was last known to be alive; 0: never."""
        item = self.table.get("host", "beat")
        return float(item.body) if item else 0.0

    def beat(self, now: float, down_since: float = 0.0) -> None:
        """The host is alive; it was not between `down_since` and now. Raises Conflict if others knew that already."""
        beat = Item("host", "beat", str(now).encode(), _millis(now))
        if not down_since:
            self.table.write([Put(beat)])
            return
        span = msgspec.json.encode((down_since, now))
        outage = Item("host", f"outage/{now:015.3f}", span, until=now + OUTAGES_KEPT)
        self._write([Put(beat, _millis(down_since)), Put(outage)])

    def outages(self, since: float) -> list[tuple[float, float]]:
        """When the host was down, of those times that ended after this moment."""
        items = self.table.query("host", f"outage/{since:015.3f}", f"outage/{HIGHEST}")
        spans = [_span.decode(item.body) for item in items]
        return [(begin, end) for begin, end in spans if end > since]

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
        found: dict[str, int] = {}
        for item in self.table.query(f"count:{owner}", "best/", f"best/{HIGHEST}"):
            name = item.sk.split("/")[1]
            found[name] = max(found.get(name, 0), int(item.body))
        return found

    def counts(self, owner: str) -> dict[str, int]:
        """The counters of `person:ID` or `chat:PLACE`."""
        item = self.table.get(f"count:{owner}", "count")
        return item.counts if item else {}


def _commit_ops(commit: Commit) -> list[Op]:
    session, now = commit.session, commit.now
    body = msgspec.json.encode(session)
    shelf = DUE if commit.due else ""
    game = f"game/{session.id}"
    item = Item(game, "session", body, commit.version + 1, shelf=shelf, when=commit.due)
    ops: list[Op] = [Put(item, commit.version)]
    if commit.key:
        ops.append(_marker(commit.key, commit.reply, now))
    if commit.entry is not None:
        ops.append(_entry_op(session.id, commit.entry))
    ops += [_post_op(post, now) for post in commit.posts]
    ops += [Put(Item(owner, heading)) for owner, heading in sorted(commit.joined)]
    ops += [Drop(owner, heading) for owner, heading in sorted(commit.parted)]
    ops += [Add(f"count:{owner}", "count", counts) for owner, counts in commit.counts.items()]
    ops += [_best_op(owner, name, amount) for owner, best in commit.best.items() for name, amount in best.items()]
    return ops


def _best_op(owner: str, name: str, amount: int) -> Put:
    # An item for each new height, so that two games at the same moment cannot take one from each other.
    return Put(Item(f"count:{owner}", f"best/{name}/{amount}", str(amount).encode()))


def _entry_op(game_id: str, entry: Entry) -> Put:
    return Put(Item(f"game/{game_id}", f"log/{entry.n:07d}", msgspec.json.encode(entry)), 0)


def _marker(key: str, reply: Reply, now: float) -> Put:
    nameless = msgspec.structs.replace(reply, names={})  # names may change, or have to be forgotten
    return Put(Item(f"seen/{key}", "seen", msgspec.json.encode(nameless), 1, until=now + REMEMBERED), 0)


def _millis(moment: float) -> int:
    return int(moment * 1000)


def _said_op(post: Post) -> Op:
    if not post.board:
        return Drop(f"chat:{post.chat}", _post_key(post))
    silent = Post(post.chat, post.game, post.stamp, board=True)
    return _post_op(silent, post.stamp / 1000)


def _post_key(post: Post) -> str:
    return f"post/{post.stamp:015d}/{post.game}"


def _post_op(post: Post, now: float) -> Put:
    return Put(Item(f"chat:{post.chat}", _post_key(post), msgspec.json.encode(post), shelf=OUT, when=now))
