"""Mystery Chance: one pick that replaces what you have."""

from __future__ import annotations

from engine.kernel.picture import Grid, Look
from engine.kernel.text import Phrase, Words, phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Pictures,
    build_cash_cell,
    build_shut_cell,
    defer_rendering,
    format_short_cash,
)

IN_HAND = range(2_000_000, 4_000_001, 100_000)  # house: what you are given
PERCENTS = [
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 35,
    40, 45, 50, 60, 70, 80, 90, 100, 110, 120, 1000,
]  # house: what the squares hold, by what you are given  # fmt: skip
SIDE = 5
ROWS, COLUMNS = "ABCDE", "VWXYZ"
HINTS = 2  # house


async def mystery_chance(t: BoothTable, who: str) -> int:
    """You get a sum of money, and a board of five rows of five squares. Most of them hold less than your sum, down
    to a hundredth of it. Two hold a little more, and one holds ten times as much. Twice you may name a row or a
    column and hear what its five squares hold in total. Then keep your sum, or choose one square and get what it
    holds.

    Play the whole minigame with `who`, and return the cash in pounds, which the caller pays.
    """
    cash = t.draw_one("mystery_chance.cash", IN_HAND)
    squares = [cash * percent // 100 for percent in t.draw("mystery_chance.squares", PERCENTS, SIDE * SIDE)]
    heard = dict[str, int]()
    t.tell(events.CashInHand(who=who, cash=cash))
    choice: int | str = ""
    while not isinstance(choice, int):
        render_mystery_squares(t, cash, heard)
        choice = await ask_chance(t, who, cash, heard)
        if choice == "keep":
            return cash
        if isinstance(choice, str):
            heard[choice] = sum(squares[n - 1] for n in list_line_squares(choice))
            t.tell(events.LineTotalShown(line=format_row_or_column(choice), total=heard[choice]))
    render_mystery_squares(t, cash, heard, {choice: squares[choice - 1]})
    t.tell(events.AmountFound(square=choice, found=squares[choice - 1]))
    return squares[choice - 1]


async def ask_chance(t: BoothTable, who: str, cash: int, heard: dict[str, int]) -> int | str:
    """Ask the player for a row or column whose total to hear (twice at most), for the one pick, or to keep the cash in
    hand, which they do if time runs out; return the letter of the row or column, the number of the square, or “keep”.
    """
    lines = [it for it in ROWS + COLUMNS if it not in heard] if len(heard) < HINTS else []
    offers = {**{it: format_row_or_column(it) for it in lines}, "keep": phrase("Keep {cash:£}", cash=cash)}
    text = (
        "You have {cash:£}. Do you ask what a row or column holds (questions left: {left}), choose one square to "
        "get its money, or keep your {cash:£}?"
    )
    squares = {n: str(n) for n in range(1, SIDE * SIDE + 1)}
    return await t.ask(
        "mystery_chance.pick",
        who,
        text,
        {**squares, **offers},
        lapse="keep",
        of="squares",
        patience="minigame",
        cash=cash,
        left=HINTS - len(heard),
    )


def list_line_squares(name: str) -> list[int]:
    """Return the numbers of the five squares in a row (A to E) or else a column (V to Z); raise ValueError for any
    other letter.
    """
    if name in ROWS:
        return [ROWS.index(name) * SIDE + n for n in range(1, SIDE + 1)]
    return [COLUMNS.index(name) + 1 + SIDE * n for n in range(SIDE)]


def format_row_or_column(name: str) -> Phrase:
    """Return the name of a row (A to E) or column (V to Z) in words, such as “Row A”."""
    return phrase("Row {name}", name=name) if name in ROWS else phrase("Column {name}", name=name)


@defer_rendering
def render_mystery_squares(cash: int, heard: dict[str, int], opened: dict[int, int] | None = None) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the picture, and return nothing: the
    squares, closed or with the money in the `opened` one, the cash in hand, and the totals heard so far.
    """
    totals = [
        phrase("{line}: {cash}", line=format_row_or_column(it), cash=format_short_cash(total))
        for it, total in heard.items()
    ]
    return [
        Grid(
            id="squares",
            columns=SIDE,
            cells=[
                build_cash_cell(opened[n]) if opened and n in opened else build_shut_cell(n)
                for n in range(1, SIDE * SIDE + 1)
            ],
            rows=[*ROWS],
            heads=[*COLUMNS],
            notes=[
                phrase("You have {cash:£}", cash=cash),
                *totals,
                phrase("Squares hold {low}", low=format_short_cash(cash * min(PERCENTS) // 100)),
                phrase("to {high}", high=format_short_cash(cash * max(PERCENTS) // 100)),
            ],
            look=build_mystery_look(cash, heard, sum(opened.values()) if opened else cash),
        )
    ]


def build_mystery_look(cash: int, heard: dict[str, int], pot: int) -> Look:
    """Build the texts with which the web page draws the boxes of Mystery Chance: the cash in hand, what the boxes
    can hold, and the totals of rows and columns heard.
    """
    more = [percent for percent in PERCENTS if percent > 100]
    least = format_short_cash(cash * min(PERCENTS) // 100)
    best = format_short_cash(cash * max(PERCENTS) // 100)
    return Look(
        name="mystery_chance",
        pot=phrase("{cash:£}", cash=pot),
        label=phrase("In your hand"),
        lives=phrase("{n} hint{n:s} left", n=HINTS - len(heard)),
        know=[phrase("1 square: {cash}", cash=best), phrase("{n} squares: more", n=len(more) - 1)],
        risk=phrase("{n}: {cash} or more", n=len(PERCENTS) - len(more), cash=least),
        go=phrase("Choose {what}", what="#"),
        feet=[format_heard_total(name, heard) for name in COLUMNS],
        tails=[format_heard_total(name, heard) for name in ROWS],
    )


def format_heard_total(name: str, heard: dict[str, int]) -> Words:
    """Return in short the total of a row or column of Mystery Chance that the player has heard; empty if they have
    not asked for it.
    """
    return format_short_cash(heard[name]) if name in heard else ""
