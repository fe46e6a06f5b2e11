"""How computer players choose squares where there is something to go by: they know what their seat sees."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.kernel.game import Game
from engine.kernel.question import Question
from engine.kernel.ruleset import Advice, Character
from engine.race import grid
from engine.race.places import Place, liked
from engine.season7.state import Round, Season

SURE, UNWANTED = 100, 3  # percent: a bomb that is known, and how much a loss weighs beside it


class Strength(NamedTuple):
    """Does a computer peek before it selects, and how often (of three times) does it keep to its habits?"""

    peeks: bool
    habit: int


STRENGTHS = {
    "novice": Strength(peeks=False, habit=3),
    "regular": Strength(peeks=False, habit=2),
    "expert": Strength(peeks=True, habit=0),
}


class Habit(NamedTuple):
    """Where somebody seals bombs, and which squares they select: at a place, or beside open ones, or far from them."""

    seals: Place
    opens: Place = ""
    chases: int = 0  # 1 beside open squares, -1 as far from them as can be


HABITS = {
    "cornerer": Habit("corners", "middle"),
    "chaser": Habit("edge", chases=1),
    "heart": Habit("middle", "edge"),
    "runner": Habit("diagonals", chases=-1),
    "climber": Habit("top", "bottom"),
    "digger": Habit("bottom", "top"),
    "hunter": Habit("corners", chases=1),
    "crosser": Habit("diagonals", "corners"),
}
CHARACTERS = (
    Character("cornerer", "{who} likes to seal bombs in corners, and selects squares in the middle first."),
    Character("chaser", "{who} likes to seal bombs along the edge, and selects squares beside open ones."),
    Character("heart", "{who} likes to seal bombs in the middle, and selects the edge first."),
    Character("runner", "{who} likes to seal bombs on a diagonal, and keeps away from open ones."),
    Character("climber", "{who} likes to seal bombs in the upper rows, and selects the lower ones first."),
    Character("digger", "{who} likes to seal bombs in the lower rows, and selects the upper ones first."),
    Character("hunter", "{who} likes to seal bombs in corners, and selects squares beside open ones."),
    Character("crosser", "{who} likes to seal bombs on a diagonal, and selects corners first."),
)


def advise(game: Game[Season], who: str, character: str = "", strength: str = "") -> Advice | None:
    """Seal a bomb, peek, or select a square; anything else is left to chance. Seasons from before have no strengths."""
    question = next((q for q in game.pending() if q.who == who), None)
    if question is None:
        return None
    able = STRENGTHS.get(strength or game.state.computers)
    if question.key == "select" and (able or game.state.options.wits):
        return select(game, question, able, HABITS.get(character))
    if question.key == "bomb.seal" and able and character in HABITS:
        r = game.state.rounds[question.table]
        squares = [option.value for option in question.options if isinstance(option.value, int)]
        kept = keeps_habit(game, question, able)
        chosen = liked(r, squares, HABITS[character].seals) if kept else squares
        return Advice(question.id, one_of(game, question, chosen)) if chosen else None
    return None


def select(game: Game[Season], question: Question, able: Strength | None, habit: Habit | None) -> Advice | None:
    """Peek where it decides most, and then take the square that is safest by all that is known."""
    r, who = game.state.rounds[question.table], question.who
    squares = [option.value for option in question.options if isinstance(option.value, int)]
    told = {n: category for eyes, n, category in r.peeks if game.state.options.wits or eyes == who}
    risks = {n: risk(r, who, n, told) for n in squares}
    best = [n for n in squares if risks[n] == min(risks.values())] if squares else []
    if not best:
        return None
    peeks = next((play for play in game.plays(who) if play.key == "peek"), None)
    unknown = [n for n in best if n not in told]
    wants = able is None or able.peeks
    if peeks is not None and wants and risks[best[0]] > UNWANTED and unknown:
        return Advice("", one_of(game, question, unknown), "peek")
    if habit and able and keeps_habit(game, question, able):
        best = favourites(r, best, habit)
    return Advice(question.id, one_of(game, question, best))


def keeps_habit(game: Game[Season], question: Question, able: Strength) -> bool:
    """Does a computer do what it likes this time?"""
    return bool(one_of(game, question, range(3)) < able.habit)


def favourites(r: Round, squares: list[int], habit: Habit) -> list[int]:
    """Return those of these squares that a computer of this habit selects first."""
    if not habit.chases:
        return liked(r, squares, habit.opens)
    beside = [sum(r.cell(at).open for at in grid.next_to(r, n)) for n in squares]
    wanted = max(beside) if habit.chases > 0 else min(beside)
    return [n for n, count in zip(squares, beside, strict=True) if count == wanted]


def one_of(game: Game[Season], question: Question, squares: Sequence[int]) -> Any:
    """One of them, which nobody at the table can foretell."""
    lot = zlib.crc32(f"{game.secret} {question.id} {game.drawn_before} {question.who}".encode())
    return squares[lot % len(squares)]


def risk(r: Round, who: str, n: int, told: dict[int, int]) -> float:
    """How likely a bomb lies on a square, in percent: by one's own bomb, peeks, and what squares beside it told."""
    if n in r.seats[who].sealed or told.get(n) == 0:
        return SURE
    if n in told:
        return UNWANTED if told[n] == 1 else 0
    hints = [share(r, who, told, at) for at in grid.next_to(r, n) if at in r.near]
    return 0 if 0 in hints else max(hints, default=usual(r))


def share(r: Round, who: str, told: dict[int, int], at: int) -> float:
    """How likely each unknown square next to this one hides one of the bombs that it has told of."""
    around = [n for n in grid.next_to(r, at) if not r.cell(n).open]
    sure = [n for n in around if n in r.seats[who].sealed or told.get(n) == 0]
    unknown = [n for n in around if n not in sure and n not in told]
    gone = sum(r.cell(n).shown == "Bomb" for n in grid.next_to(r, at) if later(r, n, at))
    return SURE * max(0, r.near[at] - len(sure) - gone) / len(unknown) if unknown else 0


def later(r: Round, n: int, at: int) -> bool:
    """Was a square opened after the other? Hints are kept in the order in which they were told."""
    order = list(r.near)
    return n in r.near and order.index(n) > order.index(at)


def usual(r: Round) -> float:
    """How likely a bomb lies on any square: each of those who sealed one has, unless it has been found."""
    found = sum(cell.shown == "Bomb" for cell in r.cells)
    return SURE * max(1, sum(seat.bombs for seat in r.seats.values()) - found) / max(1, len(r.closed()))
