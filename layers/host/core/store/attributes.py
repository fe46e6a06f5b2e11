"""Items as DynamoDB keeps them: its attributes, its requests, and how large it reckons them to be."""

from __future__ import annotations

import math
import zlib
from pathlib import Path
from typing import Any

from host.core.store.items import (
    CURRENT,
    FIRST_FORMAT,
    INDEX_ATTRIBUTE,
    AddToCounts,
    CountBound,
    DeleteItem,
    Formats,
    Item,
    Op,
    PutItem,
    TooLarge,
    check_format,
)

FROM = 100  # bytes; smaller bodies do not shrink

# What is packed can be unpacked only with these very bytes, so they never change: other words need another attribute.
# They are what stands most often in games, lines of logs and posts, the likelier the later: the four-player game in the
# middle of a cycle at the end of them takes one kilobyte with all that AWS counts, and not two.
COMPRESSION_DICTIONARY = Path(__file__).with_name("words.txt").read_bytes()


def compress_body(body: bytes) -> bytes:
    """Return the bytes compressed by the fixed dictionary, or unchanged if they are fewer than a hundred or that is not
    shorter; the result does not say which.
    """
    if len(body) < FROM:
        return body
    # Short repetitions are not worth their place beside so many words that are known: a game is 18 bytes smaller.
    packer = zlib.compressobj(9, strategy=zlib.Z_FILTERED, zdict=COMPRESSION_DICTIONARY)
    small = packer.compress(body) + packer.flush()
    return min(body, small, key=len)


def decompress_body(small: bytes) -> bytes:
    """Return the bytes decompressed, as before `compress_body`; raise zlib.error if they were not compressed."""
    return zlib.decompressobj(zdict=COMPRESSION_DICTIONARY).decompress(small)


Attributes = dict[str, dict[str, Any]]
COUNT_PREFIX = "n."
FORMAT = "f"  # the number of the format
LATEST_MOMENT = "9" * 15  # a moment after all others
LARGEST = 400 * 1024  # bytes that an item may have


def encode_item(item: Item, formats: Formats = CURRENT) -> Attributes:
    """Return an item as DynamoDB attributes, with the number of the storage format; its time of expiry is rounded up to
    a whole second. Its size is not checked.
    """
    found: Attributes = {
        **build_key_attributes(item.pk, item.sk),
        FORMAT: {"N": str(formats.writes)},
        **_build_body_attribute(item.body),
    }
    if item.version:
        found["version"] = {"N": str(item.version)}
    if item.index:
        found |= {INDEX_ATTRIBUTE: {"S": item.index}, "when": encode_moment(item.when)}
    if item.due:
        found["due"] = encode_moment(item.due)
    if item.until:
        found["until"] = {"N": str(math.ceil(item.until))}  # DynamoDB expires by whole seconds
    return found | {COUNT_PREFIX + name: {"N": str(count)} for name, count in item.counts.items()}


def decode_item(found: Attributes, formats: Formats = CURRENT) -> Item:
    """Return an item from its DynamoDB attributes. A damaged one is returned with only its keys and version and
    marked as damaged, so that it does not hide others. Raise UnreadableFormat for one in a format that this release
    does not read.
    """
    pk, sk = found["pk"]["S"], found["sk"]["S"]
    check_format(f"{pk} {sk}", read_item_format(found), formats)
    try:
        return _decode_attributes(found)
    except (LookupError, ValueError, zlib.error):
        version = found.get("version", {}).get("N", "")
        return Item(pk, sk, version=int(version) if version.isdigit() else 0, damaged=True)


def decode_index_entry(found: Attributes) -> Item:
    """Return an entry of the index (of deadlines or of queued posts) as an item that has only its keys, its index and
    its time there.
    """
    return Item(found["pk"]["S"], found["sk"]["S"], index=found[INDEX_ATTRIBUTE]["S"], when=float(found["when"]["N"]))


def read_item_format(found: Attributes) -> int:
    """Return the number of the storage format in which an item was written; 1 if the item has none."""
    return int(found.get(FORMAT, {"N": FIRST_FORMAT})["N"])


def _decode_attributes(found: Attributes) -> Item:
    """Return an item from its DynamoDB attributes; raise LookupError, ValueError or zlib.error if one is missing or
    damaged. The format's number is not checked.
    """
    number = {name: value["N"] for name, value in found.items() if "N" in value}
    counts = {
        name.removeprefix(COUNT_PREFIX): int(value) for name, value in number.items() if name.startswith(COUNT_PREFIX)
    }
    return Item(
        found["pk"]["S"],
        found["sk"]["S"],
        decompress_item_body(found),
        int(number.get("version", 0)),
        counts,
        found.get(INDEX_ATTRIBUTE, {"S": ""})["S"],
        float(number.get("when", 0)),
        float(number.get("until", 0)),
        float(number.get("due", 0)),
    )


def decompress_item_body(found: Attributes) -> bytes:
    """Return the body of an item from its DynamoDB attributes, decompressed if it was stored compressed."""
    body: bytes = decompress_body(found["packed"]["B"]) if "packed" in found else found.get("body", {"B": b""})["B"]
    return body


