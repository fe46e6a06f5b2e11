"""How a Deluxe game is written as a text: its header words, its facts and the paths of its fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from engine.deluxe import tables
from engine.deluxe.grids import open_grid
from engine.deluxe.state import Cell, Deal, Grid, Held, Race, Seat
from engine.deluxe.verbs import tenths
from engine.kernel.game import Game
from engine.kernel.ruleset import Header
from engine.notation.errors import UnclearLine, near
from engine.notation.laying import each, listed, player_of, whole
from engine.race.notation import RaceNotation, named, rows_below, seal_all

CELL = re.compile(r"(?P<face>[^(@]*?)\s*(?:\((?P<former>[^)]*)\))?\s*(?P<owners>(?:@\S+\s*)*)(?P<dud>dud)?")
BLANK = tables.dollars(10_000)  # what lies under a bomb of which nothing else is said
WORDS: Mapping[str, str] = {
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


class DeluxeNotation(RaceNotation[Race]):
    """The part of the notation that only the Deluxe edition knows."""

    once, once_each = (
        ("round", "phase", "jackpot", "zone"),
        ("bank", "boost", "multiplier", "row", "lostrow", "owed", "board", "gained", "lapses"),
    )

    def rounds(self, state: Race) -> Mapping[str, Grid]:
        return state.grids

    def fact(self, game: Game[Race], text: str) -> str:
        """`Ann -$500`, `Ann boost 120%`, `Ann x2.5`, `Ann row 2`, `Ann holds Pencil`, `Ann owed $5`, `Ann on deck`,
        `Ann out`, `A closed 7`, `A possible 3`, `jackpot $10,000,000`, `round 2`, `phase 1`.
        """
        subject, word, _ = ([*text.split(maxsplit=2), "", ""])[:3]
        race = game.state
        if subject in ("round", "phase", "jackpot", "zone"):
            value = getattr(race, subject)
            return f"{subject} {tables.dollars(value) if subject == 'jackpot' else value or 'none'}"
        if subject in race.grids:
            r = race.grids[subject]
            return f"{subject} {word} {r.possible if word == 'possible' else len(r.closed())}"
        return f"{subject} {held(race, subject, word)}"


def held(race: Race, who: str, word: str) -> str:
    """One thing about a player."""
    player = player_of(race, who)
    if tables.cash(word) is not None:
        return tables.dollars(player.total)
    if word.startswith("x"):
        return str(tenths(player.times))
    if word == "on":
        return "on deck" if player.on_deck else "not on deck"
    said = {
        "boost": f"boost {player.boost}%",
        "row": f"row {player.row}",
        "holds": f"holds {', '.join(player.items) or 'nothing'}",
        "owed": f"owed {tables.dollars(player.owed)}",
    }
    return said.get(word) or standing(race, who)


def standing(race: Race, who: str) -> str:
    """How a player stands on the grid where they sit."""
    name = race.seated(who)
    return race.grids[name].seats[who].status if name else "no seat"


# -- header lines


def lay_round(race: Race, header: Header) -> None:
    """Which round it is: with a grid it is being played, else it is about to be drawn up after so many."""
    race.round = whole(header.rest)


def lay_phase(race: Race, header: Header) -> None:
    """Which phase."""
    race.phase = whole(header.rest)


def lay_jackpot(race: Race, header: Header) -> None:
    """How much is in the Jackpot."""
    race.jackpot = amount(header.rest)


def lay_zone(race: Race, header: Header) -> None:
    """The zone, and for how many rounds yet."""
    name, _, number = header.rest.rpartition(" ")
    name, number = (name, number) if number.isdigit() else (header.rest, "2")
    if name not in tables.ZONES:
        raise UnclearLine(f"there is no zone “{name}”.{near(name, tables.ZONES)}")
    race.zone, race.zone_left = name, int(number)


def lay_bank(race: Race, header: Header) -> None:
    """What players start with."""
    for who, text in each(header.rest):
        player_of(race, who).total = amount(text)


def lay_boost(race: Race, header: Header) -> None:
    """The boosts players start with."""
    for who, text in each(header.rest):
        player_of(race, who).boost = whole(text.removesuffix("%"))


def lay_multiplier(race: Race, header: Header) -> None:
    """The bonus multipliers players start with."""
    for who, text in each(header.rest):
        player_of(race, who).times = round(float(text.removeprefix("x")) * 10)


def lay_row(race: Race, header: Header) -> None:
    """How many rounds won, or with `lostrow` lost, in a row."""
    for who, text in each(header.rest):
        setattr(player_of(race, who), "row" if header.word == "row" else "lost_row", whole(text))


def lay_owed(race: Race, header: Header) -> None:
    """What instalments have still to pay."""
    for who, text in each(header.rest):
        player_of(race, who).owed = amount(text)


def lay_deck(race: Race, header: Header) -> None:
    """Who is on deck."""
    for who in header.rest.split():
        player_of(race, who).on_deck = True


def lay_holds(race: Race, header: Header) -> None:
    """Items that are held."""
    for who, text in each(header.rest):
        player_of(race, who).items += [known(item, tables.ITEMS) for item in listed(text)]


def lay_lost(race: Race, header: Header) -> None:
    """What lies in the Lost and Found."""
    race.lost += [known(item, tables.ITEMS) for item in listed(header.rest)]


def lay_grid(race: Race, header: Header) -> None:
    """A grid with its players in turn order; it starts by sealing bombs, with the duds already drawn."""
    name, *players = header.rest.split()
    for who in players:
        player_of(race, who)
    if not players or name in race.grids:
        raise UnclearLine(f"expected “grid {WORDS['grid']}”, each grid with a name of its own.")
    race.round = race.round or 1
    race.step = "grids"
    open_grid(race, name, f"Grid {name}", players)


def lay_board(race: Race, header: Header) -> None:
    """A board laid out: the grid is in play, and its first player to move; or bombs are still to be sealed on it."""
    name, sealing = named(header, WORDS["board"])
    r = grid_of(race, name)
    rows = rows_below(header)
    r.rows, r.columns = len(rows), len(rows[0])
    r.cells = [cell_of(race, cell) for row in rows for cell in row]
    seal_all(r)
    r.drawn = True
    if not sealing:
        for seat in r.seats.values():
            seat.bombs = seat.laid = len(seat.sealed)
        r.stage, r.turn = "play", r.order[0]
        r.possible = sum(len(cell.bombs) for cell in r.cells if not (cell.open and not cell.dud))


def cell_of(race: Race, text: str) -> Cell:
    """`FACE [($FORMER)] [@OWNER …] [dud]`, in brackets with `by NAME` if it is open."""
    if text.startswith("[") and text.endswith("]"):
        inner, _, by = text[1:-1].partition(" by ")
        cell = cell_of(race, inner)
        cell.open, cell.by = True, by.strip()
        cell.shown = tables.BOMB if cell.bombs and not cell.dud else cell.face
        return cell
    match = CELL.fullmatch(text)
    if match is None:
        raise UnclearLine(f"“{text}” is no cell; expected FACE ($FORMER) @OWNER dud.")
    face, owners = match["face"], match["owners"].replace("@", " ").split()
    for who in owners:
        player_of(race, who)
    if face == tables.BOMB:
        face, owners = BLANK, owners or [""]
    if not lies(face):
        raise UnclearLine(f"there is no space “{face}”.{near(face, KNOWN)}")
    former = amount(match["former"]) if match["former"] else tables.cash(face) or 0
    return Cell(face, former, owners, dud=bool(match["dud"]))


KNOWN = [
    *(f"{tables.MULTIPLIER} {what}" for what in tables.MULTIPLIERS),
    *(f"{tables.BOOST} {what}" for what in tables.BOOSTS),
    *(name for names in tables.FAMILIES.values() for name in names),
    *(tables.FUNKY, tables.ITEM, tables.TRASH_PICKER),
]


def lies(face: str) -> bool:
    """Is this something that can lie on a grid?"""
    return face in KNOWN or tables.cash(face) is not None


def lay_out(race: Race, header: Header) -> None:
    """Who is out already, in this order."""
    for who in header.rest.split():
        r = place_of(race, who)
        r.seats[who].status = "out"
        r.first_out = r.first_out or who
        r.strikes += 1
        r.turn = r.after(who) if r.turn == who else r.turn


def lay_force(race: Race, header: Header) -> None:
    """Funky effects in force."""
    name, _, rest = header.rest.partition(" ")
    grid_of(race, name).in_force += [known(effect, tables.FUNKIES) for effect in listed(rest)]


def lay_deal(race: Race, header: Header) -> None:
    """`A Bob Headliner`, `A Bob Bounty Ann`, `A Bob Toll Lane 3`: what is in force on a grid."""
    for name, text in each(header.rest):
        who, *words = text.split()
        numbers = [int(word) for word in words if word.isdigit()]
        words = words[: len(words) - len(numbers)]
        if not words or len(numbers) > 2:
            raise UnclearLine("write GRID NAME SPACE [ABOUT] [NUMBER [UNTIL]].")
        about = words.pop() if words[-1] in race.players and len(words) > 1 else ""
        grid_of(race, name).deals.append(Deal(" ".join(words), who, about, *numbers))


def lay_changer(race: Race, header: Header) -> None:
    """Score changers that are held."""
    for who, text in each(header.rest):
        race.changers.append(Held(who, known(text, tables.CHANGERS), race.seated(who)))


def lay_games(race: Race, header: Header) -> None:
    """Minigames that were found."""
    for who, text in each(header.rest):
        seat_of(race, who).games.append(known(text, tables.FAMILIES[tables.MINIGAME]))


def lay_gained(race: Race, header: Header) -> None:
    """What the grid's spaces have brought so far."""
    for who, text in each(header.rest):
        seat_of(race, who).gained = amount(text)


