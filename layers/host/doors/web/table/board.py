"""A board as a real grid of doors, and the race beside it. A first tap only chooses; the dock says what can be done."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Container, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from engine.kernel.picture import Cell
from engine.kernel.text import format_short_money
from engine.kernel.view import Board, Panel, SquareNote, Standing, View
from host.doors.web.files import format_static_url, render_icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h, join_markup
from host.doors.web.table.page_context import PageContext

LONG, SOFT_HYPHEN = re.compile(r"[A-Za-z]{12,}"), "\u00ad"


DIGIT = re.compile(r"\d")


SEVEN, WIDE_AMOUNT, WIDE = 7, 10, 5  # digits of large cash, letters of an amount, columns


ICONS = {"loss", "cash", "big", "booster", "minigame", "event", "changer", "vintage", "bomb"}


SquareNotes = Mapping[int, SquareNote]


class SquareLook(NamedTuple):
    """All that one square of a board shows to the viewer; equal ones are rendered once."""

    n: int
    name: str  # B4, say
    cell: Cell | None  # what lies there, once it is open
    note: SquareNote | None  # what the viewer alone knows of it
    locked: str  # who has locked it in
    nth: int  # its place on the viewer's list
    free: bool  # can the viewer choose it?
    state: str | None


def render_board(context: PageContext, panel: Panel, board: Board, free: set[object]) -> Markup:
    """Render the board of one table as a grid. If the viewer can choose any squares (`free`), these are buttons and the
    grid is in a form that only reloads the page with the square chosen; the dock then says what can be done with it.
    Rows without anything private to the viewer are cached for all viewers.
    """
    view = context.shown.view
    notes = view.own.notes.get(panel.id, {}) if view and view.own else {}
    wishes = view.own.wishes.get(panel.id, []) if view and view.own else []
    mine = {*notes, *wishes, *context.query.named, context.query.chosen}
    rows = []
    for row in range(board.rows):
        squares = range(row * board.columns + 1, (row + 1) * board.columns + 1)
        can = tuple([n for n in squares if n in free])
        if mine.isdisjoint(squares):
            draw = partial(_render_board_row, board=board, row=row, can=can, notes={}, wishes=[])
            lies = (board.columns, *map(board.cells.get, squares), *map(board.locked.get, squares))
            rows.append(context.render_for_all(("row", panel.id, row, can), draw, of=lies))
        else:
            rows.append(_render_board_row(context, board, row, can, notes, wishes))
    caption = h("caption", context.say("The board of {title}", title=panel.title))
    inner = [caption, _render_column_heads(board.columns), h("tbody", rows)]
    table = h("table", inner, class_="board", data_script=format_static_url("keys.js"))
    if not free:
        return table
    kept = {"table": context.query.table, "named": ",".join(map(str, context.query.named))}
    shown = [h("input", type="hidden", name=name, value=value) for name, value in kept.items() if value]
    return h("form", shown, table, method="get", action=f"/g/{context.shown.id}#dock", class_="doors-form")


def format_size_class(board: Board) -> str:
    """Return what is appended to the CSS class of the board's frame: ` wide` if it has more than five rows or columns,
    ` r4` if it has fewer than five rows, else an empty string.
    """
    if board.columns > WIDE or board.rows > WIDE:
        return " wide"
    return " r4" if board.rows < WIDE else ""


def find_square_kind(cell: Cell) -> str:
    """Return the kind of an open square, by which it is styled: that of what lies there, or `big` for cash of seven
    digits or more.
    """
    return "big" if cell.kind == "cash" and len(DIGIT.findall(str(cell.face))) >= SEVEN else cell.kind


@lru_cache(maxsize=1024)
def _format_square_name(columns: int, n: int) -> str:
    """Return the name of square number `n` of a board with so many columns, such as B4: a letter for the row, a number
    for the column.
    """
    return f"{format_row_name((n - 1) // columns)}{(n - 1) % columns + 1}"


@lru_cache(maxsize=64)
def _render_column_heads(columns: int) -> Markup:
    """Render the row of column numbers above a board, which only screen readers show."""
    numbers = [h("th", h("span", n, class_="unseen"), scope="col") for n in range(1, columns + 1)]
    return h("thead", h("tr", h("td", class_="corner"), numbers))


def _build_square_look(
    context: PageContext, board: Board, n: int, free: Container[int], notes: SquareNotes, wishes: list[int]
) -> SquareLook:
    """Collect everything that decides how square number `n` of a board looks to the viewer: what lies there, who has
    locked it, whether it can be chosen (is in `free`) and is chosen in the page's address, the viewer's note on it out
    of `notes`, and its number in their list of `wishes` (0 if it is not in it).
    """
    can = n in free
    state = None if not can else "ajar" if context.query.chosen == n else "named" if n in context.query.named else None
    nth = wishes.index(n) + 1 if n in wishes else 0
    name = _format_square_name(board.columns, n)
    return SquareLook(n, name, board.cells.get(n), notes.get(n), board.locked.get(n, ""), nth, can, state)


def _render_board_row(
    context: PageContext,
    board: Board,
    row: int,
    can: Container[int],
    notes: Mapping[int, SquareNote],
    wishes: list[int],
) -> Markup:
    """Render row number `row` (from 0) of a board; squares in `can` can be chosen, `notes` and `wishes` are what the
    viewer knows of squares and wants to open later. A row that looks as when it was last rendered is taken from the
    cache, which the viewer shares with others unless something of their own is in it.
    """
    squares = range(row * board.columns + 1, (row + 1) * board.columns + 1)
    looks = [_build_square_look(context, board, n, can, notes, wishes) for n in squares]
    own = any(_shows_own(look, context.shown.you) for look in looks)
    draw = partial(_render_row_squares, context, row, looks)
    return context.render_cached(("row", row, *looks), draw, own=own)


def _shows_own(look: SquareLook, you: str) -> bool:
    """Return whether this viewer sees the square otherwise than other people do (their own note, list number, lock or
    find), so that it cannot be cached for all.
    """
    return bool(look.note or look.nth) or you in (look.locked, look.cell.who if look.cell else None)


def _render_row_squares(context: PageContext, row: int, looks: Sequence[SquareLook]) -> Markup:
    """Render one row of a board with the name of the row, which only screen readers show, and these squares."""
    squares = [_render_board_square(context, look) for look in looks]
    return h("tr", h("th", h("span", format_row_name(row), class_="unseen"), scope="row"), squares)


def _render_board_square(context: PageContext, look: SquareLook) -> Markup:
    """Render one square of the board, from the cache if it was rendered before."""
    own = _shows_own(look, context.shown.you)
    return context.render_cached(("square", look), partial(_render_uncached_square, context, look), own=own)


def _render_uncached_square(context: PageContext, look: SquareLook) -> Markup:
    """Render one square of the board: what lies there, or a closed door."""
    cell = look.cell
    drawn = (
        _render_open_square(context, cell, look.n, look.note, free=look.free) if cell else _render_door(context, look)
    )
    return h("td", drawn, class_=look.state, data_n=look.n)


def format_row_name(row: int) -> str:
    """Return the name of a row, counted from 0: A to Z, then AA, AB and so on."""
    return (format_row_name(row // 26 - 1) if row >= 26 else "") + chr(ord("A") + row % 26)


def _render_open_square(context: PageContext, cell: Cell, n: int, note: SquareNote | None, *, free: bool) -> Markup:
    """Render an open square: what lies there, the sign of who opened it and, for screen readers, its note and the
    viewer's own. It is a button if it can be chosen (`free`), else a link to the rule of what lies there, if there is
    one.
    """
    kind, face, by = (
        find_square_kind(cell),
        context.format_words(cell.face),
        context.format_words(cell.who) if cell.who else "",
    )
    told = [context.format_words(cell.note) if cell.note else "", context.format_words(note.words) if note else ""]
    opened = context.say("opened by {who}", who=by) if by else ""
    sign = players.render_player_token(context, cell.who, "s", opened) if cell.who else None
    words = ", ".join(filter(None, [*told, opened if sign is None else ""]))
    rule = None if free or context.find_rule(cell.face) is None else context.format_rule_url(cell.face)
    return _render_open_face(n, kind, face, sign, words, rule, free=free)


# Squares look alike to nearly everybody: each is drawn once.
@lru_cache(maxsize=8192)
def _render_open_face(
    n: int, kind: str, face: str, sign: Markup | None, words: str, rule: str | None, *, free: bool
) -> Markup:
    """Render what open square number `n` shows, from these values alone (the key of the cache): its `kind`, the `face`
    of what lies there, the `sign` of who opened it, `words` for screen readers; as a button if it can be chosen
    (`free`), else as a link to the address `rule` if that is not None.
    """
    amount = (face[-1:].isdigit() or face[-1:] == "%") and " " not in face
    inner = [
        h("span", f"{n}: ", class_="unseen"),
        render_icon(kind) if kind in ICONS else None,
        h(
            "span",
            face if amount else _hyphenate_long_words(face),
            class_=_format_amount_class(face) if amount else None,
        ),
        [" ", sign] if sign else None,
        h("span", f", {words}", class_="unseen") if words else None,
    ]
    if free:
        return h("button", inner, name="square", value=n, id=f"s{n}", class_=f"sq {kind}")
    if rule is None:
        return h("span", inner, class_=f"sq {kind}")
    return h("a", inner, href=rule, class_=f"sq {kind}")


def _format_amount_class(face: str) -> str:
    """Return the CSS classes of an amount on a square: one of ten characters or more is written smaller."""
    return "n long" if len(face) >= WIDE_AMOUNT else "n"


def _hyphenate_long_words(face: str) -> str:
    """Return a text with a soft hyphen in the middle of each word of twelve letters or more, so that it fits a phone's
    small squares; amounts are never broken.
    """
    return LONG.sub(lambda word: _split_with_soft_hyphen(word[0]), face)


def _split_with_soft_hyphen(word: str) -> str:
    """Return a word with a soft hyphen in its middle, where a browser may break it."""
    half = (len(word) + 1) // 2
    return f"{word[:half]}{SOFT_HYPHEN}{word[half:]}"


class SquareClaim(NamedTuple):
    """A lock or a list number on a closed square: its sign, and words for screen readers."""

    sign: Child
    words: str


def _list_square_claims(context: PageContext, look: SquareLook) -> list[SquareClaim]:
    """Return the signs on a closed square: who has locked it, and its number on the viewer's own list."""
    found = []
    if who := look.locked:
        sign = h(
            "i", render_icon("lock"), players.render_player_token(context, who, "s"), class_="claim", aria_hidden="true"
        )
        found.append(SquareClaim(sign, context.say("locked by {who}", who=who)))
    if at := look.nth:
        found.append(
            SquareClaim(h("i", at, class_="nth", aria_hidden="true"), context.say("number {n} on your list", n=at))
        )
    return found


