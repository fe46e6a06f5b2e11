"""What the public and each player may see of a game."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from engine.deluxe import tables
from engine.deluxe.bench import kind
from engine.deluxe.chance import SPACES, STRIKE
from engine.deluxe.in_force import in_force
from engine.deluxe.seats import RACE
from engine.deluxe.state import Booth, Chance, Grid, Hunt, Player, Race, Seat, Slip
from engine.deluxe.state import Cell as Space
from engine.deluxe.verbs import tenths
from engine.kernel.game import Game
from engine.kernel.picture import SHUT, Cell
from engine.kernel.picture import Grid as Picture
from engine.kernel.text import Words, as_phrase, phrase
from engine.kernel.view import Board, Own, Panel, Standing, View, crowned
from engine.kernel.view import Seat as Place
from engine.race.events import ListNoted
from engine.race.numbers import numbers

STAGES = {"seal": "sealing bombs", "play": "in play", "over": "over"}
KINDS = {
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
TITLE = "Race to a Billion Deluxe"
CHANCE_SPACES = range(1, tables.SIZE + 1)
YOUR_BOMB: Words = phrase("your bomb")
RISKS: Words = phrase("You take the risk of every Funky space.")


class Seen(NamedTuple):
    """What is worked out once for all views of a moment: what everybody sees, and who has betted and hunted."""

    public: View
    slips: dict[str, Slip]
    hunts: dict[str, Hunt]


def view(game: Game[Race], who: str) -> View:
    """The game for one pair of eyes: what everybody sees, and what is only theirs."""
    seen: Seen = game.seen or seen_now(game)
    game.seen = seen
    return structs.replace(seen.public, own=own(game.state, who, seen) if who in game.state.players else None)


def seen_now(game: Game[Race]) -> Seen:
    """Each player has one slip and one hunt a round."""
    race = game.state
    return Seen(public(game), {it.who: it for it in race.slips}, {it.who: it for it in race.hunts})


def public(game: Game[Race]) -> View:
    """What everybody sees."""
    race = game.state
    return View(
        title=TITLE,
        stage=phrase("Round {round}", round=race.round),
        target=race.options.target,
        currency="$",
        panels=[
            *(grid_panel(game, name, grid) for name, grid in race.grids.items()),
            *(booth_panel(game, name, booth) for name, booth in race.booths.items()),
            *([chance_panel(race.chance)] if race.chance else []),
        ],
        notes=notes(race),
        chart={who: numbers(race.players[who].chart) for who in race.here()} if race.step == "over" else {},
        standings=crowned(
            [
                Standing(place, who, race.players[who].total, marks(race.players[who]))
                for place, who in race.standings()
            ],
            race.champions,
        ),
        over=race.step == "over",
        winners=race.champions,
    )


def notes(race: Race) -> list[Words]:
    """What concerns the whole game: the zone, the Jackpot, the phase, and what is to come."""
    shown: list[Words] = []
    if race.zone:
        shown.append(phrase("{zone}, for {n} more {n:round|rounds}", zone=race.zone, n=race.zone_left))
    if race.zone_next:
        shown.append(phrase("{zone} from round {round} on", zone=race.zone_next, round=race.zone_from))
    shown += [phrase("Jackpot {jackpot:$}", jackpot=race.jackpot), phase(race.phase)]
    if race.coming:
        shown.append(phrase("Phase {n} begins with round {round}", n=race.phase + 1, round=race.coming))
    return shown


@lru_cache(maxsize=8)
def phase(n: int) -> Words:
    """The phase, with the sum that rules call a stake."""
    return phrase("Phase {n}: a stake is {stake:$}", n=n, stake=tables.PHASES[n].stake)


def marks(player: Player) -> list[Words]:
    """What is public of a player besides the score."""
    shown = [percent(player.boost), times(player.times)]
    if player.row:
        shown.append(wins(player.row))
    if player.items:
        shown += player.items
    if player.owed:
        shown.append(phrase("{owed:$k} owed", owed=player.owed))
    if player.on_deck:
        shown.append("On Deck")
    return shown


# What is shown again and again is put into words once: views are most of what a move costs.


@lru_cache(maxsize=512)
def percent(boost: int) -> Words:
    """A boost as it is read."""
    return phrase("{percent}%", percent=boost)


@lru_cache(maxsize=512)
def times(tenths_of: int) -> Words:
    """A multiplier as it is read."""
    return tenths(tenths_of)


def counts(boost: int, tenths_of: int) -> Words:
    """Boost and multiplier in one word, for beside the board."""
    return phrase("{percent}% {times}", percent=boost, times=tenths(tenths_of))


def gained(amount: int) -> Words:
    """What the grid's spaces have brought, in a few letters."""
    text = "gained {amount:$k}" if amount > 0 else "lost {amount:$k}"
    return phrase(text, amount=abs(amount))


