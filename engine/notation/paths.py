"""Any field of a state by its path, read and written as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.notation.errors import UnclearLine, format_hint


def read_path(root: Any, path: Sequence[str]) -> Any:
    """Return the value at the end of a path."""
    for part in path:
        root = _read_part(root, part)
    return root


def write_path(root: Any, path: Sequence[str], value: Any) -> None:
    """Write a plain value at the end of a path, converted to the type of that field."""
    if not path:
        raise UnclearLine("the path names no field.")
    holder, last = read_path(root, path[:-1]), path[-1]
    old = _read_part(holder, last)
    try:
        fresh = msgspec.convert(value, _find_field_type(holder, last, old))
    except msgspec.ValidationError as error:
        raise UnclearLine(f"{last} cannot be that: {error}.") from None
    if isinstance(holder, msgspec.Struct):
        setattr(holder, last, fresh)
    else:
        holder[_parse_index(holder, last)] = fresh


def format_json_value(value: Any) -> str:
    """Format a value as a transcript shows it."""
    return msgspec.json.encode(value).decode()


def _find_field_type(holder: Any, name: str, old: Any) -> Any:
    if isinstance(holder, msgspec.Struct):
        return next(field.type for field in msgspec.structs.fields(holder) if field.name == name)
    return type(old)


def _read_part(holder: Any, part: str) -> Any:
    if isinstance(holder, msgspec.Struct):
        if part not in holder.__struct_fields__:
            raise UnclearLine(f"there is no field “{part}”.{format_hint(part, holder.__struct_fields__)}")
        return getattr(holder, part)
    try:
        return holder[_parse_index(holder, part)]
    except (KeyError, IndexError, ValueError, TypeError):
        raise UnclearLine(f"there is nothing under “{part}”.") from None


def _parse_index(holder: Any, part: str) -> Any:
    return int(part) if isinstance(holder, list | tuple) else part
