"""What the public and each player may see of a season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from msgspec import structs

from engine.kernel.picture import Cell, Picture, Scenes, build_doors, build_pool, build_seats_drawer, draw_no_picture
from engine.kernel.table import GameInPlay, Table
from engine.kernel.text import Told, Words, build_event_phrase, phrase, read_phrase_facts
from engine.kernel.view import Board, OwnView, Panel, SquareNote, Standing, View
from engine.kernel.view import SeatLine as Place
from engine.race.events import ListNoted
from engine.race.table import map_locked_squares, parse_number_row
from engine.season7 import events, tables
from engine.season7.board import SEEN_BOMB
from engine.season7.state import MinigameBooth, Pledge, Season, Season7Player, Season7Round, Season7Seat

KINDS_BY_CATEGORY = {
    1: "loss",
    2: "cash",
    3: "cash",
    4: "booster",
    5: "minigame",
    6: "event",
    7: "changer",
    8: "vintage",
}
STAGE_NAMES = {
    "seal": "sealing bombs",
    "play": "in play",
    "bonus": "win bonus",
    "minigames": "minigames",
    "closed": "closed",
}
YOUR_BOMB = SquareNote(phrase("your bomb"), "bomb")


class SharedView(NamedTuple):
    """What is computed once for all views of a moment: what everybody sees, and in which rounds each has a seat."""

    public: View
    rounds: dict[str, list[str]]


def build_season7_view(game: GameInPlay[Season], who: str) -> View:
    """Build what one person sees of the season: the public part, which is built once for all and kept in `game.seen`,
    and what only they may know; anybody who is no player gets the public part alone.
    """
    seen: SharedView = game.seen or build_shared_view(game)
    season, game.seen = game.state, seen
    if who not in season.players:
        return seen.public
    return structs.replace(seen.public, own=build_own_view(season, who, seen.rounds.get(who, ())))


def build_shared_view(game: GameInPlay[Season]) -> SharedView:
    """Build the part of the view that is the same for everybody, and the list of rounds in which each player has a
    seat, left ones included.
    """
    seated: dict[str, list[str]] = {}
    for name, r in game.state.rounds.items():
        for who in r.seats:
            seated.setdefault(who, []).append(name)
    return SharedView(build_public_view(game), seated)


def build_public_view(game: GameInPlay[Season]) -> View:
    """Build what everybody may see of the season: rounds, minigames and the leaderboard and, once it is over, winners,
    a note on why they won and the chart of totals.
    """
    season = game.state
    return View(
        title="Race to a Billion",
        stage=phrase("Cycle {cycle}", cycle=season.cycle),
        target=season.options.target,
        currency="£",
        panels=[
            *[build_round_panel(game, name, r) for name, r in season.rounds.items()],
            *[build_season7_booth_panel(game, name, booth) for name, booth in season.booths.items()],
        ],
        chart=build_total_charts(season) if season.phase == "over" else {},
        standings=[build_standing(place, who, season.players[who]) for place, who in season.rank_standings()],
        notes=list_end_notes(season),
        over=season.phase == "over",
        winners=season.champions,
        won_with=find_winning_total(season),
    )


def find_winning_total(season: Season) -> int:
    """Return the total (at least the target) with which the one winner of the race reached the target, if they have
    lost so much since that they are below it; else, or if several have won, 0.
    """
    if len(season.champions) != 1:
        return 0
    player = season.players[season.champions[0]]
    fell = player.reached and player.total < season.options.target
    return max(player.reached_with, season.options.target) if fell else 0


def list_end_notes(season: Season) -> list[Words]:
    """Return a note for the end of the game which explains that a player without the highest total, or with less than
    the target, has won, if that is so; else nothing.
    """
    least = min((season.players[who].total for who in season.champions), default=0)
    more = [who for who in season.here() if season.champions and season.players[who].total > least]
    why = more or find_winning_total(season)
    facts = {"who": list(season.champions), "target": season.options.target}
    return [phrase("{who} reached {target:£} first and wins, whatever was lost after that.", **facts)] if why else []


def build_total_charts(season: Season) -> dict[str, list[int]]:
    """Return for each player still in the game the list of their totals at the end of each cycle, for a chart; for
    cycles before they joined, 0.
    """
    return {who: parse_number_row(player.chart) for who, player in season.players.items() if not player.gone}


def build_standing(place: int, who: str, player: Season7Player) -> Standing:
    """Build a player's line on the leaderboard: place and total, whether (and after whom) they have reached the target,
    booster, minigames, pledges and Access; no hidden squares.
    """
    shown: list[Words] = [phrase("has reached the target")] if player.reached and not player.behind else []
    if player.behind:
        shown.append(phrase("has reached the target, after {first}", first=player.behind))
    if player.booster:
        shown.append(format_booster(player.booster))
    shown += player.minigames
    if player.pledges:
        shown += map(format_pledge, player.pledges)
    if player.access:
        shown.append("Access")
    return Standing(place, who, player.total, shown)


@lru_cache(maxsize=512)
def format_booster(percent: int) -> Words:
    """Format a player's booster, a percentage, for display beside their name."""
    return phrase("{percent}% booster", percent=percent)


