"""Biscuit Risk-It: win the value of 1,000,000 packs of biscuits with every square that is not a Bomb."""

from __future__ import annotations

from engine.kernel.picture import SHUT, Cell, doors, pool
from engine.kernel.text import phrase
from engine.minigames.pictures import coins, squares
from engine.minigames.stage import BoothTable

PACKS = 1_000_000
PENCE = [10, 15, 20, 30, 35, 40, 50, 60, 75, 90, 110, 140, 200, 300, 600, 1500]  # house: a pack of each of 16 kinds
TINS = {"plain": (2, 60), "assorted": (4, 100), "luxury": (8, 250)}  # house: bombs, and prices in percent
CRUMBS = 10  # house: percent of the biscuits that a Bomb leaves
AT_ONCE = 6
BOMB = Cell("BOMB", "bomb")


async def biscuit_risk_it(t: BoothTable, who: str) -> int:
    """Choose a tin: plain (2 Bombs, three fifths of the price), assorted (4 Bombs) or luxury (8 Bombs, two and a half
    times the price). Every square that is not a Bomb wins 1,000,000 packs of its biscuits: from £100,000 for crackers
    to £15,000,000 for shortbread. Open as many as you dare, several at a time if you like, and stop when you like; a
    Bomb ends the game and leaves a tenth.
    """
    tin = await ask_tin(t, who)
    bombs, percent = TINS[tin]
    lid = [PACKS * pence * percent // 10_000 for pence in PENCE] + [0] * bombs
    inside = t.draw("biscuit_risk_it.tin", lid, len(lid))
    opened: dict[int, int] = {}
    while len(opened) < len(PENCE):
        show(t, inside, opened)
        for choice in await ask_squares(t, who, inside, opened):
            if choice == "stop":
                return sum(opened.values())
            opened[int(choice)] = found = inside[int(choice) - 1]
            if not found:
                show(t, inside, opened)
                t.tell("Square {square} is a Bomb! Nothing but crumbs is left.", square=choice)
                return sum(opened.values()) * CRUMBS // 100
            t.tell("Square {square}: a million packs for {found:£}.", square=choice, found=found)
    return sum(opened.values())


async def ask_tin(t: BoothTable, who: str) -> str:
    """The first decision: how much there is to win, and to fear."""
    prices = pool(phrase("Biscuits (pence a pack)"), map(str, PENCE))
    t.show(doors("tins", [Cell(tin, SHUT, value=tin) for tin in TINS]), prices)
    offers = {
        tin: phrase(
            "{tin:C}: {n} biscuits at {percent}% of the price, {bombs} Bombs",
            tin=tin,
            n=len(PENCE),
            percent=percent,
            bombs=bombs,
        )
        for tin, (bombs, percent) in TINS.items()
    }
    return await t.ask("biscuit_risk_it.tin", who, "Which tin?", offers, lapse="plain", of="tins", patience="minigame")


async def ask_squares(t: BoothTable, who: str, tin: list[int], opened: dict[int, int]) -> list[int | str]:
    """Squares to open in this order, with "stop" wherever enough is enough."""
    bank, left = sum(opened.values()), sum(tin) - sum(opened.values())
    closed = [n for n in range(1, len(tin) + 1) if n not in opened]
    text = "You have {bank:£}; {left:£} and {bombs} Bombs are still hidden. Which squares, in order, or stop?"
    return await t.ask_several(
        "biscuit_risk_it.squares",
        who,
        text,
        [*closed, "stop"],
        lapse=["stop"],
        high=AT_ONCE,
        of="squares",
        patience="minigame",
        bank=bank,
        left=left,
        bombs=tin.count(0),
    )


def show(t: BoothTable, tin: list[int], opened: dict[int, int]) -> None:
    """The tin from above."""
    cells = [(coins(opened[n]) if opened[n] else BOMB) if n in opened else None for n in range(1, len(tin) + 1)]
    t.show(squares("squares", cells, 4, title=phrase("Biscuits: {cash:£}", cash=sum(opened.values()))))
