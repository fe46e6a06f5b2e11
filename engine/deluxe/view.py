"""What the public and each player may see of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import structs

from engine.deluxe import events, tables
from engine.deluxe.assets import format_multiplier
from engine.deluxe.bench import find_slip_kind
from engine.deluxe.chance import CHANCE_PICTURE, JACKPOT_LETTERS, STRIKE
from engine.deluxe.season import RACE_TABLE
from engine.deluxe.state import (
    BenchHunt,
    BenchSlip,
    DeluxeBooth,
    DeluxeGrid,
    DeluxePlayer,
    DeluxeRace,
    DeluxeSeat,
    GridDeal,
    JackpotChance,
)
from engine.deluxe.state import DeluxeCell as Space
from engine.kernel.picture import SHUT_CELL, Cell, Grid, Look, Picture, Scenes, build_doors, draw_no_picture
from engine.kernel.table import GameInPlay
from engine.kernel.text import Told, Words, build_event_phrase, phrase
from engine.kernel.view import Board, OwnView, Panel, SquareNote, Standing, View
from engine.kernel.view import SeatLine as Place
from engine.race.events import ListNoted
from engine.race.table import parse_number_row


def format_toll_lane(deal: GridDeal, stake: int) -> Words:
    """Format the note beside the grid on a Toll Lane, an active deal: its owner, the column, and what other players pay
    for a space in it.
    """
    return phrase(
        "Toll Lane of {who}: other players pay {stake:$} for a space in column {n}", who=deal.who, n=deal.n, stake=stake
    )


def format_hot_potato(deal: GridDeal, stake: int) -> Words:
    """Format the note beside the grid on a Hot Potato, an active deal: who holds it, and what that player pays when a
    bomb goes off.
    """
    return phrase("Hot Potato: {who} holds it and pays {stake:$} when a bomb goes off", who=deal.who, stake=2 * stake)


def format_bounty(deal: GridDeal, stake: int) -> Words:
    """Format the note beside the grid on a Bounty, an active deal: who gets how much if a bomb puts which other player
    out.
    """
    return phrase(
        "Bounty: {who} gets {stake:$} if a bomb puts {about} out", who=deal.who, about=deal.about, stake=2 * stake
    )


def format_headliner(deal: GridDeal, _: int) -> Words:
    """Format the note beside the grid on a Headliner, an active effect: the player whose base of the win bonus counts
    twice.
    """
    return phrase("Headliner: {who}", who=deal.who)


def format_golden_ticket(deal: GridDeal, _: int) -> Words:
    """Format the note beside the grid on a Golden Ticket, an active effect: which player gets the Jackpot Chance if
    they win.
    """
    return phrase("Golden Ticket: {who}", who=deal.who)


def format_echo(deal: GridDeal, _: int) -> Words:
    """Format the note beside the grid on an Echo, an active effect: which player is also paid the next money that
    another one finds.
    """
    return phrase("Echo: {who}", who=deal.who)


def format_piggy_bank(deal: GridDeal, _: int) -> Words:
    """Format the note beside the grid on a Piggy Bank, an active deal: its owner, and the money in it, paid after a
    win.
    """
    return phrase("Piggy Bank of {who}: {n:$} after a win", who=deal.who, n=deal.n)


def format_handshake(deal: GridDeal, stake: int) -> Words:
    """Format the note beside the grid on a Handshake, an active deal: its two players, and what the winner pays if only
    one of them wins.
    """
    return phrase(
        "Handshake of {who} and {about}: if only one wins, the winner pays the other {stake:$}",
        who=deal.who,
        about=deal.about,
        stake=2 * stake,
    )


def format_encore(deal: GridDeal, _: int) -> Words:
    """Format the note beside the grid on an Encore, an active effect: which player may open two spaces, and in how many
    more turns.
    """
    return phrase("Encore: {who} may open two spaces a turn for {n} more {n:turn|turns}", who=deal.who, n=deal.n)


def format_apprentice(deal: GridDeal, _: int) -> Words:
    """Format the note beside the grid on an Apprentice, an active deal: who learns from whom."""
    return phrase("Apprentice: {who} learns from {about}", who=deal.who, about=deal.about)


def format_ice_cube(deal: GridDeal, _: int) -> Words:
    """Format the note beside the grid on an Ice Cube, an active effect: which space nobody can open, and until how many
    are open.
    """
    return phrase("Ice Cube: nobody can open space {n} until {until} spaces are open", n=deal.n, until=deal.until)


def format_phone_a_bench(deal: GridDeal, stake: int) -> Words:
    """Format the note beside the grid on a Phone a Bench call, an active deal: who told whom to open which space, and
    what each gets if it has no bomb.
    """
    return phrase(
        "{about} told {who} to open {n}: if it has no bomb, each gets {stake:$}",
        about=deal.about,
        n=deal.n,
        who=deal.who,
        stake=2 * stake,
    )


def format_kingmaker(deal: GridDeal, _: int) -> Words:
    """Format the note beside the grid on a Kingmaker, an active deal: who has chosen whom to win."""
    return phrase("Kingmaker: {who} gets more if {about} wins", who=deal.who, about=deal.about)


DEAL_FORMATTERS: Mapping[str, Callable[[GridDeal, int], Words]] = {
    "Toll Lane": format_toll_lane,
    "Hot Potato": format_hot_potato,
    "Bounty": format_bounty,
    "Headliner": format_headliner,
    "Golden Ticket": format_golden_ticket,
    "Echo": format_echo,
    "Piggy Bank": format_piggy_bank,
    "Handshake": format_handshake,
    "Encore": format_encore,
    "Apprentice": format_apprentice,
    "Ice Cube": format_ice_cube,
    "Phone a Bench": format_phone_a_bench,
    "Kingmaker": format_kingmaker,
}


def list_effects_in_force(race: DeluxeRace, r: DeluxeGrid) -> list[Words]:
    """Return the notes shown to everybody beside a grid: one on each Funky effect active on it and, while it is played,
    on each deal (such as a bounty) and on what players have put aside or still have coming there.
    """
    stake = tables.PHASES[race.phase].stake
    shown: list[Words] = [*r.in_force]
    if r.stage != "play":
        return shown
    shown += [
        DEAL_FORMATTERS[deal.name](deal, stake)
        for deal in r.deals
        if deal.name in DEAL_FORMATTERS and (deal.n or deal.name != "Encore")
    ]
    for who, seat in r.seats.items():
        if seat.coat:
            shown.append(
                phrase("Coat Check: {who} has put multiplier {times} away", who=who, times=format_multiplier(seat.coat))
            )
        if race.players[who].paper and seat.status == "in":
            shown.append(
                phrase(
                    "Paper Round: {who} gets money at each of the next {n} {n:pick|picks}",
                    who=who,
                    n=race.players[who].paper,
                )
            )
    if r.last_picks:
        shown.append(phrase("Last turns of this grid: {players}", players=r.last_picks))
    if r.thirst:
        shown.append(phrase("The grid ends when {n} spaces are still closed", n=r.thirst))
    return shown


GRID_STAGE_NAMES = {"seal": "hiding bombs", "play": "in play", "over": "over"}

DELUXE_CELL_KINDS = {
    tables.MONEY: "cash",
    tables.MULTIPLIER: "booster",
    tables.BOOST: "booster",
    tables.MINIGAME: "minigame",
    tables.CHANGER: "changer",
    tables.SPECIAL: "event",
    tables.FUNKY: "vintage",
    tables.ITEM: "event",
    tables.TRASH_PICKER: "event",
    tables.BOMB: "bomb",
}

DELUXE_TITLE = "Race to a Billion Deluxe"
CHANCE_SPACES = range(1, tables.SIZE + 1)
YOUR_BOMB = SquareNote(phrase("your bomb"), "bomb")
RISKS: Words = phrase("You always take the risk on Funky spaces.")


class SharedDeluxeView(NamedTuple):
    """Hold what is computed once for all views of a moment: the public view, and everybody's slips and hunts."""

    public: View
    slips: dict[str, BenchSlip]
    hunts: dict[str, BenchHunt]


