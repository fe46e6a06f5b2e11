"""Ways out of a round that are no elimination."""

from __future__ import annotations

from engine.season7.bombs import COSTLY
from engine.season7.table import RoundTable


def fold_away(t: RoundTable, who: str) -> None:
    """Leave the round and the rest of its cycle, keeping booster and held squares.

    Minigames are played when the round is over, and what losing it would have cost is void.
    """
    step_out(t, who, "folded")
    player = t.player(who)
    player.sits_out = True
    player.pledges = [pledge for pledge in player.pledges if pledge.name not in COSTLY]
    t.tell("{who} leaves the round, and is back in the next cycle.", who=who)


def leave_season(t: RoundTable, who: str) -> None:
    """Get up from a round for good: no penalty, no bonus; what was asked is void."""
    step_out(t, who, "left")
    t.seat(who).bonus = 0
    t.round.winners = [winner for winner in t.round.winners if winner != who]


def step_out(t: RoundTable, who: str, status: str) -> None:
    """A player is no longer in the round; squares they locked in are free again."""
    seat = t.seat(who)
    seat.status, seat.locked, seat.wishes = status, 0, []
