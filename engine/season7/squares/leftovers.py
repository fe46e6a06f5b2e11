"""Leftovers: what lay under the bombs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.errors import Withdrawn
from engine.kernel.text import Phrase, phrase
from engine.season7 import events, tables, verbs
from engine.season7.resolve import draw_mystery_amount, find_cash_for_player, resolve_square
from engine.season7.squares.people import NEEDS_A_PLACE
from engine.season7.state import Season7Cell, Season7Round
from engine.season7.table import RoundTable

# What reaches only those still in, of whom there may be none by the time somebody who is out has such a square.
NEEDS_OTHERS = ("Military Aid", "Realignment", "Reparations", "Revolution")


async def leftovers(t: RoundTable, finder: str) -> None:
    """The finder receives all that bombs have covered in this round, hidden squares too.

    Exactly what it is only the finder learns; the public hears how many of each category, and what they pay. Hidden
    squares are handed out once: there is none left for a second Leftovers.
    """
    faces = [draw_mystery_amount(t, face) for face in list_covered_faces(t.round)]
    if not faces:
        t.tell(events.NothingLeftOver())
        return
    with t.scene(events.LeftoversTaken(who=finder, squares=format_category_summary(faces))):
        t.whisper(finder, events.BuriedSeen(squares=list(map(tables.format_square, faces))))
        take_leftover_cash(t, finder, faces)
        for cell in t.round.cells:
            if cell.hidden and is_covered(cell):
                name, cell.hidden = cell.hidden, ""
                verbs.give_hidden(t, finder, name)
        # A Quick Finish ends the round at once, so nothing can come after it.
        await take_leftover_effects(
            t, finder, sorted(filter(_is_neither_cash_nor_booster, faces), key="Quick Finish".__eq__)
        )


def is_covered(cell: Season7Cell) -> bool:
    """Return whether a bomb lies on this square, or has lain there."""
    return bool(cell.bombs) or cell.shown == "Bomb"


def list_covered_faces(r: Season7Round) -> list[str]:
    """List what lies or lay under bombs, by category and in it by name; Leftovers themselves are no part of them."""
    faces = [cell.face for cell in r.cells if is_covered(cell)]
    return sorted((face for face in faces if face != "Leftovers"), key=lambda face: (tables.find_category(face), face))


def format_category_summary(faces: Sequence[str]) -> list[Phrase]:
    """Format how many squares there are of each category."""
    categories = [tables.find_category(face) for face in faces]
    return [
        phrase("{n} × {category}", n=categories.count(c), category=tables.CATEGORY_NAMES[c])
        for c in sorted(set(categories))
    ]


def take_leftover_cash(t: RoundTable, who: str, faces: Sequence[str]) -> None:
    """Pay all cash as one sum, then add all boosters as one."""
    amounts = [amount for face in faces if (amount := find_cash_for_player(t, who, face)) is not None]
    verbs.pay_or_take(
        t,
        who,
        sum(verbs.compute_board_cash(t, who, amount) for amount in amounts),
        "cash",
        find_leftovers_lift(t, who, amounts),
    )
    percents = [percent for face in faces if (percent := tables.parse_booster(face)) is not None]
    if percents:
        verbs.raise_booster(t, who, sum(percents))


def find_leftovers_lift(t: RoundTable, who: str, amounts: Sequence[int]) -> verbs.Lift | None:
    """Return what lifts the sum; where that is not the same for what is won and for what is lost, tell both."""
    won, lost = sum(amount for amount in amounts if amount > 0), -sum(amount for amount in amounts if amount < 0)
    found = verbs.find_lift(t, who, won or -lost, board=t.round.booster)
    if won and lost and verbs.double_if_hypnotised(t, who, won) > won:
        t.tell(events.LeftoversLifted(won=won, lost=lost))
    return found and verbs.Lift(abs(won - lost), found.by)


def _is_neither_cash_nor_booster(face: str) -> bool:
    return tables.parse_cash(face) is None and tables.parse_booster(face) is None


async def take_leftover_effects(t: RoundTable, who: str, faces: Sequence[str]) -> None:
    """Let everything else take effect in the open, one after the other, until it puts its finder out.

    Somebody who is out already has all of it except what only those still in can use.
    """
    status = t.seat(who).status
    for face in faces:
        now = t.round.seats[who].status
        if now not in (status, "in") or t.player(who).gone:
            return
        if now != "in" and face in NEEDS_A_PLACE:
            t.tell(events.LeftoverUseless(face=tables.format_square(face)))
            continue
        if face in NEEDS_OTHERS and not t.list_living():
            t.tell(events.LeftoverForNobody(face=face))
            continue
        try:
            await take_leftover_effect(t, who, face)
        except Withdrawn:
            continue


async def take_leftover_effect(t: RoundTable, who: str, face: str) -> None:
    """Let one of them take effect; of a minigame it is enough to hear who picks it up."""
    if face not in t.hooks.squares:
        await resolve_square(t, who, face)
        return
    with t.scene(events.LeftoverEffect(face=tables.format_square(face))):
        await resolve_square(t, who, face)