@lru_cache(maxsize=64)
def wins(row: int) -> Words:
    """A row of wins as it is read."""
    return phrase("{n} in a row", n=row)


def peeks(left: int) -> Words:
    """The peeks that somebody has left, as they are read."""
    return phrase("{n} {n:peek|peeks}", n=left)


@lru_cache(maxsize=64)
def told_by_a_peek(what: Words) -> Words:
    """A space at which somebody has peeked, as only they read it."""
    return phrase("peeked: {what}", what=what)


def grid_panel(game: Game[Race], name: str, r: Grid) -> Panel:
    """A grid as everybody sees it."""
    cells = {n: open_space(cell.shown or cell.face, cell.by) for n, cell in enumerate(r.cells, 1) if cell.open}
    if r.stage == "over":
        cells |= {n: laid_open(cell) for n, cell in enumerate(r.cells, 1) if not cell.open}
    locked = {n: who for who, seat in r.seats.items() if seat.locked or seat.second_lock for n in locks(seat)}
    return Panel(
        id=name,
        title=r.title,
        stage=STAGES[r.stage],
        seats=[place(r, who, game.state.players[who]) for who in r.order],
        board=Board(r.rows, r.columns, cells, locked),
        to_move=asked(game, name) if r.stage == "play" else [],
        notes=[*in_force(game.state, r), *count(r)],
        pictures=[*game.look(name).pictures] if r.stage != "over" else [],
    )


@lru_cache(maxsize=8192)
def open_space(face: str, who: str) -> Cell:
    """A space that is open, and who has opened it."""
    return Cell(tables.words(face), KINDS[tables.kind(face)], who=who)


def laid_open(cell: Space) -> Cell:
    """A space that stayed closed, when the grid is over: the bomb, or what nobody found."""
    return open_space(tables.BOMB if cell.bombs and not cell.dud else cell.face, "")


def locks(seat: Seat) -> list[int]:
    """What somebody has locked: one space, or two with a Padlock."""
    return [n for n in (seat.locked, seat.second_lock) if n]


def asked(game: Game[Race], name: str) -> list[str]:
    """Everybody for whom a table waits."""
    return list(dict.fromkeys(question.who for question in game.look(name).wait.questions))


def place(r: Grid, who: str, player: Player) -> Place:
    """A player's place on a grid as everybody sees it, with what counts there."""
    seat = r.seats[who]
    locked = seat.locked, seat.second_lock
    if r.mini:
        return placed(who, seat.status, 0, 0, 0, 0, *locked, seat.peeks)
    return placed(who, seat.status, player.boost, player.times, player.row, seat.gained, *locked, seat.peeks)


@lru_cache(maxsize=4096)  # from one moment to the next most places stay what they were
def placed(
    who: str, status: str, boost: int, tenths_of: int, row: int, brought: int, lock: int, other_lock: int, left: int
) -> Place:
    """The same, in words."""
    shown: list[Words] = [counts(boost, tenths_of)] if boost else []
    if row:
        shown.append(wins(row))
    if brought:
        shown.append(gained(brought))
    shown += [phrase("locked in {n}", n=n) for n in (lock, other_lock) if n]
    if left and status == "in":
        shown.append(peeks(left))
    return Place(who, status, shown)


