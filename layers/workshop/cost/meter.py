"""Counts what DynamoDB is really asked, request by request, and how much of its capacity that takes.

The sizes are those of the items in the requests and answers, and the capacity follows from AWS's rules: a write takes
a unit for each kilobyte, twice that within a transaction; a strongly consistent read a unit for each four kilobytes,
any other half of it; whatever is on an index is written there as well, once it has changed there. Whether that
counts twice within a transaction, too, AWS does not say; its own emulator has it so, and so it is here.
"""

from __future__ import annotations

import math
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.kernel.json_types import prepare_json_type
from host.core.store.attributes import FORMAT, Attributes, compute_item_size

KB = 1024


TERM = re.compile(r"(#\d+)(?: (:\d+))?")


INDEXED = ("pk", "sk", "shelf", "when")


class CapacityUsage(Struct):
    """What was asked of DynamoDB and what it took: calls by name, units written and read, bytes to store."""

    calls: Counter[str] = field(default_factory=Counter)
    writes: float = 0.0
    reads: float = 0.0
    bytes: int = 0
    by: Counter[str] = field(default_factory=Counter)  # units written, by the kind of item
    index: Counter[str] = field(default_factory=Counter)  # entries that came to an index or went from it, by its name

    def plus(self, other: CapacityUsage) -> CapacityUsage:
        """Return the sum of both."""
        return CapacityUsage(
            self.calls + other.calls,
            self.writes + other.writes,
            self.reads + other.reads,
            self.bytes + other.bytes,
            self.by + other.by,
            self.index + other.index,
        )


class CapacityMeter:
    """Counts the requests of a DynamoDB client. It remembers what is stored, because what a change costs depends on
    what it replaces.
    """

    def __init__(self) -> None:
        self.taken = CapacityUsage()
        self.away = 0.0  # seconds of this process's work that are really the table's
        self._kept: dict[tuple[str, str], Attributes] = {}
        self._since = 0.0

    def listen(self, client: Any) -> None:
        """Count all requests of this client from now on."""
        events = client.meta.events
        events.register_first("before-parameter-build.dynamodb.*", self._record_request)
        events.register_first("before-send.dynamodb.*", self._record_send_time)
        events.register("after-call.dynamodb.*", self._count_response)

    def reset(self) -> CapacityUsage:
        """Return what was taken since the last reset, and start again from zero."""
        taken, self.taken = self.taken, CapacityUsage()
        return taken

    def compute_largest_item(self) -> int:
        """Return the size of the largest item."""
        return max(map(compute_item_size, self._kept.values()), default=0)

    def compute_stored_bytes(self) -> int:
        """Return how many bytes are stored, with what AWS adds for every item."""
        return sum(compute_item_size(each) + 100 for each in self._kept.values())

    def _record_request(self, params: dict[str, Any], context: dict[str, Any], **_: Any) -> None:
        context["rtab"] = params

    def _record_send_time(self, **_: Any) -> None:
        self._since = time.process_time()

    def _count_response(self, model: Any, parsed: dict[str, Any], context: dict[str, Any], **_: Any) -> None:
        self.away += time.process_time() - self._since
        if count := COUNTERS_BY_CALL.get(model.name):
            self.taken.calls[model.name] += 1
            count(self, context["rtab"], parsed)

    # -- reads

    def _count_get(self, asked: dict[str, Any], found: dict[str, Any]) -> None:
        self._add_read_units(compute_item_size(found.get("Item", {})), strong=asked.get("ConsistentRead", False))

    def _count_batch_get(self, asked: dict[str, Any], found: dict[str, Any]) -> None:
        ((name, wanted),) = asked["RequestItems"].items()
        items = found.get("Responses", {}).get(name, [])
        for n in range(len(wanted["Keys"])):
            self._add_read_units(
                compute_item_size(items[n]) if n < len(items) else 0, strong=wanted.get("ConsistentRead", False)
            )

    def _count_query(self, asked: dict[str, Any], found: dict[str, Any]) -> None:
        self._add_read_units(
            sum(map(compute_item_size, found.get("Items", []))), strong=asked.get("ConsistentRead", False)
        )

    def _add_read_units(self, found: int, *, strong: bool) -> None:
        self.taken.reads += max(1, math.ceil(found / (4 * KB))) * (1.0 if strong else 0.5)

    # -- writes

    def _count_transaction(self, asked: dict[str, Any], found: dict[str, Any]) -> None:
        for action in asked["TransactItems"]:
            ((kind, values),) = action.items()
            self._count_change(kind, values, 2, done="Error" not in found)

    def _count_change(self, kind: str, values: dict[str, Any], times: int, *, done: bool = True) -> None:
        key = values.get("Item") or values["Key"]
        place = key["pk"]["S"], key["sk"]["S"]
        old = self._kept.get(place, {})
        new = CHANGED[kind](values, old)
        moved = _count_index_writes(old, new)
        units = (max(1, math.ceil(max(compute_item_size(old), compute_item_size(new)) / KB)) + moved.total()) * times
        self.taken.writes += units
        self.taken.by[_format_item_kind(*place)] += units
        self.taken.index += moved
        self.taken.bytes += compute_item_size(new)
        if done:
            self._kept[place] = new
            if not new:
                del self._kept[place]


