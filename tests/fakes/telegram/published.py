"""Compares calls with the published Bot API: names, types, what must be there, limits. It knows nothing of our server.

What is published stands in published.json, with its date and its sources.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .text import units

PUBLISHED: dict[str, Any] = json.loads((Path(__file__).parent / "published.json").read_text("utf-8"))
TAG = re.compile(r"</?([a-zA-Z-]+)[^>]*>")
ENTITY = re.compile(r"&(?:lt|gt|amp|quot|#\d+);")
PARSED = {
    "sendMessage.text",
    "editMessageText.text",
    "editMessageCaption.caption",
    "sendPhoto.caption",
    "InputMediaPhoto.caption",
}
OBJECTS = {
    "InlineKeyboardMarkup": "InlineKeyboardMarkup",
    "LinkPreviewOptions": "LinkPreviewOptions",
    "ReplyParameters": "ReplyParameters",
    "InputMedia": "InputMediaPhoto",
    "CopyTextButton": "CopyTextButton",
    "EphemeralMessageParameters": "EphemeralMessageParameters",
    "WebAppInfo": "WebAppInfo",
}
LISTS = {
    "BotCommand": "BotCommand",
    "ReactionType": "ReactionTypeEmoji",
    "InlineKeyboardButton": "InlineKeyboardButton",
}


def faults(method: str, values: Mapping[str, object]) -> list[str]:
    """What in this call is not as it is published."""
    known = PUBLISHED["methods"].get(method)
    if known is None:
        return [f"{method} is not published, or not looked up yet"]
    found = [*_fields(method, known, {name: _decoded(known.get(name, ""), value) for name, value in values.items()})]
    ways = PUBLISHED["any of"].get(method, [[]])
    if not any(all(name in values for name in way) for way in ways):
        found.append(f"{method} says of no message which it means")
    return found


def _decoded(kind: str, value: object) -> object:
    """Over HTTP everything is a text: what is no text by its type is JSON."""
    if not isinstance(value, str) or kind.rstrip("!") == "String":
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _fields(of: str, known: Mapping[str, str], values: Mapping[str, object]) -> Iterator[str]:
    for name, kind in known.items():
        if kind.endswith("!") and name not in values and "InputFile" not in kind:
            yield f"{of}.{name} must be there"
    for name, value in values.items():
        if name not in known:
            yield f"{of}.{name} is not published"
            continue
        kinds = known[name].rstrip("!").split(" or ")
        if not any(_is(kind, value) for kind in kinds):
            yield f"{of}.{name} is {value!r}, and no {known[name]}"
        yield from _within(f"{of}.{name}", value)
        for kind in kinds:
            yield from _inside(kind, value)


def _is(kind: str, value: object) -> bool:
    if kind.startswith("Array of "):
        return isinstance(value, list) and all(_is(kind.removeprefix("Array of "), each) for each in value)
    if kind == "Integer":
        return type(value) is int
    if kind == "Boolean":
        return isinstance(value, bool)
    return isinstance(value, str) if kind in ("String", "InputFile") else isinstance(value, dict)


def _inside(kind: str, value: object) -> Iterator[str]:
    if kind.startswith("Array of ") and isinstance(value, list):
        for each in value:
            yield from _inside(kind.removeprefix("Array of "), each)
    elif isinstance(value, dict) and (name := _object(kind, value)):
        yield from _fields(name, PUBLISHED["objects"][name], value)
        if name == "InlineKeyboardMarkup":
            yield from _keyboard(value["inline_keyboard"])


def _object(kind: str, value: Mapping[str, object]) -> str:
    """What is published of this; of a scope, what its type says that it is."""
    named = kind + "".join(map(str.title, str(value.get("type")).split("_")))
    return named if kind == "BotCommandScope" else (OBJECTS | LISTS).get(kind, "")


def _keyboard(rows: list[list[object]]) -> Iterator[str]:
    most = PUBLISHED["buttons"]
    if sum(map(len, rows)) > most["in a message"] or any(len(row) > most["in a row"] for row in rows):
        yield "there are too many buttons"


def _within(name: str, value: object) -> Iterator[str]:
    if isinstance(value, str):
        text = _plain(value) if name in PARSED else value
        yield from _limited(name, units(text), PUBLISHED["characters"])
        yield from _limited(name, len(value.encode()), PUBLISHED["bytes"])
        if value not in PUBLISHED["words"].get(name, [value]):
            yield f"{name} is {value!r}"
        unknown = set(TAG.findall(value)) - set(PUBLISHED["tags"]) if name in PARSED else set()
        if unknown:
            yield f"{name} has tags that are not published: {sorted(unknown)}"
    elif isinstance(value, list):
        yield from _limited(name, len(value), PUBLISHED["items"])
    elif type(value) is int:
        yield from _limited(name, value, PUBLISHED["values"])


def _plain(text: str) -> str:
    """What is left of a text once its entities are parsed."""
    return ENTITY.sub("x", TAG.sub("", text)).strip()


def _limited(name: str, size: int, limits: Mapping[str, list[int]]) -> Iterator[str]:
    low, high = limits.get(name, [size, size])
    if not low <= size <= high:
        yield f"{name} is {size} long, and must be from {low} to {high}"
