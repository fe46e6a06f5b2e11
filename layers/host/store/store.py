"""What the host asks of its store: one method for each access pattern, and nowhere a scan.

    partition        second key            what                              index
    game/ID          session               the game                          due: when its clocks next need a look
    game/ID          log/000123            one accepted input
    person:ID        game/ID, past/ID      a game of that person, a finished one
    chat:PLACE       game/ID, past/ID      a game shown in that place, a finished one
    chat:PLACE       post/STAMP/GAME       something to be said there        out: since when it waits
    chat:PLACE       board/ID              which message shows that board
    person:ID        person                the person and their settings
    person:ID        who/IDENTITY          an identity of theirs
    who/IDENTITY     who                   the person behind an identity
    seen/KEY         seen                  the answer given to an input      (expires)
    count:OWNER      count                 counters of a person or place
    host             beat, outage/START    when the host was last alive, and when it was not
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec import Struct, field

from host.session import Entry, Post, Reply, Session
from host.store.items import HIGHEST, Add, Drop, Failed, Item, Op, Put, Table

DUE, OUT = "due", "out"
REMEMBERED = 3 * 86400.0  # platforms deliver again for a day at most

_session = msgspec.json.Decoder(Session)
_entry = msgspec.json.Decoder(Entry)
_post = msgspec.json.Decoder(Post)
_reply = msgspec.json.Decoder(Reply)


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
    key: str = ""
    reply: Reply | None = None


class Store:
    """The host's memory, over any table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    # -- games

    def game(self, game_id: str) -> Saved | None:
        """A game by its id: the one read of every input."""
        item = self.table.get(f"game/{game_id}", "session")
        return item and Saved(_session.decode(item.body), item.version)

    def commit(self, commit: Commit) -> None:
        """Save an accepted input wholly or not at all; raises Conflict or Seen."""
        ops = _commit_ops(commit)
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

    def games_of(self, owner: str, heading: str = "game") -> list[str]:
        """The unfinished games of `person:ID` or `chat:PLACE`; under `past`, those that are over."""
        items = self.table.query(owner, f"{heading}/", f"{heading}/{HIGHEST}")
        return [item.sk.partition("/")[2] for item in items]

    def due(self, until: float, limit: int = 100) -> list[str]:
        """Games whose clocks need a look by then, the longest waiting first."""
        return [item.pk.removeprefix("game/") for item in self.table.on_shelf(DUE, until, limit=limit)]

    def log(self, game_id: str, first: int = 0, limit: int = 200) -> list[Entry]:
        """The log of a game from entry `first` on."""
        items = self.table.query(f"game/{game_id}", f"log/{first:07d}", f"log/{HIGHEST}", limit)
        return [_entry.decode(item.body) for item in items]

    # -- what is to be said

    def waiting(self, until: float) -> Iterator[str]:
        """The places where something waits to be said, the longest waiting first."""
        seen: set[str] = set()
        after: Item | None = None
        while items := self.table.on_shelf(OUT, until, after):
            after = items[-1]
            for item in items:
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

    def said(self, posts: list[Post], boards: Mapping[str, str]) -> None:
        """These have been said; `boards` names the messages that now show a game's board."""
        if posts:
            ops: list[Op] = [Drop(f"chat:{post.chat}", _post_key(post)) for post in posts]
            chat = f"chat:{posts[0].chat}"
            ops += [Put(Item(chat, f"board/{game}", message.encode())) for game, message in boards.items()]
            self.table.write(ops)

    def board(self, chat: str, game_id: str) -> str:
        """The message that shows this game's board in this place, or nothing."""
        item = self.table.get(f"chat:{chat}", f"board/{game_id}")
        return item.body.decode() if item else ""

    # -- counters

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
    if commit.key and commit.reply is not None:
        ops.append(_marker(commit.key, commit.reply, now))
    if commit.entry is not None:
        ops.append(Put(Item(game, f"log/{commit.entry.n:07d}", msgspec.json.encode(commit.entry)), 0))
    ops += [_post_op(post, now) for post in commit.posts]
    ops += [Put(Item(owner, heading)) for owner, heading in sorted(commit.joined)]
    ops += [Drop(owner, heading) for owner, heading in sorted(commit.parted)]
    ops += [Add(f"count:{owner}", "count", counts) for owner, counts in commit.counts.items()]
    return ops


def _marker(key: str, reply: Reply, now: float) -> Put:
    return Put(Item(f"seen/{key}", "seen", msgspec.json.encode(reply), 1, until=now + REMEMBERED), 0)


def _post_key(post: Post) -> str:
    return f"post/{post.stamp:015d}/{post.game}"


def _post_op(post: Post, now: float) -> Put:
    return Put(Item(f"chat:{post.chat}", _post_key(post), msgspec.json.encode(post), shelf=OUT, when=now))
