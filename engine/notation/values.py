"""Values as people write them: bare words, numbers, lists with commas; quotes around what would be misread."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from engine.notation.errors import UnclearLine

_LIST_ITEM = {mark: re.compile(rf'\s*("(?:[^"\\]|\\.)*"|[^{mark}]*?)\s*(?:[{mark}]|$)') for mark in ",|"}


def parse_json_or_words(text: str) -> Any:
    """Parse a text as JSON if it is JSON, else return it unchanged."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def unquote(text: str) -> str:
    """Return a word or phrase without its quotes, if it has any."""
    if not text.startswith('"'):
        return text
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.DecodeError:
        raise UnclearLine(f"the quotes of {text} do not close.") from None


def parse_list(text: str, mark: str = ",") -> list[str]:
    """Parse a list such as `1, 5, 7`; items may be quoted."""
    pieces, at = [], 0
    while at < len(text):
        match = _LIST_ITEM[mark].match(text, at)
        if match is None:
            raise UnclearLine(f"the quotes of {text} do not close.")
        pieces.append(unquote(match[1]))
        at = match.end()
    return pieces


def format_answer_value(value: Any) -> str:
    """Format an answer so that it is parsed back as the same."""
    return (
        ", ".join(quote_if_needed(item, ",") for item in value)
        if isinstance(value, list | tuple)
        else quote_if_needed(value)
    )


def quote_if_needed(value: Any, marks: str = "") -> str:
    """Return a word or phrase, in quotes if it would be misread, for instance because it contains a separator."""
    text = str(value)
    bare = text == text.strip() and text[:1] not in ("", '"') and text.isprintable() and not set(marks) & set(text)
    return text if bare else msgspec.json.encode(text).decode()
