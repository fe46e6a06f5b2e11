"""Who is above and below whom, in a round and on the leaderboard.

In a round equal totals rank by turn order. On the leaderboard they share a place: above and below mean strictly so.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.season7.table import RoundTable


def ranked(t: RoundTable, players: Sequence[str]) -> list[str]:
    """These players of a round, highest total first."""
    return sorted(players, key=lambda who: -t.player(who).total)


def everybody(t: RoundTable) -> list[str]:
    """All who play this round, in or out, highest total first."""
    return ranked(t, t.playing())


def above(t: RoundTable, who: str) -> list[str]:
    """Everybody above on the leaderboard, nearest first."""
    mine = t.player(who).total
    return [name for _, name in reversed(t.state.standings()) if t.player(name).total > mine]


def below(t: RoundTable, who: str) -> list[str]:
    """Everybody below on the leaderboard, nearest first."""
    mine = t.player(who).total
    return [name for _, name in t.state.standings() if t.player(name).total < mine]


def percent_of(total: int, percent: int) -> int:
    """So many percent of a total, rounded up to the pound; nothing of a total below zero."""
    return -(-max(total, 0) * percent // 100)
