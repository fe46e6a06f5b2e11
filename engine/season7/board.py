"""How boards are drawn, redrawn and read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.kernel.errors import Illegal
from engine.kernel.question import Option
from engine.season7 import tables
from engine.season7.state import Cell, Round
from engine.season7.table import RoundTable

ALL = tuple(tables.CATEGORIES)


def draw_faces(t: RoundTable, key: str, k: int, categories: Sequence[int] = ALL) -> list[str]:
    """Draw squares: each category equally likely, then each square in it. What may not lie on this board stays out."""
    if k <= 0:
        return []
    faces, weights = tables.spread(tuple(categories), barred(t))
    return _at_most_three_board_boosters(t, t.draw(key, faces, k, weights=weights, again=True))


def draw_prizes(t: RoundTable, key: str, k: int, categories: Sequence[int]) -> list[str]:
    """Draw different squares to be handed over. What bars boosters and minigames from a board does not bar these."""
    box = t.state.options.without
    out = frozenset(face for face in barred(t) if face in box or face in tables.EVENTS)
    faces, weights = tables.spread(tuple(categories), out)
    return t.draw(key, faces, min(k, len(faces)), weights=weights) if faces else []


def barred(t: RoundTable) -> frozenset[str]:
    """The squares that cannot lie on this board."""
    r = t.round
    out = set(t.state.options.without)
    if r.kind == "super":
        out.add("Wormhole")
    elif r.variant != "Head to Head":
        out.add("Jackpot")
    if "Leave majority" in r.in_force:
        out |= {"Invite", "Switcheroo", "Wormhole"}
    if r.variant == "Remain or Leave":
        out |= set(tables.CATEGORIES[4])
    if r.variant == "Takeshi's Castle":
        out |= {*tables.CATEGORIES[4], *tables.CATEGORIES[5]}
    return frozenset(out)


def _at_most_three_board_boosters(t: RoundTable, faces: list[str]) -> list[str]:
    # A grid never holds more; a surplus one becomes some other event.
    room = tables.MOST_BOARD_BOOSTERS - sum(cell.face == "Board Booster" for cell in t.round.cells)
    out = barred(t) | {"Board Booster"}
    others = [face for face in tables.EVENTS if face not in out]
    kept = []
    for face in faces:
        room -= face == "Board Booster"
        kept.append(t.draw_one("board.spare", others) if face == "Board Booster" and room < 0 else face)
    return kept


def hide(t: RoundTable, cells: Sequence[Cell]) -> None:
    """Give each cash square its chance of hiding something behind it."""
    for category, percent in tables.HIDING.items():
        cash = [cell for cell in cells if tables.category(cell.face) == category]
        secret = [name for name in tables.HIDDEN if name not in t.state.options.without]
        if cash and secret:
            weights = [(10_000 - percent) * len(secret), *[percent] * len(secret)]
            found = t.draw("board.hidden", ["nothing", *secret], len(cash), weights=weights, again=True)
            for cell, name in zip(cash, found, strict=True):
                cell.hidden = "" if name == "nothing" else name


def draw_board(t: RoundTable, minimum: dict[int, int]) -> None:
    """Draw a whole board: the minimum of each category, the rest from all of them, well shuffled."""
    r = t.round
    size = r.rows * r.columns
    faces: list[str] = []
    categories = possible(t)
    for category, count in minimum.items():
        if category in categories:
            faces += draw_faces(t, f"board.category{category}", min(count, size - len(faces)), (category,))
    faces += draw_faces(t, "board.rest", size - len(faces), categories)
    lay_out(t, faces)


def possible(t: RoundTable) -> tuple[int, ...]:
    """The categories of which at least one square may lie on this board."""
    out = barred(t)
    return tuple(c for c in ALL if any(face not in out for face in tables.CATEGORIES[c]))


def lay_out(t: RoundTable, faces: list[str]) -> None:
    """Shuffle these squares onto the board and hide what hides behind cash."""
    t.round.cells = [Cell(face) for face in t.draw("board.shuffle", faces, len(faces))]
    hide(t, t.round.cells)


def redraw(t: RoundTable, key: str, cells: Sequence[Cell], categories: Sequence[int] = ()) -> None:
    """Replace what lies on these squares, hidden squares behind them included; peeks at them are out of date."""
    there = possible(t)
    wanted = tuple(c for c in categories if c in there) or there
    for cell, face in zip(cells, draw_faces(t, key, len(cells), wanted), strict=True):
        cell.face, cell.hidden = face, ""
    hide(t, cells)
    forget(t.round, {n for n, old in enumerate(t.round.cells, 1) if any(old is cell for cell in cells)})


def forget(r: Round, squares: set[int]) -> None:
    """Something else lies on these squares now: what anybody knew of them is out of date."""
    r.peeks = [peek for peek in r.peeks if peek[1] not in squares]
    for seat in r.seats.values():
        seat.learned = {n: what for n, what in seat.learned.items() if n not in squares}


def flip(r: Round, n: int, who: str = "") -> Cell:
    """Open a square; whoever has locked it in is free to choose again."""
    cell = r.cell(n)
    cell.open, cell.by = True, who
    for seat in r.seats.values():
        seat.locked = 0 if seat.locked == n else seat.locked
    return cell


def lift_locks(t: RoundTable) -> None:
    """What lay under a lock-in may be something else now: whoever has locked in a square may choose again."""
    seats = t.round.seats
    freed = [who for who in t.round.order if seats[who].locked]
    for who in freed:
        seats[who].locked = 0
    if freed:
        t.tell("Lock-ins are lifted: {players} may choose again.", players=freed)


def unbombed(r: Round) -> list[Cell]:
    """The closed squares with no bomb on them."""
    return [cell for cell in r.cells if not cell.open and not cell.bombs]


def name(r: Round, n: int) -> str:
    """A square's name by row and column: B4 is row B, column 4."""
    return called(n, r.columns)


def called(n: int, columns: int) -> str:
    """The name of square `n` on a board of so many columns."""
    row, column = divmod(n - 1, columns)
    return f"{chr(ord('A') + row)}{column + 1}"


@cache
def option(n: int, columns: int) -> Option:
    """A square as something to choose."""
    return Option(n, called(n, columns))


def square_number(r: Round, text: str) -> int:
    """The square meant by `17` or `D2`."""
    text = text.strip().upper()
    if text.isdigit() and len(text) < 4:
        n = int(text)
    elif len(text) in (2, 3) and text[0].isalpha() and text[1:].isdigit() and 0 < int(text[1:]) <= r.columns:
        n = (ord(text[0]) - ord("A")) * r.columns + int(text[1:])
    else:
        n = 0
    if not 1 <= n <= len(r.cells):
        raise Illegal("There is no square {square} on this board.", square=text[:10])
    return n
