"""Math Time: pick squares to create the sum that tells you how much you win."""

from __future__ import annotations

from collections import Counter

from engine.kernel.picture import Cell, Grid, Look, build_doors, build_pool
from engine.kernel.text import Phrase, Words, format_money, phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Pictures,
    build_numbered_options,
    build_shut_cell,
    defer_rendering,
    format_short_cash,
)

SUM_CASH = [0, 50_000, 150_000, 300_000, 600_000, 1_200_000, 3_000_000]  # house
SUM_SIGNS = ["+", "+", "+", "+", "-", "-", "-"]  # house
SCALES = ["x", "x", "x", "x", "÷", "÷", "÷"]  # house
FACTORS = [1, 2, 3, 4, 5, 7, 10]  # house
SUM_ROWS: list[list[str]] = [
    [format_money(n) for n in SUM_CASH],
    SUM_SIGNS,
    [format_money(n) for n in SUM_CASH],
    SCALES,
    [str(n) for n in FACTORS],
]
THROWS = 2  # house: squares that may be thrown back in the whole game
BRACKET = 3  # rows that make it
WALK = 50  # house: percent of the bracket that walking away pays


async def math_time(t: BoothTable, who: str) -> int:
    """Five rows of seven squares make a sum: (cash, plus or minus, cash), times or divided by a number. Pick one square
    from each row. Twice in the game you may change the square that you have just opened for the next square of its row.
    Before the last row you may leave with half of the bracket. A bracket of nothing or less pays nothing.

    Play the whole minigame with `who`, and return the cash in pounds (half of the bracket if they leave early), 0 if
    there is none; the caller pays it.
    """
    rows = [t.draw("math_time.row", row, len(row)) for row in SUM_ROWS]
    kept: list[str] = []
    at, throws = 0, THROWS
    while True:
        render_sum(t, kept, throws)
        choice = await ask_sum_square(t, who, kept, throws)
        if choice == "walk":
            return compute_bracket(kept) * WALK // 100
        if choice == "finish":
            return compute_sum_total(kept)
        row = rows[len(kept) - (choice == "again")]
        if choice == "again":
            at, throws = at % len(row) + 1, throws - 1
            t.tell(events.FigurePutBack(what=format_sum_part(t, kept.pop())))
        else:
            at = int(choice)
        kept.append(row[at - 1])
        t.tell(events.FigureFound(square=at, what=format_sum_part(t, kept[-1])))
        if is_sum_settled(kept, throws):
            render_sum(t, kept, throws)
            return compute_sum_total(kept)


async def ask_sum_square(t: BoothTable, who: str, kept: list[str], throws: int) -> int | str:
    """Ask the player for a square of the next row, to change the last one (“again”, while changes are left), to leave
    with half of the bracket (“walk”, only before the last row) or to keep a complete sum (“finish”); return the choice.
    If time runs out, they leave or keep it if that is offered, else take square 1.
    """
    done = len(kept) == len(SUM_ROWS)
    again, walk = bool(kept and throws), len(kept) == len(SUM_ROWS) - 1
    walking = compute_bracket(kept) * WALK // 100
    ways: dict[str, Words] = {}
    if done:
        ways["finish"] = phrase("Keep {cash:£}", cash=compute_sum_total(kept))
    if again:
        ways["again"] = phrase("Change {last}", last=format_short_sum_part(kept[-1]))
    if walk:
        ways["walk"] = phrase("Leave with {cash:£}", cash=walking)
    offers = build_numbered_options(range(1, len(SUM_ROWS[0]) + 1) if not done else (), **ways)
    text = (
        "Which square of row {row} do you take? Your sum now: {sum}"
        if not done
        else "Do you keep this sum? Your sum now: {sum}"
    )
    if again and done:
        text = "Do you keep {last}, or change it for another square of its row? Your sum now: {sum}"
    elif again:
        text = "Which square of row {row} do you take? Or do you change {last} for another square? Your sum now: {sum}"
    return await t.ask(
        "math_time.square",
        who,
        text,
        offers,
        lapse="walk" if walk else next(iter(offers)),
        of="row",
        patience="minigame",
        sum=format_sum(kept),
        row=len(kept) + 1,
        last=format_sum_part(t, kept[-1]) if kept else "",
        throws=throws,
        cash=walking,
    )


def is_sum_settled(kept: list[str], throws: int) -> bool:
    """Return whether the sum of Math Time leaves the player nothing to decide: it is complete and cannot be changed,
    or its bracket is nothing and cannot be changed any more.
    """
    if len(kept) == len(SUM_ROWS) and not throws:
        return True
    return not compute_bracket(kept) and (len(kept) > BRACKET or (len(kept) == BRACKET and not throws))


