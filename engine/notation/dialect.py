"""What a ruleset brings along so that its games can be written as texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.notation.transcript import Header


class Dialect(Protocol):
    """The part of the notation that only one ruleset knows. Whatever it cannot read it raises as `Unclear`."""

    @property
    def ruleset(self) -> Ruleset[Any]:
        """Its rules."""

    @property
    def words(self) -> Mapping[str, str]:
        """Its header words, and what follows each; lines are laid in this order, however they stand in a text."""

    def lay(self, state: Any, header: Header) -> None:
        """Bring the state to what a header line says."""

    def fact(self, game: Game[Any], text: str) -> str:
        """The fact that this text is about, written the same way, as it really is."""

    def find(self, state: Any, path: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """Where a path starts: the object, and what is left of the path."""