def compute_item_size(found: Attributes) -> int:
    """Return the size of an item as DynamoDB counts it: UTF-8 bytes of names and texts, and for a number one byte per
    two digits plus one.
    """
    return sum(len(name.encode()) + _compute_value_size(value) for name, value in found.items())


def _compute_value_size(value: dict[str, Any]) -> int:
    """Return how many bytes DynamoDB counts for one attribute's value."""
    ((kind, held),) = value.items()
    if kind != "N":
        return len(held if kind == "B" else held.encode())
    digits = str(held).strip("-").replace(".", "").strip("0")
    return math.ceil(len(digits) / 2) + 1 + int(held.startswith("-"))


def _build_body_attribute(body: bytes) -> Attributes:
    """Return an item's body as a DynamoDB attribute, compressed if that is shorter; an empty body gets none."""
    small = compress_body(body)
    if len(small) < len(body):
        return {"packed": {"B": small}}
    return {"body": {"B": body}} if body else {}


def build_key_attributes(pk: str, sk: str) -> Attributes:
    """Return an item's key as DynamoDB attributes."""
    return {"pk": {"S": pk}, "sk": {"S": sk}}


def encode_moment(when: float) -> dict[str, str]:
    """Return a time in seconds as a number attribute of DynamoDB, `{"N": text}`; infinity becomes a number after all
    other times.
    """
    return {"N": repr(when) if math.isfinite(when) else LATEST_MOMENT}


def build_write_action(op: Op, table: str, formats: Formats = CURRENT) -> dict[str, Any]:
    """Return one write (put, delete or count), with its condition, in the form that DynamoDB's transactions take;
    raise TooLarge for an item larger than DynamoDB takes.
    """
    if isinstance(op, PutItem):
        return {
            "Put": {
                "TableName": table,
                "Item": _encode_checked_item(op.item, formats),
                **_build_version_condition(op.expect),
            }
        }
    if isinstance(op, DeleteItem):
        return {
            "Delete": {
                "TableName": table,
                "Key": build_key_attributes(op.pk, op.sk),
                **_build_version_condition(op.expect),
            }
        }
    return {"Update": {"TableName": table, "Key": build_key_attributes(op.pk, op.sk), **_build_update(op, formats)}}


def _encode_checked_item(item: Item, formats: Formats) -> Attributes:
    """Return an item in the form in which DynamoDB stores it; raise TooLarge if it is larger than DynamoDB takes."""
    found = encode_item(item, formats)
    if (large := compute_item_size(found)) > LARGEST:
        raise TooLarge(f"{item.pk} {item.sk} would have {large} bytes; DynamoDB takes {LARGEST}")
    return found


def _build_version_condition(expect: int | None) -> dict[str, Any]:
    """Return the condition for a write in DynamoDB that its item still has the version `expect`; 0 means that it is
    missing or has no version, None that any will do (an empty condition).
    """
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

    def add_name(self, count: str) -> str:
        """Return the placeholder for the name of a counter in a DynamoDB expression; add one if it is new."""
        return next(
            (key for key, name in self.names.items() if name == COUNT_PREFIX + count), ""
        ) or self._add_new_name(count)

    def _add_new_name(self, count: str) -> str:
        """Add the name of a counter to a DynamoDB expression; return its placeholder."""
        key = f"#{len(self.names)}"
        self.names[key] = COUNT_PREFIX + count
        return key

    def add_value(self, number: int) -> str:
        """Add a number to a DynamoDB expression, even if it is there already; return its new placeholder."""
        key = f":{len(self.values)}"
        self.values[key] = {"N": str(number)}
        return key


def _build_update(op: AddToCounts, formats: Formats) -> dict[str, Any]:
    """Return the part of a DynamoDB update that adds these counts to counters, deletes those that go, and sets the
    format's number and, if given, the time of expiry, on the condition that all bounds are met.
    """
    terms = _Terms()
    sets = [f"{FORMAT} = {terms.add_value(formats.writes)}"]
    if op.until:
        sets.append(f"#until = {terms.add_value(math.ceil(op.until))}")
    sums = ", ".join(f"{terms.add_name(name)} {terms.add_value(amount)}" for name, amount in op.counts.items())
    gone = ", ".join(terms.add_name(name) for name in op.gone)
    parts = [f"SET {', '.join(sets)}", *([f"ADD {sums}"] if sums else []), *([f"REMOVE {gone}"] if gone else [])]
    bounds = " AND ".join(_build_bound_condition(bound, terms) for bound in op.bounds)
    found = {
        "UpdateExpression": " ".join(parts),
        "ExpressionAttributeNames": {**terms.names, **({"#until": "until"} if op.until else {})},
        "ExpressionAttributeValues": terms.values,
        "ConditionExpression": bounds,
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD" if bounds else "",
    }
    return {name: part for name, part in found.items() if part}


def _build_bound_condition(bound: CountBound, terms: _Terms) -> str:
    """Return the DynamoDB condition that a counter meets its bound; a missing counter counts as 0, which has to be
    tested separately.
    """
    name, low, high = terms.add_name(bound.name), terms.add_value(bound.low), terms.add_value(bound.high)
    there = f"({name} >= {low} AND {name} < {high})"
    if bound.low <= 0 < bound.high:
        there = f"(attribute_not_exists({name}) OR {there})"
    return there if bound.inside else f"(NOT {there})"
