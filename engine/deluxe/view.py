"""What the public and each player may see of a game."""

from __future__ import annotations

from msgspec import structs

from engine.deluxe import tables
from engine.deluxe.bench import kind
from engine.deluxe.state import Booth, Grid, Player, Race, Seat
from engine.deluxe.verbs import tenths
from engine.kernel.game import Game
from engine.kernel.picture import Cell
from engine.kernel.text import Words, phrase
from engine.kernel.view import Board, Own, Panel, Standing, View
from engine.kernel.view import Seat as Place

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


def view(game: Game[Race], who: str) -> View:
    """The game for one pair of eyes: what everybody sees, and what is only theirs."""
    game.seen = seen = game.seen or public(game)
    return structs.replace(seen, own=own(game.state, who) if who in game.state.players else None)


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
        ],
        notes=notes(race),
        chart={who: race.players[who].chart for who in race.here()},
        standings=[
            Standing(place, who, race.players[who].total, marks(race.players[who])) for place, who in race.standings()
        ],
        over=race.step == "over",
    )


def notes(race: Race) -> list[Words]:
    """What concerns the whole game: the zone, the Jackpot, the phase, and what is to come."""
    shown: list[Words] = []
    if race.zone:
        shown.append(phrase("{zone}, for {n} more {n:round|rounds}", zone=race.zone, n=race.zone_left))
    if race.zone_next:
        shown.append(phrase("{zone} from round {round} on", zone=race.zone_next, round=race.zone_from))
    shown += [phrase("Jackpot {jackpot:$}", jackpot=race.jackpot), phrase("Phase {n}", n=race.phase)]
    if race.coming:
        shown.append(phrase("Phase {n} begins with round {round}", n=race.phase + 1, round=race.coming))
    return shown


def marks(player: Player) -> list[Words]:
    """What is public of a player besides the score."""
    shown: list[Words] = [phrase("{percent}%", percent=player.boost), tenths(player.times)]
    shown += [phrase("{n} in a row", n=player.row)] if player.row else []
    shown += player.items
    shown += [phrase("{owed:$k} owed", owed=player.owed)] if player.owed else []
    return [*shown, *(["On Deck"] if player.on_deck else [])]


def grid_panel(game: Game[Race], name: str, r: Grid) -> Panel:
    """A grid as everybody sees it."""
    cells = {
        n: Cell(tables.words(cell.shown or cell.face), KINDS[tables.kind(cell.shown or cell.face)], who=cell.by)
        for n, cell in enumerate(r.cells, 1)
        if cell.open
    }
    locked = {n: who for who, seat in r.seats.items() for n in (seat.locked, seat.second_lock) if n}
    return Panel(
        id=name,
        title=r.title,
        stage=STAGES[r.stage],
        seats=[place(r, who) for who in r.order],
        board=Board(r.rows, r.columns, cells, locked),
        to_move=asked(game, name) if r.stage == "play" else [],
        notes=in_force(r),
        pictures=[*game.look(name).pictures] if r.stage != "over" else [],
    )


def asked(game: Game[Race], name: str) -> list[str]:
    """Everybody for whom a table waits."""
    return list(dict.fromkeys(question.who for question in game.look(name).wait.questions))


def place(r: Grid, who: str) -> Place:
    """A player's place on a grid as everybody sees it."""
    seat = r.seats[who]
    shown: list[Words] = []
    if seat.gained:
        text = "gained {amount:$}" if seat.gained > 0 else "lost {amount:$}"
        shown.append(phrase(text, amount=abs(seat.gained)))
    if seat.locked or seat.second_lock:
        shown += [phrase("locked in {n}", n=n) for n in (seat.locked, seat.second_lock) if n]
    if seat.status == "in" and seat.peeks:
        shown.append(phrase("{n} {n:peek|peeks}", n=seat.peeks))
    return Place(who, seat.status, shown)


def in_force(r: Grid) -> list[Words]:
    """What is in force on a grid, and how many bombs there could be."""
    shown: list[Words] = [*r.in_force]
    if r.stage == "seal":
        sealed = sum(len(seat.sealed) >= seat.bombs for seat in r.seats.values())
        shown.append(phrase("{n} of {all} {n:has|have} sealed", n=sealed, all=len(r.seats)))
    elif r.stage == "play" and not r.mini:
        shown.append(phrase("{n} {n:bomb|bombs} possible", n=r.possible))
    return shown


def booth_panel(game: Game[Race], name: str, booth: Booth) -> Panel:
    """A minigame as everybody sees it."""
    seats = [Place(who, "in") for who in booth.players]
    pictures = [*game.look(name).pictures]
    return Panel(name, booth.game, "in play", seats, to_move=asked(game, name), pictures=pictures)


def own(race: Race, who: str) -> Own:
    """What only this player may see: bombs sealed, what peeks have told, lists, slips and hunts."""
    mine = Own(who)
    for name, r in race.grids.items():
        seat = r.seats.get(who)
        if seat is not None:
            mine.marks[name] = own_marks(seat)
            if seat.wishes:
                mine.secrets.append(phrase("Your list: {squares}.", squares=seat.wishes))
                mine.wishes[name] = [*seat.wishes]
    mine.secrets += on_the_bench(race, who)
    mine.secrets += standing_orders(race.players[who])
    return mine


def on_the_bench(race: Race, who: str) -> list[Words]:
    """One's own slip and hunt, which are told to nobody else before the round is settled."""
    shown: list[Words] = []
    for it in race.slips:
        if it.who == who:
            whole, rest = divmod(it.odds, 10)
            shown.append(
                phrase("Your slip: {on} {kind}, at {whole}.{rest}.", on=it.on, kind=kind(it), whole=whole, rest=rest)
            )
    return shown + [
        phrase("Your hunt: {spaces}, at {price:$} a bomb.", spaces=it.spaces, price=it.price)
        for it in race.hunts
        if it.who == who
    ]


def standing_orders(player: Player) -> list[Words]:
    """What one has filed ahead."""
    shown: list[Words] = []
    if player.risks:
        shown.append(phrase("You take the risk of every Funky space."))
    if player.own_size is not None:
        sizes = phrase("{n} on your grid", n=player.own_size) if player.own_size else phrase("even grids")
        shown.append(phrase("Should you lead: {sizes}.", sizes=sizes))
    if player.mate:
        shown.append(phrase("Should you lead: {mate} on your grid.", mate=player.mate))
    return shown


def own_marks(seat: Seat) -> dict[int, Words]:
    """What a player knows of single spaces."""
    peeked: dict[int, Words] = {n: phrase("peeked: {what}", what=what) for n, what in seat.learned.items()}
    return peeked | {n: phrase("your bomb") for n in seat.sealed if n}
