"""All reads and writes of the host: one method for each access pattern, and nowhere a scan.

| partition | second key | what | index |
|---|---|---|---|
| game/ID | session | the game | due: when its clocks next need a look, or earlier |
| game/ID | log/000123 | one accepted input |
| person:ID | games, past/ID, gone/ID | the unfinished games of that person, a finished one, a closed or removed one |
| chat:PLACE | games, past/ID | the unfinished games shown in that place, a finished one |
| chat:PLACE | post/STAMP/GAME, aside/STAMP/GAME | something to be said there, or set aside | out: since when it waits |
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
| talk/GAME | manner, head | how a table talks, and whether anew; person:ID, talked/GAME, hides/GAME: where; reported |
| person:ID | profile | what they show; profile/ADDRESS: whose page that is; ranked: who is in the lists of all times |
| seeking | GAME | a table that looks for players among strangers (expires) |
| calls:OWNER | PERSON | what their predictions have come to, in the list of a place |
| count:OWNER | count, best/NAME/AMOUNT | counters of a person or place, and what they have reached at once |
| morning | PLACE | that it wants the game of the day every morning | morning: when next |
| count:table:NAME | best/PERSON/AMOUNT | a table of bests |
| lane/LANE | speaker | who speaks there now, or until when nobody may (expires) |
| host | closing, beat, outages, waking, moved, note/NAME | goodbye; when it was alive, and not (/NAME: a platform) |
| host | door/NAME | who came of late, and what they have used up (expires) |
| box/RULES | card/ID, box, day/DATE | what is otherwise; a day's; report/CARD/PERSON; person:ID, reported/RULES/CARD |
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from engine.kernel import Told
from host.core.session import LogEntry, Person, Post, Reply, Session
from host.core.store import items
from host.core.store.items import (
    ANSWER_KEY,
    BEAT,
    BOARD,
    DAMAGED_GAME_TEXT,
    DUE,
    HIGHEST,
    MOST_OPS,
    MOVED_HOST_KEY,
    OPEN_GAMES_KEY,
    OUT,
    PERSON,
    PLACE_VALUE,
    POST,
    SESSION,
    AddToCounts,
    AlreadyAnswered,
    Closed,
    Commit,
    Conflict,
    Damaged,
    DeleteItem,
    Failed,
    Item,
    ItemKey,
    ItemReader,
    Op,
    PutItem,
    build_answer_put,
    build_heartbeat_put,
    build_log_entry_put,
    build_post_key,
    build_spoken_op,
    build_transactions,
    prepare_post_put,
)

OUTAGES = ("host", "outages")
CLOSING = ("host", "closing")  # there when the operator has said goodbye for good
OUTAGES_KEPT = 90 * 86400.0  # longer than any clock of ours
WAKING = ("host", "waking")  # there while games have still to be woken after an outage
FROM_THE_FIRST = Item("", "")
_wake_cursor_decoder = msgspec.json.Decoder(tuple[float, str, str])
_spans_decoder = msgspec.json.Decoder(list[tuple[float, float]])


class HostNotes(ItemReader):
    """The host's own notes about itself: heartbeats, outages, and a few small values."""

    def load_last_beat(self, of: str = "") -> float:
        """Return when the host, or the polled platform `of`, was last known to work; 0 if never, if that was cleared,
        or if it cannot be read.
        """
        return self.read_moment(self.table.get("host", f"beat/{of}") if of else self.table.get(*BEAT))

    def save_beat(self, now: float, down_since: float = 0.0) -> None:
        """Save that the host works now. With `down_since` (the last time saved) also save the outage from then to
        now, and that all games have to be woken to get the time back; raise Conflict if another process has recorded
        that outage already.
        """
        if not down_since:
            self.table.write([build_heartbeat_put(now)])
            return
        item = self.table.get(*OUTAGES) or Item(*OUTAGES, b"[]")
        spans = [span for span in self.read_spans(item) if span[1] > now - OUTAGES_KEPT]
        body = msgspec.json.encode([*spans, (down_since, now)])
        ops = [
            build_heartbeat_put(now, int(down_since * 1000)),
            PutItem(Item(*OUTAGES, body, item.version + 1), item.version),
            PutItem(Item(*WAKING, _encode_wake_cursor(FROM_THE_FIRST))),
        ]
        try:
            self.table.write(ops)
        except Failed:
            raise Conflict({}) from None

    def load_wake_cursor(self) -> Item | None:
        """Return how far the host has come in waking games after the last outage (giving their players the lost time
        back): the index entry after which games are still to be woken (with empty keys: all), or None if all have been.
        """
        found = self.read(self.table.get(*WAKING), _wake_cursor_decoder.decode)
        return Item(found[1], found[2], index=DUE, when=found[0]) if found else None

    def list_next_to_wake(self, cursor: Item, limit: int) -> list[Item]:
        """Return the index entries of up to `limit` games after the cursor, which are the next to be woken after an
        outage (to give their players the lost time back).
        """
        after = cursor if cursor.pk else None
        return self.table.due_before(DUE, math.inf, after, limit)

    def save_wake_cursor(self, page: Sequence[Item]) -> Item | None:
        """Save that this page of games has been woken after an outage (given the lost time back), or that none was left
        if it is empty; return the new cursor.
        """
        self.table.write([PutItem(Item(*WAKING, _encode_wake_cursor(page[-1]))) if page else DeleteItem(*WAKING)])
        return page[-1] if page else None

    def _iter_index(self, index: str, until: float) -> Iterator[Item]:
        """Iterate over the entries of an index that are due by `until`, earliest first, page by page."""
        after: Item | None = None
        while items := self.table.due_before(index, until, after):
            yield from items
            after = items[-1]

    def shift_moments_back(self, last: float, now: float) -> None:
        """Shift the recorded times of outages back by as much as the clock was set back, from `last` to `now`; let no
        polled platform count as read beyond now, make posts queued for later due now, and record that the host is
        alive. Games are not shifted here.
        """
        by = now - last
        for item in self._iter_index(OUT, math.inf):
            post = self.table.get(item.pk, item.sk)
            if post is not None and post.index == OUT and post.when > now:
                self.table.write([PutItem(msgspec.structs.replace(post, when=now))])
        ops = []
        for item in self.table.query("host", "outages", f"outages/{HIGHEST}"):
            body = msgspec.json.encode([(begin + by, end + by) for begin, end in self.read_spans(item)])
            ops.append(PutItem(msgspec.structs.replace(item, body=body)))
        heard = self.table.query("host", "beat/", f"beat/{HIGHEST}")
        ops += [
            PutItem(msgspec.structs.replace(item, body=str(min(now, self.read_moment(item))).encode()))
            for item in heard
        ]
        self.table.write([*ops, build_heartbeat_put(now)])

    def save_read_until(self, until: float, of: str) -> None:
        """Save that all messages sent on this platform before that moment have been read; a later moment saved before
        is overwritten.
        """
        self.table.write([PutItem(Item("host", f"beat/{of}", str(until).encode()))])

    def save_unpolled_span(self, since: float, now: float, of: str) -> None:
        """Add a time in which the platform `of` could not be polled to those saved, so that its players get it back;
        those over for ninety days are deleted.
        """
        spans = [span for span in self.load_outages(of) if span[1] > now - OUTAGES_KEPT]
        self.table.write([PutItem(Item("host", f"outages/{of}", msgspec.json.encode([*spans, (since, now)])))])

    def load_outages(self, of: str = "") -> list[tuple[float, float]]:
        """Return the times (from, to) in the last ninety days or so in which the platform `of` could not be polled or,
        if none is given, the host was down, in the order in which they were saved; empty if they cannot be read.
        """
        return self.read_spans(self.table.get("host", f"outages/{of}") if of else self.table.get(*OUTAGES))

    def load_new_address(self) -> str:
        """Return the address to which all data of this host has been moved; empty if it has not been moved."""
        item = self.table.get(*MOVED_HOST_KEY)
        return item.body.decode(errors="replace") if item else ""

    def save_closing(self) -> None:
        """Save that the operator closes this host for good, so that nobody can open new games."""
        self.table.write([PutItem(Item(*CLOSING, b"for good"))])

    def is_closing(self) -> bool:
        """Return whether the operator is closing this host for good."""
        return self.table.get(*CLOSING) is not None

    def load_note(self, name: str) -> str:
        """Return a short text that the host has stored under this name; empty if there is none or it is damaged."""
        return self.read(self.table.get("host", f"note/{name}"), bytes.decode) or ""

    def save_note(self, name: str, text: str) -> None:
        """Store a short text under this name, in place of an earlier one, to be read again with `load_note`."""
        self.table.write([PutItem(Item("host", f"note/{name}", text.encode()))])

    def read_moment(self, item: Item | None) -> float:
        """Return the time stored in an item; 0 if there is no item, or it is damaged (which is marked for the
        operator).
        """
        return self.read(item, float) or 0.0

    def read_spans(self, item: Item | None) -> list[tuple[float, float]]:
        """Return the time spans (from, to) stored in an item, or an empty list if there is no item or it is damaged
        (which is marked for the operator).
        """
        return list(self.read(item, _spans_decoder.decode) or [])


