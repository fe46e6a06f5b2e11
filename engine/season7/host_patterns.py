"""Questions to the host of one fixed shape: amounts, totals, and how a player stands.

Such a question is understood as a whole or not at all, so that no word of it is passed over. What fits no shape is left
to the grammar of `host_questions.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.season7.host_words import ANYBODY, ANYWHERE, normalise_words
from engine.season7.state import Season7Round

AMOUNT, PERCENT, TOTAL, BOOSTER, RICHER, STATE = "amount", "percent", "total", "held booster", "richer", "state"
SHAPES = (AMOUNT, PERCENT, TOTAL, BOOSTER, RICHER, STATE)
COMPARED = {
    "more than": ("more than", "over", "above", "greater than", "higher than", "bigger than", ">", "richer than"),
    "less than": ("less than", "under", "below", "lower than", "smaller than", "fewer than", "<"),
    "at least": ("at least", "no less than", "not less than", "minimum"),
    "at most": ("at most", "no more than", "not more than", "up to", "maximum"),
}
STATES = {
    "in": ("in", "in the round", "in this round", "in play", "in the game", "alive", "active", "playing"),
    "out": ("out", "out of the round", "eliminated", "knocked out"),
    "immune": ("immune", "immune to bombs", "immune against bombs"),
    "protected": ("protected", "under protect"),
    "hypnotised": ("hypnotised", "hypnotized"),
    "in a Win Zone": ("in a win zone", "in the win zone"),
}
UNIT_FACTORS = {"": 1, "k": 1_000, "thousand": 1_000, "m": 1_000_000, "million": 1_000_000}


def build_alternatives(*words: str) -> str:
    """Return a regular expression that matches one of these words, the longest tried first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


LIMIT = rf"(?P<how>{build_alternatives(*(word for words in COMPARED.values() for word in words))})"
MONEY_PATTERN = r"(?P<minus>-)?(?P<pound>£)?(?P<n>\d{1,12}) ?(?P<unit>k|m|thousand|million)?(?: pounds)?"
SHARE = r"(?P<n>\d{1,3})%"
CASH_PATTERN = r"(?:a |any |some )?(?:cash squares?|cash|money|amounts?|squares?|anything|something)?"
OF = r"(?:of |worth |with |holding |that is |that pays )?"
SAYS = (
    r"(?: 's)?(?: (?:total|money|score))?(?: (?:worth|have|has|hold|got|own|pay|contain|with|at|of))*(?: cash| money)?"
)


class ShapedClaim(NamedTuple):
    """A question recognised as a whole: the kind of claim, and what fills it."""

    kind: str
    what: str = ""
    about: str = ""
    where: str = ANYWHERE
    n: int = 1
    no: bool = False


THERE_PATTERN = r"(?:(?:is|are) there )?(?P<no>no )?"
WHO = r"(?:is |am |does |has |do )?(?P<who>.+?)"
A_BOOSTER = rf"(?:a |any )?boosters? {OF}{LIMIT} {SHARE}"
POORER = ("poorer than", "behind", "have less than", "have less money than")
THAN = build_alternatives("richer than", "ahead of", "have more than", "have more money than", *POORER)
STANDING = build_alternatives(*(word for words in STATES.values() for word in words))
PATTERNS = [
    (kind, re.compile(pattern))
    for kind, pattern in (
        (AMOUNT, rf"{THERE_PATTERN}{CASH_PATTERN} ?{OF}{LIMIT} {MONEY_PATTERN}(?: (?P<where>.+))?"),
        (PERCENT, rf"{THERE_PATTERN}{A_BOOSTER}(?: (?P<where>.+))?"),
        (BOOSTER, rf"{WHO}(?: 's)?(?P<no> not)? (?:have |has |hold )?{A_BOOSTER}"),
        (RICHER, rf"{WHO}(?P<no> not)? (?P<how>{THAN}) (?P<other>.+)"),
        (TOTAL, rf"{WHO}(?P<no> not)?{SAYS} {LIMIT} {MONEY_PATTERN}"),
        (STATE, rf"{WHO}(?: still)?(?P<no> not)?(?: still)? (?P<state>{STANDING})"),
    )
]
LEAST_BARE = 1_000  # below that a bare number may count something else


