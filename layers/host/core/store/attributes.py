"""Items as DynamoDB keeps them: its attributes, its requests, and how large it reckons them to be."""

from __future__ import annotations

import math
import zlib
from typing import Any

from host.core.store.formats import CURRENT, FIRST, Formats, check_format
from host.core.store.items import AddToCounts, CountBound, DeleteItem, Item, Op, PutItem, TooLarge
from host.core.store.packing import packed, unpacked

Attributes = dict[str, dict[str, Any]]
COUNT = "n."
FORMAT = "f"  # the number of the format
LATEST = "9" * 15  # a moment after all others
LARGEST = 400 * 1024  # bytes that an item may have


def encoded(item: Item, formats: Formats = CURRENT) -> Attributes:
    """Return an item as DynamoDB keeps it."""
    found: Attributes = {**keyed(item.pk, item.sk), FORMAT: {"N": str(formats.writes)}, **_body(item.body)}
    if item.version:
        found["version"] = {"N": str(item.version)}
    if item.index:
        found |= {"shelf": {"S": item.index}, "when": moment(item.when)}
    if item.due:
        found["due"] = moment(item.due)
    if item.until:
        found["until"] = {"N": str(math.ceil(item.until))}  # DynamoDB expires by whole seconds
    return found | {COUNT + name: {"N": str(count)} for name, count in item.counts.items()}


def decoded(found: Attributes, formats: Formats = CURRENT) -> Item:
    """Return an item as it was kept, or what is left of it: one that is damaged must not hide those beside it.

    Raises UnreadableFormat for one that another release has written.
    """
    pk, sk = found["pk"]["S"], found["sk"]["S"]
    check_format(f"{pk} {sk}", format_of(found), formats)
    try:
        return _decoded(found)
    except (LookupError, ValueError, zlib.error):
        version = found.get("version", {}).get("N", "")
        return Item(pk, sk, version=int(version) if version.isdigit() else 0, damaged=True)


def index_entry(found: Attributes) -> Item:
    """Return an entry of the index, which knows no more than its keys and its moment."""
    return Item(found["pk"]["S"], found["sk"]["S"], index=found["shelf"]["S"], when=float(found["when"]["N"]))


def format_of(found: Attributes) -> int:
    """Return the number of the format in which this was written."""
    return int(found.get(FORMAT, {"N": FIRST})["N"])


def _decoded(found: Attributes) -> Item:
    number = {name: value["N"] for name, value in found.items() if "N" in value}
    counts = {name.removeprefix(COUNT): int(value) for name, value in number.items() if name.startswith(COUNT)}
    return Item(
        found["pk"]["S"],
        found["sk"]["S"],
        body_of(found),
        int(number.get("version", 0)),
        counts,
        found.get("shelf", {"S": ""})["S"],
        float(number.get("when", 0)),
        float(number.get("until", 0)),
        float(number.get("due", 0)),
    )


def body_of(found: Attributes) -> bytes:
    """Return the body of an item, unpacked."""
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


def _body(body: bytes) -> Attributes:
    small = packed(body)
    if len(small) < len(body):
        return {"packed": {"B": small}}
    return {"body": {"B": body}} if body else {}


def keyed(pk: str, sk: str) -> Attributes:
    """The key of an item."""
    return {"pk": {"S": pk}, "sk": {"S": sk}}


def moment(when: float) -> dict[str, str]:
    """A moment as a number."""
    return {"N": repr(when) if math.isfinite(when) else LATEST}


def action(op: Op, table: str, formats: Formats = CURRENT) -> dict[str, Any]:
    """Return one change as a transaction holds it."""
    if isinstance(op, PutItem):
        return {"Put": {"TableName": table, "Item": _checked(op.item, formats), **_condition(op.expect)}}
    if isinstance(op, DeleteItem):
        return {"Delete": {"TableName": table, "Key": keyed(op.pk, op.sk), **_condition(op.expect)}}
    return {"Update": {"TableName": table, "Key": keyed(op.pk, op.sk), **_update(op, formats)}}


def _checked(item: Item, formats: Formats) -> Attributes:
    found = encoded(item, formats)
    if (large := size(found)) > LARGEST:
        raise TooLarge(f"{item.pk} {item.sk} would have {large} bytes; DynamoDB takes {LARGEST}")
    return found


def _condition(expect: int | None) -> dict[str, Any]:
    """Return the condition of a version to be replaced; 0 means that there is no such item."""
    if expect is None:
        return {}
    back = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
    if not expect:
        return {"ConditionExpression": "attribute_not_exists(version)", **back}
    values = {":version": {"N": str(expect)}}
    return {"ConditionExpression": "version = :version", "ExpressionAttributeValues": values, **back}


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


def _update(op: AddToCounts, formats: Formats) -> dict[str, Any]:
    terms = _Terms()
    sets = [f"{FORMAT} = {terms.value(formats.writes)}"]
    if op.until:
        sets.append(f"#until = {terms.value(math.ceil(op.until))}")
    sums = ", ".join(f"{terms.name(name)} {terms.value(amount)}" for name, amount in op.counts.items())
    gone = ", ".join(terms.name(name) for name in op.gone)
    parts = [f"SET {', '.join(sets)}", *([f"ADD {sums}"] if sums else []), *([f"REMOVE {gone}"] if gone else [])]
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
