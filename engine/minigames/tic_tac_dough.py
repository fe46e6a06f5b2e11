"""Tic Tac Dough: an all-American classic."""

from __future__ import annotations

from math import prod

from engine.kernel.picture import Cell, pool
from engine.kernel.text import phrase
from engine.minigames.pictures import brief, coins, squares
from engine.minigames.stage import BoothTable

CASH = [300_000, 500_000, 800_000, 1_200_000, 2_000_000]  # house
TIMES = {"TIC": 2, "TAC": 2, "DOUGH": 3}  # house
DRAGON = "DRAGON"
AT_ONCE = 6


async def tic_tac_dough(t: BoothTable, who: str) -> int:
    """Nine squares: five hide cash, three the words TIC, TAC and DOUGH, and one the dragon. Cash adds up; TIC and
    TAC double all of it and DOUGH trebles it, whenever you find them. Stop when you like, for the dragon eats
    everything. Open all eight without meeting it and you have beaten it, for £57,600,000.
    """
    hidden: list[int | str] = [*CASH, *TIMES, DRAGON]
    board = t.draw("tic_tac_dough.squares", hidden, len(hidden))
    opened = list[int]()
    while len(opened) < len(board) - 1:
        show(t, board, opened)
        for choice in await ask_squares(t, who, board, opened):
            if choice == "stop":
                return worth(board, opened)
            opened.append(int(choice))
            found = board[int(choice) - 1]
            if found == DRAGON:
                show(t, board, opened)
                t.tell("Square {square} is the dragon! It eats everything.", square=choice)
                return 0
            t.tell(
                "Square {square}: {found}.", square=choice, found=t.money(found) if isinstance(found, int) else found
            )
    t.tell("{who} has beaten the dragon!", who=who, deed="dragons")
    return worth(board, opened)


async def ask_squares(t: BoothTable, who: str, board: list[int | str], opened: list[int]) -> list[int | str]:
    """Squares to open in this order, with "stop" where enough is enough. With nothing to lose the clock opens one."""
    closed: list[int | str] = [n for n in range(1, len(board) + 1) if n not in opened]
    bank = worth(board, opened)
    text = "You have {bank:£}; the dragon is behind one of {left} squares. Which, in order, or stop?"
    return await t.ask_several(
        "tic_tac_dough.squares",
        who,
        text,
        [*closed, "stop"],
        lapse=["stop"] if bank else closed[:1],
        high=AT_ONCE,
        of="squares",
        patience="minigame",
        bank=bank,
        left=len(closed),
    )


def worth(board: list[int | str], opened: list[int]) -> int:
    """The cash found, multiplied by the words found."""
    found = [board[n - 1] for n in opened]
    found_cash = sum(it for it in found if isinstance(it, int))
    return found_cash * prod(TIMES[it] for it in found if isinstance(it, str) and it in TIMES)


def show(t: BoothTable, board: list[int | str], opened: list[int]) -> None:
    """The board, and what the words do."""
    cells = [face(found) if n in opened else None for n, found in enumerate(board, 1)]
    words = [phrase("{word} x{times}", word=word, times=times) for word, times in TIMES.items()]
    bank = 0 if any(board[n - 1] == DRAGON for n in opened) else worth(board, opened)
    hidden = pool(phrase("Hidden:"), [*words, *map(brief, CASH)])
    t.show(squares("squares", cells, 3, notes=[phrase("Bank {bank:£}", bank=bank)]), hidden)


def face(found: int | str) -> Cell:
    """A square that is open."""
    return coins(found) if isinstance(found, int) else Cell(found, "bomb" if found == DRAGON else "booster")