def format_pledge(pledge: Pledge) -> Words:
    """Format, for display, a pledge: a square that takes effect on its holder at the end of the round."""
    return phrase("{square}: {who}", square=pledge.name, who=pledge.about) if pledge.about else pledge.name


def build_round_panel(game: GameInPlay[Season], name: str, r: Season7Round) -> Panel:
    """Build what everybody may see of one round: open squares, lock-ins, players and notes, whose move it waits for
    (only in play), and its pictures until it is closed.
    """
    near, here = r.near, game.find_table(name)
    cells = {
        n: build_open_square(cell.face, cell.shown, near.get(n), cell.by)
        for n, cell in enumerate(r.cells, 1)
        if cell.open
    }
    return Panel(
        id=name,
        title=r.title,
        stage=STAGE_NAMES[r.stage],
        seats=[build_seat(r, who) for who in r.order],
        board=Board(r.rows, r.columns, cells, map_locked_squares(r)),
        to_move=list_round_movers(r, here) if r.stage == "play" else [],
        notes=[*list_round_notes(r), *list_hiding_habits(game.state, r)],
        pictures=[*here.pictures] if r.stage != "closed" else [],
    )


@lru_cache(maxsize=4096)  # views are drawn again after every move, and hardly a square is new
def build_open_square(face: str, shown: str, near: int | None, by: str) -> Cell:
    """Build the display of an open square: its face, how many bombs lie nearby, and who opened it."""
    kind = "bomb" if shown == "Bomb" else KINDS_BY_CATEGORY[tables.find_category(face)]
    return Cell(tables.format_square(shown or face), kind, note="" if near is None else str(near), who=by)


def list_players_waited_for(table: Table[Season]) -> list[str]:
    """Return the players whose answer a table (a round or minigame) waits for, who need not be those whose turn it is,
    each once. Secret questions count, too.
    """
    return [*dict.fromkeys([question.who for question in table.wait.questions])]


def list_round_movers(r: Season7Round, table: Table[Season]) -> list[str]:
    """Return the players for whose move a round waits; while two lock in their squares at the same time both, so that
    nobody sees which of them has chosen.
    """
    return r.list_living() if any(each.secret for each in table.wait.questions) else list_players_waited_for(table)


def build_seat(r: Season7Round, who: str) -> Place:
    """Build what everybody may see of a player's place in a round: status, gains, peeks left (while still in), lock-in,
    vote (once the board is laid), minigames won with the round, and effects such as Protect or turns owed.
    """
    seat = r.seats[who]
    shown = [*list_seat_gains(seat.gained, seat.peeks if seat.status == "in" else 0)]
    if seat.locked:
        shown.append(phrase("has locked {n}", n=seat.locked))
    if seat.immune:
        shown.append("Immunity")
    if seat.protected:
        shown.append("Protect")
    if seat.win_zone:
        shown.append(phrase("Win Zone {n}", n=seat.win_zone))
    if seat.vote and r.cells:
        shown.append(seat.vote)
    if seat.hypnotised:
        shown.append(phrase("hypnotised {n}", n=seat.hypnotised))
    if seat.owed:
        shown.append(phrase("owes {n}", n=seat.owed))
    if seat.misses:
        shown.append(phrase("misses a turn"))
    shown += seat.prizes
    return Place(who, seat.status, shown)


@lru_cache(maxsize=4096)  # for most it has not changed since somebody moved last
def list_seat_gains(gained: int, peeks: int) -> tuple[Words, ...]:
    """Return the texts that show what a player has gained or lost in the round so far and how many peeks they have
    left, each only if it is not 0.
    """
    text = "gained {amount:£}" if gained > 0 else "lost {amount:£}"
    brought = [phrase(text, amount=abs(gained))] if gained else []
    left = [phrase("{n} {n:peek|peeks}", n=peeks)] if peeks else []
    return *brought, *left


def list_hiding_habits(season: Season, r: Season7Round) -> list[Words]:
    """Return notes on where the players still in this round have hidden their last bombs, as was announced when these
    were found, those found in this round included; none once the turns of the round are over.
    """
    if r.stage not in ("seal", "play"):
        return []
    known = [(who, Counter(season.players[who].hiding_places)) for who in r.list_living()]
    return [
        phrase(
            "{who}'s last {n:bomb was|bombs were} on {squares}",
            who=who,
            n=places.total(),
            squares=[
                square if times == 1 else phrase("{square} ({n} times)", square=square, n=times)
                for square, times in places.items()
            ],
        )
        for who, places in known
        if places
    ]