def find_cash_amount(cash: str) -> int:
    """Return the amount of money in pounds on a cash square, given what is written on it; raise ValueError for any
    other text.
    """
    return SUM_CASH[SUM_ROWS[0].index(cash)]


def compute_bracket(kept: list[str]) -> int:
    """Return what the bracket of the first three squares adds up to, in pounds; 0 if that is less than nothing, or if
    not all three are there yet.
    """
    if len(kept) < BRACKET:
        return 0
    first, second = find_cash_amount(kept[0]), find_cash_amount(kept[2])
    return max(0, first + second if kept[1] == "+" else first - second)


def compute_sum_total(kept: list[str]) -> int:
    """Return what the whole sum comes to, rounded up to the pound, or 0 if it is incomplete."""
    if len(kept) < len(SUM_ROWS):
        return 0
    factor = int(kept[4])
    return compute_bracket(kept) * factor if kept[3] == "x" else -(-compute_bracket(kept) // factor)


def format_sum(kept: list[str]) -> Phrase:
    """Format the sum as far as it is complete, the parts `kept` in order, with _ for what is missing."""
    slots = [format_short_sum_part(part) for part in kept] + ["_"] * (len(SUM_ROWS) - len(kept))
    first, sign, second, scale, factor = slots
    text = "({first} {sign} {second}) {scale} {factor}"
    return phrase(text, first=first, sign=sign, second=second, scale=scale, factor=factor)


def format_sum_part(t: BoothTable, part: str) -> str:
    """Format a part of the sum (cash, sign or number) for a sentence; cash in the game's money."""
    return t.format_converted_money(find_cash_amount(part)) if part in SUM_ROWS[0] else part


def format_short_sum_part(part: str) -> Words:
    """Format a part of the sum in a few letters, for the picture."""
    return format_short_cash(find_cash_amount(part)) if part in SUM_ROWS[0] else part


@defer_rendering
def render_sum(kept: list[str], throws: int) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    sum, the changes left, the closed squares of the next row, and a list of what they hide.
    """
    missing = [Cell("?", mark="next" if n == len(kept) else "") for n in range(len(kept), len(SUM_ROWS))]
    cells = [Cell(format_short_sum_part(part)) for part in kept] + missing
    left = phrase("Changes left: {throws}", throws=throws)
    drawn = Grid(id="sum", columns=len(SUM_ROWS), cells=cells, notes=[left], look=build_sum_look(kept, throws))
    if len(kept) == len(SUM_ROWS):
        return [drawn]
    ahead = SUM_ROWS[len(kept)]
    row = build_doors("row", [build_shut_cell(n) for n in range(1, len(ahead) + 1)])
    return [drawn, row, build_pool(phrase("Next row:"), map(format_short_sum_part, ahead))]


def build_sum_look(kept: list[str], throws: int) -> Look:
    """Build the texts with which the web page draws the sum of Math Time: what it comes to so far, and what the
    squares of the next row hide.
    """
    done = len(kept) == len(SUM_ROWS)
    pot = (
        compute_sum_total(kept) if done else compute_bracket(kept) if len(kept) >= BRACKET else compute_first_cash(kept)
    )
    return Look(
        name="math_time",
        pot=phrase("{cash:£}", cash=pot),
        label=phrase("The sum") if done else phrase("The bracket") if len(kept) >= BRACKET else phrase("So far"),
        lives=phrase("{throws} change{throws:s} left", throws=throws),
        know=[] if done else list_row_prospects(kept),
        go=phrase("Turn {what}", what="#"),
    )


def compute_first_cash(kept: list[str]) -> int:
    """Return the cash of the first square, with which the bracket begins; 0 before it is turned."""
    return find_cash_amount(kept[0]) if kept else 0


def list_row_prospects(kept: list[str]) -> list[Words]:
    """Return in words what the squares of Math Time's next row, which there must be, hide, equal ones together with how
    many there are; for the last row, what each of its numbers would make of the sum.
    """
    if len(kept) == len(SUM_ROWS) - 1:
        scale = "×" if kept[-1] == "x" else "÷"
        return [
            phrase("{scale}{n} {cash}", scale=scale, n=part, cash=format_short_cash(compute_sum_total([*kept, part])))
            for part in SUM_ROWS[-1]
        ]
    found = Counter(SUM_ROWS[len(kept)])
    return [
        phrase("{n} of {part}", n=n, part=part) if n > 1 else format_short_sum_part(part) for part, n in found.items()
    ]
