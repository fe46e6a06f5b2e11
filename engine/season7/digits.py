"""Digits of a total, for the squares that raise, clear or reshuffle them.

A total below zero has no digits: what raises a digit adds its whole worth, what clears or moves digits finds none.
"""

from __future__ import annotations

from collections.abc import Callable

TEN_MILLIONS, MILLIONS, HUNDRED_THOUSANDS = 10_000_000, 1_000_000, 100_000


def at(total: int, place: int) -> int:
    """The digit in the millions (or any other) place of a total."""
    return max(total, 0) // place % 10


def worth(total: int, place: int) -> int:
    """What is lost when this digit becomes a nought."""
    return at(total, place) * place


def raised(total: int, place: int, by: int) -> int:
    """The total with one digit raised. It stops at nine and never ticks over into the next."""
    return total + min(by, 9 - at(total, place)) * place


def raised_but_first(total: int) -> int:
    """The total with every digit but the first raised by one; nines stay as they are."""
    return _but_first(total, lambda rest: [str(min(int(digit) + 1, 9)) for digit in rest])


def descending(total: int) -> int:
    """The total with every digit but the first in descending order."""
    return _but_first(total, lambda rest: sorted(rest, reverse=True))


def ascending(total: int) -> int:
    """The total with every digit but the first in ascending order."""
    return _but_first(total, sorted)


def _but_first(total: int, change: Callable[[str], list[str]]) -> int:
    if total < 0:
        return total
    digits = str(total)
    return int(digits[0] + "".join(change(digits[1:])))
