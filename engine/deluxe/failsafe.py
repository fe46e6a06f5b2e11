"""Failsafe: the call that nothing but bombs is left."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from engine.deluxe import events, strikes, tables
from engine.deluxe.state import BombHint, DeluxeGrid, GridTable

CALL = "Failsafe"
NET = "Safety Net"


def update_failsafe_activity(t: GridTable) -> None:
    """Allow players to call Failsafe (to claim that only bombs are left), without announcing it, if a grid now has no
    more closed spaces than there could be bombs; once allowed, it stays so. In a tie-break's mini game it is never
    allowed.
    """
    r = t.round
    r.active = r.active or (not r.mini and r.count_closed() <= r.possible)


def has_only_bombs(t: GridTable, who: str = "") -> bool:
    """Return whether some space of a grid is closed and every closed one hides a bomb that can go off, so that a
    Failsafe call is right. If `who` calls, their own Personal Demons, which explode only for them, count as bombs.
    """
    closed = [cell for cell in t.round.cells if not cell.open]
    return bool(closed) and all((cell.bombs and not cell.dud) or (who and cell.imp == who) for cell in closed)


def call_failsafe(t: GridTable, who: str) -> None:
    """You call it in place of a pick, when no more spaces are closed than there could be bombs. If only bombs are left,
    the grid is over, and your win bonus counts once for each space left. If not, you get two strikes (one with a Safety
    Net), and you are out.

    The caller has checked that `who` may call. Announce the call and whether it is right. A right call is only noted
    (caller, end of play, factor) and paid when the grid is settled; after a wrong one the strikes follow at once.
    """
    r = t.round
    closed = r.list_closed_squares()
    left = len(closed)
    t.tell(events.FailsafeCalled(who=who, n=left, spaces=closed))
    if has_only_bombs(t, who):
        r.caller, r.ended = who, True
        r.factor = (left if t.state.options.failsafe == "left" else len(r.cells)) * (
            2 if t.is_in_zone("Dud Factory") else 1
        )
        t.tell(events.FailsafeRight(who=who, n=r.factor, spaces=closed))
        return
    r.wrong_call = closed
    with t.scene(events.FailsafeWrong(who=who, spaces=closed)):
        strikes.strike_player(t, who)
        if NET in t.player(who).items:
            t.player(who).items.remove(NET)
            t.tell(events.SafetyNetHeld())
        else:
            strikes.strike_player(t, who)
        strikes.eliminate_from_grid(t, who)


class FailsafeKnowledge(NamedTuple):
    """Hold what one player knows of a grid before calling Failsafe."""

    size: int  # spaces of the grid
    unknown: int  # closed spaces of which nothing is known
    own: int  # closed spaces with a bomb of their own, which may lie in a dud
    seen: int  # closed spaces on which a peek has shown a bomb, or that a hint says are full of them
    elsewhere: int  # bombs of others that could still be, but for those that were seen
    struck: int  # bombs that have gone off, so none of their spaces was a dud
    swallowed: int  # bombs of their own that were opened in a dud
    most_duds: bool  # a Dud Factory has as many as there can be


def compute_only_bombs_chance(t: GridTable, who: str) -> float:
    """Return how likely this player's claim that every closed space hides a live bomb (a Failsafe call) would be right,
    as far as they can know; 0 if they can prove it wrong.
    """
    r, seat = t.round, t.seat(who)
    closed = set(r.list_closed_squares())
    peeked = {n: what for n, what in seat.learned.items() if n in closed}
    demons = sum(cell.imp == who for cell in r.cells if not cell.open)
    if (
        was_called_wrongly(r)
        or any(what != tables.BOMB for what in peeked.values())
        or any(count_bare_spaces(t, hint) > demons for hint in seat.hints)
    ):
        return 0.0
    counted = {n for hint in seat.hints if not count_bare_spaces(t, hint) for n in hint.spaces if n in closed}
    opened = [n for n in seat.sealed if n not in closed]
    swallowed = sum(n > 0 and t.find_cell(n).shown != tables.BOMB for n in opened)
    mine = [n for n in seat.sealed if n in closed]
    tame = sum(cell.imp not in ("", who) for cell in r.cells if not cell.open)
    seen = set(peeked) | counted
    own = set(mine) - seen
    elsewhere = r.possible - swallowed - tame - len(mine) - len(seen - set(mine))
    struck = sum(cell.shown == tables.BOMB for cell in r.cells)
    unknown = len(closed - seen - own)
    known = FailsafeKnowledge(
        len(r.cells), unknown, len(own), len(seen), elsewhere, struck, swallowed, most_duds=t.is_in_zone("Dud Factory")
    )
    return compute_failsafe_odds(known) if closed and elsewhere >= unknown else 0.0


def note_bomb_hint(t: GridTable, who: str, spaces: list[int], live: int) -> None:
    """Remember for a player that exactly `live` of those of these spaces that are closed now hide a bomb that can go
    off. Remember nothing while somebody may still move a bomb on the grid in secret.
    """
    if not any((aside.name, aside.grid) == ("Second Thoughts", t.grid) for aside in t.state.asides.values()):
        t.seat(who).hints.append(BombHint([n for n in spaces if not t.find_cell(n).open], live))


def count_bare_spaces(t: GridTable, hint: BombHint) -> int:
    """Return how many of the still closed spaces of a hint cannot hide a live bomb. The hint says how many live bombs
    its spaces hid; those opened since are taken off.
    """
    closed = [n for n in hint.spaces if not t.find_cell(n).open]
    gone = sum(t.find_cell(n).shown == tables.BOMB for n in hint.spaces)
    return len(closed) - (hint.live - gone)


def was_called_wrongly(r: DeluxeGrid) -> bool:
    """Return whether everybody can tell that some closed space hides no bomb: somebody has wrongly called Failsafe
    (claimed that only bombs are left), and since then only bombs were opened.
    """
    since = [r.cells[n - 1] for n in r.wrong_call if r.cells[n - 1].open]
    return bool(r.wrong_call) and all(cell.shown == tables.BOMB for cell in since)


@lru_cache(maxsize=1024)
def compute_failsafe_odds(known: FailsafeKnowledge) -> float:
    """Return the chance that every closed space hides a live bomb, given what a player knows (hashable, because results
    are cached). The number of duds (spaces where bombs cannot go off) is unknown, so each possible number is weighed by
    how well it fits.
    """
    weights = dict(enumerate(tables.DUD_WEIGHTS))
    if known.most_duds:
        weights = {tables.MOST_DUDS: 1}
    closed = known.unknown + known.own + known.seen
    total = right = 0.0
    for duds, weight in weights.items():
        share = duds / known.size
        room = closed + share * (known.size - closed)  # where a bomb that has not gone off may lie
        fits = weight * (room / known.size) ** known.elsewhere * (1 - share) ** (known.struck + known.seen)
        fits *= share**known.swallowed
        total += fits
        right += (
            fits
            * compute_covering_chance(known.unknown, known.elsewhere, room)
            * (1 - share) ** (known.unknown + known.own)
        )
    return right / total if total else 0.0


def compute_covering_chance(spaces: int, bombs: int, room: float) -> float:
    """Return the chance that this many bombs cover all of these spaces, if each bomb lies at random on one of `room`
    spaces and several may lie on the same one.
    """
    misses = ((-1.0 if j % 2 else 1.0) * comb(spaces, j) * max(0.0, 1 - j / room) ** bombs for j in range(spaces + 1))
    return float(sum(misses))