def _apply_update(values: dict[str, Any], old: Attributes) -> Attributes:
    """Return an item after an update. Only the expressions that this host uses are understood: SET format and expiry,
    ADD counts, REMOVE counts.
    """
    head, _, removed = values["UpdateExpression"].partition("REMOVE")
    sets, _, added = head.partition("ADD")
    expires = sets.partition("#until = ")[2].strip()
    names, numbers = values["ExpressionAttributeNames"], values.get("ExpressionAttributeValues", {})
    new = (dict(old) or dict(values["Key"])) | {FORMAT: {"N": "2"}}
    for name, number in TERM.findall(added):
        count = int(new.get(names[name], {"N": "0"})["N"]) + int(numbers[number]["N"])
        new[names[name]] = {"N": str(count)}
    for name, _ in TERM.findall(removed):
        new.pop(names[name], None)
    return new | ({"until": numbers[expires]} if expires else {})


CHANGED: Mapping[str, Callable[[dict[str, Any], Attributes], Attributes]] = {
    "Put": lambda values, _: values["Item"],
    "Delete": lambda values, _: {},  # noqa: ARG005 - all are asked alike
    "Update": _apply_update,
}


COUNTERS_BY_CALL: Mapping[str, Callable[[CapacityMeter, dict[str, Any], dict[str, Any]], None]] = {
    "GetItem": CapacityMeter._count_get,  # noqa: SLF001 - the table of what this very class does
    "BatchGetItem": CapacityMeter._count_batch_get,  # noqa: SLF001
    "Query": CapacityMeter._count_query,  # noqa: SLF001
    "TransactWriteItems": CapacityMeter._count_transaction,  # noqa: SLF001
    "PutItem": lambda meter, asked, found: meter._count_change("Put", asked, 1, done="Error" not in found),  # noqa: SLF001
    "DeleteItem": lambda meter, asked, _: meter._count_change("Delete", asked, 1),  # noqa: SLF001
}


def _count_index_writes(old: Attributes, new: Attributes) -> Counter[str]:
    """Return the index entries that a change writes: one for an entry that comes or goes, two for one that moves."""
    entries = [[each[name] for name in INDEXED] for each in (old, new) if "shelf" in each]
    return Counter() if entries[:1] == entries[1:] else Counter(index["S"] for _, _, index, _ in entries)


def _format_item_kind(pk: str, sk: str) -> str:
    """Return what sort of item this is, by the store's table of keys."""
    return f"{re.split('[:/]', pk)[0]} {sk.split('/', maxsplit=1)[0]}"


class Price(Struct):
    """A price for so many units, and how many of them are free in a month, for ever and for everybody."""

    per: float
    price: float
    source: str
    free: float


@prepare_json_type
class Prices(Struct):
    """The dated table of prices, and the values assumed for what cannot be measured here."""

    date: str
    region: str
    currency: str
    unchecked: str
    prices: dict[str, Price]
    taken_for: dict[str, Any] = msgspec.field(name="taken for")


@cache
def load_prices() -> Prices:
    """Load the table of prices in the repository, once."""
    return msgspec.json.decode(resources.files(__package__).joinpath("prices.json").read_bytes(), type=Prices)
