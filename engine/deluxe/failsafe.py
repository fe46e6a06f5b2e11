"""Failsafe: the call that nothing but bombs is left."""

from __future__ import annotations

from engine.deluxe import events, strikes
from engine.deluxe.table import GridTable

CALL = "Failsafe"
NET = "Safety Net"


def watch(t: GridTable) -> None:
    """It becomes active when as many spaces are left as there could be bombs, and stays active."""
    r = t.round
    r.active = r.active or (not r.mini and r.closed_count() <= r.possible)


def bombs_only(t: GridTable, who: str = "") -> bool:
    """Is there a live bomb on every closed space? For their owner demons are bombs, too."""
    closed = [cell for cell in t.round.cells if not cell.open]
    return bool(closed) and all((cell.bombs and not cell.dud) or (who and cell.imp == who) for cell in closed)


def call(t: GridTable, who: str) -> None:
    """Called in place of a pick, from when no more spaces are left than there could be bombs. Right:
    the grid is over, and the caller's win bonus counts as many times as there are spaces left.

    Wrong: two strikes, one with a Safety Net, by a bomb that lay nowhere; the caller is out.
    """
    r = t.round
    left = r.closed_count()
    t.tell(events.FailsafeCalled(who=who, n=left))
    if bombs_only(t, who):
        r.caller, r.ended = who, True
        r.factor = (left if t.state.options.failsafe == "left" else len(r.cells)) * (2 if t.zone("Dud Factory") else 1)
        t.tell(events.FailsafeRight(who=who, n=r.factor))
        return
    r.wrong_call = r.closed()
    with t.scene(events.FailsafeWrong()):
        strikes.strike(t, who)
        if NET in t.player(who).items:
            t.player(who).items.remove(NET)
            t.tell(events.SafetyNetHeld())
        else:
            strikes.strike(t, who)
        strikes.eliminate(t, who)
