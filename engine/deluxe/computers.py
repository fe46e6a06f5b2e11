"""How computer players get along: they know what their seat sees, and no more."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any

from engine.deluxe import failsafe, tables
from engine.deluxe.state import Race
from engine.deluxe.table import GridTable
from engine.kernel.game import Game
from engine.kernel.question import Play, Question
from engine.kernel.ruleset import Advice

SURE_ENOUGH = 0.5  # the chance from which a Failsafe is called: a right one counts as many times as spaces are left
RISKY = 0.3  # a space that is a bomb so likely is peeked at first
DUD_SHARE = 0.1  # of bombs on average lie in duds
FAVOURITES = (tables.MULTIPLIER, tables.BOOST, tables.MINIGAME, tables.TRASH_PICKER, tables.SPECIAL, tables.MONEY)


def advise(game: Game[Race], who: str) -> Advice | None:
    """What this seat's computer player does about the first thing it is asked; where it knows no better, anything."""
    question = next((q for q in game.pending() if q.who == who), None)
    if question is None:
        return None
    first = before(game, who, question)
    if first is not None:
        return first
    answer = ANSWERS.get(question.key)
    return None if answer is None else Advice(question.id, answer(game, question))


def lot(game: Game[Race], question: Question, size: int) -> int:
    """A number below `size` that nobody at the table can foretell."""
    return zlib.crc32(f"{game.secret} {question.id} {game.drawn_before} {question.who}".encode()) % size


def before(game: Game[Race], who: str, question: Question) -> Advice | None:
    """What is done before answering: an item used, a slip, a hunt, a peek."""
    plays = {play.key: play for play in game.plays(who)}
    for item in ("Tuning Fork", "Raincoat", "Shock Absorber", "Corkscrew", "Pencil"):
        if item in plays:
            return Advice("", None, item)
    for key, play in plays.items():
        if key.startswith("slip "):
            return Advice("", best_slip(game, play, key[-1]), key)
        if key.startswith("hunt "):
            values = [option.value for option in play.options]
            at = lot(game, question, len(values))
            return Advice("", [*values[at:], *values[:at]][: play.form.high], key)
    t = game.look(game.state.seated(who)) if game.state.seated(who) else None
    if question.key == "pick" and "peek" in plays and isinstance(t, GridTable) and risk(t, who) > RISKY:
        n = unknown(t, who, [option.value for option in plays["peek"].options])
        return Advice("", n[lot(game, question, len(n))], "peek") if n else None
    return None


def best_slip(game: Game[Race], play: Play, grid: str) -> Any:
    """On whoever has the most: nobody can know who survives."""
    race = game.state
    living = sorted(race.grids[grid].living(), key=lambda name: -race.players[name].total)
    wanted = f"{living[0]} wins, own", f"{living[0]} wins"
    values = [option.value for option in play.options]
    return next((bet for bet in wanted if bet in values), values[0])


def unknown(t: GridTable, who: str, spaces: list[Any]) -> list[int]:
    """Of these spaces those of which the player knows nothing."""
    seat = t.seat(who)
    return [n for n in spaces if isinstance(n, int) and n not in seat.sealed and n not in seat.learned]


def risk(t: GridTable, who: str) -> float:
    """How likely a space of which one knows nothing is a bomb."""
    known = [n for n in t.seat(who).learned.items() if not t.cell(n[0]).open]
    bombs = t.round.possible - sum(not t.cell(n).open for n in t.seat(who).sealed)
    bombs -= sum(what == tables.BOMB for _, what in known)
    return max(0, bombs) * (1 - DUD_SHARE) / max(1, len(unknown(t, who, list(t.round.closed()))))


def pick(game: Game[Race], question: Question) -> Any:
    """What a peek has shown to be good, else any space but those known for bombs; or Failsafe, if it is likely."""
    who = question.who
    t = game.look(game.state.seated(who))
    values = [option.value for option in question.options]
    if not isinstance(t, GridTable):
        return values[lot(game, question, len(values))]
    seat = t.seat(who)
    spaces = [n for n in values if n != failsafe.CALL]
    safe = [n for n in spaces if isinstance(n, int) and seat.learned.get(n, tables.BOMB) != tables.BOMB]
    if safe:
        return min(safe, key=lambda n: rank(str(seat.learned[n])))
    open_ones = unknown(t, who, spaces)
    if failsafe.CALL in values and (not open_ones or all_bombs(t, who) >= SURE_ENOUGH):
        return failsafe.CALL
    pool = open_ones or spaces
    return pool[lot(game, question, len(pool))]


def rank(kind: str) -> int:
    """How much a kind of space is wanted."""
    return FAVOURITES.index(kind) if kind in FAVOURITES else len(FAVOURITES)


def all_bombs(t: GridTable, who: str) -> float:
    """How likely it is that every closed space is a bomb: none may lie in a dud or on another's."""
    left = t.round.closed_count()
    known = sum(what == tables.BOMB for n, what in t.seat(who).learned.items() if not t.cell(n).open)
    return (1 - DUD_SHARE) ** max(0, left - known) * 0.8 if t.round.possible >= left else 0.0


def seal(game: Game[Race], question: Question) -> Any:
    """Anywhere."""
    values = [option.value for option in question.options]
    return values[lot(game, question, len(values))]


def always(*wanted: Any) -> Callable[[Game[Race], Question], Any]:
    """The first of these that is on offer."""

    def answer(game: Game[Race], question: Question) -> Any:
        values = [option.value for option in question.options]
        return next((value for value in wanted if value in values), values[lot(game, question, len(values))])

    return answer


def everything(_game: Game[Race], question: Question) -> Any:
    """All spaces of a Jackpot Chance at once: no order is better than another."""
    return [option.value for option in question.options]


def wary(game: Game[Race], question: Question) -> Any:
    """A second space of an Encore only where it is likely safe."""
    t = game.look(game.state.seated(question.who))
    if isinstance(t, GridTable) and risk(t, question.who) < RISKY / 2:
        spaces = unknown(t, question.who, [option.value for option in question.options])
        return spaces[lot(game, question, len(spaces))] if spaces else "enough"
    return "enough"


ANSWERS: Mapping[str, Callable[[Game[Race], Question], Any]] = {
    "pick": pick,
    "bomb.seal": seal,
    "encore.space": wary,
    "jackpot_chance.spaces": everything,
    "market_stall.choice": always("multiplier"),
    "piggy_bank.choice": always("take"),
    "coat_check.choice": always("wear"),
    "exchange_booth.choice": always("neither"),
    "hush_money.choice": always("cash"),
    "handshake.answer": always("yes"),
    "hot_potato.player": seal,
    "funky.risk": always("risk"),
    "collection_plate.give": always("nothing"),
    "ice_cube.space": always("none"),
    "blank_cheque.amount": always(2),
}
