"""What the shared rules say, in the words of each Race: one calls the fields of its board squares, another spaces."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SQUARE, SPACE = "square", "space"

LOCK_STANDS = {
    SQUARE: "You have locked in square {n}, and a lock-in stands.",
    SPACE: "You have locked space {n}, and a lock stands.",
}

OPEN_ALREADY = {
    SQUARE: "Square {n} is open already.",
    SPACE: "Space {n} is open already.",
}

NO_SUCH = {
    SQUARE: "There is no square {name}.",
    SPACE: "There is no space {name}.",
}

NOT_THERE = {
    SQUARE: "There is no square {name}: rows are {first} to {last}, columns 1 to {columns}.",
    SPACE: "There is no space {name}: rows are {first} to {last}, columns 1 to {columns}.",
}

LOCKED_BY = {
    SQUARE: "{owner} has locked in square {n}.",
    SPACE: "{owner} has locked space {n}.",
}

COACHING: Mapping[str, str] = MappingProxyType(
    {
        "seal": "A bomb puts out the player who opens its door, and costs that player money. Only you know where "
        "yours is.",
        "select": "Behind most doors there is money or a surprise, behind some a bomb. The last player left wins.",
        "pick": "Behind most doors there is money or a surprise, behind some a bomb.",
        "peek": "A peek tells you alone what kind of thing lies behind a door. You have few of them.",
        "lock": "A lock-in keeps a door for your next turn: everybody sees it, and nobody else can open it.",
    }
)
