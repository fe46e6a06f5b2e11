"""What can go wrong, said in words that suit whoever reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.kernel.text import Words


class Illegal(Exception):
    """A player may not do that now. The sentence is for the player, with facts as in `tell`; `code` is for programs,
    where one goes by the reason.

    Where others read along they read that sentence only; `alone` is what its player may know besides.
    """

    code: str = ""

    def __init__(self, text: str, *, code: str = "", alone: Words = "", **facts: Any) -> None:
        super().__init__(text)
        self.code = code or type(self).code
        self.text = text
        self.facts = facts
        self.alone = alone


class Unclear(Illegal):
    """Words that the rules make no sense of. A script may want to ask back what was meant."""


class Withdrawn(Exception):
    """Whoever was asked is no longer there to answer, so the question is void."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who


class Diverged(Exception):
    """The tape no longer fits: the rules changed while a turn was open. `fits` entries of it still do.

    With `table` it is not the game's tape but the private one of that table.
    """

    def __init__(self, why: str, fits: int = 0, table: str = "") -> None:
        super().__init__(why)
        self.fits = fits
        self.table = table


class Runaway(Exception):
    """A script went on and on without asking anybody."""

    def __init__(self, where: str) -> None:
        super().__init__(f"a script of {where} does not come to an end")


class Unpinnable(Exception):
    """A transcript pins chance to what could never be drawn: why not, `outcome` where it is not there, what is."""

    def __init__(self, key: str, why: str, *, outcome: str = "", can: str = "") -> None:
        super().__init__(f"{key} {why}{can}")
        self.key, self.why, self.outcome, self.can = key, why, outcome, can
