"""What the shared rules say, in the words of each Race: one calls the fields of its board squares, another spaces."""

from __future__ import annotations

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
