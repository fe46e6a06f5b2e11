"""Values as people write them: bare words, numbers, lists with commas; quotes around what would be misread."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from engine.notation.errors import UnclearLine

_PIECES = {mark: re.compile(rf'\s*("(?:[^"\\]|\\.)*"|[^{mark}]*?)\s*(?:[{mark}]|$)') for mark in ",|"}


def plain(text: str) -> Any:
    """JSON where it is JSON, else the bare words."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def one(text: str) -> str:
    """One word or phrase, unquoted if it stands in quotes."""
    if not text.startswith('"'):
        return text
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.DecodeError:
        raise UnclearLine(f"the quotes of {text} do not close.") from None


def several(text: str, mark: str = ",") -> list[str]:
    """A list: 1, 5, 7."""
    pieces, at = [], 0
    while at < len(text):
        match = _PIECES[mark].match(text, at)
        if match is None:
            raise UnclearLine(f"the quotes of {text} do not close.")
        pieces.append(one(match[1]))
        at = match.end()
    return pieces


def written(value: Any) -> str:
    """An answer so that it is read back as the same."""
    return ", ".join(quoted(item, ",") for item in value) if isinstance(value, list | tuple) else quoted(value)


def quoted(value: Any, marks: str = "") -> str:
    """One word or phrase, in quotes if it would be misread, say because it holds a mark that stands between words."""
    text = str(value)
    bare = text == text.strip() and text[:1] not in ("", '"') and text.isprintable() and not set(marks) & set(text)
    return text if bare else msgspec.json.encode(text).decode()