def build_deluxe_view(game: GameInPlay[DeluxeRace], who: str) -> View:
    """Build everything that one player or spectator sees of the game: the public part, which is worked out once and
    kept in `game.seen` until the game moves, and what only that player may know (nothing for a spectator).
    """
    seen: SharedDeluxeView = game.seen or build_shared_deluxe_view(game)
    game.seen = seen
    return structs.replace(
        seen.public, own=build_own_deluxe_view(game.state, who, seen) if who in game.state.players else None
    )


def build_shared_deluxe_view(game: GameInPlay[DeluxeRace]) -> SharedDeluxeView:
    """Build, once for all viewers of this moment, the public display, and every player's bet and bomb hunt, each of
    which only its player is shown.
    """
    race = game.state
    return SharedDeluxeView(
        build_public_deluxe_view(game), {it.who: it for it in race.slips}, {it.who: it for it in race.hunts}
    )


def build_public_deluxe_view(game: GameInPlay[DeluxeRace]) -> View:
    """Build the part of the game's display that everybody sees."""
    race = game.state
    return View(
        title=DELUXE_TITLE,
        stage=phrase("Round {round}", round=race.round),
        target=race.options.target,
        currency="$",
        panels=[
            *(build_grid_panel(game, name, grid) for name, grid in race.grids.items()),
            *(build_deluxe_booth_panel(game, name, booth) for name, booth in race.booths.items()),
            *([build_chance_panel(race.chance, race.jackpot)] if race.chance else []),
        ],
        notes=list_race_notes(race),
        chart={who: parse_number_row(race.players[who].chart) for who in race.here()} if race.step == "over" else {},
        standings=[
            Standing(place, who, race.players[who].total, list_player_marks(race.players[who]))
            for place, who in race.rank_standings()
        ],
        over=race.step == "over",
        winners=race.champions,
    )


