"""Items as DynamoDB keeps them: its attributes, its requests, and how large it reckons them to be."""

from __future__ import annotations

import math
import zlib
from typing import Any

from host.core.store import tails
from host.core.store.bases import SESSION, BaseState
from host.core.store.items import AddToCounts, CountBound, DeleteItem, Item, Op, PutItem, TooLarge
from host.core.store.packing import packed, packed_since, unpacked, unpacked_since

Attributes = dict[str, dict[str, Any]]
COUNT = "n."
NEWS = "news"
LATEST = "9" * 15  # a moment after all others
LARGEST = 400 * 1024  # bytes that an item may have


def encoded(item: Item, base: BaseState | None = None) -> Attributes:
    """An item as DynamoDB keeps it, by what has changed since its base if there is one."""
    found: Attributes = {**keyed(item.pk, item.sk), **_body(item.body, base)}
    if item.version:
        found["version"] = {"N": str(item.version)}
    if item.index:
        found |= {"shelf": {"S": item.index}, "when": moment(item.when)}
    if item.due:
        found["due"] = moment(item.due)
    if item.holder:
        found |= {"holder": {"S": item.holder}, "held": moment(item.held)}
    if item.until:
        found["until"] = {"N": str(math.ceil(item.until))}  # DynamoDB expires by whole seconds
    if item.news and item.sk != SESSION:  # with a game they lie as its lines do
        found[NEWS] = {"B": tails.packed_lines(tails.as_lines(item.news), item.body)}
    return found | {COUNT + name: {"N": str(count)} for name, count in item.counts.items()}


def decoded(found: Attributes, base: BaseState | None = None) -> Item:
    """An item as it was kept, or what is left of it: one that is damaged must not hide those beside it."""
    try:
        return _decoded(found, base)
    except (LookupError, ValueError, zlib.error):
        version = found.get("version", {}).get("N", "")
        return Item(found["pk"]["S"], found["sk"]["S"], version=int(version) if version.isdigit() else 0, damaged=True)


def unreadable(found: Attributes, base: BaseState | None) -> bool:
    """Was it packed with another base than this one?"""
    if "changes" not in found:
        return False
    try:
        return base is None or not unpacked_since(found["changes"]["B"], base.body)
    except zlib.error:
        return True


def _decoded(found: Attributes, base: BaseState | None) -> Item:
    number = {name: value["N"] for name, value in found.items() if "N" in value}
    counts = {name.removeprefix(COUNT): int(value) for name, value in number.items() if name.startswith(COUNT)}
    body = _whole(found, base)
    return Item(
        found["pk"]["S"],
        found["sk"]["S"],
        body,
        int(number.get("version", 0)),
        counts,
        found.get("shelf", {"S": ""})["S"],
        float(number.get("when", 0)),
        float(number.get("until", 0)),
        float(number.get("due", 0)),
        found.get("holder", {"S": ""})["S"],
        float(number.get("held", 0)),
        news=tails.sorted_out(tails.unpacked_lines(found[NEWS]["B"], body))[1] if NEWS in found else [],
    )


def _whole(found: Attributes, base: BaseState | None) -> bytes:
    if "changes" in found:
        if base is None:
            raise LookupError("its base is not there")
        return unpacked_since(found["changes"]["B"], base.body)
    body: bytes = unpacked(found["packed"]["B"]) if "packed" in found else found.get("body", {"B": b""})["B"]
    return body


def size(found: Attributes) -> int:
    """By DynamoDB's rules: names and texts in UTF-8, bytes, and of a number a byte for two digits and one more."""
    return sum(len(name.encode()) + _size(value) for name, value in found.items())


def _size(value: dict[str, Any]) -> int:
    ((kind, held),) = value.items()
    if kind != "N":
        return len(held if kind == "B" else held.encode())
    digits = str(held).strip("-").replace(".", "").strip("0")
    return math.ceil(len(digits) / 2) + 1 + int(held.startswith("-"))


