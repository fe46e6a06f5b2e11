"""Punch-a-Bunch: biff your way up the board with this new take on a game show classic."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel.picture import Cell, Grid, Look, Token, Track, build_doors, build_pool
from engine.kernel.text import Words, phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Pictures,
    build_numbered_options,
    build_shut_cell,
    defer_rendering,
    format_short_cash,
)

SECOND, KNOCKOUT = 0, -1  # the slips that say so
PUNCH_ROWS = [
    [SECOND, 200_000, 300_000, 500_000, 800_000, 1_000_000, 1_500_000, 2_500_000, 4_000_000, 6_000_000],
    [SECOND, KNOCKOUT, 200_000, 400_000, 800_000, 1_200_000, 2_000_000, 4_000_000, 7_000_000, 12_000_000],
    [SECOND, KNOCKOUT, KNOCKOUT, 200_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 10_000_000, 18_000_000],
    [SECOND, *[KNOCKOUT] * 3, 500_000, 1_000_000, 2_000_000, 5_000_000, 12_000_000, 25_000_000],
    [SECOND, *[KNOCKOUT] * 5, 1_000_000, 3_000_000, 10_000_000, 40_000_000],
]  # house, from the bottom row up


async def punch_a_bunch(t: BoothTable, who: str) -> int:
    """Five rows of ten holes have a slip of paper in each hole, and every row is richer than the one below. Punch a
    hole in the bottom row and read its slip. Then keep it, or give it back for good and punch a hole in the next row
    up, until you reach the top. One slip in each row is a Second Chance: punch again in the same row, and that slip
    counts double. The bottom row is safe. In the second row one slip is a knockout, which ends the game with
    nothing. The third row has two, the fourth three, and the top row five.

    Play the whole minigame with `who`, and return the cash in pounds, 0 after a knockout; the caller pays it.
    """
    board = [t.draw("punch_a_bunch.row", row, len(row)) for row in PUNCH_ROWS]
    slips: list[int] = []
    slip = doubled = 0
    while len(slips) < len(board):
        render_punch_board(t, who, slips, slip, doubled)
        choice = await ask_hole(t, who, len(slips), slip, doubled)
        if choice == "keep":
            break
        found = board[len(slips)][int(choice) - 1]
        if found == SECOND:
            doubled, slip = int(choice), 0
            t.tell(events.SecondChancePunched(hole=int(choice)))
            continue
        if found == KNOCKOUT:
            render_punch_board(t, who, slips, 0, doubled, int(choice))
            t.tell(events.KnockedOut(hole=int(choice), who=who))
            return 0
        slip, doubled = found * (2 if doubled else 1), 0
        slips.append(slip)
        t.tell(events.SlipPunched(hole=int(choice), slip=slip))
    render_punch_board(t, who, slips, slip, doubled)
    return slip


async def ask_hole(t: BoothTable, who: str, row: int, slip: int, doubled: int) -> int | str:
    """Ask the player for a hole to punch in the next row, or to keep the slip they hold; return the hole's number or
    “keep”. If time runs out, they keep a slip that they hold, else punch the first hole. A Second Chance has to be
    used.
    """
    holes = [hole for hole in range(1, len(PUNCH_ROWS[row]) + 1) if hole != doubled]
    ways: dict[str, Words] = {"keep": phrase("Keep {cash:£}", cash=slip)} if slip else {}
    text = (
        "Your paper says {slip:£}. Do you keep it, or give it back and choose a hole in row {row}?"
        if slip
        else "Which hole do you punch in row {row}?"
    )
    return await t.ask(
        "punch_a_bunch.hole",
        who,
        text,
        build_numbered_options(holes, **ways),
        lapse="keep" if slip else holes[0],
        of="holes",
        patience="minigame",
        row=row + 1,
        slip=slip,
    )


@defer_rendering
def render_punch_board(who: str, slips: list[int], slip: int, doubled: int, knocked: int = 0) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    punch board from the top row down, the holes to punch next, and all slips in that row.
    """
    row = len(slips)
    found = [Cell(format_short_cash(slips[n]) if n < row else format_row_best(n)) for n in range(len(PUNCH_ROWS))]
    board = Track(id="board", spaces=found, tokens=[Token(who, row)], shape="upright")
    board = replace(board, look=build_punch_look(row, slip, doubled))
    if row == len(PUNCH_ROWS):
        return [board]
    holes = [build_hole_cell(n, doubled, knocked) for n in range(1, len(PUNCH_ROWS[row]) + 1)]
    return [board, build_doors("holes", holes, 5), render_row_slips(row, doubled)]


def format_row_best(row: int) -> Words:
    """Return in short the best slip of a row of Punch a Bunch, as “best” and the sum."""
    return phrase("best {cash}", cash=format_short_cash(max(PUNCH_ROWS[row])))


def build_hole_cell(n: int, doubled: int, knocked: int) -> Cell:
    """Build the picture of one hole of Punch a Bunch: closed, or punched with a knockout or a Second Chance; slips with
    money end the row, so none is shown in its hole.
    """
    if n == knocked:
        return Cell(phrase("K.O."), "bomb")
    return Cell("x2", "booster", mark="struck") if n == doubled else build_shut_cell(n)


def build_punch_look(row: int, slip: int, doubled: int) -> Look:
    """Build the texts with which the web page draws the board of Punch a Bunch: the slip in hand, and what the holes
    of the next row hide.
    """
    slips = PUNCH_ROWS[row] if row < len(PUNCH_ROWS) else []
    knockouts = slips.count(KNOCKOUT)
    second = phrase("counts double") if doubled else phrase("one Second Chance")
    return Look(
        name="punch_a_bunch",
        pot=phrase("{cash:£}", cash=slip),
        label=phrase("Your slip"),
        lives=phrase("Row {row} of {all}", row=row + 1, all=len(PUNCH_ROWS)) if slips else "",
        know=[*(format_short_cash(it) for it in slips if it > SECOND), *([second] if slips else [])],
        risk=phrase("{n} knockout{n:s}", n=knockouts) if knockouts else "",
        go=phrase("Punch hole {what}", what="#"),
    )


def render_row_slips(row: int, doubled: int) -> Grid:
    """Build the picture that lists all slips which lay in one row of the punch board at first; `doubled` says that its
    Second Chance was found, so that money counts double.
    """
    cash = [format_short_cash(slip) for slip in PUNCH_ROWS[row] if slip > SECOND]
    knockouts = phrase("knockouts: {n}", n=PUNCH_ROWS[row].count(KNOCKOUT))
    second = phrase("counts double") if doubled else phrase("one Second Chance")
    return build_pool(phrase("In row {row}:", row=row + 1), [*cash, knockouts, second])