def list_race_notes(race: DeluxeRace) -> list[Words]:
    """Return the notes on the whole game that everybody sees: the zone, the Jackpot, the phase, and what is announced
    for later rounds.
    """
    shown: list[Words] = []
    if race.zone:
        shown.append(phrase("Special rules for {n} more {n:round|rounds}: {zone}", zone=race.zone, n=race.zone_left))
    if race.zone_next:
        shown.append(phrase("Special rules from round {round} on: {zone}", zone=race.zone_next, round=race.zone_from))
    shown += [phrase("Jackpot {jackpot:$}", jackpot=race.jackpot), format_phase(race.phase)]
    if race.coming:
        shown.append(phrase("Phase {n} begins with round {round}", n=race.phase + 1, round=race.coming))
    return shown


@lru_cache(maxsize=8)
def format_phase(n: int) -> Words:
    """Format for display the number of the economy's phase, and its stake (the unit of most payments)."""
    return phrase(
        "Phase {n}: a stake is {stake:$} (most amounts are counted in stakes)", n=n, stake=tables.PHASES[n].stake
    )


def list_player_marks(player: DeluxePlayer) -> list[Words]:
    """Return the notes on a player that everybody sees beside their score: boost, multiplier, wins in a row, items,
    money owed, and whether they are on deck (one win from winning the race).
    """
    shown = [format_boost(player.boost), format_multiplier_cached(player.times)]
    if player.row:
        shown.append(format_win_row(player.row))
    if player.items:
        shown += player.items
    if player.owed:
        shown.append(phrase("{owed:$k} owed", owed=player.owed))
    if player.on_deck:
        shown.append("On Deck")
    return shown


# What is shown again and again is put into words once: views are most of what a move costs.


@lru_cache(maxsize=512)
def format_boost(boost: int) -> Words:
    """Format a player's boost (the factor on found money) for display, such as 120 %."""
    return phrase("{percent}%", percent=boost)


@lru_cache(maxsize=512)
def format_multiplier_cached(tenths_of: int) -> Words:
    """Format a win-bonus multiplier, given in tenths, for display; results are cached because displays need them
    often.
    """
    return format_multiplier(tenths_of)


def format_boost_and_multiplier(boost: int, tenths_of: int) -> Words:
    """Format a player's boost and win-bonus multiplier, shown beside the grid, as one phrase."""
    return phrase("{percent}% {times}", percent=boost, times=format_multiplier(tenths_of))


