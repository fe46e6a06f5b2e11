"""Questions that give themselves away by their own words.

Of the easiest questions, which everybody is to know, none is said to. That no climb holds two questions of which one
tells the other's answer is the draw's business (see `engine.ladder.box`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.ladder.box import BoxEntry, fold_words

EASY = 4  # up to this level a question may well help
STEM = 3  # letters that a word must have
INSIDE = 5  # from so many letters on a word counts also in the middle of another
OKINA = "\u02bb"
COMMON = frozenset(
    fold_words(
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


def list_question_hints(entries: Iterable[BoxEntry]) -> list[Hint]:
    """Return all questions that give themselves away."""
    return [hint for entry in sorted(entries, key=lambda entry: entry.level) for hint in iter_own_hints(entry)]


def list_content_words(text: str) -> frozenset[str]:
    """Return the words of a text without common ones. The Hawaiian 'okina is dropped, because here it is a mark and
    not a letter.
    """
    return frozenset(fold_words(text.replace(OKINA, "")).split()) - COMMON


def has_same_stem(one: str, other: str) -> bool:
    """Return whether two words come from one stem, as owl and owlet, Kenya and Kenyatta, tartar and tartaric."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < STEM or any(letter.isdigit() for letter in one + other):
        return False
    slack = 1 if len(short) > STEM + 1 else 0
    return long.startswith(short[: len(short) - slack]) or (len(short) >= INSIDE and short in long)


def iter_own_hints(entry: BoxEntry) -> Iterator[Hint]:
    """Yield a hint if a word of the right answer, and of no wrong one, stands in the question in some form. The
    easiest levels are exempt.
    """
    if entry.level <= EASY:
        return
    asked, wrong = list_content_words(entry.question), frozenset().union(*map(list_content_words, entry.answers[1:]))
    own = sorted(
        it
        for it in list_content_words(entry.answers[0])
        if len(it) >= STEM and not any(has_same_stem(it, no) for no in wrong)
    )
    near = next(((word, other) for word in own for other in sorted(asked) if has_same_stem(word, other)), None)
    if near:
        yield Hint(entry.id, f"“{near[0]}”, the answer, is near “{near[1]}”, of which it asks: {entry.question}")
