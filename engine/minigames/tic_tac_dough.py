"""Tic Tac Dough: an all-American classic."""

from __future__ import annotations

from math import prod

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.picture import Cell, Look, build_pool
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

DOUGH_CASH = [150_000, 250_000, 400_000, 600_000, 1_000_000]  # house
TIMES = {"TIC": 2, "TAC": 2, "DOUGH": 3}  # house
DRAGON = "DRAGON"
DOUGH_SQUARES: list[int | str] = [*DOUGH_CASH, *TIMES, DRAGON]
ROWS, PER_ROW = "ABC", 3
MAX_DOUGH_SQUARES_AT_ONCE = 6


async def tic_tac_dough(t: BoothTable, who: str) -> int:
    """Nine squares hide five sums of cash, the words TIC, TAC and DOUGH, and the dragon. The cash is added up. TIC
    and TAC each double all of it, and DOUGH trebles it, whenever you find them. Once you may listen at a row, to
    hear if the dragon is in it. Once you have cash, you may stop, because the dragon takes everything. If you open
    all eight others, you have beaten the dragon and win £28,800,000.

    Play the whole minigame with `who`, and return the cash in pounds, 0 if there is none; the caller pays it.
    """
    board = t.draw("tic_tac_dough.squares", DOUGH_SQUARES, len(DOUGH_SQUARES))
    opened, heard = list[int](), ""
    while len(opened) < len(board) - 1:
        render_dough_board(t, board, opened, heard)
        for choice in await ask_dough_squares(t, who, board, opened, heard):
            if choice == "stop":
                render_dough_board(t, board, opened, heard)
                return compute_dough_bank(board, opened)
            if isinstance(choice, str):
                heard = heard or listen_for_dragon(t, board, choice)
                continue
            opened.append(choice)
            found = board[choice - 1]
            if found == DRAGON:
                render_dough_board(t, board, opened, heard)
                t.tell(events.DragonWoke(square=choice))
                return 0
            t.tell(
                events.BoardSquareOpened(
                    square=choice, found=t.format_converted_money(found) if isinstance(found, int) else found
                )
            )
            if len(opened) == len(board) - 1:
                break  # the dragon is beaten, whatever else was named
    render_dough_board(t, board, opened, heard)
    t.tell(events.DragonBeaten(who=who))
    return compute_dough_bank(board, opened)


async def ask_dough_squares(
    t: BoothTable, who: str, board: list[int | str], opened: list[int], heard: str
) -> list[int | str]:
    """Ask the player for up to six squares, rows to listen to (if none was heard yet) and, once there is cash, “stop”,
    which the caller carries out in the order given; return the list of what they chose. If time runs out, it is “stop”
    alone if there is cash, else the first closed square.
    """
    closed = [n for n in range(1, len(board) + 1) if n not in opened]
    bank = compute_dough_bank(board, opened)
    ways: dict[str, Words] = {} if heard else {row: phrase("listen to {row}", row=row) for row in ROWS}
    if bank:
        ways["stop"] = phrase("Stop with {cash:£}", cash=bank)
    text = (
        "You have {bank:£}. The dragon is behind one of {left} squares. Which squares do you open, in which "
        "order? Or do you stop?"
    )
    first = (
        "You have no money yet. The dragon is behind one of {left} squares. Which squares do you open, in which order?"
    )
    return await t.ask(
        "tic_tac_dough.squares",
        who,
        text if bank else first,
        build_numbered_options(closed, **ways),
        lapse=["stop"] if bank else [*closed[:1]],
        form=Form("several", 1, MAX_DOUGH_SQUARES_AT_ONCE),
        of="squares",
        patience="minigame",
        bank=bank,
        left=len(closed),
    )


def listen_for_dragon(t: BoothTable, board: list[int | str], row: str) -> str:
    """Announce to everybody whether the dragon is in a row; return the row's letter, with a minus in front if it is
    not.
    """
    start = ROWS.index(row) * PER_ROW
    there = DRAGON in board[start : start + PER_ROW]
    t.tell(events.DragonHeard(row=row) if there else events.DragonUnheard(row=row))
    return row if there else f"-{row}"


def compute_dough_bank(board: list[int | str], opened: list[int]) -> int:
    """Return the sum of the cash found, in pounds, multiplied by each of the words found; 0 as long as there is no
    cash. The dragon, if it is open, is not looked at.
    """
    found = [board[n - 1] for n in opened]
    found_cash = sum(it for it in found if isinstance(it, int))
    return found_cash * prod(TIMES[it] for it in found if isinstance(it, str) and it in TIMES)


@defer_rendering
def render_dough_board(board: list[int | str], opened: list[int], heard: str) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    board, the bank, what was heard of the dragon, and what the squares hide.
    """
    cells = [build_dough_cell(found) if n in opened else None for n, found in enumerate(board, 1)]
    words = [phrase("{word} x{times}", word=word, times=times) for word, times in TIMES.items()]
    bank = 0 if any(board[n - 1] == DRAGON for n in opened) else compute_dough_bank(board, opened)
    hidden = build_pool(phrase("Hidden:"), [*words, *map(format_short_cash, DOUGH_CASH)])
    notes = [phrase("Bank {bank:£}", bank=bank), *format_heard_row(heard)]
    squares = build_square_grid("squares", cells, PER_ROW, notes=notes)
    return [replace(squares, rows=[*ROWS], look=build_dough_look(board, opened, heard, bank)), hidden]


def build_dough_look(board: list[int | str], opened: list[int], heard: str, bank: int) -> Look:
    """Build the texts with which the web page draws the squares of Tic Tac Dough: the bank, what is still hidden,
    and what was heard of the dragon.
    """
    found = [board[n - 1] for n in opened]
    words = [phrase("{word} ×{times}", word=word, times=n) for word, n in TIMES.items() if word not in found]
    beaten = sum(DOUGH_CASH) * prod(TIMES.values())
    return Look(
        name="tic_tac_dough",
        pot=phrase("{bank:£}", bank=bank),
        label=phrase("Your bank"),
        lives=phrase("Dragon: 1 in {n}", n=len(board) - len(opened)),
        know=[
            *(format_short_cash(cash) for cash in DOUGH_CASH if cash not in found),
            *words,
            phrase("all {n} squares: {cash}", n=len(board) - 1, cash=format_short_cash(beaten)),
        ],
        risk=phrase("the dragon: all is lost"),
        go=phrase("Open {what}", what="#"),
        tails=[format_row_breath(row, heard) for row in ROWS],
    )


def format_row_breath(row: str, heard: str) -> Words:
    """Return in words whether the dragon was heard in a row of Tic Tac Dough (`heard`: the letter of the row listened
    to, with a minus in front if it is not there); empty for any other row.
    """
    if row != heard.removeprefix("-"):
        return ""
    return phrase("dragon") if row == heard else phrase("no dragon")


def format_heard_row(heard: str) -> list[Phrase]:
    """Format the note about the row that was listened to (`heard`: its letter, with a minus in front if the dragon is
    not there), as a list of one phrase; an empty list before that.
    """
    if not heard:
        return []
    row = heard.removeprefix("-")
    return [phrase("Row {row}: dragon" if row == heard else "Row {row}: no dragon", row=row)]


def build_dough_cell(found: int | str) -> Cell:
    """Build the picture of an opened square: cash, a word or the dragon."""
    if isinstance(found, int):
        return build_cash_cell(found)
    return Cell(found, "bomb") if found == DRAGON else Cell(found, "booster", f"×{TIMES[found]}")