def _render_door(context: PageContext, look: SquareLook) -> Markup:
    """Render a closed square as a door, with what the viewer knows of it; as a button if it can be chosen."""
    n, known, claims = look.n, look.note, _list_square_claims(context, look)
    told = ", ".join([*([context.format_words(known.words)] if known else []), *(claim.words for claim in claims)])
    beside = join_markup(_render_own_note(context, known) if known else None, [claim.sign for claim in claims])
    state = "door mk" if known else "door"
    if not look.free:
        return _render_closed_door(n, beside, ", ".join(filter(None, [told, context.say("closed")])), state)
    named = ", ".join(
        word for word in (look.name, context.say("{place} {n}", place=context.shown.place, n=n), told) if word
    )
    return _render_door_button(n, beside, named, state, told)


@lru_cache(maxsize=2048)
def _render_closed_door(n: int, beside: Markup, spoken: str, state: str) -> Markup:
    """Render a closed square that cannot be chosen: its number, the signs on it (`beside`), and `spoken` for screen
    readers.
    """
    return h("span", h("span", n), beside, h("i", " ", spoken, class_="unseen"), class_=state)


@lru_cache(maxsize=2048)
def _render_door_button(n: int, beside: Markup, named: str, state: str, told: str) -> Markup:
    """Render a closed square that can be chosen, as a button: its number, the signs on it (`beside`), what screen
    readers call it (`named`), and what is `told` of it, for the page's script.
    """
    inner = [h("span", n), beside]
    return h(
        "button", inner, name="square", value=n, aria_label=named, id=f"s{n}", class_=state, data_known=told or None
    )


