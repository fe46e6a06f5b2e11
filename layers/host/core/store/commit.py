"""Turns one accepted input into the writes of one database transaction."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct, field

from host.core.session import LogEntry, Post, Reply, Session
from host.core.store.high_scores import build_high_score_put
from host.core.store.items import MOST_OPS, AddToCounts, CountBound, DeleteItem, Item, Op, PutItem

DUE, OUT = "due", "out"
ANSWER_KEY = "seen"  # the second key of what an input was answered
POST = "post/"  # so begins the second key of all that waits to be said
BOARD = "board/"  # and of the message that shows a game in a place
PLACE_VALUE = "kept/"  # and of what a door remembers of a place
SESSION = "session"  # the second key of a game
BEAT = ("host", "beat")
MOVED_HOST_KEY = ("host", "moved")  # where everything lives now, if not here
OPEN_GAMES_KEY = "games"  # the one item that lists the unfinished games of an owner
ANSWER_KEPT_SECONDS = 3 * 86400.0  # platforms deliver again for a day at most


class Conflict(Exception):
    """Somebody else has changed the game meanwhile, or counts are not where they were thought to be: retry. `counts`
    holds the counts as they are, by owner.
    """

    def __init__(self, counts: dict[str, dict[str, int]]) -> None:
        super().__init__("something else has changed meanwhile")
        self.counts = counts


class AlreadyAnswered(Exception):
    """This input has been handled before; `reply` is the answer given then."""

    def __init__(self, reply: Reply) -> None:
        super().__init__("seen before")
        self.reply = reply


class Closed(Exception):
    """Everything that was stored here has moved to another host."""


class Commit(Struct):
    """Everything that one accepted input changes."""

    session: Session
    version: int
    due: float  # when the clocks next need a look; 0: never
    now: float
    entry_at: float = 0.0  # where the game stands in the index of deadlines; 0: nowhere
    entry: LogEntry | None = None
    posts: list[Post] = field(default_factory=list)
    joined: set[tuple[str, str]] = field(default_factory=set)
    removed_links: set[tuple[str, str]] = field(default_factory=set)
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    bounds: dict[str, list[CountBound]] = field(default_factory=dict)  # where the counts must be before
    best: dict[str, dict[str, int]] = field(default_factory=dict)
    key: str = ""
    wakes: bool = False  # where no clock ran, one does now: from now on a silence is an outage
    reply: Reply = field(default_factory=lambda: Reply(ok=True))


def build_transactions(commit: Commit) -> list[list[Op]]:
    """Return the database writes of a commit as one transaction; if that has no room, new high scores go into a second
    one.
    """
    ops, best = build_commit_ops(commit), build_high_score_ops(commit)
    return [[*ops, *best]] if len(ops) + len(best) <= MOST_OPS else [ops, *([best] if best else [])]


def build_commit_ops(commit: Commit) -> list[Op]:
    """Return those writes of a commit that must be saved together or not at all."""
    session, now = commit.session, commit.now
    body = msgspec.json.encode(session)
    game = Item(f"game/{session.id}", SESSION, body, commit.version + 1)
    ops: list[Op] = [PutItem(place_in_due_index(game, commit.due, now, commit.entry_at), commit.version)]
    if commit.key:
        ops.append(build_answer_put(commit.key, commit.reply, now))
    if commit.entry is not None:
        ops.append(build_log_entry_put(session.id, commit.entry))
    if not commit.version:
        ops.append(DeleteItem(*MOVED_HOST_KEY, expect=0))  # which it is only if there is none
    if commit.wakes:
        ops.append(build_heartbeat_put(now))
    ops += [build_post_put(post, now) for post in commit.posts]
    ops += [_build_link_op(*link) for link in sorted(commit.joined)]
    ops += [_build_unlink_op(*link) for link in sorted(commit.removed_links)]
    ops += [build_count_op(owner, counts, commit.bounds.get(owner, ())) for owner, counts in commit.counts.items()]
    return ops


def place_in_due_index(game: Item, due: float, now: float, entry_at: float = 0.0) -> Item:
    """Return the game's item with its entry in the index of deadlines set to `due`, or without one if that is 0. An
    entry that so far stood at `entry_at` and is early enough stays, because moving it costs as much as saving the game;
    the sweep moves it later.
    """
    if not due:
        return msgspec.structs.replace(game, index="", when=0.0, due=0.0)
    when = entry_at if now < entry_at <= due else due
    return msgspec.structs.replace(game, index=DUE, when=when, due=due if due != when else 0.0)


def build_high_score_ops(commit: Commit) -> list[Op]:
    """Return the writes that save new best results if they are still the highest."""
    return [
        build_high_score_put(f"count:{owner}", name, amount)
        for owner, best in commit.best.items()
        for name, amount in best.items()
    ]


def build_heartbeat_put(now: float, expect: int | None = None) -> PutItem:
    """Return the write that records the host as alive now; with `expect` it fails unless the stored record still has
    that version.
    """
    return PutItem(Item(*BEAT, str(now).encode(), int(now * 1000)), expect)


def build_count_op(owner: str, counts: dict[str, int], bounds: Iterable[CountBound] = ()) -> AddToCounts:
    """Return the write that adds these counts to an owner's counters, if the bounds are met."""
    return AddToCounts(f"count:{owner}", "count", counts, bounds=list(bounds))


def _build_link_op(owner: str, heading: str) -> Op:
    kind, _, game = heading.partition("/")
    return AddToCounts(owner, OPEN_GAMES_KEY, {game: 1}) if kind == "game" else PutItem(Item(owner, heading))


def _build_unlink_op(owner: str, heading: str) -> Op:
    kind, _, game = heading.partition("/")
    return AddToCounts(owner, OPEN_GAMES_KEY, gone=[game]) if kind == "game" else DeleteItem(owner, heading)


def build_log_entry_put(game_id: str, entry: LogEntry) -> PutItem:
    """Return the write of an entry of a game's log."""
    return PutItem(Item(f"game/{game_id}", f"log/{entry.n:07d}", msgspec.json.encode(entry)), 0)


def build_answer_put(key: str, reply: Reply, now: float) -> PutItem:
    """Return the write that stores the reply to an input, without names, which may change or have to be erased."""
    kept = msgspec.structs.replace(reply, names={}, outcome=None)
    return PutItem(Item(f"seen/{key}", ANSWER_KEY, msgspec.json.encode(kept), 1, until=now + ANSWER_KEPT_SECONDS), 0)


def build_post_key(post: Post) -> str:
    """Return the sort key of a post in the outbox: posts to one place are ordered by their stamps."""
    return f"{POST}{post.stamp:015d}/{post.game}"


def build_post_put(post: Post, now: float) -> PutItem:
    """Return the write that queues a post in the outbox. The item gets a version, so that it can later be moved only
    while it is still queued.
    """
    post.since = now
    return PutItem(Item(f"chat:{post.chat}", build_post_key(post), msgspec.json.encode(post), 1, index=OUT, when=now))


def build_spoken_op(post: Post) -> Op:
    """Return the write that follows the delivery of a post's words: delete the post, or keep only its board if that
    still has to be shown.
    """
    if not post.board:
        return DeleteItem(f"chat:{post.chat}", build_post_key(post))
    return build_post_put(Post(post.chat, post.game, post.stamp, board=True, since=post.since), post.since)
