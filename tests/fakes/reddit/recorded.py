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
    if isinstance(body, list):
        for each in body:
            yield from answered(each)
    elif isinstance(body, dict):
        inside = body.get("data")
        if isinstance(inside, dict) and body.get("kind") in RECORDED["things"]:
            yield from _fields(str(body["kind"]), inside)
        for each in body.values():
            yield from answered(each)


def _fields(kind: str, values: Mapping[str, object]) -> Iterator[str]:
    known = RECORDED["things"][kind]
    for name, value in values.items():
        if name not in known:
            yield f"{kind}.{name} was never said"
        elif _type(value) not in known[name].split() and value != SPOILT:
            yield f"{kind}.{name} is {value!r}, and was always {known[name]}"


def _type(value: object) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if isinstance(value, int | float):
        return "number"
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"