def _render_own_note(context: PageContext, note: SquareNote) -> Markup:
    """Render the viewer's private note on a closed square: as the icon of what lies there if its kind is known and has
    an icon and the viewer has not looked; else in words with an eye.
    """
    kind = note.kind if note.kind in ICONS else ""
    if kind and not note.seen:
        return h("em", render_icon(kind), class_=f"own {kind}", aria_hidden="true")
    words = note.seen or note.words
    return h("em", render_icon("eye"), context.format_words(words), class_=kind or None, aria_hidden="true")


FIRST, LAST, APART, END = 4.0, 92.0, 6.4, 97.2  # percent of the width


TICKS = (0.01, 0.1, 0.25, 0.5, 1.0)  # of the target


HIGH, LOW, LINE = 12, 33, 48


SHORT_BILLION = 1_000_000_000


MAX_PINS = 6  # pins at most; the others are dots


FLAG = "M0 0h3v22H0zM3 0h6v5H3zM9 5h6v5H9zM3 10h6v5H3zM15 0h4v5h-4zM15 10h4v5h-4z"


class RaceMarker(NamedTuple):
    """A player's position on the track, and where their pin is drawn."""

    who: str
    at: float
    x: float
    y: int


def render_race(context: PageContext) -> Markup:
    """Render the track on which all players are shown on their way to the target (the total that wins), with a text for
    screen readers, from a cache shared by all viewers; an empty element if the game has no target or no leaderboard
    yet.
    """
    view = context.shown.view
    if view is None or not view.target or not view.standings:
        return h("div", id="race", data_part="race")  # a game without a target has no track, and no room for one
    near = _pick_pinned_players(context.shown.you, [line.who for line in view.standings])
    stands = (view.target, view.currency, *[(line.who, line.total) for line in view.standings])
    return context.render_for_all(("race", near), partial(_render_race_track, view=view, near=near), of=stands)


