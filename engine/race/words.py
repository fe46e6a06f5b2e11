"""What the shared rules say, in the words of each Race: one calls the fields of its board squares, another spaces."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SQUARE, SPACE = "square", "space"

LOCK_STANDS = {
    SQUARE: "You have locked square {n}, and you cannot change that.",
    SPACE: "You have locked space {n}, and you cannot change that.",
}

OPEN_ALREADY = {
    SQUARE: "Square {n} is already open.",
    SPACE: "Space {n} is already open.",
}

NO_SUCH = {
    SQUARE: "There is no square {name}.",
    SPACE: "There is no space {name}.",
}

NOT_THERE = {
    SQUARE: "There is no square {name}. Rows are {first} to {last}, columns 1 to {columns}.",
    SPACE: "There is no space {name}. Rows are {first} to {last}, columns 1 to {columns}.",
}

LOCKED_BY = {
    SQUARE: "{owner} has locked square {n}.",
    SPACE: "{owner} has locked space {n}.",
}

COACHING: Mapping[str, str] = MappingProxyType(
    {
        "seal": "A player who opens a bomb is out and loses money. Only you know where yours is.",
        "select": "Most squares hide money or a surprise, and some hide a bomb. The last player left wins.",
        "pick": "Most squares hide money or a surprise, and some hide a bomb.",
        "peek": "A peek tells only you what kind of thing is on a square. You have few of them.",
        "lock": "A lock keeps a square for your next turn: everybody sees it, and nobody else can open it.",
    }
)