def format_grid_gain(amount: int) -> Words:
    """Format in short form, for display, how much money the spaces of the current grid have brought a player."""
    text = "gained {amount:$k}" if amount > 0 else "lost {amount:$k}"
    return phrase(text, amount=abs(amount))


@lru_cache(maxsize=64)
def format_win_row(row: int) -> Words:
    """Format for display how many rounds a player has won in a row."""
    return phrase("{n} {n:win|wins} in a row", n=row)


def format_peeks_left(left: int) -> Words:
    """Format for display how many peeks a player has left."""
    return phrase("{n} {n:peek|peeks}", n=left)


@lru_cache(maxsize=64)
def build_peek_note(what: Words) -> SquareNote:
    """Build the note that a player sees on a space at which they have peeked: what kind of thing lies there."""
    return SquareNote(phrase("peeked: {what}", what=what), DELUXE_CELL_KINDS.get(str(what), ""), what)


def build_grid_panel(game: GameInPlay[DeluxeRace], name: str, r: DeluxeGrid) -> Panel:
    """Build the display of the grid called `name` that everybody sees: its players, notes and spaces, the closed ones
    face up only once the grid is over.
    """
    cells = {n: build_open_cell(cell.shown or cell.face, cell.by) for n, cell in enumerate(r.cells, 1) if cell.open}
    if r.stage == "over":
        cells |= {n: build_revealed_cell(cell) for n, cell in enumerate(r.cells, 1) if not cell.open}
    locked = {
        n: who for who, seat in r.seats.items() if seat.locked or seat.second_lock for n in list_locked_spaces(seat)
    }
    return Panel(
        id=name,
        title=r.title,
        stage=GRID_STAGE_NAMES[r.stage],
        seats=[build_grid_seat(r, who, game.state.players[who]) for who in r.order],
        board=Board(r.rows, r.columns, cells, locked),
        to_move=list_asked_players(game, name) if r.stage == "play" else [],
        notes=[*list_effects_in_force(game.state, r), *list_bomb_notes(r)],
        pictures=[*game.find_table(name).pictures] if r.stage != "over" else [],
    )


@lru_cache(maxsize=8192)
def build_open_cell(face: str, who: str) -> Cell:
    """Build the display of an open space: what lies there and who opened it."""
    return Cell(tables.format_face(face), find_cell_kind(face), who=who)


def find_cell_kind(face: str) -> str:
    """Return the kind by which an open space is coloured; money that is lost has one of its own."""
    lost = (tables.parse_cash_face(face) or 0) < 0
    return "loss" if lost else DELUXE_CELL_KINDS[tables.find_space_kind(face)]


def build_revealed_cell(cell: Space) -> Cell:
    """Build the display of a space that nobody has opened, as it is shown once the grid is over: a bomb that could go
    off, or what lay there.
    """
    return build_open_cell(tables.BOMB if cell.bombs and not cell.dud else cell.face, "")


def list_locked_spaces(seat: DeluxeSeat) -> list[int]:
    """Return the spaces that a player has locked for their next turn, the first lock first: none, one, or two with a
    Padlock.
    """
    return [n for n in (seat.locked, seat.second_lock) if n]


def list_asked_players(game: GameInPlay[DeluxeRace], name: str) -> list[str]:
    """Return the players who have an open question at the table of this name, so that play there waits for them."""
    return list(dict.fromkeys(question.who for question in game.find_table(name).wait.questions))


def build_grid_seat(r: DeluxeGrid, who: str, player: DeluxePlayer) -> Place:
    """Build the public display of a player's place on a grid: status, boost, multiplier, and more notes; in the mini
    games of a tie-break the status alone, because nobody peeks or locks there.
    """
    seat = r.seats[who]
    if r.mini:
        return Place(who, seat.status)
    locked = seat.locked, seat.second_lock
    return build_grid_seat_cached(
        who, seat.status, player.boost, player.times, player.row, seat.gained, *locked, seat.peeks
    )