def _render_race_track(context: PageContext, view: View, near: Collection[str]) -> Markup:
    """Render the track to the target with all players on it; those in `near` have pins with names."""
    lines = view.standings
    words, course, leads = _render_course(context, view, [line for line in lines if line.who in near])
    pins = _render_markers(context, lines, view.target, near)
    return h("svg", course, pins, leads, class_="race", id="race", data_part="race", role="img", aria_label=words)


def _render_course(context: PageContext, view: View, lines: list[Standing]) -> tuple[str, Markup, Child]:
    """Render the track to the target (the total that wins) without the players. Return a text for screen readers about
    those `lines` whose players get pins (at least one, the leader first); the track itself; and words on who leads,
    None if the leader has nothing yet or at least half of the target.
    """
    totals = "; ".join(f"{context.format_words(line.who)} {context.format_money(line.total)}" for line in lines)
    words = context.say("The race to {target}: {totals}", target=context.format_money(view.target), totals=totals)
    leader = lines[0]
    leads = context.say("{who} leads, {total}", who=leader.who, total=format_compact_money(context, leader.total))
    early = 0 < leader.total < view.target / 2  # nobody leads with nothing
    course = join_markup(
        h("line", class_="r", x1=f"{FIRST}%", x2=f"{LAST}%", y1=LINE, y2=LINE),
        h("line", class_="f", x1=f"{FIRST}%", x2=f"{_compute_position(leader.total, view.target)}%", y1=LINE, y2=LINE),
        _render_ticks(
            tuple(
                [
                    (_compute_position(at, view.target), format_compact_money(context, at, ""))
                    for at in _list_tick_amounts(view.target)
                ]
            )
        ),
        h("svg", h("path", class_="go", d=FLAG), x=f"{LAST}%", y=26, width=22, height=24, overflow="visible"),
    )
    return words, course, h("text", leads, class_="w", x="97%", y=17, text_anchor="end") if early else None


def _compute_position(total: int, target: int) -> float:
    """Return where a total stands on the track, in per cent of the drawing's width: 4 for 0 or less, 92 for the target
    or more, between them by the square root of its share of the target, so that small totals differ visibly.
    """
    share = min(1.0, max(0.0, total / target))
    return round(FIRST + (LAST - FIRST) * math.sqrt(share), 1)


def format_compact_money(context: PageContext, amount: int, symbol: str | None = None) -> str:
    """Return an amount in a few letters (£950k, £40M, £1bn), with `symbol` (also if it is empty) instead of the game's
    currency if it is not None.
    """
    currency = context.shown.view.currency if context.shown.view else ""
    sign = currency if symbol is None else symbol
    if SHORT_BILLION <= abs(amount) < 1_000 * SHORT_BILLION:
        return f"{'-' if amount < 0 else ''}{sign}{abs(amount) / SHORT_BILLION:.4g}bn"
    return format_short_money(amount, sign, context.reader.comma)


def _list_tick_amounts(target: int) -> list[int]:
    """Return the amounts of money at which the track has ticks (marks with a number): 1, 10, 25, 50 and 100 per cent of
    the target.
    """
    return [int(target * share) for share in TICKS]


