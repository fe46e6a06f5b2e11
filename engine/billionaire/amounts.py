"""Money as people write it: nothing, 2m, $2,000,000, two million in digits; and Profit cards as they are pinned."""

from __future__ import annotations

import re
from fractions import Fraction

from engine.billionaire.tables import BILLION, M
from engine.kernel.errors import Illegal
from engine.kernel.question import shown

NONE = frozenset({"nothing", "none", "no", "pass", "zero", "no bid"})
MILLIONS = dict.fromkeys(("m", "mm", "mio", "mln", "million", "millions"), M)
UNITS = {"": 1, **MILLIONS, **dict.fromkeys(("b", "bn", "billion"), BILLION)}
BARE = 1_000  # a bare number up to here counts millions, as no card is worth single dollars
WRITTEN = re.compile(r"(\$?)\s*([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)((?:\.[0-9]+)?)\s*([a-z]*)")
UNREADABLE_CODE = "unreadable_amount"
UNREADABLE = "{answer} is no amount. Write nothing, 2m or $2,000,000, for instance."


def dollars(text: str) -> int:
    """How much is meant, in whole millions up to a billion; or a sentence."""
    plain = " ".join(text.strip().casefold().split())
    if plain in NONE:
        return 0
    found = WRITTEN.fullmatch(plain)
    if found is None or found[4] not in UNITS:
        raise Illegal(UNREADABLE, code=UNREADABLE_CODE, answer=shown(text))
    amount = Fraction(found[2].replace(",", "") + found[3]) * unit_of(found)
    if amount > BILLION:
        raise Illegal("Nothing here costs more than {most:$}.", most=BILLION)
    if amount % M:
        raise Illegal("All cards are worth whole millions, so bids are, too.")
    return int(amount)


def unit_of(found: re.Match[str]) -> int:
    """What a number counts: what its unit says, or millions if it is small and bare."""
    bare = not found[1] and not found[4] and "," not in found[2]
    return M if bare and Fraction(found[2]) <= BARE else UNITS[found[4]]


def short(amount: int) -> str:
    """A Profit card as it is pinned and written: 5M."""
    return f"{amount // M}M"
