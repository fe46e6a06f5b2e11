"""What a space does to whoever opens it."""

from __future__ import annotations

from engine.deluxe import events, money, tables, verbs
from engine.deluxe.state import Cell, Held
from engine.deluxe.table import GridTable


def resolve(t: GridTable, who: str, cell: Cell) -> None:
    """The effect of a space on its finder."""
    if cell.face == tables.TRASH_PICKER:
        trash_picker(t, who)
    elif cell.face == tables.FUNKY:
        t.aside(tables.FUNKY, who, by=who, n=cell.former, whom=[who] if t.player(who).risks else [])
    elif tables.kind(cell.face) == tables.MONEY:
        money.find(t, who, tables.cash(cell.face) or 0)
    else:
        give(t, who, cell.face)


def give(t: GridTable, who: str, face: str) -> None:
    """Anything but money and Funky: it takes its effect, or is held, or is decided about aside."""
    kind, _, what = face.partition(" ")
    if tables.kind(face) == tables.MULTIPLIER:
        verbs.set_times(t, who, multiplied(t.player(who).times, what))
    elif tables.kind(face) == tables.BOOST and kind == tables.BOOST:
        change_boost(t, who, what)
    elif face == tables.ITEM:
        find_item(t, who)
    elif face in tables.FAMILIES[tables.MINIGAME]:
        hold_minigame(t, who, face)
    elif face in tables.CHANGERS:
        t.state.changers.append(Held(who, face, t.grid))
        t.tell(events.ChangerHeld(who=who, face=face))
    elif face in t.hooks.treats:
        t.hooks.treats[face](t, who)
    else:
        whom = {"Lonely Number": t.living, "Show of Hands": t.bench}.get(face, list)()  # as they are when it is found
        t.aside(face, who, by="" if face in tables.LATE else who, whom=whom)


def hold_minigame(t: GridTable, who: str, game: str) -> None:
    """A minigame is played when its finder is out of the round, or has won it."""
    t.seat(who).games.append(game)
    t.tell(events.MinigameHeld(who=who, game=game))


def find_item(t: GridTable, who: str) -> None:
    """An Item space gives one by lot."""
    verbs.give_item(t, who, t.draw_one("item.found", t.state.options.inside(tables.ITEMS)))


def multiplied(times: int, what: str) -> int:
    """A multiplier in tenths, after a space: x+1.5 adds, x-1 takes, ÷2 and ×1.5 do as they say, halves up."""
    if what.startswith("x"):
        return times + round(float(what[1:]) * 10)
    if what == "÷2":
        return verbs.half_up(times, (2, 1))
    return verbs.half_up(times * round(float(what[1:]) * 10), (10, 1))


def change_boost(t: GridTable, who: str, what: str) -> None:
    """Points up or down; what is above 100 % halved; or all of it times something, halves up."""
    boost = t.player(who).boost
    if what == "halved":
        above = max(0, boost - tables.FULL)
        verbs.set_boost(t, who, boost - above + verbs.half_up(above, (2, 1)))
    elif what.startswith("×"):
        verbs.boost(t, who, verbs.half_up(boost * round(float(what[1:]) * 10), (10, 1)) - boost)
    else:
        verbs.boost(t, who, int(what))


def trash_picker(t: GridTable, who: str) -> None:
    """Everything that bombs were laid on: the money in one sum, then multipliers, boosts and the rest.

    Specials and Funky spaces pay what they were worth before they became that. Bombs in duds count as well.
    """
    covered = [cell for cell in t.round.cells if cell.bombs]
    kinds = [(tables.kind(cell.face), cell) for cell in covered]
    worth = {tables.SPECIAL, tables.FUNKY, tables.MONEY}
    sums = [
        cell.former if kind != tables.MONEY else tables.cash(cell.face) or 0 for kind, cell in kinds if kind in worth
    ]
    t.tell(events.TrashPicked(who=who, faces=[tables.words(cell.face) for cell in covered]))
    if sum(sums):
        money.find(t, who, sum(sums), feeds=False)
    for wanted in (tables.MULTIPLIER, tables.BOOST, tables.ITEM, tables.MINIGAME, tables.CHANGER):
        for kind, cell in kinds:
            if kind == wanted:
                give(t, who, cell.face)
