"""Failsafe: the call that nothing but bombs is left."""

from __future__ import annotations

from engine.deluxe import strikes
from engine.deluxe.table import GridTable

CALL = "Failsafe"
NET = "Safety Net"


def watch(t: GridTable) -> None:
    """It becomes active when as many spaces are left as there could be bombs, and stays active."""
    r = t.round
    r.active = r.active or (not r.mini and r.closed_count() <= r.possible)


def bombs_only(t: GridTable, who: str = "") -> bool:
    """Is there a live bomb on every closed space? A player's own demons count as bombs, in their own call only."""
    closed = [cell for cell in t.round.cells if not cell.open]
    return bool(closed) and all((cell.bombs and not cell.dud) or (who and cell.imp == who) for cell in closed)


def call(t: GridTable, who: str) -> None:
    """Right: the grid is over, and the caller's win bonus counts as many times as there are spaces left.

    Wrong: two strikes, one with a Safety Net, by a bomb that lay nowhere; the caller is out.
    """
    r = t.round
    left = r.closed_count()
    t.tell("{who} calls Failsafe with {n} {n:space|spaces} left!", who=who, n=left, deed="failsafes")
    if bombs_only(t, who):
        r.caller, r.ended = who, True
        r.factor = (left if t.state.options.failsafe == "left" else len(r.cells)) * (2 if t.zone("Dud Factory") else 1)
        t.tell(
            "Every one of them is a bomb. The round is over, and {who}'s win bonus counts {n} times.",
            who=who,
            n=r.factor,
        )
        return
    t.tell("Not every one of them is a bomb.")
    strikes.strike(t, who)
    if NET in t.player(who).items:
        t.player(who).items.remove(NET)
        t.tell("The Safety Net holds: one strike instead of two.")
    else:
        strikes.strike(t, who)
    strikes.eliminate(t, who)
