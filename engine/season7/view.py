"""What the public and each player may see of a season."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from engine.kernel.game import Game
from engine.kernel.picture import Cell
from engine.kernel.table import Table
from engine.kernel.text import Words, as_phrase, phrase
from engine.kernel.view import Board, Own, Panel, Standing, View, crowned
from engine.kernel.view import Seat as Place
from engine.race import locks
from engine.race.events import ListNoted
from engine.race.numbers import numbers
from engine.season7 import tables
from engine.season7.state import Booth, Player, Pledge, Round, Season, Seat

KINDS = {1: "loss", 2: "cash", 3: "cash", 4: "booster", 5: "minigame", 6: "event", 7: "changer", 8: "vintage"}
STAGES = {
    "seal": "sealing bombs",
    "play": "in play",
    "bonus": "win bonus",
    "minigames": "minigames",
    "closed": "closed",
}
YOUR_BOMB: Words = phrase("your bomb")


class Seen(NamedTuple):
    """What is worked out once for all views of a moment: what everybody sees, and in which rounds each has a seat."""

    public: View
    rounds: dict[str, list[str]]


def view(game: Game[Season], who: str) -> View:
    """The season for one pair of eyes: what everybody sees, and what is only theirs."""
    seen: Seen = game.seen or seen_now(game)
    season, game.seen = game.state, seen
    if who not in season.players:
        return seen.public
    return structs.replace(seen.public, own=own(season, who, seen.rounds.get(who, ())))


def seen_now(game: Game[Season]) -> Seen:
    """Most players have a seat in one round of many."""
    seated: dict[str, list[str]] = {}
    for name, r in game.state.rounds.items():
        for who in r.seats:
            seated.setdefault(who, []).append(name)
    return Seen(public(game), seated)


def public(game: Game[Season]) -> View:
    """What everybody sees."""
    season = game.state
    return View(
        title="Race to a Billion",
        stage=phrase("Cycle {cycle}", cycle=season.cycle),
        target=season.options.target,
        currency="£",
        panels=[
            *[round_panel(game, name, r) for name, r in season.rounds.items()],
            *[booth_panel(game, name, booth) for name, booth in season.booths.items()],
        ],
        chart=charts(season) if season.phase == "over" else {},
        standings=crowned(
            [standing(place, who, season.players[who]) for place, who in season.standings()], season.champions
        ),
        notes=ends(season),
        over=season.phase == "over",
        winners=season.champions,
    )


def ends(season: Season) -> list[Words]:
    """Why somebody has won who has not the most."""
    least = min((season.players[who].total for who in season.champions), default=0)
    more = season.champions and any(season.players[who].total > least for who in season.here())
    return [phrase("Only those who have reached {target:£} could win.", target=season.options.target)] if more else []


def charts(season: Season) -> dict[str, list[int]]:
    """How everybody's total came about."""
    return {who: numbers(player.chart) for who, player in season.players.items() if not player.gone}


def standing(place: int, who: str, player: Player) -> Standing:
    """One line of the leaderboard, with what else is public of a player."""
    shown: list[Words] = [phrase("has reached the target")] if player.reached and not player.behind else []
    if player.behind:
        shown.append(phrase("has reached the target after {first}", first=player.behind))
    if player.booster:
        shown.append(boosts(player.booster))
    shown += player.minigames
    if player.pledges:
        shown += map(promise, player.pledges)
    if player.access:
        shown.append("Access")
    return Standing(place, who, player.total, shown)


@lru_cache(maxsize=512)
def boosts(percent: int) -> Words:
    """How strong a player's booster is."""
    return phrase("{percent}% booster", percent=percent)


def promise(pledge: Pledge) -> Words:
    """A square that waits for the end of the round."""
    return phrase("{square}: {who}", square=pledge.name, who=pledge.about) if pledge.about else pledge.name


