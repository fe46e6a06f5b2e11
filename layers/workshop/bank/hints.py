"""Questions that give themselves away by their own words.

Of the easiest questions, which everybody is to know, none is said to. That no climb holds two questions of which one
tells the other's answer is the draw's business (see `engine.ladder.box`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.ladder.box import Entry, fold

EASY = 4  # up to this level a question may well help
STEM = 3  # letters that a word must have
INSIDE = 5  # from so many letters on a word counts also in the middle of another
OKINA = "\u02bb"
COMMON = frozenset(
    fold(
        "a an and are as at by can did do does first for from had has have how in into is it its many most no not of "
        "on one or the that their them this to two was were what when where which who whose with you"
    ).split()
)


class Hint(NamedTuple):
    """A question that is given away, and by what."""

    id: str
    why: str

    def __str__(self) -> str:
        return f"{self.id}: {self.why}"


def hints(entries: Iterable[Entry]) -> list[Hint]:
    """Return all questions that give themselves away."""
    return [hint for entry in sorted(entries, key=lambda entry: entry.level) for hint in by_itself(entry)]


def words(text: str) -> frozenset[str]:
    """The words that matter; the letter of Hawaii that looks like one is a mark here."""
    return frozenset(fold(text.replace(OKINA, "")).split()) - COMMON


def akin(one: str, other: str) -> bool:
    """Do these words come from one stem, as owl and owlet, Kenya and Kenyatta, tartar and tartaric?"""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < STEM or any(letter.isdigit() for letter in one + other):
        return False
    slack = 1 if len(short) > STEM + 1 else 0
    return long.startswith(short[: len(short) - slack]) or (len(short) >= INSIDE and short in long)


def by_itself(entry: Entry) -> Iterator[Hint]:
    """Name a word of the right answer that no wrong one has, and that stands in the question in some form."""
    if entry.level <= EASY:
        return
    asked, wrong = words(entry.question), frozenset().union(*map(words, entry.answers[1:]))
    own = sorted(it for it in words(entry.answers[0]) if len(it) >= STEM and not any(akin(it, no) for no in wrong))
    near = next(((word, other) for word in own for other in sorted(asked) if akin(word, other)), None)
    if near:
        yield Hint(entry.id, f"“{near[0]}”, the answer, is near “{near[1]}”, of which it asks: {entry.question}")
