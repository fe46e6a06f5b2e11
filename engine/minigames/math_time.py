"""Math Time: pick squares to create the sum that tells you how much you win."""

from __future__ import annotations

from engine.kernel.picture import Cell, Grid, doors, pool
from engine.kernel.text import Phrase, Words, money, phrase
from engine.minigames import events
from engine.minigames.pictures import brief, shut
from engine.minigames.stage import BoothTable, drawing

CASH = [0, 50_000, 150_000, 300_000, 600_000, 1_200_000, 3_000_000]  # house
SIGNS = ["+", "+", "+", "+", "-", "-", "-"]  # house
SCALES = ["x", "x", "x", "x", "÷", "÷", "÷"]  # house
FACTORS = [1, 2, 3, 4, 5, 7, 10]  # house
ROWS: list[list[str]] = [[money(n) for n in CASH], SIGNS, [money(n) for n in CASH], SCALES, [str(n) for n in FACTORS]]
THROWS = 2  # house: squares that may be thrown back in the whole game
BRACKET = 3  # rows that make it
WALK = 50  # house: percent of the bracket that walking away pays


async def math_time(t: BoothTable, who: str) -> int:
    """Five rows of seven squares make the sum (cash, plus or minus, cash), times or divided by a number. Pick a
    square from each row; twice in the game you may throw back what you have just opened and have the next square of
    its row instead. Before the last row you may walk away with half of the bracket. A bracket of nothing or less
    pays nothing.
    """
    rows = [t.draw("math_time.row", row, len(row)) for row in ROWS]
    kept: list[str] = []
    at, throws = 0, THROWS
    while True:
        show(t, kept, throws)
        choice = await ask_square(t, who, kept, throws)
        if choice == "walk":
            return bracket(kept) * WALK // 100
        if choice == "finish":
            return total(kept)
        row = rows[len(kept) - (choice == "again")]
        if choice == "again":
            at, throws = at % len(row) + 1, throws - 1
            t.tell(events.FigurePutBack(what=what(t, kept.pop())))
        else:
            at = int(choice)
        kept.append(row[at - 1])
        t.tell(events.FigureFound(square=at, what=what(t, kept[-1])))
        if over(kept, throws):
            show(t, kept, throws)
            return total(kept)


async def ask_square(t: BoothTable, who: str, kept: list[str], throws: int) -> int | str:
    """Which square of the next row, or must the last one go back?"""
    done = len(kept) == len(ROWS)
    again, walk = bool(kept and throws), len(kept) == len(ROWS) - 1
    offers: list[int | str] = [
        *(["finish"] if done else range(1, len(ROWS[0]) + 1)),
        *(["again"] if again else []),
        *(["walk"] if walk else []),
    ]
    walking = bracket(kept) * WALK // 100
    text = "Your sum: {sum}. Which square of row {row}?" if not done else "Your sum: {sum}. Is that it?"
    if again and done:
        text = "Your sum: {sum}. Is that it? Or throw {last} back?"
    elif again:
        text = "Your sum: {sum}. Which square of row {row}? Or throw {last} back?"
    return await t.ask(
        "math_time.square",
        who,
        text,
        offers,
        lapse="walk" if walk else offers[0],
        of="row",
        patience="minigame",
        sum=written(kept),
        row=len(kept) + 1,
        last=what(t, kept[-1]) if kept else "",
        throws=throws,
        cash=walking,
    )


def over(kept: list[str], throws: int) -> bool:
    """Is there nothing left to decide? A bracket of nothing stays nothing once its last square cannot go back."""
    if len(kept) == len(ROWS) and not throws:
        return True
    return not bracket(kept) and (len(kept) > BRACKET or (len(kept) == BRACKET and not throws))


def amount(cash: str) -> int:
    """A cash square's pounds."""
    return CASH[ROWS[0].index(cash)]


def bracket(kept: list[str]) -> int:
    """What the first three squares come to; nothing before they are there."""
    if len(kept) < BRACKET:
        return 0
    first, second = amount(kept[0]), amount(kept[2])
    return max(0, first + second if kept[1] == "+" else first - second)


def total(kept: list[str]) -> int:
    """What the whole sum comes to, rounded up to the pound; nothing, if it breaks off."""
    if len(kept) < len(ROWS):
        return 0
    factor = int(kept[4])
    return bracket(kept) * factor if kept[3] == "x" else -(-bracket(kept) // factor)


def written(kept: list[str]) -> Phrase:
    """The sum as far as it goes."""
    slots = [short(part) for part in kept] + ["?"] * (len(ROWS) - len(kept))
    first, sign, second, scale, factor = slots
    text = "({first} {sign} {second}) {scale} {factor}"
    return phrase(text, first=first, sign=sign, second=second, scale=scale, factor=factor)


def what(t: BoothTable, part: str) -> str:
    """A part of the sum, as it is said."""
    return t.money(amount(part)) if part in ROWS[0] else part


def short(part: str) -> Words:
    """The same in a few letters."""
    return brief(amount(part)) if part in ROWS[0] else part


@drawing
def show(t: BoothTable, kept: list[str], throws: int) -> None:
    """The sum, how often a square may still go back, and what the next row hides in some order."""
    cells = [Cell(short(part)) for part in kept] + [Cell("?")] * (len(ROWS) - len(kept))
    left = phrase("Throws left: {throws}", throws=throws)
    drawn = Grid(id="sum", columns=len(ROWS), cells=cells, notes=[left])
    if len(kept) == len(ROWS):
        t.show(drawn)
        return
    ahead = ROWS[len(kept)]
    row = doors("row", [shut(n) for n in range(1, len(ahead) + 1)])
    t.show(drawn, row, pool(phrase("Next row:"), map(short, ahead)))
