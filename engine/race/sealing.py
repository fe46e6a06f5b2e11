"""Sealed bombs: who seals where, the receipts that prove it, and how the bombs come to lie on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.chance import Sealed
from engine.kernel.picture import BOARD
from engine.kernel.question import Question
from engine.race import events
from engine.race.table import RaceTable


def left_to_seal(t: RaceTable[Any], who: str) -> int:
    """How many bombs this player has still to seal, as far as there are squares for them."""
    seat = t.seat(who)
    left: int = seat.bombs - len(seat.sealed)
    return left and min(left, len(places(t, who)))


def places(t: RaceTable[Any], who: str) -> Sequence[int]:
    """The squares on which this player may still seal a bomb."""
    r = t.round
    squares, sealed = r.closed() if r.cells else range(1, r.rows * r.columns + 1), r.seats[who].sealed
    return [n for n in squares if n not in sealed] if sealed else squares


def to_seal(t: RaceTable[Any], waiting: Sequence[str]) -> list[Question]:
    """Where does each of these seal a bomb, unseen?"""
    return t.asking(
        "bomb.seal",
        waiting,
        "{round}: where do you seal your bomb?",
        lambda who: places(t, who),
        lapse=0,
        of=BOARD,
        secret=True,
        patience="bomb",
        round=t.round.title,
    )


def seal_or_lot(t: RaceTable[Any], who: str, n: int) -> None:
    """A bomb is sealed; for who has let the time pass (0) the host seals one by lot."""
    seal_one(t, who, n or t.draw_one("bomb.placed_by_host", places(t, who)))


def seal_one(t: RaceTable[Any], who: str, n: int) -> str:
    """One bomb is sealed; its owner gets a receipt."""
    sealed = t.seat(who).sealed
    sealed.append(n)
    seal = seal_of(t, who, len(sealed) - 1)
    receipt = t.game.seal(seal.name, seal.what)
    t.whisper(who, events.BombSealed(n=n, receipt=receipt, field=t.field))
    return receipt


def one_more_bomb(t: RaceTable[Any], who: str, n: int) -> str:
    """A player seals one more bomb while the round is in play; the receipt is for everybody."""
    t.seat(who).bombs += 1
    t.round.cell(n).bombs.append(who)
    return seal_one(t, who, n)


def seal_of(t: RaceTable[Any], who: str, at: int) -> Sealed:
    """A player's first (0), second ... bomb; its receipt can be checked once the game's secret is published."""
    return Sealed(f"{t.id}|{t.edition}|{who}|{at}", str(t.seat(who).sealed[at]))


def lay_bombs(t: RaceTable[Any]) -> list[str]:
    """Put all sealed bombs on the board; whoever has left since leaves theirs behind. Returns the receipts."""
    receipts = []
    for who in t.round.order:
        seat = t.seat(who)
        for at, n in enumerate(seat.sealed[seat.laid :], seat.laid):
            t.round.cell(n).bombs.append(who)
            receipts.append(seal_of(t, who, at).receipt(t.game.secret))
    return sorted(receipts)