def _encode_wake_cursor(entry: Item) -> bytes:
    """Return an entry of the index of deadlines as the bytes that are stored of how far waking has come."""
    return msgspec.json.encode((entry.when, entry.pk, entry.sk))


LONGEST_ID = 64
MOST_POSTS = 50  # of those that wait in a place, as many are looked at together
DEAD_LETTER_SECONDS = 30 * 86400.0
SPEAKER, SPEAKS, PAUSE = "speaker", b"speaks", b"pause"  # the second key of the lease on a lane, and its bodies
LEASE = 30.0  # seconds: longer than a function may take
LOOK_AGAIN = 1.0  # seconds after which to look whether a speaker is done
LEASE_BITS = 48  # of the number by which a lease is known
DAMAGED_ENTRY_KIND = "damaged"
UNREADABLE_ENTRY_TEXT = "I cannot show this line of the log, because it is damaged."
DEALT_WITH = "This question was answered before, but I cannot show the saved answer, because it is damaged."
_session_decoder = msgspec.json.Decoder(Session)
_stored_entry_decoder = msgspec.json.Decoder(LogEntry)
_post_decoder = msgspec.json.Decoder(Post)
_reply = msgspec.json.Decoder(Reply)
_person_decoder = msgspec.json.Decoder(Person)


