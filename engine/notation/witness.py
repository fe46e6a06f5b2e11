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

MOST = 48  # outcomes of one key worth listing


class Chances(Struct):
    """What could have been drawn under a key: the first outcomes by name, how many there were, and their weights."""

    outcomes: list[str]
    count: int
    weights: list[int] | None

    @classmethod
    def of(cls, outcomes: Sequence[Any], weights: Sequence[int] | None) -> Chances:
        """As they were at a draw."""
        return cls([str(each) for each in outcomes[:MOST]], len(outcomes), list(weights[:MOST]) if weights else None)


class Witness(Game[Any]):
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
    def lucky(cls, ruleset: Ruleset[Any], state: Any, secret: str, pins: Pins, luck: str) -> Witness:
        """Start from a state that a text lays out; what is stirred in first is its luck."""
        game = cls(ruleset, Snapshot(state, entropy=luck), secret)
        game.pins = pins
        game._settle()
        return game

    def draw(
        self, key: str, outcomes: Sequence[Any], k: int, weights: Sequence[int] | None, *, again: bool = False
    ) -> list[int]:
        """Draw as ever, and write down what came of it."""
        before = len(self.drawn)
        try:
            drew = super().draw(key, outcomes, k, weights, again=again)
        except Unpinnable as error:
            raise self._with_sources(error) from None
        if self.pins:
            self.could.append((key, outcomes))
        if len(self.drawn) > before:
            self.drew.append((key, [str(outcomes[i]) for i in drew]))
            self.chances[key] = Chances.of(outcomes, weights)
            drawn = self.drawn[-1]
            if not drawn.pinned:
                self.free.append((key, self._running.id if self._running else ""))
            elif self.drew[-1][1] != [str(outcomes[i]) for i in drawn.due(self.secret)]:
                self.forced.append(key)
        return drew

    def _with_sources(self, error: Unpinnable) -> Unpinnable:
        """What cannot be drawn here another draw of this move could have brought, which then must be pinned as well."""
        found = dict.fromkeys(key for key, outcomes in self.could if error.outcome in map(str, outcomes))
        sources = [key for key in found if key != error.key]
        if not error.outcome or not sources:
            return error
        pin = f"“~ {sources[-1]} @1 {error.outcome}”"
        why = f"{error.why} unless {' or '.join(sources)} has drawn it: pin it there as well, such as {pin}"
        return Unpinnable(error.key, why, can=error.can)

    def next_move(self, pins: Pins) -> None:
        """Nothing has been drawn for it yet, and this is wanted."""
        self.pins = pins
        self.drew, self.forced, self.free, self.could = [], [], [], []

    def pending(self) -> list[Question]:
        """The questions as ever; their keys are written down."""
        questions = super().pending()
        self.asks.update(question.key for question in questions)
        return questions
