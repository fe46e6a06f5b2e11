"""What every database must offer: items under two keys, and transactions that happen wholly or not at all.

This is the part of DynamoDB that the host uses, and no more: a strongly consistent read by key, a query within one
partition in the order of the second key, one sparse index ordered by a number, and a conditional transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from msgspec import Struct, field

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
        """When this item is really due, which may be later than its entry in the index says."""
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
        """Return whether a count meets this bound: whether it lies in the bound's range or, if the bound demands that,
        outside.
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
        """Return the writes whose conditions failed, each with the item found in the table."""
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
        """Return one item by its two keys, with every finished write visible, or None."""

    def several(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:
        """Return items by their keys in one call, None for a missing one; without `strong` they may
        be slightly stale.
        """

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """Return the items of one partition from `first` to `last`, in the order of their second key."""

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """Return the items of an index that are due by `until`, earliest first, starting behind `after`. They may lack
        their bodies, and their true due time may be later than the index says.
        """

    def write(self, ops: Sequence[Op]) -> None:
        """Write everything or nothing; raise Failed if a condition is not met."""

    def purge(self, now: float) -> None:
        """Delete expired items, in a table that does not do so by itself."""

    def every(self) -> Iterator[Item]:
        """Iterate over all items of the table. It is slow, and meant for an operator who moves or checks the whole
        store.
        """


def read_op_key(op: Op) -> ItemKey:
    """Return the key of the item that this operation changes."""
    return (op.item.pk, op.item.sk) if isinstance(op, PutItem) else (op.pk, op.sk)


def apply_counts(item: Item, op: AddToCounts) -> Item:
    """Return the item with the numbers of an AddToCounts write added to its counters."""
    for name, amount in op.counts.items():
        item.counts[name] = item.counts.get(name, 0) + amount
    for name in op.gone:
        item.counts.pop(name, None)
    item.until = op.until or item.until
    return item


def is_condition_met(op: Op, found: Item | None) -> bool:
    """Return whether the item now in the table meets the condition of this write."""
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
        """Format the storage formats a release writes and reads, as the CloudFormation template outputs them."""
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
    """Parse the storage formats that a deployed release outputs; one without any is from before
    formats were numbered.
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
