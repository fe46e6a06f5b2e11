"""How boards are drawn, redrawn and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine.kernel.text import phrase
from engine.season7 import tables
from engine.season7.state import Cell, Round
from engine.season7.table import RoundTable

SEEN_BOMB = phrase("{what} when you looked", what="a Bomb")
ALL = tuple(tables.CATEGORIES)
ALL_REMAIN = "All remain"  # the vote that makes an Invite sure
NOTHING = "nothing"  # behind most cash
LEFT_BEHIND = {"Invite", "Switcheroo", "Wormhole"}  # where most have voted Leave
# What a wildcard round draws in place of a category.
REPLACED = {"Remain or Leave": {4: 6}, "Takeshi's Castle": {4: 3, 5: 6}}

# What stands for the minimum of a category there: an event, as the castle wants, that leads out of it.
SURE = {("Takeshi's Castle", 5): "Win Zone"}


def draw_faces(t: RoundTable, key: str, k: int, categories: Sequence[int] = ()) -> list[str]:
    """Draw squares: each category equally likely, then each square in it; without categories, those of this board.

    What may not lie on this board stays out; for a category that is out as a whole there is seven-figure cash.
    """
    if k <= 0:
        return []
    out = barred(t)
    wanted = drawable(tuple(categories), out) if categories else possible(t)
    faces, weights = tables.spread(wanted or (3,), out)
    return at_most_three_board_boosters(t, t.draw(key, faces, k, weights=weights, again=True))


def draw_prizes(t: RoundTable, key: str, k: int, categories: Sequence[int]) -> list[str]:
    """Draw squares to be handed over, each for itself. What bars boosters and minigames from a board bars none here."""
    box = t.state.options.without
    out = frozenset(face for face in barred(t) if face in box or face in tables.EVENTS)
    faces, weights = tables.spread(tuple(categories), out)
    return t.draw(key, faces, k, weights=weights, again=True) if faces else []


def barred(t: RoundTable) -> frozenset[str]:
    """The squares that cannot lie on this board."""
    r = t.round
    return _barred(tuple(t.state.options.without), r.kind, r.variant, "Leave majority" in r.in_force)


@cache
def _barred(box: tuple[str, ...], kind: str, variant: str, leave: bool) -> frozenset[str]:  # noqa: FBT001 # a fact among others
    out = set(box)
    if kind == "super":
        out.add("Wormhole")
    elif variant != "Head to Head":
        out.add("Jackpot")
    return frozenset(out | LEFT_BEHIND) if leave else frozenset(out)


def at_most_three_board_boosters(t: RoundTable, faces: list[str]) -> list[str]:
    """A grid never holds more; a surplus one becomes some other event."""
    if "Board Booster" not in faces:
        return faces
    room = tables.MOST_BOARD_BOOSTERS - sum(cell.face == "Board Booster" for cell in t.round.cells)
    if faces.count("Board Booster") <= room:
        return faces
    out = barred(t) | {"Board Booster"}
    others = [face for face in tables.EVENTS if face not in out] or tables.CATEGORIES[3]
    kept = []
    for face in faces:
        room -= face == "Board Booster"
        kept.append(t.draw_one("board.spare", others) if face == "Board Booster" and room < 0 else face)
    return kept


def hide(t: RoundTable, cells: Sequence[Cell]) -> None:
    """Give each cash square its chance of hiding something behind it."""
    cash: dict[int, list[Cell]] = {category: [] for category in tables.CATEGORIES}
    for cell in cells:
        cash[tables.category(cell.face)].append(cell)
    for category in tables.HIDING:
        found = behind(t, "board.hidden", category, len(cash[category]))
        for cell, name in zip(cash[category], found, strict=True):
            cell.hidden = name


def behind(t: RoundTable, key: str, category: int, k: int = 1) -> list[str]:
    """What so many squares of a category hide: mostly, and where the box has no hidden squares, nothing."""
    secret, percent = t.state.options.hidden(), tables.HIDING.get(category, 0)
    if not (k and secret and percent):
        return [""] * k
    weights = [(10_000 - percent) * len(secret), *[percent] * len(secret)]
    found = t.draw(key, [NOTHING, *secret], k, weights=weights, again=True)
    return ["" if name == NOTHING else name for name in found]


def draw_board(t: RoundTable, minimum: Mapping[int, int]) -> None:
    """Draw a whole board: the minimum of each category, the rest from all of them, well shuffled.

    On a board too small for every minimum chance draws which of these squares lie there.
    """
    lay_out(t, enough_faces(t, t.round.rows * t.round.columns, minimum))


def enough_faces(t: RoundTable, size: int, minimum: Mapping[int, int]) -> list[str]:
    """So many squares, with at least the minimum of each category; more, if these alone are more."""
    faces: list[str] = []
    out = barred(t)
    for category, count in minimum.items():
        drawn_from = replaced(t, category)
        if (t.round.variant, category) in SURE:
            faces += [SURE[t.round.variant, category]] * count
        elif some_of(drawn_from, out):
            faces += draw_faces(t, f"board.category{category}", count, (drawn_from,))
    faces += draw_faces(t, "board.rest", size - len(faces))
    return at_most_three_board_boosters(t, faces)


def replaced(t: RoundTable, category: int) -> int:
    """The category that this round draws where another would draw this one."""
    return REPLACED.get(t.round.variant, {}).get(category, category)


@cache
def some_of(category: int, out: frozenset[str]) -> bool:
    """Is there anything of a category left to draw?"""
    return any(face not in out for face in tables.CATEGORIES[category])


@cache
def drawable(categories: tuple[int, ...], out: frozenset[str]) -> tuple[int, ...]:
    """Those of the categories of which there is anything left to draw."""
    return tuple(c for c in categories if some_of(c, out))


def possible(t: RoundTable) -> tuple[int, ...]:
    """The categories this board is drawn from; one that also stands in for another comes twice."""
    out = barred(t)
    return drawable(tuple([replaced(t, category) for category in ALL]), out)


def lay_out(t: RoundTable, faces: list[str]) -> None:
    """Shuffle these squares onto the board, as many as it has room for, and hide what hides behind cash."""
    r = t.round
    r.cells = [Cell(face) for face in t.draw("board.shuffle", faces, r.rows * r.columns)]
    hide(t, r.cells)


def redraw(t: RoundTable, key: str, cells: Sequence[Cell], categories: Sequence[int] = ()) -> None:
    """Replace what lies on these squares, but for an Invite that is sure."""
    kept = sure_invite(t)
    cells = [cell for cell in cells if cell is not kept]
    put(t, cells, draw_faces(t, key, len(cells), categories))


def sure_invite(t: RoundTable) -> Cell | None:
    """Where all have voted Remain an Invite lies on the board, whatever happens to it, until one is found."""
    invites = [cell for cell in t.round.cells if cell.face == "Invite" and not cell.bombs]
    found = any(cell.open for cell in invites)
    return invites[0] if invites and not found and t.force(ALL_REMAIN) else None


def put(t: RoundTable, cells: Sequence[Cell], faces: Sequence[str]) -> None:
    """Lay these squares where others lay, hidden squares behind them included; peeks at them are out of date."""
    for cell, face in zip(cells, faces, strict=True):
        cell.face, cell.hidden = face, ""
    hide(t, cells)
    # Forgetting only what really was redrawn would tell those who know a square that a bomb has come to lie there.
    forget(t.round, set(t.round.closed()), bombs=False)


def forget(r: Round, squares: set[int], *, bombs: bool = True) -> None:
    """Something else lies on these squares now: what anybody knew of them, perhaps but for bombs, is out of date."""
    kept = () if bombs else (SEEN_BOMB,)
    r.near = {} if bombs else r.near
    r.peeks = [peek for peek in r.peeks if peek[1] not in squares or not (bombs or peek[2])]
    for seat in r.seats.values():
        seat.learned = {n: what for n, what in seat.learned.items() if n not in squares or what in kept}


def unbombed(r: Round) -> list[Cell]:
    """The closed squares with no bomb on them."""
    return [cell for cell in r.cells if not cell.open and not cell.bombs]
