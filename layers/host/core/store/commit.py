"""Turns one accepted input into the writes of one database transaction."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct, field

from host.core.session import LogEntry, Post, Reply, Session
from host.core.store.high_scores import reached
from host.core.store.items import MOST_OPS, AddToCounts, CountBound, DeleteItem, Item, Op, PutItem

DUE, OUT = "due", "out"
SEEN = "seen"  # the second key of what an input was answered
POST = "post/"  # so begins the second key of all that waits to be said
BOARD = "board/"  # and of the message that shows a game in a place
SESSION = "session"  # the second key of a game
BEAT = ("host", "beat")
MOVED = ("host", "moved")  # where everything lives now, if not here
GAMES = "games"  # the one item that lists the unfinished games of an owner
REMEMBERED = 3 * 86400.0  # platforms deliver again for a day at most


class Conflict(Exception):
    """Somebody else has changed the game meanwhile, or counts are not where they were thought to be: try again.

    The counts as they are come along, by their owners.
    """

    def __init__(self, counts: dict[str, dict[str, int]]) -> None:
        super().__init__("something else has changed meanwhile")
        self.counts = counts


class AlreadyAnswered(Exception):
    """This input has been dealt with before; the answer given then comes along."""

    def __init__(self, reply: Reply) -> None:
        super().__init__("seen before")
        self.reply = reply


class Closed(Exception):
    """Everything that was here has moved."""


class Commit(Struct):
    """All that one accepted input changes."""

    session: Session
    version: int
    due: float  # when the clocks next need a look; 0: never
    now: float
    entry_at: float = 0.0  # where the game stands in the index of deadlines; 0: nowhere
    entry: LogEntry | None = None
    posts: list[Post] = field(default_factory=list)
    joined: set[tuple[str, str]] = field(default_factory=set)
    parted: set[tuple[str, str]] = field(default_factory=set)
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    bounds: dict[str, list[CountBound]] = field(default_factory=dict)  # where the counts must be before
    best: dict[str, dict[str, int]] = field(default_factory=dict)
    key: str = ""
    wakes: bool = False  # where no clock ran, one does now: from now on a silence is an outage
    reply: Reply = field(default_factory=lambda: Reply(ok=True))


def transactions(commit: Commit) -> list[list[Op]]:
    """All of it in one; but if that is full, new high scores come after the rest."""
    ops, best = changes(commit), new_high_scores(commit)
    return [[*ops, *best]] if len(ops) + len(best) <= MOST_OPS else [ops, *([best] if best else [])]


def changes(commit: Commit) -> list[Op]:
    """What is saved wholly or not at all."""
    session, now = commit.session, commit.now
    body = msgspec.json.encode(session)
    game = Item(f"game/{session.id}", SESSION, body, commit.version + 1)
    ops: list[Op] = [PutItem(indexed(game, commit.due, now, commit.entry_at), commit.version)]
    if commit.key:
        ops.append(marker(commit.key, commit.reply, now))
    if commit.entry is not None:
        ops.append(entered(session.id, commit.entry))
    if not commit.version:
        ops.append(DeleteItem(*MOVED, expect=0))  # which it is only if there is none
    if commit.wakes:
        ops.append(alive(now))
    ops += [posted(post, now) for post in commit.posts]
    ops += [_joined(*link) for link in sorted(commit.joined)]
    ops += [_parted(*link) for link in sorted(commit.parted)]
    ops += [counted(owner, counts, commit.bounds.get(owner, ())) for owner, counts in commit.counts.items()]
    return ops


def indexed(game: Item, due: float, now: float, entry_at: float = 0.0) -> Item:
    """Return the game with its entry in the index of deadlines, which stood at `entry_at`.

    Moving an entry costs as much as saving the game, so it stays while it comes up no later than the game is due; the
    sweep finds it early then, and lays it anew. It never comes up late, so the sweep finds every deadline in time.
    """
    if not due:
        return msgspec.structs.replace(game, index="", when=0.0, due=0.0)
    when = entry_at if now < entry_at <= due else due
    return msgspec.structs.replace(game, index=DUE, when=when, due=due if due != when else 0.0)


def new_high_scores(commit: Commit) -> list[Op]:
    """The counts that it may have brought higher than ever."""
    return [
        reached(f"count:{owner}", name, amount) for owner, best in commit.best.items() for name, amount in best.items()
    ]


def alive(now: float, expect: int | None = None) -> PutItem:
    """A sign of life, after the one of this version if that matters."""
    return PutItem(Item(*BEAT, str(now).encode(), int(now * 1000)), expect)


def counted(owner: str, counts: dict[str, int], bounds: Iterable[CountBound] = ()) -> AddToCounts:
    """Something done more often."""
    return AddToCounts(f"count:{owner}", "count", counts, bounds=list(bounds))


def _joined(owner: str, heading: str) -> Op:
    kind, _, game = heading.partition("/")
    return AddToCounts(owner, GAMES, {game: 1}) if kind == "game" else PutItem(Item(owner, heading))


def _parted(owner: str, heading: str) -> Op:
    kind, _, game = heading.partition("/")
    return AddToCounts(owner, GAMES, gone=[game]) if kind == "game" else DeleteItem(owner, heading)


def entered(game_id: str, entry: LogEntry) -> PutItem:
    """A line of a game's log."""
    return PutItem(Item(f"game/{game_id}", f"log/{entry.n:07d}", msgspec.json.encode(entry)), 0)


def marker(key: str, reply: Reply, now: float) -> PutItem:
    """What an input was answered."""
    nameless = msgspec.structs.replace(reply, names={})  # names may change, or have to be forgotten
    return PutItem(Item(f"seen/{key}", SEEN, msgspec.json.encode(nameless), 1, until=now + REMEMBERED), 0)


def post_key(post: Post) -> str:
    """Posts of a place wait in the order of their stamps."""
    return f"{POST}{post.stamp:015d}/{post.game}"


def posted(post: Post, now: float) -> PutItem:
    """Something that waits to be said. It has a version, so that it can be moved only while it is still there."""
    post.since = now
    return PutItem(Item(f"chat:{post.chat}", post_key(post), msgspec.json.encode(post), 1, index=OUT, when=now))


def spoken(post: Post) -> Op:
    """Its words have been said; a board that has changed may still have to be shown."""
    if not post.board:
        return DeleteItem(f"chat:{post.chat}", post_key(post))
    return posted(Post(post.chat, post.game, post.stamp, board=True, since=post.since), post.since)
