"""Sealed bombs: who seals where, the receipts that prove it, and how the bombs come to lie on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.chance import Sealed
from engine.kernel.picture import BOARD
from engine.kernel.question import Question
from engine.race import events
from engine.race.table import RaceTable


def count_bombs_to_seal(t: RaceTable[Any], who: str) -> int:
    """Count the bombs that a player must still seal (secretly place), but no more than there are squares left for
    them.
    """
    seat = t.seat(who)
    left: int = seat.bombs - len(seat.sealed)
    return min(left, len(list_sealable_squares(t, who))) if left > 0 else 0


def list_sealable_squares(t: RaceTable[Any], who: str) -> Sequence[int]:
    """List the closed squares on which a player may still seal (secretly place) a bomb: those where they have none
    yet.
    """
    r = t.round
    squares, sealed = r.list_closed_squares() if r.cells else range(1, r.rows * r.columns + 1), r.seats[who].sealed
    return [n for n in squares if n not in sealed] if sealed else squares


def build_seal_questions(t: RaceTable[Any], waiting: Sequence[str]) -> list[Question]:
    """Build, for each of these players, the secret question on which square to hide their bomb. For a second bomb, its
    number is among the question's facts, so that it counts as a new question with its own time limit.
    """
    asked = Question(
        key="bomb.seal",
        text="{round}: where do you hide your bomb?",
        lapse=0,
        of=BOARD,
        secret=True,
        patience="bomb",
        facts={"round": t.round.title},
    )

    def count_sealed(who: str) -> dict[str, int]:
        sealed = len(t.seat(who).sealed)
        return {"bomb": sealed + 1} if sealed else {}

    return t.put_questions(asked, waiting, lambda who: list_sealable_squares(t, who), count_sealed)


def seal_chosen_or_random_bomb(t: RaceTable[Any], who: str, n: int) -> None:
    """Seal (secretly place) a player's bomb on square `n`, or on a square drawn at random if `n` is 0 because their
    time ran out.
    """
    seal_one_bomb(t, who, n or t.draw_one("bomb.placed_by_host", list_sealable_squares(t, who)))


def seal_one_bomb(t: RaceTable[Any], who: str, n: int) -> str:
    """Seal a player's bomb on square `n`, tell that player the receipt by which the secret choice can be checked later,
    and return the receipt.
    """
    sealed = t.seat(who).sealed
    sealed.append(n)
    seal = build_bomb_seal(t, who, len(sealed) - 1)
    receipt = t.game.seal_choice(seal.name, seal.what)
    t.whisper(who, events.BombSealed(n=n, receipt=receipt, field=t.field))
    return receipt


def add_sealed_bomb(t: RaceTable[Any], who: str, n: int) -> str:
    """Put one more bomb of a player on square `n` while the round is already in play, and return the public receipt of
    this secret choice.
    """
    t.seat(who).bombs += 1
    t.round.find_cell(n).bombs.append(who)
    return seal_one_bomb(t, who, n)


def build_bomb_seal(t: RaceTable[Any], who: str, at: int) -> Sealed:
    """Build the sealed record of where a player's bomb number `at` (from 0) lies; once the game's secret is published,
    its receipt can be checked.
    """
    return Sealed(f"{t.id}|{t.edition}|{who}|{at}", str(t.seat(who).sealed[at]))


def lay_bombs(t: RaceTable[Any]) -> list[str]:
    """Put all bombs that players have sealed onto the squares of the board, and return the receipts of these secret
    choices, sorted.
    """
    receipts = []
    for who in t.round.order:
        seat = t.seat(who)
        for at, n in enumerate(seat.sealed[seat.laid :], seat.laid):
            t.round.find_cell(n).bombs.append(who)
            receipts.append(build_bomb_seal(t, who, at).compute_receipt(t.game.secret))
    return sorted(receipts)
