"""Failsafe: the call that nothing but bombs is left."""

from __future__ import annotations

from engine.deluxe import events, strikes
from engine.deluxe.table import GridTable

CALL = "Failsafe"
NET = "Safety Net"


def update_failsafe_activity(t: GridTable) -> None:
    """Activate Failsafe when no more spaces are closed than there could be bombs; it then stays active."""
    r = t.round
    r.active = r.active or (not r.mini and r.count_closed() <= r.possible)


def has_only_bombs(t: GridTable, who: str = "") -> bool:
    """Tell whether a live bomb lies on every closed space; for this player their own demons count as bombs."""
    closed = [cell for cell in t.round.cells if not cell.open]
    return bool(closed) and all((cell.bombs and not cell.dud) or (who and cell.imp == who) for cell in closed)


def call_failsafe(t: GridTable, who: str) -> None:
    """Called in place of a pick, from when no more spaces are left than there could be bombs. Right:
    the grid is over, and the caller's win bonus counts as many times as there are spaces left.

    Wrong: two strikes, one with a Safety Net, by a bomb that lay nowhere; the caller is out.
    """
    r = t.round
    left = r.count_closed()
    t.tell(events.FailsafeCalled(who=who, n=left))
    if has_only_bombs(t, who):
        r.caller, r.ended = who, True
        r.factor = (left if t.state.options.failsafe == "left" else len(r.cells)) * (
            2 if t.is_in_zone("Dud Factory") else 1
        )
        t.tell(events.FailsafeRight(who=who, n=r.factor))
        return
    r.wrong_call = r.list_closed_squares()
    with t.scene(events.FailsafeWrong()):
        strikes.strike_player(t, who)
        if NET in t.player(who).items:
            t.player(who).items.remove(NET)
            t.tell(events.SafetyNetHeld())
        else:
            strikes.strike_player(t, who)
        strikes.eliminate_from_grid(t, who)