def round_panel(game: Game[Season], name: str, r: Round) -> Panel:
    """A round as everybody sees it."""
    near, here = r.near, game.look(name)
    cells = {n: square(cell.face, cell.shown, near.get(n), cell.by) for n, cell in enumerate(r.cells, 1) if cell.open}
    return Panel(
        id=name,
        title=r.title,
        stage=STAGES[r.stage],
        seats=[place(r, who) for who in r.order],
        board=Board(r.rows, r.columns, cells, locks.locked(r)),
        to_move=asked(here) if r.stage == "play" else [],
        notes=notes(r),
        pictures=[*here.pictures] if r.stage != "closed" else [],
    )


@lru_cache(maxsize=4096)  # views are drawn again after every move, and hardly a square is new
def square(face: str, shown: str, near: int | None, by: str) -> Cell:
    """An open square as everybody sees it."""
    kind = "bomb" if shown == "Bomb" else KINDS[tables.category(face)]
    return Cell(tables.words(shown or face), kind, note="" if near is None else str(near), who=by)


def asked(table: Table[Season]) -> list[str]:
    """Everybody for whom it waits: not always those whose turn it is."""
    return [*dict.fromkeys([question.who for question in table.wait.questions])]


def place(r: Round, who: str) -> Place:
    """A player's place in a round as everybody sees it."""
    seat = r.seats[who]
    shown = [*gains(seat.gained, seat.peeks if seat.status == "in" else 0)]
    if seat.locked:
        shown.append(phrase("locked in {n}", n=seat.locked))
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
def gains(gained: int, peeks: int) -> tuple[Words, ...]:
    """What the round has brought so far, and the peeks that are left."""
    text = "gained {amount:£}" if gained > 0 else "lost {amount:£}"
    brought = [phrase(text, amount=abs(gained))] if gained else []
    left = [phrase("{n} {n:peek|peeks}", n=peeks)] if peeks else []
    return *brought, *left


def notes(r: Round) -> list[Words]:
    """What is in force on a round."""
    shown: list[Words] = [*r.in_force]
    if r.spells:
        shown += [spell.name for spell in r.spells]
    if r.stage == "seal":
        here = [r.seats[who] for who in r.living()]
        if r.variant == "Remain or Leave":
            voted = sum(bool(seat.vote) for seat in here)
            shown.append(phrase("{n} of {all} have voted", n=voted, all=len(here)))
        sealed = sum(len(seat.sealed) >= seat.bombs for seat in here)
        shown.append(phrase("{n} of {all} {n:has|have} sealed", n=sealed, all=len(here)))
    if r.booster:
        shown.append(phrase("Board Booster {percent}%", percent=r.booster))
    return shown


def booth_panel(game: Game[Season], name: str, booth: Booth) -> Panel:
    """A minigame as everybody sees it. Where something is chosen in secret, not for whom of the two it still waits."""
    seats, here = [Place(who, "in") for who in booth.players], game.look(name)
    waits = booth.players if any(question.secret for question in here.wait.questions) else asked(here)
    return Panel(name, booth.game, "in play", seats, to_move=[*waits], pictures=[*here.pictures])


def own(season: Season, who: str, rounds: Iterable[str]) -> Own:
    """What only this player may see: bombs sealed, hidden squares held, what peeks have told."""
    mine = Own(who)
    for hidden in season.players[who].hidden:
        mine.secrets.append(phrase("You hold {hidden}.", hidden=hidden))
    for name in rounds:
        r = season.rounds[name]
        seat = r.seats[who]
        mine.marks[name] = own_marks(r, who, seat, all_hear=season.options.wits)
        if seat.wishes:
            mine.secrets.append(as_phrase(ListNoted(seat.wishes)))
            mine.wishes[name] = [*seat.wishes]
    return mine


def own_marks(r: Round, who: str, seat: Seat, *, all_hear: bool) -> dict[int, Words]:
    """What a player knows of single squares; the peeks of others are borrowed only by who is still in."""
    known: dict[int, Words] = {}
    if r.peeks:
        borrows = all_hear or (who in r.borrowers and seat.status == "in")
        for eyes, n, category in r.peeks:
            if eyes == who or borrows:
                known[n] = phrase("peeked: {what}", what=tables.CATEGORY_NAMES.get(category, "Bomb"))
    known |= seat.learned
    for n in seat.sealed:
        if n:
            known[n] = YOUR_BOMB
    return known
