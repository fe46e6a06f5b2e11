"""What a space does to whoever opens it."""

from __future__ import annotations

from engine.deluxe import events, money, tables, verbs
from engine.deluxe.state import DeluxeCell, HeldChanger
from engine.deluxe.table import GridTable


def resolve_space(t: GridTable, who: str, cell: DeluxeCell) -> None:
    """Apply the effect of an opened space to its finder."""
    if cell.face == tables.TRASH_PICKER:
        trash_picker(t, who)
    elif cell.face == tables.FUNKY:
        t.open_aside(tables.FUNKY, who, by=who, n=cell.former, whom=[who] if t.player(who).risks else [])
    elif tables.find_space_kind(cell.face) == tables.MONEY:
        money.pay_found_money(t, who, tables.parse_cash_face(cell.face) or 0)
    else:
        give_find(t, who, cell.face)


def give_find(t: GridTable, who: str, face: str) -> None:
    """Apply anything but money and Funky: at once, or it is held, or an aside is opened to decide about it."""
    kind, _, what = face.partition(" ")
    if tables.find_space_kind(face) == tables.MULTIPLIER:
        verbs.set_multiplier(t, who, compute_multiplier(t.player(who).times, what))
    elif tables.find_space_kind(face) == tables.BOOST and kind == tables.BOOST:
        apply_boost_space(t, who, what)
    elif face == tables.ITEM:
        give_random_item(t, who)
    elif face in tables.FAMILIES[tables.MINIGAME]:
        hold_minigame(t, who, face)
    elif face in tables.CHANGERS:
        t.state.changers.append(HeldChanger(who, face, t.grid))
        t.tell(events.ChangerHeld(who=who, face=face))
    elif face in t.hooks.treats:
        t.hooks.treats[face](t, who)
    else:
        whom = {"Lonely Number": t.list_living, "Show of Hands": t.list_bench}.get(
            face, list
        )()  # as they are when it is found
        t.open_aside(face, who, by="" if face in tables.LATE_SPECIALS else who, whom=whom)


def hold_minigame(t: GridTable, who: str, game: str) -> None:
    """Keep a minigame for its finder; it is played when they are out of the round or have won it."""
    t.seat(who).games.append(game)
    t.tell(events.MinigameHeld(who=who, game=game))


def give_random_item(t: GridTable, who: str) -> None:
    """Give a player an item drawn by lot."""
    verbs.give_item(t, who, t.draw_one("item.found", t.state.options.list_included(tables.ITEMS)))


def compute_multiplier(times: int, what: str) -> int:
    """Return a multiplier in tenths after a space: x+1.5 adds, x-1 subtracts, ÷2 and ×1.5 divide and multiply, halves
    rounded up.
    """
    if what.startswith("x"):
        return times + round(float(what[1:]) * 10)
    if what == "÷2":
        return verbs.divide_half_up(times, (2, 1))
    return verbs.divide_half_up(times * round(float(what[1:]) * 10), (10, 1))


def apply_boost_space(t: GridTable, who: str, what: str) -> None:
    """Change a boost as a space says: by points, by halving what is above 100 %, or by multiplying all of it."""
    boost = t.player(who).boost
    if what == "halved":
        above = max(0, boost - tables.FULL_BOOST)
        verbs.set_boost(t, who, boost - above + verbs.divide_half_up(above, (2, 1)))
    elif what.startswith("×"):
        verbs.shift_boost(t, who, verbs.divide_half_up(boost * round(float(what[1:]) * 10), (10, 1)) - boost)
    else:
        verbs.shift_boost(t, who, int(what))


def trash_picker(t: GridTable, who: str) -> None:
    """Everything that bombs were laid on: the money in one sum, then multipliers, boosts and the rest.

    Specials and Funky spaces pay what they were worth before they became that. Bombs in duds count as well.
    """
    covered = [cell for cell in t.round.cells if cell.bombs]
    kinds = [(tables.find_space_kind(cell.face), cell) for cell in covered]
    worth = {tables.SPECIAL, tables.FUNKY, tables.MONEY}
    sums = [
        cell.former if kind != tables.MONEY else tables.parse_cash_face(cell.face) or 0
        for kind, cell in kinds
        if kind in worth
    ]
    t.tell(events.TrashPicked(who=who, faces=[tables.format_face(cell.face) for cell in covered]))
    if sum(sums):
        money.pay_found_money(t, who, sum(sums), feeds=False)
    for wanted in (tables.MULTIPLIER, tables.BOOST, tables.ITEM, tables.MINIGAME, tables.CHANGER):
        for kind, cell in kinds:
            if kind == wanted:
                give_find(t, who, cell.face)