@lru_cache(maxsize=64)  # the same for all who race to that target
def _render_ticks(places: Sequence[tuple[float, str]]) -> Markup:
    """Render the marks on the track to the target, from a tuple of their positions (per cent of the width) and amounts
    as text, which is the key of the cache.
    """
    lines = [
        (h("line", class_="tk", x1=f"{x}%", x2=f"{x}%", y1=LINE - 5, y2=LINE + 5),
         h("text", text, x=f"{x}%", y=68, text_anchor="middle"))
        for x, text in places
    ]  # fmt: skip
    return join_markup(*lines)


def _render_markers(context: PageContext, lines: list[Standing], target: int, near: Collection[str]) -> list[Child]:
    """Render the players on the track: pins with names for the nearest ones, dots for the others, one for each place
    at which any of them stand.
    """
    at = {_compute_position(line.total, target): line.who for line in lines if line.who not in near}
    dots = [h("circle", class_=_find_colour_class(context, who), cx=f"{x}%") for x, who in at.items()]
    pins = place_pins([line for line in lines if line.who in near], target)
    stems = [
        h("line", class_=f"st {kind}", x1=f"{pin.x}%", y1=pin.y, x2=f"{pin.at}%", y2=LINE)
        for pin in pins
        if (kind := _find_colour_class(context, pin.who))
    ]
    group = h("svg", dots, class_="dots", y=LINE, overflow="visible") if dots else None
    return [group, stems, [_render_cached_pin(context, pin) for pin in pins]]  # no stem crosses a pin


def _pick_pinned_players(you: str, ranked: list[str]) -> frozenset[str]:
    """Return the players who get a pin with their name on the track: all if they are at most six, else the leader, the
    viewer `you` and the players ranked just before and after them (for a spectator the first five).
    """
    if len(ranked) <= MAX_PINS:
        return frozenset(ranked)
    here = ranked.index(you) if you in ranked else 0
    first = max(0, min(here - 2, len(ranked) - MAX_PINS + 1))
    return frozenset([ranked[0], *ranked[first : first + MAX_PINS - 1]])


def place_pins(lines: list[Standing], target: int) -> list[RaceMarker]:
    """Compute where the pins with players' names stand beside the track: in two rows, each pin far enough from the one
    before it and from the edge. Return them from the lowest total to the highest.
    """
    last, found = {HIGH: -APART, LOW: -APART}, []
    for line in sorted(lines, key=lambda line: line.total):
        at = _compute_position(line.total, target)
        y = LOW if at - last[LOW] >= APART or last[LOW] <= last[HIGH] else HIGH
        last[y] = x = round(max(at, last[y] + APART), 1)
        found.append(RaceMarker(line.who, at, x, y))
    room = {HIGH: END, LOW: END}
    for n, pin in reversed([*enumerate(found)]):
        found[n] = pin._replace(x=min(pin.x, room[pin.y]))
        room[pin.y] = round(found[n].x - APART, 1)
    return found


def _find_colour_class(context: PageContext, who: str) -> str | None:
    """Return the CSS class of a player's colour, or None for an unknown seat."""
    sign = players.list_player_signs(context.shown.faces).get(who)
    return sign.kind if sign else None


def _render_cached_pin(context: PageContext, pin: RaceMarker) -> Child:
    """Render one player's pin on the track, from the cache if it was rendered before; None for an unknown seat."""
    return context.render_cached(pin, partial(_render_pin, context, pin))


def _render_pin(context: PageContext, pin: RaceMarker) -> Child:
    """Render one player's pin on the track to the target; the viewer's own is marked. None for an unknown seat."""
    sign = players.list_player_signs(context.shown.faces).get(pin.who)
    if sign is None:
        return None
    x, y = f"{pin.x}%", pin.y

    def render_shape(own: bool) -> Markup:  # noqa: FBT001 - is it the viewer's?
        """Return the square or circle of the player's `sign` for the pin, marked if it is the viewer's own."""
        kind = "me" if own else None
        if sign.square:
            return h("rect", class_=kind, x=-9, y=y - 9, width=18, height=18, rx=4)
        return h("circle", class_=kind, cy=y, r=9)

    letter = h("text", sign.letters, class_="l", y=y + 4.5, text_anchor="middle")
    return h(
        "svg", context.render_own_or_other(pin.who, render_shape), letter, x=x, overflow="visible", class_=sign.kind
    )
