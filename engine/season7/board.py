"""How boards are drawn, redrawn and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine.kernel.text import phrase
from engine.season7 import events, tables
from engine.season7.state import RoundTable, Season7Cell, Season7Round, Spell

SEEN_BOMB = phrase("{what}, when you looked", what="a Bomb")
ALL_CATEGORIES = tuple(tables.SQUARES_BY_CATEGORY)
ALL_REMAIN = "All remain"  # the vote that makes an Invite sure
NOTHING_HIDDEN = "nothing"  # behind most cash
LEFT_BEHIND = {"Invite", "Switcheroo", "Wormhole"}  # where most have voted Leave

# What a wildcard round draws in place of a category.
REPLACED = {"Remain or Leave": {4: 6}, "Takeshi's Castle": {4: 3, 5: 6}}

# What stands for the minimum of a category there: an event, as the castle wants, that leads out of it.
GUARANTEED_EVENTS = {("Takeshi's Castle", 5): "Win Zone"}


def draw_faces(t: RoundTable, key: str, k: int, categories: Sequence[int] = ()) -> list[str]:
    """Draw `k` random faces (what a square turns out to be; repeats happen), and lay none: first a category of
    `categories` (else of the board's own), each as likely, then a face in it; seven-figure cash if nothing in them is
    allowed here. Board Boosters beyond three on the board are replaced.
    """
    if k <= 0:
        return []
    out = list_barred_squares(t)
    wanted = list_drawable_categories(tuple(categories), out) if categories else list_board_categories(t)
    faces, weights = tables.weigh_squares_evenly(wanted or (3,), out)
    return replace_surplus_board_boosters(t, t.draw(key, faces, k, weights=weights, again=True))


def draw_prize_squares(t: RoundTable, key: str, k: int, categories: Sequence[int]) -> list[str]:
    """Draw `k` squares of these categories as prizes and return their faces (names), the same one perhaps twice; none
    that is left out of the game or barred from this board. A category that this round replaces is drawn from all the
    same. Return an empty list if nothing is left to draw. Nobody gets them here.
    """
    faces, weights = tables.weigh_squares_evenly(tuple(categories), list_barred_squares(t))
    return t.draw(key, faces, k, weights=weights, again=True) if faces else []


def list_barred_squares(t: RoundTable) -> frozenset[str]:
    """Return the names of the squares that may not lie on this board, because of the round's kind or the game's
    options.
    """
    r = t.round
    return _compute_barred_squares(tuple(t.state.options.without), r.kind, r.variant, "Leave majority" in r.in_force)


@cache
def _compute_barred_squares(box: tuple[str, ...], kind: str, variant: str, leave: bool) -> frozenset[str]:  # noqa: FBT001 # a fact among others
    """Return the names of the squares that may not lie on a board of this kind and variant, with those that the game
    leaves out (`box`) and, if most players voted Leave (`leave`), those that let people in or out; cached.
    """
    out = set(box)
    if kind == "super":
        out.add("Wormhole")
    elif variant != "Head to Head":
        out.add("Jackpot")
    return frozenset(out | LEFT_BEHIND) if leave else frozenset(out)


def replace_surplus_board_boosters(t: RoundTable, faces: list[str]) -> list[str]:
    """Return these drawn faces with every Board Booster beyond the third on the whole board (all lying there now count,
    open ones and those about to be redrawn, too) replaced by another random event that this board allows, or by
    seven-figure cash if it allows none.
    """
    if "Board Booster" not in faces:
        return faces
    room = tables.MOST_BOARD_BOOSTERS - sum(cell.face == "Board Booster" for cell in t.round.cells)
    if faces.count("Board Booster") <= room:
        return faces
    out = list_barred_squares(t) | {"Board Booster"}
    others = [face for face in tables.EVENTS if face not in out] or tables.SQUARES_BY_CATEGORY[3]
    kept = []
    for face in faces:
        room -= face == "Board Booster"
        kept.append(t.draw_one("board.spare", others) if face == "Board Booster" and room < 0 else face)
    return kept


def hide_squares_behind_cash(t: RoundTable, cells: Sequence[Season7Cell]) -> None:
    """Draw for each square of Categories 1 to 3 (cash of all sizes, but not vintage cash) among `cells` whether a
    hidden square lies behind it, and which one, and put it there; one that was hidden behind it before is replaced or
    removed. Other squares among them stay as they are.
    """
    cash: dict[int, list[Season7Cell]] = {category: [] for category in tables.SQUARES_BY_CATEGORY}
    for cell in cells:
        cash[tables.find_category(cell.face)].append(cell)
    for category in tables.HIDING:
        found = draw_hidden_behind_cash(t, "board.hidden", category, len(cash[category]))
        for cell, name in zip(cash[category], found, strict=True):
            cell.hidden = name


def draw_hidden_behind_cash(t: RoundTable, key: str, category: int, k: int = 1) -> list[str]:
    """Draw what lies behind `k` cash squares of a category, as a list: each the name of a hidden square, or "" for
    nothing, which is usual; always "" if the game is played without hidden squares, and for categories that hide none.
    """
    secret, percent = t.state.options.list_hidden_squares(), tables.HIDING.get(category, 0)
    if not (k and secret and percent):
        return [""] * k
    weights = [(10_000 - percent) * len(secret), *[percent] * len(secret)]
    found = t.draw(key, [NOTHING_HIDDEN, *secret], k, weights=weights, again=True)
    return ["" if name == NOTHING_HIDDEN else name for name in found]


def draw_board_with_minimum(t: RoundTable, minimum: Mapping[int, int]) -> None:
    """Draw and lay out a whole board: at least so many squares of each category as `minimum` says, the rest of any,
    shuffled. On a board too small for all minimums chance picks which of them lie on it.
    """
    lay_out_board(t, draw_enough_faces(t, t.round.rows * t.round.columns, minimum))


def draw_enough_faces(t: RoundTable, size: int, minimum: Mapping[int, int]) -> list[str]:
    """Draw the faces (what a square turns out to be) of at least `size` squares, not shuffled: first the minimum number
    of each category, then the rest of any; more than `size` if the minimums add up to more. A wildcard round may
    replace a category or name its square; one with no square that may lie here is left out.
    """
    faces: list[str] = []
    out = list_barred_squares(t)
    for category, count in minimum.items():
        drawn_from = find_replacing_category(t, category)
        if (t.round.variant, category) in GUARANTEED_EVENTS:
            faces += [GUARANTEED_EVENTS[t.round.variant, category]] * count
        elif has_squares_to_draw(drawn_from, out):
            faces += draw_faces(t, f"board.category{category}", count, (drawn_from,))
    faces += draw_faces(t, "board.rest", size - len(faces))
    return replace_surplus_board_boosters(t, faces)


def find_replacing_category(t: RoundTable, category: int) -> int:
    """Return the category to draw in place of this one in this kind of round; the same category if the round replaces
    none.
    """
    return REPLACED.get(t.round.variant, {}).get(category, category)


@cache
def has_squares_to_draw(category: int, out: frozenset[str]) -> bool:
    """Return whether a category still has a square to draw when the squares in `out` are left out. Cached, so `out`
    must be a frozenset.
    """
    return any(face not in out for face in tables.SQUARES_BY_CATEGORY[category])


@cache
def list_drawable_categories(categories: tuple[int, ...], out: frozenset[str]) -> tuple[int, ...]:
    """Return those of the categories that still have a square to draw when the squares in `out` are left out, in the
    same order. Cached, so both must be hashable.
    """
    return tuple(c for c in categories if has_squares_to_draw(c, out))


def list_board_categories(t: RoundTable) -> tuple[int, ...]:
    """Return the numbers of the categories that this board is drawn from, without those that have no square allowed
    here. A category that stands in for a replaced one is listed twice, so that it is twice as likely.
    """
    out = list_barred_squares(t)
    return list_drawable_categories(tuple([find_replacing_category(t, category) for category in ALL_CATEGORIES]), out)


def lay_out_board(t: RoundTable, faces: list[str]) -> None:
    """Make all squares of the board new, closed and without bombs: shuffle these faces (what a square turns out to be)
    onto them, as many as there is room for, and draw hidden squares behind cash.
    """
    r = t.round
    r.cells = [Season7Cell(face) for face in t.draw("board.shuffle", faces, r.rows * r.columns)]
    hide_squares_behind_cash(t, r.cells)


def redraw_squares(t: RoundTable, key: str, cells: Sequence[Season7Cell], categories: Sequence[int] = ()) -> None:
    """Draw and put anew what lies on these cells, which the caller has seen to be closed, from `categories` or those of
    the board; an Invite guaranteed to this round stays. What players know of all closed squares is forgotten, bombs
    apart. Nothing is announced.
    """
    kept = find_guaranteed_invite(t)
    cells = [cell for cell in cells if cell is not kept]
    replace_squares(t, cells, draw_faces(t, key, len(cells), categories))


def find_guaranteed_invite(t: RoundTable) -> Season7Cell | None:
    """Return the cell of the Invite that is promised to a round in which all voted Remain, so that redraws spare it;
    None once it has been opened, while a bomb lies on it, and in all other rounds.
    """
    invites = [cell for cell in t.round.cells if cell.face == "Invite" and not cell.bombs]
    found = any(cell.open for cell in invites)
    return invites[0] if invites and not found and t.is_in_force(ALL_REMAIN) else None


def replace_squares(t: RoundTable, cells: Sequence[Season7Cell], faces: Sequence[str]) -> None:
    """Put these new faces, one for each, on these cells of the board, under any bombs there, and draw anew what is
    hidden behind them. Delete what players know about any closed square, except about bombs, so that nobody can tell
    which were redrawn.
    """
    for cell, face in zip(cells, faces, strict=True):
        cell.face, cell.hidden = face, ""
    hide_squares_behind_cash(t, cells)
    # Forgetting only what really was redrawn would tell those who know a square that a bomb has come to lie there.
    forget_squares(t.round, set(t.round.list_closed_squares()), bombs=False)


def forget_squares(r: Season7Round, squares: set[int], *, bombs: bool = True) -> None:
    """Delete what players have learned about the squares with these numbers, because their content has changed, and all
    announced numbers of bombs nearby; with `bombs=False` keep what they know of bombs and these numbers.
    """
    kept = () if bombs else (SEEN_BOMB,)
    r.near = {} if bombs else r.near
    r.peeks = [peek for peek in r.peeks if peek[1] not in squares or not (bombs or peek[2])]
    for seat in r.seats.values():
        seat.learned = {n: what for n, what in seat.learned.items() if n not in squares or what in kept}


def list_unbombed_cells(r: Season7Round) -> list[Season7Cell]:
    """Return the cells of the round's closed squares on which no bomb lies."""
    return [cell for cell in r.cells if not cell.open and not cell.bombs]


def cast_spell(t: RoundTable, name: str, category: int) -> None:
    """Start and announce a spell, which turns every closed square without a bomb (but a guaranteed Invite) into a
    square of the category with this number until every player has selected once more; then they are drawn anew. The
    selection that started it does not count; a running spell is replaced.
    """
    r = t.round
    redraw_squares(t, build_spell_key(name, "squares"), list_unbombed_cells(r), (category,))
    # The player who is selecting now is named twice, as the selection in progress is counted off like any other.
    r.spells = [Spell(name, [*r.list_living(), *filter(None, [r.selecting])])]
    t.tell(events.SpellCast(name=name, category=tables.CATEGORY_NAMES[category]))


def count_spell_selection(t: RoundTable, who: str) -> None:
    """Note that a player has made a selection under the running spell, and end the spell if all players still in have
    made theirs. Called after every selection; does nothing without a spell.
    """
    for spell in t.round.spells:
        if who in spell.waiting:
            spell.waiting.remove(who)
    if t.round.spells:
        end_worn_off_spells(t, who)


def end_worn_off_spells(t: RoundTable, _who: str) -> None:
    """End each spell under which every player still in the round has selected: draw the closed squares without a bomb
    from all categories, and announce it. Do nothing if no selection follows in this round. The player is not looked at.
    Called after a selection, and when somebody leaves the round.
    """
    r = t.round
    if not r.has_next_selection():
        return
    for spell in list(r.spells):
        living = r.list_living()
        if not any(who in living for who in spell.waiting):
            r.spells.remove(spell)
            redraw_squares(t, build_spell_key(spell.name, "again"), list_unbombed_cells(r))
            t.tell(events.SpellOver(name=spell.name))


def build_spell_key(name: str, what: str) -> str:
    """Build the key under which a spell's random draw is recorded, such as `power_spike.squares`."""
    return f"{name.lower().replace(' ', '_')}.{what}"
