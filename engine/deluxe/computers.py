"""How computer players get along: they know what their seat sees, and no more."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.deluxe import failsafe, tables
from engine.deluxe.failsafe import compute_only_bombs_chance
from engine.deluxe.state import DeluxeRace, GridTable
from engine.kernel.question import Play, Question
from engine.kernel.ruleset import Advice, Character
from engine.kernel.table import GameInPlay
from engine.minigames.computers import advise_in_minigame
from engine.race.table import Place, prefer_squares_in_part

WARY = 0.15  # a second space of an Encore is opened only below this risk
DUD_SHARE = 0.1  # of bombs on average lie in duds
FAVOURITES = (tables.MULTIPLIER, tables.BOOST, tables.MINIGAME, tables.TRASH_PICKER, tables.SPECIAL, tables.MONEY)


class DeluxeStrength(NamedTuple):
    """Describe how well a computer player plays.
    From which chance it calls Failsafe, from which risk it peeks first, and how often, of a hundred times, it follows
    its habit when sealing a bomb.
    """

    calls: float
    peeks: float
    habit: int


DELUXE_STRENGTHS = {
    "novice": DeluxeStrength(calls=0.9, peeks=1.1, habit=100),
    "regular": DeluxeStrength(calls=0.35, peeks=0.2, habit=23),
    "expert": DeluxeStrength(calls=0.35, peeks=0.1, habit=18),
}


class DeluxeHabit(NamedTuple):
    """Describe where a character seals bombs and opens spaces, and how much surer it wants to be of a Failsafe."""

    seals: Place = ""
    opens: Place = ""
    doubt: float = 0.0


DELUXE_HABITS = {
    "cornerer": DeluxeHabit("corners", "middle"),
    "fencer": DeluxeHabit("edge", "diagonals"),
    "heart": DeluxeHabit("middle", "edge"),
    "sceptic": DeluxeHabit("diagonals", "", 0.4),
    "climber": DeluxeHabit("top", "bottom"),
    "digger": DeluxeHabit("bottom", "top"),
    "caller": DeluxeHabit("", "corners", -0.1),
    "crosser": DeluxeHabit("diagonals", "edge"),
}
DELUXE_CHARACTERS = (
    Character("cornerer", "{who} likes to hide bombs in corners, and opens spaces in the middle first."),
    Character("fencer", "{who} likes to hide bombs along the edge, and opens spaces on the diagonals first."),
    Character("heart", "{who} likes to hide bombs in the middle, and opens spaces on the edge first."),
    Character(
        "sceptic",
        ("{who} likes to hide bombs on a diagonal, and hardly ever says that only bombs are left (Failsafe)."),
    ),
    Character("climber", "{who} likes to hide bombs in the upper rows, and opens spaces in the lower rows first."),
    Character("digger", "{who} likes to hide bombs in the lower rows, and opens spaces in the upper rows first."),
    Character(
        "caller", "{who} is quick to say that only bombs are left (Failsafe), and opens spaces in corners first."
    ),
    Character("crosser", "{who} likes to hide bombs on a diagonal, and opens spaces on the edge first."),
)


def advise_deluxe_computer(
    game: GameInPlay[DeluxeRace], question: Question, character: str = "", strength: str = ""
) -> Advice | None:
    """Return what a computer player of this `character` and `strength` (the game's own if empty) should do about a
    question: answer it so, or first make a play (use an item, bet, hunt for bombs, peek); None if any answer is as
    good. In races from releases that had no characters, `character` does not count. Raise KeyError for an unknown
    strength.
    """
    able = DELUXE_STRENGTHS[strength or game.state.computers or "regular"]
    habit = DELUXE_HABITS.get(character if game.state.computers else "", DeluxeHabit())
    first = advise_before_answering(game, question, able)
    if first is not None:
        return first
    if question.key == "pick":
        return Advice(question.id, pick_computer_space(game, question, able, habit))
    if question.key == "bomb.seal":
        return Advice(question.id, pick_bomb_space(game, question, able, habit))
    answer = DELUXE_COMPUTER_ANSWERS.get(question.key)
    if answer is not None:
        return Advice(question.id, answer(game, question))
    said = advise_in_minigame(game, question, strength or game.state.computers)
    return None if said is None else Advice(question.id, said)


def pick_deluxe_number(game: GameInPlay[DeluxeRace], question: Question, size: int) -> int:
    """Return a number from 0 to `size` - 1 that nobody at the table can predict: it is computed from the game's secret,
    the question and the number of draws so far.
    """
    return zlib.crc32(f"{game.secret} {question.id} {game.drawn_before} {question.who}".encode()) % size


def advise_before_answering(game: GameInPlay[DeluxeRace], question: Question, able: DeluxeStrength) -> Advice | None:
    """Return what a computer player does before it answers a question: use a Tuning Fork, Raincoat, Shock Absorber,
    Corkscrew or Pencil as soon as it may; else bet; else hunt for bombs on spaces that nobody can predict; else, before
    a pick, peek at a space if the risk of a bomb is above what its strength bears. None for nothing.
    """
    who = question.who
    plays = {play.key: play for play in game.list_plays(who)}
    for item in ("Tuning Fork", "Raincoat", "Shock Absorber", "Corkscrew", "Pencil"):
        if item in plays:
            return Advice("", None, item)
    for key, play in plays.items():
        if key.startswith("slip "):
            return Advice("", pick_best_slip(game, play, key[-1]), key)
        if key.startswith("hunt "):
            values = [option.value for option in play.options]
            at = pick_deluxe_number(game, question, len(values))
            return Advice("", [*values[at:], *values[:at]][: play.form.high], key)
    t = game.find_table(game.state.find_seated_grid(who)) if game.state.find_seated_grid(who) else None
    if (
        question.key == "pick"
        and "peek" in plays
        and isinstance(t, GridTable)
        and estimate_bomb_risk(t, who) > able.peeks
    ):
        n = list_unknown_spaces(t, who, [option.value for option in plays["peek"].options])
        return Advice("", n[pick_deluxe_number(game, question, len(n))], "peek") if n else None
    return None


def pick_best_slip(game: GameInPlay[DeluxeRace], play: Play, grid: str) -> Any:
    """Return which bet a computer player makes, as a value of the options of `play`: that the richest player still in
    on this grid wins, since nobody can know who survives, with money of its own if that is on offer; the first option
    if this bet is not on offer.
    """
    race = game.state
    living = sorted(race.grids[grid].list_living(), key=lambda name: -race.players[name].total)
    wanted = f"{living[0]} wins, own", f"{living[0]} wins"
    values = [option.value for option in play.options]
    return next((bet for bet in wanted if bet in values), values[0])


def list_unknown_spaces(t: GridTable, who: str, spaces: list[Any]) -> list[int]:
    """Return those of the given spaces of which a player knows nothing: none of their own bombs lies there, and they
    have not learned what lies there.
    """
    seat = t.seat(who)
    return [n for n in spaces if isinstance(n, int) and n not in seat.sealed and n not in seat.learned]


def estimate_bomb_risk(t: GridTable, who: str) -> float:
    """Return a rough chance that a closed space of which this player knows nothing hides a live bomb: the bombs that
    they cannot place, without the usual share of duds, divided by the number of such spaces; it can be above 1.
    """
    known = [n for n in t.seat(who).learned.items() if not t.find_cell(n[0]).open]
    bombs = t.round.possible - sum(not t.find_cell(n).open for n in t.seat(who).sealed)
    bombs -= sum(what == tables.BOMB for _, what in known)
    return (
        max(0, bombs) * (1 - DUD_SHARE) / max(1, len(list_unknown_spaces(t, who, list(t.round.list_closed_squares()))))
    )


def pick_computer_space(
    game: GameInPlay[DeluxeRace], question: Question, able: DeluxeStrength, habit: DeluxeHabit
) -> Any:
    """Return which space a computer player opens (or the word Failsafe): the best that it has learned to be no bomb;
    else Failsafe (a claim that only bombs are left) if that is on offer and likely enough right; else one it knows
    nothing of, if possible where its character likes to open; else any on offer.
    """
    who = question.who
    t = game.find_table(game.state.find_seated_grid(who))
    values = [option.value for option in question.options]
    if not isinstance(t, GridTable):
        return values[pick_deluxe_number(game, question, len(values))]
    seat = t.seat(who)
    spaces = [n for n in values if n != failsafe.CALL]
    safe = [n for n in spaces if isinstance(n, int) and seat.learned.get(n, tables.BOMB) != tables.BOMB]
    if safe:
        return min(safe, key=lambda n: rank_space_kind(str(seat.learned[n])))
    open_ones = list_unknown_spaces(t, who, spaces)
    if failsafe.CALL in values and compute_only_bombs_chance(t, who) >= able.calls + habit.doubt:
        return failsafe.CALL
    pool = [*prefer_squares_in_part(t.round, open_ones, habit.opens)] or spaces
    return pool[pick_deluxe_number(game, question, len(pool))]


def rank_space_kind(kind: str) -> int:
    """Return how attractive a kind of space, such as money or an item, is to computer players: 0 is the best."""
    return FAVOURITES.index(kind) if kind in FAVOURITES else len(FAVOURITES)


def pick_bomb_space(game: GameInPlay[DeluxeRace], question: Question, able: DeluxeStrength, habit: DeluxeHabit) -> Any:
    """Return the space on which a computer player hides its bomb: in the part of the grid that its character prefers,
    as often (in percent) as its strength says, else anywhere; nobody can predict it. Where other bombs lie is not
    looked at.
    """
    values = [option.value for option in question.options if isinstance(option.value, int)]
    grid = game.state.grids.get(question.table)
    if grid is not None and pick_deluxe_number(game, question, 100) < able.habit:
        values = prefer_squares_in_part(grid, values, habit.seals)
    return values[pick_deluxe_number(game, question, len(values))]


def pick_any_option(game: GameInPlay[DeluxeRace], question: Question) -> Any:
    """Return one of the question's answer options, of which there must be one, chosen so that nobody can predict it."""
    values = [option.value for option in question.options]
    return values[pick_deluxe_number(game, question, len(values))]


def build_fixed_answer(*wanted: Any) -> Callable[[GameInPlay[DeluxeRace], Question], Any]:
    """Return a function by which a computer player answers a question: with the first of these values on offer, or else
    with any option.
    """

    def answer(game: GameInPlay[DeluxeRace], question: Question) -> Any:
        """Return the first value of `wanted` (of `build_fixed_answer`) that the question offers, or else an option that
        nobody can predict.
        """
        values = [option.value for option in question.options]
        return next(
            (value for value in wanted if value in values), values[pick_deluxe_number(game, question, len(values))]
        )

    return answer


def pick_all_spaces(_game: GameInPlay[DeluxeRace], question: Question) -> Any:
    """Return a computer player's answer in a Jackpot Chance, where it may name closed spaces to open in order: all of
    them, because no order is better than another.
    """
    return [option.value for option in question.options]


def pick_safe_encore(game: GameInPlay[DeluxeRace], question: Question) -> Any:
    """Return a computer player's answer when the effect Encore offers it a second space in the same turn: one if that
    is likely safe, else `enough` for none.
    """
    t = game.find_table(game.state.find_seated_grid(question.who))
    if isinstance(t, GridTable) and estimate_bomb_risk(t, question.who) < WARY:
        spaces = list_unknown_spaces(t, question.who, [option.value for option in question.options])
        return spaces[pick_deluxe_number(game, question, len(spaces))] if spaces else "enough"
    return "enough"


DELUXE_COMPUTER_ANSWERS: Mapping[str, Callable[[GameInPlay[DeluxeRace], Question], Any]] = {
    "encore.space": pick_safe_encore,
    "jackpot_chance.spaces": pick_all_spaces,
    "market_stall.choice": build_fixed_answer("multiplier"),
    "piggy_bank.choice": build_fixed_answer("take"),
    "coat_check.choice": build_fixed_answer("wear"),
    "exchange_booth.choice": build_fixed_answer("neither"),
    "hush_money.choice": build_fixed_answer("cash"),
    "handshake.answer": build_fixed_answer("yes"),
    "hot_potato.player": pick_any_option,
    "funky.risk": build_fixed_answer("risk"),
    "collection_plate.give": build_fixed_answer("nothing"),
    "ice_cube.space": build_fixed_answer("none"),
    "blank_cheque.amount": build_fixed_answer(2),
}