def list_round_notes(r: Season7Round) -> list[Words]:
    """Return the notes on a round: effects and spells that are active, the Board Booster and, while bombs are hidden,
    how many players have done so or, in a Remain or Leave, voted.
    """
    shown: list[Words] = [*r.in_force]
    if r.spells:
        shown += [spell.name for spell in r.spells]
    if r.stage == "seal":
        here = [r.seats[who] for who in r.list_living()]
        if r.variant == "Remain or Leave":
            voted = sum(bool(seat.vote) for seat in here)
            shown.append(phrase("{n} of {all} players have voted", n=voted, all=len(here)))
        sealed = sum(len(seat.sealed) >= seat.bombs for seat in here)
        shown.append(phrase("{n} of {all} players {n:has|have} hidden a bomb", n=sealed, all=len(here)))
    if r.booster:
        shown.append(phrase("Board Booster {board}%", board=r.booster))
    return shown


def build_season7_booth_panel(game: GameInPlay[Season], name: str, booth: MinigameBooth) -> Panel:
    """Build what everybody may see of a minigame that is being played; while both players choose in secret it does not
    show who has answered.
    """
    seats, here = [Place(who, "in") for who in booth.players], game.find_table(name)
    waits = booth.players if any(question.secret for question in here.wait.questions) else list_players_waited_for(here)
    return Panel(name, booth.game, "in play", seats, to_move=[*waits], pictures=[*here.pictures])


def build_own_view(season: Season, who: str, rounds: Iterable[str]) -> OwnView:
    """Build the part of a view that only this player may see: held hidden squares and, for each of these rounds in
    which they sit, their sealed bombs, what they have learned about squares, and their private list of squares to try.
    """
    mine = OwnView(who)
    for hidden in season.players[who].hidden:
        mine.secrets.append(phrase("You have {hidden}.", hidden=hidden))
    for name in rounds:
        r = season.rounds[name]
        seat = r.seats[who]
        mine.notes[name] = list_own_notes(r, who, seat, all_hear=season.options.are_peeks_open())
        if seat.wishes:
            mine.secrets.append(build_event_phrase(ListNoted(seat.wishes)))
            mine.wishes[name] = [*seat.wishes]
    return mine


def list_own_notes(r: Season7Round, who: str, seat: Season7Seat, *, all_hear: bool) -> dict[int, SquareNote]:
    """Build notes, by square number, on what a player knows about single squares: their peeks, their own bombs, and
    what hidden squares told them. Peeks of others count if everybody shares them (`all_hear`), or if this player has
    borrowed them and is still in.
    """
    known: dict[int, SquareNote] = {}
    if r.peeks:
        borrows = all_hear or (who in r.borrowers and seat.status == "in")
        for eyes, n, category in r.peeks:
            if eyes == who or borrows:
                known[n] = build_peek_note(category)
    known |= {n: build_learned_note(words) for n, words in seat.learned.items()}
    for n in seat.sealed:
        if n:
            known[n] = YOUR_BOMB
    return known


@cache
def build_peek_note(category: int) -> SquareNote:
    """Build the note on a square for the player who peeked there: its category, or 0 for a bomb."""
    what = tables.CATEGORY_NAMES.get(category, "Bomb")
    return SquareNote(phrase("peeked: {what}", what=what), KINDS_BY_CATEGORY.get(category, "bomb"), what)


def build_learned_note(words: Words) -> SquareNote:
    """Build the note, for the player's own board, on a square of which one of their hidden squares has told them
    `words`; it looks like a bomb if that was a bomb.
    """
    return SquareNote(words, "bomb", "a Bomb") if words == SEEN_BOMB else SquareNote(words, seen=words)


# -- great scenes, as pictures for chats


def draw_fates(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Return a list with one picture for a chat, from the facts of an opened Blammo: its four squares in order, all
    open, with the one that was chosen marked.
    """
    behind = {facts["n"]: facts["face"]}
    for other in facts["others"]:
        found = read_phrase_facts(other)
        behind[found["n"]] = found["face"]
    cells = [
        Cell(behind[n], note=str(n), mark="chosen" if n == facts["n"] else "", kind="own" if n == facts["n"] else "")
        for n in sorted(behind)
    ]
    return [build_doors("", cells)]


def draw_square_00(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Return a list with one picture for a chat, from the facts of an opened Square 00: a door with the result, and the
    minigame that it adds, if any.
    """
    return [build_doors("", [Cell(facts["outcome"], "own", note=facts.get("minigame", ""))])]


def draw_deal(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Return a list with one picture for a chat, from the facts of a deal: everything that the bank pays the player who
    takes it.
    """
    return [build_pool(phrase("The bank pays"), [Cell(each, "cash") for each in facts["package"]])]


SEASON7_SCENES: Scenes = {
    events.BlammoOpened: draw_fates,
    events.DealMade: draw_deal,
    events.MegagridBombed: draw_no_picture,  # its table is seen as it was in the end
    events.MegagridClimbed: draw_no_picture,
    events.MegagridOpened: build_seats_drawer("winners"),
    events.Square00Opened: draw_square_00,
    events.SuperRoundSeated: build_seats_drawer("players"),
    events.TargetReached: draw_no_picture,
    events.TargetReachedTogether: build_seats_drawer("players"),
}
