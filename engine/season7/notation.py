"""How a season is written as a text: its header words, its facts and the paths of its fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engine.kernel.game import Game
from engine.kernel.ruleset import Header
from engine.kernel.text import money
from engine.notation.errors import UnclearLine, near
from engine.notation.laying import each, player_of, whole
from engine.race.notation import RaceNotation, named, rows_below, seal_all
from engine.season7 import booth, cycle, tables
from engine.season7.rounds import open_round
from engine.season7.state import Cell, Due, Player, Pledge, Round, Season, Seat

BLANK = money(10_000)  # what lies under a bomb of which nothing else is said
NAMED = re.compile(r'^"([^"]+)"\s*')
CELL = re.compile(r"(?P<face>[^+@]*?)\s*(?:\+(?P<hidden>[^@]*?))?\s*(?P<owners>(?:@\S+\s*)*)")
PLEDGES = (*tables.EVENTS, *tables.GAME_CHANGERS, *tables.FORFEITS)
HELD = (*tables.HIDDEN, *tables.MINIGAMES, *tables.VINTAGE_MINIGAMES, *PLEDGES)


WORDS: Mapping[str, str] = {
    "cycle": "NUMBER",
    "bank": "NAME £AMOUNT; …",
    "booster": "NAME PERCENT%; …",
    "round": 'ROUND [super] ["WILDCARD"] NAME NAME …',
    "board": "ROUND [sealing], and below it rows of cells with | between them",
    "holds": "NAME THING, THING; …",
    "out": "NAME NAME …",
    "peek": "used NAME NAME …",
    "gained": "NAME £AMOUNT; …",
    "minigame": "NAME MINIGAME",
}


class Season7Notation(RaceNotation[Season]):
    """The part of the notation that only Season 7 knows."""

    once, once_each = ("cycle",), ("bank", "booster", "board", "gained")

    def rounds(self, state: Season) -> Mapping[str, Round]:
        return state.rounds

    def fact(self, game: Game[Season], text: str) -> str:
        """`Ann -£500,000`, `Ann booster 20%`, `Bob holds Defuse, Accelerator`, `Cat out`, `Q1 closed 7`."""
        subject, word, rest = ([*text.split(maxsplit=2), "", ""])[:3]
        season = game.state
        if subject in season.rounds and word == "closed":
            return f"{subject} closed {len(season.rounds[subject].closed())}"
        player = player_of(season, subject)
        if word == "booster":
            return f"{subject} booster {player.booster}%"
        if word == "holds":
            return f"{subject} holds {held_as(player, rest)}"
        if amount(word) is not None:
            return f"{subject} {money(player.total)}"
        return f"{subject} {standing(season, subject)}"


# -- header lines


def lay_cycle(season: Season, header: Header) -> None:
    """Which cycle it is."""
    season.cycle = whole(header.rest)


def lay_bank(season: Season, header: Header) -> None:
    """What players start with."""
    for who, text in each(header.rest):
        total = amount(text)
        if total is None:
            raise UnclearLine(f"“{text}” is no amount of money; expected {WORDS['bank']}.")
        player = player_of(season, who)
        player.total = player.start = total


def lay_booster(season: Season, header: Header) -> None:
    """The boosters players start with."""
    for who, text in each(header.rest):
        player_of(season, who).booster = whole(text.removesuffix("%"))


def lay_holdings(season: Season, header: Header) -> None:
    """Hidden squares, minigames, and squares that come due at the end of the round."""
    for who, text in each(header.rest):
        for thing in text.split(","):
            player_of(season, who)
            hand(season, who, thing.strip())


def hand(season: Season, who: str, thing: str) -> None:
    """Give a player something by its name; what it is about may follow: `Tag Along Bob`."""
    player, place = season.players[who], season.round_of(who)
    name, _, about = thing.rpartition(" ")
    if thing == "Nitrous" and place and sealing_one(season.rounds[place], who):
        season.rounds[place].seats[who].bombs += 2  # it has worked when they sat down
    elif thing in tables.HIDDEN:
        player.hidden.append(thing)
    elif thing in tables.MINIGAMES or thing in tables.VINTAGE_MINIGAMES:
        player.minigames.append(thing)
    elif thing in PLEDGES:
        player.pledges.append(Pledge(thing, "", place))
    elif name in PLEDGES and about in season.players:
        player.pledges.append(Pledge(name, about, place))
    else:
        raise UnclearLine(f"“{thing}” is nothing that can be held.{near(thing, HELD)}")


def sealing_one(r: Round, who: str) -> bool:
    """Is this player about to seal a single bomb?"""
    seat = r.seats[who]
    return r.stage == "seal" and seat.bombs - seat.laid == 1


def lay_round(season: Season, header: Header) -> None:
    """A round with its players in turn order; it starts by sealing bombs."""
    name, _, rest = header.rest.partition(" ")
    kind, rest = ("super", rest.strip()[5:]) if rest.split()[:1] == ["super"] else ("regular", rest)
    wildcard = NAMED.match(rest.strip())
    variant = wildcard[1] if wildcard else ""
    if variant and variant not in tables.WILDCARDS:
        raise UnclearLine(f"there is no wildcard round “{variant}”.{near(variant, tables.WILDCARDS)}")
    players = rest.strip()[wildcard.end() if wildcard else 0 :].split()
    for who in players:
        player_of(season, who)
    if not players or name in season.players or name in season.rounds:
        raise UnclearLine(f"expected “round {WORDS['round']}”, each round with a name of its own.")
    rows, columns = cycle.size_of(season.options, kind, variant)
    title = "Super Round" if kind == "super" else variant or name
    open_round(season, name, title, players, kind=kind, variant=variant, rows=rows, columns=columns)
    season.phase = "super" if kind == "super" else "quadrants"
    season.cycle = season.cycle or 1
    season.wildcard = variant or season.wildcard


def lay_board(season: Season, header: Header) -> None:
    """A board laid out: the round is in play, and its first player to move; or bombs are still to be sealed on it."""
    name, sealing = named(header, WORDS["board"])
    r = round_of(season, name)
    rows = rows_below(header)
    r.rows, r.columns = len(rows), len(rows[0])
    r.cells = [cell_of(season, cell) for row in rows for cell in row]
    seal_all(r)
    for seat in r.seats.values():
        seat.laid = len(seat.sealed) if sealing else 0
        seat.bombs = seat.laid + seat.bombs if sealing else max(1, len(seat.sealed))
    if not sealing:
        r.stage, r.turn = "play", r.order[0]


def cell_of(season: Season, text: str) -> Cell:
    """`FACE [+Hidden] [@Owner …]`, in brackets with `by NAME` if it is open."""
    if text.startswith("[") and text.endswith("]"):
        inner, _, by = text[1:-1].partition(" by ")
        cell = cell_of(season, inner)
        if by:
            player_of(season, by.strip())
        cell.open, cell.by = True, by.strip()
        cell.shown = "Bomb" if cell.bombs else cell.face
        return cell
    match = CELL.fullmatch(text)
    if match is None:
        raise UnclearLine(f"“{text}” is no cell; expected FACE +HIDDEN @OWNER.")
    face, hidden, owners = match["face"], (match["hidden"] or "").strip(), match["owners"].replace("@", " ").split()
    for who in owners:
        player_of(season, who)
    if hidden and hidden not in tables.HIDDEN:
        raise UnclearLine(f"there is no hidden square “{hidden}”.{near(hidden, tables.HIDDEN)}")
    if face == "Bomb":
        return Cell(BLANK, hidden, owners or [""])
    if not known(face):
        raise UnclearLine(f"there is no square “{face}”.{near(face, tables.CATEGORY)}")
    return Cell(face, hidden, owners)


def known(face: str) -> bool:
    """Is this something that can lie on a board?"""
    return face in tables.CATEGORY or tables.cash(face) is not None or tables.booster(face) is not None


def lay_out(season: Season, header: Header) -> None:
    """Who is out of their round already."""
    for who in header.rest.split():
        r = place_of(season, who)
        r.seats[who].status = "out"
        if r.turn == who:
            r.turn = r.after(who)


def lay_peek(season: Season, header: Header) -> None:
    """Who has no peek left."""
    used, *players = header.rest.split()
    if used != "used" or not players:
        raise UnclearLine(f"expected “peek {WORDS['peek']}”.")
    for who in players:
        place_of(season, who).seats[who].peeks = 0


def lay_gained(season: Season, header: Header) -> None:
    """What players have won and lost in their round so far; their totals are what `bank` says."""
    for who, text in each(header.rest):
        gained = amount(text)
        if gained is None:
            raise UnclearLine(f"“{text}” is no amount of money; expected {WORDS['gained']}.")
        place_of(season, who).seats[who].gained = gained


def lay_minigame(season: Season, header: Header) -> None:
    """A minigame in play at once."""
    who, _, minigame = header.rest.partition(" ")
    player_of(season, who)
    games = (*tables.MINIGAMES, *tables.VINTAGE_MINIGAMES)
    if minigame.strip() not in games:
        raise UnclearLine(f"there is no minigame “{minigame.strip()}”.{near(minigame.strip(), games)}")
    place_of(season, who)
    season.due.append(Due(who, minigame.strip(), season.seated(who)))
    booth.open_due(season)


LAID: Mapping[str, Callable[[Season, Header], None]] = {
    "cycle": lay_cycle,
    "bank": lay_bank,
    "booster": lay_booster,
    "holds": lay_holdings,
    "round": lay_round,
    "board": lay_board,
    "out": lay_out,
    "peek": lay_peek,
    "gained": lay_gained,
    "minigame": lay_minigame,
}

SEASON7_NOTATION = Season7Notation(WORDS, LAID)

# -- reading and showing


def round_of(season: Season, name: str) -> Round:
    """A round by name."""
    if name not in season.rounds:
        raise UnclearLine(f"there is no round “{name}”; expected a line “round {name} …”.")
    return season.rounds[name]


def place_of(season: Season, who: str) -> Round:
    """The round in which a player sits."""
    player_of(season, who)
    r = season.rounds.get(season.seated(who))
    if r is None or who not in r.seats:
        raise UnclearLine(f"{who} sits in no round; expected a line “round … {who} …”.")
    return r


def amount(text: str) -> int | None:
    """£1,000 or -£1,000; None for anything else."""
    return tables.cash(text)


def standing(season: Season, who: str) -> str:
    """How a player stands in the round they are in, or were in last."""
    seats: list[Seat] = [r.seats[who] for r in season.rounds.values() if who in r.seats]
    last = [seat.status for seat in seats if not seat.went]  # nobody has gone on from there
    return [*(seat.status for seat in seats), *last][-1] if seats else "no seat"


def held_as(player: Player, text: str) -> str:
    """Everything a player holds; in the order of the text if that names exactly those."""
    pledges = [f"{pledge.name} {pledge.about}".strip() for pledge in player.pledges]
    held = [*player.hidden, *player.minigames, *pledges]
    named = [thing.strip() for thing in text.split(",")]
    return ", ".join(named if sorted(named) == sorted(held) else held) or "nothing"