@lru_cache(maxsize=4096)  # from one moment to the next most places stay what they were
def build_grid_seat_cached(
    who: str, status: str, boost: int, tenths_of: int, row: int, brought: int, lock: int, other_lock: int, left: int
) -> Place:
    """Build the public display of a player's place on a grid from these values: `brought` is the money that the grid's
    spaces have paid them, `lock` and `other_lock` are the spaces they have locked (0 for none), `left` is how many
    peeks they have left. Results are cached, because few places change between two displays.
    """
    shown: list[Words] = [format_boost_and_multiplier(boost, tenths_of)] if boost else []
    if row:
        shown.append(format_win_row(row))
    if brought:
        shown.append(format_grid_gain(brought))
    shown += [phrase("has locked {n}", n=n) for n in (lock, other_lock) if n]
    if left and status == "in":
        shown.append(format_peeks_left(left))
    return Place(who, status, shown)


def list_bomb_notes(r: DeluxeGrid) -> list[Words]:
    """Return, as a list, the note shown beside a grid on its bombs: how many of the players who have not left have
    hidden theirs or, once play has begun, how many bombs there may be in all. The list is empty when the grid is over,
    and in the play of a mini game.
    """
    if r.stage == "seal":
        here = [r.seats[who] for who in r.list_living()]
        sealed = sum(len(seat.sealed) >= seat.bombs for seat in here)
        return [phrase("{n} of {all} players {n:has|have} hidden a bomb", n=sealed, all=len(here))]
    return [phrase("{n} {n:bomb|bombs} possible", n=r.possible)] if r.stage == "play" and not r.mini else []


def build_deluxe_booth_panel(game: GameInPlay[DeluxeRace], name: str, booth: DeluxeBooth) -> Panel:
    """Build the public display of a minigame in progress; while both players choose in secret it does not show who has
    answered.
    """
    seats, here = [Place(who, "in") for who in booth.players], game.find_table(name)
    hidden = any(question.secret for question in here.wait.questions)
    waits = [*booth.players] if hidden else list_asked_players(game, name)
    return Panel(name, booth.game, "in play", seats, to_move=waits, pictures=[*here.pictures])


def build_chance_panel(it: JackpotChance, jackpot: int) -> Panel:
    """Build the display of a Jackpot Chance (the bonus game for the Jackpot): 20 spaces, of which those already chosen
    are open.
    """
    cells = [
        build_chance_cell(it.spaces[n - 1]) if n in it.opened else Cell(str(n), SHUT_CELL, value=n)
        for n in CHANCE_SPACES
    ]
    strikes = phrase("{n} of {all} {all:strike|strikes}", n=it.strikes, all=tables.CHANCE_STRIKES)
    drawn = Grid(id=CHANCE_PICTURE, columns=tables.COLUMNS, cells=cells, look=build_chance_look(it, jackpot, strikes))
    seats = [Place(it.who, "in")]
    return Panel(
        RACE_TABLE,
        "Jackpot Chance",
        GRID_STAGE_NAMES["play"],
        seats,
        to_move=[it.who],
        notes=[strikes],
        pictures=[drawn],
    )


def build_chance_look(it: JackpotChance, jackpot: int, strikes: Words) -> Look:
    """Build the texts with which a web page draws a Jackpot Chance (the bonus game): the Jackpot, the strikes, and
    which letters are found.
    """
    found = {it.spaces[n - 1] for n in it.opened}
    return Look(
        name="jackpot",
        pot=phrase("{jackpot:$}", jackpot=jackpot),
        label=phrase("Jackpot"),
        lives=strikes,
        know=[
            phrase("each letter is on two spaces"),
            phrase(
                "{n} of the {all} spaces are wrong (strikes)", n=tables.CHANCE.count(STRIKE), all=len(tables.CHANCE)
            ),
        ],
        go=phrase("Open {what}", what="#"),
        feet=[*JACKPOT_LETTERS],
        tails=["found" if letter in found else "" for letter in JACKPOT_LETTERS],
    )


def build_chance_cell(what: str) -> Cell:
    """Build the display of an open space of a Jackpot Chance (the bonus game): a letter, a strike, or cash."""
    cash = tables.parse_cash_face(what)
    if cash:
        return Cell(phrase("{amount:$k}", amount=cash), "cash")
    return Cell(what, "bomb" if what == STRIKE else "event")


