"""The number of the format in which items are stored, and which of them a release can read.

Every item carries the number of the format in which it was written. Raise `CURRENT.writes` when a release before could
not read what the new one writes, and keep the number before in `CURRENT.reads`: two releases run side by side only
while each reads what the other writes (`rollout`). Format 1 had no number; `rtab migrate` converts it.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from host.core.store.items import Overloaded

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
        """Format this as the template gives it out: what is written, then what is read."""
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
    """Parse what a deployed release gives out; a release that gives out nothing is one from before formats had
    numbers.
    """
    writes, _, reads = told.partition("/")
    return Formats(int(writes), frozenset(map(int, reads.split(",")))) if told else UNNUMBERED


def find_rollout(deployed: Formats, new: Formats = CURRENT) -> Rollout:
    """Return how the formats `new` can follow the release that is deployed."""
    if deployed.writes not in new.reads:
        return Rollout.CONVERT
    return Rollout.BESIDE if new.writes in deployed.reads else Rollout.SHUT


def check_format(keys: str, found: int, formats: Formats) -> None:
    """Raise UnreadableFormat if items of this format cannot be read."""
    if found not in formats.reads:
        raise UnreadableFormat(keys, found, formats)
