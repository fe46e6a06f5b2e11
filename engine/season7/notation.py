"""How a season is written as a text: its header words, its facts and the paths of its fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engine.kernel.ruleset import Header
from engine.kernel.table import GameInPlay
from engine.kernel.text import format_money
from engine.notation.values import (
    UnclearLine,
    check_named_players,
    find_named_player,
    format_hint,
    iter_named_items,
    parse_whole,
)
from engine.race.notation import RaceNotation, parse_board_name, parse_board_rows, seal_laid_bombs
from engine.season7 import booths, cycle, tables
from engine.season7.rounds import add_round
from engine.season7.state import DueMinigame, Pledge, Season, Season7Cell, Season7Player, Season7Round, Season7Seat

BLANK_SQUARE = format_money(10_000)  # what lies under a bomb of which nothing else is said
QUOTED_NAME = re.compile(r'^"([^"]+)"\s*')
CELL = re.compile(r"(?P<face>[^+@]*?)\s*(?:\+(?P<hidden>[^@]*?))?\s*(?P<owners>(?:@\S+\s*)*)")
PLEDGES = (*tables.EVENTS, *tables.GAME_CHANGERS, *tables.FORFEITS)
HELD = (*tables.HIDDEN_SQUARES, *tables.MINIGAMES, *tables.VINTAGE_MINIGAMES, *PLEDGES)

SEASON7_HEADER_WORDS: Mapping[str, str] = {
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

    def list_rounds(self, state: Season) -> Mapping[str, Season7Round]:
        """Return the rounds of a season by the names (such as Q1) that a transcript, a game written as text, uses for
        them.
        """
        return state.rounds

    def format_real_fact(self, game: GameInPlay[Season], text: str) -> str:
        """Return how the fact named in a transcript's `=` line really is in the game, in the same form, to compare
        both: `Ann -£500,000`, `Ann booster 20%`, `Bob holds Defuse, Accelerator`, `Cat out`, `Q1 closed 7`. What is
        none of these is read as a status. Raise UnclearLine for an unknown player.
        """
        subject, word, rest = ([*text.split(maxsplit=2), "", ""])[:3]
        season = game.state
        if subject in season.rounds and word == "closed":
            return f"{subject} closed {len(season.rounds[subject].list_closed_squares())}"
        player = find_named_player(season, subject)
        if word == "booster":
            return f"{subject} booster {player.booster}%"
        if word == "holds":
            return f"{subject} holds {format_holdings(player, rest)}"
        if parse_pounds(word) is not None:
            return f"{subject} {format_money(player.total)}"
        return f"{subject} {find_seat_status(season, subject)}"


# -- header lines


def apply_cycle_header(season: Season, header: Header) -> None:
    """Set the number of the season's current cycle of rounds, from a header line of a transcript; raise UnclearLine for
    what is no whole number.
    """
    season.cycle = parse_whole(header.rest)


def apply_totals_header(season: Season, header: Header) -> None:
    """Set the totals, in pounds, with which players start, from a header line of a transcript; raise UnclearLine for
    what is no amount or no player.
    """
    for who, text in iter_named_items(header.rest):
        total = parse_pounds(text)
        if total is None:
            raise UnclearLine(f"“{text}” is no amount of money; expected {SEASON7_HEADER_WORDS['bank']}.")
        player = find_named_player(season, who)
        player.total = player.start = total


def apply_booster_header(season: Season, header: Header) -> None:
    """Set the booster, in percent, with which each player starts, from a header line of a transcript; raise UnclearLine
    for what is no whole number or no player.
    """
    for who, text in iter_named_items(header.rest):
        find_named_player(season, who).booster = parse_whole(text.removesuffix("%"))


def apply_holdings_header(season: Season, header: Header) -> None:
    """Give players what a header line of a transcript says that they hold: hidden squares, minigames, and squares that
    take effect at the end of the round. Raise UnclearLine for an unknown player or thing.
    """
    for who, text in iter_named_items(header.rest):
        for thing in text.split(","):
            find_named_player(season, who)
            give_holding_by_name(season, who, thing.strip())


def give_holding_by_name(season: Season, who: str, thing: str) -> None:
    """Give a player the square or minigame that a transcript's header names; a player whom it concerns may follow the
    name: `Tag Along Bob`. A Nitrous of somebody with exactly one bomb to seal gives two more bombs instead. Raise
    UnclearLine for anything else.
    """
    player, place = season.players[who], season.find_live_round(who)
    name, _, about = thing.rpartition(" ")
    if thing == "Nitrous" and place and is_sealing_one_bomb(season.rounds[place], who):
        season.rounds[place].seats[who].bombs += 2  # it has worked when they sat down
    elif thing in tables.HIDDEN_SQUARES:
        player.hidden.append(thing)
    elif thing in tables.MINIGAMES or thing in tables.VINTAGE_MINIGAMES:
        player.minigames.append(thing)
    elif thing in PLEDGES:
        player.pledges.append(Pledge(thing, "", place))
    elif name in PLEDGES and about in season.players:
        player.pledges.append(Pledge(name, about, place))
    else:
        raise UnclearLine(f"“{thing}” is nothing that can be held.{format_hint(thing, HELD)}")


def is_sealing_one_bomb(r: Season7Round, who: str) -> bool:
    """Return whether this player is sealing bombs in the round and has exactly one left to seal."""
    seat = r.seats[who]
    return r.stage == "seal" and seat.bombs - seat.laid == 1


def apply_round_header(season: Season, header: Header) -> None:
    """Open a round with these players in turn order, from a header line of a transcript: regular, super or a
    wildcard's, which the season's phase and wildcard then name too. The players have yet to seal (secretly place) their
    bombs. Raise UnclearLine for an unknown wildcard or player, a player named twice, or a name that is taken.
    """
    name, _, rest = header.rest.partition(" ")
    kind, rest = ("super", rest.strip()[5:]) if rest.split()[:1] == ["super"] else ("regular", rest)
    wildcard = QUOTED_NAME.match(rest.strip())
    variant = wildcard[1] if wildcard else ""
    if variant and variant not in tables.WILDCARDS:
        raise UnclearLine(f"there is no wildcard round “{variant}”.{format_hint(variant, tables.WILDCARDS)}")
    players = rest.strip()[wildcard.end() if wildcard else 0 :].split()
    check_named_players(season, players)
    if not players or name in season.players or name in season.rounds:
        raise UnclearLine(f"expected “round {SEASON7_HEADER_WORDS['round']}”, each round with a name of its own.")
    rows, columns = cycle.find_board_size(season.options, kind, variant)
    title = "Super Round" if kind == "super" else variant or name
    add_round(season, name, title, players, kind=kind, variant=variant, rows=rows, columns=columns)
    season.phase = "super" if kind == "super" else "quadrants"
    season.cycle = season.cycle or 1
    season.wildcard = variant or season.wildcard


def apply_round_board_header(season: Season, header: Header) -> None:
    """Lay out the squares of a round's board from a header line of a transcript; players' bombs on it count as sealed
    by them. The round is then in play with its first player to move, unless bombs are still to be sealed. Raise
    UnclearLine if the line, the round or a square is not right.
    """
    name, sealing = parse_board_name(header, SEASON7_HEADER_WORDS["board"])
    r = find_named_round(season, name)
    rows = parse_board_rows(header)
    r.rows, r.columns = len(rows), len(rows[0])
    r.cells = [parse_cell(season, cell) for row in rows for cell in row]
    seal_laid_bombs(r)
    for seat in r.seats.values():
        seat.laid = len(seat.sealed) if sealing else 0
        seat.bombs = seat.laid + seat.bombs if sealing else max(1, len(seat.sealed))
    if not sealing:
        r.stage, r.turn = "play", r.order[0]


def parse_cell(season: Season, text: str) -> Season7Cell:
    """Parse the text of a square in a transcript: `FACE [+Hidden] [@Owner …]` (what lies there, the hidden square
    behind it, whose bombs lie on it); `Bomb` without an owner is nobody's. An open square stands in brackets, with `by
    NAME`. Raise UnclearLine for an unknown face, hidden square or player.
    """
    if text.startswith("[") and text.endswith("]"):
        inner, _, by = text[1:-1].partition(" by ")
        cell = parse_cell(season, inner)
        if by:
            find_named_player(season, by.strip())
        cell.open, cell.by = True, by.strip()
        cell.shown = "Bomb" if cell.bombs else cell.face
        return cell
    match = CELL.fullmatch(text)
    if match is None:
        raise UnclearLine(f"“{text}” is no cell; expected FACE +HIDDEN @OWNER.")
    face, hidden, owners = match["face"], (match["hidden"] or "").strip(), match["owners"].replace("@", " ").split()
    for who in owners:
        find_named_player(season, who)
    if hidden and hidden not in tables.HIDDEN_SQUARES:
        raise UnclearLine(f"there is no hidden square “{hidden}”.{format_hint(hidden, tables.HIDDEN_SQUARES)}")
    if face == "Bomb":
        return Season7Cell(BLANK_SQUARE, hidden, owners or [""])
    if not is_board_square(face):
        raise UnclearLine(f"there is no square “{face}”.{format_hint(face, tables.CATEGORY)}")
    return Season7Cell(face, hidden, owners)


def is_board_square(face: str) -> bool:
    """Return whether `face`, a name in a transcript, is that of something that can lie on a board's square: a square of
    the lists, or any amount of cash or percentage of a booster.
    """
    return face in tables.CATEGORY or tables.parse_cash(face) is not None or tables.parse_booster(face) is not None


def apply_players_out_header(season: Season, header: Header) -> None:
    """Put the players whom a header line of a transcript names out of their round before the first move, and pass their
    turn on to the next who is in; they lose nothing that they hold. Raise UnclearLine for one who sits in no round.
    """
    for who in header.rest.split():
        r = find_round_of_player(season, who)
        r.seats[who].status = "out"
        r.fallen.append(who)
        if r.turn == who:
            r.turn = r.find_next_player(who)


def apply_peek_header(season: Season, header: Header) -> None:
    """Mark the players whom a header line of a transcript (`used` and their names) names as having used up their peeks
    in their round; raise UnclearLine for another form or a player in no round.
    """
    used, *players = header.rest.split() or [""]
    if used != "used" or not players:
        raise UnclearLine(f"expected “peek {SEASON7_HEADER_WORDS['peek']}”.")
    for who in players:
        find_round_of_player(season, who).seats[who].peeks = 0


def apply_gained_header(season: Season, header: Header) -> None:
    """Set how much players have won or lost in their round so far, from a header line of a transcript. It does not
    change their totals. Raise UnclearLine for what is no amount, or a player in no round.
    """
    for who, text in iter_named_items(header.rest):
        gained = parse_pounds(text)
        if gained is None:
            raise UnclearLine(f"“{text}” is no amount of money; expected {SEASON7_HEADER_WORDS['gained']}.")
        find_round_of_player(season, who).seats[who].gained = gained


def apply_minigame_header(season: Season, header: Header) -> None:
    """Queue a minigame for a player of a round before the first move, from a header line of a transcript, and start it,
    unless they are playing another one. Raise UnclearLine for an unknown minigame, or a player who sits in no round.
    """
    who, _, minigame = header.rest.partition(" ")
    find_named_player(season, who)
    games = (*tables.MINIGAMES, *tables.VINTAGE_MINIGAMES)
    if minigame.strip() not in games:
        raise UnclearLine(f"there is no minigame “{minigame.strip()}”.{format_hint(minigame.strip(), games)}")
    find_round_of_player(season, who)
    season.due.append(DueMinigame(who, minigame.strip(), season.find_seated_round(who)))
    booths.open_due_booths(season)


SEASON7_HEADER_LAYERS: Mapping[str, Callable[[Season, Header], None]] = {
    "cycle": apply_cycle_header,
    "bank": apply_totals_header,
    "booster": apply_booster_header,
    "holds": apply_holdings_header,
    "round": apply_round_header,
    "board": apply_round_board_header,
    "out": apply_players_out_header,
    "peek": apply_peek_header,
    "gained": apply_gained_header,
    "minigame": apply_minigame_header,
}

SEASON7_NOTATION = Season7Notation(SEASON7_HEADER_WORDS, SEASON7_HEADER_LAYERS)

# -- reading and showing


def find_named_round(season: Season, name: str) -> Season7Round:
    """Return the round that a line of a transcript names; raise UnclearLine if there is none of this name."""
    if name not in season.rounds:
        raise UnclearLine(f"there is no round “{name}”; expected a line “round {name} …”.")
    return season.rounds[name]


def find_round_of_player(season: Season, who: str) -> Season7Round:
    """Return the round in which the player of a transcript's line sits, or sat last; raise UnclearLine for no player,
    or one who has no seat.
    """
    find_named_player(season, who)
    r = season.rounds.get(season.find_seated_round(who))
    if r is None or who not in r.seats:
        raise UnclearLine(f"{who} sits in no round; expected a line “round … {who} …”.")
    return r


def parse_pounds(text: str) -> int | None:
    """Return the amount that a text such as £1,000 or -£1,000 stands for; None for any other text."""
    return tables.parse_cash(text)


def find_seat_status(season: Season, who: str) -> str:
    """Return a player's status (such as in or out) in the round they sit in, or sat in last; “no seat” if they have had
    none.
    """
    seats: list[Season7Seat] = [r.seats[who] for r in season.rounds.values() if who in r.seats]
    last = [seat.status for seat in seats if not seat.went]  # nobody has gone on from there
    return [*(seat.status for seat in seats), *last][-1] if seats else "no seat"


def format_holdings(player: Season7Player, text: str) -> str:
    """Format all that a player holds, to compare it with `text`, the list in a line of a transcript: in that list's
    order if it names exactly the same things; “nothing” if the player holds nothing.
    """
    pledges = [f"{pledge.name} {pledge.about}".strip() for pledge in player.pledges]
    held = [*player.hidden, *player.minigames, *pledges]
    named = [thing.strip() for thing in text.split(",")]
    return ", ".join(named if sorted(named) == sorted(held) else held) or "nothing"
