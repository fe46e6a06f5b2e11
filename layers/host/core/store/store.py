"""All reads and writes of the host: one method for each access pattern, and nowhere a scan.

| partition | second key | what | index |
|---|---|---|---|
| game/ID | session | the game | due: when its clocks next need a look, or earlier |
| game/ID | log/000123 | one accepted input |
| person:ID | games, past/ID | the unfinished games of that person, a finished one |
| chat:PLACE | games, past/ID | the unfinished games shown in that place, a finished one |
| chat:PLACE | post/STAMP/GAME | something to be said there | out: since when it waits |
| chat:PLACE | board/ID | which message shows that board |
| chat:PLACE | kept/NAME | what the platform's adapter has to remember there |
| person:ID | person | the person and their settings |
| person:ID | who/IDENTITY | an identity of theirs |
| who/IDENTITY | who | the person behind an identity |
| claim/HASH | claim | a code that a browser shows (expires) |
| seen/HASH | seen | the answer given to an input | (expires) |
| game/ID | call/PERSON, callers | what somebody predicts there, how many do |
| person:ID | called/GAME, scored/OWNER | where they have predicted, and the lists they are in |
| talk/GAME | said/MOMENT/PERSON, felt/ENTRY/PERSON, hid/PERSON/OTHER, pace/PERSON | table talk (expires) |
| talk/GAME | manner, head | how a table talks, and whether anew; person:ID, talked/GAME: where they have; reported |
| person:ID | profile | what they show; profile/ADDRESS: whose page that is; ranked: who is in the lists of all times |
| seeking | GAME | a table that looks for players among strangers (expires) |
| calls:OWNER | PERSON | what their predictions have come to, in the list of a place |
| count:OWNER | count, best/NAME/AMOUNT | counters of a person or place, and what they have reached at once |
| count:table:NAME | best/PERSON/AMOUNT | a table of bests |
| lane/LANE | speaker | who speaks there now, or until when nobody may (expires) |
| host | closing, beat, outages | goodbye; when it was alive, and not (/NAME: a platform); door/NAME: who came of late |
| box/RULES | card/ID, box, day/DATE | what is otherwise; a day's; report/CARD/PERSON; person:ID, reported/RULES/CARD |
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from engine.kernel import Told
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
    SESSION,
    AlreadyAnswered,
    Closed,
    Commit,
    Conflict,
    entered,
    marker,
    post_key,
    posted,
    spoken,
    transactions,
)
from host.core.store.damage import GAME, PERSON, Damaged
from host.core.store.items import HIGHEST, MOST_OPS, AddToCounts, DeleteItem, Failed, Item, Key, Op, PutItem
from host.core.store.signs_of_life import CLOSING, OUTAGES, SignsOfLife

LONGEST_ID = 64
MOST_POSTS = 50  # of those that wait in a place, as many are looked at together
ASIDE = 30 * 86400.0
SPEAKER, SPEAKS, PAUSE = "speaker", b"speaks", b"pause"  # the second key of the lease on a lane, and its bodies
LEASE = 30.0  # seconds: longer than a function may take
LOOK_AGAIN = 1.0  # seconds after which to look whether a speaker is done
LEASE_BITS = 48  # of the number by which a lease is known
DAMAGED = "damaged"
UNREADABLE = "This line of the log is damaged, and cannot be read any more."
DEALT_WITH = "This was dealt with before; what was answered is damaged, and cannot be read any more."

_session = msgspec.json.Decoder(Session)
_entry = msgspec.json.Decoder(LogEntry)
_post = msgspec.json.Decoder(Post)
_reply = msgspec.json.Decoder(Reply)
_person = msgspec.json.Decoder(Person)


class SavedGame(NamedTuple):
    """A game as it was read, the version that the next commit must name, and if asked for when the host was there."""

    session: Session
    version: int
    outages: Sequence[tuple[float, float]] = ()
    beat: float = 0.0
    body: bytes = b""  # all of the session, as it is kept
    entry_at: float = 0.0  # where it stands in the index of deadlines; 0: nowhere


class SpeakerLease(NamedTuple):
    """The right to speak in a lane: its number, or 0 and when to look again."""

    number: int
    look_again: float = 0.0


class Store(SignsOfLife):
    """The host's memory, over any table."""

    # -- games

    def game(self, game_id: object) -> SavedGame | None:
        """A game by its id, whatever somebody may have sent for one: the one read of every input."""
        return self._saved(self.table.get(*_game(game_id)) if _fits(game_id) else None)

    def clocked(self, game_id: str) -> SavedGame | None:
        """A game, and when the host was down: the one read of an input that comes from a clock."""
        found, outages, beat = self.table.several([_game(game_id), OUTAGES, BEAT])
        saved = self._saved(found)
        return saved and saved._replace(outages=self.spans(outages), beat=self.moment(beat))

    def games(self, game_ids: Sequence[str]) -> list[SavedGame]:
        """Several games at once, those that are still there and can be read."""
        found = self.table.several([_game(game_id) for game_id in game_ids]) if game_ids else []
        return [SavedGame(read, item.version) for item in found if item and (read := self.read(item, _session.decode))]

    def _saved(self, item: Item | None) -> SavedGame | None:
        session = self.read(item, _session.decode)
        if item is not None and session is None:
            raise Damaged(GAME)
        if item is None or session is None:
            return None
        return SavedGame(session, item.version, body=item.body, entry_at=item.when if item.index == DUE else 0.0)

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
        """Every game there is that can be read: for an operator, never for a player."""
        kept = (item for item in self.table.every() if item.sk == SESSION)
        return (session for item in kept if (session := self.read(item, _session.decode)))

    def put_off(self, game_id: str, until: float) -> None:
        """Nothing can be done about this game: look at it again only then, so that it keeps nobody waiting."""
        item = self.table.get(*_game(game_id))
        if item is not None and item.index:
            with suppress(Failed):  # somebody could do something after all
                self.table.write([PutItem(msgspec.structs.replace(item, when=until, due=0.0), item.version)])

    def _in_index(self, index: str, until: float) -> Iterator[Item]:
        after: Item | None = None
        while items := self.table.due_before(index, until, after):
            yield from items
            after = items[-1]

    def _write(self, ops: list[Op]) -> None:
        try:
            self.table.write(ops)
        except Failed as failed:
            for item in failed.found.values():
                if item is not None and item.sk == SEEN:
                    raise AlreadyAnswered(self._reply(item)) from None
                if item is not None and (item.pk, item.sk) == MOVED:
                    raise Closed(item.body.decode(errors="replace")) from None
            bound = {op.pk: item for op, item in failed.of(ops) if isinstance(op, AddToCounts)}
            raise Conflict(
                {pk.removeprefix("count:"): item.counts if item else {} for pk, item in bound.items()}
            ) from None

    def refused(self, key: str, reply: Reply, now: float) -> None:
        """Remember the answer to an input that changed nothing; raises AlreadyAnswered if it was dealt with before."""
        try:
            self.table.write([marker(key, reply, now)])
        except Failed as failed:
            item = failed.found[0]
            raise AlreadyAnswered(self._reply(item) if item else reply) from None

    def answered(self, key: str) -> Reply | None:
        """The answer to an input with this key, if it has been dealt with before."""
        return self._reply(item) if (item := self.table.get(f"seen/{key}", SEEN)) else None

    def _reply(self, item: Item) -> Reply:
        """It has been dealt with, whatever was answered."""
        return self.read(item, _reply.decode) or Reply(ok=False, lines=[Told(DEALT_WITH, {})])

    def all_answered(self, keys: Sequence[str]) -> set[str]:
        """Which of these have been dealt with before."""
        found = self.table.several([(f"seen/{key}", SEEN) for key in keys]) if keys else []
        return {key for key, item in zip(keys, found, strict=True) if item}

    def games_of(self, owner: str) -> list[str]:
        """The unfinished games of `person:ID` or `chat:PLACE`."""
        return sorted(self.counted(self.table.get(owner, GAMES)))

    def opening(self, person_id: str) -> tuple[int, float, bool]:
        """How many unfinished games somebody has, the last sign of life, and whether the host closes: in one read."""
        games, beat, closing = self.table.several([(f"person:{person_id}", GAMES), BEAT, CLOSING])
        return len(self.counted(games)), self.moment(beat), closing is not None

    def past_of(self, owner: str) -> list[str]:
        """The games of `person:ID` or `chat:PLACE` that are over."""
        return [item.sk.partition("/")[2] for item in self.table.query(owner, "past/", f"past/{HIGHEST}")]

    def due(self, until: float) -> list[str]:
        """Games whose clocks need a look by then, the longest waiting first."""
        return [item.pk.removeprefix("game/") for item in self._in_index(DUE, until)]

    def log(
        self, game_id: str, first: int = 0, limit: int = 200, read: Callable[[bytes], LogEntry] = _entry.decode
    ) -> list[LogEntry]:
        """The log of a game from entry `first` on."""
        items = self.table.query(f"game/{game_id}", f"log/{first:07d}", f"log/{HIGHEST}", limit)
        return [self.read(item, read) or _unreadable(item) for item in items]

    # -- what is to be said

    def waiting(self, until: float) -> Iterator[str]:
        """The places where something waits to be said, the longest waiting first."""
        seen: set[str] = set()
        for item in self._in_index(OUT, until):
            if item.pk not in seen:
                seen.add(item.pk)
                yield item.pk.removeprefix("chat:")

    def posts(self, chat: str, limit: int = MOST_POSTS) -> list[Post]:
        """What waits in one place and is ours to say, in order."""
        items = self._posts(chat, limit)
        read = [(item, self.read(item, _post.decode)) for item in items]
        if lost := [item for item, post in read if post is None]:
            self.table.write([op for item in lost for op in (DeleteItem(item.pk, item.sk), PutItem(_aside(item)))])
        return [post for _, post in read if post is not None]

    def _posts(self, chat: str, limit: int) -> list[Item]:
        return self.table.query(f"chat:{chat}", POST, POST + HIGHEST, limit)

    def post(self, posts: list[Post], now: float) -> None:
        """Something to be said that belongs to no input, or must be tried again."""
        self.table.write([posted(post, now) for post in posts])

    def answer(self, key: str, posts: list[Post], now: float, anew: Sequence[Key] = ()) -> None:
        """Say this in answer to an input, once however often it comes; boards of `anew` (place, game) are sent anew."""
        ops: list[Op] = [marker(key, Reply(ok=True), now), *(posted(post, now) for post in posts)]
        ops += [DeleteItem(f"chat:{chat}", f"{BOARD}{game}") for chat, game in anew]
        with suppress(Failed):
            self.table.write(ops)

    def said(self, posts: list[Post]) -> None:
        """The words of these have been said; a board that has changed may still have to be shown."""
        self.table.write([spoken(post) for post in posts[:MOST_OPS]])

    def shown(self, posts: list[Post], game: str, message: str) -> None:
        """All this is said, and the game's board shown in this message; in the one before, if it is none.

        The message first: whoever dies before the rest shows the board once more in that very message.
        """
        chat = f"chat:{posts[0].chat}"
        if message:
            self.table.write([PutItem(Item(chat, f"{BOARD}{game}", message.encode()))])
        self.table.write([DeleteItem(chat, post_key(post)) for post in posts[:MOST_OPS]])

    def aside(self, post: Post, now: float) -> None:
        """Put away what cannot be sent, for an operator to look at."""
        chat, key = f"chat:{post.chat}", post_key(post)
        nameless = msgspec.structs.replace(post, names={}, said=[])  # those who are forgotten must not stay here
        kept = Item(chat, f"aside/{key}", msgspec.json.encode(nameless), until=now + ASIDE)
        self.table.write([DeleteItem(chat, key), PutItem(kept)])

    def hush(self, chat: str, moved_to: str, now: float) -> None:
        """A place is gone, or has moved: what waits there is dropped, or waits in the new place."""
        while items := self._posts(chat, MOST_OPS // 2):
            gone = [DeleteItem(item.pk, item.sk, item.version) for item in items]
            read = [self.read(item, _post.decode) for item in items if moved_to]
            new = [msgspec.structs.replace(post, chat=moved_to) for post in read if post is not None]
            with suppress(Failed):  # somebody has dealt with one of them meanwhile: look again
                self.table.write([*gone, *(posted(post, now) for post in new)])

    def board(self, chat: str, game_id: str) -> str:
        """The message that shows this game's board in this place, or nothing."""
        return self.read(self.table.get(f"chat:{chat}", f"{BOARD}{game_id}"), bytes.decode) or ""

    def kept(self, chat: str, name: str) -> bytes:
        """What an adapter remembers of a place, or nothing."""
        return item.body if (item := self.table.get(f"chat:{chat}", f"kept/{name}")) else b""

    def keep(self, chat: str, name: str, body: bytes) -> None:
        """Remember this of a place; nothing, to forget it."""
        where = f"chat:{chat}", f"kept/{name}"
        self.table.write([PutItem(Item(*where, body)) if body else DeleteItem(*where)])

    def kept_names(self, chat: str, lead: str) -> list[str]:
        """The names, beginning so, of what an adapter remembers of a place."""
        items = self.table.query(f"chat:{chat}", f"kept/{lead}", f"kept/{lead}{HIGHEST}")
        return [item.sk.removeprefix("kept/") for item in items]

    def begin_speaking(self, lane: str, now: float) -> SpeakerLease:
        """Take the lease on a lane, or learn until when it is taken. A lane has one speaker at a time."""
        lease = Item(f"lane/{lane}", SPEAKER, SPEAKS, random.getrandbits(LEASE_BITS) or 1, until=now + LEASE)
        try:
            self.table.write([PutItem(lease, 0)])
        except Failed as failed:
            other = failed.found[0]
            if other is None or other.until > now:
                paused = other is not None and other.body == PAUSE
                return SpeakerLease(0, other.until if other and paused else now + LOOK_AGAIN)
            try:
                self.table.write([PutItem(lease, other.version)])
            except Failed:
                return SpeakerLease(0, now + LOOK_AGAIN)
        return SpeakerLease(lease.version)

    def end_speaking(self, lane: str, lease: SpeakerLease, until: float = 0.0) -> None:
        """Give back the lease on a lane, if it is still ours; nobody is to speak there before `until`."""
        pause = Item(f"lane/{lane}", SPEAKER, PAUSE, lease.number, until=until)
        with suppress(Failed):
            self.table.write([PutItem(pause, lease.number) if until else DeleteItem(pause.pk, SPEAKER, lease.number)])

    # -- people

    def person(self, person_id: str) -> tuple[Person, int] | None:
        """A person and their version."""
        item = self.table.get(f"person:{person_id}", "person")
        found = self.read(item, _person.decode)
        if item is not None and found is None:
            raise Damaged(PERSON)
        return (found, item.version) if item and found else None

    def called(self, person_ids: Sequence[str]) -> dict[str, str]:
        """How these people are called now, those whom we know."""
        found = self.table.several([(f"person:{each}", "person") for each in person_ids]) if person_ids else []
        return {person.id: person.name for item in found if (person := self.read(item, _person.decode))}

    def who(self, identity: str, now: float) -> str:
        """The person behind an identity that is still good, or nothing."""
        item = self.table.get(f"who/{identity}", "who")
        return self.read(item, bytes.decode) or "" if item and (not item.until or item.until > now) else ""

    def identities(self, person_id: str) -> list[str]:
        """Everything by which a person is known."""
        return [each.sk[4:] for each in self.table.query(f"person:{person_id}", "who/", f"who/{HIGHEST}")]

    def save_person(self, person: Person, version: int, identities: Mapping[str, float] | None = None) -> None:
        """Save a person, with new identities and until when each is good (0: for ever); raises Conflict."""
        owner = f"person:{person.id}"
        ops: list[Op] = [PutItem(Item(owner, "person", msgspec.json.encode(person), version + 1), version)]
        for identity, until in (identities or {}).items():
            ops.append(PutItem(Item(f"who/{identity}", "who", person.id.encode(), 1, until=until), 0))
            ops.append(PutItem(Item(owner, f"who/{identity}", until=until)))
        self._write(ops)

    def drop_identities(self, person_id: str, identities: list[str]) -> None:
        """These lead to the person no longer."""
        for who in (f"who/{identity}" for identity in identities):
            self.table.write([DeleteItem(who, "who"), DeleteItem(f"person:{person_id}", who)])

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
                self.table.write([DeleteItem(partition, item.sk) for item in items])

    def claim(self, code: str) -> Item | None:
        """What a browser waits for under this (hashed) code."""
        return self.table.get(f"claim/{code}", "claim")

    def save_claim(self, code: str, body: bytes, until: float, version: int) -> None:
        """A code that a browser shows, or what has become of it; raises Conflict."""
        self._write([PutItem(Item(f"claim/{code}", "claim", body, version + 1, until=until), version)])

    def drop_claim(self, code: str) -> None:
        """The code has served."""
        self.table.write([DeleteItem(f"claim/{code}", "claim")])

    # -- counters

    def bests(self, owner: str) -> dict[str, int]:
        """The highest that `person:ID` or `chat:PLACE` has ever reached, by what it is."""
        return high_scores.highest(self.table, f"count:{owner}")

    def counts(self, owner: str) -> dict[str, int]:
        """The counters of `person:ID` or `chat:PLACE`."""
        return self.counted(self.table.get(f"count:{owner}", "count"))

    def ledgers(self, owners: Sequence[str], *, strong: bool = True) -> list[dict[str, int]]:
        """The counters of several at once, in their order; without `strong` perhaps those of a moment ago."""
        keys = [(f"count:{owner}", "count") for owner in owners]
        found = self.table.several(keys, strong=strong) if keys else []
        return [self.counted(item) for item in found]


def _fits(game_id: object) -> bool:
    return isinstance(game_id, str) and game_id.isascii() and len(game_id) <= LONGEST_ID


def _game(game_id: object) -> Key:
    return f"game/{game_id}", SESSION


def _unreadable(item: Item) -> LogEntry:
    """What stands in the log in place of an entry that cannot be read."""
    return LogEntry(0.0, DAMAGED, told=[Told(UNREADABLE, {})], n=int(item.sk.removeprefix("log/")))


def _aside(item: Item) -> Item:
    """A post that nobody can read is put away as it is, so that the others are said."""
    return Item(item.pk, f"aside/{item.sk}", item.body, until=item.when + ASIDE)
