"""Leftovers: what lay under the bombs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.errors import Withdrawn
from engine.kernel.text import Phrase, phrase
from engine.season7 import events, tables, verbs
from engine.season7.resolve import cash_for, certain, resolve
from engine.season7.squares.people import NEEDS_A_PLACE
from engine.season7.state import Cell, Round
from engine.season7.table import RoundTable

# What reaches only those still in, of whom there may be none by the time somebody who is out has such a square.
NEEDS_OTHERS = ("Military Aid", "Realignment", "Reparations", "Revolution")


async def leftovers(t: RoundTable, finder: str) -> None:
    """The finder receives all that bombs have covered in this round, hidden squares too.

    Exactly what it is only the finder learns; the public hears how many of each category, and what they pay. Hidden
    squares are handed out once: there is none left for a second Leftovers.
    """
    faces = [certain(t, face) for face in covered(t.round)]
    if not faces:
        t.tell(events.NothingLeftOver())
        return
    with t.scene(events.LeftoversTaken(who=finder, squares=summary(faces))):
        t.whisper(finder, events.BuriedSeen(squares=list(map(tables.words, faces))))
        take_cash(t, finder, faces)
        for cell in t.round.cells:
            if cell.hidden and is_covered(cell):
                name, cell.hidden = cell.hidden, ""
                verbs.give_hidden(t, finder, name)
        # A Quick Finish ends the round at once, so nothing can come after it.
        await take_effects(t, finder, sorted(filter(_acts, faces), key="Quick Finish".__eq__))


def is_covered(cell: Cell) -> bool:
    """Does a bomb lie on this square, or has one lain there?"""
    return bool(cell.bombs) or cell.shown == "Bomb"


def covered(r: Round) -> list[str]:
    """What lies or lay under bombs, by category and in it by name; Leftovers themselves are no part of them."""
    faces = [cell.face for cell in r.cells if is_covered(cell)]
    return sorted((face for face in faces if face != "Leftovers"), key=lambda face: (tables.category(face), face))


def summary(faces: Sequence[str]) -> list[Phrase]:
    """How many squares of each category."""
    categories = [tables.category(face) for face in faces]
    return [
        phrase("{n} × {category}", n=categories.count(c), category=tables.CATEGORY_NAMES[c])
        for c in sorted(set(categories))
    ]


def take_cash(t: RoundTable, who: str, faces: Sequence[str]) -> None:
    """All cash is paid as one sum, then all boosters are added as one."""
    amounts = [amount for face in faces if (amount := cash_for(t, who, face)) is not None]
    verbs.shift(t, who, sum(verbs.worth(t, who, amount) for amount in amounts), "cash", lift(t, who, amounts))
    percents = [percent for face in faces if (percent := tables.booster(face)) is not None]
    if percents:
        verbs.boost(t, who, sum(percents))


def lift(t: RoundTable, who: str, amounts: Sequence[int]) -> verbs.Lift | None:
    """What lifts the sum; where that is not the same for what is won and for what is lost, both are told."""
    won, lost = sum(amount for amount in amounts if amount > 0), -sum(amount for amount in amounts if amount < 0)
    found = verbs.lift(t, who, won or -lost, board=t.round.booster)
    if won and lost and verbs.doubled(t, who, won) > won:
        t.tell(events.LeftoversLifted(won=won, lost=lost))
    return found and verbs.Lift(abs(won - lost), found.by)


def _acts(face: str) -> bool:
    return tables.cash(face) is None and tables.booster(face) is None


async def take_effects(t: RoundTable, who: str, faces: Sequence[str]) -> None:
    """Everything else takes effect in the open, one after the other, until it puts its finder out.

    Somebody who is out already has all of it but what only those still in can use.
    """
    status = t.seat(who).status
    for face in faces:
        now = t.round.seats[who].status
        if now not in (status, "in") or t.player(who).gone:
            return
        if now != "in" and face in NEEDS_A_PLACE:
            t.tell(events.LeftoverUseless(face=tables.words(face)))
            continue
        if face in NEEDS_OTHERS and not t.living():
            t.tell(events.LeftoverForNobody(face=face))
            continue
        try:
            await take_effect(t, who, face)
        except Withdrawn:
            continue


async def take_effect(t: RoundTable, who: str, face: str) -> None:
    """One of them takes effect; of a minigame it is enough to hear who picks it up."""
    if face not in t.hooks.squares:
        await resolve(t, who, face)
        return
    with t.scene(events.LeftoverEffect(face=tables.words(face))):
        await resolve(t, who, face)
