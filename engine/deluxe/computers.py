"""How computer players get along: they know what their seat sees, and no more."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.deluxe import failsafe, tables
from engine.deluxe.failsafe_odds import chance_of_only_bombs
from engine.deluxe.state import Race
from engine.deluxe.table import GridTable
from engine.kernel.game import Game
from engine.kernel.question import Play, Question
from engine.kernel.ruleset import Advice, Character
from engine.race.places import Place, liked

WARY = 0.15  # a second space of an Encore is opened only below this risk
DUD_SHARE = 0.1  # of bombs on average lie in duds
FAVOURITES = (tables.MULTIPLIER, tables.BOOST, tables.MINIGAME, tables.TRASH_PICKER, tables.SPECIAL, tables.MONEY)


class Strength(NamedTuple):
    """From which chance Failsafe is called, from which risk a space is peeked at first, and how often (of three times)
    a bomb is sealed where everybody could look for it.
    """

    calls: float
    peeks: float
    habit: int


STRENGTHS = {
    "novice": Strength(calls=1.1, peeks=1.1, habit=3),
    "regular": Strength(calls=0.35, peeks=0.2, habit=2),
    "expert": Strength(calls=0.35, peeks=0.1, habit=0),
}


class Habit(NamedTuple):
    """Where somebody seals bombs, where they open spaces, and how much surer they want to be of a Failsafe."""

    seals: Place = ""
    opens: Place = ""
    doubt: float = 0.0


HABITS = {
    "cornerer": Habit("corners", "middle"),
    "fencer": Habit("edge", "diagonals"),
    "heart": Habit("middle", "edge"),
    "sceptic": Habit("diagonals", "", 0.4),
    "climber": Habit("top", "bottom"),
    "digger": Habit("bottom", "top"),
    "caller": Habit("", "corners", -0.1),
    "crosser": Habit("diagonals", "edge"),
}
CHARACTERS = (
    Character("cornerer", "{who} likes to seal bombs in corners, and opens spaces in the middle first."),
    Character("fencer", "{who} likes to seal bombs along the edge, and opens the diagonals first."),
    Character("heart", "{who} likes to seal bombs in the middle, and opens the edge first."),
    Character("sceptic", "{who} likes to seal bombs on a diagonal, and hardly ever trusts a Failsafe."),
    Character("climber", "{who} likes to seal bombs in the upper rows, and opens the lower ones first."),
    Character("digger", "{who} likes to seal bombs in the lower rows, and opens the upper ones first."),
    Character("caller", "{who} is quick to call Failsafe, and opens corners first."),
    Character("crosser", "{who} likes to seal bombs on a diagonal, and opens the edge first."),
)


def advise(game: Game[Race], who: str, character: str = "", strength: str = "") -> Advice | None:
    """What this seat's computer player does about the first thing it is asked; where it knows no better, anything."""
    question = next((q for q in game.pending() if q.who == who), None)
    if question is None:
        return None
    able = STRENGTHS[strength or game.state.computers or "regular"]
    habit = HABITS.get(character if game.state.computers else "", Habit())
    first = before(game, who, question, able)
    if first is not None:
        return first
    if question.key == "pick":
        return Advice(question.id, pick(game, question, able, habit))
    if question.key == "bomb.seal":
        return Advice(question.id, seal_bomb(game, question, able, habit))
    answer = ANSWERS.get(question.key)
    return None if answer is None else Advice(question.id, answer(game, question))


def lot(game: Game[Race], question: Question, size: int) -> int:
    """A number below `size` that nobody at the table can foretell."""
    return zlib.crc32(f"{game.secret} {question.id} {game.drawn_before} {question.who}".encode()) % size


def before(game: Game[Race], who: str, question: Question, able: Strength) -> Advice | None:
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
    if question.key == "pick" and "peek" in plays and isinstance(t, GridTable) and risk(t, who) > able.peeks:
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


def pick(game: Game[Race], question: Question, able: Strength, habit: Habit) -> Any:
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
    if failsafe.CALL in values and chance_of_only_bombs(t, who) >= able.calls + habit.doubt:
        return failsafe.CALL
    pool = [*liked(t.round, open_ones, habit.opens)] or spaces
    return pool[lot(game, question, len(pool))]


def rank(kind: str) -> int:
    """How much a kind of space is wanted."""
    return FAVOURITES.index(kind) if kind in FAVOURITES else len(FAVOURITES)


def seal_bomb(game: Game[Race], question: Question, able: Strength, habit: Habit) -> Any:
    """Where the character likes to, or anywhere."""
    values = [option.value for option in question.options if isinstance(option.value, int)]
    grid = game.state.grids.get(question.table)
    if grid is not None and lot(game, question, 3) < able.habit:
        values = liked(grid, values, habit.seals)
    return values[lot(game, question, len(values))]


def choose_any(game: Game[Race], question: Question) -> Any:
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
    if isinstance(t, GridTable) and risk(t, question.who) < WARY:
        spaces = unknown(t, question.who, [option.value for option in question.options])
        return spaces[lot(game, question, len(spaces))] if spaces else "enough"
    return "enough"


ANSWERS: Mapping[str, Callable[[Game[Race], Question], Any]] = {
    "encore.space": wary,
    "jackpot_chance.spaces": everything,
    "market_stall.choice": always("multiplier"),
    "piggy_bank.choice": always("take"),
    "coat_check.choice": always("wear"),
    "exchange_booth.choice": always("neither"),
    "hush_money.choice": always("cash"),
    "handshake.answer": always("yes"),
    "hot_potato.player": choose_any,
    "funky.risk": always("risk"),
    "collection_plate.give": always("nothing"),
    "ice_cube.space": always("none"),
    "blank_cheque.amount": always(2),
}