class SavedGame(NamedTuple):
    """A game as it was read, the version that the next commit must name, and if asked for the host's outages and
    heartbeat.
    """

    session: Session
    version: int
    outages: Sequence[tuple[float, float]] = ()
    beat: float = 0.0
    body: bytes = b""  # all of the session, as it is kept
    entry_at: float = 0.0  # where it stands in the index of deadlines; 0: nowhere


class SpeakerLease(NamedTuple):
    """The lease on a lane: its number, or 0 and when to try again; and what the last speaker left in it."""

    number: int
    look_again: float = 0.0
    left: bytes = b""


class Store(HostNotes):
    """All reads and writes of the host, over any table."""

    # -- games

    def load_game(self, game_id: object) -> SavedGame | None:
        """Return a game by its id, or None if there is none, also for a malformed id from outside; raise Damaged, and
        mark it for the operator, if it cannot be read. This is the only read that every input needs.
        """
        return self._decode_saved_game(
            self.table.get(*_build_session_key(game_id)) if _is_possible_game_id(game_id) else None
        )

    def load_game_with_outages(self, game_id: str) -> SavedGame | None:
        """Return a game with the host's outages and last life sign in one read, which is all that an input from a
        clock needs; None if there is no such game. Raise Damaged if it cannot be read.
        """
        found, outages, beat = self.table.several([_build_session_key(game_id), OUTAGES, BEAT])
        saved = self._decode_saved_game(found)
        return saved and saved._replace(outages=self.read_spans(outages), beat=self.read_moment(beat))

    def load_games(self, game_ids: Sequence[str]) -> list[SavedGame]:
        """Return those of these games that exist and can be read, in the order of `game_ids`, with one call of the
        table; their outages, body and place in the index of deadlines are not filled in. Unreadable ones are marked as
        damaged.
        """
        found = self.table.several([_build_session_key(game_id) for game_id in game_ids]) if game_ids else []
        return [
            SavedGame(read, item.version)
            for item in found
            if item and (read := self.read(item, _session_decoder.decode))
        ]

    def _decode_saved_game(self, item: Item | None) -> SavedGame | None:
        """Return an item as a saved game; None if there is none. Raise Damaged, and mark it for the operator, if it
        cannot be read.
        """
        session = self.read(item, _session_decoder.decode)
        if item is not None and session is None:
            raise Damaged(DAMAGED_GAME_TEXT)
        if item is None or session is None:
            return None
        return SavedGame(session, item.version, body=item.body, entry_at=item.when if item.index == DUE else 0.0)

    def commit(self, commit: Commit) -> None:
        """Save all changes of an accepted input or none (new high scores, if there are very many changes, in a second
        transaction). Raise Conflict if the game was changed meanwhile or a counter is not within its bounds (then it
        has the counts read), AlreadyAnswered if the input came before, Closed if a new game comes after the host has
        moved away; the table may raise TooLarge or Overloaded.
        """
        for ops in build_transactions(commit):
            self._write_or_conflict(ops)

    def restore(self, session: Session, log: list[LogEntry], now: float) -> None:
        """Save a game imported from elsewhere: first its log in batches, last the game itself, so that it appears
        complete. No clock runs. Raise Conflict, and save nothing, if a game of its id is here, Closed if the host has
        moved away.
        """
        if self.table.get(*_build_session_key(session.id)) is not None:
            raise Conflict({})
        entries: list[Op] = [build_log_entry_put(session.id, entry) for entry in log]
        for start in range(0, len(entries), MOST_OPS):
            self._write_or_conflict(entries[start : start + MOST_OPS])
        self.commit(Commit(session, 0, 0.0, now, joined=session.list_index_links()))

    def iter_sessions(self) -> Iterator[Session]:
        """Yield every game in the store that can be read, open or finished, for an operator's commands; unreadable ones
        are marked as damaged. This reads the whole store.
        """
        kept = (item for item in self.table.every() if item.sk == SESSION)
        return (session for item in kept if (session := self.read(item, _session_decoder.decode)))

    def put_off_game(self, game_id: str, until: float) -> None:
        """Set the next due time of a game to `until`, because nothing can be done for it now and it would hold up
        other games. Do nothing if the game is not in the index of deadlines or was changed meanwhile.
        """
        item = self.table.get(*_build_session_key(game_id))
        if item is not None and item.index:
            with suppress(Failed):  # somebody could do something after all
                self.table.write([PutItem(msgspec.structs.replace(item, when=until, due=0.0), item.version)])

    def _write_or_conflict(self, ops: list[Op]) -> None:
        """Write all these changes or none; raise AlreadyAnswered, Closed or Conflict for the condition that was not
        met.
        """
        try:
            self.table.write(ops)
        except Failed as failed:
            for item in failed.found.values():
                if item is not None and item.sk == ANSWER_KEY:
                    raise AlreadyAnswered(self._decode_reply(item)) from None
                if item is not None and (item.pk, item.sk) == MOVED_HOST_KEY:
                    raise Closed(item.body.decode(errors="replace")) from None
            bound = {op.pk: item for op, item in failed.list_failed_ops(ops) if isinstance(op, AddToCounts)}
            raise Conflict(
                {pk.removeprefix("count:"): item.counts if item else {} for pk, item in bound.items()}
            ) from None

    def save_refusal(self, key: str, reply: Reply, now: float) -> None:
        """Store the reply to a refused input, so that a resent one gets the same; raise AlreadyAnswered if the input
        was handled before.
        """
        try:
            self.table.write([build_answer_put(key, reply, now)])
        except Failed as failed:
            item = failed.found[0]
            raise AlreadyAnswered(self._decode_reply(item) if item else reply) from None

    def find_answer(self, key: str) -> Reply | None:
        """Return the stored reply to an input with this idempotency key, or None if it was not handled before or more
        than three days ago.
        """
        return self._decode_reply(item) if (item := self.table.get(f"seen/{key}", ANSWER_KEY)) else None

    def _decode_reply(self, item: Item) -> Reply:
        """Return the stored reply of an item, or a reply that says it is damaged, since the input was handled in any
        case.
        """
        return self.read(item, _reply.decode) or Reply(ok=False, lines=[Told(DEALT_WITH, {})])

    def list_answered_keys(self, keys: Sequence[str]) -> set[str]:
        """Return those of these idempotency keys whose inputs were handled before, as far as that is stored (three
        days).
        """
        found = self.table.several([(f"seen/{key}", ANSWER_KEY) for key in keys]) if keys else []
        return {key for key, item in zip(keys, found, strict=True) if item}

    def list_open_game_ids(self, owner: str) -> list[str]:
        """Return the ids of the unfinished games of `person:ID` (who sits there, wants a seat or has opened it) or
        shown in `chat:PLACE`, sorted as texts.
        """
        return sorted(self.read_counts(self.table.get(owner, OPEN_GAMES_KEY)))

    def read_opening_facts(self, person_id: str) -> tuple[int, float, bool]:
        """Return (games, beat, closing), in one read, on which opening a game depends: the number of a person's
        unfinished games, the last life sign of the host (0 if none), and whether it is closing.
        """
        games, beat, closing = self.table.several([(f"person:{person_id}", OPEN_GAMES_KEY), BEAT, CLOSING])
        return len(self.read_counts(games)), self.read_moment(beat), closing is not None

    def list_past_game_ids(self, owner: str) -> list[str]:
        """Return the ids of the finished games of `person:ID` or `chat:PLACE`, and of those that a person is out of for
        good, sorted as texts.
        """
        return items.list_headings(self.table, owner, "past/")

    def list_all_game_ids(self, owner: str) -> list[str]:
        """Return the ids of all games of `person:ID` or `chat:PLACE`: unfinished, finished and, of a person, those in
        no list of games, because they were closed before they began or the operator has removed them.
        """
        gone = items.list_headings(self.table, owner, "gone/")
        found = [*self.list_open_game_ids(owner), *self.list_past_game_ids(owner), *gone]
        return list(dict.fromkeys(found))  # an older release restores a removed game without its heading here

    def list_due_games(self, until: float) -> list[str]:
        """Return the ids of the games whose entry in the index of deadlines is due by `until`, the longest due first.
        An entry may stand earlier than its game really has something to do.
        """
        return [item.pk.removeprefix("game/") for item in self._iter_index(DUE, until)]

    def load_log(
        self,
        game_id: str,
        first: int = 0,
        limit: int = 200,
        read: Callable[[bytes], LogEntry] = _stored_entry_decoder.decode,
    ) -> list[LogEntry]:
        """Return up to `limit` entries of a game's log in order, from number `first` on, each decoded by `read`; one
        that cannot be read is replaced by a placeholder and marked for the operator.
        """
        items = self.table.query(f"game/{game_id}", f"log/{first:07d}", f"log/{HIGHEST}", limit)
        return [self.read(item, read) or _build_unreadable_entry(item) for item in items]

    # -- what is to be said

    def iter_waiting_places(self, until: float) -> Iterator[str]:
        """Iterate over the places, each once, with queued posts to be sent by `until`, the longest waiting first."""
        seen: set[str] = set()
        for item in self._iter_index(OUT, until):
            if item.pk not in seen:
                seen.add(item.pk)
                yield item.pk.removeprefix("chat:")

    def load_posts(self, chat: str, limit: int = MOST_POSTS) -> list[Post]:
        """Return up to `limit` posts queued for one place, the oldest first, without regard to when they may be sent;
        unreadable ones are marked as damaged and moved to the dead letters (set aside for an operator).
        """
        items = self._query_posts(chat, limit)
        read = [(item, self.read(item, _post_decoder.decode)) for item in items]
        if lost := [item for item, post in read if post is None]:
            self.table.write(
                [op for item in lost for op in (DeleteItem(item.pk, item.sk), PutItem(_build_dead_letter(item)))]
            )
        return [post for _, post in read if post is not None]

    def _query_posts(self, chat: str, limit: int) -> list[Item]:
        """Return up to `limit` items of posts queued for a place, in order."""
        return self.table.query(f"chat:{chat}", POST, POST + HIGHEST, limit)

    def queue_posts(self, posts: list[Post], now: float) -> None:
        """Queue posts that belong to no input, or that must be sent again, for delivery from the time `now` on, which
        is noted in each; each replaces a queued post of its place, stamp and game.
        """
        self.table.write([prepare_post_put(post, now) for post in posts])

    def queue_answer(self, key: str, posts: list[Post], now: float, anew: Sequence[ItemKey] = ()) -> None:
        """Queue these posts as the answer to the input with the idempotency key `key`; do nothing if that input was
        answered before. `anew` names boards by (place, game), whose messages are forgotten, so that they are sent as
        new ones.
        """
        ops: list[Op] = [build_answer_put(key, Reply(ok=True), now), *(prepare_post_put(post, now) for post in posts)]
        ops += [DeleteItem(f"chat:{chat}", f"{BOARD}{game}") for chat, game in anew]
        with suppress(Failed):
            self.table.write(ops)

    def mark_posts_said(self, posts: list[Post]) -> None:
        """Delete the posts (the first hundred of them) whose words have been sent, but keep the board of a post that
        has a changed board to be shown later.
        """
        self.table.write([build_spoken_op(post) for post in posts[:MOST_OPS]])

    def save_board_message(self, chat: str, game: str, message: str) -> None:
        """Save the id of the message that shows this game's board in this place, so that the next time it is edited."""
        self.table.write([PutItem(Item(f"chat:{chat}", f"{BOARD}{game}", message.encode()))])

    def drop_posts(self, posts: list[Post]) -> None:
        """Delete these posts, the first hundred of them, because nothing of them is left to be sent or shown."""
        self.table.write([DeleteItem(f"chat:{post.chat}", build_post_key(post)) for post in posts[:MOST_OPS]])

    def set_post_aside(self, post: Post, now: float) -> None:
        """Move a post that cannot be sent to the dead letters, without the names in it, for an operator to look at
        within thirty days.
        """
        chat, key = f"chat:{post.chat}", build_post_key(post)
        nameless = msgspec.structs.replace(post, names={}, said=[])  # those who are forgotten must not stay here
        kept = Item(chat, f"aside/{key}", msgspec.json.encode(nameless), until=now + DEAD_LETTER_SECONDS)
        self.table.write([DeleteItem(chat, key), PutItem(kept)])

    def drop_or_redirect_posts(self, chat: str, moved_to: str, now: float) -> None:
        """Delete the posts queued for the place `chat`, or, unless `moved_to` is empty, readdress them to that place,
        queued anew at the time `now`; unreadable ones are deleted.
        """
        while items := self._query_posts(chat, MOST_OPS // 2):
            gone = [DeleteItem(item.pk, item.sk, item.version) for item in items]
            read = [self.read(item, _post_decoder.decode) for item in items if moved_to]
            new = [msgspec.structs.replace(post, chat=moved_to) for post in read if post is not None]
            with suppress(Failed):  # somebody has dealt with one of them meanwhile: look again
                self.table.write([*gone, *(prepare_post_put(post, now) for post in new)])

    def find_board_message(self, chat: str, game_id: str) -> str:
        """Return the id of the message that shows this game's board in this place; empty if there is none."""
        return self.read(self.table.get(f"chat:{chat}", f"{BOARD}{game_id}"), bytes.decode) or ""

    def load_place_value(self, chat: str, name: str) -> bytes:
        """Return the value that a door (a platform's adapter) has stored about a place under this name; empty if there
        is none.
        """
        return item.body if (item := self.table.get(f"chat:{chat}", f"{PLACE_VALUE}{name}")) else b""

    def save_place_value(self, chat: str, name: str, body: bytes) -> None:
        """Store a value of a door (a platform's adapter) about a place under this name, in place of an earlier one; an
        empty value deletes it.
        """
        where = f"chat:{chat}", f"{PLACE_VALUE}{name}"
        self.table.write([PutItem(Item(*where, body)) if body else DeleteItem(*where)])

    def list_place_value_names(self, chat: str, lead: str) -> list[str]:
        """Return the whole names of those values that a door (a platform's adapter) has stored about a place whose
        names begin with `lead`.
        """
        items = self.table.query(f"chat:{chat}", f"{PLACE_VALUE}{lead}", f"{PLACE_VALUE}{lead}{HIGHEST}")
        return [item.sk.removeprefix(PLACE_VALUE) for item in items]

    def acquire_lane_lease(self, lane: str, now: float, *, keeps: bool = False) -> SpeakerLease:
        """Take the lease on a delivery lane (what a platform's rate limits count as one, such as a chat with its
        topics) for half a minute, so that only one process sends there. The result is the lease, or number 0 and when
        to try again. With `keeps` the last process has probably left something in it, so it is read first, which costs
        less than a write that fails.
        """
        held = self._find_last_speaker(lane, now) if keeps else None
        for _ in range(2):
            if held is not None and held.until > now:
                return SpeakerLease(0, held.until if held.body.startswith(PAUSE) else now + LOOK_AGAIN)
            left = held.body.removeprefix(SPEAKS).removeprefix(PAUSE) if held else b""
            lease = Item(f"lane/{lane}", SPEAKER, SPEAKS + left, random.getrandbits(LEASE_BITS) or 1, until=now + LEASE)
            try:
                self.table.write([PutItem(lease, held.version if held else 0)])
            except Failed as failed:
                held = failed.found[0]
                continue
            return SpeakerLease(lease.version, left=left)
        return SpeakerLease(0, now + LOOK_AGAIN)

    def _find_last_speaker(self, lane: str, now: float) -> Item | None:
        """Return the lease on a delivery lane that the last process to send there has left, or None; read at half
        the price. If it seems to be held it may be stale, and is read anew. An old lease does no harm: the write
        that replaces it asks for its version.
        """
        key = f"lane/{lane}", SPEAKER
        (held,) = self.table.several([key], strong=False)
        return self.table.get(*key) if held is not None and held.until > now else held

    def release_lane_lease(
        self, lane: str, lease: SpeakerLease, now: float, until: float = 0.0, left: bytes = b""
    ) -> None:
        """Release the lease on a delivery lane if this process still holds it, and leave `left` in it for the process
        that sends there next; with `until` nobody may send there before that time. If others hold it, do nothing.
        """
        over = now - 1.0  # DynamoDB keeps whole seconds, rounded up
        pause = Item(f"lane/{lane}", SPEAKER, PAUSE + left, lease.number, until=until or over)
        with suppress(Failed):
            self.table.write(
                [PutItem(pause, lease.number) if until or left else DeleteItem(pause.pk, SPEAKER, lease.number)]
            )

    # -- people

    def load_person(self, person_id: str) -> tuple[Person, int] | None:
        """Return a person's record and its version, or None if there is none; raise Damaged, and mark it for the
        operator, if it cannot be read.
        """
        item = self.table.get(f"person:{person_id}", "person")
        found = self.read(item, _person_decoder.decode)
        if item is not None and found is None:
            raise Damaged(PERSON)
        return (found, item.version) if item and found else None

    def load_person_names(self, person_ids: Sequence[str]) -> dict[str, str]:
        """Return the current names of these people by id, without those who are unknown or whose record is damaged,
        which is marked for the operator.
        """
        found = self.table.several([(f"person:{each}", "person") for each in person_ids]) if person_ids else []
        return {person.id: person.name for item in found if (person := self.read(item, _person_decoder.decode))}

    def find_person_id(self, identity: str, now: float) -> str:
        """Return the id of the person who owns an identity (login, token) that is still valid; empty if there is none,
        or if it cannot be read. Whether that person's record exists is not looked up.
        """
        item = self.table.get(f"who/{identity}", "who")
        return self.read(item, bytes.decode) or "" if item and (not item.until or item.until > now) else ""

    def list_identities(self, person_id: str) -> list[str]:
        """Return all identities (logins, tokens) of a person as texts of the form `kind:name`, perhaps expired ones."""
        return items.list_headings(self.table, f"person:{person_id}", "who/")

    def save_person(self, person: Person, version: int, identities: Mapping[str, float] | None = None) -> None:
        """Save a person's record, of which `version` was read (0: it is new), and new identities, each with the time
        until which it is valid (0: for ever); raise Conflict if the record was changed meanwhile or an identity is
        somebody's already.
        """
        owner = f"person:{person.id}"
        ops: list[Op] = [PutItem(Item(owner, "person", msgspec.json.encode(person), version + 1), version)]
        for identity, until in (identities or {}).items():
            ops.append(PutItem(Item(f"who/{identity}", "who", person.id.encode(), 1, until=until), 0))
            ops.append(PutItem(Item(owner, f"who/{identity}", until=until)))
        self._write_or_conflict(ops)

    def hand_over_identities(self, goes: str, stays: str, names: Iterable[str]) -> None:
        """Make these identities (logins, tokens) of the person `goes` belong to the person `stays`, in this order;
        each stays valid as long as before. Those that do not exist, or are revoked meanwhile, are skipped.
        """
        for name in names:
            item = self.table.get(f"who/{name}", "who")
            if item is not None:
                self._save_identity_owner(item, stays, item.until, [DeleteItem(f"person:{goes}", f"who/{name}")])

    def prolong_identity(self, name: str, until: float, least: float) -> bool:
        """Extend the validity of an identity (login, token) to `until` if that gains at least `least` seconds; one
        valid for ever would be cut to that. Return False if it gains less, or if there is no such identity; True also
        if it was revoked at this moment.
        """
        item = self.table.get(f"who/{name}", "who")
        if item is None or until - item.until < least:
            return False
        self._save_identity_owner(item, item.body.decode(), until)
        return True

    def _save_identity_owner(self, item: Item, person: str, until: float, ops: Iterable[Op] = ()) -> None:
        """Save to whom an identity belongs and until when, together with `ops`; do nothing if it was changed or
        revoked since it was read.
        """
        led = PutItem(Item(item.pk, item.sk, person.encode(), item.version + 1, until=until), item.version)
        known = PutItem(Item(f"person:{person}", item.pk, until=until))
        with suppress(Failed):  # it was revoked at this moment
            self.table.write([led, *ops, known])

    def drop_identities(self, person_id: str, identities: list[str]) -> None:
        """Delete these identities (logins, tokens) of a person."""
        for who in (f"who/{identity}" for identity in identities):
            self.table.write([DeleteItem(who, "who"), DeleteItem(f"person:{person_id}", who)])

    def drop_person(self, person_id: str) -> None:
        """Delete a person's identities, record, counters and all else stored under their id; their games with others
        stay.
        """
        self.drop_identities(person_id, self.list_identities(person_id))
        self.clear_person(person_id)

    def clear_person(self, person_id: str) -> None:
        """Delete a person's record, counters and all else stored under their id; identities that still lead to the
        id are not looked for.
        """
        self._drop_owner(f"person:{person_id}")

    def drop_place(self, chat: str) -> None:
        """Delete everything stored under a place, such as a person's own chat: its queued posts, counters, lists of
        games, and what doors (platforms' adapters) keep of it. Its games stay.
        """
        self._drop_owner(f"chat:{chat}")

    def _drop_owner(self, owner: str) -> None:
        """Delete everything stored under this owner (`person:ID` or `chat:PLACE`), counters included."""
        for partition in (f"count:{owner}", f"count:seen:{owner}", owner):
            while items := self.table.query(partition, limit=MOST_OPS):
                self.table.write([DeleteItem(partition, item.sk) for item in items])

    def find_claim(self, code: str) -> Item | None:
        """Return the record of the one-time code with this hash, which a browser shows to be linked with an account;
        None if there is none. It may have expired.
        """
        return self.table.get(f"claim/{code}", "claim")

    def save_claim(self, code: str, body: bytes, until: float, version: int) -> None:
        """Save the state of the one-time code with this hash, valid until `until`, in place of that of this `version`
        (0: of none); raise Conflict if it was changed meanwhile.
        """
        self._write_or_conflict([PutItem(Item(f"claim/{code}", "claim", body, version + 1, until=until), version)])

    def drop_claim(self, code: str) -> None:
        """Delete the one-time code with this hash, because it has been used."""
        self.table.write([DeleteItem(f"claim/{code}", "claim")])

    # -- counters

    def load_and_prune_bests(self, owner: str) -> dict[str, int]:
        """Return the highest amounts that `person:ID` or `chat:PLACE` has ever reached, by name, or a ranking list's by
        person; delete stored amounts that were surpassed.
        """
        return items.load_and_prune_high_scores(self.table, f"count:{owner}")

    def load_counts(self, owner: str) -> dict[str, int]:
        """Return all counters of `person:ID` or `chat:PLACE` by name, as far as they are saved: deeds of running games
        may still be missing.
        """
        return self.read_counts(self.table.get(f"count:{owner}", "count"))

    def load_counts_of_owners(self, owners: Sequence[str], *, strong: bool = True) -> list[dict[str, int]]:
        """Return the counters of several owners in their order; without `strong` they may be slightly stale."""
        keys = [(f"count:{owner}", "count") for owner in owners]
        found = self.table.several(keys, strong=strong) if keys else []
        return [self.read_counts(item) for item in found]


def _is_possible_game_id(game_id: object) -> bool:
    """Return whether this can be the id of a game: a text of at most 64 ASCII characters."""
    return isinstance(game_id, str) and game_id.isascii() and len(game_id) <= LONGEST_ID


def _build_session_key(game_id: object) -> ItemKey:
    """Return the two keys of a game's session."""
    return f"game/{game_id}", SESSION


def _build_unreadable_entry(item: Item) -> LogEntry:
    """Return the placeholder that stands in a game's log for an entry that cannot be read."""
    return LogEntry(
        0.0, DAMAGED_ENTRY_KIND, told=[Told(UNREADABLE_ENTRY_TEXT, {})], n=int(item.sk.removeprefix("log/"))
    )


def _build_dead_letter(item: Item) -> Item:
    """Return an unreadable post as a dead letter (set aside for an operator), so that the posts after it are sent."""
    return Item(item.pk, f"aside/{item.sk}", item.body, until=item.when + DEAD_LETTER_SECONDS)
