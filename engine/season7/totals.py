"""Digits of a total, for the squares that raise, clear or reshuffle them.

A total below zero has no digits: what raises a digit adds its whole worth, what clears or moves digits finds none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.season7.table import RoundTable

TEN_MILLIONS, MILLIONS, HUNDRED_THOUSANDS = 10_000_000, 1_000_000, 100_000


def find_digit(total: int, place: int) -> int:
    """Return one digit of a total, such as that of the millions for `place=1000000`."""
    return max(total, 0) // place % 10


def compute_digit_worth(total: int, place: int) -> int:
    """Return how much a total falls when the digit at this place becomes 0."""
    return find_digit(total, place) * place


def raise_digit(total: int, place: int, by: int) -> int:
    """Return the total with one digit raised. It stops at nine and never carries into the next."""
    return total + min(by, 9 - find_digit(total, place)) * place


def raise_digits_after_first(total: int) -> int:
    """Return the total with every digit but the first raised by one; nines stay as they are."""
    return _change_digits_after_first(total, lambda rest: [str(min(int(digit) + 1, 9)) for digit in rest])


def sort_digits_descending(total: int) -> int:
    """Return the total with every digit but the first in descending order."""
    return _change_digits_after_first(total, lambda rest: sorted(rest, reverse=True))


def sort_digits_ascending(total: int) -> int:
    """Return the total with every digit but the first in ascending order."""
    return _change_digits_after_first(total, sorted)


def _change_digits_after_first(total: int, change: Callable[[str], list[str]]) -> int:
    if total < 0:
        return total
    digits = str(total)
    return int(digits[0] + "".join(change(digits[1:])))


def rank_by_total(t: RoundTable, players: Sequence[str]) -> list[str]:
    """Return these players of a round, highest total first."""
    return sorted(players, key=lambda who: -t.player(who).total)


def rank_round_players(t: RoundTable) -> list[str]:
    """Return all who play this round, in or out, highest total first."""
    return rank_by_total(t, t.list_playing())


def list_players_above(t: RoundTable, who: str) -> list[str]:
    """Return all players above this one on the leaderboard, nearest first."""
    mine = t.player(who).total
    return [name for _, name in reversed(t.state.rank_standings()) if t.player(name).total > mine]


def list_players_below(t: RoundTable, who: str) -> list[str]:
    """Return all players below this one on the leaderboard, nearest first."""
    mine = t.player(who).total
    return [name for _, name in t.state.rank_standings() if t.player(name).total < mine]


def compute_percent(total: int, percent: int) -> int:
    """Compute a percentage of a total, rounded up to the pound; 0 for a total below zero."""
    return -(-max(total, 0) * percent // 100)
