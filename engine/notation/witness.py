"""A game watched for what its log does not hold: what the things are called that chance draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.errors import Unpinnable
from engine.kernel.game import Game, Pins
from engine.kernel.question import Question
from engine.kernel.record import Snapshot
from engine.kernel.ruleset import Ruleset

MAX_LISTED_OUTCOMES = 48  # outcomes of one key worth listing


class Chances(Struct):
    """What could have been drawn under a key: the first outcomes by name, how many there were, and their weights."""

    outcomes: list[str]
    count: int
    weights: list[int] | None

    @classmethod
    def from_draw(cls, outcomes: Sequence[Any], weights: Sequence[int] | None) -> Chances:
        """Return a record of what a draw could have brought: how many possible outcomes it had, and the names and
        weights (None if there are none) of the first 48 of them.
        """
        return cls(
            [str(each) for each in outcomes[:MAX_LISTED_OUTCOMES]],
            len(outcomes),
            list(weights[:MAX_LISTED_OUTCOMES]) if weights else None,
        )


class WitnessedGame(Game[Any]):
    """A game that remembers the names of what it draws."""

    def __init__(self, ruleset: Ruleset[Any], snapshot: Snapshot[Any], secret: str, *, keep: bool = True) -> None:
        super().__init__(ruleset, snapshot, secret, keep=keep)
        self.drew: list[tuple[str, list[str]]] = []
        self.free: list[tuple[str, str]] = []  # the keys of draws that were not pinned, and at which table
        self.could: list[tuple[str, Sequence[Any]]] = []  # where pins stand: keys, and what could have been drawn
        self.forced: list[str] = []  # the keys of pinned draws that chance itself would have made otherwise
        self.chances: dict[str, Chances] = {}
        self.asks: set[str] = set()

    @classmethod
    def start_with_luck(cls, ruleset: Ruleset[Any], state: Any, secret: str, pins: Pins, luck: str) -> WitnessedGame:
        """Start a game by chance method 1, which has no words of players, from the state that a transcript describes.
        `pins` are draws that the transcript fixes, each taken out of it when used; `luck` is mixed into all other
        draws.
        """
        game = cls(ruleset, Snapshot(state, entropy=luck), secret)
        game.pins = pins
        game._run_until_waiting()
        return game

    def draw(
        self, key: str, outcomes: Sequence[Any], k: int, weights: Sequence[int] | None, *, again: bool = False
    ) -> list[int]:
        """Draw outcomes as any game does and return their indices; remember their names, what could have been drawn,
        and which draws were not pinned or only pinned to come out so, for a transcript. Raise Unpinnable, with a hint
        where to pin it, for a fixed outcome that cannot be drawn.
        """
        before = len(self.drawn)
        try:
            drew = super().draw(key, outcomes, k, weights, again=again)
        except Unpinnable as error:
            raise self._add_sources_to_error(error) from None
        if self.pins:
            self.could.append((key, outcomes))
        if len(self.drawn) > before:
            self.drew.append((key, [str(outcomes[i]) for i in drew]))
            self.chances[key] = Chances.from_draw(outcomes, weights)
            drawn = self.drawn[-1]
            if not drawn.pinned:
                self.free.append((key, self._running.id if self._running else ""))
            elif self.drew[-1][1] != [str(outcomes[i]) for i in drawn.compute_expected(self.secret)]:
                self.forced.append(key)
        return drew

    def _add_sources_to_error(self, error: Unpinnable) -> Unpinnable:
        """Return the error about a pin (a line that fixes a draw) whose outcome cannot be drawn, with the hint which
        other draw of this move could have brought that outcome, and must then be pinned as well; return the same error
        if no other could.
        """
        found = dict.fromkeys(key for key, outcomes in self.could if error.outcome in map(str, outcomes))
        sources = [key for key in found if key != error.key]
        if not error.outcome or not sources:
            return error
        pin = f"“~ {sources[-1]} @1 {error.outcome}”"
        why = f"{error.why} unless {' or '.join(sources)} has drawn it: pin it there as well, such as {pin}"
        return Unpinnable(error.key, why, can=error.can)

    def prepare_next_move(self, pins: Pins) -> None:
        """Forget what the last move of a transcript drew, and set the pins (fixed outcomes) for the draws of the next
        move, each of which is taken out of `pins` when used.
        """
        self.pins = pins
        self.drew, self.forced, self.free, self.could = [], [], [], []

    def list_questions(self) -> list[Question]:
        """List the game's open questions, and remember their keys, so that a transcript can name them."""
        questions = super().list_questions()
        self.asks.update(question.key for question in questions)
        return questions
