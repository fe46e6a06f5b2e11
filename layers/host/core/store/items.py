"""What every database must offer: items under two keys, and transactions that happen wholly or not at all.

This is the part of DynamoDB that the host uses, and no more: a strongly consistent read by key, a query within one
partition in the order of the second key, one sparse index ordered by a number, and a conditional transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from typing import NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct, field

from engine.kernel import Illegal
from host.core.session import LogEntry, Post, Reply, Session

ItemKey = tuple[str, str]


HIGHEST = "\U0010ffff"


INDEX_NAME, INDEX_ATTRIBUTE = "shelves", "shelf"  # as tables and files in use have them


MOST_OPS = 100  # DynamoDB takes no more in one transaction


class Item(Struct):
    """One stored item. It stands in an `index` at `when`, and may be purged after `until`. Its index entry may lie
    earlier than the moment when it is `due`; a table where moving an entry costs nothing may correct that, and any
    may round `until` up to a whole second. The content of a `damaged` item cannot be trusted.
    """

    pk: str
    sk: str
    body: bytes = b""
    version: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    index: str = ""
    when: float = 0.0
    until: float = 0.0
    due: float = 0.0
    damaged: bool = False

    @property
    def moment(self) -> float:
        """Return the time at which this item is really due, which may be later than the time of its entry in the
        index.
        """
        return self.due or self.when


class PutItem(Struct):
    """Write this item; `expect` is the version it must replace (0: there must be none; None: anything)."""

    item: Item
    expect: int | None = None


class DeleteItem(Struct):
    """Delete this item, if it still has the expected version."""

    pk: str
    sk: str
    expect: int | None = None


class CountBound(Struct, frozen=True):
    """Where a count must be, or must not be, before something is added: from `low` up to below `high`."""

    name: str
    low: int
    high: int
    inside: bool

    def is_met(self, count: int) -> bool:
        """Return whether a counter's value meets this bound: whether it lies in the bound's range or, if the bound
        demands that, outside.
        """
        return (self.low <= count < self.high) is self.inside


class AddToCounts(Struct):
    """Add to an item's counts and delete those `gone`, whether it exists or not, if every bound is met. With `until`
    it may be purged after that moment.
    """

    pk: str
    sk: str
    counts: dict[str, int] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    bounds: list[CountBound] = field(default_factory=list)
    until: float = 0.0


Op = PutItem | DeleteItem | AddToCounts


class Failed(Exception):
    """A transaction did not happen: for each condition that failed, by its place, the item as it is."""

    def __init__(self, found: dict[int, Item | None]) -> None:
        super().__init__(f"{len(found)} condition(s) of the transaction failed")
        self.found = found

    def list_failed_ops(self, ops: Sequence[Op]) -> list[tuple[Op, Item | None]]:
        """Return those of the writes `ops` (all that were to happen together) whose conditions failed, each with the
        item found in the table or None.
        """
        return [(ops[i], item) for i, item in self.found.items()]


class TooLarge(Exception):
    """No table takes an item, or a transaction, of this size."""


class Overloaded(Exception):
    """The table could not be reached or was too busy. The same input may be sent again: it is not done twice."""

    def __init__(self, why: str = "the table cannot be reached, or is too busy") -> None:
        super().__init__(why)


class ItemTable(Protocol):
    """A table of items. Safe to use from many threads."""

    def get(self, pk: str, sk: str) -> Item | None:
        """Return, in each table's class, one item by its two keys, with every finished write visible, or None."""

    def several(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:
        """Return, in each table's class, items by their keys in the order of `keys`, None for a missing one; without
        `strong` they may be slightly stale.
        """

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """Return, in each table's class, up to `limit` items of one partition from `first` to `last` (both included),
        in the order of their second key.
        """

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """Return, in each table's class, up to `limit` items of an index that are due there by `until`, earliest first,
        or only those behind the item `after`. They may lack their bodies, and may really be due later than the index
        says.
        """

    def write(self, ops: Sequence[Op]) -> None:
        """Carry out, in each table's class, all of these writes; or else, if a condition is not met, raise Failed."""

    def purge(self, now: float) -> None:
        """Delete, in each table's class, the items that have expired by `now`; a table that does so by itself does
        nothing here.
        """

    def every(self) -> Iterator[Item]:
        """Iterate, in each table's class, over all items of the table. It is slow, and meant for an operator who moves
        or checks the whole store.
        """


def read_op_key(op: Op) -> ItemKey:
    """Return the two keys (partition, order) of the item that this write changes."""
    return (op.item.pk, op.item.sk) if isinstance(op, PutItem) else (op.pk, op.sk)


def apply_counts(item: Item, op: AddToCounts) -> Item:
    """Change an item as an AddToCounts write does, and return it: add the amounts to the counters, delete the
    counters that go, and set its time of expiry if one is given. The bounds are not checked.
    """
    for name, amount in op.counts.items():
        item.counts[name] = item.counts.get(name, 0) + amount
    for name in op.gone:
        item.counts.pop(name, None)
    item.until = op.until or item.until
    return item


def is_condition_met(op: Op, found: Item | None) -> bool:
    """Return whether `found`, the item now in the table or None, meets the condition of this write: has the expected
    version (0: is missing, or has none; None: anything), or, for a count, meets all bounds.
    """
    if isinstance(op, AddToCounts):
        counts = found.counts if found else {}
        return all(bound.is_met(counts.get(bound.name, 0)) for bound in op.bounds)
    if op.expect is None:
        return True
    return op.expect == (found.version if found else 0)


FIRST_FORMAT = 1  # of items without a number


UNREADABLE_FORMAT_TEXT = (
    "{keys} is stored in format {found}; this release reads {readable}. Use the release that wrote it, or convert the "
    "table with the doors shut: rtab migrate"
)


class Formats(NamedTuple):
    """The format that a release writes, and those that it reads."""

    writes: int
    reads: frozenset[int]

    def format_versions(self) -> str:
        """Format the storage formats that a release writes and reads, such as “2/1,2” (writes 2, reads 1 and 2), as
        the CloudFormation template outputs them.
        """
        return f"{self.writes}/{','.join(map(str, sorted(self.reads)))}"


CURRENT = Formats(2, frozenset({2}))


UNNUMBERED = Formats(FIRST_FORMAT, frozenset({FIRST_FORMAT}))  # the releases before formats had numbers


class UnreadableFormat(Overloaded):
    """An item of a format that this release cannot read: nothing is done with it, and it stays as it is."""

    def __init__(self, keys: str, found: int, formats: Formats) -> None:
        readable = ", ".join(map(str, sorted(formats.reads)))
        super().__init__(UNREADABLE_FORMAT_TEXT.format(keys=keys, found=found, readable=readable))


class Rollout(Enum):
    """How a release can follow another one."""

    BESIDE = "side by side"
    SHUT = "with the doors shut"
    CONVERT = "after the table has been converted"


def parse_formats(told: str) -> Formats:
    """Parse the storage formats that a deployed release outputs, such as “2/1,2”; an empty text is from before formats
    were numbered. Raise ValueError for another text.
    """
    writes, _, reads = told.partition("/")
    return Formats(int(writes), frozenset(map(int, reads.split(",")))) if told else UNNUMBERED


def find_rollout(deployed: Formats, new: Formats = CURRENT) -> Rollout:
    """Return how a release with the formats `new` can follow the deployed one: while both run side by side, only with
    requests shut out meanwhile, or only after the table has been converted.
    """
    if deployed.writes not in new.reads:
        return Rollout.CONVERT
    return Rollout.BESIDE if new.writes in deployed.reads else Rollout.SHUT


def check_format(keys: str, found: int, formats: Formats) -> None:
    """Raise UnreadableFormat if this release cannot read items of that storage format."""
    if found not in formats.reads:
        raise UnreadableFormat(keys, found, formats)


log = logging.getLogger(__name__)


Thing = TypeVar("Thing")


HOST, MARK = "host", "damaged/"


DAMAGED_GAME_TEXT = "The data of this game are damaged, so it is stopped. We know about it. All other games go on."


PERSON = "Your account's data is damaged, so you cannot use it. The operator can see it."


class Damaged(Illegal):
    """Something is stored but cannot be read."""

    code = "damaged"


NEWER_GAME_TEXT = "This game needs the newest release of the host. Nothing has changed. Please try again later."


class NewerGame(Illegal):
    """A game was saved by a release with newer rules. This release leaves it as it is."""

    code = "newer_game"

    def __init__(self) -> None:
        super().__init__(NEWER_GAME_TEXT)


class ItemReader:
    """Reads items of a table one by one, and marks those that are damaged."""

    def __init__(self, table: ItemTable) -> None:
        self.table = table

    def read(self, item: Item | None, decode: Callable[[bytes], Thing]) -> Thing | None:
        """Decode and return the body of an item; None if there is no item, or if it is damaged (`decode` raises
        ValueError), which is marked for the operator.
        """
        if item is None:
            return None
        try:
            if not item.damaged:
                return decode(item.body)
        except ValueError:
            pass
        self.mark_damaged(item.pk, item.sk)
        return None

    def read_counts(self, item: Item | None) -> dict[str, int]:
        """Return the counters of an item, or an empty dict if there is no item; a damaged item is marked for the
        operator and has none.
        """
        if item is not None and item.damaged:
            self.mark_damaged(item.pk, item.sk)
        return item.counts if item else {}

    def mark_damaged(self, pk: str, sk: str) -> None:
        """Mark an item as damaged for the operator and log it, only once; do nothing if that cannot be saved."""
        mark = Item(HOST, f"{MARK}{pk} {sk}", version=1)
        with suppress(Failed, Overloaded):
            if self.table.get(mark.pk, mark.sk) is not None:
                return
            self.table.write([PutItem(mark, 0)])
            log.error("skipping corrupt item pk=%s sk=%s", *redact_item_keys(pk, sk))

    def list_damaged(self) -> list[str]:
        """Return the keys of items marked as damaged, each as its two keys with a space between, in the order of these
        texts; at most a thousand.
        """
        return [item.sk.removeprefix(MARK) for item in self.table.query(HOST, MARK, MARK + HIGHEST)]

    def clear_damage_mark(self, keys: str) -> None:
        """Delete the mark of a damaged item that is readable again or gone; `keys` are its two keys with a space
        between.
        """
        self.table.write([DeleteItem(HOST, f"{MARK}{keys}")])


def redact_item_keys(pk: str, sk: str) -> tuple[str, str]:
    """Return an item's two keys for the log, with the identity (login, token) in either of them cut off; ids of people,
    places and games stay.
    """
    kind, _, _ = pk.partition("/")
    return (kind, sk) if kind == "who" else (pk, "who" if sk.startswith("who/") else sk)


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
    """Return the writes that save a commit (one change of a game with all that follows from it), as transactions in
    order: one or, if it has no room for new high scores, two.
    """
    ops, best = build_commit_ops(commit), build_high_score_ops(commit)
    return [[*ops, *best]] if len(ops) + len(best) <= MOST_OPS else [ops, *([best] if best else [])]


def build_commit_ops(commit: Commit) -> list[Op]:
    """Return those writes of a commit (one change of a game with all that follows from it) that must be saved together
    or not at all; for a new game also the condition that this store was not moved to another host. Best results are not
    among them.
    """
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
    ops += [prepare_post_put(post, now) for post in commit.posts]
    ops += [_build_link_op(*link) for link in sorted(commit.joined)]
    ops += [_build_unlink_op(*link) for link in sorted(commit.removed_links)]
    ops += [build_count_op(owner, counts, commit.bounds.get(owner, ())) for owner, counts in commit.counts.items()]
    return ops


def place_in_due_index(game: Item, due: float, now: float, entry_at: float = 0.0) -> Item:
    """Return the game's item with its entry in the index of deadlines set to `due`, or without one if that is 0. An
    entry that so far stood at `entry_at` and is early enough stays, because moving it costs as much as saving the game;
    a periodic check moves it later.
    """
    if not due:
        return msgspec.structs.replace(game, index="", when=0.0, due=0.0)
    when = entry_at if now < entry_at <= due else due
    return msgspec.structs.replace(game, index=DUE, when=when, due=due if due != when else 0.0)


def build_high_score_ops(commit: Commit) -> list[Op]:
    """Return the writes that store the best results reached in a commit, one for each owner (a person or place) and
    name.
    """
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
    """Return the write that adds these counts to the counters of `owner` (as `person:ID`), if the bounds are met."""
    return AddToCounts(f"count:{owner}", "count", counts, bounds=list(bounds))


def _build_link_op(owner: str, heading: str) -> Op:
    """Return the write that puts a game into the list of an owner's games under this heading (`game/ID` for an
    unfinished one, `past/ID` for a finished one, `gone/ID` for a closed or removed one).
    """
    kind, _, game = heading.partition("/")
    return AddToCounts(owner, OPEN_GAMES_KEY, {game: 1}) if kind == "game" else PutItem(Item(owner, heading))


def _build_unlink_op(owner: str, heading: str) -> Op:
    """Return the write that takes a game out of the list of an owner's games under this heading (`game/ID`, `past/ID`
    or `gone/ID`).
    """
    kind, _, game = heading.partition("/")
    return AddToCounts(owner, OPEN_GAMES_KEY, gone=[game]) if kind == "game" else DeleteItem(owner, heading)


def build_log_entry_put(game_id: str, entry: LogEntry) -> PutItem:
    """Return the write that stores one entry of a game's log, over the one of its number if there is one."""
    return PutItem(Item(f"game/{game_id}", f"log/{entry.n:07d}", msgspec.json.encode(entry)))


def build_answer_put(key: str, reply: Reply, now: float) -> PutItem:
    """Return the write that stores the reply to the input with this key for three days; it fails if one is stored, so
    that the same input is not carried out twice. Names, which may change or have to be erased, and the outcome are not
    stored.
    """
    kept = msgspec.structs.replace(reply, names={}, outcome=None)
    return PutItem(Item(f"seen/{key}", ANSWER_KEY, msgspec.json.encode(kept), 1, until=now + ANSWER_KEPT_SECONDS), 0)


def build_post_key(post: Post) -> str:
    """Return the sort key of a post in the outbox: posts to one place are ordered by their stamps."""
    return f"{POST}{post.stamp:015d}/{post.game}"


def prepare_post_put(post: Post, now: float) -> PutItem:
    """Return the write that queues a post in the outbox, and note in the post that it waits since `now`. The item
    gets a version, so that it can later be moved only while it is still queued.
    """
    post.since = now
    return PutItem(Item(f"chat:{post.chat}", build_post_key(post), msgspec.json.encode(post), 1, index=OUT, when=now))


def build_spoken_op(post: Post) -> Op:
    """Return the write that follows the delivery of a post's words: delete the post, or, if it has a changed board to
    be shown, replace it by the board alone, which has waited as long.
    """
    if not post.board:
        return DeleteItem(f"chat:{post.chat}", build_post_key(post))
    return prepare_post_put(strip_words(post), post.since)


def strip_words(post: Post) -> Post:
    """Return a post that shows only the changed board of this one, whose words have been said."""
    return Post(post.chat, post.game, post.stamp, board=True, since=post.since, muted=post.muted)


HIGH_SCORE_PREFIX = "best/"


def build_high_score_put(pk: str, name: str, amount: int) -> PutItem:
    """Return the write that stores an amount which a person or place has reached, whether or not it is their best;
    reading the list later deletes amounts that were surpassed.
    """
    return PutItem(Item(pk, f"{HIGH_SCORE_PREFIX}{name}/{amount}", str(amount).encode()))


def load_and_prune_high_scores(table: ItemTable, pk: str) -> dict[str, int]:
    """Return the best amounts stored in the partition `pk` (of a person, place or ranking list) by name, and delete the
    stored amounts that were surpassed; damaged ones are left out.
    """
    found: dict[str, Item] = {}
    lower: list[Op] = []
    for item in iter_items(table, pk, HIGH_SCORE_PREFIX):
        if item.damaged or not item.body.isdigit():
            continue
        name = item.sk.split("/")[1]
        ranked = sorted([item, found.get(name, item)], key=lambda each: int(each.body))
        found[name] = ranked[1]
        lower += [DeleteItem(each.pk, each.sk) for each in ranked[:1] if each.sk != ranked[1].sk]
    for first in range(0, len(lower), MOST_OPS):
        table.write(lower[first : first + MOST_OPS])
    return {name: int(item.body) for name, item in found.items()}


def hand_over_table_scores(table: ItemTable, goes: str, stays: str = "") -> None:
    """Give the results of the person `goes` in ranking lists to the person `stays` (the higher counts where both have
    one), or delete them if `stays` is empty.
    """
    for name in load_and_prune_high_scores(table, f"count:person:{goes}"):
        pk = f"count:table:{name}"
        amount = load_and_prune_high_scores(table, pk).get(goes)
        if amount is not None:
            kept: list[Op] = [build_high_score_put(pk, stays, amount)] if stays else []
            table.write([*kept, DeleteItem(pk, f"{HIGH_SCORE_PREFIX}{goes}/{amount}")])


PAGE = 1000


def list_headings(table: ItemTable, pk: str, lead: str) -> list[str]:
    """Return, in order, what follows `lead` in those second keys of a partition that begin with it."""
    return [item.sk.removeprefix(lead) for item in iter_items(table, pk, lead)]


def iter_items(table: ItemTable, pk: str, lead: str) -> Iterator[Item]:
    """Iterate over all items of a partition whose second key begins with `lead`, in order, page by page."""
    first, more = lead, True
    while more:
        page = table.query(pk, first, f"{lead}{HIGHEST}", PAGE)
        yield from page
        more = len(page) == PAGE
        first = f"{page[-1].sk}\x00" if page else first


LEDGERS = ("count:person:", "count:seen:person:")


COUNTERS_PER_WRITE = 24  # counters: a condition of DynamoDB has no room for many more


def hand_over_counts(table: ItemTable, goes: str, stays: str) -> None:
    """Add the counters and best results of the person `goes` to those of the person `stays`, in small transactions
    that can be repeated safely. The counters and ranking list entries of `goes` are deleted with that; their own
    best results stay until the caller deletes the person.
    """
    for ledger in LEDGERS:
        while (item := table.get(f"{ledger}{goes}", "count")) and item.counts:
            some = dict(list(item.counts.items())[:COUNTERS_PER_WRITE])
            unchanged = [CountBound(name, count, count + 1, inside=True) for name, count in some.items()]
            taken = AddToCounts(item.pk, item.sk, gone=list(some), bounds=unchanged)
            with suppress(Failed):  # one more was counted meanwhile: look again
                table.write([taken, AddToCounts(f"{ledger}{stays}", "count", some)])
    hand_over_table_scores(table, goes, stays)
    for name, amount in load_and_prune_high_scores(table, f"{LEDGERS[0]}{goes}").items():
        table.write([build_high_score_put(f"{LEDGERS[0]}{stays}", name, amount)])
