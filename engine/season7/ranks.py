"""Who is above and below whom, in a round and on the leaderboard.

In a round equal totals rank by turn order. On the leaderboard they share a place: above and below mean strictly so.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.season7.table import RoundTable


def rank_by_total(t: RoundTable, players: Sequence[str]) -> list[str]:
    """Return these players of a round, highest total first."""
    return sorted(players, key=lambda who: -t.player(who).total)


def rank_round_players(t: RoundTable) -> list[str]:
    """Return all who play this round, in or out, highest total first."""
    return rank_by_total(t, t.list_playing())


def list_players_above(t: RoundTable, who: str) -> list[str]:
    """Return everybody above on the leaderboard, nearest first."""
    mine = t.player(who).total
    return [name for _, name in reversed(t.state.rank_standings()) if t.player(name).total > mine]


def list_players_below(t: RoundTable, who: str) -> list[str]:
    """Return everybody below on the leaderboard, nearest first."""
    mine = t.player(who).total
    return [name for _, name in t.state.rank_standings() if t.player(name).total < mine]


def compute_percent(total: int, percent: int) -> int:
    """Compute so many percent of a total, rounded up to the pound; nothing of a total below zero."""
    return -(-max(total, 0) * percent // 100)