def build_own_deluxe_view(race: DeluxeRace, who: str, seen: SharedDeluxeView) -> OwnView:
    """Build the part of the game's display that only this player may see: own bombs, what peeks told, list of squares,
    bet, bomb hunt, and choices made in advance.
    """
    secrets: list[Words] = []
    notes: dict[str, dict[int, SquareNote]] = {}
    wishes: dict[str, list[int]] = {}
    for name, r in race.grids.items():
        seat = r.seats.get(who)
        if seat is not None:
            notes[name] = build_own_notes(seat)
            if seat.wishes:
                secrets.append(build_event_phrase(ListNoted(seat.wishes)))
                wishes[name] = [*seat.wishes]
    if who in seen.slips:
        secrets.append(format_own_slip(seen.slips[who]))
    if who in seen.hunts:
        secrets.append(format_own_hunt(seen.hunts[who]))
    player = race.players[who]
    if player.risks:
        secrets.append(RISKS)
    if player.mate or player.own_size is not None:
        secrets += format_leader_choices(player.own_size, player.mate)
    return OwnView(who, secrets, notes, {}, wishes)


def format_own_slip(it: BenchSlip) -> Words:
    """Describe for a player their own bet on a winner, which others do not see until the round is settled."""
    whole, rest = divmod(it.odds, 10)
    return phrase(
        "Your bet: {on} {kind}, at odds of {whole}.{rest}.",
        on=it.on,
        kind=find_slip_kind(it),
        whole=whole,
        rest=rest,
    )


def format_own_hunt(it: BenchHunt) -> Words:
    """Describe for a player their own bomb hunt (where they predict bombs), which others do not see until the round is
    settled.
    """
    return phrase(
        "You look for bombs on spaces {spaces}, and get {price:$} for each bomb.", spaces=it.spaces, price=it.price
    )


@lru_cache(maxsize=1024)
def format_leader_choices(own_size: int | None, mate: str) -> tuple[Words, ...]:
    """Describe for a player what they have chosen in advance in case they lead a round: the players on their grid, and
    whom to sit with.
    """
    shown: list[Words] = []
    if own_size is not None:
        sizes = (
            phrase("{n} players on your grid", n=own_size) if own_size else phrase("equally many players on all grids")
        )
        shown.append(phrase("If you become the leader, you want: {sizes}.", sizes=sizes))
    if mate:
        shown.append(phrase("If you become the leader, {mate} will play on your grid.", mate=mate))
    return tuple(shown)


def build_own_notes(seat: DeluxeSeat) -> dict[int, SquareNote]:
    """Return, by number of the space, the notes that only this player sees on spaces: their own bombs, and what peeks
    told them.
    """
    bombs = {n: YOUR_BOMB for n in seat.sealed if n}
    return {**{n: build_peek_note(what) for n, what in seat.learned.items()}, **bombs} if seat.learned else bombs


# -- great scenes, as pictures for chats

ABREAST = 6  # doors


def draw_claimed_spaces(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Draw for a chat the closed spaces of which a player claims that only bombs are left on them (Failsafe)."""
    return _draw_spaces(facts, SHUT_CELL)


def draw_found_bombs(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Draw for a chat the spaces of a right Failsafe call (the claim that only bombs are left), all open with their
    bombs.
    """
    return _draw_spaces(facts, "bomb")


def _draw_spaces(facts: Mapping[str, Any], kind: str) -> list[Picture]:
    """Return a picture for a chat of the spaces whose numbers are in `facts["spaces"]`, side by side, each shown as a
    cell of this kind.
    """
    cells = [Cell(str(n), kind) for n in facts["spaces"]]
    return [build_doors("", cells, min(ABREAST, len(cells)))]


DELUXE_SCENES: Scenes = {
    events.FailsafeCalled: draw_claimed_spaces,
    events.FailsafeRight: draw_found_bombs,
    events.FailsafeWrong: draw_claimed_spaces,
    events.JackpotWon: draw_no_picture,
    events.OnDeck: draw_no_picture,
    events.ZoneEntered: draw_no_picture,
    events.ZoneLeft: draw_no_picture,
}
