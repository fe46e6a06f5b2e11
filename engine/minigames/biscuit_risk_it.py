"""Biscuit Risk-It: win the value of 1,000,000 packs of biscuits with every square that is not a Bomb."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.picture import SHUT_CELL, Cell, Look, build_doors, build_pool
from engine.kernel.text import Phrase, Words, phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Pictures,
    build_cash_cell,
    build_numbered_options,
    build_square_grid,
    defer_rendering,
    format_short_cash,
)

PACKS = 1_000_000
PENCE = [20, 30, 40, 60, 90, 140, 300, 600, 1500]  # house: a pack of each of nine kinds
TINS = {"plain": (1, 2, 3), "assorted": (3, 4, 5), "luxury": (6, 7, 8, 9)}  # house: so many Bombs, one of these
PRICES = {"plain": 60, "assorted": 100, "luxury": 180}  # house, in percent
CRUMBS = 10  # house: percent of the biscuits that a Bomb leaves
MAX_BISCUITS_AT_ONCE = 6
BOMB = Cell("BOMB", "bomb")


async def biscuit_risk_it(t: BoothTable, who: str) -> int:
    """Choose a tin with nine kinds of biscuits: plain (three fifths of the price), assorted, or luxury (nine fifths).
    Its label says how many Bombs are in it today: one to three, three to five, or six to nine. Every square that is not
    a Bomb wins 1,000,000 packs of its biscuits: at full price from £200,000 for crackers to £15,000,000 for shortbread.
    Open as many squares as you like, also several at a time. Once you have money, you may stop. A Bomb ends the game
    and leaves you a tenth.

    Play the whole minigame with `who`, and return the cash in pounds (a tenth of it after a Bomb), which the caller
    pays.
    """
    labels = {tin: t.draw_one("biscuit_risk_it.bombs", bombs) for tin, bombs in TINS.items()}
    tin = await ask_tin(t, who, labels)
    lid = [PACKS * pence * PRICES[tin] // 10_000 for pence in PENCE] + [0] * labels[tin]
    inside = t.draw("biscuit_risk_it.tin", lid, len(lid))
    opened: dict[int, int] = {}
    while len(opened) < len(PENCE):
        render_biscuit_tin(t, inside, opened)
        for choice in await ask_biscuit_squares(t, who, inside, opened):
            if choice == "stop":
                render_biscuit_tin(t, inside, opened)
                return sum(opened.values())
            opened[int(choice)] = found = inside[int(choice) - 1]
            if not found:
                render_biscuit_tin(t, inside, opened)
                t.tell(events.BiscuitBombFound(square=int(choice)))
                return sum(opened.values()) * CRUMBS // 100
            t.tell(events.BiscuitFound(square=int(choice), found=found))
    render_biscuit_tin(t, inside, opened)
    return sum(opened.values())


async def ask_tin(t: BoothTable, who: str, labels: dict[str, int]) -> str:
    """Show everybody the three tins of biscuits, and ask the player which one to open, naming each tin's price and
    number of Bombs; return its name, `plain` if time runs out.
    """
    prices = build_pool(phrase("What a pack of biscuits can cost, in pence"), map(str, PENCE))
    tins = build_doors("tins", [Cell(tin, SHUT_CELL, str(bombs), value=tin) for tin, bombs in labels.items()])
    t.show(replace(tins, look=build_tin_look()), prices)
    offers = {tin: format_tin_label(tin, bombs) for tin, bombs in labels.items()}
    key, text, facts = "biscuit_risk_it.tin", "Which tin of biscuits do you want?", dict[str, Any](labels)
    return await t.ask(key, who, text, offers, lapse="plain", of="tins", patience="minigame", **facts)


def build_tin_look() -> Look:
    """Build the texts with which the web page draws the three tins of Biscuit Risk It: for each what its worst and
    best biscuits are worth.
    """
    low, high = PACKS * PENCE[0] // 100, PACKS * PENCE[-1] // 100
    ranges = [(low * percent // 100, high * percent // 100) for percent in PRICES.values()]
    return Look(
        name="biscuit_risk_it",
        pot=phrase("{cash:£}", cash=max(best for _, best in ranges)),
        label=phrase("Best biscuit"),
        lives=phrase("{n} biscuits in each", n=len(PENCE)),
        know=[phrase("you can stop when you like")],
        risk=phrase("after a bomb you keep a tenth"),
        go=phrase("Open the tin: {what}", what="#"),
        feet=[
            phrase("{low} – {high}", low=format_short_cash(worst), high=format_short_cash(best))
            for worst, best in ranges
        ],
    )


def format_tin_label(tin: str, bombs: int) -> Phrase:
    """Format the label of a tin of biscuits: their kind, price and number of Bombs."""
    text = "{tin:C}: {n} kinds of biscuits at {percent}% of the price, and {bombs} Bomb{bombs:s}"
    return phrase(text, tin=tin, n=len(PENCE), percent=PRICES[tin], bombs=bombs)


async def ask_biscuit_squares(t: BoothTable, who: str, tin: list[int], opened: dict[int, int]) -> list[int | str]:
    """Ask the player for up to six squares of the tin and, once they have money, “stop”, which the caller carries out
    in the order given; return the list of what they chose. If time runs out, it is “stop” alone if they have money,
    else the first closed square.
    """
    bank, left = sum(opened.values()), sum(tin) - sum(opened.values())
    closed = [n for n in range(1, len(tin) + 1) if n not in opened]
    ways: dict[str, Words] = {"stop": phrase("Stop with {cash:£}", cash=bank)} if bank else {}
    text = (
        "You have {bank:£}. The closed squares hide {left:£} and {bombs} Bomb{bombs:s}. Which squares do you open"
        " next, in which order? Or do you stop?"
    )
    first = "The squares hide {left:£} and {bombs} Bomb{bombs:s}. Which squares do you open first, in which order?"
    return await t.ask(
        "biscuit_risk_it.squares",
        who,
        text if bank else first,
        build_numbered_options(closed, **ways),
        lapse=["stop"] if bank else [*closed[:1]],
        form=Form("several", 1, MAX_BISCUITS_AT_ONCE),
        of="squares",
        patience="minigame",
        bank=bank,
        left=left,
        bombs=tin.count(0),
    )


@defer_rendering
def render_biscuit_tin(tin: list[int], opened: dict[int, int]) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the picture, and return nothing: the tin
    of biscuits, opened squares with their cash or Bomb, closed ones with their numbers.
    """
    cells = [
        (build_cash_cell(opened[n]) if opened[n] else BOMB) if n in opened else None for n in range(1, len(tin) + 1)
    ]
    squares = build_square_grid("squares", cells, 4, title=phrase("Biscuits: {cash:£}", cash=sum(opened.values())))
    return [replace(squares, look=build_biscuit_look(tin, opened))]


def build_biscuit_look(tin: list[int], opened: dict[int, int]) -> Look:
    """Build the texts with which the web page draws the open tin of Biscuit Risk It: the money won, what the closed
    squares hide, and the bombs.
    """
    left = sorted(found for n, found in enumerate(tin, 1) if found and n not in opened)
    bank, bombs = sum(opened.values()), sum(not found for n, found in enumerate(tin, 1) if n not in opened)
    crumbs = format_short_cash(bank * CRUMBS // 100)
    return Look(
        name="biscuit_risk_it",
        pot=phrase("{cash:£}", cash=bank),
        label=phrase("Your biscuits"),
        lives=phrase("{bombs} bomb{bombs:s} in {n}", bombs=bombs, n=len(left) + bombs),
        know=[format_short_cash(cash) for cash in left],
        risk=phrase("after a bomb you keep {cash}", cash=crumbs),
        go=phrase("Open {what}", what="#"),
    )