def count(r: Grid) -> list[Words]:
    """How many have sealed, and how many bombs there could be."""
    if r.stage == "seal":
        sealed = sum(len(seat.sealed) >= seat.bombs for seat in r.seats.values())
        return [phrase("{n} of {all} {n:has|have} sealed", n=sealed, all=len(r.seats))]
    return [phrase("{n} {n:bomb|bombs} possible", n=r.possible)] if r.stage == "play" and not r.mini else []


def booth_panel(game: Game[Race], name: str, booth: Booth) -> Panel:
    """A minigame as everybody sees it."""
    seats = [Place(who, "in") for who in booth.players]
    pictures = [*game.look(name).pictures]
    return Panel(name, booth.game, "in play", seats, to_move=asked(game, name), pictures=pictures)


def chance_panel(it: Chance) -> Panel:
    """A Jackpot Chance as everybody sees it: 20 spaces, those that have been named open."""
    cells = [shown_space(it.spaces[n - 1]) if n in it.opened else Cell(str(n), SHUT, value=n) for n in CHANCE_SPACES]
    strikes = phrase("{n} of {all} {all:strike|strikes}", n=it.strikes, all=tables.CHANCE_STRIKES)
    drawn = Picture(id=SPACES, columns=tables.COLUMNS, cells=cells)
    seats = [Place(it.who, "in")]
    return Panel(RACE, "Jackpot Chance", STAGES["play"], seats, to_move=[it.who], notes=[strikes], pictures=[drawn])


def shown_space(what: str) -> Cell:
    """An open space of a Jackpot Chance: a letter, a strike, cash."""
    cash = tables.cash(what)
    if cash:
        return Cell(phrase("{amount:$k}", amount=cash), "cash")
    return Cell(what, "bomb" if what == STRIKE else "event")


def own(race: Race, who: str, seen: Seen) -> Own:
    """What only this player may see: bombs sealed, what peeks have told, lists, slips and hunts."""
    secrets: list[Words] = []
    marks: dict[str, dict[int, Words]] = {}
    wishes: dict[str, list[int]] = {}
    for name, r in race.grids.items():
        seat = r.seats.get(who)
        if seat is not None:
            marks[name] = own_marks(seat)
            if seat.wishes:
                secrets.append(as_phrase(ListNoted(seat.wishes)))
                wishes[name] = [*seat.wishes]
    if who in seen.slips:
        secrets.append(slip(seen.slips[who]))
    if who in seen.hunts:
        secrets.append(hunt(seen.hunts[who]))
    player = race.players[who]
    if player.risks:
        secrets.append(RISKS)
    if player.mate or player.own_size is not None:
        secrets += if_leading(player.own_size, player.mate)
    return Own(who, secrets, marks, {}, wishes)


def slip(it: Slip) -> Words:
    """One's own slip, which is told to nobody else before the round is settled."""
    whole, rest = divmod(it.odds, 10)
    return phrase("Your slip: {on} {kind}, at {whole}.{rest}.", on=it.on, kind=kind(it), whole=whole, rest=rest)


def hunt(it: Hunt) -> Words:
    """One's own hunt, which is told to nobody else before the round is settled."""
    return phrase("Your hunt: {spaces}, at {price:$} a bomb.", spaces=it.spaces, price=it.price)


@lru_cache(maxsize=1024)
def if_leading(own_size: int | None, mate: str) -> tuple[Words, ...]:
    """What one has filed ahead for leading a round."""
    shown: list[Words] = []
    if own_size is not None:
        sizes = phrase("{n} on your grid", n=own_size) if own_size else phrase("even grids")
        shown.append(phrase("Should you lead: {sizes}.", sizes=sizes))
    if mate:
        shown.append(phrase("Should you lead: {mate} on your grid.", mate=mate))
    return tuple(shown)


def own_marks(seat: Seat) -> dict[int, Words]:
    """What a player knows of single spaces."""
    bombs = {n: YOUR_BOMB for n in seat.sealed if n}
    return {**{n: told_by_a_peek(what) for n, what in seat.learned.items()}, **bombs} if seat.learned else bombs