def _body(body: bytes, base: BaseState | None) -> Attributes:
    small = packed(body)
    if base and len(since := packed_since(body, base.body)) < len(small):
        return {"changes": {"B": since}}
    if len(small) < len(body):
        return {"packed": {"B": small}}
    return {"body": {"B": body}} if body else {}


def keyed(pk: str, sk: str) -> Attributes:
    """The key of an item."""
    return {"pk": {"S": pk}, "sk": {"S": sk}}


def moment(when: float) -> dict[str, str]:
    """A moment as a number."""
    return {"N": repr(when) if math.isfinite(when) else LATEST}


def action(op: Op, table: str, base: BaseState | None = None) -> dict[str, Any]:
    """One change as a transaction holds it."""
    if isinstance(op, PutItem):
        return {"Put": {"TableName": table, "Item": _checked(op.item, base), **_condition(op.expect, op.held_by)}}
    if isinstance(op, DeleteItem):
        return {"Delete": {"TableName": table, "Key": keyed(op.pk, op.sk), **_condition(op.expect)}}
    return {"Update": {"TableName": table, "Key": keyed(op.pk, op.sk), **_update(op)}}


def _checked(item: Item, base: BaseState | None) -> Attributes:
    found = encoded(item, base)
    if (large := size(found)) > LARGEST:
        raise TooLarge(f"{item.pk} {item.sk} would have {large} bytes; DynamoDB takes {LARGEST}")
    return found


def _condition(expect: int | None, held_by: str | None = None) -> dict[str, Any]:
    """The version to be replaced, and its holder; for 0 none is written, as an item has none that is not there."""
    if expect is None:
        return {}
    back = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
    if not expect:
        return {"ConditionExpression": "attribute_not_exists(version)", **back}
    values, condition = {":version": {"N": str(expect)}}, "version = :version"
    if held_by:
        values, condition = {**values, ":holder": {"S": held_by}}, f"{condition} AND holder = :holder"
    elif held_by is not None:
        condition = f"{condition} AND attribute_not_exists(holder)"
    return {"ConditionExpression": condition, "ExpressionAttributeValues": values, **back}


class _Terms:
    """The names and values of an expression, each written once."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.values: dict[str, dict[str, str]] = {}

    def name(self, count: str) -> str:
        """The place of a count's name."""
        return next((key for key, name in self.names.items() if name == COUNT + count), "") or self._new(count)

    def _new(self, count: str) -> str:
        key = f"#{len(self.names)}"
        self.names[key] = COUNT + count
        return key

    def value(self, number: int) -> str:
        """The place of a number."""
        key = f":{len(self.values)}"
        self.values[key] = {"N": str(number)}
        return key


def _update(op: AddToCounts) -> dict[str, Any]:
    terms = _Terms()
    sums = ", ".join(f"{terms.name(name)} {terms.value(amount)}" for name, amount in op.counts.items())
    gone = ", ".join(terms.name(name) for name in op.gone)
    parts = [*([f"ADD {sums}"] if sums else []), *([f"REMOVE {gone}"] if gone else [])]
    if op.until:
        parts.append(f"SET #until = {terms.value(math.ceil(op.until))}")
    bounds = " AND ".join(_bounded(bound, terms) for bound in op.bounds)
    found = {
        "UpdateExpression": " ".join(parts),
        "ExpressionAttributeNames": {**terms.names, **({"#until": "until"} if op.until else {})},
        "ExpressionAttributeValues": terms.values,
        "ConditionExpression": bounds,
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD" if bounds else "",
    }
    return {name: part for name, part in found.items() if part}


def _bounded(bound: CountBound, terms: _Terms) -> str:
    """A count that is not there is nought, and nothing can be compared with it."""
    name, low, high = terms.name(bound.name), terms.value(bound.low), terms.value(bound.high)
    there = f"({name} >= {low} AND {name} < {high})"
    if bound.low <= 0 < bound.high:
        there = f"(attribute_not_exists({name}) OR {there})"
    return there if bound.inside else f"(NOT {there})"
