"""What can go wrong, said in words that suit the reader."""

from __future__ import annotations

from typing import Any

from engine.kernel.text import Words


class Illegal(Exception):
    """Raised when a player may not do something now. The sentence is for the player, with facts as in `tell`; `code` is
    for programs.

    Everybody may read the sentence; `alone` is what only this player may read in addition.
    """

    code: str = ""

    def __init__(self, text: str, *, code: str = "", alone: Words = "", **facts: Any) -> None:
        super().__init__(text)
        self.code = code or type(self).code
        self.text = text
        self.facts = facts
        self.alone = alone


class Unclear(Illegal):
    """Raised for words that the rules cannot interpret. A script may want to ask back what was meant."""


class Withdrawn(Exception):
    """Raised when the player who was asked has left, so that the question is void."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who


class Diverged(Exception):
    """Raised when the tape no longer fits because the rules changed during a turn; the first `fits` entries still do.

    With `table` it is not the game's tape but the private one of that table.
    """

    def __init__(self, why: str, fits: int = 0, table: str = "") -> None:
        super().__init__(why)
        self.fits = fits
        self.table = table


class NewerFormat(Exception):
    """Raised for the record of a game that was saved in a newer format than these rules know; it must be left alone."""


class Runaway(Exception):
    """Raised when a script goes on for too many steps without asking anybody."""

    def __init__(self, where: str) -> None:
        super().__init__(f"a script of {where} does not come to an end")


class Unpinnable(Exception):
    """Raised when a transcript pins chance to an outcome that can never be drawn; says why, which outcome is missing,
    and which are possible.
    """

    def __init__(self, key: str, why: str, *, outcome: str = "", can: str = "") -> None:
        super().__init__(f"{key} {why}{can}")
        self.key, self.why, self.outcome, self.can = key, why, outcome, can
