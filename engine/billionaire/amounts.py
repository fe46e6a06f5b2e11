"""Money as people write it: nothing, 2m, $2,000,000, two million in digits; and Profit cards as they are pinned."""

from __future__ import annotations

import re
from fractions import Fraction

from engine.billionaire.tables import BILLION_DOLLARS, M
from engine.kernel.errors import Illegal
from engine.kernel.question import format_input_excerpt

NO_AMOUNT_WORDS = frozenset({"nothing", "none", "no", "pass", "zero", "no bid"})
MILLIONS = dict.fromkeys(("m", "mm", "mio", "mln", "million", "millions"), M)
AMOUNT_UNITS = {"": 1, **MILLIONS, **dict.fromkeys(("b", "bn", "billion"), BILLION_DOLLARS)}
BARE = 1_000  # a bare number up to here counts millions, as no card is worth single dollars
DOLLAR_AMOUNT_PATTERN = re.compile(r"(\$?)\s*([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)((?:\.[0-9]+)?)\s*([a-z]*)")
UNREADABLE_CODE = "unreadable_amount"
UNREADABLE_AMOUNT = "{answer} is no amount. Write nothing, 2m or $2,000,000, for instance."


def parse_dollars(text: str) -> int:
    """Return the dollars that a text means, in whole millions up to a billion; raise Illegal if it is no such
    amount.
    """
    plain = " ".join(text.strip().casefold().split())
    if plain in NO_AMOUNT_WORDS:
        return 0
    found = DOLLAR_AMOUNT_PATTERN.fullmatch(plain)
    if found is None or found[4] not in AMOUNT_UNITS:
        raise Illegal(UNREADABLE_AMOUNT, code=UNREADABLE_CODE, answer=format_input_excerpt(text))
    amount = Fraction(found[2].replace(",", "") + found[3]) * find_amount_unit(found)
    if amount > BILLION_DOLLARS:
        raise Illegal("Nothing here costs more than {most:$}.", most=BILLION_DOLLARS)
    if amount % M:
        raise Illegal("All cards are worth whole millions, so bids are, too.")
    return int(amount)


def find_amount_unit(found: re.Match[str]) -> int:
    """Return the factor of a parsed number: that of its unit, or a million if it is small and has none."""
    bare = not found[1] and not found[4] and "," not in found[2]
    return M if bare and Fraction(found[2]) <= BARE else AMOUNT_UNITS[found[4]]


def format_profit_card(amount: int) -> str:
    """Return a Profit card as players write it, such as 5M."""
    return f"{amount // M}M"
