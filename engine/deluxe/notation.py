"""How a Deluxe game is written as a text: its header words, its facts and the paths of its fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from engine.deluxe import tables
from engine.deluxe.assets import format_multiplier
from engine.deluxe.grids import open_grid
from engine.deluxe.state import DeluxeCell, DeluxeGrid, DeluxeRace, DeluxeSeat, GridDeal, HeldChanger
from engine.kernel.ruleset import Header
from engine.kernel.table import GameInPlay
from engine.notation.values import (
    COUNT_TEXT,
    UnclearLine,
    check_named_players,
    find_named_player,
    format_hint,
    iter_named_items,
    parse_name_list,
    parse_whole,
)
from engine.race.notation import RaceNotation, parse_board_name, parse_board_rows, seal_laid_bombs

CELL = re.compile(r"(?P<face>[^(@]*?)\s*(?:\((?P<former>[^)]*)\))?\s*(?P<owners>(?:@\S+\s*)*)(?P<dud>dud)?")
MULTIPLIER_TEXT = re.compile(r"x?([0-9]{1,9})(?:\.([0-9]))?")
BLANK_FACE = tables.format_dollars(10_000)  # what lies under a bomb of which nothing else is said
DELUXE_HEADER_WORDS: Mapping[str, str] = {
    "round": "NUMBER",
    "phase": "1, 2 or 3",
    "jackpot": "$AMOUNT",
    "zone": "ZONE [NUMBER], and for how many rounds yet",
    "bank": "NAME $AMOUNT; …",
    "boost": "NAME PERCENT%; …",
    "multiplier": "NAME x2.5; …",
    "row": "NAME NUMBER; …",
    "lostrow": "NAME NUMBER; …",
    "owed": "NAME $AMOUNT; …",
    "deck": "NAME NAME …",
    "holds": "NAME ITEM, ITEM; …",
    "lost": "ITEM, ITEM",
    "grid": "GRID NAME NAME …",
    "board": "GRID [sealing], and below it rows of cells with | between them",
    "out": "NAME NAME …",
    "force": "GRID EFFECT, EFFECT",
    "deal": "GRID NAME SPACE [ABOUT] [NUMBER [UNTIL]]; …",
    "changer": "NAME SCORE CHANGER; …",
    "games": "NAME MINIGAME; …",
    "gained": "NAME $AMOUNT; …",
    "lapses": "NAME NUMBER; …",
    "chance": "NAME NAME …, who play the Jackpot Chance when the round is settled",
}


class DeluxeNotation(RaceNotation[DeluxeRace]):
    """Read and write the parts of the game notation that only the Deluxe edition has."""

    once, once_each = (
        ("round", "phase", "jackpot", "zone"),
        ("bank", "boost", "multiplier", "row", "lostrow", "owed", "board", "gained", "lapses"),
    )

    def list_rounds(self, state: DeluxeRace) -> Mapping[str, DeluxeGrid]:
        """Return the grids of the current round by name; a transcript (a game written as text) treats each grid as a
        round.
        """
        return state.grids

    def format_real_fact(self, game: GameInPlay[DeluxeRace], text: str) -> str:
        """Return how a fact named in a transcript really is in the game, so that both can be compared; it is written
        like `text`. Examples: `Ann -$500`, `Ann boost 120%`, `Ann x2.5`, `Ann row 2`, `Ann holds Pencil`, `Ann owed
        $5`, `Ann on deck`, `Ann out`, `A closed 7`, `A possible 3`, `jackpot $10,000,000`, `round 2`, `phase 1`. Raise
        UnclearLine for an unknown player.
        """
        subject, word, _ = ([*text.split(maxsplit=2), "", ""])[:3]
        race = game.state
        if subject in ("round", "phase", "jackpot", "zone"):
            value = getattr(race, subject)
            return f"{subject} {tables.format_dollars(value) if subject == 'jackpot' else value or 'none'}"
        if subject in race.grids:
            r = race.grids[subject]
            return f"{subject} {word} {r.possible if word == 'possible' else len(r.list_closed_squares())}"
        return f"{subject} {format_deluxe_player_fact(race, subject, word)}"


def format_deluxe_player_fact(race: DeluxeRace, who: str, word: str) -> str:
    """Return one fact about a player as a transcript writes it. Its first `word` says which: an amount (their score),
    `x…` (multiplier), `boost`, `row` (wins in a row), `holds` (items), `owed`, `on` (whether they are on deck); for any
    other word it is their status on their grid. Raise UnclearLine for an unknown player.
    """
    player = find_named_player(race, who)
    if tables.parse_cash_face(word) is not None:
        return tables.format_dollars(player.total)
    if word.startswith("x"):
        return str(format_multiplier(player.times))
    if word == "on":
        return "on deck" if player.on_deck else "not on deck"
    said = {
        "boost": f"boost {player.boost}%",
        "row": f"row {player.row}",
        "holds": f"holds {', '.join(player.items) or 'nothing'}",
        "owed": f"owed {tables.format_dollars(player.owed)}",
    }
    return said.get(word) or find_grid_status(race, who)


def find_grid_status(race: DeluxeRace, who: str) -> str:
    """Return a player's status on the grid where they sit, such as `in` or `out`, or `no seat`, also for a name that
    nobody has.
    """
    name = race.find_seated_grid(who)
    return race.grids[name].seats[who].status if name else "no seat"


# -- header lines


def apply_round_header(race: DeluxeRace, header: Header) -> None:
    """Set the round's number from a header line of a transcript; raise UnclearLine if it is no number. If a grid is
    laid out as well, that round is being played; without one it is over.
    """
    race.round = parse_whole(header.rest)


def apply_phase_header(race: DeluxeRace, header: Header) -> None:
    """Set the phase of the game's economy (how much everything is worth) from a header line of a transcript; raise
    UnclearLine if there is no such phase.
    """
    race.phase = parse_whole(header.rest)
    if race.phase not in tables.PHASES:
        raise UnclearLine(f"expected “phase {DELUXE_HEADER_WORDS['phase']}”.")


def apply_jackpot_header(race: DeluxeRace, header: Header) -> None:
    """Set how much money is in the Jackpot before the first move, from a header line of a transcript; raise UnclearLine
    if it is no amount.
    """
    race.jackpot = parse_money(header.rest)


def apply_zone_header(race: DeluxeRace, header: Header) -> None:
    """Set the active zone (an effect on the whole game) and for how many more rounds it lasts, two by default, from a
    header line of a transcript such as `zone Drift 1`; raise UnclearLine for an unknown zone.
    """
    name, _, number = header.rest.rpartition(" ")
    name, number = (name, number) if COUNT_TEXT.fullmatch(number) else (header.rest, "2")
    if name not in tables.ZONE_NAMES:
        raise UnclearLine(f"there is no zone “{name}”.{format_hint(name, tables.ZONE_NAMES)}")
    race.zone, race.zone_left = name, int(number)


def apply_scores_header(race: DeluxeRace, header: Header) -> None:
    """Set the scores with which players start, from a header line of a transcript such as `bank Ann $1,000; Bob -$500`;
    raise UnclearLine for an unknown player or what is no amount.
    """
    for who, text in iter_named_items(header.rest):
        find_named_player(race, who).total = parse_money(text)


def apply_boost_header(race: DeluxeRace, header: Header) -> None:
    """Set the boosts (factors on found money) with which players start, from a header line of a transcript such as
    `boost Ann 120%; Bob 90`; raise UnclearLine for an unknown player or what is no number. The limits of a boost are
    not checked.
    """
    for who, text in iter_named_items(header.rest):
        find_named_player(race, who).boost = parse_whole(text.removesuffix("%"))


def apply_multiplier_header(race: DeluxeRace, header: Header) -> None:
    """Set the win-bonus multipliers with which players start, such as x2.5, from a header line of a transcript; raise
    UnclearLine for an unknown player, or what is no number with at most one decimal.
    """
    for who, text in iter_named_items(header.rest):
        found = MULTIPLIER_TEXT.fullmatch(text)
        if found is None:
            raise UnclearLine(f"“{text}” is no multiplier; expected {DELUXE_HEADER_WORDS['multiplier']}.")
        find_named_player(race, who).times = int(found[1]) * 10 + int(found[2] or 0)


def apply_row_header(race: DeluxeRace, header: Header) -> None:
    """Set how many rounds in a row players have won, or instead lost if the line's word is `lostrow`, from a header
    line of a transcript such as `row Ann 2; Bob 1`; raise UnclearLine for an unknown player or what is no number.
    """
    for who, text in iter_named_items(header.rest):
        setattr(find_named_player(race, who), "row" if header.word == "row" else "lost_row", parse_whole(text))


def apply_owed_header(race: DeluxeRace, header: Header) -> None:
    """Set how much money players are still owed in instalments of large bonuses, from a header line of a transcript
    such as `owed Ann $5,000,000`; raise UnclearLine for an unknown player or what is no amount.
    """
    for who, text in iter_named_items(header.rest):
        find_named_player(race, who).owed = parse_money(text)


def apply_deck_header(race: DeluxeRace, header: Header) -> None:
    """Mark players as on deck (they win the race with their next round won), from a header line of a transcript such as
    `deck Ann Bob`; raise UnclearLine for an unknown player. Their scores are not looked at.
    """
    for who in header.rest.split():
        find_named_player(race, who).on_deck = True


def apply_items_header(race: DeluxeRace, header: Header) -> None:
    """Give players items that they hold before the first move, beside those they have, from a header line of a
    transcript such as `holds Ann Pencil, Raincoat; Bob Padlock`; raise UnclearLine for an unknown player or item. How
    many they hold is not checked.
    """
    for who, text in iter_named_items(header.rest):
        find_named_player(race, who).items += [check_known_name(item, tables.ITEMS) for item in parse_name_list(text)]


def apply_lost_header(race: DeluxeRace, header: Header) -> None:
    """Add items to the Lost and Found, where players can get them, from a header line of a transcript such as `lost
    Pencil, Raincoat`; raise UnclearLine for an unknown item.
    """
    race.lost += [check_known_name(item, tables.ITEMS) for item in parse_name_list(header.rest)]


def apply_grid_header(race: DeluxeRace, header: Header) -> None:
    """Open a grid with these players in turn order, who have yet to hide their bombs, from a header line such as `grid
    A Ann Bob`, and set the race to where grids are played, in round 1 if it has not begun. Raise UnclearLine for an
    unknown player, one named twice, no players, or the name of another grid.
    """
    name, *players = header.rest.split() or [""]
    check_named_players(race, players)
    if not players or name in race.grids:
        raise UnclearLine(f"expected “grid {DELUXE_HEADER_WORDS['grid']}”, each grid with a name of its own.")
    race.round = race.round or 1
    race.step = "grids"
    open_grid(race, name, f"Grid {name}", players)


def apply_board_header(race: DeluxeRace, header: Header) -> None:
    """Lay out what lies on a grid's spaces, bombs included, from a header line of a transcript and the rows of cells
    below it. Play on the grid has then begun, with the turn at its first player, unless the line says `sealing`: bombs
    are still to be hidden. Raise UnclearLine for an unknown grid, or a board that cannot be read.
    """
    name, sealing = parse_board_name(header, DELUXE_HEADER_WORDS["board"])
    r = find_named_grid(race, name)
    rows = parse_board_rows(header)
    r.rows, r.columns = len(rows), len(rows[0])
    r.cells = [parse_deluxe_cell(race, cell) for row in rows for cell in row]
    seal_laid_bombs(r)
    r.drawn = True
    if not sealing:
        for seat in r.seats.values():
            seat.bombs = seat.laid = len(seat.sealed)
        r.stage, r.turn = "play", r.order[0]
        r.possible = sum(len(cell.bombs) for cell in r.cells if not (cell.open and not cell.dud))


def parse_deluxe_cell(race: DeluxeRace, text: str) -> DeluxeCell:
    """Parse the text of a space in a transcript, `FACE [($FORMER)] [@OWNER …] [dud]` (what lies there, the money it was
    before, whose bombs cover it, whether they cannot go off), into the space; an open one stands in brackets, with `by
    NAME`. The face `Bomb` is nobody's bomb, or its owners', on a blank space. Raise UnclearLine for anything else.
    """
    if text.startswith("[") and text.endswith("]"):
        inner, _, by = text[1:-1].partition(" by ")
        cell = parse_deluxe_cell(race, inner)
        cell.open, cell.by = True, by.strip()
        cell.shown = tables.BOMB if cell.bombs and not cell.dud else cell.face
        return cell
    match = CELL.fullmatch(text)
    if match is None:
        raise UnclearLine(f"“{text}” is no cell; expected FACE ($FORMER) @OWNER dud.")
    face, owners = match["face"], match["owners"].replace("@", " ").split()
    for who in owners:
        find_named_player(race, who)
    if face == tables.BOMB:
        face, owners = BLANK_FACE, owners or [""]
    if not can_lie_on_grid(face):
        raise UnclearLine(f"there is no space “{face}”.{format_hint(face, KNOWN_FACES)}")
    former = parse_money(match["former"]) if match["former"] else tables.parse_cash_face(face) or 0
    return DeluxeCell(face, former, owners, dud=bool(match["dud"]))


KNOWN_FACES = [
    *(f"{tables.MULTIPLIER} {what}" for what in tables.MULTIPLIERS),
    *(f"{tables.BOOST} {what}" for what in tables.BOOSTS),
    *(name for names in tables.FAMILIES.values() for name in names),
    *(tables.FUNKY, tables.ITEM, tables.TRASH_PICKER),
]


def can_lie_on_grid(face: str) -> bool:
    """Return whether `face`, a name in a transcript, is exactly that of something that can lie on a space of a grid, or
    an amount of money; a bomb is none, because it covers what lies there.
    """
    return face in KNOWN_FACES or tables.parse_cash_face(face) is not None


def apply_eliminated_header(race: DeluxeRace, header: Header) -> None:
    """Put players out of their grids before the first move, from a header line of a transcript such as `out Ann Bob`,
    in this order: each counts as one strike on the grid and loses nothing; the turn passes on from one whose turn it
    was. Raise UnclearLine for one who sits on no grid.
    """
    for who in header.rest.split():
        r = find_grid_of_player(race, who)
        r.seats[who].status = "out"
        r.first_out = r.first_out or who
        r.strikes += 1
        r.turn = r.find_next_player(who) if r.turn == who else r.turn


def apply_force_header(race: DeluxeRace, header: Header) -> None:
    """Add Funky effects (effects that change the play on a grid) to those active on a grid, without what happens when
    one begins, from a header line of a transcript such as `force A Siren, Applause`; raise UnclearLine for an unknown
    grid or effect.
    """
    name, _, rest = header.rest.partition(" ")
    find_named_grid(race, name).in_force += [
        check_known_name(effect, tables.FUNKIES) for effect in parse_name_list(rest)
    ]


def apply_deal_header(race: DeluxeRace, header: Header) -> None:
    """Add deals between players, or lasting effects, to those active on grids, from a header line of a transcript such
    as `deal A Bob Headliner; A Bob Bounty Ann; A Bob Toll Lane 3`; raise UnclearLine for a line not of this form, or an
    unknown grid or owner. Whether there is such a space is not checked.
    """
    for name, text in iter_named_items(header.rest):
        who, *words = text.split() or [""]
        find_named_player(race, who)
        numbers = [int(word) for word in words if COUNT_TEXT.fullmatch(word)]
        words = words[: len(words) - len(numbers)]
        if not words or len(numbers) > 2:
            raise UnclearLine("write GRID NAME SPACE [ABOUT] [NUMBER [UNTIL]].")
        about = words.pop() if words[-1] in race.players and len(words) > 1 else ""
        find_named_grid(race, name).deals.append(GridDeal(" ".join(words), who, about, *numbers))


def apply_changer_header(race: DeluxeRace, header: Header) -> None:
    """Give players score changers (effects found on a space that change totals after the round), from a header line of
    a transcript such as `changer Ann Tip Jar; Bob Deep End`, in the order in which they were found; raise UnclearLine
    for an unknown one, or an unknown player.
    """
    for who, text in iter_named_items(header.rest):
        find_named_player(race, who)
        race.changers.append(HeldChanger(who, check_known_name(text, tables.CHANGERS), race.find_seated_grid(who)))


def apply_games_header(race: DeluxeRace, header: Header) -> None:
    """Add minigames to those that players have found on their grids, from a header line of a transcript, one after each
    name; raise UnclearLine for an unknown minigame, or a player who sits on no grid.
    """
    for who, text in iter_named_items(header.rest):
        find_seat_of_player(race, who).games.append(check_known_name(text, tables.FAMILIES[tables.MINIGAME]))


def apply_gained_header(race: DeluxeRace, header: Header) -> None:
    """Set how much money the spaces of their grid have brought players so far, from a header line of a transcript such
    as `gained Ann $500; Bob -$200`; their scores stay. Raise UnclearLine for what is no amount, or a player who sits on
    no grid.
    """
    for who, text in iter_named_items(header.rest):
        find_seat_of_player(race, who).gained = parse_money(text)


def apply_lapses_header(race: DeluxeRace, header: Header) -> None:
    """Set how many of their turns players have missed in this round, from a header line of a transcript such as `lapses
    Ann 1`; raise UnclearLine for what is no number, or a player who sits on no grid.
    """
    for who, text in iter_named_items(header.rest):
        find_seat_of_player(race, who).lapses = parse_whole(text)


def apply_chance_header(race: DeluxeRace, header: Header) -> None:
    """Add players, named one after another, to those who have won a Jackpot Chance (a bonus game) to play after the
    round, from a header line of a transcript; raise UnclearLine for an unknown player.
    """
    race.chances += [who for who in header.rest.split() if find_named_player(race, who)]


DELUXE_HEADER_HANDLERS: Mapping[str, Callable[[DeluxeRace, Header], None]] = {
    "round": apply_round_header,
    "phase": apply_phase_header,
    "jackpot": apply_jackpot_header,
    "zone": apply_zone_header,
    "bank": apply_scores_header,
    "boost": apply_boost_header,
    "multiplier": apply_multiplier_header,
    "row": apply_row_header,
    "lostrow": apply_row_header,
    "owed": apply_owed_header,
    "deck": apply_deck_header,
    "holds": apply_items_header,
    "lost": apply_lost_header,
    "grid": apply_grid_header,
    "board": apply_board_header,
    "out": apply_eliminated_header,
    "force": apply_force_header,
    "deal": apply_deal_header,
    "changer": apply_changer_header,
    "games": apply_games_header,
    "gained": apply_gained_header,
    "lapses": apply_lapses_header,
    "chance": apply_chance_header,
}

DELUXE_NOTATION = DeluxeNotation(DELUXE_HEADER_WORDS, DELUXE_HEADER_HANDLERS)

# -- reading


def check_known_name(name: str, names: Sequence[str]) -> str:
    """Return a name from a transcript unchanged if it is one of `names`, in exactly this spelling; raise UnclearLine if
    it is not one of them.
    """
    if name not in names:
        raise UnclearLine(f"there is no “{name}”.{format_hint(name, names)}")
    return name


def find_named_grid(race: DeluxeRace, name: str) -> DeluxeGrid:
    """Return the grid that a line of a transcript names; raise UnclearLine if there is no such grid."""
    if name not in race.grids:
        raise UnclearLine(f"there is no grid “{name}”; expected a line “grid {name} …”.")
    return race.grids[name]


def find_grid_of_player(race: DeluxeRace, who: str) -> DeluxeGrid:
    """Return the grid on which the player named in a transcript sits, still in or out; raise UnclearLine for an unknown
    player or one who sits on none.
    """
    find_named_player(race, who)
    name = race.find_seated_grid(who)
    if not name:
        raise UnclearLine(f"{who} sits on no grid; expected a line “grid … {who} …”.")
    return race.grids[name]


def find_seat_of_player(race: DeluxeRace, who: str) -> DeluxeSeat:
    """Return what the race keeps of the player named in a transcript on the grid where they sit (a `DeluxeSeat`, which
    callers change); raise UnclearLine for an unknown player or one who sits on no grid.
    """
    return find_grid_of_player(race, who).seats[who]


def parse_money(text: str) -> int:
    """Parse an amount in a transcript such as -$1,000 into dollars; raise UnclearLine if it is no amount."""
    found = tables.parse_cash_face(text.strip())
    if found is None:
        raise UnclearLine(f"“{text}” is no amount of money.")
    return found
