"""A game watched for what its log does not hold: what the things are called that chance draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.game import Game
from engine.kernel.record import Snapshot
from engine.kernel.ruleset import Ruleset


class Witness(Game[Any]):
    """A game that remembers the names of what it draws."""

    def __init__(self, ruleset: Ruleset[Any], snapshot: Snapshot[Any], secret: str, *, keep: bool = True) -> None:
        super().__init__(ruleset, snapshot, secret, keep=keep)
        self.drew: list[tuple[str, list[str]]] = []

    def draw(
        self, key: str, outcomes: Sequence[Any], k: int, weights: Sequence[int] | None, *, again: bool = False
    ) -> list[int]:
        """Draw as ever, and write down what came of it."""
        before = len(self.drawn)
        drew = super().draw(key, outcomes, k, weights, again=again)
        if len(self.drawn) > before:
            self.drew.append((key, [str(outcomes[i]) for i in drew]))
        return drew
