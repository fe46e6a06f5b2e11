"""Compares calls and answers with public recordings of Reddit's own: names and types. It knows nothing of our server.

What was recorded stands in recorded.json, with where it comes from.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

RECORDED: dict[str, Any] = json.loads((Path(__file__).parent / "recorded.json").read_text("utf-8"))
PAGED = {"after", "before", "limit", "count", "show"}  # any listing takes these, whichever of them was recorded
ALWAYS = {"raw_json", "api_type"}
UNRECORDED = {"scopes"}  # which nobody has recorded
SPOILT = "yesterday"  # the time of a thing that a test has made unreadable
RIGHT = set[tuple[object, ...]]()  # the kind of a thing, the names of its fields, and their types in Python


def asked(name: str, values: Mapping[str, object]) -> list[str]:
    """What in this call is not as it was ever recorded."""
    if name in UNRECORDED:
        return []
    known = RECORDED["fields"].get(name)
    if known is None:
        return [f"{name} was never recorded"]
    return [f"{name}.{field} was never sent" for field in values.keys() - {*known.split()} - PAGED - ALWAYS]


def answered(body: object) -> Iterator[str]:
    """What in this answer Reddit has never said."""
    if isinstance(body, dict):
        inside = body.get("data")
        if isinstance(inside, dict) and body.get("kind") in RECORDED["things"]:
            yield from _fields(str(body["kind"]), inside)
    for each in body.values() if isinstance(body, dict) else body if isinstance(body, list) else ():
        if isinstance(each, dict | list):
            yield from answered(each)


def _fields(kind: str, values: Mapping[str, object]) -> Iterator[str]:
    """What names and types together were once found right is right: the same things are shown thousands of times."""
    shape = (kind, *values, *map(type, values.values()))
    if shape in RIGHT:
        return
    known = RECORDED["things"][kind]
    odd = [name for name, value in values.items() if _type(value) not in known.get(name, "").split()]
    if not odd:
        RIGHT.add(shape)
    for name in odd:
        if name not in known:
            yield f"{kind}.{name} was never said"
        elif values[name] != SPOILT:
            yield f"{kind}.{name} is {values[name]!r}, and was always {known[name]}"


def _type(value: object) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if isinstance(value, int | float):
        return "number"
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"
