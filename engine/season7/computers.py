"""How computer players choose squares, and climb the Megagrid: they know what their seat sees."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.kernel.question import Question
from engine.kernel.ruleset import Advice, Character
from engine.kernel.table import GameInPlay
from engine.minigames.computers import EXPERTISE, FEAR, advise_in_minigame
from engine.race import table
from engine.race.table import Place, prefer_squares_in_part
from engine.season7.booths import COLUMN_NUMBERS, STOP, read_bombs_by_column
from engine.season7.state import Season, Season7Round

SURE, UNWANTED = 100, 3  # percent: a bomb that is known, and how much a loss weighs beside it


class Season7Strength(NamedTuple):
    """How well a computer plays: whether it peeks before it selects; and how often, of a hundred times, it keeps to its
    habit or goes for a corner, as many people do, when it seals a bomb or selects a square.
    """

    peeks: bool
    habit: int
    corners: int


SEASON7_STRENGTHS = {
    "novice": Season7Strength(peeks=False, habit=70, corners=30),
    "regular": Season7Strength(peeks=False, habit=70, corners=23),
    "expert": Season7Strength(peeks=True, habit=25, corners=0),
}
CYCLES_TO_LEARN = 3  # after which a regular knows what peeks are good for, and that bombs lie in corners
SEASONED_REGULAR = Season7Strength(peeks=True, habit=70, corners=14)


class Season7Habit(NamedTuple):
    """Where a computer seals bombs, and which squares it selects: at a place, beside open ones, or far from them."""

    seals: Place
    opens: Place = ""
    chases: int = 0  # 1 beside open squares, -1 as far from them as can be


MOST_PEOPLE = Season7Habit("corners", "corners")
SEASON7_HABITS = {
    "cornerer": Season7Habit("corners", "middle"),
    "chaser": Season7Habit("edge", chases=1),
    "heart": Season7Habit("middle", "edge"),
    "runner": Season7Habit("diagonals", chases=-1),
    "climber": Season7Habit("top", "bottom"),
    "digger": Season7Habit("bottom", "top"),
    "hunter": Season7Habit("corners", chases=1),
    "crosser": Season7Habit("diagonals", "corners"),
}
SEASON7_CHARACTERS = (
    Character("cornerer", "{who} likes to hide bombs in corners, and opens squares in the middle first."),
    Character("chaser", "{who} likes to hide bombs along the edge, and opens squares next to open ones."),
    Character("heart", "{who} likes to hide bombs in the middle, and opens the edge first."),
    Character("runner", "{who} likes to hide bombs on a diagonal, and keeps away from open squares."),
    Character("climber", "{who} likes to hide bombs in the upper rows, and opens the lower rows first."),
    Character("digger", "{who} likes to hide bombs in the lower rows, and opens the upper rows first."),
    Character("hunter", "{who} likes to hide bombs in corners, and opens squares next to open ones."),
    Character("crosser", "{who} likes to hide bombs on a diagonal, and opens corners first."),
)


def advise_season7_computer(
    game: GameInPlay[Season], question: Question, character: str = "", strength: str = ""
) -> Advice | None:
    """Return what a computer player should do when it is asked to seal a bomb, select a square or play a minigame: the
    answer or, before a selection, a peek. An empty `strength` is that of the season. Return None where any answer is as
    good, and in seasons begun before computers had strengths (except for a selection with the option `wits`).
    """
    strength = strength or game.state.computers
    able = find_present_strength(strength, game.state.cycle)
    if question.key in ("select", "duel.lock") and (able or game.state.options.wits):
        return advise_selection(game, question, able, SEASON7_HABITS.get(character))
    if question.key == "bomb.seal" and able and character in SEASON7_HABITS:
        r = game.state.rounds[question.table]
        squares = [option.value for option in question.options if isinstance(option.value, int)]
        followed = draw_followed_habit(game, question, able, SEASON7_HABITS[character])
        chosen = prefer_squares_in_part(r, squares, followed.seals if followed else "")
        return Advice(question.id, pick_by_secret_hash(game, question, chosen)) if chosen else None
    if question.key == "megagrid.square" and strength in EXPERTISE:
        return Advice(question.id, choose_megagrid_column(game, question, strength))
    answer = advise_in_minigame(game, question, strength)
    return None if answer is None else Advice(question.id, answer)


def find_present_strength(strength: str, cycle: int) -> Season7Strength | None:
    """Return how a computer player of this strength plays in this cycle of the season, as a `Season7Strength`: a
    regular plays better once it has learned, after the first three. Return None for an empty strength, as in a season
    that began before computers had strengths.
    """
    if strength == "regular" and cycle > CYCLES_TO_LEARN:
        return SEASONED_REGULAR
    return SEASON7_STRENGTHS.get(strength)


def choose_megagrid_column(game: GameInPlay[Season], question: Question, strength: str) -> int | str:
    """Return the number of the Megagrid column with the fewest bombs left, or “Stop” where the pot that a bomb would
    take outweighs what the row adds; a regular, unlike an expert, gives the pot extra weight.
    """
    facts, left = question.facts, read_bombs_by_column(game.find_table(question.table).pictures)
    column = min(COLUMN_NUMBERS, key=lambda n: left[n - 1])
    risk = facts["count"] * left[column - 1] / sum(left)
    fear = 1 if EXPERTISE[strength] else FEAR
    return column if (1 - risk) * facts["prize"] > fear * risk * facts["pot"] else STOP


def advise_selection(
    game: GameInPlay[Season], question: Question, able: Season7Strength | None, habit: Season7Habit | None
) -> Advice | None:
    """Return what a computer player does when asked to select a square: peek first, if it may, its strength (or having
    none) lets it, and every square may hide a bomb; else select a square of the least risk or, where it follows a
    habit, one that the habit prefers and that holds no bomb it knows of. None if no square can be selected.
    """
    r, who = game.state.rounds[question.table], question.who
    squares = [option.value for option in question.options if isinstance(option.value, int)]
    told = {n: category for eyes, n, category in r.peeks if game.state.options.are_peeks_open() or eyes == who}
    risks = {n: compute_bomb_risk(r, who, n, told) for n in squares}
    best = [n for n in squares if risks[n] == min(risks.values())] if squares else []
    if not best:
        return None
    peeks = next((play for play in game.list_plays(who) if play.key == "peek"), None)
    unknown = [n for n in best if n not in told]
    wants = able is None or able.peeks
    if peeks is not None and wants and risks[best[0]] > UNWANTED and unknown:
        return Advice("", pick_by_secret_hash(game, question, unknown), "peek")
    followed = draw_followed_habit(game, question, able, habit)
    if followed:
        best = list_favourite_squares(r, [n for n in squares if risks[n] < SURE] or best, followed)
    return Advice(question.id, pick_by_secret_hash(game, question, best))


def draw_followed_habit(
    game: GameInPlay[Season], question: Question, able: Season7Strength | None, habit: Season7Habit | None
) -> Season7Habit | None:
    """Return which habit a computer player follows for this question, by chance as its strength `able` says: its own,
    that of most people (corners), or None. None, too, without a strength or a habit.
    """
    if not able or not habit:
        return None
    lot = pick_by_secret_hash(game, question, range(10_000)) // 100
    return habit if lot < able.habit else MOST_PEOPLE if lot < able.habit + able.corners else None


def list_favourite_squares(r: Season7Round, squares: list[int], habit: Season7Habit) -> list[int]:
    """Return those of these closed squares that a computer player with this habit selects first: in a part of the board
    (all of them if none lies there), or with the most or the fewest open squares beside them.
    """
    if not habit.chases:
        return prefer_squares_in_part(r, squares, habit.opens)
    beside = [sum(r.find_cell(at).open for at in table.list_neighbours(r, n)) for n in squares]
    wanted = max(beside) if habit.chases > 0 else min(beside)
    return [n for n, count in zip(squares, beside, strict=True) if count == wanted]


def pick_by_secret_hash(game: GameInPlay[Season], question: Question, squares: Sequence[int]) -> Any:
    """Pick one of these squares (or of any other values; there must be one) by a hash of the game's secret and this
    question, so that a replay picks the same but nobody at the table can predict it.
    """
    lot = zlib.crc32(f"{game.secret} {question.id} {game.drawn_before} {question.who}".encode())
    return squares[lot % len(squares)]


def compute_bomb_risk(r: Season7Round, who: str, n: int, told: dict[int, int]) -> float:
    """Compute for a computer player how likely a bomb lies on square `n`, in percent, from what it may know: own bombs,
    peeks (`told`), and the announced numbers of bombs beside open squares, of which the worst counts, but 0 if one
    rules a bomb out. A square known to be negative cash counts as 3.
    """
    if n in r.seats[who].sealed or told.get(n) == 0:
        return SURE
    if n in told:
        return UNWANTED if told[n] == 1 else 0
    hints = [compute_hinted_risk(r, who, told, at) for at in table.list_neighbours(r, n) if at in r.near]
    return 0 if 0 in hints else max(hints, default=compute_usual_risk(r))


def compute_hinted_risk(r: Season7Round, who: str, told: dict[int, int], at: int) -> float:
    """Compute how likely, in percent, a bomb lies on each unknown neighbour of the open square `at`, from the number of
    bombs that must have been announced to lie beside it.
    """
    around = [n for n in table.list_neighbours(r, at) if not r.find_cell(n).open]
    sure = [n for n in around if n in r.seats[who].sealed or told.get(n) == 0]
    unknown = [n for n in around if n not in sure and n not in told]
    gone = sum(r.find_cell(n).shown == "Bomb" for n in table.list_neighbours(r, at) if is_opened_later(r, n, at))
    return SURE * max(0, r.near[at] - len(sure) - gone) / len(unknown) if unknown else 0


def is_opened_later(r: Season7Round, n: int, at: int) -> bool:
    """Return whether square `n` was opened after square `at`, by the order in which the numbers of bombs beside them
    were announced; False if none was announced for `n`; for `at` one must have been.
    """
    order = list(r.near)
    return n in r.near and order.index(n) > order.index(at)


def compute_usual_risk(r: Season7Round) -> float:
    """Compute how likely, in percent, a bomb lies on a closed square of which nothing is known: the bombs sealed and
    not found yet (at least one), over the number of closed squares.
    """
    found = sum(cell.shown == "Bomb" for cell in r.cells)
    return SURE * max(1, sum(seat.bombs for seat in r.seats.values()) - found) / max(1, len(r.list_closed_squares()))