def find_shaped_claim(r: Season7Round, text: str, asker: str, place: Callable[[str], str]) -> ShapedClaim | None:
    """Return what a question of a fixed shape claims, or None if it has none. `place` reads a part of the board, or
    returns ''.
    """
    words = " ".join(normalise_words(text))
    for kind, pattern in PATTERNS:
        found = pattern.fullmatch(words)
        shape = found and read_shaped_claim(r, kind, found.groupdict(), asker, place)
        if shape:
            return shape
    return None


def read_shaped_claim(
    r: Season7Round, kind: str, said: dict[str, str | None], asker: str, place: Callable[[str], str]
) -> ShapedClaim | None:
    """Fill a shape from its parts; return None where one of them is no player, or no part of the board."""
    no, n = bool(said.get("no")), parse_sum(said)
    how = next((name for name, words in COMPARED.items() if said.get("how") in words), "")
    if kind in (AMOUNT, TOTAL) and not (said["pound"] or said["unit"] or abs(n) >= LEAST_BARE):
        return None
    who = find_player_named(r, said.get("who") or "", asker, anybody=kind in (STATE, BOOSTER))
    if kind in (AMOUNT, PERCENT) or (kind == TOTAL and not who):
        part = said.get("where") or said.get("who")
        where = place(part) if part else ANYWHERE
        return ShapedClaim(AMOUNT if kind == TOTAL else kind, how, where=where, n=n, no=no) if where else None
    if kind == RICHER:
        other = find_player_named(r, said["other"] or "", asker)
        first, second = (other, who) if said["how"] in POORER else (who, other)
        return ShapedClaim(kind, second, first, no=no) if first and second and first != second else None
    if kind == STATE:
        how = next(name for name, words in STATES.items() if said["state"] in words)
    return ShapedClaim(kind, how, who, n=n, no=no) if who else None


def parse_sum(said: Mapping[str, str | None]) -> int:
    """Return the number that is named, with its sign and unit."""
    sign = -1 if said.get("minus") else 1
    return sign * int(said.get("n") or 1) * UNIT_FACTORS[said.get("unit") or ""]


def find_player_named(r: Season7Round, said: str, asker: str, *, anybody: bool = False) -> str:
    """Return the player who is meant, or ''."""
    if anybody and said in ("anybody", "anyone", "somebody", "someone"):
        return ANYBODY
    if said in ("i", "me") and asker and not any(who.casefold() == said for who in r.order):
        return asker
    return next((who for who in r.order if " ".join(normalise_words(who)) == said), "")


def spell_shaped_claim(claim: ShapedClaim) -> str:
    """Return the claim in words that are understood to mean just this."""
    no = "no " if claim.no else ""
    if claim.kind == AMOUNT:
        return f"{no}cash {claim.what} {'-' * (claim.n < 0)}£{abs(claim.n)} {claim.where}"
    if claim.kind == PERCENT:
        return f"{no}booster {claim.what} {claim.n}% {claim.where}"
    no = " not" if claim.no else ""
    if claim.kind == BOOSTER:
        return f"{claim.about}{no} booster {claim.what} {claim.n}%"
    if claim.kind == TOTAL:
        return f"{claim.about}{no} total {claim.what} {'-' * (claim.n < 0)}£{abs(claim.n)}"
    if claim.kind == RICHER:
        return f"{claim.about}{no} richer than {claim.what}"
    return f"{claim.about}{no} {claim.what}"


def is_within_limit(value: int, what: str, limit: int) -> bool:
    """Return whether a value lies on that side of the limit."""
    return {
        "more than": value > limit,
        "less than": value < limit,
        "at least": value >= limit,
        "at most": value <= limit,
    }[what]
