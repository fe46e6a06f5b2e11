"""Questions to the host of one fixed shape: amounts, totals, and how a player stands.

Such a question is understood as a whole or not at all, so that no word of it is passed over. What fits no shape is left
to the grammar of `host_questions.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.season7.host_words import ANYBODY, ANYWHERE, words_of
from engine.season7.state import Round

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
UNITS = {"": 1, "k": 1_000, "thousand": 1_000, "m": 1_000_000, "million": 1_000_000}


def either(*words: str) -> str:
    """One of these, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


LIMIT = rf"(?P<how>{either(*(word for words in COMPARED.values() for word in words))})"
MONEY = r"(?P<minus>-)?(?P<pound>£)?(?P<n>\d{1,12}) ?(?P<unit>k|m|thousand|million)?(?: pounds)?"
SHARE = r"(?P<n>\d{1,3})%"
CASH = r"(?:a |any |some )?(?:cash squares?|cash|money|amounts?|squares?|anything|something)?"
OF = r"(?:of |worth |with |holding |that is |that pays )?"
SAYS = (
    r"(?: 's)?(?: (?:total|money|score))?(?: (?:worth|have|has|hold|got|own|pay|contain|with|at|of))*(?: cash| money)?"
)


class Shape(NamedTuple):
    """What was recognised: the kind of claim, and what fills it."""

    kind: str
    what: str = ""
    about: str = ""
    where: str = ANYWHERE
    n: int = 1
    no: bool = False


THERE = r"(?:(?:is|are) there )?(?P<no>no )?"
WHO = r"(?:is |am |does |has |do )?(?P<who>.+?)"
A_BOOSTER = rf"(?:a |any )?boosters? {OF}{LIMIT} {SHARE}"
POORER = ("poorer than", "behind", "have less than", "have less money than")
THAN = either("richer than", "ahead of", "have more than", "have more money than", *POORER)
STANDING = either(*(word for words in STATES.values() for word in words))
PATTERNS = [
    (kind, re.compile(pattern))
    for kind, pattern in (
        (AMOUNT, rf"{THERE}{CASH} ?{OF}{LIMIT} {MONEY}(?: (?P<where>.+))?"),
        (PERCENT, rf"{THERE}{A_BOOSTER}(?: (?P<where>.+))?"),
        (BOOSTER, rf"{WHO}(?: 's)?(?P<no> not)? (?:have |has |hold )?{A_BOOSTER}"),
        (RICHER, rf"{WHO}(?P<no> not)? (?P<how>{THAN}) (?P<other>.+)"),
        (TOTAL, rf"{WHO}(?P<no> not)?{SAYS} {LIMIT} {MONEY}"),
        (STATE, rf"{WHO}(?: still)?(?P<no> not)?(?: still)? (?P<state>{STANDING})"),
    )
]
LEAST_BARE = 1_000  # below that a bare number may count something else


def find_shape(r: Round, text: str, asker: str, place: Callable[[str], str]) -> Shape | None:
    """Return what a question of a fixed shape claims; None if it has none. `place` reads a part of the board, or ''."""
    words = " ".join(words_of(text))
    for kind, pattern in PATTERNS:
        found = pattern.fullmatch(words)
        shape = found and read_shape(r, kind, found.groupdict(), asker, place)
        if shape:
            return shape
    return None


def read_shape(
    r: Round, kind: str, said: dict[str, str | None], asker: str, place: Callable[[str], str]
) -> Shape | None:
    """Fill a shape from its parts; None where one of them is no player, or no part of the board."""
    no, n = bool(said.get("no")), sum_of(said)
    how = next((name for name, words in COMPARED.items() if said.get("how") in words), "")
    if kind in (AMOUNT, TOTAL) and not (said["pound"] or said["unit"] or abs(n) >= LEAST_BARE):
        return None
    who = player(r, said.get("who") or "", asker, anybody=kind in (STATE, BOOSTER))
    if kind in (AMOUNT, PERCENT) or (kind == TOTAL and not who):
        part = said.get("where") or said.get("who")
        where = place(part) if part else ANYWHERE
        return Shape(AMOUNT if kind == TOTAL else kind, how, where=where, n=n, no=no) if where else None
    if kind == RICHER:
        other = player(r, said["other"] or "", asker)
        first, second = (other, who) if said["how"] in POORER else (who, other)
        return Shape(kind, second, first, no=no) if first and second and first != second else None
    if kind == STATE:
        how = next(name for name, words in STATES.items() if said["state"] in words)
    return Shape(kind, how, who, n=n, no=no) if who else None


def sum_of(said: Mapping[str, str | None]) -> int:
    """The number that is named, with its unit."""
    sign = -1 if said.get("minus") else 1
    return sign * int(said.get("n") or 1) * UNITS[said.get("unit") or ""]


def player(r: Round, said: str, asker: str, *, anybody: bool = False) -> str:
    """Who is meant, or ''."""
    if anybody and said in ("anybody", "anyone", "somebody", "someone"):
        return ANYBODY
    if said in ("i", "me") and asker and not any(who.casefold() == said for who in r.order):
        return asker
    return next((who for who in r.order if " ".join(words_of(who)) == said), "")


def spelled(claim: Shape) -> str:
    """In words that are understood to mean just this."""
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


def is_within(value: int, what: str, limit: int) -> bool:
    """Does a value lie on that side of the limit?"""
    return {
        "more than": value > limit,
        "less than": value < limit,
        "at least": value >= limit,
        "at most": value <= limit,
    }[what]
