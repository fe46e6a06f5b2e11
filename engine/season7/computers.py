"""How computer players choose squares where there is something to go by: they know what their seat sees."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from engine.kernel.game import Game
from engine.kernel.question import Question
from engine.kernel.ruleset import Advice
from engine.race import grid
from engine.season7.state import Round, Season

SURE, UNWANTED = 100, 3  # percent: a bomb that is known, and how much a loss weighs beside it


def advise(game: Game[Season], who: str) -> Advice | None:
    """With `wits`: a peek where it decides most, and then the square that is safest by all that has been told."""
    question = next((q for q in game.pending() if q.who == who), None)
    if question is None or question.key != "select" or not game.state.options.wits:
        return None
    r = game.state.rounds[question.table]
    squares = [option.value for option in question.options if isinstance(option.value, int)]
    risks = {n: risk(r, who, n) for n in squares}
    best = [n for n in squares if risks[n] == min(risks.values())] if squares else []
    if not best:
        return None
    known = {n for _, n, _ in r.peeks}
    peeks = next((play for play in game.plays(who) if play.key == "peek"), None)
    unknown = [n for n in best if n not in known]
    if peeks is not None and risks[best[0]] > UNWANTED and unknown:
        return Advice("", one_of(game, question, unknown), "peek")
    return Advice(question.id, one_of(game, question, best))


def one_of(game: Game[Season], question: Question, squares: Sequence[int]) -> Any:
    """One of them, which nobody at the table can foretell."""
    lot = zlib.crc32(f"{game.secret} {question.id} {game.drawn_before} {question.who}".encode())
    return squares[lot % len(squares)]


def risk(r: Round, who: str, n: int) -> float:
    """How likely a bomb lies on a square, in percent: by one's own bomb, peeks, and what squares beside it told."""
    told = {square: category for _, square, category in r.peeks}
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
