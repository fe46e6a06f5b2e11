"""How a grid is drawn: money first, which every space keeps as its former value; then what some of it turns into."""

from __future__ import annotations

from engine.deluxe import tables
from engine.deluxe.state import Cell
from engine.deluxe.table import GridTable

EXTRA = {"Carnival": tables.FUNKY, "Arcade Row": tables.MINIGAME}  # zones in which two money spaces more are this


def draw_duds(t: GridTable) -> None:
    """Before bombs are sealed none to six spaces become duds, unseen; six in a Dud Factory."""
    size = t.round.rows * t.round.columns
    number = tables.MOST_DUDS
    if not t.zone("Dud Factory"):
        number = t.draw_one("duds.number", range(tables.MOST_DUDS + 1), weights=tables.DUD_WEIGHTS)
    t.round.duds = sorted(t.draw("duds.spaces", range(1, size + 1), number)) if number else []


def draw_grid(t: GridTable) -> None:
    """Every space gets money, and then turns into something else or stays money, each for itself."""
    size = t.round.rows * t.round.columns
    values, weights = tables.purse(t.state.phase, richer=t.zone("Gold Seam"))
    money = t.draw("grid.money", values, size, weights=weights, again=True)
    shares = tables.shares(tuple(t.state.options.without))
    kinds = t.draw("grid.kinds", list(shares), size, weights=list(shares.values()), again=True)
    extra = EXTRA.get(t.state.zone, "")
    for at in more(t, kinds) if shares.get(extra) else ():
        kinds[at] = extra
    t.round.cells = [
        Cell(face, tables.cash(value) or 0) for face, value in zip(faces(t, kinds, money), money, strict=True)
    ]


def draw_plain(t: GridTable) -> None:
    """The games that break a tie have nothing but bombs on them."""
    t.round.cells = [Cell(tables.dollars(0)) for _ in range(t.round.rows * t.round.columns)]


def more(t: GridTable, kinds: list[str]) -> list[int]:
    """Where a zone turns two money spaces into something else."""
    plain = [at for at, kind in enumerate(kinds) if kind == tables.MONEY]
    return t.draw("grid.zone", plain, min(2, len(plain))) if plain else []


def faces(t: GridTable, kinds: list[str], money: list[str]) -> list[str]:
    """What lies on each space: of each kind as many as there are, drawn together."""
    drawn = {
        kind: iter(draw_faces(t, kind, kinds.count(kind))) for kind in dict.fromkeys(kinds) if kind != tables.MONEY
    }
    return [value if kind == tables.MONEY else next(drawn[kind]) for kind, value in zip(kinds, money, strict=True)]


def draw_faces(t: GridTable, kind: str, k: int) -> list[str]:
    """So many spaces of a kind."""
    if kind in (tables.FUNKY, tables.ITEM):
        return [kind] * k
    if kind in (tables.MULTIPLIER, tables.BOOST):
        chances = tables.MULTIPLIERS if kind == tables.MULTIPLIER else tables.BOOSTS
        drawn = t.draw(f"grid.{kind.lower()}", list(chances), k, weights=list(chances.values()), again=True)
        return [f"{kind} {what}" for what in drawn]
    possible = t.state.options.inside(tables.FAMILIES[kind])
    return t.draw(KEYS[kind], possible, k, again=True)


KEYS = {tables.SPECIAL: "grid.special", tables.MINIGAME: "grid.minigame", tables.CHANGER: "grid.changer"}


def place_trash_picker(t: GridTable) -> None:
    """Once all bombs lie, one space without a bomb, dud or not, becomes the Trash Picker."""
    free = [n for n, cell in enumerate(t.round.cells, 1) if not cell.bombs and not cell.open]
    if free:
        t.cell(t.draw_one("trash_picker.space", free)).face = tables.TRASH_PICKER
