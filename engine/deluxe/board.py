"""How a grid is drawn: money first, which every space keeps as its former value; then what some of it turns into."""

from __future__ import annotations

from engine.deluxe import tables
from engine.deluxe.state import DeluxeCell
from engine.deluxe.table import GridTable

EXTRA_KINDS_BY_ZONE = {
    "Carnival": tables.FUNKY,
    "Arcade Row": tables.MINIGAME,
}  # zones in which two money spaces more are this


def draw_duds(t: GridTable) -> None:
    """Draw which spaces are duds, none to six, before bombs are sealed; a Dud Factory has six."""
    size = t.round.rows * t.round.columns
    number = tables.MOST_DUDS
    if not t.is_in_zone("Dud Factory"):
        number = t.draw_one("duds.number", range(tables.MOST_DUDS + 1), weights=tables.DUD_WEIGHTS)
    t.round.duds = sorted(t.draw("duds.spaces", range(1, size + 1), number)) if number else []


def draw_grid_cells(t: GridTable) -> None:
    """Draw the content of every space: money first, which stays as its former value, then the kind that some of it
    turns into.
    """
    size = t.round.rows * t.round.columns
    values, weights = tables.compute_money_weights(t.state.phase, richer=t.is_in_zone("Gold Seam"))
    money = t.draw("grid.money", values, size, weights=weights, again=True)
    shares = tables.compute_kind_weights(tuple(t.state.options.without))
    kinds = t.draw("grid.kinds", list(shares), size, weights=list(shares.values()), again=True)
    extra = EXTRA_KINDS_BY_ZONE.get(t.state.zone, "")
    for at in draw_zone_spaces(t, kinds) if shares.get(extra) else ():
        kinds[at] = extra
    t.round.cells = [
        DeluxeCell(face, tables.parse_cash_face(value) or 0)
        for face, value in zip(draw_all_faces(t, kinds, money), money, strict=True)
    ]


def lay_plain_grid(t: GridTable) -> None:
    """Lay out a tie-break grid, which holds nothing but bombs."""
    t.round.cells = [DeluxeCell(tables.format_dollars(0)) for _ in range(t.round.rows * t.round.columns)]


def draw_zone_spaces(t: GridTable, kinds: list[str]) -> list[int]:
    """Draw up to two money spaces that the zone turns into something else."""
    plain = [at for at, kind in enumerate(kinds) if kind == tables.MONEY]
    return t.draw("grid.zone", plain, min(2, len(plain))) if plain else []


def draw_all_faces(t: GridTable, kinds: list[str], money: list[str]) -> list[str]:
    """Return what lies on each space, drawing all spaces of a kind together."""
    drawn = {
        kind: iter(draw_faces_of_kind(t, kind, kinds.count(kind)))
        for kind in dict.fromkeys(kinds)
        if kind != tables.MONEY
    }
    return [value if kind == tables.MONEY else next(drawn[kind]) for kind, value in zip(kinds, money, strict=True)]


def draw_faces_of_kind(t: GridTable, kind: str, k: int) -> list[str]:
    """Draw what lies on this many spaces of a kind."""
    if kind in (tables.FUNKY, tables.ITEM):
        return [kind] * k
    if kind in (tables.MULTIPLIER, tables.BOOST):
        chances = tables.MULTIPLIERS if kind == tables.MULTIPLIER else tables.BOOSTS
        drawn = t.draw(f"grid.{kind.lower()}", list(chances), k, weights=list(chances.values()), again=True)
        return [f"{kind} {what}" for what in drawn]
    possible = t.state.options.list_included(tables.FAMILIES[kind])
    return t.draw(FACE_DRAW_KEYS[kind], possible, k, again=True)


FACE_DRAW_KEYS = {tables.SPECIAL: "grid.special", tables.MINIGAME: "grid.minigame", tables.CHANGER: "grid.changer"}


def place_trash_picker(t: GridTable) -> None:
    """Turn one space without a bomb into the Trash Picker, once all bombs lie."""
    free = [n for n, cell in enumerate(t.round.cells, 1) if not cell.bombs and not cell.open]
    if free:
        t.find_cell(t.draw_one("trash_picker.space", free)).face = tables.TRASH_PICKER
