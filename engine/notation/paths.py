"""Any field of a state by its path, read and written as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.notation.errors import UnclearLine, near


def look(root: Any, path: Sequence[str]) -> Any:
    """What stands at the end of a path."""
    for part in path:
        root = _inside(root, part)
    return root


def put(root: Any, path: Sequence[str], value: Any) -> None:
    """Write a plain value there, made into what that field holds."""
    if not path:
        raise UnclearLine("the path names no field.")
    holder, last = look(root, path[:-1]), path[-1]
    old = _inside(holder, last)
    try:
        fresh = msgspec.convert(value, _kind(holder, last, old))
    except msgspec.ValidationError as error:
        raise UnclearLine(f"{last} cannot be that: {error}.") from None
    if isinstance(holder, msgspec.Struct):
        setattr(holder, last, fresh)
    else:
        holder[_index(holder, last)] = fresh


def shown(value: Any) -> str:
    """A value as a transcript shows it."""
    return msgspec.json.encode(value).decode()


def _kind(holder: Any, name: str, old: Any) -> Any:
    if isinstance(holder, msgspec.Struct):
        return next(field.type for field in msgspec.structs.fields(holder) if field.name == name)
    return type(old)


def _inside(holder: Any, part: str) -> Any:
    if isinstance(holder, msgspec.Struct):
        if part not in holder.__struct_fields__:
            raise UnclearLine(f"there is no field “{part}”.{near(part, holder.__struct_fields__)}")
        return getattr(holder, part)
    try:
        return holder[_index(holder, part)]
    except (KeyError, IndexError, ValueError, TypeError):
        raise UnclearLine(f"there is nothing under “{part}”.") from None


def _index(holder: Any, part: str) -> Any:
    return int(part) if isinstance(holder, list | tuple) else part