def lay_lapses(race: Race, header: Header) -> None:
    """How often players have lapsed in this round."""
    for who, text in each(header.rest):
        seat_of(race, who).lapses = whole(text)


def lay_chance(race: Race, header: Header) -> None:
    """Who plays the Jackpot Chance."""
    race.chances += [who for who in header.rest.split() if player_of(race, who)]


LAID: Mapping[str, Callable[[Race, Header], None]] = {
    "round": lay_round,
    "phase": lay_phase,
    "jackpot": lay_jackpot,
    "zone": lay_zone,
    "bank": lay_bank,
    "boost": lay_boost,
    "multiplier": lay_multiplier,
    "row": lay_row,
    "lostrow": lay_row,
    "owed": lay_owed,
    "deck": lay_deck,
    "holds": lay_holds,
    "lost": lay_lost,
    "grid": lay_grid,
    "board": lay_board,
    "out": lay_out,
    "force": lay_force,
    "deal": lay_deal,
    "changer": lay_changer,
    "games": lay_games,
    "gained": lay_gained,
    "lapses": lay_lapses,
    "chance": lay_chance,
}

DELUXE_NOTATION = DeluxeNotation(WORDS, LAID)

# -- reading


def known(name: str, names: Sequence[str]) -> str:
    """One of these names."""
    if name not in names:
        raise UnclearLine(f"there is no “{name}”.{near(name, names)}")
    return name


def grid_of(race: Race, name: str) -> Grid:
    """A grid by name."""
    if name not in race.grids:
        raise UnclearLine(f"there is no grid “{name}”; expected a line “grid {name} …”.")
    return race.grids[name]


def place_of(race: Race, who: str) -> Grid:
    """The grid on which a player sits."""
    player_of(race, who)
    name = race.seated(who)
    if not name:
        raise UnclearLine(f"{who} sits on no grid; expected a line “grid … {who} …”.")
    return race.grids[name]


def seat_of(race: Race, who: str) -> Seat:
    """A player's place on a grid."""
    return place_of(race, who).seats[who]


def amount(text: str) -> int:
    """$1,000 or -$1,000."""
    found = tables.cash(text.strip())
    if found is None:
        raise UnclearLine(f"“{text}” is no amount of money.")
    return found
